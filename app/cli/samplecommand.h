// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "sampletruth.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

struct WrittenSample {
    std::vector<std::string> files; ///< relative to the directory
    uint64_t bytes = 0;
    SampleTruth truth;
};

/// Makes a sample run and writes it: one rank trace per rank under node0/, node1/ …, layers.tsv, workload.txt,
/// train_log.txt and truth.json. The directory is made; one that holds anything but an earlier sample is refused.
Result<WrittenSample> writeSample(const SampleOptions& options, const std::string& directory);

/// "3:1.15" as on the command line; refuses anything else with a sentence.
Result<SampleOptions::RankFactor> parseRankFactor(std::string_view text);
Result<SampleOptions::LinkFactor> parseLinkFactor(std::string_view text);

} // namespace bubblescope
