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

} // namespace

std::vector<double> spreadLoad(const std::vector<double>& bytes, size_t ranks, ExpertShares shares)
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
    const double mean = std::accumulate(bytes.begin(), bytes.end(), 0.0) / double(before);
    double squares = 0;
    for (const double sent : bytes)
        squares += (sent - mean) * (sent - mean);
    const double deviation
        = before > 1 ? std::sqrt(squares / double(before - 1)) * (shares == ExpertShares::Uneven ? 2 : 1) : 0;
    const bool followRanks = shares == ExpertShares::AsRanksDo || shares == ExpertShares::Uneven;
    const size_t parts = ranks / before;
    for (const double sent : bytes) {
        // Each is sent a part of it by so many times the senders: the parts vary less than their sum, relative to it.
        std::vector<double> own(parts, sent);
        for (size_t part = 0; part < parts && followRanks; ++part)
            own[part] = std::max(0.0, sent + std::sqrt(double(parts)) * expectedDeviation(part, parts) * deviation);
        if (shares == ExpertShares::Uneven && before == 1) {
            constexpr double busiest = 1.5;
            own.assign(parts, sent * (double(parts) - busiest) / double(parts - 1) / double(parts));
            own.back() = sent * busiest / double(parts);
        } else if (shares == ExpertShares::OneTakesAll) {
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
