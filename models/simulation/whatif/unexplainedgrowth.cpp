// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unexplainedgrowth.h"

#include <algorithm>
#include <array>
#include <map>

namespace bubblescope {

UnexplainedGrowth::UnexplainedGrowth(const std::vector<Seen>& seen)
{
    std::map<std::array<int, 5>, std::vector<const Seen*>> byLayout;
    for (const Seen& step : seen)
        byLayout[{step.tensor, step.data, step.expert, step.stages, step.microbatchSize}].push_back(&step);
    double fixed = 0;
    double ofEach = 0;
    for (const auto& [layout, steps] : byLayout) {
        double meanMicrobatches = 0;
        double meanNs = 0;
        for (const Seen* step : steps) {
            meanMicrobatches += double(step->microbatches) / double(steps.size());
            meanNs += step->ns / double(steps.size());
        }
        double spread = 0;
        double together = 0;
        for (const Seen* step : steps) {
            const double off = step->microbatches - meanMicrobatches;
            spread += off * off;
            together += off * (step->ns - meanNs);
        }
        if (spread <= 0 || meanNs <= 0)
            continue;
        // Neither part of it takes less than nothing.
        const double slope = std::clamp(together / spread, 0.0, meanNs / meanMicrobatches);
        fixed += (meanNs - slope * meanMicrobatches) / meanNs;
        ofEach += slope / meanNs;
    }
    m_isKnown = fixed + ofEach > 0;
    if (m_isKnown) {
        m_fixed = fixed;
        m_ofEach = ofEach;
    }
}

double UnexplainedGrowth::factor(int from, int to) const
{
    return (m_fixed + m_ofEach * to) / (m_fixed + m_ofEach * std::max(from, 1));
}

double UnexplainedGrowth::otherFactor(int from, int to) const { return m_isKnown ? double(to) / std::max(from, 1) : 1; }

} // namespace bubblescope
