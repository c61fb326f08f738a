// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

#include <string>
#include <vector>

namespace bubblescope {

/// What a collective took on a real machine, by size: an nccl-tests log.
struct BandwidthCurve {
    struct Point {
        double bytes = 0; ///< as nccl-tests counts them: all-gather the output, reduce-scatter the input
        double ns = 0;
    };
    std::string name;
    std::string file;
    Operation operation = Operation::AllReduce;
    int ranks = 0;
    int ranksPerNode = 0;      ///< most of them on one host
    std::vector<Point> points; ///< ascending in size, ns above 0, never empty

    /// Interpolated between the logarithms of size and time. Below the first point its time counts (latency), above the
    /// last its bandwidth.
    double nsAt(double bytes) const;
};

} // namespace bubblescope
