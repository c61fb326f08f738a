// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "modulecosts.h"

#include "formatting.h"
#include "moduletimes.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

QString inLanguage(const char* text) { return QCoreApplication::translate("bubblescope::LayerCosts", text); }

/// Number of steps of the trace that begin in the window; at least one.
double stepsInside(const Trace& trace, std::optional<TimeRange> window)
{
    const auto steps = trace.steps();
    const auto count = std::count_if(steps.begin(), steps.end(),
        [&](const Step& step) { return !window || window->contains(step.range.begin); });
    return double(std::max<std::ptrdiff_t>(count, 1));
}

} // namespace

LayerCosts moduleCosts(const Trace& trace, std::optional<TimeRange> window)
{
    LayerCosts costs;
    const std::vector<ModuleTime> modules = moduleTimes(trace, window);
    if (modules.empty())
        return costs;
    const bool onDevice
        = std::any_of(modules.begin(), modules.end(), [](const ModuleTime& module) { return module.device > 0; });
    costs.source = LayerCosts::Source::Trace;
    for (const ModuleTime& module : modules) {
        LayerCost bar;
        bar.name = toText(trace.strings().text(module.name));
        if (const QLatin1String prefix("nn.Module: "); bar.name.startsWith(prefix))
            bar.name.remove(0, prefix.size());
        const double parts = std::max(1.0, double(module.ranks)) * stepsInside(trace, window);
        bar.forwardNs = double(onDevice ? module.device : module.host) / parts;
        bar.totalNs = bar.forwardNs;
        costs.totalNs += bar.totalNs;
        costs.bars.push_back(bar);
    }
    costs.lines = costs.bars;
    costs.writtenNs = costs.totalNs;
    costs.summary = onDevice
        ? inLanguage(QT_TRANSLATE_NOOP("bubblescope::LayerCosts",
              "GPU time of what each module launches in its forward pass, per rank and step: %1 in all."))
              .arg(formatDuration(costs.totalNs))
        : inLanguage(QT_TRANSLATE_NOOP("bubblescope::LayerCosts",
              "Time of the host in the forward pass of each module, per rank and step: %1 in all."))
              .arg(formatDuration(costs.totalNs));
    return costs;
}

} // namespace bubblescope
