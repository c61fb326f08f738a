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

// Words and numbers in the sentences of findings; the same in JSON and in windows.

/// "1.30".
std::string factorText(double factor);
/// "6,535".
std::string countText(double count);
/// "1 microbatch", "8 microbatches".
Message microbatchesText(int64_t count);
/// "a", "a and b", "a, b, c and 13 more": of `count` names, if these are only the first ones.
Message namesText(std::span<const std::string> names, size_t count = 0);
enum class Numbered : uint8_t { Ranks, Microbatches, Steps };
/// "Rank 6", "Ranks 4 and 5", "Ranks 0, 1, 2 and 13 more".
Message listText(Numbered what, std::span<const int> numbers);

/// Of a fault of hosts, of which there may be several; all other ids are those of one finding.
inline constexpr std::string_view slowHostId = "slow-host";
/// What the recorded ranks wait for was not recorded: neither a fault of them nor the configuration's.
bool isOfMissingRanks(const Finding& finding);
/// "node1 and node2": numbers among these names.
Message hostNames(std::span<const int> hosts, std::span<const std::string> names);
/// That a cost is what is left when these are mended; a sentence after others, empty for none.
Message countedAfter(std::span<const int> mendedHosts, std::span<const std::string> names);

/// Adds the finding with its share of the step if that is at least `leastShare`. No finding may cost more than the
/// step: if the input contradicts itself, the cost is limited to the step and the sentence says so.
void addShare(Findings& findings, Finding finding, double leastShare);
/// Adds what only some of `steps` steps lose, or lose more: `lostNs` in total, of `allNs` that all took. Cost and share
/// are those of the mean step.
void addToMeanStep(Findings& findings, Finding finding, double lostNs, double allNs, double steps, double leastShare);
/// Sorts as described at Findings, keeps the best finding per id and at most `top`, and writes the verdict; without any
/// finding that is `nothing`, which says what was examined.
/// `isRecording`: they are those of a whole recording, which is no step. `isProfiled`: of a profiler's run.
void arrange(Findings& findings, size_t top, const Message& nothing, bool isRecording = false, bool isProfiled = false);

} // namespace bubblescope
