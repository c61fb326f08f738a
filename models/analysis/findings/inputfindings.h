// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"

#include <array>
#include <string>

namespace bubblescope {

/// Costs per step from the cost model, for inputs without a timeline, in ns of the mean rank; all 0 if the input could
/// not be modelled. Filled in by modelledInput() of the simulation.
struct ModelledCosts {
    double stepNs = 0;
    double computeNs = 0;
    double bubbleNs = 0;                           ///< pipeline bubbles
    std::array<double, categoryCount> exposedNs {}; ///< communication that no compute hides, by group
    /// Data-parallel transfers; no bytes if there are none.
    struct Transfer {
        Operation operation = Operation::Other;
        double bytes = 0;
        double ns = 0;
    } longestGradient;
    std::string pricedBy;                          ///< name of the hardware preset
};

/// For inputs without a timeline: what the model of their step shows.
Findings findTableFindings(const LayerTable& table, const ModelledCosts& costs);
Findings findWorkloadFindings(const Workload& workload, const ModelledCosts& costs);

} // namespace bubblescope
