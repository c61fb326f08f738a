// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What collectives took on one node of a kind of GPU, beside the links that its formulas count with:
/// base + factor(S) × f S/B, f as in busFactor(), B the bandwidth of the links.
struct CollectiveCurves {
    struct Curve {
        Operation operation = Operation::AllReduce;
        int ranks = 2;
        double baseNs = 0;           ///< of a call, whatever its size
        std::vector<double> factors; ///< one for each of `bytes`; times never fall with size
    };
    std::vector<double> bytes; ///< ascending; sizes as in collectiveNs()
    std::vector<Curve> curves; ///< by operation, ascending in ranks
    double latencyNs = 0;      ///< a step of the formulas on this GPU; bases change with it
    std::string source;

    struct Price {
        double baseNs = 0;
        double factor = 1;
        bool isExtrapolated = false; ///< to more ranks, or to groups of a single known size
    };
    /// Factors are interpolated in log(size) and log(factor) and stay what they are beyond the first and last size. For
    /// ranks between those that were measured the base is linear in them, as a ring's steps are, and log(factor) in
    /// 1/ranks; with more ranks than measured the base grows on and the factor stays. nullopt: the operation was not
    /// measured.
    std::optional<Price> at(Operation operation, int ranks, double bytes) const;
    /// A base where a step takes this latency.
    double callNs(double baseNs, double stepNs) const { return latencyNs > 0 ? baseNs * stepNs / latencyNs : baseNs; }
};

} // namespace bubblescope
