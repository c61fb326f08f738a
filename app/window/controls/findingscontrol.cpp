// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingscontrol.h"

#include "hangingrun.h"
#include "helpfulknobs.h"
#include "modelledinput.h"
#include "spankey.h"
#include "workspace.h"

#include <algorithm>

namespace bubblescope {

namespace {
constexpr int settledMs = 250;
constexpr int shortMs = 400; // shorter analyses show no progress

/// Findings of all ranks; they refer to those of their spans that are in memory.
FindingsPtr findingsOf(const KnownAnalysis& known, const Run& run)
{
    auto findings = std::make_shared<Findings>(known.analysis.findings);
    const Trace& named = *known.run->trace;
    for (Finding& finding : findings->list) {
        Evidence& evidence = finding.evidence;
        std::vector<SpanId> found;
        for (const SpanId span : evidence.spans) {
            const SpanId now = findSpan(*run.trace, keyOf(named, span));
            const int32_t rank = named.track(named.track(span)).rank;
            if (now.isValid())
                found.push_back(now);
            else if (std::find(evidence.ranks.begin(), evidence.ranks.end(), rank) == evidence.ranks.end())
                evidence.ranks.push_back(rank);
        }
        evidence.spans = std::move(found);
    }
    return findings;
}
} // namespace

FindingOptions findingOptionsOf(const Workspace& workspace)
{
    FindingOptions options;
    const Run* run = workspace.document.run();
    const auto steps = run ? run->trace->steps() : std::span<const Step>();
    for (size_t i = 0; i < steps.size(); ++i) {
        if (workspace.window.step() && steps[i].number == *workspace.window.step())
            options.step = int(i);
    }
    return options;
}

FindingsControl::FindingsControl(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(settledMs);
    connect(&m_pause, &QTimer::timeout, this, &FindingsControl::look);
    connect(&workspace.document, &Document::folderChanged, this, &FindingsControl::lookLater);
    connect(&workspace.document, &Document::runChanged, this, &FindingsControl::lookLater);
    connect(&workspace.diagnosis, &Diagnosis::findingChanged, this, [this] {
        if (m_workspace.diagnosis.findings())
            m_mark = m_workspace.diagnosis.findingIndex();
    });
    connect(&workspace.window, &TimeWindow::stepChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&workspace.inputs, &InputChoice::layerTableChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&workspace.inputs, &InputChoice::workloadChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&workspace.inputs, &InputChoice::runLogChanged, &m_pause, qOverload<>(&QTimer::start));
}

FindingsControl::~FindingsControl() = default;

/// Be the rest on its way or not.
bool FindingsControl::hasOnlySomeRanks() const
{
    const Document& document = m_workspace.document;
    const auto run = size_t(document.runIndex());
    return document.openedRun() && !document.showsSimulation() && run < document.opened()->lacksSpans.size()
        && document.opened()->lacksSpans[run];
}

void FindingsControl::lookLater()
{
    if (!m_workspace.document.folder())
        m_retired.take(std::move(m_job)); // it keeps what was closed
    if (!takeKept() || !hasOnlySomeRanks())
        m_pause.start();
}

/// What is known of all ranks stays while ranks come and go, and until all of them were looked at here.
bool FindingsControl::takeKept()
{
    const Document& document = m_workspace.document;
    if (m_kept && (!document.folder() || m_kept->path != document.folder()->path))
        m_kept = nullptr;
    if (!m_kept || !document.run() || document.showsSimulation() || m_kept->known.run->name != document.run()->name)
        return false;
    const int mark = m_mark;
    m_workspace.diagnosis.setFindings(findingsOf(m_kept->known, *document.run()));
    m_workspace.diagnosis.markFinding(mark);
    return true;
}

/// The question owns its data, since the workspace may change meanwhile.
FindingsControl::Find FindingsControl::question() const
{
    // An input without a timeline is analysed itself; its modelled step has reasons, too.
    using Kind = SimulationSource::Kind;
    std::optional<SimulationSource> input;
    if (!m_workspace.document.openedRun()) {
        if (m_workspace.inputs.runLog())
            input = SimulationSource {Kind::RunLog, size_t(m_workspace.inputs.runLogIndex()), 0};
        else if (m_workspace.inputs.workload())
            input = SimulationSource {Kind::Workload, size_t(m_workspace.inputs.workloadIndex()), 0};
        else if (m_workspace.inputs.layerTable())
            input = SimulationSource {Kind::LayerTable, size_t(m_workspace.inputs.layerTableIndex()), 0};
    }
    const Run* run = m_workspace.document.run();
    if (!run && !input)
        return {};
    if (isHangingRun(m_workspace.document))
        return {};
    const OpenedFolderPtr all = m_workspace.document.opened();
    if (hasOnlySomeRanks()) {
        return [all, number = size_t(m_workspace.document.runIndex()), shown = *run](const ProgressFn&) {
            FindingsResult out;
            Result<KnownAnalysis> known = knownOf(*all).run(number).analysis();
            if (known) {
                out.findings = findingsOf(*known, shown);
                out.kept
                    = std::make_shared<const KeptFindings>(KeptFindings {all->folder.path, std::move(known).value()});
            } else {
                Findings none;
                none.verdict = known.error().message;
                out.findings = std::make_shared<const Findings>(std::move(none));
            }
            return out;
        };
    }
    const FindingOptions options = findingOptionsOf(m_workspace);
    const bool isOpened = run && run == m_workspace.document.openedRun();
    return [input, opened = m_workspace.document.opened(), run = run ? std::optional<Run>(*run) : std::nullopt,
               number = isOpened ? std::optional(size_t(m_workspace.document.runIndex())) : std::nullopt,
               options](const ProgressFn& progress) {
        FindingsResult out;
        if (input)
            out.findings = std::make_shared<const Findings>(modelledInput(opened->folder, *input).findings);
        FindingOptions cancellable = options;
        cancellable.progress = progress;
        std::optional<RunAnalysis> analysis = run ? analyzeRun(*run, cancellable) : std::nullopt;
        if (!analysis)
            return out;
        if (number)
            keepHelpfulKnobs(analysis->findings, opened->folder, *number, progress);
        if (!input)
            out.findings = std::make_shared<const Findings>(std::move(analysis->findings));
        out.reasons = std::make_shared<const StepReasons>(*run, *analysis);
        return out;
    };
}

void FindingsControl::stop()
{
    m_pause.stop();
    m_retired.take(std::move(m_job));
}

void FindingsControl::look()
{
    m_pause.stop();
    m_retired.take(std::move(m_job));
    Find find = question();
    if (!find) {
        m_workspace.diagnosis.setFindings(nullptr);
        m_workspace.diagnosis.setReasons(nullptr);
        return;
    }
    m_begun.start();
    m_job = std::make_unique<BackgroundJob>();
    connect(m_job.get(), &BackgroundJob::progressed, this, [this](double share) {
        if (m_begun.elapsed() >= shortMs)
            emit progressed(share);
    });
    connect(m_job.get(), &BackgroundJob::failed, this, [this](const Error& error) {
        Findings none;
        none.verdict = error.message;
        take({std::make_shared<const Findings>(std::move(none)), nullptr});
    });
    m_job->start([this, find = std::move(find)](const JobThread& thread) {
        const FindingsResult found = find(thread.progressFunction());
        thread.deliver([this, found] { take(found); });
    });
}

void FindingsControl::take(const FindingsResult& found)
{
    m_kept = found.kept;
    m_workspace.diagnosis.setReasons(found.reasons);
    m_workspace.diagnosis.setFindings(found.findings);
    m_retired.take(std::move(m_job)); // not deleted here, since it is emitting
    emit findingsReady();
}

} // namespace bubblescope
