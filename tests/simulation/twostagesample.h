// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "samplerun.h"

namespace bubblescope {

inline Result<SampleRun> twoStageSample()
{
    SampleOptions options;
    options.stages = 2;
    options.microbatches = 4;
    options.steps = 1;
    return makeSample(options);
}

} // namespace bubblescope
