// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "dualpipe.h"

#include "classicschedules.h"
#include <algorithm>
#include <array>
#include <deque>

namespace bubblescope {

namespace {

/// The program of one rank of DualPipe. "Near" is the direction whose microbatches enter the pipeline at this rank's
/// end of it, "far" the other one.
class DualPipeRank {
public:
    DualPipeRank(int ranks, int rank, int microbatches)
        : m_nearChunk(rank < ranks / 2 ? 0 : 1), m_half(microbatches / 2)
    {
        m_program.reserve(size_t(microbatches) * 3);
        const int fromEnd = std::min(rank, ranks - 1 - rank);
        const int fromMiddle = ranks / 2 - 1 - fromEnd;

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
        const int steady = m_half - ranks + fromEnd + 1;
        for (int i = 0; i < steady; ++i) {
            // The two middle ranks start with separate passes instead of the pair: others wait for its forward.
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
        const int chunk = direction == Near ? m_nearChunk : 1 - m_nearChunk;
        const int microbatch = count[size_t(chunk)]++ + (chunk == 1 ? m_half : 0);
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

    int m_nearChunk;
    int m_half; // microbatches per direction
    std::array<int, 2> m_forwards {};
    std::array<int, 2> m_backwards {};
    std::deque<ScheduledPass> m_putOff; // deferred weight gradients
    RankProgram m_program;
};

} // namespace

RankProgram dualPipeProgram(int ranks, int rank, int microbatches)
{
    return DualPipeRank(ranks, rank, microbatches).take();
}

} // namespace bubblescope
