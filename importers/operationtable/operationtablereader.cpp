// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operationtablereader.h"

#include "eventmeaning.h"
#include "machinememory.h"
#include "memorybudget.h"
#include "measuretext.h"
#include "numbertext.h"
#include "plainnumber.h"
#include "textencoding.h"
#include "tracetime.h"
#include "unitguess.h"

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

/// "3", and the number behind the word in "rank3" or "cuda:3", or behind a name in "NVIDIA H100 (3)".
std::optional<int> countIn(std::string_view text, int largest)
{
    if (const size_t bracket = text.rfind('('); bracket != std::string_view::npos && text.ends_with(')'))
        text = text.substr(bracket + 1, text.size() - bracket - 2);
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

} // namespace

OperationTableReader::OperationTableReader(
    TracePart& part, ImportReport& report, TableMapping mapping, const ImportChoices& choices)
    : m_part(part)
    , m_builder(part.builder)
    , m_report(report)
    , m_mapping(std::move(mapping))
    , m_unit(choices.tableUnit)
    , m_kernels(choices.kernels)
{
    for (const auto& [name, meaning] : m_mapping.operations)
        m_operations[name] = meaning;
}

bool OperationTableReader::read(OperationRows& rows, const ByteSource& source)
{
    std::vector<SampledRow> sample;
    while (sample.size() < sampledRows && rows.next()) {
        SampledRow& row = sample.emplace_back();
        row.offset = rows.offset();
        for (size_t i = 0; i < rows.header().size(); ++i)
            row.cells.emplace_back(rows.cell(static_cast<int>(i)));
    }
    takeHeader(rows.header());
    if (!m_columns.areOperations())
        return true;
    const UnitGuess guess = guessTimeUnit(rows.header(), m_columns, sample);
    m_usualUnit = guess.unit;
    bool isStated = m_unit || m_mapping.unit || guess.isCertain;
    for (const OperationColumn column : {OperationColumn::Start, OperationColumn::End, OperationColumn::Duration})
        isStated = isStated || m_columns.use(column).unit;
    if (!isStated)
        m_report.add(IssueKind::BadHeader, 0,
            say("no column states the unit of its times, taken as {}: say --units ns, us, ms or s, or add it to the name "
                "of the column, as in \"start_us\"",
                timeUnitName(guess.unit)));
    for (const SampledRow& row : sample) {
        readRow(
            [&](int index) {
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
            takeHeader(rows.header());
            known = rows.header().size();
        }
        readRow([&](int index) { return rows.cell(index); }, rows.offset());
        if (m_records.rows.size() < nextJudgement)
            continue;
        nextJudgement = m_records.rows.size() + rowsBetweenJudgements;
        const ReadSoFar soFar {source.consumed(), source.size(), m_records.rows.size(), m_records.rows.size() * sizeof(OperationRow)};
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

template <typename CellOf> bool OperationTableReader::readTimes(const CellOf& cell, OperationRow& row, uint64_t offset)
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
        : column == OperationColumn::Step || column == OperationColumn::Microbatch
            || (column == OperationColumn::Rank && !m_columns.ranksAreOfJob())
        ? std::numeric_limits<int32_t>::max() / 2
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
    return m_columns.ranksAreOfJob() || !m_columns.has(OperationColumn::Stage) || !m_columns.has(OperationColumn::DataRank);
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
    const auto [found, isNew] = m_records.workerOfKey.try_emplace(key, static_cast<uint32_t>(m_records.workers.size()));
    if (isNew)
        m_records.workers.push_back({*rank, *stage, *data, *tensor, {}, TimeRange::nothing(), -1});
    OperationWorker& worker = m_records.workers[found->second];
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
    const std::optional<SliceKey> key = sliceKeyOf({name, category, group});
    if (const NamedRow* known = key ? m_names.find(*key) : nullptr)
        return *known;
    const std::string_view shown = name.empty() ? category : name;
    const auto mapped = m_operations.find(std::string(shown));
    m_scratch = {};
    m_scratch.meaning
        = meaningOfRow(mapped == m_operations.end() ? shown : mapped->second, category, group, *m_kernels);
    m_scratch.name = shown.empty() ? StringId() : m_builder.intern(toUtf8(shown));
    const std::vector<int32_t> members = ranksOfText(group);
    if (members.size() > 1) {
        Communicator communicator;
        communicator.name = m_builder.intern(toUtf8(group));
        communicator.size = static_cast<int32_t>(members.size());
        communicator.ranks = members;
        m_scratch.communicator = m_builder.communicator(std::move(communicator));
    }
    return key ? m_names.insert(*key, m_scratch) : m_scratch;
}

uint32_t OperationTableReader::laneOf(uint32_t worker, std::string_view stated, Category category)
{
    const Category kind = stated.empty() ? operationLane(category) : Category::Other;
    const auto [found, isNew] = m_laneOfKey.try_emplace(
        std::tuple(worker, std::string(stated.substr(0, longestRowText)), kind), static_cast<uint32_t>(m_records.lanes.size()));
    if (isNew)
        m_records.lanes.push_back({worker, toUtf8(stated.substr(0, longestRowText)), {}, kind});
    ++m_records.lanes[found->second].categories[category];
    return found->second;
}

void OperationTableReader::takeHeader(const std::vector<std::string>& header)
{
    constexpr std::array<std::string_view, amdLaunchParts> names {"Grid_Size_X"sv, "Grid_Size_Y"sv, "Grid_Size_Z"sv,
        "Workgroup_Size_X"sv, "Workgroup_Size_Y"sv, "Workgroup_Size_Z"sv, "VGPR_Count"sv, "LDS_Block_Size"sv};
    m_columns = OperationColumns(header, m_mapping);
    for (size_t part = 0; part < amdLaunchParts; ++part) {
        const auto found = std::find(header.begin(), header.end(), names[part]);
        m_launchColumns[part] = found == header.end() ? -1 : static_cast<int>(found - header.begin());
    }
    m_tellsLaunches = m_launchColumns.front() >= 0;
}

template <typename CellAt> StringId OperationTableReader::launchOf(const CellAt& cellAt)
{
    AmdLaunch launch;
    for (size_t part = 0; part < amdLaunchParts; ++part)
        launch[part] = toNumber<int64_t>(cellAt(m_launchColumns[part]));
    const std::string text = launchOfAmd(launch);
    return text.empty() ? StringId() : m_builder.intern(text);
}

template <typename CellAt> bool OperationTableReader::readRow(const CellAt& cellAt, uint64_t offset)
{
    const auto cell = [&](OperationColumn column) { return cellAt(m_columns[column]); };
    OperationRow row;
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
    if (m_tellsLaunches)
        row.inputs = launchOf(cellAt);
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
    OperationWorker& owner = m_records.workers[row.worker];
    const TimeRange range {row.begin, row.end};
    owner.range = owner.range.united(range);
    if (row.step >= 0) {
        const auto step = owner.steps.try_emplace(row.step, range).first;
        step->second = step->second.united(range);
    }
    m_records.rows.push_back(row);
    return true;
}

} // namespace bubblescope
