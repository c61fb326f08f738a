// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatoruse.h"

#include "devicelanes.h"
#include "devicesums.h"
#include "operatorwork.h"

#include <algorithm>

namespace bubblescope {

std::optional<double> OperatorUse::flops() const
{
    const std::optional<double> ofCall = operatorFlops(name, shapes);
    return ofCall ? std::optional(*ofCall * calls) : std::nullopt;
}

std::optional<double> OperatorUse::rate() const
{
    const std::optional<double> all = deviceNs > 0 ? flops() : std::nullopt;
    return all ? std::optional(*all / deviceNs * 1e9) : std::nullopt;
}

std::vector<OperatorUse> operatorsOf(const Trace& trace, int step)
{
    if (!isProfilerRun(trace))
        return {};
    ComparedPart part; // all that was recorded, where that is one step or none
    if (trace.steps().size() > 1 && size_t(step) < trace.steps().size()) {
        part.by = ComparedPart::By::Step;
        part.step = trace.steps()[size_t(step)].number;
    }
    DeviceSums sums(part);
    sums.add(trace, [] { return true; });
    std::vector<OperatorUse> operators;
    bool hasShapes = false;
    for (const auto& [key, use] : sums.byOperator(trace.strings())) {
        hasShapes |= !key.second.empty();
        operators.push_back({key.first, key.second, use.calls, use.ns});
    }
    if (!hasShapes)
        return {};
    std::stable_sort(operators.begin(), operators.end(),
        [](const OperatorUse& a, const OperatorUse& b) { return a.deviceNs > b.deviceNs; });
    return operators;
}

} // namespace bubblescope
