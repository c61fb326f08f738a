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

} // namespace bubblescope
