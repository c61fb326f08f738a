// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bestcombination.h"

#include "numbertext.h"
#include "plansearch.h"
#include "runspace.h"
#include "schedule.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

/// What is sure of it; 0 where nothing is.
double sureGain(const KnobGain& gain)
{
    return gain.isAdvice() ? gain.low() : 0;
}

/// Forward passes of a step.
uint64_t passesOf(const Simulator& simulator)
{
    uint64_t microbatches = 1;
    const std::string own = simulator.ownValue("microbatches");
    std::from_chars(own.data(), own.data() + own.size(), microbatches);
    const auto ranks = std::max<uint64_t>(simulator.baseline().ranks, 1);
    return ranks * std::clamp<uint64_t>(microbatches, 1, 1'000'000);
}

/// What the passes of the mean rank take, without a bubble: no order of the same work in the same layout is faster. A
/// model that takes longer than was measured takes that much less of any of them.
double leastNs(const StepFigures& figures)
{
    double busy = 0;
    for (const StepFigures::Stage& stage : figures.stages)
        busy += stage.busyNs;
    return busy / double(std::max<size_t>(figures.stages.size(), 1)) + figures.unexplainedNs;
}

/// Halvings and doublings of group sizes between a layout and the input's own.
double distanceOf(const Simulator& simulator, const Knobs& layout)
{
    double distance = 0;
    for (const std::string_view knob : {"tensor", "stages", "data", "expert"}) {
        const std::optional<double> moved = parseNumber(knobText(layout, knob));
        const std::optional<double> own = parseNumber(simulator.ownValue(knob));
        if (moved && own && *moved > 0 && *own > 0)
            distance += std::abs(std::log2(*moved / *own));
    }
    return distance;
}

class CombinationSearch {
public:
    CombinationSearch(
        const Simulator& simulator, const RunSpace& space, const ProgressFn& progress, const CombinationBudget& budget)
        : m_simulator(simulator)
        , m_space(space)
        , m_progress(progress)
        , m_budget(budget)
        , m_most(std::min(budget.combinations, budget.passes / passesOf(simulator)))
    {
    }

    std::optional<KnobGain> run()
    {
        Result<StepFigures> now = m_simulator.outcome({}, [this](uint64_t, uint64_t) { return mayContinue(); });
        if (!now)
            return std::nullopt;
        m_now = std::move(now).value();
        tryLayouts();
        for (const Tried& base : m_layouts)
            tryOrders(base);
        sort(m_orders);
        for (size_t i = 0; i < std::min(m_orders.size(), m_budget.detailed); ++i)
            tryDetails(m_orders[i]);
        tryHabits();
        return m_isStopped ? std::nullopt : std::move(m_best);
    }

private:
    struct Tried {
        Knobs layout;
        Knobs order; ///< without its details
        double gain = 0;
        double mostGain = 0; ///< of any order
        bool fits = true;
    };

    bool mayContinue()
    {
        m_isStopped
            = m_isStopped || (m_progress && !m_progress(std::min(m_played, m_most), std::max<uint64_t>(m_most, 1)));
        return !m_isStopped;
    }
    /// What is refused takes time as well.
    bool hasRoom() const { return !m_isStopped && m_played < m_most && m_asked < 3 * m_most; }
    /// The input's own order has records, whose passes may have waited: they tell no bound.
    bool mayWin(const Tried& tried) const { return tried.layout == Knobs() || tried.mostGain > surest(); }
    double surest() const { return m_best ? sureGain(*m_best) : 0; }

    /// What does not fit comes last, the fastest first.
    static void sort(std::vector<Tried>& all)
    {
        std::stable_sort(all.begin(), all.end(),
            [](const Tried& a, const Tried& b) { return a.fits != b.fits ? a.fits : a.gain > b.gain; });
    }

    /// nullopt where it is no combination here.
    std::optional<Tried> tried(const Knobs& knobs)
    {
        if (!hasRoom() || !mayContinue())
            return std::nullopt;
        ++m_asked;
        // Nothing is surer of it than what it gains.
        const auto mayBeSurest = [this](const StepFigures& then) { return throughputGain(m_now, then) > surest(); };
        const Result<StepFigures> then = m_simulator.outcome(
            knobs, [this](uint64_t, uint64_t) { return mayContinue(); }, mayBeSurest);
        if (!then || then->wholeStepNs() <= 0)
            return std::nullopt;
        ++m_played;
        KnobGain gain = gainFrom(m_simulator, m_now, *then, knobs);
        Tried made;
        made.gain = gain.throughputGain;
        made.fits = gain.fitsMemory;
        const double least = leastNs(*then);
        made.mostGain = least > 0 ? (1 + gain.throughputGain) * then->wholeStepNs() / least - 1
                                  : std::numeric_limits<double>::infinity();
        if (knobs != Knobs() && gain.needs == KnobNeeds::Nothing && mayBeSurest(*then) && sureGain(gain) > surest()) {
            gain.knob = combinationKey;
            gain.change = say("combination {}", RunSpace::setOf(knobs));
            m_best = std::move(gain);
        }
        return made;
    }

    /// In an order that the layout has: as the input is, or the first that is one.
    void tryLayouts()
    {
        std::vector<std::pair<double, Knobs>> layouts; // with their distance
        for (const Knobs& layout : m_space.layouts())
            layouts.emplace_back(distanceOf(m_simulator, layout), layout);
        std::stable_sort(
            layouts.begin(), layouts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [distance, layout] : layouts) {
            if (m_played >= (m_most + 1) / 2)
                break; // the rest is for their orders
            for (const Knobs& order : m_space.orders(layout)) {
                const std::optional<Knobs> knobs = m_space.usualDetail(order);
                std::optional<Tried> base = knobs ? tried(*knobs) : std::nullopt;
                if (!base)
                    continue;
                base->layout = layout;
                base->order = order;
                m_layouts.push_back(*base);
                m_orders.push_back(*std::move(base));
                break;
            }
        }
        sort(m_layouts);
    }

    void tryOrders(const Tried& base)
    {
        if (!hasRoom() || !mayWin(base))
            return;
        std::vector<Knobs> orders = m_space.orders(base.layout);
        if (orders.size() < 2)
            return;
        std::stable_sort(
            orders.begin(), orders.end(), [this](const Knobs& a, const Knobs& b) { return placeOf(a) < placeOf(b); });
        const bool isFirst = m_places.empty();
        std::vector<Tried> made;
        for (const Knobs& order : orders) {
            if (!isFirst && made.size() >= m_budget.orders)
                break;
            if (order == base.order) {
                made.push_back(base);
                continue;
            }
            const std::optional<Knobs> knobs = m_space.usualDetail(order);
            if (std::optional<Tried> other = knobs ? tried(*knobs) : std::nullopt) {
                other->layout = base.layout;
                other->order = order;
                made.push_back(*other);
                m_orders.push_back(*std::move(other));
            }
        }
        if (!isFirst)
            return;
        sort(made);
        for (const Tried& order : made)
            m_places.emplace_back(order.order.schedule, order.order.chunks);
    }

    /// Of a schedule among those of the first layout, the fastest first; unknown ones behind them.
    size_t placeOf(const Knobs& order) const
    {
        return size_t(
            std::find(m_places.begin(), m_places.end(), std::pair(order.schedule, order.chunks)) - m_places.begin());
    }

    void tryDetails(const Tried& order)
    {
        if (!hasRoom() || !mayWin(order))
            return;
        const std::optional<Knobs> usual = m_space.usualDetail(order.order);
        for (const Knobs& knobs : m_space.details(order.order)) {
            if (knobs != usual)
                tried(knobs);
        }
    }

    /// One after the other, each from the best so far.
    void tryHabits()
    {
        const size_t count = m_space.habits({}).size();
        for (size_t i = 0; i < count; ++i) {
            const std::vector<std::vector<Knobs>> all = m_space.habits(m_best ? m_best->knobs : Knobs());
            for (const Knobs& knobs : all[i])
                tried(knobs);
        }
    }

    const Simulator& m_simulator;
    const RunSpace& m_space;
    const ProgressFn& m_progress;
    const CombinationBudget& m_budget;
    const uint64_t m_most;
    uint64_t m_played = 0;
    uint64_t m_asked = 0;
    bool m_isStopped = false;
    StepFigures m_now;
    std::optional<KnobGain> m_best;
    std::vector<Tried> m_layouts;
    std::vector<Tried> m_orders; ///< those of layouts among them
    std::vector<std::pair<std::optional<ScheduleKind>, std::optional<int>>> m_places;
};

} // namespace

std::optional<KnobGain> bestCombination(
    const Simulator& simulator, const ProgressFn& progress, const CombinationBudget& budget)
{
    const PlanSpace everything;
    const Result<RunSpace> space = RunSpace::of(simulator, everything);
    if (!space)
        return std::nullopt;
    return CombinationSearch(simulator, *space, progress, budget).run();
}

std::vector<KnobGain> withBestCombination(std::vector<KnobGain> gains, const Simulator& simulator, const Knobs& from,
    const ProgressFn& progress, const CombinationBudget& budget)
{
    if (!(from == Knobs()))
        return gains;
    double single = 0;
    for (const KnobGain& gain : gains) {
        if (gain.needs == KnobNeeds::Nothing)
            single = std::max(single, sureGain(gain));
    }
    std::optional<KnobGain> best = bestCombination(simulator, progress, budget);
    constexpr double least = 1e-6; // the same, in another order of adding up
    if (best && best->needs == KnobNeeds::Nothing && sureGain(*best) > single + least)
        gains.insert(gains.begin(), *std::move(best));
    return gains;
}

} // namespace bubblescope
