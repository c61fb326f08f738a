// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "historycontrol.h"

#include "historyview.h"
#include "tabletexts.h"
#include "workspace.h"

#include <algorithm>

namespace bubblescope {

namespace {
constexpr size_t leastRuns = 2;

/// nullopt if it was stopped.
Result<std::optional<RunHistory>> historyIn(const OpenedFolder& opened, bool isOfLogs, const JobThread& thread)
{
    const RunFolder& folder = opened.folder;
    std::vector<GateRun> runs;
    const uint64_t count = isOfLogs ? folder.runLogs.size() : folder.runs.size();
    for (uint64_t i = 0; i < count; ++i) {
        if (!thread.progress(i, count + 1))
            return std::optional<RunHistory>();
        Result<GateRun> run = isOfLogs ? gateRunOf(folder.runLogs[i]) : knownOf(opened).run(i).gate();
        if (!run)
            return run.error();
        runs.push_back(std::move(run).value());
    }
    return std::optional(historyOf(runs));
}
} // namespace

HistoryControl::HistoryControl(Workspace& workspace, HistoryView& view, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_view(view)
{
    connect(&workspace.document, &Document::folderChanged, this, &HistoryControl::update);
    connect(&workspace.document, &Document::runChanged, this, &HistoryControl::showOpened);
    connect(&workspace.inputs, &InputChoice::runLogChanged, this, &HistoryControl::showOpened);
    connect(&view, &HistoryView::wanted, this, &HistoryControl::start);
    connect(&view, &HistoryView::runChosen, this, &HistoryControl::open);
}

HistoryControl::~HistoryControl() = default;

bool HistoryControl::applies(const RunFolder& folder)
{
    return std::max(folder.runs.size(), folder.runLogs.size()) >= leastRuns;
}

void HistoryControl::update()
{
    const RunFolder* folder = m_workspace.document.folder();
    if (folder == m_folder)
        return;
    m_folder = folder;
    m_retired.take(std::move(m_job));
    m_isOfLogs = folder && folder->runs.size() < leastRuns;
    m_view.setHistory(std::nullopt);
}

void HistoryControl::start()
{
    const RunFolder* folder = m_folder;
    if (m_job || !folder || (m_isOfLogs ? folder->runLogs.size() : folder->runs.size()) < leastRuns)
        return;
    m_view.setMissing(tr("The runs of this folder are being compared."));
    m_job = std::make_unique<BackgroundJob>();
    connect(m_job.get(), &BackgroundJob::failed, this, [this](const Error& error) { m_view.setMissing(messageText(error)); });
    // Owns the folder, since another one may be opened meanwhile.
    m_job->start([opened = m_workspace.document.opened(), isOfLogs = m_isOfLogs](
                     const JobThread& thread) { return historyIn(*opened, isOfLogs, thread); },
        [this](Result<std::optional<RunHistory>> history) {
            if (!history)
                return m_view.setMissing(messageText(history.error()));
            if (*history)
                m_view.setHistory(*std::move(history));
            showOpened();
        });
}

void HistoryControl::showOpened()
{
    m_view.setOpened(m_isOfLogs ? m_workspace.inputs.runLogIndex() : m_workspace.document.runIndex());
}

void HistoryControl::open(int run)
{
    if (m_isOfLogs)
        m_workspace.inputs.setRunLogIndex(run);
    else
        m_workspace.document.setRunIndex(run);
}

} // namespace bubblescope
