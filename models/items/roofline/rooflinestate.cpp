// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooflinestate.h"

#include "devicelanes.h"
#include "devicesums.h"
#include "document.h"
#include "formatting.h"
#include "operatorpeaks.h"
#include "operatorsums.h"
#include "selection.h"
#include "timewindow.h"
#include "typicalstep.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

bool hasShapes(const std::vector<OperatorUse>& operators)
{
    return std::any_of(operators.begin(), operators.end(), [](const OperatorUse& use) { return !use.shapes.empty(); });
}

/// Of the run, in its usual step.
Result<std::vector<OperatorUse>> usualOperators(const OpenedFolder& opened, size_t number)
{
    return knownOf(opened).run(number).operators();
}

} // namespace

RooflineState::RooflineState(
    const Document& document, const Selection& selection, const TimeWindow& window, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_window(window)
{
    connect(&document, &Document::folderChanged, this, &RooflineState::startOver);
    connect(&document, &Document::runChanged, this, &RooflineState::startOver);
    connect(&document, &Document::otherRunChanged, this, &RooflineState::startOver);
    connect(&selection, &Selection::rangeChanged, this, &RooflineState::startOver);
    connect(&window, &TimeWindow::stepChanged, this, &RooflineState::startOver);
    connect(&m_work, &TraceWork::givenUp, this, &RooflineState::giveUp);
}

bool RooflineState::applies() const
{
    const TracePtr trace = m_document.trace();
    return trace && !m_document.showsSimulation() && isProfilerRun(*trace);
}

bool RooflineState::isSimulated() const
{
    const Run* opened = m_document.openedRun();
    return m_document.showsSimulation() && opened && isProfilerRun(*opened->trace);
}

QString RooflineState::otherName() const
{
    const int other = m_document.otherRunIndex();
    return other < 0 ? QString() : toText(m_document.folder()->runs[size_t(other)].name).simplified();
}

void RooflineState::startOver()
{
    ++m_generation;
    m_found.reset();
    m_isAsked = false;
    emit changed();
}

/// Until something else is chosen: the same would end the same way.
void RooflineState::giveUp()
{
    if (m_found || !m_isAsked)
        return;
    auto none = std::make_shared<RooflineOperators>();
    none->refusal = Error {
        say("An error, which is shown above the timeline, ended the count of operators. Choose another step or range."),
        {}, {}};
    m_found = std::move(none);
    emit changed();
}

RooflineOperatorsPtr RooflineState::found()
{
    if (!applies() || std::exchange(m_isAsked, true))
        return m_found;
    const TracePtr trace = m_document.trace();
    RooflineOperators start;
    start.hardware = hardwareOfRun(*m_document.run());
    // What is not in memory has only what its index keeps.
    const std::optional<TimeRange> range = m_document.blocks() ? std::nullopt : m_selection.range();
    const std::optional<int64_t> chosen = m_document.blocks() ? std::nullopt : m_window.step();
    int step = trace->steps().empty() ? -1 : typicalStep(*trace);
    bool isUsual = !range;
    for (size_t i = 0; chosen && i < trace->steps().size(); ++i) {
        if (trace->steps()[i].number == *chosen) {
            isUsual &= step == int(i);
            step = int(i);
        }
    }
    start.of = range ? RooflineOperators::Of::Range
        : step >= 0  ? RooflineOperators::Of::Step
                     : RooflineOperators::Of::Recording;
    if (step >= 0)
        start.step = trace->steps()[size_t(step)].number;
    // Holds the folder, and so the trace, while it works.
    const auto work = [this, opened = m_document.opened(), number = size_t(m_document.runIndex()),
                          other = m_document.otherRunIndex(), trace, range, step, isUsual, start,
                          generation = m_generation]() -> TraceWork::Take {
        const auto found = std::make_shared<RooflineOperators>(start);
        if (range) {
            ComparedPart part;
            part.by = ComparedPart::By::Times;
            const TimeNs start = trace->range().begin; // selected times are those of the trace
            part.times = {range->begin - start, range->end - start};
            DeviceSums sums(part);
            sums.add(*trace, [] { return true; });
            found->operators = operatorsFrom(sums, trace->strings());
            if (!hasShapes(found->operators))
                found->operators.clear();
        } else if (!isUsual) {
            found->operators = operatorsOf(*trace, step);
        } else if (Result<std::vector<OperatorUse>> known = usualOperators(*opened, number)) {
            found->operators = std::move(known).value();
        } else {
            found->refusal = known.error();
        }
        if (other >= 0) {
            if (Result<std::vector<OperatorUse>> known = usualOperators(*opened, size_t(other)))
                found->others = std::move(known).value();
        }
        return [this, found, generation] {
            if (generation != m_generation)
                return false;
            m_found = found;
            return true;
        };
    };
    m_work.perform(TraceWork::Task::Summary, trace->spanCount(), work, [this] { emit changed(); });
    return m_found;
}

} // namespace bubblescope
