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

double exchangedActivations(const Work& forward)
{
    const auto first = std::find_if(forward.begin(), forward.end(), [](const WorkPiece& piece) {
        return piece.category == Category::ExpertComm && piece.operation == Operation::AllToAll && piece.bytes >= 0;
    });
    return first == forward.end() ? -1 : first->bytes / 2;
}

double ExpertTraffic::fixedShare(double tokens, double peakFlops, double memoryBandwidth) const
{
    if (peakFlops <= 0 || memoryBandwidth <= 0)
        return 0;
    const double memory = bytesPerWeight / memoryBandwidth;
    return memory / (memory + tokens * flopsPerWeight / peakFlops);
}

namespace {

double computeTime(const Work& pass, bool ofExperts)
{
    double ns = 0;
    const std::vector<bool> isExpert = expertPieces(pass);
    for (size_t i = 0; i < pass.size(); ++i)
        ns += isExpert[i] != ofExperts || pass[i].isCommunication() ? 0 : std::max(pass[i].ns, 0.0);
    return ns;
}

double computeTime(const RankWork& work, bool ofExperts)
{
    double ns = 0;
    for (const Work* part : {&work.forward, &work.backward, &work.weightGradient})
        ns += computeTime(*part, ofExperts);
    return ns;
}

} // namespace

double denseCompute(const RankWork& work) { return computeTime(work, false); }
double denseCompute(const Work& pass) { return computeTime(pass, false); }
double expertCompute(const RankWork& work) { return computeTime(work, true); }

ExpertCost ExpertCost::fit(
    const std::vector<double>& bytes, const std::vector<double>& ns, double fixedShare, double moreFixed)
{
    constexpr double leastSpread = 0.1;
    constexpr double paceOfRanks = 0.02; // by which ranks that do the same differ
    const auto count = double(std::max<size_t>(1, bytes.size()));
    const double meanBytes = std::accumulate(bytes.begin(), bytes.end(), 0.0) / count;
    const double meanNs = std::accumulate(ns.begin(), ns.end(), 0.0) / count;
    ExpertCost cost;
    if (meanBytes <= 0) {
        cost.fixedNs = meanNs;
        return cost;
    }
    double squares = 0;
    double products = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
        squares += (bytes[i] - meanBytes) * (bytes[i] - meanBytes);
        products += (bytes[i] - meanBytes) * (ns[i] - meanNs);
    }
    const double spread = std::sqrt(squares / count) / meanBytes;
    const double slope = spread > leastSpread ? products / squares : -1;
    cost.isGuessed = slope < 0 || slope * meanBytes > meanNs;
    const double open = cost.isGuessed ? 1 : paceOfRanks / (spread * std::sqrt(count));
    const double known = cost.isGuessed ? meanNs * fixedShare : meanNs - slope * meanBytes;
    cost.fixedNs = std::clamp(known + meanNs * std::clamp(moreFixed, -open, open), 0.0, meanNs);
    cost.nsPerByte = (meanNs - cost.fixedNs) / meanBytes;
    return cost;
}

} // namespace bubblescope
