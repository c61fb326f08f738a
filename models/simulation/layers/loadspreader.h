// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <cstddef>
#include <vector>

namespace bubblescope {

/// Of each layer, where unknown.
inline constexpr int assumedExperts = 8;

/// What the ranks of another expert-parallel group are sent, by what those of this one are: fewer take over the experts
/// of several in turn, of more each takes some of those of one, for as many times the senders.
///
/// What the experts of a rank are sent apart is not recorded. Shares of all experts are taken for
/// Dirichlet-distributed; how unlike they are follows from those of the ranks by Bayes' rule, where all variations
/// about the mean from 10 % (routers trained with a loss for balance) to 160 % (the recorded runs of routers without
/// one have about 100 %) are as likely before. Of each old rank one new one gets what makes the busiest of all what it
/// is at the median of that, or at a tenth and nine tenths; the others share the rest.
class LoadSpreader {
public:
    /// `experts`: in all.
    LoadSpreader(size_t before, size_t ranks, int experts = assumedExperts);

    /// `bytes`: of each rank before.
    std::vector<double> spread(const std::vector<double>& bytes, ExpertShares shares) const;

private:
    /// One way in which experts may differ.
    struct Unevenness {
        double ofRank;                ///< Dirichlet parameter of a rank before
        std::vector<double> isAtMost; ///< probability that the busiest of its parts has such a share, on a grid
        double below(double share) const;
    };
    std::vector<double> merged(const std::vector<double>& bytes) const;
    std::vector<double> likelihoods(const std::vector<double>& bytes) const;
    double busiest(const std::vector<double>& bytes, double probability) const;

    size_t m_before;
    size_t m_ranks;
    size_t m_parts = 0; ///< of a rank before; 0 where not whole
    std::vector<Unevenness> m_ways;
};

} // namespace bubblescope
