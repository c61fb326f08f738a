// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "zbauto.h"

#include "classicschedules.h"
#include "passtimes.h"
#include "weightgradients.h"
#include "zerobubble.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace bubblescope {

namespace {

/// Options of the greedy order; neither choice is always better.
struct Heuristic {
    bool delaysBackward = false; ///< starts a forward even if an input gradient arrives before its end
    bool lastIsPrompt = false;   ///< starts no weight gradient that would delay the rank's last input gradient
    bool staysFree = false; ///< nor one while even a forward is held back for an imminent input gradient
};

/// Each rank does what seems best at every moment: forward and input gradient alternate; weight gradients run in gaps
/// and where the limit on microbatches in flight requires one.
class GreedyOrder {
public:
    GreedyOrder(int ranks, int microbatches, int64_t limit, const PassCosts& costs, Heuristic heuristic)
        : m_microbatches(microbatches)
        , m_halves(limit * 2)
        , m_costs(costs)
        , m_heuristic(heuristic)
        , m_ranks(size_t(ranks))
        , m_forwardArrival(size_t(ranks) * size_t(microbatches), never)
        , m_backwardArrival(m_forwardArrival)
        , m_wake(size_t(ranks) + 2, never)
        , m_programs(size_t(ranks))
    {
        for (RankProgram& program : m_programs)
            program.reserve(size_t(microbatches) * 3);
        std::fill_n(m_forwardArrival.begin(), microbatches, 0);
        m_wake[1] = 0;
    }

    void run()
    {
        // A rank that is not later than both its neighbours knows all inputs that can reach it by then.
        const int ranks = int(m_ranks.size());
        for (bool isOver = false; !isOver;) {
            isOver = true;
            for (int rank = 0; rank < ranks; ++rank) {
                const TimeNs* wake = &m_wake[size_t(rank)];
                while (wake[1] != never && wake[1] < wake[0] && wake[1] <= wake[2]) {
                    decide(rank, wake[1]);
                    isOver = false;
                }
            }
        }
    }
    TimeNs makespan() const
    {
        return std::max_element(m_ranks.begin(), m_ranks.end(), [](const Rank& a, const Rank& b) {
            return a.free < b.free;
        })->free;
    }
    TimeNs longestRank() const
    {
        TimeNs longest = 0;
        for (const Rank& rank : m_ranks)
            longest = std::max(longest, rank.free - rank.begin);
        return longest;
    }
    std::vector<RankProgram> take() { return std::move(m_programs); }

private:
    struct Rank {
        int forwards = 0;
        int inputGradients = 0;
        int weightGradients = 0;
        TimeNs begin = never;       // of the first pass
        TimeNs free = 0;            // end of the last pass
        bool forwardIsNext = false; // when alternating
    };

    size_t at(int rank, int microbatch) const { return size_t(rank) * size_t(m_microbatches) + size_t(microbatch); }

    void decide(int number, TimeNs now)
    {
        const Rank& rank = m_ranks[size_t(number)];
        const TimeNs forwardAt = rank.forwards < m_microbatches ? m_forwardArrival[at(number, rank.forwards)] : never;
        const TimeNs backwardAt
            = rank.inputGradients < rank.forwards ? m_backwardArrival[at(number, rank.inputGradients)] : never;
        const int putOff = rank.inputGradients - rank.weightGradients;
        const int64_t held = int64_t(rank.forwards - rank.inputGradients) * 2 + putOff;
        const bool fits = held + 2 <= m_halves;
        const bool forwardReady = forwardAt <= now && fits;

        if (backwardAt <= now) {
            const bool forwardIsDue = rank.forwardIsNext && forwardAt <= now;
            if (forwardIsDue && fits)
                start(number, now, Pass::Forward);
            else if (forwardIsDue && putOff > 0)
                start(number, now, Pass::WeightGradient);
            else
                start(number, now, Pass::InputGradient);
            return;
        }
        const TimeNs forwardEnd = now + m_costs.forward[size_t(number)];
        if (forwardReady && (m_heuristic.delaysBackward || backwardAt >= forwardEnd)) {
            start(number, now, Pass::Forward);
            return;
        }
        const TimeNs next = std::min(backwardAt, fits && !forwardReady ? forwardAt : never);
        const bool makesRoom = forwardAt <= now && !fits;
        const bool inTime = next == never || next - now >= m_costs.weightGradient[size_t(number)];
        const bool isLast = m_microbatches - rank.inputGradients <= 1;
        const bool mayDelay = !(m_heuristic.staysFree && forwardReady) && !(m_heuristic.lastIsPrompt && isLast);
        if (putOff > 0 && (makesRoom || inTime || mayDelay)) {
            start(number, now, Pass::WeightGradient);
            return;
        }
        m_wake[size_t(number) + 1] = std::min(backwardAt, fits && forwardAt > now ? forwardAt : never);
    }

    void start(int number, TimeNs now, Pass pass)
    {
        Rank& rank = m_ranks[size_t(number)];
        const TimeNs end = now + passCost(pass, size_t(number), m_costs);
        rank.begin = std::min(rank.begin, now);
        rank.free = end;
        int& count = pass == Pass::Forward ? rank.forwards
            : pass == Pass::InputGradient  ? rank.inputGradients
                                           : rank.weightGradients;
        const int microbatch = count++;
        m_programs[size_t(number)].push_back({pass, Phase::Steady, 0, false, microbatch});
        if (pass != Pass::WeightGradient)
            rank.forwardIsNext = pass == Pass::InputGradient;
        if (pass == Pass::Forward && number + 1 < int(m_ranks.size())) {
            deliver(m_forwardArrival, number + 1, microbatch, end + m_costs.send[size_t(number)]);
        } else if (pass == Pass::Forward) {
            m_backwardArrival[at(number, microbatch)] = end;
        } else if (pass == Pass::InputGradient && number > 0) {
            deliver(m_backwardArrival, number - 1, microbatch, end + m_costs.send[size_t(number - 1)]);
        }
        m_wake[size_t(number) + 1] = rank.weightGradients < m_microbatches ? end : never;
    }

    void deliver(std::vector<TimeNs>& arrivals, int number, int microbatch, TimeNs time)
    {
        arrivals[at(number, microbatch)] = time;
        const TimeNs wake = std::max(time, m_ranks[size_t(number)].free);
        if (wake < m_wake[size_t(number) + 1])
            m_wake[size_t(number) + 1] = wake;
    }

    int m_microbatches;
    int64_t m_halves; // of microbatches in flight, at most
    const PassCosts& m_costs;
    Heuristic m_heuristic;
    std::vector<Rank> m_ranks;
    std::vector<TimeNs> m_forwardArrival; // by rank and microbatch
    std::vector<TimeNs> m_backwardArrival;
    std::vector<TimeNs> m_wake; // by rank + 1: time of its next decision; never at either end
    std::vector<RankProgram> m_programs;
};

constexpr Heuristic heuristics[] = {{false, false, false}, {false, false, true}, {false, true, false},
    {false, true, true}, {true, false, false}, {true, true, false}};

/// Too large to try every option.
bool isLarge(int ranks, int microbatches) { return int64_t(ranks) * microbatches > 3'000; }

/// Lower bound of the makespan with this many microbatches in flight, from the work of each rank and from the time that
/// a microbatch takes from a rank to the last one and back.
TimeNs leastMakespan(const PassCosts& costs, int microbatches, int limit)
{
    TimeNs least = 0;
    TimeNs before = 0;
    TimeNs behind = 0;
    for (size_t r = 0; r < costs.forward.size(); ++r) {
        const TimeNs work = costs.forward[r] + costs.inputGradient[r] + costs.weightGradient[r];
        least = std::max(least, before + microbatches * work);
        before += costs.forward[r] + (r < costs.send.size() ? costs.send[r] : 0);
    }
    for (size_t r = costs.forward.size(); r-- > 0;) {
        behind += costs.forward[r] + costs.inputGradient[r] + (r < costs.send.size() ? 2 * costs.send[r] : 0);
        least = std::max(least, microbatches / limit * behind);
    }
    return least;
}

/// The best of several orders. Of one step that has the least makespan. Of steps that follow each other it is the one
/// whose longest rank takes least, if possible with neither that nor the makespan longer than of any handcrafted order.
class OrderChoice {
public:
    explicit OrderChoice(bool isOneOfMany) : m_isOneOfMany(isOneOfMany) { }

    /// Before all others.
    void addHandcrafted(PlacedPrograms order)
    {
        m_makespan = std::min(m_makespan, order.makespan);
        m_longestRank = std::min(m_longestRank, order.longestRank);
        m_handcrafted.push_back(order);
        replaceBy(std::move(order), m_best);
    }
    void consider(PlacedPrograms order)
    {
        for (; !m_handcrafted.empty(); m_handcrafted.pop_back())
            keepIfBounded(std::move(m_handcrafted.back()));
        if (!m_isOneOfMany || order.makespan > m_makespan || order.longestRank > m_longestRank)
            replaceBy(std::move(order), m_best);
        else
            replaceBy(std::move(order), m_bounded);
    }
    /// A makespan that no order of interest has.
    TimeNs tooLong() const { return m_isOneOfMany ? never : m_best.makespan; }
    /// If orders have at least this makespan, and their longest rank this work.
    bool mayGetBetter(TimeNs makespan, TimeNs longestWork) const
    {
        if (m_isOneOfMany)
            return m_bounded.longestRank > longestWork || m_bounded.makespan > makespan;
        return makespan < m_best.makespan || (makespan == m_best.makespan && m_best.longestRank > longestWork);
    }
    std::vector<RankProgram> take()
    {
        for (PlacedPrograms& order : m_handcrafted)
            keepIfBounded(std::move(order));
        return std::move(m_bounded.programs.empty() ? m_best.programs : m_bounded.programs);
    }

private:
    static PlacedPrograms none()
    {
        PlacedPrograms order;
        order.makespan = order.longestRank = never;
        return order;
    }
    void keepIfBounded(PlacedPrograms order)
    {
        if (m_isOneOfMany && order.makespan <= m_makespan && order.longestRank <= m_longestRank)
            replaceBy(std::move(order), m_bounded);
    }
    void replaceBy(PlacedPrograms order, PlacedPrograms& best) const
    {
        if (m_isOneOfMany ? order.repeatsBetterThan(best) : order.isBetterThan(best))
            best = std::move(order);
    }

    const bool m_isOneOfMany;
    TimeNs m_makespan = never; // least of handcrafted orders
    TimeNs m_longestRank = never;
    std::vector<PlacedPrograms> m_handcrafted; // not compared with these yet
    PlacedPrograms m_best = none();
    PlacedPrograms m_bounded = none(); // by the handcrafted orders
};

} // namespace

std::vector<int> automaticLimits(int ranks, int microbatches, int limit)
{
    const int dense = isLarge(ranks, microbatches) ? 1 : 8;
    std::set<int> limits {std::min(ranks, microbatches), std::min(2 * ranks - 1, microbatches),
        std::min(2 * ranks, microbatches), microbatches};
    for (int l = 1; l <= microbatches; l += l < dense ? 1 : dense == 1 ? l : l / 4)
        limits.insert(l);
    limits.erase(limits.upper_bound(limit), limits.end());
    return {limits.rbegin(), limits.rend()};
}

std::vector<RankProgram> automaticZeroBubblePrograms(const ScheduleRequest& request, const PassCosts& costs)
{
    const int p = request.ranks;
    const int m = request.microbatches;
    const int limit = std::min(request.memoryLimit > 0 ? request.memoryLimit : p, m);

    Schedule candidate;
    candidate.ranks = p;
    candidate.microbatches = m;
    for (int rank = 0; rank < p; ++rank)
        candidate.modelStage.push_back(rank);
    candidate.programs.resize(size_t(p));

    OrderChoice choice(request.isOneOfMany);
    const auto addHandcrafted = [&] {
        if (std::optional<PlacedPrograms> placed = timedPrograms(candidate, costs))
            choice.addHandcrafted(*std::move(placed));
    };
    const auto keepsLimit = [&](int inFlight) { return std::min(inFlight, m) <= limit; };
    if (keepsLimit(p)) {
        for (int rank = 0; rank < p; ++rank)
            candidate.programs[size_t(rank)] = splitBackwards(oneFOneBProgram(p, rank, m));
        addHandcrafted();
    }
    for (const int inFlight : {p, 2 * p - 1}) {
        for (int rank = 0; rank < p; ++rank)
            candidate.programs[size_t(rank)] = handcraftedZeroBubbleProgram(p, rank, m, inFlight);
        if (keepsLimit(inFlight))
            addHandcrafted();
    }
    TimeNs longestWork = 0;
    for (size_t r = 0; r < size_t(p); ++r)
        longestWork = std::max(longestWork, m * (costs.forward[r] + costs.inputGradient[r] + costs.weightGradient[r]));
    for (const int tried : automaticLimits(p, m, limit)) {
        if (!choice.mayGetBetter(leastMakespan(costs, m, tried), longestWork))
            continue;
        const auto considerOrder = [&] {
            forEachPlacement(candidate, costs, {2 * int64_t(tried), false}, choice.tooLong(), [&](PlacedPrograms placed) {
                choice.consider(std::move(placed));
                return choice.tooLong();
            });
        };
        // With a tight limit, handcrafted orders are hard to beat.
        for (int rank = 0; rank < p; ++rank)
            candidate.programs[size_t(rank)] = handcraftedZeroBubbleProgram(p, rank, m, tried);
        considerOrder();
        for (const Heuristic heuristic : heuristics) {
            GreedyOrder greedy(p, m, tried, costs, heuristic);
            greedy.run();
            candidate.programs = greedy.take();
            if (isLarge(p, m) && messagesMayQueue(costs)) {
                if (std::optional<PlacedPrograms> queued = timedPrograms(candidate, costs))
                    choice.consider(*std::move(queued));
            } else if (isLarge(p, m))
                choice.consider({candidate.programs, greedy.makespan(), greedy.longestRank()});
            else
                considerOrder();
        }
        if (tried == std::min(p, m)) {
            for (int rank = 0; rank < p; ++rank)
                candidate.programs[size_t(rank)] = splitBackwards(oneFOneBProgram(p, rank, m));
            considerOrder();
        }
    }
    std::vector<RankProgram> programs = choice.take();
    for (RankProgram& program : programs)
        markPhases(program);
    return programs;
}

} // namespace bubblescope
