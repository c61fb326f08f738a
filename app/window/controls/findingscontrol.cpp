// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingscontrol.h"

#include "earlypart.h"
#include "freedmemory.h"
#include "hangingrun.h"
#include "modelledinput.h"
#include "workspace.h"

namespace bubblescope {

namespace {
constexpr int pauseMs = 250;
constexpr int shortMs = 400; // shorter analyses show no progress
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
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FindingsControl::look);
    connect(&workspace.document, &Document::folderChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&workspace.document, &Document::runChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&workspace.window, &TimeWindow::stepChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&workspace.inputs, &InputChoice::layerTableChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&workspace.inputs, &InputChoice::workloadChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&workspace.inputs, &InputChoice::runLogChanged, &m_pause, qOverload<>(&QTimer::start));
}

FindingsControl::~FindingsControl() = default;

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
    if (run && all && !m_workspace.document.showsSimulation()
        && isEarlyPart(all->folder, size_t(m_workspace.document.runIndex()), all->summaries))
        return {}; // the rest comes in a moment
    const FindingOptions options = findingOptionsOf(m_workspace);
    return [input, opened = m_workspace.document.opened(), run = run ? std::optional<Run>(*run) : std::nullopt,
               options](const ProgressFn& progress) {
        FindingsResult out;
        if (input)
            out.findings = std::make_shared<const Findings>(modelledInput(opened->folder, *input).findings);
        FindingOptions cancellable = options;
        cancellable.progress = progress;
        std::optional<RunAnalysis> analysis = run ? analyzeRun(*run, cancellable) : std::nullopt;
        if (!analysis)
            return out;
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
        thread.tell([this, found] { take(found); });
        returnFreedMemory();
    });
}

void FindingsControl::take(const FindingsResult& found)
{
    m_workspace.diagnosis.setReasons(found.reasons);
    m_workspace.diagnosis.setFindings(found.findings);
    m_retired.take(std::move(m_job)); // not deleted here, since it is emitting
    emit findingsReady();
}

} // namespace bubblescope
