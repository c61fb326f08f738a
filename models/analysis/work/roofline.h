// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatoruse.h"

#include <cstddef>
#include <string>
#include <vector>

namespace bubblescope {

// The roofline of Williams, Waterman and Patterson (https://doi.org/10.1145/1498765.1498785): how fast work is done
// over how much of it there is for each byte that it moves, below what bounds the one and the other.

/// Where an operator stands in it.
struct RooflinePoint {
    size_t place = 0;          ///< of the operator in the list
    double intensity = 0;      ///< FLOPs for each byte, above 0
    double flopsPerSecond = 0; ///< above 0
};
/// Of operators that compute, whose FLOPs and bytes are known, in the order of the list.
std::vector<RooflinePoint> rooflinePoints(const std::vector<OperatorUse>& operators);

/// Of the device time of all operators, what a roofline shows and what it cannot. The parts add up to 1, or are all 0
/// where no device was busy.
struct RooflineShares {
    double shown = 0;
    double copying = 0; ///< work is known, and moves bytes without computing
    double unknown = 0; ///< FLOPs or bytes are not known
};
RooflineShares rooflineShares(const std::vector<OperatorUse>& operators);

/// What bounds work: FLOP/s with inputs of some types, and bytes/s.
struct Roofs {
    struct Compute {
        std::string dataTypes; ///< as OperatorUse has them; empty where they are not known
        double flopsPerSecond = 0;
    };
    std::vector<Compute> compute; ///< highest first
    double bytesPerSecond = 0;    ///< 0 if not known

    bool isEmpty() const { return compute.empty() && bytesPerSecond <= 0; }
};
/// Below what is computed at most per second, FLOP/s: at a low intensity the bytes bound it. 0 where nothing is known.
double boundAt(double intensity, double flopsPerSecond, double bytesPerSecond);

/// What was reached among these operators: the most FLOP/s of products of matrices and convolutions with inputs of each
/// type (where there are none, of attention), and the most bytes/s of all operators. A lower bound of what the GPU can
/// do, but for bytes that lay in its caches. Types whose products take less than 1 % of the time of all have no roof:
/// they are too small to come near one.
Roofs reachedRoofs(const std::vector<OperatorUse>& operators);

} // namespace bubblescope
