// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "summaryinput.h"

#include <fmt/format.h>

#include <cmath>

namespace bubblescope {

namespace {

void setImbalance(std::vector<SummaryInput::Stage>& stages)
{
    const auto timeOf = [](const SummaryInput::Stage& s) { return s.forwardNs.value_or(0) + s.backwardNs.value_or(0); };
    double mean = 0;
    for (const SummaryInput::Stage& stage : stages)
        mean += timeOf(stage) / double(stages.size());
    for (SummaryInput::Stage& stage : stages)
        stage.imbalance = mean > 0 ? timeOf(stage) / mean - 1 : 0;
}

Result<SummaryInput> inputOf(const Run& run, const SummaryOptions& options, bool isMain)
{
    const Trace& trace = *run.trace;
    FindingOptions findingOptions;
    findingOptions.top = options.top;
    if (options.step && isMain) {
        const auto steps = trace.steps();
        const auto found
            = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.number == *options.step; });
        const bool isOnly = steps.size() < 2 && *options.step == 1;
        if (found == steps.end() && !isOnly) {
            return Error {fmt::format("{} has no step {}.", run.name, *options.step),
                steps.empty() ? std::string("It has one step.")
                              : fmt::format("Its steps are {} to {}.", steps.front().number, steps.back().number),
                {}};
        }
        findingOptions.step = found == steps.end() ? 0 : int(found - steps.begin());
    }
    SummaryInput input;
    input.name = run.name;
    input.kind = "run";
    input.origin = run.origin;
    input.run = &run;
    input.analysis = analyzeRun(run, findingOptions);
    RunAnalysis& analysis = *input.analysis;
    input.stepNs = double(analysis.stepTime);
    input.steps = analysis.summary.steps;
    input.stepNumber = trace.steps().empty() ? 1 : trace.steps()[size_t(analysis.step)].number;
    const auto ns = [](std::optional<TimeNs> time) { return time ? std::optional(double(*time)) : std::nullopt; };
    for (const StageSummary& stage : analysis.summary.stages) {
        input.stages.push_back(
            {stage.stage, ns(stage.forwardPerMicrobatch), ns(stage.backwardPerMicrobatch), stage.busyShare(), 0});
    }
    setImbalance(input.stages);
    input.findings = std::move(analysis.findings);
    return input;
}

SummaryInput inputOf(const RunLog& log)
{
    SummaryInput input;
    input.name = log.name;
    input.kind = "run log";
    input.steps = int(log.stepCount());
    const std::vector<double> forward = log.stageForwardMsPerMicrobatch();
    for (size_t s = 0; s < forward.size(); ++s) {
        if (std::isfinite(forward[s]))
            input.stages.push_back({int(s), forward[s] * 1e6, {}, {}, 0});
    }
    setImbalance(input.stages);
    input.findings = findLogFindings(log);
    input.stepNs = input.findings.stepNs;
    return input;
}

SummaryInput modelled(std::string name, std::string kind, Origin origin, Findings findings)
{
    SummaryInput input;
    input.name = std::move(name);
    input.kind = std::move(kind);
    input.origin = origin;
    input.findings = std::move(findings);
    input.stepNs = input.findings.stepNs;
    input.steps = input.stepNs > 0 ? 1 : 0;
    return input;
}

} // namespace

Result<std::vector<SummaryInput>> summaryInputs(const RunFolder& folder, const SummaryOptions& options)
{
    std::vector<SummaryInput> inputs;
    for (const Run& run : folder.runs) {
        Result<SummaryInput> input = inputOf(run, options, inputs.empty());
        if (!input)
            return input.error();
        inputs.push_back(std::move(input).value());
    }
    for (const RunLog& log : folder.runLogs)
        inputs.push_back(inputOf(log));
    for (const Workload& workload : folder.workloads)
        inputs.push_back(modelled(workload.name, "workload", Origin::Modelled, findWorkloadFindings(workload)));
    for (const LayerTable& table : folder.layerTables)
        inputs.push_back(modelled(table.name, "layer table", table.origin, findTableFindings(table)));
    for (SummaryInput& input : inputs) {
        if (input.findings.list.size() > options.top)
            input.findings.list.resize(options.top);
    }
    return inputs;
}

} // namespace bubblescope
