// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sampleoptions.h"

namespace bubblescope {

/// Four ranks in two stages on two hosts: the smallest run that includes everything.
inline SampleOptions smallSample(int steps = 3)
{
    SampleOptions options;
    options.stages = 2;
    options.tensor = 1;
    options.data = 2;
    options.microbatches = 4;
    options.layers = 4;
    options.steps = steps;
    options.hosts = 2;
    return options;
}

/// One of several builds of a job of eight ranks in four stages: builds differ by their seed.
inline SampleOptions buildOfJob(uint64_t seed, int steps = 9)
{
    SampleOptions options;
    options.stages = 4;
    options.tensor = 1;
    options.data = 2;
    options.microbatches = 6;
    options.layers = 8;
    options.steps = steps;
    options.hosts = 2;
    options.seed = seed;
    return options;
}

} // namespace bubblescope
