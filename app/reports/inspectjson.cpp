// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspectjson.h"

#include "devicelanes.h"
#include "networkreport.h"
#include "runjson.h"
#include "wholerecording.h"

#include <set>

namespace bubblescope {

namespace {
/// For counts where 0 means "unknown".
Json countOrNull(int count) { return count > 0 ? Json(count) : Json(nullptr); }

int ranksWithSpans(const Trace& trace)
{
    std::set<int32_t> ranks;
    for (const Row& row : trace.rows()) {
        if (row.spanCount > 0)
            ranks.insert(trace.track(row.track).rank);
    }
    return int(ranks.size());
}

Json runJson(const KnownFolder& folder, size_t number, const InspectOptions& options)
{
    const Run& run = folder.folder().runs[number];
    const Trace& trace = *run.trace;
    const bool hasTimes = run.kind != Run::Kind::Plan;
    Json json;
    json["name"] = run.name;
    json["kind"] = runKindName(run.kind);
    json["files"] = run.files.size();
    const int ranks = options.isOfRange ? ranksWithSpans(trace) : run.rankCount();
    json["ranks"] = countOrNull(ranks);
    json["ranks_outside_range"] = run.ranksOutsidePart + run.rankCount() - ranks;
    json["stages"] = countOrNull(run.stageCount());
    json["steps"] = std::max<size_t>(trace.steps().size(), 1);
    json["step_is"] = isWholeRecording(trace) ? "recording" : "step";
    json["spans"] = trace.operationCount();
    json["sub_spans"] = trace.subOperationCount();
    TimeNs total = 0;
    for (uint32_t i = 0; i < trace.spanCount(); ++i)
        __builtin_add_overflow(total, trace.duration(SpanId(i)), &total);
    json["total_duration_ns"] = hasTimes ? Json(total) : Json(nullptr);
    const DeviceWork device = deviceWork(trace);
    const bool hasDevice = device.kernels + device.copies > 0;
    json["kernels"] = hasDevice ? Json(device.kernels) : Json(nullptr);
    json["kernel_duration_ns"] = hasDevice ? Json(device.kernelNs) : Json(nullptr);
    json["copies"] = hasDevice ? Json(device.copies) : Json(nullptr);
    json["copy_duration_ns"] = hasDevice ? Json(device.copyNs) : Json(nullptr);
    json["duration_ms"] = hasTimes ? Json(static_cast<double>(trace.range().duration()) / nsPerMs) : Json(nullptr);
    json["tensor_parallel"] = orNull(run.layout.tensor);
    json["pipeline_parallel"] = orNull(run.layout.pipeline);
    json["data_parallel"] = orNull(run.layout.data);
    json["expert_parallel"] = orNull(run.layout.expert);
    json["context_parallel"] = orNull(run.layout.context);
    json["microbatches"] = orNull(run.layout.microbatches);
    json["clock_offsets_ms"] = clockOffsetsJson(run);
    const std::optional<TimeParts> parts = partsOfStep(folder, number);
    json["parts"] = parts ? timePartsJson(*parts) : Json(nullptr);
    return json;
}

Json layerTableJson(const LayerTable& table, const InspectOptions& options)
{
    const LayerTable::Totals written = table.asWritten();
    const std::optional<int> layers = table.layerCount ? table.layerCount : options.layers;
    Json json;
    json["name"] = table.name;
    json["kind"] = layerTableKindName(table.kind);
    json["rows"] = table.rows.size();
    json["layers"] = orNull(layers);
    json["forward_ms"] = written.forwardNs / nsPerMs;
    json["backward_ms"] = written.backwardNs / nsPerMs;
    json["weight_gradient_ms"] = written.weightGradientNs / nsPerMs;
    const bool folds = layers && table.hasBlock();
    const LayerTable::Totals folded = folds ? table.folded(*layers) : LayerTable::Totals {};
    json["folded_forward_ms"] = folds ? Json(folded.forwardNs / nsPerMs) : Json(nullptr);
    json["folded_total_ms"] = folds ? Json(folded.totalNs / nsPerMs) : Json(nullptr);
    json["comm_elements"] = written.commElements;
    return json;
}

Json workloadJson(const Workload& workload)
{
    Json json;
    json["name"] = workload.name;
    json["policy"] = workload.policy;
    json["declared_rows"] = orNull(workload.declaredRows);
    json["rows"] = workload.rows.size();
    json["tensor_parallel"] = orNull(workload.tensorParallel);
    json["pipeline_parallel"] = orNull(workload.pipelineParallel);
    json["expert_parallel"] = orNull(workload.expertParallel);
    json["data_parallel"] = orNull(workload.dataParallel());
    json["gpus"] = orNull(workload.gpus);
    json["microbatches"] = orNull(workload.microbatches);
    json["compute_ms"] = workload.computeNs() / nsPerMs;
    return json;
}

Json runLogJson(const RunLog& log)
{
    Json firstLoss;
    Json lastLoss;
    for (const LogStep& step : log.steps) {
        if (!step.loss)
            continue;
        if (firstLoss.is_null())
            firstLoss = *step.loss;
        lastLoss = *step.loss;
    }
    Json json;
    json["name"] = log.name;
    json["kind"] = runLogKindName(log.kind);
    json["steps"] = log.stepCount();
    json["stages"] = countOrNull(log.stageCount());
    json["stage_blocks"] = log.blocks.size();
    json["layer_records"] = log.layerRecords;
    json["loss_points"] = log.lossPoints();
    json["median_step_ms"] = orNull(log.medianStepMs());
    json["first_loss"] = std::move(firstLoss);
    json["last_loss"] = std::move(lastLoss);
    json["stage_forward_ms_per_microbatch"] = log.stageForwardMsPerMicrobatch();
    if (!log.startUps.empty()) {
        const RankStepTime& last = log.startUps.back();
        json["start_up"] = Json {{"processes", log.startUps.size()},
            {"median_ms", log.startUps[(log.startUps.size() - 1) / 2].ms}, {"last_ms", last.ms},
            {"last_rank", last.rank >= 0 ? Json(last.rank) : Json(nullptr)}};
    }
    return json;
}

/// What the job states of itself; nothing is assumed here.
Json jobJson(const JobDescription& job)
{
    Json json;
    json["name"] = job.name;
    json["format"] = job.format;
    json["parameters"] = job.model.parameters();
    json["layers"] = job.model.layers;
    json["gpus"] = orNull(job.layout.gpus);
    json["sequence"] = orNull(job.layout.sequence);
    return json;
}

Json issueJson(const Issue& issue)
{
    const IssueInfo& info = issueInfo(issue.kind);
    Json json;
    json["issue"] = std::string(info.id);
    json["severity"] = std::string(severityName(info.severity));
    json["cause"] = std::string(causeName(info.cause));
    json["scope"] = std::string(scopeName(info.scope));
    json["count"] = issue.count;
    json["file"] = issue.file.empty() ? Json(nullptr) : Json(issue.file);
    json["offset"] = issue.first.empty() ? Json(nullptr) : orNull(issue.first.front().offset);
    json["advice"] = std::string(info.advice);
    return json;
}
} // namespace

std::string inspectJson(const KnownFolder& known, const InspectOptions& options)
{
    const RunFolder& folder = known.folder();
    Json json;
    json["runs"] = Json::array();
    for (size_t run = 0; run < folder.runs.size(); ++run)
        json["runs"].push_back(runJson(known, run, options));
    json["layer_tables"] = Json::array();
    for (const LayerTable& table : folder.layerTables)
        json["layer_tables"].push_back(layerTableJson(table, options));
    json["workloads"] = Json::array();
    for (const Workload& workload : folder.workloads)
        json["workloads"].push_back(workloadJson(workload));
    json["run_logs"] = Json::array();
    for (const RunLog& log : folder.runLogs)
        json["run_logs"].push_back(runLogJson(log));
    json["jobs"] = Json::array();
    for (const JobDescription& job : folder.jobs)
        json["jobs"].push_back(jobJson(job));
    json["network"] = networkJson(folder);
    json["issues"] = Json::array();
    for (const Issue& issue : folder.report.issues())
        json["issues"].push_back(issueJson(issue));
    json["unrecognised"] = folder.unrecognised;
    const LoadStatistics& statistics = folder.statistics;
    json["load"] = Json {{"files", statistics.files}, {"bytes", statistics.bytes}, {"spans", statistics.spans},
        {"seconds", statistics.seconds}, {"peak_rss_bytes", options.peakRssBytes}};
    return jsonText(json);
}

} // namespace bubblescope
