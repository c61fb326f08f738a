// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What a made-up training run looks like. GPUs = tensor x data x stages; ranks are numbered as Megatron does
/// (tensor fastest, then data with the experts inside it, then stages).
struct SampleOptions {
    struct RankFactor {
        int rank;
        double factor;
        bool operator==(const RankFactor&) const = default;
    };
    struct LinkFactor {
        int stage; ///< the link between this stage and the next
        double factor;
        bool operator==(const LinkFactor&) const = default;
    };

    std::string name = "sample";
    int stages = 4;
    int tensor = 2;
    int data = 2;
    int expert = 1;       ///< expert parallelism; divides data; more than 1 makes the layers mixtures of experts
    int microbatches = 8; ///< per step and data-parallel replica
    int layers = 32;
    int steps = 3;
    int hosts = 2; ///< divides the number of GPUs
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    uint64_t seed = 1;
    double noise = 0.004;               ///< relative spread of every compute time
    std::vector<RankFactor> stragglers; ///< compute of a rank takes so many times as long
    double lastStageFactor = 1;         ///< forward and backward of the last stage (lm_head) take so many times as long
    std::vector<LinkFactor> slowLinks;  ///< transfers take so many times as long
    double expertImbalance = 1;         ///< tokens of the busiest expert rank, as a multiple of the mean
    double clockSpreadMs = 604'781'214.5; ///< every further host's clock is so far ahead of the one before it
    int hiddenSize = 4096;
    int sequenceLength = 4096;
    int microbatchSize = 1;
    int vocabulary = 50304;

    /// Place in each expert group of the rank that gets most tokens.
    int busiestExpert() const { return expert > 1 ? int(seed % uint64_t(expert)) : 0; }
};

/// Whether a sample run can follow the schedule: one chunk per rank, as its formats tell no chunks apart.
bool canSample(ScheduleKind schedule);
/// Nothing, or a sentence on what is wrong with the options.
std::optional<Error> checkSampleOptions(const SampleOptions& options);
/// The run of `--demo`: 8 ranks on 2 hosts, a heavy last stage and one straggler.
SampleOptions demoOptions();

} // namespace bubblescope
