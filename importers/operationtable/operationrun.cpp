// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operationrun.h"

#include "tracename.h"
#include "wholerecording.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

namespace bubblescope {

namespace {

bool isTrainingPass(Category c)
{
    return c == Category::Forward || c == Category::Backward || c == Category::WeightGradient
        || c == Category::Optimizer;
}

class OperationRunMaker {
public:
    OperationRunMaker(
        OperationRecords& records, const OperationColumns& columns, TracePart& part, ImportReport& report)
        : m_records(records), m_columns(columns), m_part(part), m_builder(part.builder), m_report(report)
    {
    }
    void make(const std::string& fileName);

private:
    void numberWorkers(const std::string& fileName);
    void takeProcess(const std::string& fileName);
    void countMicrobatches();
    void makeTracks();
    void endSteps();
    void addSpans();

    OperationRecords& m_records;
    const OperationColumns& m_columns;
    TracePart& m_part;
    TraceBuilder& m_builder;
    ImportReport& m_report;
    std::vector<TrackId> m_tracks;
    int m_stages = 0;
};

/// One table for each process: their devices, which each process counts from 0, are no ranks of the run.
void OperationRunMaker::takeProcess(const std::string& fileName)
{
    const std::optional<WorkerName> process = workerOfTable(fileName);
    const bool statesRanks = m_columns.ranksAreOfJob() && m_columns.has(OperationColumn::Rank);
    if (!process || statesRanks || m_columns.has(OperationColumn::Stage) || m_columns.has(OperationColumn::DataRank)
        || m_columns.has(OperationColumn::TensorRank))
        return;
    m_part.worker = process;
    m_part.clock = ClockPolicy::Recording;
    m_part.countsRanks = m_records.workers.size() > 1;
    int32_t next = m_part.countsRanks ? 0 : -1; // what the rank is shows beside the other tables
    for (const auto& [key, worker] : m_records.workerOfKey)
        m_records.workers[worker].number = next++;
}

/// Gives every worker its rank in the run.
void OperationRunMaker::numberWorkers(const std::string& fileName)
{
    int dataCount = 1;
    int tensorCount = 1;
    int largest = 0;
    bool allStated = true;
    for (const OperationWorker& worker : m_records.workers) {
        dataCount = std::max(dataCount, worker.data + 1);
        tensorCount = std::max(tensorCount, worker.tensor + 1);
        m_stages = std::max(m_stages, worker.stage + 1);
        largest = std::max(largest, worker.rank);
        allStated = allStated && worker.rank >= 0;
    }
    const auto product = double(dataCount) * tensorCount * std::max(m_stages, 1);
    const bool isOfJob = m_columns.ranksAreOfJob();
    if (m_records.workers.size() == 1 && !allStated && dataCount * tensorCount == 1) {
        m_records.workers.front().number = rankOfFileName(fileName).value_or(std::max(m_records.workers.front().stage, 0));
    } else if (allStated && (isOfJob || double(largest) < 10.0 * double(m_records.workers.size()) + 64)) {
        for (OperationWorker& worker : m_records.workers)
            worker.number = worker.rank;
    } else if (!allStated && product <= largestWorkerRank && m_records.workerOfKey.begin()->first < std::tuple(0, -1, -1, -1)
        && std::none_of(m_records.workers.begin(), m_records.workers.end(), [](const OperationWorker& w) { return w.rank >= 0; })) {
        for (OperationWorker& worker : m_records.workers)
            worker.number
                = (std::max(worker.stage, 0) * dataCount + std::max(worker.data, 0)) * tensorCount + std::max(worker.tensor, 0);
    } else { // processes, or a mixture of all: in their order
        int32_t next = 0;
        for (const auto& [key, worker] : m_records.workerOfKey)
            m_records.workers[worker].number = next++;
    }
    takeProcess(fileName);
    std::set<int32_t> numbers;
    for (OperationWorker& worker : m_records.workers) {
        while (!numbers.insert(worker.number).second)
            ++worker.number; // "no rank" and rank 0, in one table
    }
    ParallelLayout& layout = m_part.layout;
    std::set<int> stages;
    for (const OperationWorker& worker : m_records.workers)
        stages.insert(worker.stage);
    if (*stages.begin() == 0 && static_cast<int>(stages.size()) == m_stages)
        layout.pipeline = m_stages;
    if (m_columns.has(OperationColumn::DataRank))
        layout.data = dataCount;
    if (m_columns.has(OperationColumn::TensorRank))
        layout.tensor = tensorCount;
    if (layout.data && layout.pipeline && product <= largestWorkerRank)
        layout.world = static_cast<int>(product);
}

/// Numbers the microbatches where the table does not, in the order of each kind of operation, and counts them. The rows
/// are sorted by worker and time.
void OperationRunMaker::countMicrobatches()
{
    const bool isNumbered
        = std::any_of(m_records.rows.begin(), m_records.rows.end(), [](const OperationRow& row) { return row.microbatch >= 0; });
    std::array<int32_t, operationCount> next {};
    std::set<int32_t> forwards;
    int most = 0;
    bool isNumberedHere = false;
    bool wasOptimizer = false;
    for (size_t i = 0; i < m_records.rows.size(); ++i) {
        OperationRow& row = m_records.rows[i];
        const bool isNewStep = i > 0
            && (row.worker != m_records.rows[i - 1].worker
                || (m_columns.has(OperationColumn::Step) ? row.step != m_records.rows[i - 1].step
                                                         : wasOptimizer && row.category != Category::Optimizer));
        if (isNewStep) {
            next.fill(0);
            forwards.clear();
        }
        wasOptimizer = row.operation == Operation::OptimizerStep;
        if (!isNumbered && (isPass(row.operation) || isPointToPoint(row.operation))) {
            row.microbatch = next[static_cast<size_t>(row.operation)]++;
            isNumberedHere = true;
        }
        if (row.operation == Operation::Forward && row.microbatch >= 0) {
            forwards.insert(row.microbatch);
            most = std::max(most, static_cast<int>(forwards.size()));
        }
    }
    if (most > 0)
        m_part.layout.microbatches = most;
    if (isNumberedHere && most > 1)
        m_report.add(IssueKind::BadHeader, std::nullopt,
            say("no column numbers the microbatches: they are counted in the order of the operations"));
}

void OperationRunMaker::makeTracks()
{
    const auto has = [](const OperationLane& lane, auto test) {
        return std::any_of(
            lane.categories.begin(), lane.categories.end(), [test](const auto& entry) { return test(entry.first); });
    };
    std::set<uint32_t> withCompute;
    for (const OperationLane& lane : m_records.lanes) {
        const OperationWorker& worker = m_records.workers[lane.worker];
        const auto most = std::max_element(lane.categories.begin(), lane.categories.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
        Category kind = lane.category;
        if (!lane.name.empty()) {
            const bool computes = has(lane, isTrainingPass) || !has(lane, isCommunication);
            kind = computes && operationLane(most->first) != Category::Host && operationLane(most->first) != Category::MemoryCopy
                ? Category::OtherCompute
                : operationLane(most->first);
        }
        TrackKey key;
        key.rank = worker.number;
        key.stage = static_cast<int16_t>(worker.stage);
        std::string name = lane.name;
        if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos)
            name = fmt::format("lane {}", name);
        if (isCommunication(kind)) {
            key.lane = Lane::Communication;
            key.group = kind;
            if (name.empty())
                name = fmt::format("comm {}", categoryKey(kind));
        } else if (kind == Category::Host) {
            key.lane = Lane::Host;
            key.group = kind;
            if (name.empty())
                name = "host";
        } else if (kind == Category::MemoryCopy) {
            key.lane = Lane::Stream;
            key.group = kind;
            if (name.empty())
                name = "copies";
        } else {
            key.lane = lane.name.empty() || withCompute.insert(lane.worker).second ? Lane::Compute : Lane::Stream;
            if (name.empty())
                name = "compute";
        }
        key.name = name;
        m_tracks.push_back(m_builder.track(key));
    }
}

void OperationRunMaker::addSpans()
{
    m_builder.reserve(m_records.rows.size());
    const bool hasSteps = m_columns.has(OperationColumn::Step);
    TimeNs lastEnd = 0;
    bool wasOptimizer = false;
    for (size_t i = 0; i < m_records.rows.size(); ++i) {
        const OperationRow& row = m_records.rows[i];
        const OperationWorker& worker = m_records.workers[row.worker];
        const bool isNewWorker = i == 0 || row.worker != m_records.rows[i - 1].worker;
        if (!hasSteps && !isNewWorker && wasOptimizer && row.category != Category::Optimizer) {
            m_builder.endStep(worker.number, lastEnd);
            wasOptimizer = false;
        }
        if (!hasSteps && isNewWorker && i > 0 && wasOptimizer)
            m_builder.endStep(m_records.workers[m_records.rows[i - 1].worker].number, lastEnd);
        lastEnd = isNewWorker ? row.end : std::max(lastEnd, row.end);
        wasOptimizer = row.operation == Operation::OptimizerStep || (wasOptimizer && !isNewWorker);
        SpanRecord span;
        span.track = m_tracks[row.lane];
        span.begin = row.begin;
        span.end = row.end;
        span.name = row.name;
        span.inputs = row.inputs;
        span.category = row.category;
        span.operation = row.operation;
        span.stage = static_cast<int16_t>(row.stage >= 0 ? row.stage : worker.stage);
        const bool isOfChunk = isPass(row.operation) || isPointToPoint(row.operation);
        if (row.stage < 0 && row.chunk > 0 && worker.stage >= 0 && isOfChunk)
            span.stage = static_cast<int16_t>(std::min(row.chunk * m_stages + worker.stage, largestRowStage * 4));
        span.microbatch = row.microbatch;
        span.bytes = row.bytes;
        span.offset = row.offset;
        const uint32_t number = m_builder.addSpan(span);
        if (row.communicator != CollectiveCall::noCommunicator) {
            CollectiveCall call;
            call.span = SpanId(number);
            call.communicator = row.communicator;
            call.inBytes = call.outBytes = row.bytes;
            call.groupSize = m_builder.communicatorAt(row.communicator).size;
            m_builder.addCollective(call);
        }
    }
    if (!hasSteps && wasOptimizer)
        m_builder.endStep(m_records.workers[m_records.rows.back().worker].number, lastEnd);
}

void OperationRunMaker::endSteps()
{
    const bool hasSteps = std::any_of(m_records.rows.begin(), m_records.rows.end(),
        [](const OperationRow& row) { return isPass(row.operation) || row.operation == Operation::OptimizerStep; });
    for (const OperationWorker& worker : m_records.workers) {
        for (const auto& [number, range] : worker.steps)
            m_builder.addStep(worker.number, {number, range});
        if (worker.steps.empty() && !hasSteps)
            m_builder.addStep(wholeRecording(worker.number, worker.range));
    }
}

void OperationRunMaker::make(const std::string& fileName)
{
    numberWorkers(fileName);
    std::stable_sort(m_records.rows.begin(), m_records.rows.end(), [](const OperationRow& a, const OperationRow& b) {
        return std::tuple(a.worker, a.begin, b.end) < std::tuple(b.worker, b.begin, a.end);
    });
    countMicrobatches();
    makeTracks();
    addSpans();
    endSteps();
    std::vector<const OperationWorker*> byNumber;
    for (const OperationWorker& worker : m_records.workers)
        byNumber.push_back(&worker);
    std::sort(byNumber.begin(), byNumber.end(), [](const OperationWorker* a, const OperationWorker* b) { return a->number < b->number; });
    for (const OperationWorker* worker : byNumber) {
        m_part.ranks.push_back(worker->number);
        m_part.ranges.push_back(worker->range);
    }
}

} // namespace

Category operationLane(Category category)
{
    if (isCommunication(category) || category == Category::Host || category == Category::MemoryCopy)
        return category;
    return Category::OtherCompute;
}

void makeOperationRun(OperationRecords& records, const OperationColumns& columns, const std::string& fileName,
    TracePart& part, ImportReport& report)
{
    if (!records.rows.empty())
        OperationRunMaker(records, columns, part, report).make(fileName);
}

} // namespace bubblescope
