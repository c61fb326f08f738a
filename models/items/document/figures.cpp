// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures.h"

#include "document.h"
#include "earlypart.h"
#include "selection.h"
#include "timewindow.h"
#include "tracework.h"

#include <utility>

namespace bubblescope {

namespace {

// Number of spans; summing up more on the GUI thread would be noticeable.
constexpr size_t mostSummedAtOnce = 1'000'000;
constexpr size_t mostPartsAtOnce = 500'000;

} // namespace

Figures::Figures(
    const Document& document, const Selection& selection, const TimeWindow& window, TraceWork& work, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_window(window), m_work(work)
{
    constexpr int pauseMs = 120; // do not recompute for every pixel while a range is dragged
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &Figures::update);
    connect(&selection, &Selection::rangeChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&window, &TimeWindow::stepChanged, this, &Figures::update);
    connect(&document, &Document::replaced, this, &Figures::startOver);
}

void Figures::startOver()
{
    m_extent = m_wantedExtent = Extent::Run;
    m_wantedPart.reset();
    m_partSummary.reset();
    findSummary();
    QTimer::singleShot(0, this, &Figures::update); // once everybody has the run
}

std::shared_ptr<const RunSummary> Figures::ofRun() const
{
    if (!m_document.run())
        return nullptr;
    if (m_document.showsSimulation())
        return m_document.simulation()->summary;
    const auto index = static_cast<size_t>(m_document.runIndex());
    const auto& known = m_document.opened()->summaries;
    return index < known.size() && known[index] && !(m_summary && known[index]->isOverview) ? known[index] : m_summary;
}

/// Computes the summary unless it is known.
void Figures::findSummary()
{
    m_summary = nullptr;
    const Run* current = m_document.run();
    if (!current || m_document.showsSimulation())
        return;
    const std::shared_ptr<const RunSummary> known = ofRun();
    if (known && (!known->isOverview || isOfFewerRanks(*current->trace, *known)))
        return;
    if (!m_work.hasBackground() && current->trace->spanCount() > mostSummedAtOnce)
        return;
    const auto sum = [this, now = current->trace, context = contextOf(*current)]() -> TraceWork::Take {
        return [this, now, summary = std::make_shared<const RunSummary>(summarizeRun(*context, now->timing()))] {
            if (m_document.trace() != now || m_document.showsSimulation())
                return false;
            m_summary = summary;
            return true;
        };
    };
    m_work.perform(TraceWork::Task::Summary, current->trace->spanCount(), sum, [this] {
        emit changed();
        update(); // a part may have waited for it
    });
}

std::shared_ptr<const WaitingTimes> Figures::waiting() const
{
    const std::shared_ptr<const RunSummary> summary
        = m_document.run() && m_document.run()->kind != Run::Kind::Plan ? ofRun() : nullptr;
    return summary ? std::shared_ptr<const WaitingTimes>(summary, &summary->waiting) : nullptr;
}

std::shared_ptr<const BubblesAndWaits> Figures::lost() const
{
    const std::shared_ptr<const RunSummary> summary
        = m_document.run() && m_document.run()->kind != Run::Kind::Plan ? ofRun() : nullptr;
    return summary ? summary->lost : nullptr;
}

std::optional<int64_t> Figures::step() const
{
    return m_extent == Extent::Range ? std::nullopt : m_window.step();
}

QString Figures::extentText() const
{
    switch (m_extent) {
    case Extent::Range:
        return tr("of the range");
    case Extent::Step:
        return tr("of step %1").arg(m_window.step().value_or(0));
    case Extent::Run:
        break;
    }
    return tr("of the run");
}

std::shared_ptr<const RunSummary> Figures::ofPart() const { return m_partSummary ? m_partSummary : ofRun(); }

void Figures::update()
{
    const Run* current = m_document.run();
    std::optional<TimeRange> part = m_selection.range();
    Extent extent = part ? Extent::Range : Extent::Run;
    if (!part && m_window.step() && current && current->trace->steps().size() > 1) {
        for (const Step& step : current->trace->steps()) {
            if (step.number == *m_window.step()) {
                part = step.range;
                extent = Extent::Step;
            }
        }
    }
    // A profiler may have seen more than its only step, which is what everybody speaks of.
    if (!part && current && !m_document.showsSimulation() && current->trace->steps().size() == 1)
        part = windowOfStep(*current->trace, 0);
    std::shared_ptr<const RunSummary> whole = ofRun();
    if (whole && whole->isOverview)
        whole = nullptr;
    const bool isTooMuch = current && !m_work.hasBackground() && current->trace->spanCount() > mostPartsAtOnce;
    if (!whole || !part || isTooMuch || !current->trace->ranksAreComparable()) {
        part.reset();
        extent = Extent::Run;
    }
    if (part == m_wantedPart && extent == m_wantedExtent)
        return;
    m_wantedPart = part;
    m_wantedExtent = extent;
    const auto take = [this, extent](std::shared_ptr<const RunSummary> summary) {
        m_extent = extent;
        m_partSummary = std::move(summary);
    };
    if (!part) {
        take(nullptr);
        emit changed();
        return;
    }
    // The figures remain those of the previous part until then.
    const auto sum
        = [this, now = current->trace, context = contextOf(*current), wanted = *part, whole, take]() -> TraceWork::Take {
        auto summary = summarizePart(*context, now->timing(), wanted, whole->waiting);
        return [this, now, wanted, take, summary = std::make_shared<const RunSummary>(std::move(summary))] {
            if (m_document.trace() != now || m_wantedPart != wanted)
                return false;
            take(summary);
            return true;
        };
    };
    if (m_work.perform(TraceWork::Task::Part, current->trace->spanCount(), sum, [this] { emit changed(); }))
        emit changed();
}

} // namespace bubblescope
