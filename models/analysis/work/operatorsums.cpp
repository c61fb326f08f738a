// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorsums.h"

#include "devicesums.h"
#include "operatorinputs.h"
#include "operatorwork.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace bubblescope {

namespace {

/// `sum` is of calls before.
void addWork(std::optional<double>& sum, std::optional<double> ofCall, double calls)
{
    sum = sum && ofCall ? std::optional(*sum + *ofCall * calls) : std::nullopt;
}

} // namespace

std::vector<OperatorUse> operatorsFrom(const DeviceSums& sums, const StringPool& strings)
{
    std::map<std::tuple<std::string_view, std::string_view, std::string>, OperatorUse> found;
    std::vector<DeviceSums::Calls> all = sums.byInputs();
    // Numbers of texts differ where a run was read in another way, and sums must not.
    std::sort(all.begin(), all.end(), [&strings](const DeviceSums::Calls& a, const DeviceSums::Calls& b) {
        const auto textsOf = [&strings](const DeviceSums::Calls& calls) {
            return std::tuple(strings.text(calls.name), strings.text(calls.shapes), strings.text(calls.inputs));
        };
        return textsOf(a) < textsOf(b);
    });
    for (const DeviceSums::Calls& calls : all) {
        const std::string_view name = strings.text(calls.name);
        const std::string_view shapes = strings.text(calls.shapes);
        const std::string_view inputs = strings.text(calls.inputs);
        std::string types = OperatorInputs::recorded(inputs).dataTypes();
        const OperatorWork work = operatorWork(name, shapes, inputs);
        const auto [place, isNew] = found.try_emplace(std::tuple(name, shapes, types));
        OperatorUse& use = place->second;
        if (isNew)
            use = {std::string(name), std::string(shapes), std::move(types), 0, 0, 0.0, 0.0};
        use.calls += calls.use.calls;
        use.deviceNs += calls.use.ns;
        addWork(use.flops, work.flops, calls.use.calls);
        addWork(use.bytes, work.bytes, calls.use.calls);
    }
    std::vector<OperatorUse> operators;
    for (auto& [key, use] : found)
        operators.push_back(std::move(use));
    std::stable_sort(operators.begin(), operators.end(),
        [](const OperatorUse& a, const OperatorUse& b) { return a.deviceNs > b.deviceNs; });
    return operators;
}

} // namespace bubblescope
