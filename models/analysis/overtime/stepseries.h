// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// How a series of step times changes as a whole. All by medians, so that single steps do not matter.
struct SeriesTrend {
    bool isShift = false; ///< else a drift
    size_t first = 0;     ///< index of the first step of the new level; 0 for a drift
    double before = 0;    ///< level at the start
    double after = 0;     ///< at the end
};
/// The better of a straight line (Theil-Sen) and a single change of level, if either explains much of the differences
/// and exceeds 1 % and the noise; nullopt otherwise, and for a series that becomes faster. Levels are medians of up to
/// 64 stretches of at least so many steps.
std::optional<SeriesTrend> findTrend(const std::vector<double>& times, size_t shortestStretch = 4);

/// Steps that take longer than those around them, in runs of neighbours.
struct SeriesOutliers {
    struct Group {
        size_t first = 0;
        size_t count = 0;
        double excess = 0; ///< sum over its steps
    };
    std::vector<Group> groups;
    std::vector<double> around; ///< by step: the median of its surroundings
};
/// `leastFactor`: half as much beyond 1 suffices where the series scatters by no more than a 50th of
/// that, and has none that are longer.
SeriesOutliers findOutliers(const std::vector<double>& times, double leastFactor);

/// Steps of two kinds that come in turn, or mixed: neither is rare, and the longer ones come back.
struct SeriesMixture {
    double low = 0;             ///< level of the shorter ones
    double high = 0;            ///< of the longer ones
    std::vector<size_t> longer; ///< their indexes
    size_t period = 0;          ///< 0: they come at no regular distance
};
std::optional<SeriesMixture> findMixture(const std::vector<double>& times, double leastFactor);

/// Steps that become longer and fall back, at a regular distance.
struct SeriesSawTooth {
    size_t period = 0;
    double low = 0;  ///< after a fall
    double high = 0; ///< before it
};
std::optional<SeriesSawTooth> findSawTooth(const std::vector<double>& times, double leastFactor);

/// The distance at which groups repeat, in numbers of steps, if most of them do and few are missing.
std::optional<int64_t> periodOf(const std::vector<int64_t>& starts);

} // namespace bubblescope
