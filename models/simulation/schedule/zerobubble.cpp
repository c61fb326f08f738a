// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "zerobubble.h"

#include "classicschedules.h"
#include <algorithm>

namespace bubblescope {

namespace {

/// Appends passes, counting microbatches by kind and chunk.
class ProgramWriter {
public:
    explicit ProgramWriter(size_t passes) { m_program.reserve(passes); }
    int count(Pass pass, int chunk = 0) const { return m_count[size_t(pass)][size_t(chunk)]; }
    void add(Pass pass, int chunk = 0)
    {
        const int microbatch = m_count[size_t(pass)][size_t(chunk)]++;
        m_program.push_back({pass, Phase::Steady, uint8_t(chunk), false, microbatch});
    }
    /// An input gradient directly followed by its weight gradient.
    void addBoth(int chunk)
    {
        add(Pass::InputGradient, chunk);
        add(Pass::WeightGradient, chunk);
    }
    RankProgram take()
    {
        markPhases(m_program);
        return std::move(m_program);
    }
    RankProgram& program() { return m_program; }

private:
    RankProgram m_program;
    int m_count[4][2] = {};
};

} // namespace

RankProgram handcraftedZeroBubbleProgram(int ranks, int rank, int microbatches, int inFlight)
{
    // Relative to 1F1B, a rank defers its weight gradients by as many microbatches as there are ranks before it, so
    // that input gradients reach the first rank sooner. Allowance beyond one microbatch per rank (fully used by ZB-H2)
    // is distributed: more forwards ahead on the first ranks, weight gradients deferred longer on the last ones.
    const int spare = std::clamp(inFlight - ranks, 0, ranks - 1);
    const auto stretched
        = [&](int distance) { return distance + (ranks > 1 ? int(int64_t(distance) * spare / (ranks - 1)) : 0); };
    const int ahead = std::min({1 + stretched(ranks - 1 - rank), microbatches, inFlight});
    // A microbatch that waits for its weight gradient counts half.
    const int delay = std::min(stretched(rank), 2 * (inFlight - ahead));

    ProgramWriter writer(size_t(microbatches) * 3);
    for (int i = 0; i < ahead; ++i)
        writer.add(Pass::Forward);
    for (int i = 0; i < microbatches; ++i) {
        writer.add(Pass::InputGradient);
        if (i >= delay)
            writer.add(Pass::WeightGradient);
        if (writer.count(Pass::Forward) < microbatches)
            writer.add(Pass::Forward);
    }
    while (writer.count(Pass::WeightGradient) < microbatches)
        writer.add(Pass::WeightGradient);
    return writer.take();
}

RankProgram zbVProgram(int ranks, int rank, int microbatches)
{
    // The pattern needs this many microbatches to unfold; superfluous ones are removed afterwards.
    const int full = std::max(microbatches, 2 * ranks - 1);
    ProgramWriter writer(size_t(full) * 6);
    const int below = ranks - rank; // ranks from this one to the tip of the V, inclusive
    // Down the first leg until the first microbatch returns on the second, then alternating.
    for (int i = 0; i < 2 * below - 1; ++i)
        writer.add(Pass::Forward, 0);
    for (int i = 0; i < rank; ++i) {
        writer.add(Pass::Forward, 1);
        writer.add(Pass::Forward, 0);
    }
    for (int i = 0; i < below; ++i) {
        writer.add(Pass::Forward, 1);
        writer.addBoth(1);
    }
    // Steady state: F, B and W on each leg.
    while (writer.count(Pass::Forward, 1) < full) {
        if (writer.count(Pass::Forward, 0) < full)
            writer.add(Pass::Forward, 0);
        writer.addBoth(0);
        writer.add(Pass::Forward, 1);
        writer.addBoth(1);
    }
    // Passes that others wait for come first; weight gradients fill the rest.
    for (int i = 0; i < rank; ++i) {
        writer.add(Pass::InputGradient, 0);
        writer.add(Pass::InputGradient, 1);
    }
    for (int i = 0; i < below; ++i)
        writer.addBoth(0);
    for (const int chunk : {1, 0}) {
        while (writer.count(Pass::WeightGradient, chunk) < full)
            writer.add(Pass::WeightGradient, chunk);
    }
    std::erase_if(writer.program(), [&](const ScheduledPass& pass) { return pass.microbatch >= microbatches; });
    return writer.take();
}

} // namespace bubblescope
