// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "summaryinput.h"

#include "hangs.h"
#include "hangwords.h"
#include "logfindings.h"
#include "modelledinput.h"
#include "simulationinputs.h"
#include "wholerecording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

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

void take(SummaryInput& input, const Run& run, std::optional<RunAnalysis> analysis)
{
    input.run = &run;
    input.analysis = std::move(analysis);
    const auto ns = [](std::optional<TimeNs> time) { return time ? std::optional(double(*time)) : std::nullopt; };
    for (const StageSummary& stage : input.analysis->summary.stages) {
        input.stages.push_back({stage.stage, ns(stage.forwardPerMicrobatch), ns(stage.backwardPerMicrobatch),
            partsOf(*run.trace, input.analysis->summary, stage).share(TimePart::Compute), 0});
    }
    setImbalance(input.stages);
}

/// No step of it ended, so there is none to explain.
SummaryInput inputOf(std::span<const FlightDump> dumps, const RunFolder& folder, int hang)
{
    const auto run = std::find_if(
        folder.runs.begin(), folder.runs.end(), [&](const Run& one) { return hangOf(one, folder) == hang; });
    SummaryInput input;
    input.kind = "hang";
    input.name = run != folder.runs.end() ? run->name : hangFolder(dumps);
    input.findings.verdict = hangSentence(analyseHang(dumps));
    return input;
}

Result<SummaryInput> inputOf(const KnownFolder& folder, size_t number, const SummaryOptions& options, bool isMain)
{
    const Run& run = folder.folder().runs[number];
    FindingOptions findingOptions;
    findingOptions.top = options.top;
    if (options.step && (options.run.empty() ? isMain : run.name == options.run)) {
        const Result<int> step = stepNumbered(run, *options.step);
        if (!step)
            return step.error();
        findingOptions.step = *step;
    }
    Result<KnownAnalysis> known = folder.run(number).analysis(findingOptions);
    if (!known)
        return known.error();
    Result<std::vector<OperatorUse>> operators = folder.run(number).operators(findingOptions.step);
    if (!operators)
        return operators.error();
    SummaryInput input;
    input.operators = std::move(operators).value();
    input.name = run.name;
    input.kind = "run";
    input.origin = run.origin;
    const Trace& trace = *known->run->trace;
    take(input, *known->run, std::move(known->analysis));
    RunAnalysis& analysis = *input.analysis;
    input.stepNs = double(analysis.stepTime);
    input.steps = analysis.summary.steps;
    input.stepNumber = trace.steps().empty() ? 1 : trace.steps()[size_t(analysis.step)].number;
    input.isRecording = isWholeRecording(trace);
    input.findings = std::move(analysis.findings);
    input.throughput = measuredThroughput(folder.folder(), run, input.stepNs);
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
    input.timers = medianTimers(log);
    setImbalance(input.stages);
    input.findings = findLogFindings(log);
    input.stepNs = input.findings.stepNs;
    input.throughput = measuredThroughput(log, input.stepNs);
    return input;
}

/// A layer table or workload: its modelled step with all knobs at their defaults.
SummaryInput modelled(const RunFolder& folder, const SimulationSource& source, std::string kind, Origin origin)
{
    ModelledInput found = modelledInput(folder, source);
    SummaryInput input;
    input.name = inputName(folder, source);
    input.kind = std::move(kind);
    input.origin = origin;
    input.model = std::move(found.step);
    if (input.model && input.model->figures.stepNs > 0) {
        take(input, input.model->run, analyzeRun(input.model->run));
        input.stepNs = input.model->figures.stepNs;
        input.steps = 1;
    }
    input.findings = std::move(found.findings);
    return input;
}

} // namespace

std::optional<HostStep> SummaryInput::hostStep() const
{
    if (!analysis || run->trace->steps().empty())
        return {};
    return hostStepOf(*run->trace, size_t(analysis->step));
}

Result<std::vector<SummaryInput>> summaryInputs(const KnownFolder& known, const SummaryOptions& options)
{
    const RunFolder& folder = known.folder();
    std::vector<SummaryInput> inputs;
    const auto hangs = hangsAmong(folder.flightDumps);
    for (size_t i = 0; i < hangs.size(); ++i)
        inputs.push_back(inputOf(hangs[i], folder, static_cast<int>(i)));
    bool isMain = true;
    for (size_t i = 0; i < folder.runs.size(); ++i) {
        if (isMadeOfDumps(folder.runs[i], folder.flightDumps))
            continue;
        Result<SummaryInput> input = inputOf(known, i, options, std::exchange(isMain, false));
        if (!input)
            return input.error();
        inputs.push_back(std::move(input).value());
    }
    for (const RunLog& log : folder.runLogs)
        inputs.push_back(inputOf(log));
    using Kind = SimulationSource::Kind;
    for (size_t i = 0; i < folder.workloads.size(); ++i)
        inputs.push_back(modelled(folder, {Kind::Workload, i, 0}, "workload", Origin::Modelled));
    for (size_t i = 0; i < folder.layerTables.size(); ++i)
        inputs.push_back(modelled(folder, {Kind::LayerTable, i, 0}, "layer table", folder.layerTables[i].origin));
    for (size_t i = 0; i < folder.jobs.size(); ++i)
        inputs.push_back(modelled(folder, {Kind::Description, i, 0}, "described job", Origin::Modelled));
    for (SummaryInput& input : inputs) {
        if (input.findings.list.size() > options.top)
            input.findings.list.resize(options.top);
    }
    return inputs;
}

} // namespace bubblescope
