// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderarchive.h"

#include "tracearchive.h"

namespace bubblescope {

// One list of members serves writing (of const values) and reading.
template <typename Value, typename T>
concept Either = std::same_as<std::remove_const_t<Value>, T>;

template <typename Archive, Either<ParallelLayout> Value> void exchange(Archive& archive, Value& layout)
{
    archive(layout.world, layout.tensor, layout.pipeline, layout.data, layout.expert, layout.context,
        layout.microbatches, layout.microbatchSize, layout.layers);
}

template <typename Archive, Either<HostClock> Value> void exchange(Archive& archive, Value& clock)
{
    archive(clock.host, clock.shift, clock.residual, clock.matches, clock.aligned);
}

template <typename Archive, Either<CommRequest> Value> void exchange(Archive& archive, Value& comm)
{
    archive(comm.operation, comm.group, comm.bytes, comm.elements, comm.asynchronous);
}

template <typename Archive, Either<LayerRow> Value> void exchange(Archive& archive, Value& row)
{
    archive(row.name, row.forwardNs, row.backwardNs, row.weightGradientNs, row.forwardComm, row.backwardComm,
        row.weightComm, row.forwardCommNs, row.backwardCommNs, row.weightCommNs, row.statedTotalNs, row.isGradientRow,
        row.offset);
}

template <typename Archive, Either<LayerTable::StatedTotals> Value> void exchange(Archive& archive, Value& stated)
{
    archive(stated.forwardNs, stated.backwardNs, stated.totalNs);
}

template <typename Archive, Either<LayerTable> Value> void exchange(Archive& archive, Value& table)
{
    archive(table.name, table.file, table.kind, table.origin, table.rows, table.block, table.layerCount,
        table.layerCountSource, table.stated, table.summary);
}

template <typename Archive, Either<WorkloadPass> Value> void exchange(Archive& archive, Value& pass)
{
    archive(pass.computeNs, pass.computeIsUnknown, pass.comm);
}

template <typename Archive, Either<WorkloadRow> Value> void exchange(Archive& archive, Value& row)
{
    archive(row.name, row.dependency, row.forward, row.inputGradient, row.weightGradient, row.updateTimeNs, row.policy,
        row.offset);
}

template <typename Archive, Either<Workload> Value> void exchange(Archive& archive, Value& workload)
{
    archive(workload.name, workload.file, workload.policy, workload.declaredRows, workload.rows,
        workload.tensorParallel, workload.expertParallel, workload.pipelineParallel, workload.layersPerStage,
        workload.microbatches, workload.gpus, workload.pipelineCommBytes, workload.checkpoints,
        workload.checkpointInitiates);
}

template <typename Archive, Either<LogStep> Value> void exchange(Archive& archive, Value& step)
{
    archive(step.step, step.stepMs, step.stepMsFromTimestamps, step.loss, step.perplexity, step.learningRate,
        step.gradientNorm, step.tokensPerSecond, step.samplesPerSecond, step.teraflops, step.mfuPercent, step.memoryGiB,
        step.offset);
}

template <typename Archive, Either<StageBlock::LayerTime> Value> void exchange(Archive& archive, Value& layer)
{
    archive(layer.layer, layer.totalMs, layer.operations, layer.averageMs);
}

template <typename Archive, Either<StageBlock> Value> void exchange(Archive& archive, Value& block)
{
    archive(block.step, block.rank, block.stage, block.layers, block.offset);
}

template <typename Archive, Either<LogTimer> Value> void exchange(Archive& archive, Value& timer)
{
    archive(timer.step, timer.name, timer.ms);
}

template <typename Archive, Either<RankStepTime> Value> void exchange(Archive& archive, Value& time)
{
    archive(time.rank, time.occurrence, time.ms);
}

template <typename Archive, Either<RunLog> Value> void exchange(Archive& archive, Value& log)
{
    archive(log.name, log.file, log.kind, log.steps, log.blocks, log.timers, log.rankSteps, log.layerRecords,
        log.repeatedSteps, log.worldSize, log.tensorParallel, log.pipelineParallel, log.dataParallel, log.microbatches,
        log.globalBatch, log.microbatchSize, log.layerCount);
}

template <typename Archive, Either<IssueInstance> Value> void exchange(Archive& archive, Value& instance)
{
    archive(instance.offset, instance.message);
}

template <typename Archive, Either<Issue> Value> void exchange(Archive& archive, Value& issue)
{
    archive(issue.kind, issue.file, issue.count, issue.first);
}

// Everything of a run but its trace.
template <typename Archive, Either<Run> Value> void exchange(Archive& archive, Value& run)
{
    archive(run.name, run.kind, run.origin, run.layout, run.files, run.missingRanks, run.clocks);
}

namespace {
bool isSound(const CommRequest& comm)
{
    return static_cast<int>(comm.operation) < operationCount && static_cast<int>(comm.group) < categoryCount;
}

bool isSound(const LayerTable& table)
{
    if (table.kind > LayerTable::Kind::SimAIResult || table.origin > Origin::Assumed)
        return false;
    if (table.block.first > table.block.second || table.block.second > table.rows.size())
        return false;
    for (const LayerRow& row : table.rows) {
        if (!isSound(row.forwardComm) || !isSound(row.backwardComm) || !isSound(row.weightComm))
            return false;
    }
    return true;
}

bool isSound(const Workload& workload)
{
    for (const WorkloadRow& row : workload.rows) {
        if (!isSound(row.forward.comm) || !isSound(row.inputGradient.comm) || !isSound(row.weightGradient.comm))
            return false;
    }
    return true;
}

bool isSound(const Run& run)
{
    return run.kind <= Run::Kind::Plan && run.origin <= Origin::Assumed && run.trace != nullptr;
}
} // namespace

void writeFolder(BinaryWriter& archive, const RunFolder& folder)
{
    const std::vector<Issue> issues(folder.report.issues().begin(), folder.report.issues().end());
    archive(folder.path, folder.layerTables, folder.workloads, folder.runLogs, folder.unrecognised, issues,
        folder.statistics.files, folder.statistics.bytes, folder.statistics.spans, folder.runs);
    for (const Run& run : folder.runs)
        TraceArchive::write(archive, *run.trace);
}

std::optional<RunFolder> readFolder(BinaryReader& archive)
{
    RunFolder folder;
    std::vector<Issue> issues;
    archive(folder.path, folder.layerTables, folder.workloads, folder.runLogs, folder.unrecognised, issues,
        folder.statistics.files, folder.statistics.bytes, folder.statistics.spans, folder.runs);
    for (Run& run : folder.runs) {
        if (archive.isOk())
            run.trace = TraceArchive::read(archive);
    }
    bool sound = archive.isOk();
    for (const Run& run : folder.runs)
        sound = sound && isSound(run);
    for (const LayerTable& table : folder.layerTables)
        sound = sound && isSound(table);
    for (const Workload& workload : folder.workloads)
        sound = sound && isSound(workload);
    for (const RunLog& log : folder.runLogs)
        sound = sound && log.kind <= RunLog::Kind::StepTimes;
    for (const Issue& issue : issues)
        sound = sound && static_cast<int>(issue.kind) < issueKindCount;
    if (!sound) {
        archive.fail();
        return std::nullopt;
    }
    for (Issue& issue : issues)
        folder.report.addIssue(std::move(issue));
    return folder;
}

} // namespace bubblescope
