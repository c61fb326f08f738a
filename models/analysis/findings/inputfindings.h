// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"

#include <array>
#include <string>

namespace bubblescope {

/// What the cost model says of the step of an input that has no timeline, ns of the mean rank; all 0 where it could not
/// be modelled. Filled in by modelledInput() of the simulation.
struct ModelledCosts {
    double stepNs = 0;
    double computeNs = 0;
    double bubbleNs = 0;                           ///< of the pipeline
    std::array<double, categoryCount> exposedNs {}; ///< communication that no compute hides, by group
    /// Of the data-parallel transfers; no bytes where there is none.
    struct Transfer {
        Operation operation = Operation::Other;
        double bytes = 0;
        double ns = 0;
    } longestGradient;
    std::string pricedBy;                          ///< name of the hardware
};

/// Of inputs without a timeline: what the model of their step shows.
Findings findTableFindings(const LayerTable& table, const ModelledCosts& costs);
Findings findWorkloadFindings(const Workload& workload, const ModelledCosts& costs);

} // namespace bubblescope
