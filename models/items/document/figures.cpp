// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace.h"

#include <QPointer>

#include <utility>

namespace bubblescope {

namespace {

constexpr size_t littleWork = 200'000; // spans; a few milliseconds
// Where all is done at once, more would be felt.
constexpr size_t mostSummedAtOnce = 1'000'000;
constexpr size_t mostPartsAtOnce = 500'000;

} // namespace

bool Workspace::perform(Task task, size_t spans, std::function<Take()> work, void (Workspace::*changed)())
{
    if (!m_background || spans <= littleWork) {
        work()();
        return true;
    }
    m_background(*this, task, [guard = QPointer<Workspace>(this), work = std::move(work), changed] {
        return [guard, take = work(), changed] {
            if (guard && take())
                emit (guard->*changed)();
        };
    });
    return false;
}

std::shared_ptr<const RunSummary> Workspace::runSummary() const
{
    if (!run())
        return nullptr;
    if (showsSimulation())
        return m_simulation->summary;
    const auto index = static_cast<size_t>(m_runIndex);
    const auto& known = m_opened->summaries;
    return index < known.size() && known[index] ? known[index] : m_summary;
}

/// Where nobody knows it yet.
void Workspace::findSummary()
{
    m_summary = nullptr;
    const Run* current = run();
    if (!current || showsSimulation() || runSummary())
        return;
    if (!m_background && current->trace->spanCount() > mostSummedAtOnce)
        return;
    const auto sum = [this, now = current->trace, layout = current->layout]() -> Take {
        return [this, now, summary = std::make_shared<const RunSummary>(summarizeRun(*now, now->timing(), layout))] {
            if (trace() != now || showsSimulation())
                return false;
            m_summary = summary;
            return true;
        };
    };
    perform(Task::Summary, current->trace->spanCount(), sum, &Workspace::figuresChanged);
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
        m_collective = collectiveByArrival(*current->trace, current->trace->timing(), current->layout, m_selectedSpan);
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
    const bool isTooMuch = current && !m_background && current->trace->spanCount() > mostPartsAtOnce;
    if (!whole || !part || isTooMuch || !current->trace->ranksAreComparable()) {
        part.reset();
        extent = Extent::Run;
    }
    if (part == m_wantedPart && extent == m_wantedExtent)
        return;
    m_wantedPart = part;
    m_wantedExtent = extent;
    const auto take = [this, part, extent](std::shared_ptr<const RunSummary> summary) {
        m_part = part;
        m_extent = extent;
        m_partSummary = std::move(summary);
    };
    if (!part) {
        take(nullptr);
        emit figuresChanged();
        return;
    }
    // Until then the figures stay those of the part before.
    const auto sum = [this, now = current->trace, layout = current->layout, wanted = *part, whole, take]() -> Take {
        auto summary = summarizePart(*now, now->timing(), layout, wanted, whole->waiting);
        return [this, now, wanted, take, summary = std::make_shared<const RunSummary>(std::move(summary))] {
            if (trace() != now || m_wantedPart != wanted)
                return false;
            take(summary);
            return true;
        };
    };
    if (perform(Task::Part, current->trace->spanCount(), sum, &Workspace::figuresChanged))
        emit figuresChanged();
}

} // namespace bubblescope
