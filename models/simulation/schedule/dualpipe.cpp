// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "dualpipe.h"

#include "classicschedules.h"
#include <algorithm>
#include <array>
#include <deque>

namespace bubblescope {

namespace {

/// What one rank of DualPipe is for its program. "Near" is the direction whose microbatches enter the pipeline at this
/// rank's end of it, "far" the other one.
struct DualPipePlace {
    int ranks = 0; ///< of both halves
    int fromEnd = 0;
    int fromMiddle = 0;
    int nearChunk = 0;
    int microbatches = 0;  ///< of each direction
    int firstOfSecond = 0; ///< microbatch that chunk 1 begins with
};

class DualPipeRank {
public:
    explicit DualPipeRank(const DualPipePlace& place) : m_place(place)
    {
        const int fromEnd = place.fromEnd;
        const int fromMiddle = place.fromMiddle;
        m_program.reserve(size_t(place.microbatches) * 6);
        for (int i = 0; i < 2 * fromMiddle; ++i)
            forward(Near);
        for (int i = 0; i <= fromEnd; ++i) {
            forward(Near);
            forward(Far);
        }
        for (int i = 0; i < fromMiddle; ++i) {
            inputGradient(Far);
            weightGradient();
            forward(Far);
        }
        const int steady = place.microbatches - place.ranks + fromEnd + 1;
        for (int i = 0; i < steady; ++i) {
            // The middle ranks start with separate passes instead of the pair: others wait for its forward.
            forward(Near, i > 0 || fromMiddle > 0);
            backward(Far);
            forward(Far, true);
            backward(Near);
        }
        for (int i = 0; i < fromMiddle; ++i) {
            backward(Far);
            forward(Far, true);
            backward(Near);
        }
        // Half way through the drain, weight gradients are deferred to fill the gaps at the end.
        const int drained = 2 * (fromEnd + 1);
        for (int i = 0; i < drained; ++i) {
            const Direction direction = i % 2 == 0 ? Far : Near;
            if (i > fromEnd)
                inputGradient(direction);
            else
                backward(direction);
        }
        for (int i = 0; i < fromMiddle; ++i) {
            weightGradient();
            inputGradient(Near);
        }
        while (!m_putOff.empty())
            weightGradient();
        markPhases(m_program);
    }
    RankProgram take() { return std::move(m_program); }

private:
    enum Direction { Near, Far };

    ScheduledPass next(Pass pass, Direction direction, std::array<int, 2>& count)
    {
        const int chunk = direction == Near ? m_place.nearChunk : 1 - m_place.nearChunk;
        const int microbatch = count[size_t(chunk)]++ + (chunk == 1 ? m_place.firstOfSecond : 0);
        return {pass, Phase::Steady, uint8_t(chunk), false, microbatch};
    }
    void forward(Direction direction, bool overlapsNext = false)
    {
        m_program.push_back(next(Pass::Forward, direction, m_forwards));
        m_program.back().overlapsNext = overlapsNext;
    }
    void backward(Direction direction) { m_program.push_back(next(Pass::Backward, direction, m_backwards)); }
    void inputGradient(Direction direction)
    {
        m_program.push_back(next(Pass::InputGradient, direction, m_backwards));
        m_putOff.push_back(m_program.back());
        m_putOff.back().pass = Pass::WeightGradient;
    }
    void weightGradient()
    {
        m_program.push_back(m_putOff.front());
        m_putOff.pop_front();
    }

    DualPipePlace m_place;
    std::array<int, 2> m_forwards {};
    std::array<int, 2> m_backwards {};
    std::deque<ScheduledPass> m_putOff; // deferred weight gradients
    RankProgram m_program;
};

} // namespace

RankProgram dualPipeProgram(int ranks, int rank, int microbatches)
{
    DualPipePlace place;
    place.ranks = ranks;
    place.fromEnd = std::min(rank, ranks - 1 - rank);
    place.fromMiddle = ranks / 2 - 1 - place.fromEnd;
    place.nearChunk = rank < ranks / 2 ? 0 : 1;
    place.microbatches = place.firstOfSecond = microbatches / 2;
    return DualPipeRank(place).take();
}

RankProgram dualPipeVProgram(int ranks, int rank, int microbatches)
{
    DualPipePlace place;
    place.ranks = 2 * ranks;
    place.fromEnd = rank;
    place.fromMiddle = ranks - 1 - rank;
    place.microbatches = microbatches;
    return DualPipeRank(place).take();
}

} // namespace bubblescope
