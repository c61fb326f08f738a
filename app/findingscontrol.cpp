// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingscontrol.h"

#include "workspace.h"

#include <new>

namespace bubblescope {

namespace {
constexpr int pauseMs = 250;
} // namespace

FindingsJob::FindingsJob(Find find, QObject* parent) : BackgroundJob(parent)
{
    start([this, find = std::move(find)] {
        FindingsPtr findings;
        try {
            findings = std::make_shared<const Findings>(find([this](uint64_t, uint64_t) { return !m_stops; }));
        } catch (const std::bad_alloc&) {
            Findings none;
            none.verdict = "There is not enough memory to look for findings.";
            findings = std::make_shared<const Findings>(std::move(none));
        }
        if (!m_stops)
            tell([this, findings] { emit found(findings); });
    });
}

FindingsControl::FindingsControl(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FindingsControl::look);
    for (const auto signal : {&Workspace::folderChanged, &Workspace::runChanged, &Workspace::stepChanged,
             &Workspace::layerTableChanged, &Workspace::workloadChanged, &Workspace::runLogChanged})
        connect(&workspace, signal, &m_pause, qOverload<>(&QTimer::start));
}

FindingsControl::~FindingsControl() = default;

/// What is asked holds its data: the workspace may go on to something else meanwhile.
FindingsJob::Find FindingsControl::question() const
{
    // An input without a timeline is looked at itself, not at the step that was modelled from it.
    if (const Run* run = m_workspace.openedRun() ? m_workspace.run() : nullptr) {
        FindingOptions options;
        const auto steps = run->trace->steps();
        for (size_t i = 0; i < steps.size(); ++i) {
            if (m_workspace.step() && steps[i].number == *m_workspace.step())
                options.step = int(i);
        }
        return [run = *run, options](const ProgressFn& progress) {
            FindingOptions cancellable = options;
            cancellable.progress = progress;
            return findRunFindings(run, cancellable);
        };
    }
    if (const RunLog* log = m_workspace.runLog())
        return [log = *log](const ProgressFn&) { return findLogFindings(log); };
    if (const Workload* workload = m_workspace.workload())
        return [workload = *workload](const ProgressFn&) { return findWorkloadFindings(workload); };
    if (const LayerTable* table = m_workspace.layerTable())
        return [table = *table](const ProgressFn&) { return findTableFindings(table); };
    return {};
}

void FindingsControl::look()
{
    m_pause.stop();
    m_retired.take(std::move(m_job));
    FindingsJob::Find find = question();
    if (!find) {
        m_workspace.setFindings(nullptr);
        return;
    }
    m_job = std::make_unique<FindingsJob>(std::move(find));
    connect(m_job.get(), &FindingsJob::found, this, [this](const FindingsPtr& findings) {
        m_workspace.setFindings(findings);
        emit findingsReady();
    });
}

} // namespace bubblescope
