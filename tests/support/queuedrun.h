// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// A made-up training run of hosts that feed their GPUs.
struct QueuedRunOptions {
    enum class Sync { None, Item, Device };
    int ranks = 1;
    int steps = 6;
    int layers = 8;
    int kernels = 6; ///< of each layer, forward and backward alike
    double kernelUs = 100;
    double hostUs = 20;  ///< between two launches
    size_t queue = 1024; ///< launches that a device holds at most
    Sync sync = Sync::None;
    double commUs = 0;     ///< of an all-reduce of each layer of the backward pass; 0: there is none
    bool overlaps = false; ///< compute goes on beside it
    int slowRank = -1;
    double slowFactor = 1;
    // The same run under other costs.
    double compute = 1;
    double host = 1;
    double comm = 1;
    uint32_t seed = 1;
    int unlaunchedRank = -1; ///< which calls of its runtime were not recorded
    bool isRecorded = true; ///< false: only the period is of interest, and there are no files
};

/// Its PyTorch traces, and what the program that reads them has to find.
struct QueuedRun {
    std::vector<std::pair<std::string, std::string>> files; ///< name and text, by rank
    double periodUs = 0; ///< in steady state: between the ends of the devices' last two steps
};

/// Step by step: a launching call blocks while the queue of its device is full; kernels of a stream run one after the
/// other; an all-reduce waits for the compute launched before it, and transfers once its last member has begun.
QueuedRun makeQueuedRun(const QueuedRunOptions& options);

} // namespace bubblescope
