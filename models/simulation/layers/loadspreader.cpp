// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadspreader.h"

#include "distributions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

double probabilityOf(ExpertShares shares)
{
    return shares == ExpertShares::LittleUneven ? 0.1 : shares == ExpertShares::VeryUneven ? 0.9 : 0.5;
}

constexpr double leastVariation = 0.1;
constexpr double mostVariation = 1.6;
constexpr int variations = 16;
constexpr size_t gridPoints = 65;

} // namespace

LoadSpreader::LoadSpreader(size_t before, size_t ranks, int experts) : m_before(before), m_ranks(ranks)
{
    if (before == 0 || ranks <= before || ranks % before != 0)
        return;
    m_parts = ranks / before;
    const double ofEach = double(std::max<size_t>(size_t(std::max(experts, 1)), ranks)) / double(ranks);
    for (int i = 0; i < variations; ++i) {
        const double variation = leastVariation + (mostVariation - leastVariation) * i / (variations - 1);
        const double ofPart = ofEach / (variation * variation);
        const double parts = double(m_parts);
        Unevenness way {ofPart * parts, {}};
        // No two can have more than half; below that it is a lower bound (Bonferroni).
        for (size_t point = 0; point < gridPoints; ++point) {
            const double share = double(point) / (gridPoints - 1);
            const double above = 1 - betaBelow(share, ofPart, (parts - 1) * ofPart);
            way.isAtMost.push_back(std::max(0.0, 1 - parts * above));
        }
        m_ways.push_back(std::move(way));
    }
}

double LoadSpreader::Unevenness::below(double share) const
{
    if (share >= 1)
        return 1;
    const double at = std::max(share, 0.0) * double(isAtMost.size() - 1);
    const auto point = size_t(at);
    return std::lerp(isAtMost[point], isAtMost[point + 1], at - double(point));
}

/// Of the ways in which experts may differ, by what ranks were sent; they add up to 1.
std::vector<double> LoadSpreader::likelihoods(const std::vector<double>& bytes) const
{
    constexpr double leastShare = 1e-4; // some tokens
    const double all = std::accumulate(bytes.begin(), bytes.end(), 0.0);
    const auto ranks = double(bytes.size());
    double logs = 0;
    for (const double sent : bytes)
        logs += std::log(std::max(all > 0 ? sent / all : 1 / ranks, leastShare));
    std::vector<double> likely;
    for (const Unevenness& way : m_ways)
        likely.push_back(std::lgamma(ranks * way.ofRank) - ranks * std::lgamma(way.ofRank) + (way.ofRank - 1) * logs);
    const double most = *std::max_element(likely.begin(), likely.end());
    for (double& one : likely)
        one = std::exp(one - most);
    const double sum = std::accumulate(likely.begin(), likely.end(), 0.0);
    for (double& one : likely)
        one /= sum;
    return likely;
}

/// What the busiest of the new ranks is sent with this probability at most.
double LoadSpreader::busiest(const std::vector<double>& bytes, double probability) const
{
    const std::vector<double> likely = likelihoods(bytes);
    const auto parts = double(m_parts);
    const auto isAtMost = [&](double load) {
        double sum = 0;
        for (size_t way = 0; way < m_ways.size(); ++way) {
            double product = likely[way];
            for (const double sent : bytes)
                product *= product > 1e-9 && load < sent * parts ? m_ways[way].below(load / (sent * parts)) : 1;
            sum += product;
        }
        return sum;
    };
    double low = 0;
    double high = *std::max_element(bytes.begin(), bytes.end()) * parts;
    for (int step = 0; step < 24; ++step) {
        const double load = (low + high) / 2;
        (isAtMost(load) < probability ? low : high) = load;
    }
    return high;
}

std::vector<double> LoadSpreader::merged(const std::vector<double>& bytes) const
{
    std::vector<double> load;
    for (size_t rank = 0; rank < m_ranks; ++rank) {
        const size_t first = rank * m_before / m_ranks;
        const size_t last = std::max((rank + 1) * m_before / m_ranks, first + 1);
        load.push_back(std::accumulate(bytes.begin() + std::ptrdiff_t(first), bytes.begin() + std::ptrdiff_t(last), 0.0)
            / double(last - first));
    }
    return load;
}

std::vector<double> LoadSpreader::spread(const std::vector<double>& bytes, ExpertShares shares) const
{
    if (m_before == 0)
        return std::vector<double>(m_ranks, 0);
    if (m_parts == 0)
        return merged(bytes);
    const auto parts = double(m_parts);
    const double most = *std::max_element(bytes.begin(), bytes.end());
    double factor = 1;
    if (shares == ExpertShares::OneTakesAll)
        factor = parts;
    else if (shares != ExpertShares::Even && most > 0)
        factor = std::clamp(busiest(bytes, probabilityOf(shares)) / most, 1.0, parts);
    std::vector<double> load;
    for (const double sent : bytes) {
        load.push_back(sent * factor);
        load.insert(load.end(), m_parts - 1, sent * (parts - factor) / (parts - 1));
    }
    return load;
}

} // namespace bubblescope
