// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "classicschedules.h"

#include <algorithm>

namespace bubblescope {

RankProgram gpipeProgram(int microbatches)
{
    RankProgram program;
    program.reserve(size_t(microbatches) * 2);
    for (int m = 0; m < microbatches; ++m)
        program.push_back({Pass::Forward, Phase::Warmup, 0, false, m});
    for (int m = 0; m < microbatches; ++m)
        program.push_back({Pass::Backward, Phase::Cooldown, 0, false, m});
    return program;
}

RankProgram oneFOneBProgram(int ranks, int rank, int microbatches)
{
    return interleavedProgram(ranks, rank, microbatches, 1);
}

RankProgram interleavedProgram(int ranks, int rank, int microbatches, int chunks)
{
    // The i-th forward of every rank; backwards visit the chunks in reverse order.
    const auto forward = [&](int i) {
        const int group = i / (ranks * chunks);
        const int inGroup = i % (ranks * chunks);
        ScheduledPass pass;
        pass.chunk = uint8_t(chunks == 1 ? 0 : inGroup / ranks);
        pass.microbatch = chunks == 1 ? i : group * ranks + inGroup % ranks;
        return pass;
    };
    const auto backward = [&](int i) {
        ScheduledPass pass = forward(i);
        pass.pass = Pass::Backward;
        pass.chunk = uint8_t(chunks - 1 - pass.chunk);
        return pass;
    };
    // Each rank runs ahead by its distance to the last one, then alternates, then drains. With several chunks it must
    // first run all but the last of them, and the distance counts there and back.
    const int total = microbatches * chunks;
    const int distance = ranks - 1 - rank;
    const int warmup = std::min(total, chunks == 1 ? distance : 2 * distance + (chunks - 1) * ranks);
    RankProgram program;
    program.reserve(size_t(total) * 2);
    const auto add = [&program](ScheduledPass pass, Phase phase) {
        pass.phase = phase;
        program.push_back(pass);
    };
    for (int i = 0; i < warmup; ++i)
        add(forward(i), Phase::Warmup);
    for (int i = warmup; i < total; ++i) {
        add(forward(i), Phase::Steady);
        add(backward(i - warmup), Phase::Steady);
    }
    for (int i = total - warmup; i < total; ++i)
        add(backward(i), Phase::Cooldown);
    return program;
}

RankProgram splitBackwards(const RankProgram& program)
{
    RankProgram split;
    split.reserve(program.size() * 3 / 2);
    for (ScheduledPass pass : program) {
        const bool isWhole = pass.pass == Pass::Backward;
        pass.pass = isWhole ? Pass::InputGradient : pass.pass;
        split.push_back(pass);
        pass.pass = Pass::WeightGradient;
        if (isWhole)
            split.push_back(pass);
    }
    return split;
}

void markPhases(RankProgram& program)
{
    const auto isForward = [](const ScheduledPass& pass) { return pass.pass == Pass::Forward; };
    const auto firstBackward = std::find_if_not(program.begin(), program.end(), isForward);
    const auto afterLastForward = std::find_if(program.rbegin(), program.rend(), isForward).base();
    for (auto pass = program.begin(); pass != program.end(); ++pass) {
        pass->phase = pass < firstBackward ? Phase::Warmup : pass < afterLastForward ? Phase::Steady : Phase::Cooldown;
    }
}

} // namespace bubblescope
