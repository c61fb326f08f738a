// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "passtimes.h"

#include "scheduleplaces.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Runs each rank as far as possible, then those that waited for its results.
class PassTimer {
public:
    PassTimer(const Schedule& schedule, const PassCosts& costs)
        : m_schedule(schedule)
        , m_costs(costs)
        , m_places(schedule)
        , m_lastStage(schedule.modelStages() - 1)
        , m_forwardEnd(size_t(schedule.modelStages()) * size_t(schedule.microbatches), notYet)
        , m_backwardEnd(m_forwardEnd)
        , m_forwardArrival(m_forwardEnd)
        , m_backwardArrival(m_forwardEnd)
        , m_links(size_t(schedule.ranks))
        , m_next(size_t(schedule.ranks), 0)
        , m_free(size_t(schedule.ranks), 0)
    {
    }

    std::optional<PassTimes> run()
    {
        m_times.ranges.resize(size_t(m_schedule.ranks));
        std::vector<int> todo;
        for (int rank = m_schedule.ranks - 1; rank >= 0; --rank)
            todo.push_back(rank);
        while (!todo.empty()) {
            const int rank = todo.back();
            todo.pop_back();
            while (runNext(rank, todo)) { }
        }
        for (int rank = 0; rank < m_schedule.ranks; ++rank) {
            if (m_next[size_t(rank)] < m_schedule.programs[size_t(rank)].size())
                return std::nullopt;
            const std::vector<TimeRange>& ranges = m_times.ranges[size_t(rank)];
            if (ranges.empty())
                continue;
            m_times.makespan = std::max(m_times.makespan, ranges.back().end);
            m_times.longestRank = std::max(m_times.longestRank, ranges.back().end - ranges.front().begin);
        }
        return std::move(m_times);
    }

private:
    size_t at(int stage, int microbatch) const
    {
        return size_t(stage) * size_t(m_schedule.microbatches) + size_t(microbatch);
    }
    /// When the input of a pass is available, or notYet.
    TimeNs ready(int rank, const ScheduledPass& pass) const
    {
        const int stage = m_schedule.stageOf(rank, pass.chunk);
        const auto from = [&](const std::vector<TimeNs>& ends, const std::vector<TimeNs>& arrivals, int other) {
            const bool isOwn = m_places.holder(other, pass.chunk).rank == rank;
            return (isOwn ? ends : arrivals)[at(other, pass.microbatch)];
        };
        switch (pass.pass) {
        case Pass::Forward:
            return stage == 0 ? 0 : from(m_forwardEnd, m_forwardArrival, stage - 1);
        case Pass::InputGradient:
        case Pass::Backward: {
            const TimeNs own = m_forwardEnd[at(stage, pass.microbatch)];
            if (own == notYet || stage == m_lastStage)
                return own;
            return from(m_backwardEnd, m_backwardArrival, stage + 1);
        }
        case Pass::WeightGradient:
            break;
        }
        return m_backwardEnd[at(stage, pass.microbatch)];
    }

    bool runNext(int rank, std::vector<int>& todo)
    {
        const RankProgram& program = m_schedule.programs[size_t(rank)];
        size_t& next = m_next[size_t(rank)];
        if (next == program.size())
            return false;
        const size_t first = next;
        size_t last = first;
        while (program[last].overlapsNext && last + 1 < program.size())
            ++last;
        TimeRange range {m_free[size_t(rank)], 0};
        for (size_t i = first; i <= last; ++i) {
            const TimeNs input = ready(rank, program[i]);
            if (input == notYet)
                return false;
            range.begin = std::max(range.begin, input);
        }
        range.end = range.begin + groupCost(m_schedule, rank, first, last, m_costs);
        m_free[size_t(rank)] = range.end;
        for (size_t i = first; i <= last; ++i) {
            m_times.ranges[size_t(rank)].push_back(range);
            finish(rank, program[i], range.end, todo);
        }
        next = last + 1;
        return true;
    }

    void finish(int rank, const ScheduledPass& pass, TimeNs end, std::vector<int>& todo)
    {
        if (pass.pass == Pass::WeightGradient)
            return;
        const int stage = m_schedule.stageOf(rank, pass.chunk);
        const bool forward = pass.pass == Pass::Forward;
        (forward ? m_forwardEnd : m_backwardEnd)[at(stage, pass.microbatch)] = end;
        const int other = forward ? stage + 1 : stage - 1;
        if (other < 0 || other > m_lastStage)
            return;
        const int waiting = m_places.holder(other, pass.chunk).rank;
        if (waiting == rank)
            return;
        TimeNs& free = linkTo(rank, waiting, m_schedule.linkOf(pass.chunk));
        free = std::max(free, end) + m_costs.send[size_t(std::min(stage, other))];
        (forward ? m_forwardArrival : m_backwardArrival)[at(stage, pass.microbatch)] = free;
        if (todo.empty() || todo.back() != waiting)
            todo.push_back(waiting);
    }

    /// When the messages that one rank has sent another are over: those of one direction share a link.
    TimeNs& linkTo(int rank, int other, int direction)
    {
        auto& links = m_links[size_t(rank)];
        const std::pair<int, int> wanted(other, direction);
        const auto known
            = std::find_if(links.begin(), links.end(), [&](const auto& link) { return link.first == wanted; });
        return known != links.end() ? known->second : links.emplace_back(wanted, 0).second;
    }

    const Schedule& m_schedule;
    const PassCosts& m_costs;
    SchedulePlaces m_places;
    int m_lastStage;
    std::vector<TimeNs> m_forwardEnd; // by stage and microbatch
    std::vector<TimeNs> m_backwardEnd;
    std::vector<TimeNs> m_forwardArrival; // at the next stage, where that is another rank
    std::vector<TimeNs> m_backwardArrival;
    std::vector<std::vector<std::pair<std::pair<int, int>, TimeNs>>> m_links; // by rank: to whom, over until
    std::vector<size_t> m_next; // by rank
    std::vector<TimeNs> m_free;
    PassTimes m_times;
};

} // namespace

TimeNs groupCost(const Schedule& schedule, int rank, size_t first, size_t last, const PassCosts& costs)
{
    const RankProgram& program = schedule.programs[size_t(rank)];
    const auto stageAt = [&](size_t i) { return size_t(schedule.stageOf(rank, program[i].chunk)); };
    if (last > first && !costs.together.empty())
        return costs.together[stageAt(first)];
    TimeNs sum = 0;
    for (size_t i = first; i <= last; ++i)
        sum += passCost(program[i].pass, stageAt(i), costs);
    return sum;
}

std::optional<PassTimes> timePasses(const Schedule& schedule, const PassCosts& costs)
{
    return PassTimer(schedule, costs).run();
}

} // namespace bubblescope
