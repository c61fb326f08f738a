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
#include "panelpicture.h"
#include "picturefile.h"
#include "plandifference.h"
#include "planreport.h"
#include "plantext.h"
#include "tabletexts.h"
#include "whatifcontrol.h"
#include "workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>

#include <atomic>
#include <chrono>
#include <utility>

namespace bubblescope {

namespace {

constexpr int64_t pauseOfBestMs = 60; // more often nobody can read it

int64_t nowMs()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
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
std::optional<PlanCandidate> candidateOf(const JobDescription& job, const Hardware& hardware)
{
    Result<JobDescription> complete = completeLayout(job, hardware.gpusPerNode);
    if (!complete)
        return std::nullopt;
    const Result<PlannedStep> step = plannedStep(*complete, hardware);
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

PlanControl::PlanControl(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_catalog(hardwareCatalog()), m_hardware(defaultHardware())
{
    askPath = [this](const QString& suggestion, const QString& filter) {
        return QFileDialog::getSaveFileName(m_parts.view.window(), tr("Export"), suggestion, filter);
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
    PlanState& state = m_parts.state;
    state.setHardwareOptions(std::move(options));
    connect(&m_parts.workspace.document, &Document::folderChanged, this, &PlanControl::changeFolder);
    connect(&m_parts.whatIf, &WhatIfControl::inputChanged, this, [this](const SimulationSource& input) {
        if (input.kind == SimulationSource::Kind::Description && input.index != m_index)
            takeJob(input.index);
    });
    connect(&state, &PlanState::wishesChanged, this, &PlanControl::takeWishes);
    connect(&state, &PlanState::searchRequested, this, &PlanControl::begin);
    connect(&state, &PlanState::cancelRequested, this, &PlanControl::cancel);
    connect(&state, &PlanState::whatIfRequested, this, &PlanControl::tryCandidate);
    connect(&m_parts.view, &PlanView::describeRequested, this, &PlanControl::describe);
    connect(&m_parts.view, &PlanView::flagsRequested, this, &PlanControl::copyFlags);
    connect(&m_parts.view, &PlanView::exportRequested, this, &PlanControl::askFile);
    changeFolder();
}

PlanControl::~PlanControl() = default;

void PlanControl::changeFolder()
{
    if (m_isFillingIn)
        return;
    const RunFolder* folder = m_parts.workspace.document.folder();
    takeJob(folder && !folder->jobs.empty() ? std::optional<size_t>(0) : std::nullopt);
}

void PlanControl::takeJob(std::optional<size_t> index)
{
    stop();
    m_index = index;
    const RunFolder* folder = m_parts.workspace.document.folder();
    if (!folder || !index || *index >= folder->jobs.size())
        m_parts.state.setSubject(std::nullopt);
    else
        m_parts.state.setSubject(subjectOf(folder->jobs[*index]));
}

std::optional<PlanSubject> PlanControl::subjectOf(const JobDescription& job) const
{
    PlanSubject subject;
    subject.name = nameOfJob(job);
    subject.job = job;
    subject.now = candidateOf(job, m_hardware);
    subject.nowName = tr("now");
    subject.gpuMemoryBytes = m_hardware.memoryBytes;
    subject.hardware = toText(m_hardware.name);
    return subject;
}

/// Of what the user wishes, only the hardware changes what the job is now.
void PlanControl::takeWishes()
{
    const QString key = m_parts.state.wishes().hardware;
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
    if (m_parts.state.subject())
        m_parts.state.updateSubject(*subjectOf(JobDescription(m_parts.state.subject()->job)));
}

void PlanControl::begin()
{
    const Result<PlanSpace> space = m_parts.state.space();
    if (!space) {
        emit refused(messageText(space.error()));
        return;
    }
    stop();
    m_job = std::make_unique<BackgroundJob>();
    PlanState& state = m_parts.state;
    connect(m_job.get(), &BackgroundJob::progressed, this, [&state](double share) { state.setProgress(share); });
    connect(m_job.get(), &BackgroundJob::failed, this, [&state](const Error& error) { state.setFailure(error); });
    connect(m_job.get(), &BackgroundJob::over, this, [this] {
        m_job.release()->deleteLater();
        m_parts.state.setSearching(false);
    });
    state.setSearching(true);
    m_job->start(
        [job = state.searchedJob(), space = *space, hardware = m_hardware, &state](const JobThread& thread) {
            const auto lastTold = std::make_shared<std::atomic<int64_t>>(0);
            const auto best = [thread, lastTold, &state](const PlanCandidate& candidate) {
                const int64_t now = nowMs();
                if (now - lastTold->load() < pauseOfBestMs)
                    return;
                lastTold->store(now);
                // Dropped with the job, which does not outlive the state.
                thread.tell([&state, candidate] { state.setBestSoFar(candidate); });
            };
            return searchPlans(job, space, hardware, {}, thread.progressFunction(), best);
        },
        [this](Result<PlanAnswer> answer) {
            if (answer)
                takeAnswer(std::move(answer).value());
            else
                m_parts.state.setFailure(answer.error());
        });
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
    m_parts.state.setSearching(false);
}

void PlanControl::takeAnswer(PlanAnswer answer)
{
    PlanState& state = m_parts.state;
    state.setAnswer(std::move(answer));
    // A description without sizes has no timeline before.
    if (!state.now() && state.candidates().rowCount() > 0)
        fillIn(PlanCandidate(*state.candidates().candidate(0)));
}

/// The description that is open gets the sizes of this candidate: what it is compared with from now on.
void PlanControl::fillIn(const PlanCandidate& candidate)
{
    const OpenedFolderPtr& opened = m_parts.workspace.document.opened();
    if (!opened || !m_index || *m_index >= opened->folder.jobs.size())
        return;
    auto filled = std::make_shared<OpenedFolder>(*opened);
    filled->folder.jobs[*m_index] = candidate.job;
    m_isFillingIn = true;
    m_parts.workspace.document.updateFolder(std::move(filled));
    m_isFillingIn = false;
    m_parts.state.setNow(candidate, tr("first found"));
}

void PlanControl::tryCandidate(const PlanCandidate& candidate)
{
    const PlanCandidate* now = m_parts.state.now();
    if (!now) {
        fillIn(candidate);
        return;
    }
    Result<Knobs> knobs = knobsOfSet(candidate.set);
    if (!knobs) {
        emit refused(messageText(knobs.error()));
        return;
    }
    Knobs moved = withoutDescribedValues(std::move(knobs).value(), now->job);
    if (!m_hardwareKey.isEmpty())
        moved.hardware = m_hardwareKey.toStdString();
    m_parts.whatIf.tryKnobs({SimulationSource::Kind::Description, m_index.value_or(0), 0}, moved,
        tr("plan %1").arg(planText(candidate.job)));
}

void PlanControl::copyFlags(int framework)
{
    const PlanCandidate* shown = m_parts.state.shown();
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
    const PlanState& state = m_parts.state;
    if (kind == PlanView::FileKind::Svg) {
        const Palette palette = Palette::of(m_parts.view);
        auto content = std::make_unique<PanelPicture>(std::make_unique<PlanView>(m_parts.state), palette);
        Picture::Words words;
        words.title = state.subject()->name;
        words.subtitle = content->summary();
        words.legend = content->legend();
        const Picture picture(std::move(words), palette, std::move(content));
        return svgPicture(picture, PictureSize());
    }
    PlanAnswer answer = state.answer();
    answer.candidates = state.candidates().candidates();
    const PlanReport report = planReportOf(answer, state.subject()->job, state.subject()->now, m_hardware,
        state.space() ? *state.space() : PlanSpace());
    return QByteArray::fromStdString(
        kind == PlanView::FileKind::Csv ? planSearchCsv(report) : planSearchJson(report));
}

bool PlanControl::write(PlanView::FileKind kind, const QString& path)
{
    if (!m_parts.state.subject() || !m_parts.state.hasAnswer())
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
    m_dialog = new DescribeDialog(m_parts.state.hardwareOptions(), m_parts.view.window());
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (const auto& subject = m_parts.state.subject())
        m_dialog->setJob(subject->now ? subject->now->job : subject->job);
    m_dialog->setHardware(m_hardwareKey);
    connect(m_dialog, &DescribeDialog::described, this, [this](const QString& path, const QString& hardware) {
        PlanState::Wishes wishes = m_parts.state.wishes();
        wishes.hardware = hardware;
        m_parts.state.setWishes(wishes);
        emit openRequested(path);
    });
    m_dialog->open();
}

} // namespace bubblescope
