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

/// Generates a sample run and writes it: one rank trace per rank in node0/, node1/ …, layers.tsv, workload.txt,
/// train_log.txt and truth.json. Creates the directory; an error if it contains anything but an earlier sample. Made
/// and written in stretches of steps of about as many spans, so that memory does not grow with the steps.
Result<WrittenSample> writeSample(
    const SampleOptions& options, const std::string& directory, uint64_t spansAtOnce = 2'000'000);

} // namespace bubblescope
