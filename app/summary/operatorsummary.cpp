// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorsummary.h"

#include "formatting.h"
#include "texttable.h"

#include <algorithm>

namespace bubblescope {

Json operatorsJson(const std::vector<OperatorUse>& operators, size_t most)
{
    if (operators.empty())
        return nullptr;
    Json json = Json::array();
    for (size_t i = 0; i < std::min(most, operators.size()); ++i) {
        const OperatorUse& use = operators[i];
        const std::optional<double> flops = use.flops();
        json.push_back({{"name", use.name}, {"shapes", use.shapes}, {"calls", use.calls}, {"device_ns", use.deviceNs},
            {"flops", flops ? Json(*flops) : Json(nullptr)}});
    }
    return json;
}

QString operatorsText(const std::vector<OperatorUse>& operators)
{
    constexpr size_t mostShown = 10;
    if (operators.empty())
        return {};
    TextTable table({QStringLiteral("operator"), QStringLiteral("shapes"), QStringLiteral("calls"),
        QStringLiteral("GPU time"), QStringLiteral("TFLOP/s")});
    double known = 0;
    double all = 0;
    for (size_t i = 0; i < operators.size(); ++i) {
        const OperatorUse& use = operators[i];
        all += use.deviceNs;
        known += use.flops() ? use.deviceNs : 0;
        if (i < mostShown) {
            const std::optional<double> rate = use.rate();
            table.add({oneLine(use.name), oneLine(use.shapes), formatNumber(use.calls), formatDuration(use.deviceNs),
                          rate ? formatNumber(*rate / 1e12) : unknownText()},
                {0, 1});
        }
    }
    return heading(QStringLiteral("Operators of a rank")) + table.text()
        + QStringLiteral("  the work of %1 of the GPU time is known: products of matrices\n")
              .arg(formatShare(all > 0 ? known / all : 0));
}

} // namespace bubblescope
