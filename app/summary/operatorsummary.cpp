// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorsummary.h"

#include "devicelanes.h"
#include "devicesums.h"
#include "formatting.h"
#include "operatorwork.h"
#include "texttable.h"

#include <algorithm>

namespace bubblescope {

std::optional<double> OperatorWork::rate() const
{
    return flops && deviceNs > 0 ? std::optional(*flops / deviceNs * 1e9) : std::nullopt;
}

std::vector<OperatorWork> operatorWork(const SummaryInput& input)
{
    std::vector<OperatorWork> operators;
    if (!input.run || !input.analysis || !isProfilerRun(*input.run->trace))
        return operators;
    ComparedPart part;
    if (input.stepNumber && !input.isRecording) {
        part.by = ComparedPart::By::Step;
        part.step = *input.stepNumber;
    }
    DeviceSums sums(part);
    sums.add(*input.run->trace, [] { return true; });
    bool hasShapes = false;
    for (const auto& [key, use] : sums.byOperator(input.run->trace->strings())) {
        const std::optional<double> flops = operatorFlops(key.first, key.second);
        operators.push_back({key.first, key.second, use.calls, use.ns,
            flops ? std::optional(*flops * use.calls) : std::nullopt});
        hasShapes |= !key.second.empty();
    }
    if (!hasShapes)
        return {};
    std::stable_sort(operators.begin(), operators.end(),
        [](const OperatorWork& a, const OperatorWork& b) { return a.deviceNs > b.deviceNs; });
    return operators;
}

Json operatorWorkJson(const SummaryInput& input, size_t most)
{
    const std::vector<OperatorWork> operators = operatorWork(input);
    if (operators.empty())
        return nullptr;
    Json json = Json::array();
    for (size_t i = 0; i < std::min(most, operators.size()); ++i) {
        const OperatorWork& of = operators[i];
        json.push_back({{"name", of.name}, {"shapes", of.shapes}, {"calls", of.calls}, {"device_ns", of.deviceNs},
            {"flops", of.flops ? Json(*of.flops) : Json(nullptr)}});
    }
    return json;
}

QString operatorWorkText(const SummaryInput& input)
{
    constexpr size_t mostShown = 10;
    const std::vector<OperatorWork> operators = operatorWork(input);
    if (operators.empty())
        return {};
    TextTable table({QStringLiteral("operator"), QStringLiteral("shapes"), QStringLiteral("calls"),
        QStringLiteral("GPU time"), QStringLiteral("TFLOP/s")});
    double known = 0;
    double all = 0;
    for (size_t i = 0; i < operators.size(); ++i) {
        const OperatorWork& of = operators[i];
        all += of.deviceNs;
        known += of.flops ? of.deviceNs : 0;
        if (i < mostShown)
            table.add({oneLine(of.name), oneLine(of.shapes), formatNumber(of.calls), formatDuration(of.deviceNs),
                          of.rate() ? formatNumber(*of.rate() / 1e12) : unknownText()},
                {0, 1});
    }
    return heading(QStringLiteral("Operators of a rank")) + table.text()
        + QStringLiteral("  the work of %1 of the GPU time is known: products of matrices\n")
              .arg(formatShare(all > 0 ? known / all : 0));
}

} // namespace bubblescope
