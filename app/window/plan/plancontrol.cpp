// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plancontrol.h"

#include "completelayout.h"
#include "describedialog.h"
#include "describedjob.h"
#include "exportfile.h"
#include "formatting.h"
#include "frameworkflags.h"
#include "hardwarepresets.h"
#include "jobsource.h"
#include "machineguess.h"
#include "measuredlog.h"
#include "panelpicture.h"
#include "picturefile.h"
#include "plandifference.h"
#include "planreport.h"
#include "plantext.h"
#include "runplan.h"
#include "simulationinputs.h"
#include "stepofranks.h"
#include "tabletexts.h"
#include "trainingframework.h"
#include "whatifcontrol.h"
#include "workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <type_traits>
#include <utility>

namespace bubblescope {

namespace {

constexpr int64_t pauseOfBestMs = 60; // more often nobody can read it

int64_t nowMs()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

/// Tells the best so far, made a candidate by `asPlan`; dropped with the job, which does not outlive the state.
template <typename Found>
std::function<void(const Found&)> bestTo(
    const JobThread& thread, PlanState& state, std::function<PlanCandidate(const Found&)> asPlan)
{
    const auto lastShown = std::make_shared<std::atomic<int64_t>>(0);
    return [thread, &state, asPlan = std::move(asPlan), lastShown](const Found& found) {
        const int64_t now = nowMs();
        if (now - lastShown->load() < pauseOfBestMs)
            return;
        lastShown->store(now);
        if constexpr (std::is_same_v<Found, PlanCandidate>)
            thread.deliver([&state, candidate = found] { state.setBestSoFar(candidate); });
        else
            thread.deliver([&state, candidate = asPlan(found)] { state.setBestSoFar(candidate); });
    };
}

/// The knobs of "gpus=64 tensor=2 …".
Result<Knobs> knobsOfSet(const std::string& set)
{
    Knobs knobs;
    std::string_view rest = set;
    while (!rest.empty()) {
        const size_t end = rest.find(' ');
        const std::string_view word = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        const size_t equal = word.find('=');
        if (word.empty() || equal == std::string_view::npos)
            continue;
        if (const Result<bool> done = setKnob(knobs, word.substr(0, equal), word.substr(equal + 1)); !done)
            return done.error();
    }
    return knobs;
}

/// The job as it is described, where that has all its sizes.
std::optional<PlanCandidate> candidateOf(
    const JobDescription& job, const Hardware& hardware, const PlanCalibration& calibration)
{
    Result<JobDescription> complete = completeLayout(job, hardware.gpusPerNode);
    if (!complete)
        return std::nullopt;
    const Result<PlannedStep> step = plannedStep(*complete, hardware, calibration);
    if (!step)
        return std::nullopt;
    PlanCandidate candidate;
    candidate.set = planSetText(planSetOf(*complete));
    candidate.job = std::move(complete).value();
    candidate.step = *step;
    return candidate;
}

QString nameOfJob(const JobDescription& job)
{
    return job.model.name.empty() ? toText(job.file) : toText(job.model.name);
}

} // namespace

PlanControl::PlanControl(Workspace& workspace, PlanState& state, PlanView& view, WhatIfControl& whatIf, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_state(state)
    , m_view(view)
    , m_whatIf(whatIf)
    , m_catalog(hardwareCatalog())
    , m_hardware(defaultHardware())
    , m_planned(m_hardware)
{
    askPath = [this](const QString& suggestion, const QString& filter) {
        return QFileDialog::getSaveFileName(m_view.window(), tr("Export"), suggestion, filter);
    };
    std::vector<PlanState::HardwareOption> options;
    for (const HardwareCatalog::Preset& preset : m_catalog.presets()) {
        const Result<Hardware> whole = m_catalog.find(preset.key);
        if (preset.isNetwork() || !whole)
            continue;
        const PlanState::HardwareOption option {toText(preset.key), toText(whole->name)};
        // What is assumed where nothing is chosen stands first.
        options.insert(whole->name == m_hardware.name ? options.begin() : options.end(), option);
    }
    state.setHardwareOptions(std::move(options));
    connect(&m_workspace.document, &Document::folderChanged, this, &PlanControl::changeFolder);
    connect(&m_whatIf, &WhatIfControl::inputChanged, this, [this](const SimulationSource& input) {
        const RunFolder* folder = m_workspace.document.folder();
        const bool hasJobs = folder && !folder->jobs.empty(); // of which more is known than of a run beside them
        if (!(m_input == input) && (!hasJobs || input.kind == SimulationSource::Kind::Description))
            takeInput(input);
    });
    connect(&state, &PlanState::wishesChanged, this, &PlanControl::takeWishes);
    connect(&state, &PlanState::searchRequested, this, &PlanControl::begin);
    connect(&state, &PlanState::cancelRequested, this, &PlanControl::cancel);
    connect(&state, &PlanState::whatIfRequested, this, &PlanControl::tryCandidate);
    connect(&m_view, &PlanView::describeRequested, this, &PlanControl::describe);
    connect(&m_view, &PlanView::flagsRequested, this, &PlanControl::copyFlags);
    connect(&m_view, &PlanView::exportRequested, this, &PlanControl::askFile);
    changeFolder();
}

PlanControl::~PlanControl() = default;

void PlanControl::changeFolder()
{
    if (m_isFillingIn)
        return;
    const RunFolder* folder = m_workspace.document.folder();
    if (folder && !folder->jobs.empty())
        takeInput(SimulationSource {SimulationSource::Kind::Description, 0, 0});
    else
        takeInput(std::nullopt); // others follow as soon as it is known which can be simulated
}

void PlanControl::takeInput(std::optional<SimulationSource> input)
{
    if (m_isFillingIn)
        return;
    stop();
    m_input = input;
    m_runAnswer.reset();
    m_planned = m_hardware;
    m_isOfLog = false;
    const RunFolder* folder = m_workspace.document.folder();
    if (!folder || !input)
        m_state.setSubject(std::nullopt);
    else if (std::optional<PlanSubject> ofLog = subjectOfLog(*input))
        m_state.setSubject(std::move(ofLog));
    else if (input->kind != SimulationSource::Kind::Description)
        m_state.setSubject(subjectOfRun(*input),
            tr("Not all ranks of this run are in memory: a search needs the whole step of all of them."));
    else if (input->index < folder->jobs.size())
        m_state.setSubject(subjectOf(folder->jobs[input->index]));
    simulateNow();
}

/// The closed form says at once what sizes the job has; its step is the one that `plan` and the timeline tell, too.
void PlanControl::simulateNow()
{
    if (m_nowJob) {
        m_nowJob->disconnect(this);
        m_retired.take(std::move(m_nowJob));
    }
    const std::optional<PlanSubject>& subject = m_state.subject();
    if (!subject || subject->isRun || !subject->now)
        return;
    m_nowJob = std::make_unique<BackgroundJob>();
    connect(m_nowJob.get(), &BackgroundJob::over, this, [this] { m_nowJob.release()->deleteLater(); });
    m_nowJob->start(
        [job = subject->job, hardware = m_planned, ofRun = subject->calibration, calibrate = calibratedByLog()](
            const JobThread& thread) {
            return plannedCandidate(calibrate(job), {}, hardware, ofRun, {}, thread.progressFunction());
        },
        [&state = m_state](
            const Result<PlanCandidate>& now) { state.setPlayed(now ? std::optional(*now) : std::nullopt); });
}

/// What it is, nobody knows before it is prepared, which takes long for a large run: a search does that.
std::optional<PlanSubject> PlanControl::subjectOfRun(const SimulationSource& input) const
{
    const OpenedFolderPtr& opened = m_workspace.document.opened();
    if (!opened || isReadByRanks(*opened, input))
        return std::nullopt;
    PlanSubject subject;
    subject.isRun = true;
    subject.unit = PlanUnit::Samples;
    subject.name = toText(inputTitle(opened->folder, input));
    subject.nowName = tr("now");
    return subject;
}

std::optional<PlanSubject> PlanControl::subjectOf(const JobDescription& job, const PlanCalibration& calibration) const
{
    PlanSubject subject;
    subject.name = nameOfJob(job);
    subject.job = job;
    subject.now = candidateOf(job, m_planned, calibration);
    subject.calibration = calibration;
    subject.nowName = tr("now");
    subject.gpuMemoryBytes = m_planned.memoryBytes;
    subject.hardware = toText(m_planned.name);
    return subject;
}

/// By the closed form; what its step takes as it is played follows.
std::optional<PlanSubject> PlanControl::subjectOfLog(const SimulationSource& input)
{
    const RunFolder* folder = m_workspace.document.folder();
    m_isOfLog = false;
    if (!folder || input.kind != SimulationSource::Kind::RunLog || input.index >= folder->runLogs.size())
        return std::nullopt;
    const RunLog& log = folder->runLogs[input.index];
    if (!log.description)
        return std::nullopt;
    const Result<JobSource> source = openJobSource(*folder, input, {});
    if (!source || !source->description || !source->measuredSteps)
        return std::nullopt; // its stages are timed: a run as any other
    const Hardware own
        = log.machine.isEmpty() ? m_hardware : guessMachine(log.machine, {}, HardwareCatalog::builtin()).hardware;
    const Result<MeasuredLog> measured = measuredLog(log, own);
    if (!measured)
        return std::nullopt;
    m_isOfLog = true;
    m_planned = m_hardwareKey.isEmpty() ? own : m_hardware;
    JobDescription job = *log.description;
    job.calibration = measured->description.calibration;
    std::optional<PlanSubject> subject = subjectOf(job, {.memory = measured->memory});
    subject->name = toText(log.name);
    subject->isMeasured = true;
    return subject;
}

/// A log that does not name its GPUs was measured on those that are chosen.
Knobs PlanControl::chosenMachine() const
{
    Knobs machine;
    if (m_hardwareKey.isEmpty())
        return machine;
    (isOfUnnamedGpus() ? machine.measuredOn : machine.hardware) = m_hardwareKey.toStdString();
    return machine;
}

bool PlanControl::isOfUnnamedGpus() const
{
    const RunFolder* folder = m_workspace.document.folder();
    return folder && m_isOfLog && m_input->index < folder->runLogs.size()
        && folder->runLogs[m_input->index].machine.isEmpty();
}

PlanControl::Calibrate PlanControl::calibratedByLog() const
{
    if (!m_isOfLog)
        return [](JobDescription job) { return job; };
    Knobs machine = chosenMachine();
    machine.hardware.reset(); // on its own it was measured
    return [opened = m_workspace.document.opened(), input = *m_input, machine](JobDescription job) {
        const Result<Simulator> simulator = Simulator::make(opened->folder, input);
        if (!simulator)
            return job;
        if (const Result<SimulatedStep> step = simulator->simulate(machine); step && step->described)
            job.calibration = step->described->job.calibration;
        return job;
    };
}

/// Of what the user wishes, only the hardware changes what the job is now.
void PlanControl::takeWishes()
{
    const QString key = m_state.wishes().hardware;
    if (key == m_hardwareKey)
        return;
    const Result<Hardware> hardware = m_catalog.find(key.toStdString());
    if (!key.isEmpty() && !hardware) {
        emit refused(messageText(hardware.error()));
        return;
    }
    m_hardwareKey = key;
    m_hardware = key.isEmpty() ? defaultHardware() : *hardware;
    stop();
    const bool wasOfLog = m_isOfLog;
    std::optional<PlanSubject> ofLog = m_input ? subjectOfLog(*m_input) : std::nullopt;
    if (wasOfLog != m_isOfLog) { // no such GPUs take that step, or now they do
        takeInput(std::optional(m_input));
        return;
    }
    if (ofLog) {
        m_state.updateSubject(*std::move(ofLog));
    } else if (m_state.subject() && !m_state.subject()->isRun) {
        m_planned = m_hardware;
        m_state.updateSubject(*subjectOf(JobDescription(m_state.subject()->job)));
    }
    simulateNow();
}

void PlanControl::begin()
{
    const Result<PlanSpace> space = m_state.space();
    if (!space) {
        emit refused(messageText(space.error()));
        return;
    }
    stop();
    m_job = std::make_unique<BackgroundJob>();
    PlanState& state = m_state;
    connect(m_job.get(), &BackgroundJob::progressed, this, [&state](double share) { state.setProgress(share); });
    connect(m_job.get(), &BackgroundJob::failed, this, [&state](const Error& error) { state.setFailure(error); });
    connect(m_job.get(), &BackgroundJob::over, this, [this] {
        m_job.release()->deleteLater();
        m_state.setSearching(false);
    });
    state.setSearching(true);
    m_job->start(state.subject()->isRun ? searchOfRun(*space) : searchOfJob(*space), [this](Result<PlanAnswer> answer) {
        if (answer)
            takeAnswer(std::move(answer).value());
        else
            m_state.setFailure(answer.error());
    });
}

PlanControl::Search PlanControl::searchOfJob(const PlanSpace& space)
{
    PlanState& state = m_state;
    JobDescription job = state.searchedJob();
    if (state.subject()->now) // what candidates are compared with
        assumeFramework(job, state.subject()->now->job);
    return [job = std::move(job), space, hardware = m_planned, ofRun = state.subject()->calibration,
               calibrate = calibratedByLog(), &state](const JobThread& thread) {
        return searchPlans(calibrate(job), space, hardware, ofRun, thread.progressFunction(),
            bestTo<PlanCandidate>(thread, state, {}));
    };
}

/// Of what the input is when the search begins: it may be closed meanwhile.
PlanControl::Search PlanControl::searchOfRun(const PlanSpace& space)
{
    PlanState& state = m_state;
    return [this, opened = m_workspace.document.opened(), input = *m_input, space, &state](
               const JobThread& thread) -> Result<PlanAnswer> {
        const auto part = [&thread](uint64_t which) {
            return [&thread, which](uint64_t done, uint64_t total) { // half for preparing it
                return thread.progress(which * std::max<uint64_t>(total, 1) + done, 2 * std::max<uint64_t>(total, 1));
            };
        };
        const Result<Simulator> simulator = Simulator::make(opened->folder, input, part(0));
        if (!simulator)
            return simulator.error();
        const JobDescription own = jobOfRun(*simulator);
        const PlanUnit unit = unitOfRun(simulator->baseline());
        const Result<RunAnswer> found = searchRun(*simulator, space, part(1),
            bestTo<RunCandidate>(thread, state, [own, unit](const RunCandidate& run) { return planOfRun(run, own, unit); }));
        if (!found)
            return found.error();
        RunAnswer kept = *found;
        const Result<Hardware> hardware = simulator->hardware({});
        thread.deliver([this, kept = std::move(kept), hardware = hardware ? *hardware : Hardware(),
                           now = planOfRun(found->now, own, unit), unit] {
            m_runAnswer = kept;
            m_runHardware = hardware;
            m_state.setRun(now, unit);
        });
        return planOfRun(*found, own, unit);
    };
}

/// The user's: what was found so far is gone, what was found before stays.
void PlanControl::cancel()
{
    if (m_job)
        m_job->cancel();
}

void PlanControl::stop()
{
    if (!m_job)
        return;
    m_job->disconnect(this);
    m_retired.take(std::move(m_job));
    m_state.setSearching(false);
}

void PlanControl::takeAnswer(PlanAnswer answer)
{
    PlanState& state = m_state;
    state.setAnswer(std::move(answer));
    // A description without sizes has no timeline before.
    if (!state.now() && state.candidates().rowCount() > 0)
        fillIn(PlanCandidate(*state.candidates().candidate(0)));
}

/// The description that is open gets the sizes of this candidate: what it is compared with from now on.
void PlanControl::fillIn(const PlanCandidate& candidate)
{
    const OpenedFolderPtr& opened = m_workspace.document.opened();
    if (!opened || !m_input || m_input->kind != SimulationSource::Kind::Description
        || m_input->index >= opened->folder.jobs.size())
        return;
    auto filled = std::make_shared<OpenedFolder>(*opened);
    filled->folder.jobs[m_input->index] = candidate.job;
    m_isFillingIn = true;
    m_workspace.document.updateFolder(std::move(filled));
    m_isFillingIn = false;
    m_state.setNow(candidate, tr("first found"));
}

void PlanControl::tryCandidate(const PlanCandidate& candidate)
{
    const PlanCandidate* now = m_state.now();
    if (!now) {
        fillIn(candidate);
        return;
    }
    Result<Knobs> knobs = knobsOfSet(candidate.set);
    if (!knobs) {
        emit refused(messageText(knobs.error()));
        return;
    }
    Knobs moved = std::move(knobs).value();
    if (!m_state.subject()->isRun) {
        moved = withoutDescribedValues(std::move(moved), now->job);
        const Knobs machine = chosenMachine();
        moved.hardware = machine.hardware;
        moved.measuredOn = machine.measuredOn;
    }
    if (m_input)
        m_whatIf.tryKnobs(*m_input, moved, tr("plan %1").arg(planText(candidate.job)));
}

void PlanControl::copyFlags(int framework)
{
    const PlanCandidate* shown = m_state.shown();
    const auto frameworks = flagFrameworks();
    if (!shown || framework < 0 || size_t(framework) >= frameworks.size())
        return;
    const FlagFrameworkInfo& info = frameworks[size_t(framework)];
    const FrameworkFlags flags = frameworkFlags(shown->job, info.framework);
    QApplication::clipboard()->setText(exactText(flags.text));
    emit copied(tr("Copied: what makes %1 run %2").arg(toText(info.name), planText(shown->job)));
    QStringList notes;
    for (const Message& note : flags.notes)
        notes << messageText(note);
    if (!notes.isEmpty())
        emit noticed(notes.join(QLatin1Char(' ')));
}

QByteArray PlanControl::contents(PlanView::FileKind kind) const
{
    const PlanState& state = m_state;
    if (kind == PlanView::FileKind::Svg) {
        const Palette palette = Palette::of(m_view);
        auto content = std::make_unique<PanelPicture>(std::make_unique<PlanView>(m_state), palette);
        Picture::Words words;
        words.title = state.subject()->name;
        words.subtitle = content->summary();
        words.legend = content->legend();
        const Picture picture(std::move(words), palette, std::move(content));
        return svgPicture(picture, PictureSize());
    }
    PlanAnswer answer = state.answer();
    answer.candidates = state.candidates().candidates();
    const Result<PlanSpace> wished = state.space();
    const PlanSpace space = wished ? *wished : PlanSpace();
    PlanReport report = m_runAnswer
        ? planReportOf(*m_runAnswer, state.subject()->name.toStdString(), m_runHardware, space)
        : planReportOf(answer, state.subject()->job, state.subject()->now, m_planned, space);
    report.run = state.subject()->calibration.memory;
    if (!m_runAnswer && isOfUnnamedGpus() && m_hardwareKey.isEmpty() && space.gpuMemoryBytes <= 0)
        forgetAssumedGpu(report);
    return QByteArray::fromStdString(
        kind == PlanView::FileKind::Csv ? planSearchCsv(report) : planSearchJson(report));
}

bool PlanControl::write(PlanView::FileKind kind, const QString& path)
{
    if (!m_state.subject() || !m_state.hasAnswer())
        return false;
    if (const std::optional<Error> error = writeWholeFile(path, contents(kind))) {
        emit refused(messageText(*error));
        return false;
    }
    emit written(path);
    return true;
}

void PlanControl::askFile(PlanView::FileKind kind)
{
    const auto [ending, filter] = kind == PlanView::FileKind::Svg
        ? std::pair(QStringLiteral(".svg"), tr("SVG drawings (*.svg)"))
        : kind == PlanView::FileKind::Csv ? std::pair(QStringLiteral(".csv"), tr("Tables (*.csv)"))
                                          : std::pair(QStringLiteral(".json"), tr("JSON (*.json)"));
    QString path = askPath(QStringLiteral("plan") + ending, filter);
    if (path.isEmpty())
        return;
    if (!path.endsWith(ending, Qt::CaseInsensitive))
        path += ending;
    write(kind, path);
}

DescribeDialog* PlanControl::dialog() const { return m_dialog; }

void PlanControl::describe()
{
    if (m_dialog)
        m_dialog->close();
    m_dialog = new DescribeDialog(m_state.hardwareOptions(), m_view.window());
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (const auto& subject = m_state.subject()) {
        const JobDescription& job = subject->now ? subject->now->job : subject->job;
        if (job.model.layers > 0) // of a trace alone no model is known: an example is a better beginning than zeros
            m_dialog->setJob(job);
    }
    m_dialog->setHardware(m_hardwareKey);
    connect(m_dialog, &DescribeDialog::described, this, [this](const QString& path, const QString& hardware) {
        PlanState::Wishes wishes = m_state.wishes();
        wishes.hardware = hardware;
        m_state.setWishes(wishes);
        emit openRequested(path);
    });
    m_dialog->open();
}

} // namespace bubblescope
