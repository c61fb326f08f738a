// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "vpatterns.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace bubblescope {

namespace {

// Times here are in units of one pass: forward, input and weight gradient take one each, messages none.
constexpr int period = 6; // two chunks of three passes
// Number of passes; compaction keeps a grid of all units of all ranks.
constexpr size_t largestSqueezed = size_t(1) << 20;
constexpr size_t largestSqueezedSteady = size_t(1) << 14;

/// The passes of one microbatch on a rank, in order.
enum VPass : uint8_t { Down, Up, GradientDown, GradientUp, Weight };
constexpr int timedSteps = 4; // weight gradients take any free unit
Pass passOf(int step)
{
    return step <= Up ? Pass::Forward : step == Weight ? Pass::WeightGradient : Pass::InputGradient;
}
uint8_t chunkOf(int step) { return step == Down || step == GradientUp ? 0 : 1; }

/// Units in which the first microbatch's passes run.
std::array<int, timedSteps> buildingBlock(ScheduleKind kind, int p, int rank)
{
    // Offsets between the ranks give every unit to one pass; some numbers of ranks need a shift on the way back.
    if (kind == ScheduleKind::VMin) {
        const int shift = p % 3 == 0 ? 2 : 0;
        return {rank, 2 * p - 1 - rank, 2 * p + shift + rank, 4 * p + shift - 1 - rank};
    }
    const int shift = p % 2 == 0 ? 3 : 0;
    return {2 * rank, 3 * p - 2 - rank, 3 * p - 1 + shift + 2 * rank, 6 * p - 2 + shift - rank};
}

/// A pass and its unit of time.
struct Placed {
    int unit;
    int rank;
    int step;
    int index; // among its kind; the microbatch, except for weight gradients
};

/// All passes on a grid of units, so that they can be moved to earlier free ones.
class UnitGrid {
public:
    UnitGrid(ScheduleKind kind, int ranks, int microbatches) : m_microbatches(microbatches), m_ranks(size_t(ranks))
    {
        for (int r = 0; r < ranks; ++r) {
            const auto block = buildingBlock(kind, ranks, r);
            for (int step = 0; step < timedSteps; ++step) {
                for (int i = 0; i < microbatches; ++i)
                    m_ranks[size_t(r)].units[size_t(step)].push_back(block[size_t(step)] + period * i);
            }
            placeWeightGradientsOf(m_ranks[size_t(r)]);
        }
    }

    int peakHeld() const
    {
        int peak = 0;
        for (const Rank& rank : m_ranks) {
            for (const int held : profileOf(rank))
                peak = std::max(peak, held);
        }
        return peak;
    }

    /// Moves warmup and cooldown (and optionally the steady state) to earlier units without using more memory.
    void squeeze(bool alsoSteady)
    {
        const int limit = peakHeld();
        for (Rank& rank : m_ranks) {
            rank.held = profileOf(rank);
            rank.isTaken.assign(rank.held.size(), 0);
        }
        int part = 0;
        for (const Placed& pass : inOrder(Weight + 1)) {
            const bool isSteady = enter(part, pass) == Steady;
            settle(pass, isSteady && !alsoSteady ? pass.unit : earliest(pass, limit));
        }
        compact();
    }
    /// Lets passes of the cooldown take units of weight gradients, which move after them.
    void squeezeCooldown()
    {
        for (Rank& rank : m_ranks) {
            std::fill(rank.isTaken.begin(), rank.isTaken.end(), 0);
            rank.gradientUnits.clear();
        }
        int part = 0;
        for (const Placed& pass : inOrder(timedSteps)) {
            const bool mayMove = enter(part, pass) == Cooldown;
            settle(pass, mayMove ? firstFree(pass, inputOf(pass), pass.unit) : pass.unit);
        }
        for (Rank& rank : m_ranks)
            placeWeightGradientsOf(rank);
    }

    void write(Schedule& schedule) const
    {
        for (size_t r = 0; r < m_ranks.size(); ++r) {
            RankProgram& program = schedule.programs[r];
            program.clear();
            size_t next = 0; // the input gradient whose weight gradient comes next
            for (const Placed& pass : inOrderOf(int(r), Weight + 1)) {
                if (pass.step != Weight) {
                    program.push_back({passOf(pass.step), Phase::Steady, chunkOf(pass.step), false, pass.index});
                    continue;
                }
                while (program[next].pass != Pass::InputGradient)
                    ++next;
                ScheduledPass weight = program[next++];
                weight.pass = Pass::WeightGradient;
                program.push_back(weight);
            }
        }
    }

private:
    enum Part { Warmup, Steady, Cooldown };
    struct Rank {
        std::array<std::vector<int>, Weight + 1> units; // by step
        std::vector<char> isTaken;                      // by unit
        std::vector<int> held;                          // by unit
        std::vector<int> gradientUnits;                 // of placed input gradients, ascending
    };

    /// Places each weight gradient in the first free unit after an input gradient.
    void placeWeightGradientsOf(Rank& rank)
    {
        int last = 0;
        for (int step = 0; step < timedSteps; ++step)
            last = std::max(last, rank.units[size_t(step)].back());
        enum : char { Free, Forward, Gradient };
        std::vector<char> use(size_t(last) + 2 * size_t(m_microbatches) + 2, Free);
        for (int step = 0; step < timedSteps; ++step) {
            for (const int unit : rank.units[size_t(step)])
                use[size_t(unit)] = step <= Up ? Forward : Gradient;
        }
        std::vector<int>& weights = rank.units[Weight];
        weights.clear();
        int putOff = 0;
        for (size_t unit = 0; unit < use.size(); ++unit) {
            if (use[unit] == Gradient)
                ++putOff;
            if (use[unit] != Free || putOff == 0)
                continue;
            weights.push_back(int(unit));
            --putOff;
        }
    }

    std::vector<int> profileOf(const Rank& rank) const
    {
        std::vector<int> held(size_t(rank.units[Weight].back()) + 1, 0);
        for (const int step : {Down, Up}) {
            for (const int unit : rank.units[size_t(step)])
                ++held[size_t(unit)];
        }
        for (const int unit : rank.units[Weight])
            --held[size_t(unit)];
        for (size_t i = 1; i < held.size(); ++i)
            held[i] += held[i - 1];
        return held;
    }

    std::vector<Placed> inOrderOf(int rank, int steps) const { return inOrderOf(rank, rank + 1, steps); }
    std::vector<Placed> inOrder(int steps) const { return inOrderOf(0, int(m_ranks.size()), steps); }
    /// By unit, then rank, step and index: counted, since units are small numbers.
    std::vector<Placed> inOrderOf(int firstRank, int endRank, int steps) const
    {
        const auto forEach = [&](auto&& visit) {
            for (int rank = firstRank; rank < endRank; ++rank) {
                for (int step = 0; step < steps; ++step) {
                    const std::vector<int>& units = m_ranks[size_t(rank)].units[size_t(step)];
                    for (size_t i = 0; i < units.size(); ++i)
                        visit(Placed {units[i], rank, step, int(i)});
                }
            }
        };
        std::vector<size_t> place; // by unit: where the next pass of it goes
        forEach([&](const Placed& pass) {
            place.resize(std::max(place.size(), size_t(pass.unit) + 2), 0);
            ++place[size_t(pass.unit) + 1];
        });
        std::partial_sum(place.begin(), place.end(), place.begin());
        std::vector<Placed> all(place.empty() ? 0 : place.back());
        forEach([&](const Placed& pass) { all[place[size_t(pass.unit)]++] = pass; });
        return all;
    }

    /// Steady lasts from the first rank's first complete backward to its last forward of the first stage.
    Part enter(int& part, const Placed& pass) const
    {
        if (part == Warmup && pass.rank == 0 && pass.step == GradientUp)
            part = Steady;
        const auto now = Part(part);
        if (part == Steady && pass.step == Down && pass.index == m_microbatches - 1)
            part = Cooldown;
        return now;
    }

    /// The first unit in which the input of a pass is available.
    int inputOf(const Placed& pass) const
    {
        const Rank& rank = m_ranks[size_t(pass.rank)];
        int after = -1;
        const auto wait
            = [&](const Rank& on, int step) { after = std::max(after, on.units[size_t(step)][size_t(pass.index)]); };
        const bool isDownwards = pass.step == Down || pass.step == GradientDown;
        const int source = pass.step == Weight ? -1 : pass.rank + (isDownwards ? -1 : 1);
        if (source >= 0 && source < int(m_ranks.size()))
            wait(m_ranks[size_t(source)], pass.step);
        if (pass.step == Weight)
            after = std::max(after, rank.gradientUnits[size_t(pass.index)]);
        else if (pass.step > Down)
            wait(rank, pass.step - 1);
        if (pass.index > 0)
            after = std::max(after, rank.units[size_t(pass.step)][size_t(pass.index) - 1]);
        return after + 1;
    }
    int firstFree(const Placed& pass, int begin, int end) const
    {
        const std::vector<char>& taken = m_ranks[size_t(pass.rank)].isTaken;
        while (begin < end && taken[size_t(begin)])
            ++begin;
        return begin;
    }
    int earliest(const Placed& pass, int limit) const
    {
        const int begin = inputOf(pass);
        int from = std::min(begin, pass.unit);
        if (pass.step <= Up) {
            const std::vector<int>& held = m_ranks[size_t(pass.rank)].held;
            from = pass.unit;
            while (from > begin && held[size_t(from) - 1] < limit)
                --from;
        }
        return firstFree(pass, from, pass.unit);
    }
    void settle(const Placed& pass, int unit)
    {
        Rank& rank = m_ranks[size_t(pass.rank)];
        const int change = pass.step <= Up ? 1 : pass.step == Weight ? -1 : 0;
        for (int i = unit; i < pass.unit && change != 0; ++i)
            rank.held[size_t(i)] += change;
        rank.units[size_t(pass.step)][size_t(pass.index)] = unit;
        rank.isTaken[size_t(unit)] = 1;
        if (pass.step == GradientDown || pass.step == GradientUp) {
            std::vector<int>& units = rank.gradientUnits;
            units.insert(std::upper_bound(units.begin(), units.end(), unit), unit);
        }
    }

    /// Removes all idle units that no input requires.
    void compact()
    {
        std::vector<int> free(m_ranks.size(), 0);
        for (const Placed& pass : inOrder(Weight + 1)) {
            int& next = free[size_t(pass.rank)];
            const int unit = pass.step == Weight ? next : std::max(next, inputOf(pass));
            m_ranks[size_t(pass.rank)].units[size_t(pass.step)][size_t(pass.index)] = unit;
            next = unit + 1;
        }
    }

    int m_microbatches;
    std::vector<Rank> m_ranks;
};

} // namespace

HeldLimit heldLimitOf(ScheduleKind kind, int ranks, int microbatches)
{
    // More microbatches than are ever in flight make no difference.
    return {2 * int64_t(UnitGrid(kind, ranks, std::min(microbatches, 2 * ranks + 2)).peakHeld()), true};
}

std::vector<Schedule> controllableMemoryOrders(const Schedule& empty)
{
    std::vector<Schedule> orders;
    UnitGrid grid(empty.kind, empty.ranks, empty.microbatches);
    const auto add = [&] {
        orders.push_back(empty);
        grid.write(orders.back());
    };
    add();
    const size_t passes = size_t(empty.ranks) * size_t(empty.microbatches) * period;
    for (const bool alsoSteady : {false, true}) {
        if (passes > (alsoSteady ? largestSqueezedSteady : largestSqueezed))
            break;
        grid = UnitGrid(empty.kind, empty.ranks, empty.microbatches);
        grid.squeeze(alsoSteady);
        add();
        grid.squeezeCooldown();
        add();
    }
    return orders;
}

} // namespace bubblescope
