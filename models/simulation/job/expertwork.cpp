// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "expertwork.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

std::vector<bool> expertPieces(const Work& work)
{
    std::vector<bool> pieces(work.size(), false);
    bool isInside = false;
    for (size_t i = 0; i < work.size(); ++i) {
        if (!work[i].isCommunication()) {
            pieces[i] = isInside;
            continue;
        }
        if (work[i].category != Category::ExpertComm)
            continue;
        if (work[i].operation == Operation::AllToAll) {
            isInside = !isInside;
        } else if (work[i].operation == Operation::AllGather) {
            // Tokens are gathered and scattered again; counts of tokens are gathered alone.
            const auto next = std::find_if(work.begin() + std::ptrdiff_t(i) + 1, work.end(), [](const WorkPiece& piece) {
                return piece.isCommunication() && piece.category == Category::ExpertComm;
            });
            isInside = next != work.end() && next->operation == Operation::ReduceScatter;
        } else {
            isInside = false;
        }
    }
    return pieces;
}

int countedExperts(const Work& work)
{
    constexpr int most = 1024;
    for (const WorkPiece& piece : work) {
        const double count = piece.bytes / 8;
        if (piece.category == Category::ExpertComm && piece.operation == Operation::AllGather && count > 1
            && count <= most)
            return int(count);
    }
    return 0;
}

double ExpertTraffic::fixedShare(double tokens, double peakFlops, double memoryBandwidth) const
{
    if (peakFlops <= 0 || memoryBandwidth <= 0)
        return 0;
    const double memory = bytesPerWeight / memoryBandwidth;
    return memory / (memory + tokens * flopsPerWeight / peakFlops);
}

double denseCompute(const RankWork& work)
{
    double ns = 0;
    for (const Work* part : {&work.forward, &work.backward, &work.weightGradient}) {
        const std::vector<bool> isExpert = expertPieces(*part);
        for (size_t i = 0; i < part->size(); ++i)
            ns += isExpert[i] || (*part)[i].isCommunication() ? 0 : std::max((*part)[i].ns, 0.0);
    }
    return ns;
}

namespace {

/// How far the n-th of some normal values lies from their mean on average, in standard deviations.
double expectedDeviation(size_t number, size_t count)
{
    const double below = (double(number) + 0.625) / (double(count) + 0.25); // Blom 1958
    return 0.59 * std::log(below / (1 - below));
}

/// Of what ranks are sent. What a single one is sent does not tell: its experts vary from not at all, where a router is
/// balanced, to as much as their mean, as in a run that was measured; their sum does less.
double deviationOf(const std::vector<double>& bytes, size_t experts)
{
    constexpr double usual = 0.5;
    const double mean = std::accumulate(bytes.begin(), bytes.end(), 0.0) / double(bytes.size());
    if (bytes.size() == 1)
        return usual * mean / std::sqrt(double(experts));
    double squares = 0;
    for (const double sent : bytes)
        squares += (sent - mean) * (sent - mean);
    return std::sqrt(squares / double(bytes.size() - 1));
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
    const double deviation
        = deviationOf(bytes, std::max(size_t(std::max(experts, 1)), ranks)) * (shares == ExpertShares::Uneven ? 2 : 1);
    const bool followRanks = shares == ExpertShares::AsRanksDo || shares == ExpertShares::Uneven;
    const size_t parts = ranks / before;
    for (const double sent : bytes) {
        // Each is sent a part of it by so many times the senders: the parts vary less than their sum, relative to it.
        std::vector<double> own(parts, sent);
        for (size_t part = 0; part < parts && followRanks; ++part)
            own[part] = std::max(0.0, sent + std::sqrt(double(parts)) * expectedDeviation(part, parts) * deviation);
        if (shares == ExpertShares::OneTakesAll) {
            own.assign(parts, 0);
            own.front() = sent;
        }
        const double all = std::accumulate(own.begin(), own.end(), 0.0);
        for (const double part : own)
            load.push_back(all > 0 ? part * sent * double(parts) / all : 0);
    }
    return load;
}

ExpertCost ExpertCost::fit(const std::vector<double>& bytes, const std::vector<double>& ns, double fixedShare)
{
    constexpr double leastSpread = 0.1;
    const auto count = double(std::max<size_t>(1, bytes.size()));
    const double meanBytes = std::accumulate(bytes.begin(), bytes.end(), 0.0) / count;
    const double meanNs = std::accumulate(ns.begin(), ns.end(), 0.0) / count;
    ExpertCost cost;
    if (meanBytes <= 0) {
        cost.fixedNs = meanNs;
        return cost;
    }
    cost.isGuessed = true;
    cost.fixedNs = meanNs * fixedShare;
    cost.nsPerByte = meanNs * (1 - fixedShare) / meanBytes;
    double squares = 0;
    double products = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
        squares += (bytes[i] - meanBytes) * (bytes[i] - meanBytes);
        products += (bytes[i] - meanBytes) * (ns[i] - meanNs);
    }
    if (squares <= leastSpread * leastSpread * meanBytes * meanBytes * count)
        return cost;
    const double slope = products / squares;
    if (slope >= 0 && slope * meanBytes <= meanNs) {
        cost.nsPerByte = slope;
        cost.fixedNs = meanNs - slope * meanBytes;
        cost.isGuessed = false;
    }
    return cost;
}

} // namespace bubblescope
