// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "machinehints.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Measured time of a collective on a real machine, by size: from an nccl-tests log, or while a job ran.
struct BandwidthCurve {
    struct Point {
        double bytes = 0; ///< as counted by nccl-tests: for all-gather the output, for reduce-scatter the input
        double ns = 0;
    };
    std::string name;
    std::string file;
    Operation operation = Operation::AllReduce;
    int ranks = 0;
    int ranksPerNode = 0;      ///< the most on any one host
    std::vector<Point> points; ///< ascending in size; times above 0; never empty
    MachineHints machine {};
    bool isOfJob = false; ///< holds the sizes that a job happened to use: it says nothing about others

    /// False for sizes that only a benchmark's curve may be continued to.
    bool covers(double bytes) const;
    /// Interpolates linearly in log(size) and log(time). Below the first point its time applies (latency), above the
    /// last point its bandwidth.
    double nsAt(double bytes) const;
};

} // namespace bubblescope
