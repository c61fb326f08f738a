// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderarchive.h"

#include "builderarchive.h"
#include "dumparchive.h"
#include "packedtrace.h"
#include "roundedtime.h"
#include "traceexchange.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

// One list of members serves both writing (const values) and reading. Structured bindings name every member of a
// struct, so a member added later does not compile until it is archived, too.

template <typename Archive, Either<ParallelLayout> Value> void exchange(Archive& archive, Value& value)
{
    auto& [world, tensor, pipeline, data, expert, context, microbatches, microbatchSize, layers] = value;
    archive(world, tensor, pipeline, data, expert, context, microbatches, microbatchSize, layers);
}

template <typename Archive, Either<MachineHints> Value> void exchange(Archive& archive, Value& value)
{
    auto& [devices, network] = value;
    archive(devices, network);
}

template <typename Archive, Either<ModelDescription> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, family, layers, hidden, heads, keyValueHeads, headSize, feedForward, isGated, vocabulary,
        isTied, positions, slidingWindow, windowPeriod, experts, activeExperts, expertFeedForward,
        sharedExperts, sharedFeedForward, sharedIsGated, denseLayers, isLatent, queryRank,
        keyValueRank, ropeHeadSize, plainHeadSize, valueHeadSize, nextTokenLayers, normsPerLayer,
        normsHaveShift, queryNorm, keyNorm, hasQueryBias, hasOutputBias, hasFeedForwardBias,
        hasRouterBias, hasHeadBias, hasSinks]
        = value;
    archive(name, family, layers, hidden, heads, keyValueHeads, headSize, feedForward, isGated, vocabulary,
        isTied, positions, slidingWindow, windowPeriod, experts, activeExperts, expertFeedForward,
        sharedExperts, sharedFeedForward, sharedIsGated, denseLayers, isLatent, queryRank,
        keyValueRank, ropeHeadSize, plainHeadSize, valueHeadSize, nextTokenLayers, normsPerLayer,
        normsHaveShift, queryNorm, keyNorm, hasQueryBias, hasOutputBias, hasFeedForwardBias,
        hasRouterBias, hasHeadBias, hasSinks);
}

template <typename Archive, Either<PlannedLayout> Value> void exchange(Archive& archive, Value& value)
{
    auto& [gpus, gpusPerNode, tensor, stages, chunks, data, replicas, context, expert, expertTensor,
        microbatchSize, microbatches, globalBatch, sequence, sequenceParallel, shard, recompute,
        recomputedLayers, precision, schedule, layersOfPieces, overlapGradients, overlapParameters,
        overlapTensor, overlapExperts, vocabularyMultiple, paddedVocabulary, offloadsOptimizer,
        gradientBytes, capacityFactor, fusesLoss, hasFlashAttention, dropout, framework]
        = value;
    archive(gpus, gpusPerNode, tensor, stages, chunks, data, replicas, context, expert, expertTensor,
        microbatchSize, microbatches, globalBatch, sequence, sequenceParallel, shard, recompute,
        recomputedLayers, precision, schedule, layersOfPieces, overlapGradients, overlapParameters,
        overlapTensor, overlapExperts, vocabularyMultiple, paddedVocabulary, offloadsOptimizer,
        gradientBytes, capacityFactor, fusesLoss, hasFlashAttention, dropout, framework);
}

template <typename Archive, Either<AssumedValue> Value> void exchange(Archive& archive, Value& assumed)
{
    auto& [field, value, why]
        = assumed;
    archive(field, value, why);
}

template <typename Archive, Either<JobCalibration> Value> void exchange(Archive& archive, Value& value)
{
    auto& [computeFactor, least, most, wholeFactor, run, hardware] = value;
    archive(computeFactor, least, most, wholeFactor, run, hardware);
}

template <typename Archive, Either<JobDescription> Value> void exchange(Archive& archive, Value& value)
{
    auto& [model, layout, name, format, file, assumed, calibration]
        = value;
    archive(model, layout, name, format, file, assumed, calibration);
}

template <typename Archive, Either<HostClock> Value> void exchange(Archive& archive, Value& value)
{
    auto& [host, shift, residual, matches, aligned] = value;
    archive(host, shift, residual, matches, aligned);
}

template <typename Archive, Either<CommRequest> Value> void exchange(Archive& archive, Value& value)
{
    auto& [operation, group, bytes, elements, asynchronous, thenAllToAll] = value;
    archive(operation, group, bytes, elements, asynchronous, thenAllToAll);
}

template <typename Archive, Either<LayerRow> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, forwardNs, backwardNs, weightGradientNs, forwardComm, backwardComm, weightComm, forwardCommNs,
        backwardCommNs, weightCommNs, statedTotalNs, isGradientRow, offset]
        = value;
    archive(name, forwardNs, backwardNs, weightGradientNs, forwardComm, backwardComm, weightComm, forwardCommNs,
        backwardCommNs, weightCommNs, statedTotalNs, isGradientRow, offset);
}

template <typename Archive, Either<LayerTable::StatedTotals> Value> void exchange(Archive& archive, Value& value)
{
    auto& [forwardNs, backwardNs, totalNs] = value;
    archive(forwardNs, backwardNs, totalNs);
}

template <typename Archive, Either<LayerTable> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, file, kind, origin, rows, block, layerCount, layerCountSource, stated, summary] = value;
    archive(name, file, kind, origin, rows, block, layerCount, layerCountSource, stated, summary);
}

template <typename Archive, Either<WorkloadPass> Value> void exchange(Archive& archive, Value& value)
{
    auto& [computeNs, computeIsUnknown, comm] = value;
    archive(computeNs, computeIsUnknown, comm);
}

template <typename Archive, Either<WorkloadRow> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, dependency, forward, inputGradient, weightGradient, updateTimeNs, policy, offset] = value;
    archive(name, dependency, forward, inputGradient, weightGradient, updateTimeNs, policy, offset);
}

template <typename Archive, Either<Workload> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, file, policy, declaredRows, rows, tensorParallel, expertParallel, pipelineParallel, layersPerStage,
        microbatches, gpus, pipelineCommBytes, checkpoints, checkpointInitiates]
        = value;
    archive(name, file, policy, declaredRows, rows, tensorParallel, expertParallel, pipelineParallel, layersPerStage,
        microbatches, gpus, pipelineCommBytes, checkpoints, checkpointInitiates);
}

template <typename Archive, Either<LogStep> Value> void exchange(Archive& archive, Value& value)
{
    auto& [step, stepMs, stepMsFromTimestamps, loss, perplexity, learningRate, accuracy, gradientNorm, tokensPerSecond,
        samplesPerSecond, teraflops, mfuPercent, memoryGiB, offset]
        = value;
    archive(step, stepMs, stepMsFromTimestamps, loss, perplexity, learningRate, accuracy, gradientNorm, tokensPerSecond,
        samplesPerSecond, teraflops, mfuPercent, memoryGiB, offset);
}

template <typename Archive, Either<StageBlock::LayerTime> Value> void exchange(Archive& archive, Value& value)
{
    auto& [layer, totalMs, operations, averageMs] = value;
    archive(layer, totalMs, operations, averageMs);
}

template <typename Archive, Either<StageBlock> Value> void exchange(Archive& archive, Value& value)
{
    auto& [step, rank, stage, layers, offset] = value;
    archive(step, rank, stage, layers, offset);
}

template <typename Archive, Either<LogTimer> Value> void exchange(Archive& archive, Value& value)
{
    auto& [step, name, ms] = value;
    archive(step, name, ms);
}

template <typename Archive, Either<RankStepTime> Value> void exchange(Archive& archive, Value& value)
{
    auto& [rank, occurrence, ms] = value;
    archive(rank, occurrence, ms);
}

template <typename Archive, Either<RunLog> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, file, kind, steps, blocks, timers, rankSteps, startUps, layerRecords, repeatedSteps, worldSize,
        tensorParallel, pipelineParallel, dataParallel, expertParallel, contextParallel, microbatches, globalBatch,
        microbatchSize, layerCount, sequenceLength, modelName, parameters, elapsedSeconds, machine, description,
        whyNotDescribed, crash]
        = value;
    archive(name, file, kind, steps, blocks, timers, rankSteps, startUps, layerRecords, repeatedSteps, worldSize,
        tensorParallel, pipelineParallel, dataParallel, expertParallel, contextParallel, microbatches, globalBatch,
        microbatchSize, layerCount, sequenceLength, modelName, parameters, elapsedSeconds, machine, description,
        whyNotDescribed, crash);
}

template <typename Archive, Either<BandwidthCurve::Point> Value> void exchange(Archive& archive, Value& value)
{
    auto& [bytes, ns] = value;
    archive(bytes, ns);
}

template <typename Archive, Either<BandwidthCurve> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, file, operation, ranks, ranksPerNode, points, machine, isOfJob] = value;
    archive(name, file, operation, ranks, ranksPerNode, points, machine, isOfJob);
}

template <typename Archive, Either<CommunicatorLog::Measured> Value> void exchange(Archive& archive, Value& value)
{
    auto& [operation, peer, number, bytes, ns] = value;
    archive(operation, peer, number, bytes, ns);
}

template <typename Archive, Either<CommunicatorLog> Value> void exchange(Archive& archive, Value& value)
{
    auto& [host, process, id, name, rank, ranks, nodes, measured] = value;
    archive(host, process, id, name, rank, ranks, nodes, measured);
}

template <typename Archive, Either<Fabric::Process> Value> void exchange(Archive& archive, Value& value)
{
    auto& [host, id, place, rank] = value;
    archive(host, id, place, rank);
}

template <typename Archive, Either<Fabric::Group> Value> void exchange(Archive& archive, Value& value)
{
    auto& [id, name, ranks, nodes, read, members] = value;
    archive(id, name, ranks, nodes, read, members);
}

template <typename Archive, Either<Fabric::Speed> Value> void exchange(Archive& archive, Value& value)
{
    auto& [group, operation, from, to, bytes, count, ns] = value;
    archive(group, operation, from, to, bytes, count, ns);
}

template <typename Archive, Either<Fabric> Value> void exchange(Archive& archive, Value& value)
{
    auto& [processes, groups, speeds] = value;
    archive(processes, groups, speeds);
}

template <typename Archive, Either<GpuTelemetry::Series> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, times, values] = value;
    archive(name, times, values);
}

template <typename Archive, Either<GpuTelemetry> Value> void exchange(Archive& archive, Value& value)
{
    auto& [file, host, gpu, isUtc, series] = value;
    archive(file, host, gpu, isUtc, series);
}

template <typename Archive, Either<MemoryStack> Value> void exchange(Archive& archive, Value& value)
{
    auto& [use, operation, frames] = value;
    archive(use, operation, frames);
}

template <typename Archive, Either<MemoryAllocation> Value> void exchange(Archive& archive, Value& value)
{
    auto& [address, bytes, stack, taken, freed] = value;
    archive(address, bytes, stack, taken, freed);
}

template <typename Archive, Either<MemoryEvent> Value> void exchange(Archive& archive, Value& value)
{
    auto& [time, bytes, allocation, kind] = value;
    archive(time, bytes, allocation, kind);
}

template <typename Archive, Either<MemorySnapshot> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, file, rank, hasTimes, allocatedAtEnd, reservedAtEnd, stacks, allocations, events, aliveAtEnd] = value;
    archive(name, file, rank, hasTimes, allocatedAtEnd, reservedAtEnd, stacks, allocations, events, aliveAtEnd);
}

void exchange(BinaryWriter& archive, const Message& message)
{
    // What begins with a capital letter does so in every language; its parts do not state.
    const std::optional<Message> plain = Message::ofParts(message.parts());
    archive(plain && plain->text() != message.text(), message.parts().size());
    for (const Message::Part& part : message.parts())
        archive(part.pattern, part.isPlain, part.values);
}

/// Messages nest at most three levels deep; do not recurse further, whatever the file claims.
void exchangeParts(BinaryReader& archive, Message& message, int depth)
{
    constexpr int deepest = 8;
    constexpr size_t leastSize = 2 * sizeof(uint64_t); // of a part: at least two sizes
    bool isCapitalized = false;
    size_t count = 0;
    archive(isCapitalized, count);
    if (depth > deepest || count > archive.remaining() / leastSize)
        return archive.fail();
    std::vector<Message::Part> parts(count);
    for (Message::Part& part : parts) {
        size_t values = 0;
        archive(part.pattern, part.isPlain, values);
        if (!archive.isOk() || values > archive.remaining() / sizeof(uint64_t))
            return archive.fail();
        part.values.resize(values);
        for (Message& value : part.values)
            exchangeParts(archive, value, depth + 1);
    }
    std::optional<Message> made = Message::ofParts(std::move(parts));
    if (!made)
        return archive.fail();
    message = isCapitalized ? made->capitalized() : *std::move(made);
}
void exchange(BinaryReader& archive, Message& message) { exchangeParts(archive, message, 0); }

template <typename Archive, Either<IssueInstance> Value> void exchange(Archive& archive, Value& value)
{
    auto& [offset, message] = value;
    archive(offset, message);
}

template <typename Archive, Either<Issue> Value> void exchange(Archive& archive, Value& value)
{
    auto& [kind, file, count, first] = value;
    archive(kind, file, count, first);
}

// Everything of a run except its trace and what was derived from that.
template <typename Archive, Either<Run> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, kind, origin, layout, files, missingRanks, ranksOutsidePart, clocks, machine, trace, context, fabric]
        = value;
    static_cast<void>(context);
    static_cast<void>(fabric); // the folder's
    archive(name, kind, origin, layout, files, missingRanks, ranksOutsidePart, clocks, machine);
}

template <typename Archive, Either<WorkerName> Value> void exchange(Archive& archive, Value& value)
{
    auto& [host, process] = value;
    archive(host, process);
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

bool isSound(const BandwidthCurve& curve)
{
    return static_cast<int>(curve.operation) < operationCount && curve.ranks >= 1 && !curve.points.empty();
}

bool isSound(const GpuTelemetry& gpu)
{
    return gpu.gpu >= 0 && gpu.gpu <= std::numeric_limits<int16_t>::max()
        && std::all_of(gpu.series.begin(), gpu.series.end(), [](const GpuTelemetry::Series& series) {
               return series.times.size() == series.values.size()
                   && std::is_sorted(series.times.begin(), series.times.end())
                   && std::all_of(series.times.begin(), series.times.end(),
                       [](TimeNs time) { return time >= 0 && time <= longestPlaced; });
           });
}

bool isMeasuredCall(Operation operation, double bytes, double ns)
{
    return static_cast<int>(operation) < operationCount && bytes > 0 && ns > 0 && std::isfinite(bytes)
        && std::isfinite(ns);
}

bool isSound(const CommunicatorLog& log)
{
    return log.rank >= 0 && log.rank < log.ranks && log.ranks <= Fabric::mostRanks && log.nodes >= 1
        && std::all_of(log.measured.begin(), log.measured.end(),
            [](const CommunicatorLog::Measured& one) { return isMeasuredCall(one.operation, one.bytes, one.ns); });
}

bool isSound(const Fabric& fabric)
{
    const auto isProcess = [&](uint32_t index) { return index < fabric.processes.size(); };
    return std::all_of(fabric.groups.begin(), fabric.groups.end(), [&](const Fabric::Group& group) {
        return group.nodes >= 1 && group.ranks >= 1 && group.ranks <= Fabric::mostRanks && !group.members.empty()
            && group.read.size() == group.members.size()
            && std::all_of(group.members.begin(), group.members.end(), isProcess);
    }) && std::all_of(fabric.speeds.begin(), fabric.speeds.end(), [&](const Fabric::Speed& speed) {
        const bool isCollective = speed.from == Fabric::none && speed.to == Fabric::none;
        return speed.group < fabric.groups.size() && (isCollective || (isProcess(speed.from) && isProcess(speed.to)))
            && isMeasuredCall(speed.operation, speed.bytes, speed.ns);
    });
}

bool isSound(const MemorySnapshot& snapshot)
{
    const auto isSize = [](int64_t bytes) { return bytes >= 0 && bytes <= 2 * MemorySnapshot::mostBytes; };
    const auto isEvent = [&snapshot](uint32_t index) {
        return index == MemoryAllocation::noEvent || index < snapshot.events.size();
    };
    const auto isAllocation = [&snapshot](uint32_t index) { return index < snapshot.allocations.size(); };
    const auto canBeSummed = [&isSize](const auto& list, const auto& bytesOf) {
        int64_t sum = 0;
        return std::all_of(list.begin(), list.end(), [&](const auto& one) {
            const int64_t bytes = bytesOf(one);
            return isSize(bytes) && (sum += bytes) <= MemorySnapshot::mostBytesTogether;
        });
    };
    const auto bytesOfEvent = [](const MemoryEvent& event) { return event.bytes; };
    const auto bytesOfAllocation = [](const MemoryAllocation& allocation) { return allocation.bytes; };
    const auto isInOrder = [](const std::vector<MemoryEvent>& events) {
        const auto isBefore = [](const MemoryEvent& a, const MemoryEvent& b) { return a.time < b.time; };
        return events.empty()
            || (std::is_sorted(events.begin(), events.end(), isBefore) && events.front().time >= 0
                && events.back().time <= longestPlaced);
    };
    return isSize(snapshot.allocatedAtEnd) && isSize(snapshot.reservedAtEnd)
        && std::all_of(snapshot.stacks.begin(), snapshot.stacks.end(),
            [](const MemoryStack& stack) { return stack.use <= MemoryUse::Unknown; })
        && std::all_of(snapshot.allocations.begin(), snapshot.allocations.end(),
            [&](const MemoryAllocation& allocation) {
                return isEvent(allocation.taken) && isEvent(allocation.freed)
                    && (allocation.stack == MemoryAllocation::noStack || allocation.stack < snapshot.stacks.size());
            })
        && std::all_of(snapshot.events.begin(), snapshot.events.end(),
            [&](const MemoryEvent& event) {
                const bool isOfProgram
                    = event.kind == MemoryEvent::Kind::Allocated || event.kind == MemoryEvent::Kind::Freed;
                return event.kind <= MemoryEvent::Kind::OutOfMemory
                    && (isOfProgram ? isAllocation(event.allocation) : event.allocation == MemoryEvent::noAllocation);
            })
        && std::all_of(snapshot.aliveAtEnd.begin(), snapshot.aliveAtEnd.end(), isAllocation)
        && isInOrder(snapshot.events) && canBeSummed(snapshot.events, bytesOfEvent)
        && canBeSummed(snapshot.allocations, bytesOfAllocation)
        && canBeSummed(snapshot.aliveAtEnd, [&](uint32_t alive) { return snapshot.allocations[alive].bytes; });
}

bool isSound(const Run& run) { return run.kind <= Run::Kind::Simulated && run.origin <= Origin::Assumed; }

bool isSound(const TracePart& part)
{
    return part.kind <= Run::Kind::Simulated && part.clock <= ClockPolicy::None
        && part.origin.value_or(Origin::Measured) <= Origin::Assumed
        && (part.ranges.empty() || part.ranges.size() == part.ranks.size());
}

bool isSound(const JobDescription& job)
{
    if (job.calibration && !job.calibration->isSound())
        return false;
    const PlannedLayout& layout = job.layout;
    return whatIsWrong(job.model).empty() && whatIsWrong(layout).empty()
        && layout.shard.value_or(StateSharding::None) <= StateSharding::Parameters
        && layout.recompute.value_or(Recompute::None) <= Recompute::Full
        && layout.precision.value_or(Precision::Bf16) <= Precision::Fp8
        && layout.framework.value_or(TrainingFramework::Generic) <= TrainingFramework::Nanotron;
}

bool isSound(const RunLog& log)
{
    return log.kind <= RunLog::Kind::Scalars && (!log.description || isSound(*log.description));
}

bool isSound(const Issue& issue) { return static_cast<int>(issue.kind) < issueKindCount; }

template <typename T> bool areSound(const std::vector<T>& values)
{
    return std::all_of(values.begin(), values.end(), [](const T& value) { return isSound(value); });
}

std::vector<Issue> issuesOf(const ImportReport& report) { return {report.issues().begin(), report.issues().end()}; }
} // namespace

// Everything of a part but what its builder holds.
template <typename Archive, Either<TracePart> Value> void exchange(Archive& archive, Value& value)
{
    auto& [kind, origin, layout, machine, ranks, ranges, countsRanks, clock, worker, runStart, builder] = value;
    archive(kind, origin, layout, machine, ranks, ranges, countsRanks, clock, worker, runStart);
}

void writeFolderTables(BinaryWriter& archive, const RunFolder& folder)
{
    archive(folder.path, folder.layerTables, folder.workloads, folder.runLogs, folder.bandwidthCurves, folder.fabric,
        folder.memorySnapshots, folder.jobs, folder.unrecognised, issuesOf(folder.report), folder.statistics.files,
        folder.statistics.bytes, folder.statistics.spans, folder.runs);
    writeDumps(archive, folder.flightDumps);
}

std::optional<RunFolder> readFolderTables(BinaryReader& archive)
{
    RunFolder folder;
    std::vector<Issue> issues;
    archive(folder.path, folder.layerTables, folder.workloads, folder.runLogs, folder.bandwidthCurves, folder.fabric,
        folder.memorySnapshots, folder.jobs, folder.unrecognised, issues, folder.statistics.files,
        folder.statistics.bytes, folder.statistics.spans, folder.runs);
    folder.flightDumps = readDumps(archive);
    if (!archive.isOk() || !areSound(folder.runs) || !areSound(folder.layerTables) || !areSound(folder.workloads)
        || !areSound(folder.runLogs) || !areSound(folder.bandwidthCurves) || !isSound(folder.fabric)
        || !areSound(folder.memorySnapshots) || !areSound(folder.jobs) || !areSound(issues)) {
        archive.fail();
        return std::nullopt;
    }
    for (Issue& issue : issues)
        folder.report.addIssue(std::move(issue));
    return folder;
}

void writeFolder(BinaryWriter& archive, const RunFolder& folder, unsigned threads)
{
    writeFolderTables(archive, folder);
    for (const Run& run : folder.runs)
        writeTrace(archive, *run.trace, threads);
}

std::optional<RunFolder> readFolder(BinaryReader& archive, unsigned threads)
{
    std::optional<RunFolder> folder = readFolderTables(archive);
    if (!folder)
        return std::nullopt;
    for (Run& run : folder->runs) {
        if (archive.isOk())
            run.trace = readTrace(archive, threads);
    }
    if (!archive.isOk())
        return std::nullopt;
    return folder;
}

void writeContents(BinaryWriter& archive, const FileContents& contents, const ImportReport& report)
{
    archive(contents.layerTables, contents.workloads, contents.runLogs, contents.bandwidthCurves,
        contents.memorySnapshots, contents.jobs, contents.telemetry, contents.communicators, contents.isForeign,
        issuesOf(report), static_cast<uint64_t>(contents.traceParts.size()));
    writeDumps(archive, contents.flightDumps);
    for (const TracePart& part : contents.traceParts) {
        archive(part);
        BuilderArchive::write(archive, part.builder);
    }
}

bool readContents(
    BinaryReader& archive, FileContents& contents, ImportReport& report, const ColumnPoolPtr& pool)
{
    std::vector<Issue> issues;
    uint64_t parts = 0;
    archive(contents.layerTables, contents.workloads, contents.runLogs, contents.bandwidthCurves,
        contents.memorySnapshots, contents.jobs, contents.telemetry, contents.communicators, contents.isForeign, issues,
        parts);
    contents.flightDumps = readDumps(archive);
    if (!areSound(contents.layerTables) || !areSound(contents.workloads) || !areSound(contents.runLogs)
        || !areSound(contents.bandwidthCurves) || !areSound(contents.memorySnapshots) || !areSound(contents.jobs)
        || !areSound(contents.telemetry) || !areSound(contents.communicators) || !areSound(issues))
        archive.fail();
    for (uint64_t i = 0; i < parts && archive.isOk(); ++i) {
        TracePart& part = contents.traceParts.emplace_back();
        archive(part);
        BuilderArchive::read(archive, part.builder, pool);
        if (!isSound(part))
            archive.fail();
    }
    if (!archive.isOk()) {
        contents = {};
        return false;
    }
    for (Issue& issue : issues)
        report.addIssue(std::move(issue));
    return true;
}

void writeNotes(BinaryWriter& archive, const std::optional<Message>& advice, const ImportReport& report)
{
    archive(advice, issuesOf(report));
}

bool readNotes(BinaryReader& archive, std::optional<Message>& advice, ImportReport& report)
{
    std::vector<Issue> issues;
    archive(advice, issues);
    if (!areSound(issues))
        archive.fail();
    for (Issue& issue : issues)
        report.addIssue(std::move(issue));
    return archive.isOk();
}

} // namespace bubblescope
