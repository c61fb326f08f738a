// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "creep.h"

#include "changetest.h"
#include "distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace bubblescope {

namespace {

constexpr size_t leastCreeping = 4; // builds: three hardly distinguish a line from a jump

/// A level up to one build, another from a later one on, and a straight line between them.
struct Ramp {
    size_t first = 0;
    size_t last = 0;
    double before = 0;
    double growth = 0;
    double squares = std::numeric_limits<double>::infinity(); ///< that it leaves
};

/// Least squares of ramps between any two builds, each in O(1).
class RampFits {
public:
    explicit RampFits(std::span<const double> levels)
        : m_count(levels.size()), m_centre(levels[0]), m_sum {0}, m_byBuild {0}
    {
        for (size_t i = 0; i < levels.size(); ++i) {
            const double level = levels[i] - m_centre;
            m_sum.push_back(m_sum.back() + level);
            m_byBuild.push_back(m_byBuild.back() + double(i) * level);
            m_squares += level * level;
        }
    }
    Ramp between(size_t first, size_t last) const
    {
        const auto length = double(last - first);
        const auto count = double(m_count);
        const auto after = double(m_count - last);
        // Sums of the ramp, which is 0 before and 1 after, and of its products.
        const double ramp = (length - 1) / 2 + after;
        const double ofSquares = (length - 1) * (2 * length - 1) / (6 * length) + after;
        const double ofLevels
            = (m_byBuild[last] - m_byBuild[first] - double(first) * (m_sum[last] - m_sum[first])) / length
            + m_sum[m_count] - m_sum[last];
        Ramp fit;
        fit.first = first;
        fit.last = last;
        const double spread = ofSquares - ramp * ramp / count;
        const double product = ofLevels - ramp * m_sum[m_count] / count;
        if (!(spread > 0))
            return fit;
        fit.growth = product / spread;
        fit.before = m_centre + (m_sum[m_count] - fit.growth * ramp) / count;
        fit.squares = std::max(m_squares - m_sum[m_count] * m_sum[m_count] / count - product * fit.growth, 0.0);
        return fit;
    }
    /// The best that takes `least` builds and more, up to `most`.
    Ramp best(size_t least, size_t most) const
    {
        Ramp best;
        for (size_t first = 0; first + least < m_count; ++first) {
            for (size_t last = first + least; last < m_count && last - first <= most; ++last) {
                const Ramp fit = between(first, last);
                if (fit.squares < best.squares)
                    best = fit;
            }
        }
        return best;
    }

private:
    size_t m_count;
    double m_centre;
    std::vector<double> m_sum;     // of the levels before a build
    std::vector<double> m_byBuild; // of build x level
    double m_squares = 0;
};

/// What levels between the changes leave.
double squaresOfJumps(std::span<const double> levels, size_t begin, std::span<const size_t> changes)
{
    double squares = 0;
    size_t from = 0;
    for (size_t c = 0; c <= changes.size(); ++c) {
        const size_t to = c < changes.size() ? changes[c] - begin : levels.size();
        double mean = 0;
        for (size_t i = from; i < to; ++i)
            mean += levels[i] / double(to - from);
        for (size_t i = from; i < to; ++i)
            squares += (levels[i] - mean) * (levels[i] - mean);
        from = to;
    }
    return squares;
}

/// How often what a line leaves must fit into what jumps leave. Of few builds chance alone makes a line out of a jump.
double clearlyMore(size_t builds)
{
    constexpr double least = 2;
    constexpr double ofEach = 12; // of what each free build leaves
    return std::max(least, 1 + ofEach / double(builds - leastCreeping));
}

/// Rounding leaves squares that show nothing.
double leastSquares(size_t builds) { return 1e-12 * double(builds); }

/// Of builds from `begin` on, of which `changes` are said to jump.
std::optional<Creep> creepIn(
    std::span<const double> levels, size_t begin, std::span<const size_t> changes, double limit, double level)
{
    if (levels.size() <= leastCreeping)
        return std::nullopt;
    const RampFits fits(levels);
    const Ramp line = fits.best(1, levels.size());
    const Ramp jump = fits.best(1, 1);
    const double enough = clearlyMore(levels.size()) * std::max(line.squares, leastSquares(levels.size()));
    if (line.last - line.first < leastCreeping || jump.squares < enough)
        return std::nullopt;
    if (changes.empty()) {
        // Of all builds: to choose the ends would find slopes where there are none.
        const Ramp whole = fits.between(0, levels.size() - 1);
        const auto freedom = double(levels.size() - 2);
        const double unexplained = std::max(whole.squares, leastSquares(levels.size()));
        double spread = 0;
        for (size_t i = 0; i < levels.size(); ++i)
            spread += std::pow(double(i) / double(levels.size() - 1) - 0.5, 2);
        const double error = std::sqrt(unexplained / freedom / spread);
        if (std::abs(std::expm1(line.growth)) <= limit
            || 2 * studentTail(std::abs(whole.growth) / error, freedom) > level)
            return std::nullopt;
    } else if (squaresOfJumps(levels, begin, changes) < enough) {
        return std::nullopt;
    }
    return Creep {begin + line.first, begin + line.last, line.before, line.before + line.growth};
}

double meanOfLevels(std::span<const double> levels, size_t begin, size_t end)
{
    double mean = 0;
    for (size_t i = begin; i < end; ++i)
        mean += levels[i] / double(end - begin);
    return mean;
}

} // namespace

std::vector<Creep> findCreeps(std::span<const double> levels, std::vector<size_t>& changes, double limit, double level)
{
    std::vector<Creep> creeps;
    if (levels.empty())
        return creeps;
    if (changes.empty()) {
        if (const std::optional<Creep> creep = creepIn(levels, 0, {}, limit, level))
            creeps.push_back(*creep);
        return creeps;
    }
    const auto endAfter = [&](size_t c) { return c + 1 < changes.size() ? changes[c + 1] : levels.size(); };
    const auto isRise = [&](size_t c) {
        const size_t before = c > 0 ? changes[c - 1] : 0;
        return meanOfLevels(levels, changes[c], endAfter(c)) > meanOfLevels(levels, before, changes[c]);
    };
    std::vector<size_t> kept;
    for (size_t c = 0; c < changes.size();) {
        size_t end = c + 1;
        const bool rises = isRise(c);
        while (end < changes.size() && isRise(end) == rises)
            ++end;
        size_t from = c > 0 ? changes[c - 1] : 0;
        if (!creeps.empty())
            from = std::max(from, creeps.back().last); // no build belongs to two of them
        const std::span jumps = std::span(changes).subspan(c, end - c);
        const std::optional<Creep> creep
            = creepIn(levels.subspan(from, endAfter(end - 1) - from), from, jumps, limit, level);
        if (creep)
            creeps.push_back(*creep);
        else
            kept.insert(kept.end(), jumps.begin(), jumps.end());
        c = end;
    }
    changes = std::move(kept);
    return creeps;
}

} // namespace bubblescope
