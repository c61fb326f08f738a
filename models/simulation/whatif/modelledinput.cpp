// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelledinput.h"

#include "helpfulknobs.h"
#include "inputfindings.h"
#include "logfindings.h"

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
    keepHelpfulKnobs(input.findings, simulator);
    return input;
}

} // namespace bubblescope
