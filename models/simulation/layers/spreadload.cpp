// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spreadload.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

/// 1 / (sum of the Dirichlet parameters + 1) of all experts' shares: 0 where all are sent alike, 1 where one is sent
/// everything. A balanced router sends them alike; in runs that were measured they vary by up to their mean.
double unevennessOf(const std::vector<double>& bytes, int experts)
{
    constexpr double usualVariation = 0.6; // of an expert, relative to its mean
    constexpr double usualWeight = 1;      // as one rank more
    const double usual = 1 / (experts / (usualVariation * usualVariation) + 1);
    const auto ranks = double(bytes.size());
    const double mean = std::accumulate(bytes.begin(), bytes.end(), 0.0) / ranks;
    if (mean <= 0)
        return usual;
    double squares = 0;
    for (const double sent : bytes)
        squares += (sent / mean - 1) * (sent / mean - 1);
    return (usualWeight * usual + squares / ranks) / (usualWeight + ranks - 1);
}

struct NewRank {
    double mean;
    double deviation;
};

/// What the busiest of them is sent with this probability at most.
double busiest(const std::vector<NewRank>& ranks, double most, double probability)
{
    double low = 0;
    double high = most;
    for (int step = 0; step < 50; ++step) {
        const double load = (low + high) / 2;
        double below = 1;
        for (const auto& [mean, deviation] : ranks)
            below *= std::erfc((mean - load) / (std::sqrt(2.0) * std::max(deviation, 1e-9 * most))) / 2;
        (below < probability ? low : high) = load;
    }
    return high;
}

/// How uneven, as often as it is, and how far from its median.
struct Spread {
    double ofUnevenness;
    double probability;
};
Spread spreadOf(ExpertShares shares)
{
    switch (shares) {
    case ExpertShares::Even:
        return {0, 0};
    case ExpertShares::Usual:
        return {1, 0.5};
    case ExpertShares::LittleUneven:
        return {0.5, 0.1};
    case ExpertShares::VeryUneven:
        return {3, 0.9};
    case ExpertShares::OneTakesAll:
        break;
    }
    return {1, 1};
}

} // namespace

std::vector<double> spreadLoad(const std::vector<double>& bytes, size_t ranks, ExpertShares shares, int experts)
{
    const size_t before = bytes.size();
    std::vector<double> load;
    if (ranks <= before) {
        for (size_t rank = 0; rank < ranks; ++rank) {
            const auto first = bytes.begin() + std::ptrdiff_t(rank * before / ranks);
            const auto last = bytes.begin() + std::ptrdiff_t((rank + 1) * before / ranks);
            load.push_back(std::accumulate(first, last, 0.0) / double(last - first));
        }
        return load;
    }
    if (before == 0 || ranks % before != 0) {
        for (size_t rank = 0; rank < ranks; ++rank)
            load.push_back(before > 0 ? bytes[rank * before / ranks] : 0);
        return load;
    }
    const size_t parts = ranks / before;
    const Spread spread = spreadOf(shares);
    const double uneven = std::min(1.0, spread.ofUnevenness * unevennessOf(bytes, std::max(experts, int(ranks))));
    // Those of one old rank have their share of the Dirichlet parameters.
    const double ofRank = uneven > 0 ? 1 / ((1 / uneven - 1) / double(before) + 1) : 0;
    const double deviation = std::sqrt(double(parts - 1) * ofRank);
    std::vector<NewRank> made;
    for (const double sent : bytes)
        made.insert(made.end(), parts, {sent, sent * deviation});
    const double most = *std::max_element(bytes.begin(), bytes.end());
    double factor = shares == ExpertShares::OneTakesAll ? double(parts) : 1;
    if (deviation > 0 && most > 0 && factor == 1)
        factor = std::clamp(busiest(made, most * double(parts), spread.probability) / most, 1.0, double(parts));
    for (const double sent : bytes) {
        load.push_back(sent * factor);
        load.insert(load.end(), parts - 1, sent * (double(parts) - factor) / double(parts - 1));
    }
    return load;
}

} // namespace bubblescope
