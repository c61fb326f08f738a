// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "progress.h"
#include "result.h"
#include "whatif.h"

namespace bubblescope {

/// Findings about the input of a simulator go on to try what its model answers and what gains samples per second there;
/// of what gains none, the suggestion says so instead.
void keepHelpfulKnobs(Findings& findings, const Result<Simulator>& simulator);

/// Those of a run of a folder, for the step that they are about. Makes a simulator only where they ask for another
/// order or for more work: a recorded order in which something takes less is never longer. For steps of more than
/// mostModelledSpans, all of which one answer may have to make again, nothing is asked and all knobs stay. `progress`
/// returning false ends it early.
void keepHelpfulKnobs(Findings& findings, const RunFolder& folder, size_t run, const ProgressFn& progress = {});
inline constexpr size_t mostModelledSpans = 100'000;

} // namespace bubblescope
