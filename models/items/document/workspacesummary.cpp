// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace.h"

namespace bubblescope {

namespace {

constexpr uint32_t partSpanLimit = 500'000;

} // namespace

std::shared_ptr<const RunSummary> Workspace::runSummary() const
{
    const Run* current = run();
    if (!current)
        return nullptr;
    if (showsSimulation())
        return m_simulation->summary;
    const auto index = static_cast<size_t>(m_runIndex);
    if (index < m_opened->summaries.size() && m_opened->summaries[index])
        return m_opened->summaries[index];
    if (m_summarized.lock() != current->trace) {
        m_summarized = current->trace;
        m_summary = current->trace->spanCount() > summarySpanLimit
            ? nullptr
            : std::make_shared<const RunSummary>(
                summarizeRun(*contextOf(*current), current->trace->timing()));
    }
    return m_summary;
}

std::shared_ptr<const WaitingTimes> Workspace::waiting() const
{
    const std::shared_ptr<const RunSummary> summary = run() && run()->kind != Run::Kind::Plan ? runSummary() : nullptr;
    return summary ? std::shared_ptr<const WaitingTimes>(summary, &summary->waiting) : nullptr;
}

void Workspace::findCollective()
{
    m_collective.clear();
    const Run* current = run();
    const bool isInterleaved = showsSimulation() && !m_simulation->fromOpened.empty(); // two of everything
    if (current && current->kind != Run::Kind::Plan && !isInterleaved
        && m_selectedSpan.value < current->trace->spanCount()) {
        m_collective = collectiveByArrival(*contextOf(*current), current->trace->timing(), m_selectedSpan);
    }
}

QString Workspace::extentText() const
{
    switch (m_extent) {
    case Extent::Range:
        return tr("of the range");
    case Extent::Step:
        return tr("of step %1").arg(m_step.value_or(0));
    case Extent::Run:
        break;
    }
    return tr("of the run");
}

std::shared_ptr<const RunSummary> Workspace::figures() const { return m_partSummary ? m_partSummary : runSummary(); }

void Workspace::updateFigures()
{
    const Run* current = run();
    std::optional<TimeRange> part = m_selectedRange;
    Extent extent = part ? Extent::Range : Extent::Run;
    if (!part && m_step && current && current->trace->steps().size() > 1) {
        for (const Step& step : current->trace->steps()) {
            if (step.number == *m_step) {
                part = step.range;
                extent = Extent::Step;
            }
        }
    }
    const std::shared_ptr<const RunSummary> whole = runSummary();
    if (!whole || !part || !current->trace->ranksAreComparable() || current->trace->spanCount() > partSpanLimit) {
        part.reset();
        extent = Extent::Run;
    }
    if (part == m_part && extent == m_extent)
        return;
    m_part = part;
    m_extent = extent;
    m_partSummary = !part ? nullptr
                          : std::make_shared<const RunSummary>(summarizePart(
                              *contextOf(*current), current->trace->timing(), *part, whole->waiting));
    emit figuresChanged();
}

} // namespace bubblescope
