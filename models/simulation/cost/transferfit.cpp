// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "transferfit.h"

#include <algorithm>

namespace bubblescope {

TransferFit::Use TransferFit::useOf(Operation operation)
{
    return isPointToPoint(operation) ? Use::Message : operation == Operation::AllToAll ? Use::Exchange : Use::Ring;
}

void TransferFit::assumeUsualLines()
{
    for (const bool acrossNodes : {false, true}) {
        auto& message = lines[size_t(Use::Message)][acrossNodes];
        auto& ring = lines[size_t(Use::Ring)][acrossNodes];
        auto& exchange = lines[size_t(Use::Exchange)][acrossNodes];
        if (!message)
            message = usualLine(Use::Message, acrossNodes);
        if (!ring && !exchange) {
            ring = usualLine(Use::Ring, acrossNodes);
            exchange = usualLine(Use::Exchange, acrossNodes);
        }
    }
}

TransferFit::Line TransferFit::usualLine(Use use, bool acrossNodes)
{
    constexpr double spread = 0.3;
    if (use != Use::Message)
        return {45e3, 1, spread, true};
    return {125e3, acrossNodes ? 2.1 : 1.2, spread, true};
}

TransferFit::Line TransferFit::lineOf(Operation operation, bool acrossNodes) const
{
    const Use use = useOf(operation);
    const auto& own = lines[size_t(use)];
    if (own[acrossNodes])
        return *own[acrossNodes];
    // Collectives share the links; messages have channels of their own.
    if (use != Use::Message) {
        const Use other = use == Use::Ring ? Use::Exchange : Use::Ring;
        if (const auto& line = lines[size_t(other)][acrossNodes])
            return *line;
    }
    if (own[!acrossNodes])
        return usualLine(use, acrossNodes);
    return {};
}

double TransferFit::copyNs(Category group, double bytes) const
{
    const bool isGradient = group == Category::DataComm || group == Category::ExpertDataComm;
    return isGradient ? copyNsPerByte * std::max(bytes, 0.0) : 0;
}

} // namespace bubblescope
