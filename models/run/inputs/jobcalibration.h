// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <string>

namespace bubblescope {

/// What a measured step says of the model of its job, for plans of other sizes on the same GPUs with the same kernels.
/// Factors are measured times over modelled ones: 1.25 is 0.8 of the modelled rate.
struct JobCalibration {
    double computeFactor = 1; ///< that compute takes, where communication takes what is modelled
    double least = 1;         ///< its range: the same from the run's fast steps
    double most = 1;          ///< and from its slow ones
    double wholeFactor = 1;   ///< that compute takes where communication takes as many times as long
    std::string run;          ///< that was measured
    std::string hardware;     ///< that it was compared with

    bool isSound() const
    {
        const auto isFactor = [](double factor) { return std::isfinite(factor) && factor > 0; };
        return isFactor(least) && isFactor(most) && isFactor(wholeFactor) && least <= computeFactor
            && computeFactor <= most;
    }
};

} // namespace bubblescope
