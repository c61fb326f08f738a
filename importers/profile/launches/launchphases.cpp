// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchphases.h"

#include "freedmemory.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace bubblescope {

namespace {

bool isBackward(Category category) { return category == Category::Backward || category == Category::WeightGradient; }

} // namespace

void LaunchPhases::add(uint32_t number, TimeRange range, LaunchScope scope, const Phase& phase)
{
    if (m_lanes.size() <= number)
        m_lanes.resize(number + 1);
    std::vector<Range>& ranges = m_lanes[number].ranges;
    // Engine functions and modules nest in ranges of their own kind, which usually precede them directly in the file.
    const bool mayRepeat = scope == LaunchScope::Autograd || scope == LaunchScope::Hint;
    if (mayRepeat && !ranges.empty()) {
        const Range& last = ranges.back();
        if (last.scope == scope && last.category == phase.category && last.range.begin <= range.begin
            && last.range.end >= range.end)
            return;
    }
    ranges.push_back({range, phase.microbatch, phase.stage, phase.category, scope});
}

/// The innermost range decides, except that a forward recomputed inside a backward counts as backward.
LaunchPhases::Stretch LaunchPhases::entered(Stretch outer, const Range& range)
{
    Stretch inner = outer;
    switch (range.scope) {
    case LaunchScope::None:
        break;
    case LaunchScope::Step:
        inner.isInStep = true;
        break;
    case LaunchScope::Hint:
        // An optimizer may get a closure that runs the passes.
        if (outer.category == Category::OtherCompute || outer.category == Category::Optimizer)
            inner.category = range.category;
        break;
    case LaunchScope::Autograd:
        inner.isInAutograd = true;
        inner.category = isBackward(outer.category) ? outer.category : Category::Backward;
        break;
    case LaunchScope::Part:
    case LaunchScope::Pass:
        if (range.category == Category::Optimizer)
            inner.stage = inner.microbatch = -1;
        if (!outer.isInAutograd || range.category != Category::Forward)
            inner.category = range.category;
        inner.stage = range.stage >= 0 ? range.stage : inner.stage;
        inner.microbatch = range.microbatch >= 0 ? range.microbatch : inner.microbatch;
        break;
    }
    return inner;
}

void LaunchPhases::makeStretches(Lane& lane)
{
    std::vector<Range>& ranges = lane.ranges;
    const auto outerFirst = [](const Range& a, const Range& b) {
        return std::tuple(a.range.begin, -a.range.end, a.scope) < std::tuple(b.range.begin, -b.range.end, b.scope);
    };
    if (!std::is_sorted(ranges.begin(), ranges.end(), outerFirst))
        std::stable_sort(ranges.begin(), ranges.end(), outerFirst);
    std::vector<std::pair<TimeNs, Stretch>> open; // open ranges and their ends
    std::vector<Stretch>& made = lane.stretches;
    const auto change = [&made](TimeNs time, Stretch to) {
        to.time = time;
        if (!made.empty() && made.back().time == time)
            made.back() = to;
        else
            made.push_back(to);
        const bool isNew = made.size() < 2 ? !to.isSameAs({}) : !to.isSameAs(made[made.size() - 2]);
        if (!isNew)
            made.pop_back();
    };
    const auto closeUntil = [&](TimeNs time) {
        while (!open.empty() && open.back().first <= time) {
            const TimeNs end = open.back().first;
            while (!open.empty() && open.back().first <= end)
                open.pop_back();
            change(end, open.empty() ? Stretch() : open.back().second);
        }
    };
    for (const Range& range : ranges) {
        closeUntil(range.range.begin);
        const Stretch inner = entered(open.empty() ? Stretch() : open.back().second, range);
        open.emplace_back(range.range.end, inner);
        change(range.range.begin, inner);
        lane.hasAutograd = lane.hasAutograd || range.scope == LaunchScope::Autograd;
        lane.hasStep = lane.hasStep || range.scope == LaunchScope::Step;
        lane.hasPass = lane.hasPass || range.scope >= LaunchScope::Part;
    }
    while (!open.empty())
        closeUntil(open.back().first);
}

void LaunchPhases::noteOrder(const Lane& lane, Rank& rank)
{
    rank.hasStep = rank.hasStep || lane.hasStep;
    for (const Range& range : lane.ranges) {
        const bool isPass = range.scope >= LaunchScope::Part;
        const bool isTurned = isPass && isBackward(range.category);
        rank.namesForwards = rank.namesForwards || (isPass && range.category == Category::Forward);
        if (isTurned)
            rank.backwards.push_back(range);
        if (isTurned || range.scope == LaunchScope::Autograd)
            rank.events.emplace_back(range.range.begin, true);
        else if (range.scope == LaunchScope::Step || (isPass && range.category == Category::Optimizer))
            rank.events.emplace_back(range.range.begin, false);
    }
}

void LaunchPhases::settle(const std::vector<int32_t>& ranks, const std::vector<bool>& isDevice)
{
    m_lanes.resize(std::max(m_lanes.size(), ranks.size()));
    for (uint32_t number = 0; number < m_lanes.size(); ++number) {
        Lane& lane = m_lanes[number];
        lane.rank = ranks[number];
        makeStretches(lane);
        if (!isDevice[number] && !lane.ranges.empty())
            noteOrder(lane, m_ranks[lane.rank]);
        discard(lane.ranges);
    }
    for (auto& [number, rank] : m_ranks) {
        std::sort(rank.backwards.begin(), rank.backwards.end(),
            [](const Range& a, const Range& b) { return a.range.begin < b.range.begin; });
        std::sort(rank.events.begin(), rank.events.end());
        // Of adjacent events of one kind only the last is needed.
        size_t kept = 0;
        for (const auto& event : rank.events) {
            kept -= kept > 0 && rank.events[kept - 1].second == event.second ? 1 : 0;
            rank.events[kept++] = event;
        }
        rank.events.resize(kept);
    }
}

const LaunchPhases::Stretch* LaunchPhases::stretchAt(const Lane& lane, TimeNs time) const
{
    const auto next = std::upper_bound(lane.stretches.begin(), lane.stretches.end(), time,
        [](TimeNs t, const Stretch& stretch) { return t < stretch.time; });
    return next == lane.stretches.begin() ? nullptr : &*std::prev(next);
}

/// The autograd engine has threads of its own: the thread that waits for it tells its microbatch.
LaunchPhases::Phase LaunchPhases::backwardAt(const Rank& rank, TimeNs time) const
{
    auto range = std::upper_bound(
        rank.backwards.begin(), rank.backwards.end(), time, [](TimeNs t, const Range& r) { return t < r.range.begin; });
    constexpr int furthest = 32; // earlier backwards that are searched: a pass has many parts
    Phase phase;
    for (int i = 0; i < furthest && range != rank.backwards.begin(); ++i) {
        --range;
        if (range->range.end < time)
            continue;
        phase.category = phase.isKnown() ? phase.category : range->category;
        phase.stage = range->stage;
        phase.microbatch = range->microbatch;
        if (range->scope == LaunchScope::Pass)
            break;
    }
    return phase.isKnown() ? phase : Phase {Category::Backward, -1, -1};
}

LaunchPhases::Phase LaunchPhases::at(uint32_t number, TimeNs time) const
{
    if (number >= m_lanes.size())
        return {};
    const Lane& lane = m_lanes[number];
    const Stretch* const stretch = stretchAt(lane, time);
    const auto rank = m_ranks.find(lane.rank);
    const Phase phase = stretch ? Phase {stretch->category, stretch->stage, stretch->microbatch} : Phase();
    if (rank == m_ranks.end())
        return phase;
    const bool isEngine = lane.hasAutograd && rank->second.hasStep && !lane.hasStep && !lane.hasPass;
    const bool isEvaluated = stretch && stretch->isInAutograd && phase.category == Category::Backward
        && phase.microbatch < 0 && phase.stage < 0;
    return isEvaluated || (isEngine && !phase.isKnown()) ? backwardAt(rank->second, time) : phase;
}

LaunchPhases::Phase LaunchPhases::fromOrder(uint32_t number, TimeNs time) const
{
    if (number >= m_lanes.size())
        return {};
    const Lane& lane = m_lanes[number];
    const auto rank = m_ranks.find(lane.rank);
    const Stretch* const stretch = stretchAt(lane, time);
    // If the program names its forwards, everything else is not forward.
    if (rank == m_ranks.end() || rank->second.namesForwards)
        return {};
    const bool isInStep = rank->second.hasStep ? stretch && stretch->isInStep : !lane.hasAutograd;
    if (!isInStep)
        return {};
    const auto& events = rank->second.events;
    const auto next = std::upper_bound(
        events.begin(), events.end(), time, [](TimeNs t, const auto& event) { return t < event.first; });
    return next != events.end() && next->second ? Phase {Category::Forward, -1, -1} : Phase();
}

} // namespace bubblescope
