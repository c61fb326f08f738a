// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "measuretext.h"
#include "message.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

// Words and numbers of findings' sentences; they are read in JSON and in windows alike.

/// "1.30".
std::string factorText(double factor);
/// "6,535".
std::string countText(double count);
/// "1 microbatch", "8 microbatches".
Message microbatchesText(int64_t count);
enum class Numbered : uint8_t { Ranks, Microbatches, Steps };
/// "Rank 6", "Ranks 4 and 5", "Ranks 0, 1, 2 and 13 more".
Message listText(Numbered what, std::span<const int> numbers);

/// Adds what costs at least that share of the step, which it states. Nothing costs more than the step: where the input
/// contradicts itself, all of the step counts, and the sentence says so.
void addShare(Findings& findings, Finding finding, double leastShare);
/// Sorts as Findings says, keeps the best of each id and no more than `top`, and writes the verdict; `nothing` says
/// what was looked at in vain.
void arrange(Findings& findings, size_t top, const Message& nothing);

} // namespace bubblescope
