// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <vector>

namespace bubblescope {

/// By piece: compute of experts, which follows the tokens that were sent to them and not the speed of the GPU. It lies
/// between the exchange that hands tokens out and the one that takes them back.
std::vector<bool> expertPieces(const Work& work);

/// ns of compute in the passes of a rank that all ranks of its stage share evenly, or in one of them.
double denseCompute(const RankWork& work);
double denseCompute(const Work& pass);

/// The same of what its experts take.
double expertCompute(const RankWork& work);

/// How compute of experts grows with what they are sent, from ranks with different loads.
struct ExpertCost {
    double fixedNs = 0; ///< of all experts of a rank, whatever they are sent
    double nsPerByte = 0;
    bool isGuessed = false;
    /// Least squares. Where all loads are about alike or the fit makes no sense, `fixedShare` of the mean is fixed.
    /// `moreFixed`: a further share, as far as loads leave it open. Ranks that do the same differ by some 2 %, which
    /// loads that hardly differ turn into a slope of their own: its standard error is 2 % by the spread of the loads.
    static ExpertCost fit(
        const std::vector<double>& bytes, const std::vector<double>& ns, double fixedShare = 0, double moreFixed = 0);
};

/// Experts of each layer, from the gathered counts of what they are sent, an 8-byte number each; 0 where none are.
int countedExperts(const Work& work);

/// Bytes of the activations of a microbatch, by the first exchange: two experts are taken to serve each token. -1 where
/// there is none.
double exchangedActivations(const Work& forward);

/// Bytes that move between a GPU and its memory for each weight of an expert, and FLOPs for each token, in one pass.
struct ExpertTraffic {
    double bytesPerWeight = 2;
    double flopsPerWeight = 2;
    /// Of what an expert takes, the share that it takes for any number of tokens, as its weights pass through memory
    /// once (roofline, Williams et al. 2009).
    double fixedShare(double tokens, double peakFlops, double memoryBandwidth) const;
};

} // namespace bubblescope
