// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "result.h"
#include "simaitransfer.h"
#include "workload.h"

#include <optional>

namespace bubblescope {

/// Terms of the sum that SimAI-Analytical computes, in µs.
struct SimAiTerms {
    double computeUs = 0, tpUs = 0, dpUs = 0, epUs = 0, dpEpUs = 0, ppUs = 0, bubbleUs = 0, totalUs = 0;
};

/// SimAI-Analytical's parameters in addition to the workload. GiB are 2^30 bytes.
struct SimAiOptions {
    std::optional<int> gpus; ///< absent: all_gpus of the workload
    int gpusPerServer = 8;
    int nicsPerServer = 8;
    double nvlinkGiBps = 200;            ///< bus bandwidth inside a server
    double nicGiBps = 25;                ///< per network card
    std::optional<double> pipelineGiBps; ///< between stages; absent: their messages are not counted
    // Shares of the communication that compute hides, 0 to 1:
    double tensorOverlap = 0;
    double dataOverlap = 0;
    double expertOverlap = 0;
    double expertDataOverlap = 0;
    double pipelineOverlap = 0;

    SimAiServers servers() const { return {gpusPerServer, nicsPerServer, nvlinkGiBps, nicGiBps}; }
};
SimAiOptions simAiOptions(const Knobs& knobs);
/// The defaults that no knob replaces, "gpus-per-server 8, nic-gibps 25"; empty if there are none.
Message simAiGuesses(const Knobs& knobs);

/// Terms of a step by SimAI-Analytical's rule: sums over the rows, plus a proportional bubble. An error if the header
/// of the workload lacks what the rule needs.
Result<SimAiTerms> simAiTerms(const Workload& workload, const SimAiOptions& options);

} // namespace bubblescope
