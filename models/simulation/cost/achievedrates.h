// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Type of the numbers that a matrix product multiplies.
enum class MatrixType : uint8_t { Half, EightBit };

/// What kernels of a training step reach on a GPU, where data sheets state what none does. Measured outside the
/// program, see the sources of the presets; empty or 0 where nobody did. They belong to the peaks that they were
/// measured with: where a preset's own are edited, Hardware::achieved() changes with them.
struct AchievedRates {
    /// Of products of so many FLOPs.
    struct Point {
        double flops = 0;
        double perSecond = 0; ///< FLOP/s
        bool operator==(const Point&) const = default;
    };
    std::vector<Point> half; ///< matrix products in fp16 and bf16, by FLOPs
    std::vector<Point> eightBit;
    double attention = 0;     ///< FLOP/s of fused attention, forward and backward
    double memory = 0;        ///< bytes/s of the GPU's own memory
    bool areCompared = false; ///< whole steps on it were compared with what its rates and another GPU's make of them
    double ofPeakFlops = 0;   ///< Hardware::peakFlops of the GPU that was measured; 0: the preset's own
    double ofMemoryBandwidth = 0; ///< the same of Hardware::memoryBandwidth

    /// FLOP/s of products of that size, interpolated in log(FLOPs) and log(FLOP/s); without a size, of the largest. 0
    /// if not known.
    double matrix(MatrixType type = MatrixType::Half, double flops = 0) const;
    bool operator==(const AchievedRates&) const = default;
};

} // namespace bubblescope
