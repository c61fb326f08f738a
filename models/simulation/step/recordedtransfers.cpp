// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordedtransfers.h"

#include <algorithm>

namespace bubblescope {

std::vector<RecordedTransfer> recordedTransfers(const StepGraph& replay)
{
    std::vector<std::vector<double>> times(replay.kinds.size());
    for (const StepGraph::Transfer& transfer : replay.transfers)
        times[transfer.kind].push_back(double(transfer.ns));
    for (uint32_t n = 0; n < replay.nodes.size(); ++n) {
        if (replay.nodes[n].kind != StepGraph::none)
            times[replay.nodes[n].kind].push_back(double(replay.graph->cost(n)));
    }
    std::vector<RecordedTransfer> recorded;
    for (size_t k = 0; k < times.size(); ++k) {
        const PricedTransfer& kind = replay.kinds[k];
        std::vector<double>& all = times[k];
        if (all.empty() || kind.bytes < 0)
            continue;
        const auto quantile = [&all](size_t numerator, size_t denominator) {
            const auto at = all.begin() + std::ptrdiff_t((all.size() - 1) * numerator / denominator);
            std::nth_element(all.begin(), at, all.end());
            return *at;
        };
        RecordedTransfer transfer;
        transfer.operation = kind.operation;
        transfer.group = kind.group;
        transfer.bytes = kind.bytes;
        transfer.placement = kind.placement;
        transfer.ns = quantile(1, 2);
        if (transfer.ns > 0)
            transfer.spread = (quantile(3, 4) - quantile(1, 4)) / 2 / transfer.ns;
        transfer.count = uint32_t(all.size());
        recorded.push_back(transfer);
    }
    return recorded;
}

} // namespace bubblescope
