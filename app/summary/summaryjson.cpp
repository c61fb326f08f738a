// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "summaryjson.h"

#include "devicelanes.h"
#include "findingjson.h"
#include "memoryreport.h"
#include "networkreport.h"
#include "operatorsummary.h"
#include "runjson.h"
#include "throughputsummary.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Where the time goes, charging each nanosecond once, as the mean of `ranks` ranks. `isProfiler`: include the
/// composition of idle and host time.
Json splitJson(const TimeSplit& split, TimeNs whole, size_t ranks, bool isProfiler)
{
    const auto ms = [ranks](TimeNs sum) { return milliseconds(double(sum) / double(std::max<size_t>(ranks, 1))); };
    Json exposed = Json::object();
    for (int c = 0; c < categoryCount; ++c) {
        const auto category = Category(c);
        if (isCommunication(category) && split.of(category) > 0)
            exposed[std::string(categoryKey(category))] = ms(split.of(category));
    }
    Json bubble = Json::object();
    for (const PipelinePhase phase : {PipelinePhase::Warmup, PipelinePhase::Steady, PipelinePhase::Cooldown})
        bubble[std::string(phaseKey(phase))] = ms(split.of(phase));
    Json json;
    json["compute_ms"] = ms(split.compute());
    json["exposed_comm_ms"] = std::move(exposed);
    json["overlapped_comm_ms"] = ms(split.hiddenCommunication);
    json["waiting_ms"] = ms(split.waiting());
    json["bubble_ms"] = std::move(bubble);
    json["idle_ms"] = ms(split.idle());
    json["host_ms"] = ms(split.host());
    if (isProfiler) {
        json["host_wait_ms"] = ms(split.hostWait);
        json["kernel_wait_ms"] = ms(split.kernelWait);
        json["memory_copy_ms"] = ms(split.of(Category::MemoryCopy));
    }
    json["not_recorded_ms"] = milliseconds(
        TimeParts(split, double(whole) * double(ranks)).of(TimePart::NotRecorded) / double(std::max<size_t>(ranks, 1)));
    json["total_ms"] = ms(split.total());
    return json;
}

Json rankJson(const RankSummary& rank, TimeNs whole, bool isProfiler)
{
    Json json;
    json["rank"] = rank.rank;
    json["stage"] = rank.stage >= 0 ? Json(rank.stage) : Json(nullptr);
    json.update(splitJson(rank.split, whole, 1, isProfiler));
    return json;
}

Json criticalPathJson(const RunAnalysis& analysis)
{
    if (!analysis.criticalPath)
        return nullptr;
    const CriticalPath& path = *analysis.criticalPath;
    Json shares = Json::object();
    for (int c = 0; c < categoryCount; ++c) {
        if (path.byCategory[size_t(c)] > 0)
            shares[std::string(categoryKey(Category(c)))] = path.share(Category(c));
    }
    Json levers = Json::array();
    for (const CriticalPath::Lever& lever : path.levers) {
        levers.push_back({{"operation", std::string(operationName(lever.operation))},
            {"category", std::string(categoryKey(lever.category))},
            {"stage", lever.stage >= 0 ? Json(lever.stage) : Json(nullptr)}, {"count", lever.count},
            {"time_ms", milliseconds(double(lever.time))}});
    }
    return Json {{"length_ms", milliseconds(double(path.length))}, {"share", std::move(shares)},
        {"levers", std::move(levers)}, {"gaps_ms", milliseconds(double(path.gaps))},
        {"gaps_beside_compute_ms", milliseconds(double(path.gapsBesideCompute))}};
}

Json inputJson(const SummaryInput& input)
{
    Json json;
    json["name"] = input.name;
    json["kind"] = input.kind;
    json["step_ms"] = input.stepNs > 0 ? milliseconds(input.stepNs) : Json(nullptr);
    json["origin"] = std::string(originName(input.origin));
    json["step"] = input.stepNumber ? Json(*input.stepNumber) : Json(nullptr);
    json["steps"] = input.steps;
    json["step_is"] = input.isRecording ? "recording" : "step";
    const std::optional<HostStep> host = input.hostStep();
    json["host_step_ms"] = host ? Json(milliseconds(host->hostNs)) : Json(nullptr);
    json["queue"] = host && !host->isStated ? Json(std::string(host->queueKey())) : Json(nullptr);
    json["ranks"] = Json::array();
    json["ranks_outside_range"] = input.ranksWithout();
    json["stages"] = Json::array();
    for (const SummaryInput::Stage& stage : input.stages) {
        json["stages"].push_back({{"stage", stage.stage}, {"forward_ms", milliseconds(stage.forwardNs)},
            {"backward_ms", milliseconds(stage.backwardNs)},
            {"busy_share", stage.busyShare ? Json(*stage.busyShare) : Json(nullptr)}, {"imbalance", stage.imbalance}});
    }
    json["timers"] = Json::array();
    for (const TimerMedian& timer : input.timers)
        json["timers"].push_back({{"name", timer.name}, {"ms", timer.ms}});
    json["throughput"] = throughputJson(input.throughput);
    json["clock_offsets_ms"] = input.run ? clockOffsetsJson(*input.run) : Json::object();
    json["critical_path"] = nullptr;
    json["stragglers"] = Json::array();
    json["bubble_share"] = nullptr;
    json["mean_rank"] = nullptr;
    json["parts"] = nullptr;
    if (input.analysis) {
        const RunAnalysis& analysis = *input.analysis;
        const bool isProfiler = isProfilerRun(*input.run->trace);
        for (const RankSummary& rank : analysis.summary.ranks)
            json["ranks"].push_back(rankJson(rank, analysis.summary.whole, isProfiler));
        json["critical_path"] = criticalPathJson(analysis);
        for (const Stragglers::Rank& rank : analysis.stragglers.ranks) {
            if (rank.isStraggler)
                json["stragglers"].push_back(
                    {{"rank", input.run->trace->ranks()[rank.rank].rank}, {"factor", rank.factor}});
        }
        json["bubble_share"] = analysis.summary.bubbleShare();
        json["mean_rank"]
            = splitJson(analysis.summary.split, analysis.summary.whole, analysis.summary.ranks.size(), isProfiler);
        if (input.stepNs > 0)
            json["parts"] = timePartsJson(analysis.summary.parts());
    }
    json["findings"] = Json::array();
    for (const Finding& finding : input.findings.list)
        json["findings"].push_back(findingJson(finding, input.run));
    json["verdict"] = input.findings.verdict;
    return json;
}

} // namespace

Result<std::string> summaryJson(const KnownFolder& folder, const SummaryOptions& options)
{
    const Result<std::vector<SummaryInput>> inputs = summaryInputs(folder, options);
    if (!inputs)
        return inputs.error();
    Json json = inputs->empty() ? inputJson({}) : inputJson(inputs->front());
    json["others"] = Json::array();
    for (size_t i = 1; i < inputs->size(); ++i)
        json["others"].push_back(inputJson((*inputs)[i]));
    constexpr size_t mostOperators = 200;
    json["operators"] = inputs->empty()
        ? Json(nullptr)
        : operatorsJson(inputs->front().operators, std::min(options.top, mostOperators),
              inputs->front().run ? hardwareOfRun(*inputs->front().run) : std::nullopt);
    json["measured_memory"] = measuredMemoryJson(folder.folder());
    json["network"] = networkJson(folder.folder());
    return jsonText(json);
}

} // namespace bubblescope
