// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plainpipeline.h"

#include "answerrange.h"
#include "counted.h"
#include "decimaltime.h"
#include "pipelinegraph.h"
#include "schedulepicture.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace bubblescope {

namespace {

/// One value repeated for all, or exactly one for each.
Result<std::vector<TimeNs>> spread(
    const std::vector<TimeNs>& values, int count, std::string_view option, std::string_view what)
{
    if (values.size() == 1)
        return std::vector<TimeNs>(size_t(count), values.front());
    if (values.size() == size_t(count))
        return values;
    return Error {fmt::format("{} has {} values for {} {}.", option, values.size(), count, what),
        count > 1 ? fmt::format("Give one for all, or {}.", count) : "Give one.", {}};
}

double mean(const std::vector<TimeNs>& times)
{
    return double(std::accumulate(times.begin(), times.end(), TimeNs(0))) / double(times.size());
}

std::vector<double> inMilliseconds(const std::vector<TimeNs>& times)
{
    std::vector<double> ms;
    for (const TimeNs time : times)
        ms.push_back(double(time) / 1e6);
    return ms;
}

std::vector<SimulationReport::Knob> pipelineKnobs(const PlainPipeline& pipeline, const Schedule& schedule)
{
    const ScheduleRequest& request = pipeline.request;
    using Value = decltype(SimulationReport::Knob::value);
    return {
        {"schedule", std::string(scheduleInfo(request.kind).key)},
        {"stages", int64_t(request.ranks)},
        {"microbatches", int64_t(request.microbatches)},
        {"chunks", int64_t(schedule.bidirectional ? 1 : schedule.chunks)},
        {"memory-limit", request.memoryLimit > 0 ? Value(int64_t(request.memoryLimit)) : Value()},
        {"blocking-send", pipeline.blockingSends},
        {"forward-ms", inMilliseconds(pipeline.forward)},
        {"backward-ms", inMilliseconds(pipeline.inputGradient)},
        {"weight-ms", inMilliseconds(pipeline.weightGradient)},
        {"send-ms", inMilliseconds(pipeline.send)},
        {"together-ms", pipeline.together.empty() ? Value() : Value(inMilliseconds(pipeline.together))},
    };
}

std::vector<std::string> assumptionsOf(const PlainPipeline& pipeline)
{
    const ScheduleRequest& request = pipeline.request;
    const bool meets = sendProtocolOf(request.kind) == SendProtocol::Rendezvous;
    std::vector<std::string> sentences {
        "The step is the pipeline alone: no gradient synchronization, no optimizer, no host time.",
        "A microbatch is one sample.",
    };
    sentences.emplace_back(!pipeline.blockingSends ? "Sends do not block; data arrives after the send time."
            : meets
            ? "A send and its receive wait for each other; messages with no work between them are one call, as in "
              "Megatron."
            : "A send lasts until its receiver has the data, which has posted its receive before, as the "
              "zero-bubble runtime does: it waits for nobody.");
    if (!scheduleInfo(request.kind).splitsBackward)
        sentences.emplace_back("Backward and weight gradient run together.");
    if (scheduleInfo(request.kind).pairsPasses && pipeline.together.empty())
        sentences.emplace_back("A forward and a backward that overlap take the sum of both.");
    if (request.kind == ScheduleKind::ZbAuto) {
        sentences.push_back(fmt::format("At most {} microbatches are in flight on a stage{}; one that only waits for "
                                        "its weight gradient counts half.",
            request.memoryLimit > 0 ? request.memoryLimit : request.ranks,
            request.memoryLimit > 0 ? "" : ", as many as 1F1B has"));
    }
    return sentences;
}

} // namespace

Result<std::vector<TimeNs>> parseTimeList(std::string_view text)
{
    std::vector<TimeNs> times;
    while (true) {
        const size_t comma = text.find(',');
        const std::string_view word = text.substr(0, comma);
        const std::optional<TimeNs> time = parseDecimalTime(word, TimeUnit::Milliseconds);
        if (!time || *time < 0) {
            return Error {
                fmt::format("\"{}\" is not a time in ms.", word), "Give numbers from 0 with commas between them.", {}};
        }
        times.push_back(*time);
        if (comma == std::string_view::npos)
            return times;
        text.remove_prefix(comma + 1);
    }
}

Result<SimulationReport> simulatePlain(const PlainPipeline& pipeline)
{
    ScheduleRequest request = pipeline.request;
    request.costs = {};
    if (std::optional<Error> error = checkSchedule(request))
        return *std::move(error);
    const int stages = request.modelStages();
    const auto fill = [](const Result<std::vector<TimeNs>>& values, std::vector<TimeNs>& costs) {
        if (values)
            costs = *values;
        return values ? std::optional<Error>() : values.error();
    };
    const std::string_view what = stages == request.ranks ? "stages" : "stages times chunks";
    for (const std::optional<Error>& error :
        {fill(spread(pipeline.forward, stages, "--forward-ms", what), request.costs.forward),
            fill(spread(pipeline.inputGradient, stages, "--backward-ms", what), request.costs.inputGradient),
            fill(spread(pipeline.weightGradient, stages, "--weight-ms", what), request.costs.weightGradient),
            pipeline.together.empty()
                ? std::nullopt
                : fill(spread(pipeline.together, stages, "--together-ms", what), request.costs.together),
            fill(spread(pipeline.send, stages - 1, "--send-ms", "links between stages"), request.costs.send)}) {
        if (error)
            return *error;
    }

    request.blockingSends = pipeline.blockingSends;
    request.isOneOfMany = true;
    const Result<Schedule> schedule = makeSchedule(request);
    if (!schedule)
        return schedule.error();
    const Result<PipelineGraph> graph = makePipelineGraph(*schedule, request.costs, {pipeline.blockingSends});
    if (!graph)
        return graph.error();
    Retiming retiming;
    const PipelineTiming timing = timePipeline(*graph, retiming);

    SimulationReport report;
    report.title = fmt::format("{}: {}, {}", scheduleInfo(request.kind).name, counted(uint64_t(request.ranks), "stage"),
        counted(uint64_t(request.microbatches), "microbatch", "microbatches"));
    report.stepNs = double(timing.longestStage);
    report.makespanNs = double(timing.makespan);
    std::tie(report.lowNs, report.highNs) = scheduleRange(request.kind, report.stepNs, report.makespanNs);
    report.longestStageNs = double(timing.longestStage);
    report.bubbleShareLongestStage = timing.bubbleShareOfLongestStage();
    report.parts.computeNs = mean(timing.busy);
    report.parts.exposedCommNs = {{Category::PipelineComm, mean(timing.transfer)}};
    const auto bubble = timing.repeatedBubble();
    const auto ranks = double(timing.busy.size());
    for (size_t phase = 0; phase < bubble.size(); ++phase)
        report.parts.bubbleNs[phase] = double(bubble[phase]) / ranks;
    report.parts.ranks = timing.busy.size();
    TimeParts& all = report.parts.ofAllRanks;
    const auto sum = [](const auto& times) { return double(std::accumulate(times.begin(), times.end(), TimeNs(0))); };
    all.of(TimePart::Compute) = sum(timing.busy);
    all.of(TimePart::ExposedComm) = sum(timing.transfer);
    all.of(TimePart::Bubble) = sum(bubble);
    report.parts.bubbleShare = report.stepNs > 0 ? sum(bubble) / (ranks * report.stepNs) : 0;
    if (report.stepNs > 0)
        report.samplesPerSecond = double(request.microbatches) / (report.stepNs / 1e9);
    for (size_t rank = 0; rank < timing.busy.size(); ++rank) {
        SimulationReport::Stage stage {
            int(rank), double(timing.busy[rank]), double(timing.span[rank]), timing.peakMicrobatches[rank]};
        for (int chunk = 0; chunk < schedule->chunks; ++chunk) {
            const auto part = size_t(schedule->stageOf(int(rank), chunk));
            // Of two directions a microbatch takes one.
            const double share = schedule->bidirectional ? 1.0 / schedule->chunks : 1;
            stage.forwardNs += share * double(request.costs.forward[part]);
            stage.backwardNs
                += share * (double(request.costs.inputGradient[part]) + double(request.costs.weightGradient[part]));
        }
        report.stages.push_back(stage);
    }
    report.knobs = pipelineKnobs(pipeline, *schedule);
    report.assumptions = assumptionsOf(pipeline);
    if (timing.makespan > timing.longestStage) {
        report.assumptions.push_back(fmt::format(
            "A stage begins the next step as soon as it has ended its own, as where the optimizer is validated "
            "afterwards: "
            "steps follow each other every {:.6g} ms. Where all stages wait for each other between steps, one takes "
            "{:.6g} ms.",
            report.stepNs / 1e6, report.makespanNs / 1e6));
    }
    report.picture = schedulePicture(*graph, retiming);
    return report;
}

} // namespace bubblescope
