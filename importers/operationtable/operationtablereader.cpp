// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operationtablereader.h"

#include "eventmeaning.h"
#include "memorybudget.h"
#include "measuretext.h"
#include "numbertext.h"
#include "plainnumber.h"
#include "textencoding.h"
#include "tracename.h"
#include "tracetime.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t sampledRows = 500;
constexpr size_t rowsBetweenJudgements = 500'000;
constexpr size_t longestRowText = 400;
constexpr int largestWorkerRank = 1 << 20;
constexpr int largestRowStage = std::numeric_limits<int16_t>::max() / 4;
constexpr int surelyRanks = 5; ///< the first names of the column mean a rank of the job, not a process or device

/// "3", and the number behind the word in "rank3" or "cuda:3".
std::optional<int> countIn(std::string_view text, int largest)
{
    const size_t digits = text.find_first_of("0123456789"sv);
    if (digits == std::string_view::npos)
        return std::nullopt;
    const bool isWord = std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(digits),
        [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':' || c == ' ' || c == '_'; });
    std::string_view rest = isWord ? text.substr(digits) : text;
    if (rest.ends_with(".0"sv)) // what pandas makes of a column with gaps
        rest.remove_suffix(2);
    return toCount(rest, largest);
}

bool isEmptyCell(std::string_view text)
{
    return text.empty() || text == "nan"sv || text == "NaN"sv || text == "None"sv || text == "null"sv || text == "-"sv;
}

Category laneCategory(Category category)
{
    if (isCommunication(category) || category == Category::Host || category == Category::MemoryCopy)
        return category;
    return Category::OtherCompute;
}

bool isTrainingPass(Category c)
{
    return c == Category::Forward || c == Category::Backward || c == Category::WeightGradient
        || c == Category::Optimizer;
}

} // namespace

OperationTableReader::OperationTableReader(
    TracePart& part, ImportReport& report, TableMapping mapping, std::optional<TimeUnit> unit)
    : m_part(part), m_builder(part.builder), m_report(report), m_mapping(std::move(mapping)), m_unit(unit)
{
    for (const auto& [name, meaning] : m_mapping.operations)
        m_operations[name] = meaning;
}

OperationTableReader::UnitGuess OperationTableReader::guessUnit(
    const std::vector<std::string>& header, const OperationColumns& columns, const std::vector<SampleRow>& rows)
{
    const int start = columns[columns.has(OperationColumn::Start) ? OperationColumn::Start : OperationColumn::End];
    const int end = columns[OperationColumn::End];
    const int length = columns[OperationColumn::Duration];
    const auto numberAt = [](const SampleRow& row, int index) {
        return index >= 0 && static_cast<size_t>(index) < row.cells.size()
            ? parseNumber(row.cells[static_cast<size_t>(index)])
            : std::nullopt;
    };
    std::vector<double> durations;
    double latest = 0;
    bool hasFractions = false;
    for (const SampleRow& row : rows) {
        const std::optional<double> from = numberAt(row, start);
        const std::optional<double> to = numberAt(row, end);
        const std::optional<double> lasted = numberAt(row, length);
        if (from)
            latest = std::max(latest, std::abs(*from));
        if (lasted || (from && to))
            durations.push_back(lasted ? *lasted : *to - *from);
        for (const std::optional<double>& value : {from, lasted})
            hasFractions = hasFractions || (value && *value != std::floor(*value));
    }
    // Times that count from 1970, between the years 2001 and 2286.
    for (const TimeUnit unit :
        {TimeUnit::Seconds, TimeUnit::Milliseconds, TimeUnit::Microseconds, TimeUnit::Nanoseconds}) {
        const double second = std::pow(10.0, 9 - static_cast<int>(unit));
        if (latest >= 1e9 * second && latest < 1e10 * second)
            return {unit, true};
    }
    const auto isCalled = [&](int index, std::string_view name) {
        return index >= 0 && header[static_cast<size_t>(index)] == name;
    };
    if (isCalled(start, "ts"sv) && isCalled(length, "dur"sv)) // as Chrome traces have it
        return {TimeUnit::Microseconds, true};
    if (durations.empty())
        return {};
    const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
    std::nth_element(durations.begin(), middle, durations.end());
    if (hasFractions)
        return {*middle < 0.5 ? TimeUnit::Seconds : *middle < 500 ? TimeUnit::Milliseconds : TimeUnit::Microseconds};
    return {*middle >= 1e5 ? TimeUnit::Nanoseconds : TimeUnit::Microseconds};
}

bool OperationTableReader::read(OperationRows& rows, const ByteSource& source)
{
    std::vector<SampleRow> sample;
    while (sample.size() < sampledRows && rows.next()) {
        SampleRow& row = sample.emplace_back();
        row.offset = rows.offset();
        for (size_t i = 0; i < rows.header().size(); ++i)
            row.cells.emplace_back(rows.cell(static_cast<int>(i)));
    }
    m_columns = OperationColumns(rows.header(), m_mapping);
    if (!m_columns.areOperations())
        return true;
    const UnitGuess guess = guessUnit(rows.header(), m_columns, sample);
    m_usualUnit = guess.unit;
    bool isStated = m_unit || m_mapping.unit || guess.isCertain;
    for (const OperationColumn column : {OperationColumn::Start, OperationColumn::End, OperationColumn::Duration})
        isStated = isStated || m_columns.use(column).unit;
    if (!isStated)
        m_report.add(IssueKind::BadHeader, 0,
            say("no column states the unit of its times, taken as {}: say --units ns, us, ms or s, or add it to the name "
                "of the column, as in \"start_us\"",
                timeUnitName(guess.unit)));
    for (const SampleRow& row : sample) {
        readRow(
            [&](OperationColumn column) {
                const int index = m_columns[column];
                return index >= 0 && static_cast<size_t>(index) < row.cells.size()
                    ? std::string_view(row.cells[static_cast<size_t>(index)])
                    : std::string_view();
            },
            row.offset);
    }
    sample = {};
    size_t known = rows.header().size();
    size_t nextJudgement = rowsBetweenJudgements;
    MemoryClaim claim;
    while (rows.next()) {
        if (rows.header().size() != known) {
            m_columns = OperationColumns(rows.header(), m_mapping);
            known = rows.header().size();
        }
        readRow([&](OperationColumn column) { return rows.cell(m_columns[column]); }, rows.offset());
        if (m_rows.size() < nextJudgement)
            continue;
        nextJudgement = m_rows.size() + rowsBetweenJudgements;
        const ReadSoFar soFar {source.consumed(), source.size(), m_rows.size(), m_rows.size() * sizeof(KeptRow)};
        claim.set(memoryNeeded(soFar));
        const auto available = availableMemory();
        const auto refusal = available ? refusalFor(soFar, *available, claim.others()) : std::nullopt;
        if (refusal) {
            m_report.add(IssueKind::OutOfMemory, std::nullopt, *refusal);
            m_isRefused = true;
            return true;
        }
    }
    return true;
}

TimeUnit OperationTableReader::unitOf(OperationColumn column) const
{
    if (m_columns.use(column).unit)
        return *m_columns.use(column).unit;
    if (m_unit)
        return *m_unit;
    if (m_mapping.unit)
        return *m_mapping.unit;
    for (const OperationColumn other : {OperationColumn::Start, OperationColumn::End, OperationColumn::Duration}) {
        if (m_columns.use(other).unit)
            return *m_columns.use(other).unit;
    }
    return m_usualUnit;
}

bool OperationTableReader::readTime(std::string_view text, OperationColumn column, TimeNs& time, uint64_t offset)
{
    const std::optional<TimeNs> value = parseDecimalTime(text, unitOf(column));
    if (value && *value <= latestTraceTime && *value >= -latestTraceTime) {
        time = *value;
        return true;
    }
    const bool isNumber = value || parseNumber(text);
    m_report.add(isNumber ? IssueKind::TimeOutOfRange : IssueKind::BadTime, offset,
        say("\"{}\" is {}", excerpt(text), isNumber ? say("beyond 64-bit nanoseconds") : say("no number")));
    return false;
}

template <typename CellOf> bool OperationTableReader::readTimes(const CellOf& cell, KeptRow& row, uint64_t offset)
{
    const std::string_view start = cell(OperationColumn::Start);
    const std::string_view end = cell(OperationColumn::End);
    const std::string_view duration = cell(OperationColumn::Duration);
    const bool hasStart = !isEmptyCell(start);
    const bool hasEnd = !isEmptyCell(end);
    const bool hasDuration = !isEmptyCell(duration);
    if (int(hasStart) + int(hasEnd) + int(hasDuration) < 2 || (!hasStart && !hasEnd)) {
        m_report.add(IssueKind::MissingTime, offset, say("a row without its times was left out"));
        return false;
    }
    TimeNs lasted = 0;
    if (hasStart && !readTime(start, OperationColumn::Start, row.begin, offset))
        return false;
    if (hasEnd && !readTime(end, OperationColumn::End, row.end, offset))
        return false;
    if (!(hasStart && hasEnd)) {
        if (!readTime(duration, OperationColumn::Duration, lasted, offset))
            return false;
        if (hasStart)
            row.end = row.begin + lasted;
        else
            row.begin = row.end - lasted;
    }
    if (row.end < row.begin) {
        m_report.add(IssueKind::NegativeDuration, offset,
            say("an operation that ends {} ns before it begins", row.begin - row.end));
        row.end = row.begin;
    }
    return true;
}

std::optional<int> OperationTableReader::number(std::string_view text, OperationColumn column, uint64_t offset)
{
    if (isEmptyCell(text) || text == "-1"sv || text == "-1.0"sv)
        return -1;
    const int largest = column == OperationColumn::Stage || column == OperationColumn::Chunk ? largestRowStage
        : column == OperationColumn::Step || column == OperationColumn::Microbatch ? std::numeric_limits<int32_t>::max() / 2
        : m_columns.use(column).preference >= surelyRanks                          ? std::numeric_limits<int32_t>::max() / 2
                                                                                   : largestWorkerRank;
    if (const std::optional<int> value = countIn(text, largest))
        return value;
    m_report.add(IssueKind::BadNumber, offset,
        say("\"{}\" is no {} from 0 to {}", excerpt(text), operationColumnKey(column), largest));
    return std::nullopt;
}

bool OperationTableReader::statesRanks() const
{
    if (!m_columns.has(OperationColumn::Rank))
        return false;
    const bool isOfJob = m_columns.use(OperationColumn::Rank).preference < surelyRanks;
    return isOfJob || !m_columns.has(OperationColumn::Stage) || !m_columns.has(OperationColumn::DataRank);
}

template <typename CellOf> std::optional<uint32_t> OperationTableReader::workerOf(const CellOf& cell, uint64_t offset)
{
    const auto read = [&](OperationColumn column) { return number(cell(column), column, offset); };
    const std::optional<int> rank = statesRanks() ? read(OperationColumn::Rank) : std::optional<int>(-1);
    const std::optional<int> stage = read(OperationColumn::Stage);
    const std::optional<int> data = read(OperationColumn::DataRank);
    const std::optional<int> tensor = read(OperationColumn::TensorRank);
    if (!rank || !stage || !data || !tensor)
        return std::nullopt;
    const bool hasRank = *rank >= 0;
    const auto key = hasRank ? std::tuple(*rank, -1, -1, -1) : std::tuple(-1, *stage, *data, *tensor);
    const auto [found, isNew] = m_workerOfKey.try_emplace(key, static_cast<uint32_t>(m_workers.size()));
    if (isNew)
        m_workers.push_back({*rank, *stage, *data, *tensor, {}, TimeRange::nothing(), -1});
    Worker& worker = m_workers[found->second];
    if (worker.stage < 0)
        worker.stage = *stage;
    worker.data = std::max(worker.data, *data);
    worker.tensor = std::max(worker.tensor, *tensor);
    return found->second;
}

const OperationTableReader::NamedRow& OperationTableReader::namedRow(
    std::string_view name, std::string_view category, std::string_view group)
{
    name = name.substr(0, longestRowText);
    category = category.substr(0, longestRowText);
    group = group.substr(0, longestRowText);
    const std::array<std::string_view, 3> key {name, category, group};
    const uint64_t hash = m_names.hashOf(key);
    if (const NamedRow* known = m_names.find(key, hash))
        return *known;
    const std::string_view shown = name.empty() ? category : name;
    const auto mapped = m_operations.find(std::string(shown));
    m_scratch = {};
    m_scratch.meaning = meaningOfRow(mapped == m_operations.end() ? shown : mapped->second, category, group);
    m_scratch.name = shown.empty() ? StringId() : m_builder.intern(toUtf8(shown));
    const std::vector<int32_t> members = ranksOfText(group);
    if (members.size() > 1) {
        Communicator communicator;
        communicator.name = m_builder.intern(toUtf8(group));
        communicator.size = static_cast<int32_t>(members.size());
        communicator.ranks = members;
        m_scratch.communicator = m_builder.communicator(std::move(communicator));
    }
    return m_names.insert(key, hash, m_scratch);
}

uint32_t OperationTableReader::laneOf(uint32_t worker, std::string_view stated, Category category)
{
    const Category kind = stated.empty() ? laneCategory(category) : Category::Other;
    const auto [found, isNew] = m_laneOfKey.try_emplace(
        std::tuple(worker, std::string(stated.substr(0, longestRowText)), kind), static_cast<uint32_t>(m_lanes.size()));
    if (isNew)
        m_lanes.push_back({worker, toUtf8(stated.substr(0, longestRowText)), {}, kind});
    ++m_lanes[found->second].categories[category];
    return found->second;
}

template <typename CellOf> bool OperationTableReader::readRow(const CellOf& cell, uint64_t offset)
{
    KeptRow row;
    row.offset = offset;
    if (!readTimes(cell, row, offset))
        return false;
    const std::optional<uint32_t> worker = workerOf(cell, offset);
    if (!worker)
        return false;
    row.worker = *worker;
    const NamedRow& named
        = namedRow(cell(OperationColumn::Name), cell(OperationColumn::Category), cell(OperationColumn::Group));
    row.name = named.name;
    row.category = named.meaning.category;
    row.operation = named.meaning.operation;
    row.communicator = named.communicator;
    const std::string_view lane = cell(OperationColumn::Lane);
    row.lane = laneOf(row.worker, isEmptyCell(lane) ? std::string_view() : lane, row.category);
    row.microbatch = number(cell(OperationColumn::Microbatch), OperationColumn::Microbatch, offset).value_or(-1);
    if (row.microbatch < 0)
        row.microbatch = named.meaning.microbatch;
    row.chunk = number(cell(OperationColumn::Chunk), OperationColumn::Chunk, offset).value_or(-1);
    row.stage = named.meaning.stage;
    row.step = number(cell(OperationColumn::Step), OperationColumn::Step, offset).value_or(-1);
    if (const std::optional<double> bytes = parseNumber(cell(OperationColumn::Bytes)); bytes && *bytes > 0) {
        const double size = *bytes * m_columns.use(OperationColumn::Bytes).bytes;
        row.bytes = size < 9e18 ? static_cast<int64_t>(size) : -1;
    }
    Worker& owner = m_workers[row.worker];
    const TimeRange range {row.begin, row.end};
    owner.range = owner.range.united(range);
    if (row.step >= 0) {
        const auto step = owner.steps.try_emplace(row.step, range).first;
        step->second = step->second.united(range);
    }
    m_rows.push_back(row);
    return true;
}

/// Gives every worker its rank in the run.
void OperationTableReader::numberWorkers(const std::string& fileName)
{
    int dataCount = 1;
    int tensorCount = 1;
    int largest = 0;
    bool allStated = true;
    for (const Worker& worker : m_workers) {
        dataCount = std::max(dataCount, worker.data + 1);
        tensorCount = std::max(tensorCount, worker.tensor + 1);
        m_stages = std::max(m_stages, worker.stage + 1);
        largest = std::max(largest, worker.rank);
        allStated = allStated && worker.rank >= 0;
    }
    const auto product = double(dataCount) * tensorCount * std::max(m_stages, 1);
    const bool isOfJob = m_columns.use(OperationColumn::Rank).preference < surelyRanks;
    if (m_workers.size() == 1 && !allStated && dataCount * tensorCount == 1) {
        m_workers.front().number = rankOfFileName(fileName).value_or(std::max(m_workers.front().stage, 0));
    } else if (allStated && (isOfJob || double(largest) < 10.0 * double(m_workers.size()) + 64)) {
        for (Worker& worker : m_workers)
            worker.number = worker.rank;
    } else if (!allStated && product <= largestWorkerRank && m_workerOfKey.begin()->first < std::tuple(0, -1, -1, -1)
        && std::none_of(m_workers.begin(), m_workers.end(), [](const Worker& w) { return w.rank >= 0; })) {
        for (Worker& worker : m_workers)
            worker.number
                = (std::max(worker.stage, 0) * dataCount + std::max(worker.data, 0)) * tensorCount + std::max(worker.tensor, 0);
    } else { // processes, or a mixture of all: in their order
        int32_t next = 0;
        for (const auto& [key, worker] : m_workerOfKey)
            m_workers[worker].number = next++;
    }
    std::set<int32_t> numbers;
    for (Worker& worker : m_workers) {
        while (!numbers.insert(worker.number).second)
            ++worker.number; // "no rank" and rank 0, in one table
    }
    ParallelLayout& layout = m_part.layout;
    std::set<int> stages;
    for (const Worker& worker : m_workers)
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
void OperationTableReader::countMicrobatches()
{
    const bool isNumbered
        = std::any_of(m_rows.begin(), m_rows.end(), [](const KeptRow& row) { return row.microbatch >= 0; });
    std::array<int32_t, operationCount> next {};
    std::set<int32_t> forwards;
    int most = 0;
    bool isNumberedHere = false;
    bool wasOptimizer = false;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        KeptRow& row = m_rows[i];
        const bool isNewStep = i > 0
            && (row.worker != m_rows[i - 1].worker
                || (m_columns.has(OperationColumn::Step) ? row.step != m_rows[i - 1].step
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

void OperationTableReader::makeTracks()
{
    const auto has = [](const LaneOfWorker& lane, auto test) {
        return std::any_of(
            lane.categories.begin(), lane.categories.end(), [test](const auto& entry) { return test(entry.first); });
    };
    std::set<uint32_t> withCompute;
    for (const LaneOfWorker& lane : m_lanes) {
        const Worker& worker = m_workers[lane.worker];
        const auto most = std::max_element(lane.categories.begin(), lane.categories.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
        Category kind = lane.category;
        if (!lane.name.empty()) {
            const bool computes = has(lane, isTrainingPass) || !has(lane, isCommunication);
            kind = computes && laneCategory(most->first) != Category::Host && laneCategory(most->first) != Category::MemoryCopy
                ? Category::OtherCompute
                : laneCategory(most->first);
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

void OperationTableReader::addSpans()
{
    m_builder.reserve(m_rows.size());
    const bool hasSteps = m_columns.has(OperationColumn::Step);
    TimeNs lastEnd = 0;
    bool wasOptimizer = false;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const KeptRow& row = m_rows[i];
        const Worker& worker = m_workers[row.worker];
        const bool isNewWorker = i == 0 || row.worker != m_rows[i - 1].worker;
        if (!hasSteps && !isNewWorker && wasOptimizer && row.category != Category::Optimizer) {
            m_builder.endStep(worker.number, lastEnd);
            wasOptimizer = false;
        }
        if (!hasSteps && isNewWorker && i > 0 && wasOptimizer)
            m_builder.endStep(m_workers[m_rows[i - 1].worker].number, lastEnd);
        lastEnd = isNewWorker ? row.end : std::max(lastEnd, row.end);
        wasOptimizer = row.operation == Operation::OptimizerStep || (wasOptimizer && !isNewWorker);
        SpanRecord span;
        span.track = m_tracks[row.lane];
        span.begin = row.begin;
        span.end = row.end;
        span.name = row.name;
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
        m_builder.endStep(m_workers[m_rows.back().worker].number, lastEnd);
}

void OperationTableReader::endSteps()
{
    for (const Worker& worker : m_workers) {
        for (const auto& [number, range] : worker.steps)
            m_builder.addStep(worker.number, {number, range});
    }
}

void OperationTableReader::finish(const std::string& fileName)
{
    if (m_rows.empty())
        return;
    numberWorkers(fileName);
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const KeptRow& a, const KeptRow& b) {
        return std::tuple(a.worker, a.begin, b.end) < std::tuple(b.worker, b.begin, a.end);
    });
    countMicrobatches();
    makeTracks();
    addSpans();
    endSteps();
    std::vector<const Worker*> byNumber;
    for (const Worker& worker : m_workers)
        byNumber.push_back(&worker);
    std::sort(byNumber.begin(), byNumber.end(), [](const Worker* a, const Worker* b) { return a->number < b->number; });
    for (const Worker* worker : byNumber) {
        m_part.ranks.push_back(worker->number);
        m_part.ranges.push_back(worker->range);
    }
}

} // namespace bubblescope
