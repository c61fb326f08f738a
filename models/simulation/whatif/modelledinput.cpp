// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelledinput.h"

#include "inputfindings.h"
#include "logfindings.h"
#include "measuretext.h"
#include "sensitivity.h"

#include <algorithm>
#include <optional>

namespace bubblescope {

namespace {

ModelledCosts modelledCosts(const SimulatedStep& step)
{
    ModelledCosts costs;
    costs.stepNs = step.figures.stepNs;
    costs.computeNs = step.figures.computeNs;
    costs.bubbleNs = step.figures.bubbleNs();
    costs.exposedNs = step.figures.exposedNs;
    for (const PricedTransfer& transfer : step.transfers) {
        if (transfer.group == Category::DataComm && transfer.ns > costs.longestGradient.ns)
            costs.longestGradient = {transfer.operation, transfer.bytes, transfer.ns};
    }
    costs.pricedBy = step.hardware.name;
    return costs;
}

/// Nothing where this input does not answer.
std::optional<double> gainOf(const Simulator& simulator, const Knobs& knobs)
{
    if (simulator.whyRefused(knobs))
        return {};
    const Result<StepFigures> now = simulator.outcome({});
    const Result<StepFigures> then = simulator.outcome(knobs);
    if (!now || !then || then->stepNs <= 0)
        return {};
    return throughputGain(*now, *then);
}

/// Suggests only what this input answers, and nothing that loses in its own model.
void keepWhatGains(Findings& findings, const Result<Simulator>& simulator)
{
    constexpr double alike = 1e-6; // of the samples: sums in another order
    for (Finding& finding : findings.list) {
        if (finding.tryKnobs.empty())
            continue;
        Knobs knobs;
        const bool areSet = std::all_of(finding.tryKnobs.begin(), finding.tryKnobs.end(),
            [&knobs](const auto& knob) { return bool(setKnob(knobs, knob.first, knob.second)); });
        const std::optional<double> gain = areSet && simulator ? gainOf(*simulator, knobs) : std::nullopt;
        if (gain && *gain >= -alike)
            continue;
        if (gain)
            finding.suggestion += say(" {} alone would not help here: the model expects {} fewer samples per second.",
                knobsLine(knobs), shareText(-*gain));
        finding.tryKnobs.clear();
    }
}

} // namespace

ModelledInput modelledInput(const RunFolder& folder, const SimulationSource& source)
{
    using Kind = SimulationSource::Kind;
    ModelledInput input;
    const Result<Simulator> simulator = Simulator::make(folder, source);
    if (simulator) {
        if (Result<SimulatedStep> step = simulator->simulate({}))
            input.step = std::make_shared<const SimulatedStep>(std::move(step).value());
    }
    const ModelledCosts costs = input.step ? modelledCosts(*input.step) : ModelledCosts();
    if (source.kind == Kind::RunLog)
        input.findings = findLogFindings(folder.runLogs[source.index]);
    else if (source.kind == Kind::Workload)
        input.findings = findWorkloadFindings(folder.workloads[source.index], costs);
    else if (source.kind == Kind::LayerTable)
        input.findings = findTableFindings(folder.layerTables[source.index], costs);
    else if (source.kind == Kind::Description && !simulator)
        input.findings.verdict = simulator.error().message; // which size it lacks
    keepWhatGains(input.findings, simulator);
    return input;
}

} // namespace bubblescope
