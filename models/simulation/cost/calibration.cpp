// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration.h"

#include "roundedtime.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace bubblescope {

namespace {

constexpr double longestOverheadNs = 5e5; // of a call on the host
constexpr double usualOfRings = 6e4;      // ns: runs with several sizes have 45 to 70 µs
constexpr double slowestLink = 1.5;       // times the formula, before the rest is overhead
constexpr double outlier = 3;             // times as long as expected

struct Point {
    double formulaNs;
    double ns;
    double weight;
    double spread;
    bool isSmall;
};

double weightedMedian(std::vector<std::pair<double, double>> values)
{
    std::sort(values.begin(), values.end());
    double all = 0;
    for (const auto& [value, weight] : values)
        all += weight;
    double sum = 0;
    for (const auto& [value, weight] : values) {
        sum += weight;
        if (sum * 2 >= all)
            return value;
    }
    return 0;
}

/// ns of a group of one by byte, of the largest: small ones are overhead.
double copyRate(std::span<const RecordedTransfer> recorded)
{
    std::vector<std::pair<double, double>> rates;
    for (const RecordedTransfer& t : recorded) {
        const bool isGradient = t.group == Category::DataComm || t.group == Category::ExpertDataComm;
        if (isGradient && !isPointToPoint(t.operation) && t.placement.ranks == 1 && t.bytes >= smallMessageBytes
            && t.ns > 0)
            rates.emplace_back(t.ns / t.bytes, t.bytes * t.count);
    }
    return weightedMedian(std::move(rates));
}

/// No group of one was recorded. Megatron scales gradients in memory before it shares them, others do not: the share of
/// the formula that large gradients take tells which, where the links inside nodes limit them. Across nodes NCCL seldom
/// takes the switch. Where it is as far from both, nothing but the formula is known to be wrong: no copy is assumed.
double likelyCopyRate(std::span<const RecordedTransfer> recorded, const Pricing& plain, bool areOperations)
{
    constexpr double largeBytes = 64 * smallMessageBytes;
    constexpr double close = 0.1;
    if (plain.hardware.memoryBandwidth <= 0)
        return 0;
    const double rate = usualCopyNsPerByte(plain.hardware);
    std::vector<std::pair<double, double>> with;
    std::vector<std::pair<double, double>> without;
    for (const RecordedTransfer& t : recorded) {
        const bool isGradient = t.group == Category::DataComm || t.group == Category::ExpertDataComm;
        if (!isGradient || t.placement.ranks < 2 || t.bytes < largeBytes
            || linkSpeed(t.placement, plain.hardware).bottleneck != Bottleneck::NvLink)
            continue;
        const auto algorithm = t.placement.spansNodes() ? CollectiveAlgorithm::Ring : plain.algorithm;
        const double formulaNs
            = priceCollective(t.operation, t.bytes, t.placement, plain.hardware, algorithm, plain.curves).ns;
        with.emplace_back((t.ns - rate * t.bytes) / formulaNs, t.bytes);
        without.emplace_back(t.ns / formulaNs, t.bytes);
    }
    if (with.empty())
        return areOperations ? rate : 0;
    const double share = weightedMedian(std::move(without));
    if (share < 1) // no time for a copy
        return 0;
    const double offWith = std::abs(weightedMedian(std::move(with)) - 1);
    return offWith < close && offWith < std::abs(share - 1) ? rate : 0;
}

/// Least squares of relative errors; neither overhead nor factor below 0.
TransferFit::Line throughAll(const std::vector<Point>& points)
{
    double oneOne = 0;
    double oneX = 0;
    double xX = 0;
    double oneY = 0;
    double xY = 0;
    for (const Point& p : points) {
        const double one = 1 / p.ns;
        const double x = p.formulaNs / p.ns;
        oneOne += p.weight * one * one;
        oneX += p.weight * one * x;
        xX += p.weight * x * x;
        oneY += p.weight * one;
        xY += p.weight * x;
    }
    const double determinant = oneOne * xX - oneX * oneX;
    TransferFit::Line line;
    line.overheadNs = determinant > 0 ? (oneY * xX - xY * oneX) / determinant : 0;
    line.factor = determinant > 0 ? (xY * oneOne - oneY * oneX) / determinant : 0;
    if (line.overheadNs < 0 || line.factor <= 0 || determinant <= 0) {
        line.overheadNs = 0;
        line.factor = xX > 0 ? xY / xX : 1;
    }
    return line;
}

/// Small transfers are overhead: they tell nothing of how fast a link is.
TransferFit::Line lineOfSmall(const std::vector<Point>& points)
{
    std::vector<std::pair<double, double>> overheads;
    for (const Point& p : points)
        overheads.emplace_back(std::clamp(p.ns - p.formulaNs, 0.0, longestOverheadNs), p.weight);
    TransferFit::Line line;
    line.overheadNs = weightedMedian(std::move(overheads));
    line.factor = 1;
    return line;
}

void addSpread(TransferFit::Line& line, const std::vector<Point>& points)
{
    std::vector<std::pair<double, double>> spreads;
    for (const Point& p : points) {
        const double off = std::abs(line.overheadNs + line.factor * p.formulaNs - p.ns) / p.ns;
        spreads.emplace_back(std::hypot(off, p.spread), p.weight);
    }
    line.spread = weightedMedian(std::move(spreads));
}

std::optional<TransferFit::Line> lineThrough(std::vector<Point> points, bool areRings)
{
    if (points.empty())
        return std::nullopt;
    if (areRings && std::all_of(points.begin(), points.end(), [](const Point& p) { return p.isSmall; })) {
        TransferFit::Line line = lineOfSmall(points);
        addSpread(line, points);
        return line;
    }
    // What most of them say, before any of them is left out.
    const auto expected = [&points] {
        std::vector<std::pair<double, double>> factors;
        for (const Point& p : points)
            factors.emplace_back(std::max(p.ns - longestOverheadNs, 0.0) / p.formulaNs, p.weight);
        return weightedMedian(std::move(factors));
    }();
    std::vector<Point> usual;
    std::copy_if(points.begin(), points.end(), std::back_inserter(usual),
        [&](const Point& p) { return p.ns <= outlier * (longestOverheadNs + std::max(expected, 1.0) * p.formulaNs); });
    if (!usual.empty())
        points = std::move(usual);
    const auto [smallest, largest] = std::minmax_element(
        points.begin(), points.end(), [](const Point& a, const Point& b) { return a.formulaNs < b.formulaNs; });
    TransferFit::Line line;
    if (largest->formulaNs >= 2 * smallest->formulaNs)
        line = throughAll(points);
    if (line.overheadNs > longestOverheadNs || largest->formulaNs < 2 * smallest->formulaNs) {
        const double unexplained = std::max(smallest->ns - smallest->formulaNs, 0.0);
        line.overheadNs = std::min(std::max(std::min(unexplained, areRings ? usualOfRings : longestOverheadNs),
                                       smallest->ns - slowestLink * smallest->formulaNs),
            longestOverheadNs);
        std::vector<std::pair<double, double>> factors;
        for (const Point& p : points)
            factors.emplace_back(std::max(p.ns - line.overheadNs, 0.0) / p.formulaNs, p.weight);
        line.factor = weightedMedian(std::move(factors));
    }
    addSpread(line, points);
    return line;
}

} // namespace

double usualCopyNsPerByte(const Hardware& hardware)
{
    constexpr double achieved = 0.6; // of the memory's bandwidth, as groups of one had it on an H800
    return 2 * nsPerSecond / (hardware.memoryBandwidth * achieved); // read and written
}

TransferFit calibrated(std::span<const RecordedTransfer> recorded, const Pricing& formula, bool areOperations)
{
    TransferFit fit;
    Pricing plain = formula;
    plain.fit = {};
    fit.copyNsPerByte = copyRate(recorded);
    if (fit.copyNsPerByte == 0)
        fit.copyNsPerByte = likelyCopyRate(recorded, plain, areOperations);
    std::array<std::array<std::vector<Point>, 2>, 3> points;
    // A broadcast adds nothing up, and small collectives take protocols of their own: they tell of the links where
    // nothing else does.
    const auto isRing
        = [](const RecordedTransfer& t) { return TransferFit::useOf(t.operation) == TransferFit::Use::Ring; };
    const auto isTypical = [](const RecordedTransfer& t) {
        return t.operation != Operation::Broadcast && t.operation != Operation::Reduce && t.bytes >= smallMessageBytes;
    };
    std::array<bool, 2> hasTypical {};
    for (const RecordedTransfer& t : recorded) {
        if (isRing(t) && t.placement.ranks > 1 && isTypical(t))
            hasTypical[t.placement.spansNodes()] = true;
    }
    for (const RecordedTransfer& t : recorded) {
        if (isRing(t) && !isTypical(t) && hasTypical[t.placement.spansNodes()])
            continue;
        PricedTransfer kind;
        kind.operation = t.operation;
        kind.group = t.group;
        kind.bytes = t.bytes;
        kind.placement = t.placement;
        const bool hasPeers = t.placement.ranks > 1;
        const double formulaNs = hasPeers && t.bytes >= 0 && t.count > 0 ? priceOf(kind, plain).ns : 0;
        const double ns = t.ns - fit.copyNs(t.group, t.bytes);
        if (formulaNs > 0 && ns > 0) {
            points[size_t(TransferFit::useOf(t.operation))][t.placement.spansNodes()].push_back(
                {formulaNs, ns, std::sqrt(double(t.count)), t.spread, t.bytes < smallMessageBytes});
        }
    }
    for (size_t use = 0; use < points.size(); ++use) {
        for (size_t across = 0; across < 2; ++across)
            fit.lines[use][across]
                = lineThrough(std::move(points[use][across]), TransferFit::Use(use) == TransferFit::Use::Ring);
    }
    return fit;
}

} // namespace bubblescope
