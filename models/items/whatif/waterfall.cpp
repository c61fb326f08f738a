// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "waterfall.h"

#include "formatting.h"
#include "tabletexts.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {
constexpr double shareWorthABar = 0.001;
} // namespace

std::vector<WaterfallBar> waterfall(const StepFigures& baseline, Origin baselineOrigin, const StepFigures& simulated)
{
    const bool isPerSample = comparesSamples(baseline, simulated);
    const double ofBaseline = isPerSample ? baseline.samplesPerStep : 1;
    const double ofSimulated = isPerSample ? simulated.samplesPerStep : 1;
    const auto total = [isPerSample](const QString& origin) {
        return isPerSample ? QObject::tr("%1, per sample").arg(origin) : origin;
    };
    std::vector<WaterfallBar> bars;
    double at = baseline.wholeStepNs() / ofBaseline;
    bars.push_back({total(originText(baselineOrigin)), {StepPartId::Kind::Step}, 0, at, true, Category::Other});
    const double simulatedStep = simulated.wholeStepNs() / ofSimulated;
    const double least = std::max(at, simulatedStep) * shareWorthABar;
    for (const StepPart& part : partsOf(baseline, simulated)) {
        const double difference = part.simulated / ofSimulated - part.baseline / ofBaseline;
        if (std::abs(difference) < least)
            continue;
        bars.push_back({partText(part.id), part.id, at, at + difference, false, part.category});
        at += difference;
    }
    if (std::abs(simulatedStep - at) >= least)
        bars.push_back({QObject::tr("other"), {}, at, simulatedStep, false, Category::Other});
    bars.push_back(
        {total(simulatedText(baselineOrigin)), {StepPartId::Kind::Step}, 0, simulatedStep, true, Category::Other});
    return bars;
}

} // namespace bubblescope
