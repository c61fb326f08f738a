// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ascendreader.h"

#include "communicationnames.h"
#include "databaseimporter.h"
#include "datatype.h"
#include "deviceprocesses.h"
#include "plainnumber.h"
#include "textencoding.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t mostNpus = 4096;
constexpr size_t mostAscendNames = 100'000;

std::string hardwareKey(int64_t device) { return fmt::format("hardware {}", device); }
std::string groupsKey(int64_t device) { return fmt::format("groups {}", device); }
std::string sumsKey(int64_t device) { return fmt::format("sums {}", device); }

/// Some tables hold their times as texts.
std::optional<int64_t> wholeNumber(const SqliteRows& rows, int column)
{
    const std::optional<int64_t> number = rows.integer(column);
    return number ? number : toNumber<int64_t>(rows.text(column));
}

/// HCCL's names of data types, as ENUM_HCCL_DATA_TYPE lists them, in words that other tracers use, too.
std::string dataTypeOf(std::string_view name)
{
    static constexpr std::pair<std::string_view, std::string_view> words[] = {{"FP16"sv, "float16"sv},
        {"FP32"sv, "float32"sv}, {"FP64"sv, "float64"sv}, {"BFP16"sv, "bfloat16"sv}, {"INT8"sv, "int8"sv},
        {"INT16"sv, "int16"sv}, {"INT32"sv, "int32"sv}, {"INT64"sv, "int64"sv}, {"UINT8"sv, "uint8"sv}};
    for (const auto& [word, type] : words) {
        if (name == word)
            return std::string(type);
    }
    return {};
}

/// Ranges that touch or overlap become one.
std::vector<TimeRange> unitedWork(std::vector<TimeRange> ranges)
{
    std::sort(ranges.begin(), ranges.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    std::vector<TimeRange> united;
    for (const TimeRange& range : ranges) {
        if (!united.empty() && range.begin <= united.back().end)
            united.back().end = std::max(united.back().end, range.end);
        else
            united.push_back(range);
    }
    return united;
}

} // namespace

AscendReader::AscendReader(SqliteFile& file, TracePart& part, ImportReport& report, std::string fileName,
    std::optional<TimeRange> slice, const ImportChoices& choices)
    : m_file(file)
    , m_part(part)
    , m_report(report)
    , m_fileName(std::move(fileName))
    , m_spans(part, report, slice, choices)
    , m_texts(file, "STRING_IDS", "id", "value")
{
}

bool AscendReader::takeTime(const SqliteRows& rows, TimeRange& range)
{
    return takeRowTime(wholeNumber(rows, 0), wholeNumber(rows, 1), false, latestTraceTime, m_report, range)
        && m_spans.meets(range);
}

void AscendReader::noteStarted(std::optional<int64_t> connection, uint32_t lane, uint32_t span)
{
    if (!connection || *connection < 0)
        return;
    m_connections.insert(*connection);
    m_spans.trace.launches.addStarted(static_cast<uint64_t>(*connection), lane, span);
}

/// Only what the profiler calls computing computes: the other half of a mixed kernel and the parts of collectives run
/// on the same units.
void AscendReader::readTasks()
{
    std::unordered_map<int64_t, Computed> computed;
    SqliteRows infos = m_file.rows("COMPUTE_TASK_INFO", {"globalTaskId", "name", "taskType"});
    while (infos.next()) {
        if (const std::optional<int64_t> task = infos.integer(0))
            computed.try_emplace(*task, Computed {infos.integer(1).value_or(-1), infos.integer(2).value_or(-1)});
    }
    EventMeaning ofPart;
    ofPart.place = EventPlace::GpuAnnotation;
    ofPart.category = Category::Other;
    m_file.rowsToExpect("TASK");
    std::map<std::tuple<int64_t, int64_t, EventPlace>, uint32_t> lanes;
    SqliteRows rows
        = m_file.rows("TASK", {"startNs", "endNs", "deviceId", "streamId", "taskType", "globalTaskId", "connectionId"});
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const auto known = computed.find(rows.integer(5).value_or(-1));
        const std::string& type = m_texts.of(rows.integer(4));
        const RowSpans::Named* named = nullptr;
        if (known != computed.end()) {
            named = &m_spans.task(m_texts.of(known->second.name), m_texts.of(known->second.type));
        } else {
            named = &m_spans.task(type, type);
            const EventMeaning& meaning = named->meaning;
            if (!computed.empty() && isOnDevice(meaning.place) && meaning.category != Category::MemoryCopy)
                named = &m_spans.known(type, "part of a task"sv, ofPart);
        }
        int64_t device = rows.integer(2).value_or(0);
        if (m_devices.size() == mostNpus && m_devices.count(device) == 0)
            device = m_devices.begin()->first;
        const int64_t stream = rows.integer(3).value_or(-1);
        const EventPlace place = named->meaning.place;
        const auto [lane, isNew] = lanes.try_emplace({device, stream, place}, 0);
        if (isNew) {
            m_spans.trace.processes.addThread(
                hardwareKey(device), std::to_string(stream), fmt::format("Stream {}", stream));
            lane->second = m_spans.laneOf(hardwareKey(device), std::to_string(stream), place);
        }
        Work& work = m_devices[device];
        const std::optional<uint32_t> span = m_spans.add(range, lane->second, *named);
        if (!span || !isOnDevice(place))
            continue;
        noteStarted(rows.integer(6), lane->second, *span);
        if (isCommunication(named->meaning.category))
            work.communication.push_back(range);
        else if (named->meaning.category != Category::MemoryCopy)
            work.computing.push_back(range);
    }
}

/// Operations of HCCL have no device of their own: tasks with their connection tell it, else there is but one.
void AscendReader::readCommunication()
{
    std::unordered_map<int64_t, int64_t> deviceOf; // by connection
    if (m_devices.size() > 1) {
        SqliteRows tasks = m_file.rows("TASK", {"connectionId", "deviceId"});
        while (tasks.next())
            deviceOf.try_emplace(tasks.integer(0).value_or(-1), tasks.integer(1).value_or(0));
    }
    std::map<int64_t, std::string> types;
    SqliteRows stated = m_file.rows("ENUM_HCCL_DATA_TYPE", {"id", "name"});
    while (stated.next() && types.size() < mostAscendNames)
        types.emplace(stated.integer(0).value_or(-1), dataTypeOf(stated.text(1)));
    std::map<std::pair<int64_t, std::string>, uint32_t> lanes;
    SqliteRows rows = m_file.rows("COMMUNICATION_OP",
        {"startNs", "endNs", "opName", "groupName", "connectionId", "dataType", "count", "deviceId"});
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const std::string& name = m_texts.of(rows.integer(2));
        EventMeaning meaning;
        meaning.place = EventPlace::Communication;
        meaning.category = Category::OtherComm;
        meaning.operation = collectiveOfName(name);
        const std::optional<int64_t> connection = rows.integer(4);
        const auto stated = deviceOf.find(connection.value_or(-1));
        const int64_t first = m_devices.empty() ? 0 : m_devices.begin()->first;
        int64_t device = rows.integer(7).value_or(stated == deviceOf.end() ? first : stated->second);
        if (m_devices.size() == mostNpus && m_devices.count(device) == 0)
            device = first;
        const std::string& group = m_texts.of(rows.integer(3));
        const auto [lane, isNew] = lanes.try_emplace({device, group}, 0);
        if (isNew) {
            // Its name is the same on every rank, as its number need not be.
            m_spans.trace.processes.addThread(groupsKey(device), group, fmt::format("Group {} Communication", group));
            lane->second = m_spans.laneOf(groupsKey(device), group, EventPlace::Communication);
        }
        const auto type = types.find(rows.integer(5).value_or(-1));
        const int64_t size = type == types.end() || type->second.empty() ? 0 : int64_t(elementSize(type->second));
        const std::optional<double> count = rows.number(6);
        const bool isSized = size > 0 && count && *count >= 0 && *count < 1e15;
        const int64_t bytes = isSized ? static_cast<int64_t>(*count) * size : -1;
        const std::optional<uint32_t> span
            = m_spans.add(range, lane->second, m_spans.known(name, "operation of a group"sv, meaning), bytes);
        if (!span)
            continue;
        noteStarted(connection, lane->second, *span);
        m_devices[device].communication.push_back(range);
    }
}

std::string AscendReader::hostKey(const char* process, int64_t globalThread, std::string& thread)
{
    thread = std::to_string(globalThread & 0xffffffff); // above it is the process
    std::string key = fmt::format("{} {}", process, globalThread >> 32);
    m_spans.trace.processes.addThread(key, thread, fmt::format("Thread {}", thread));
    return key;
}

void AscendReader::readPyTorch()
{
    std::map<int64_t, std::string> kinds;
    SqliteRows known = m_file.rows("ENUM_API_TYPE", {"id", "name"});
    while (known.next() && kinds.size() < mostAscendNames)
        kinds.emplace(known.integer(0).value_or(-1), std::string(known.text(1).substr(0, 40)));
    const auto wordOf = [&kinds](int64_t type, const std::string& name) -> std::string_view {
        const auto kind = kinds.find(type);
        const std::string_view word = kind == kinds.end() ? std::string_view() : std::string_view(kind->second);
        if (word == "trace"sv)
            return "python_function"sv;
        if (word == "queue"sv)
            return name.starts_with("Dequeue"sv) ? "dequeue"sv : "enqueue"sv;
        return word == "mstx"sv ? "user_annotation"sv : "cpu_op"sv;
    };
    std::vector<std::pair<int64_t, int64_t>> connections; // by number of a call
    SqliteRows links = m_file.rows("CONNECTION_IDS", {"id", "connectionId"});
    while (links.next()) {
        const std::optional<int64_t> connection = links.integer(1);
        if (connection && m_connections.count(*connection) > 0)
            connections.emplace_back(links.integer(0).value_or(-1), *connection);
    }
    std::sort(connections.begin(), connections.end());
    std::vector<bool> isTaken(connections.size()); // by the first call
    m_file.rowsToExpect("PYTORCH_API");
    std::map<std::pair<int64_t, EventPlace>, uint32_t> lanes;
    SqliteRows rows = m_file.rows("PYTORCH_API", {"startNs", "endNs", "globalTid", "type", "name", "connectionId"});
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const std::string& name = m_texts.of(rows.integer(4));
        const RowSpans::Named& named = m_spans.named(name, wordOf(rows.integer(3).value_or(-1), name));
        m_hasSteps = m_hasSteps || named.meaning.step;
        const int64_t globalThread = rows.integer(2).value_or(0);
        const auto [lane, isNew] = lanes.try_emplace({globalThread, named.meaning.place}, 0);
        if (isNew) {
            std::string thread;
            std::string key = hostKey("python", globalThread, thread);
            lane->second = m_spans.laneOf(std::move(key), std::move(thread), named.meaning.place);
        }
        const std::optional<uint32_t> span = m_spans.add(range, lane->second, named);
        const std::optional<int64_t> number = rows.integer(5);
        if (!span || !number)
            continue;
        // The first call counts, whatever others share its number: no more launches than the file has links.
        auto link = std::lower_bound(connections.begin(), connections.end(), std::pair(*number, INT64_MIN));
        for (; link != connections.end() && link->first == *number && !isTaken[size_t(link - connections.begin())];
             ++link) {
            isTaken[size_t(link - connections.begin())] = true;
            m_spans.trace.launches.addCall(static_cast<uint64_t>(link->second), lane->second, *span);
        }
    }
}

/// Ranges that the program sets by mstx.
void AscendReader::readMarks()
{
    std::map<int64_t, uint32_t> lanes;
    SqliteRows rows = m_file.rows("MSTX_EVENTS", {"startNs", "endNs", "globalTid", "message"});
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const RowSpans::Named& named = m_spans.named(m_texts.of(rows.integer(3)), "user_annotation"sv);
        const int64_t globalThread = rows.integer(2).value_or(0);
        const auto [lane, isNew] = lanes.try_emplace(globalThread, 0);
        if (isNew) {
            std::string thread;
            std::string key = hostKey("python", globalThread, thread);
            lane->second = m_spans.laneOf(std::move(key), std::move(thread), EventPlace::Thread);
        }
        m_spans.add(range, lane->second, named);
    }
}

/// Read after PyTorch's operators, which count more: the first call that leads to a task is the one that launched it.
void AscendReader::readCann()
{
    // As trace_view.json names the layers.
    std::map<int64_t, std::string_view> layers {
        {20000, "AscendCL@"sv}, {10000, "Node@"sv}, {5500, "Hccl@"sv}, {5000, "Runtime@"sv}, {15000, "Model@"sv}};
    m_file.rowsToExpect("CANN_API");
    std::map<int64_t, uint32_t> lanes;
    SqliteRows rows = m_file.rows("CANN_API", {"startNs", "endNs", "globalTid", "type", "name", "connectionId"});
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const auto layer = layers.find(rows.integer(3).value_or(-1));
        const std::string name
            = fmt::format("{}{}", layer == layers.end() ? ""sv : layer->second, m_texts.of(rows.integer(4)));
        EventMeaning meaning;
        meaning.category = isSynchronizingCall(name) ? Category::Waiting : Category::Host;
        const int64_t globalThread = rows.integer(2).value_or(0);
        const auto [lane, isNew] = lanes.try_emplace(globalThread, 0);
        if (isNew) {
            std::string thread;
            std::string key = hostKey("cann", globalThread, thread);
            lane->second = m_spans.laneOf(std::move(key), std::move(thread), EventPlace::Thread);
        }
        const std::optional<uint32_t> span
            = m_spans.add(range, lane->second, m_spans.known(name, "call of CANN"sv, meaning));
        const std::optional<int64_t> connection = rows.integer(5);
        if (span && connection && m_connections.count(*connection) > 0)
            m_spans.trace.launches.addCall(static_cast<uint64_t>(*connection), lane->second, *span);
    }
}

void AscendReader::readCounters()
{
    const auto add = [this](int64_t device, std::string name, CounterSeries::Unit unit, std::optional<double> time,
                         std::optional<double> value) {
        if (m_devices.count(device) == 0 || !time || !value || !std::isfinite(*value) || !(std::abs(*time) < 2e18))
            return;
        const auto at = static_cast<TimeNs>(*time);
        const auto number = static_cast<int16_t>(std::clamp<int64_t>(device, -1, std::numeric_limits<int16_t>::max()));
        if (m_spans.meets({at, at}))
            m_spans.trace.counters.add({hardwareKey(device), std::move(name), number, unit}, at, *value);
    };
    SqliteRows clocks = m_file.rows("AICORE_FREQ", {"deviceId", "timestampNs", "freq"});
    while (clocks.next())
        add(clocks.integer(0).value_or(0), "AI Core Freq", CounterSeries::Unit::Plain, clocks.number(1),
            clocks.number(2));
    SqliteRows memory
        = m_file.rows("MEMORY_RECORD", {"deviceId", "timestamp", "totalAllocated", "totalReserved", "component"});
    while (memory.next()) {
        const std::string& component = m_texts.of(memory.integer(4));
        const int64_t device = memory.integer(0).value_or(0);
        add(device, component + " allocated", CounterSeries::Unit::Bytes, memory.number(1), memory.number(2));
        add(device, component + " reserved", CounterSeries::Unit::Bytes, memory.number(1), memory.number(3));
    }
}

/// Where PyTorch's operators were not recorded.
void AscendReader::readSteps()
{
    if (m_hasSteps || m_devices.empty() || m_spans.trace.stepRanges.isChosen())
        return;
    SqliteRows rows = m_file.rows("STEP_TIME", {"startNs", "endNs", "id"});
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const auto number = static_cast<int>(std::clamp<int64_t>(rows.integer(2).value_or(0), 0, 1'000'000'000));
        for (const auto& [device, work] : m_devices)
            m_spans.trace.steps.add({hardwareKey(device), number, range.begin, std::nullopt, range.end});
    }
}

/// From the first of them to the last is what the profiler calls the stage of a step, see DeviceStages.
void AscendReader::addSums()
{
    EventMeaning meaning;
    meaning.place = EventPlace::GpuAnnotation;
    meaning.category = Category::Other;
    for (auto& [device, work] : m_devices) {
        const std::string key = sumsKey(device);
        for (const auto& [name, ranges] :
            {std::pair("Computing", &work.computing), std::pair("Communication", &work.communication)}) {
            if (ranges->empty())
                continue;
            m_spans.trace.processes.addThread(key, name, name);
            const uint32_t lane = m_spans.laneOf(key, name, EventPlace::GpuAnnotation);
            const RowSpans::Named& named = m_spans.known(name, "sum"sv, meaning);
            for (const TimeRange& range : unitedWork(std::move(*ranges)))
                m_spans.add(range, lane, named);
        }
    }
}

std::optional<int32_t> AscendReader::rankOfName()
{
    const std::string name = m_fileName.substr(m_fileName.rfind('/') + 1);
    int rank = -1;
    char rest = 0;
    const bool isStated
        = std::sscanf(name.c_str(), "ascend_pytorch_profiler_%8d.d%c", &rank, &rest) == 2 && rest == 'b';
    if (!isStated || rank < 0 || rank > largestRank)
        return {};
    m_report.add(IssueKind::RankNotStated, std::nullopt, say("rank {} was taken from the name", rank));
    return rank;
}

void AscendReader::nameProcesses()
{
    if (m_devices.empty())
        m_devices[0];
    std::map<int64_t, int32_t> stated;
    SqliteRows map = m_file.rows("RANK_DEVICE_MAP", {"rankId", "deviceId"});
    while (map.next() && stated.size() < mostNpus) {
        const int64_t rank = map.integer(0).value_or(-1);
        if (rank >= 0 && rank <= largestRank)
            stated.try_emplace(map.integer(1).value_or(0), static_cast<int32_t>(rank));
    }
    std::vector<int32_t> ranks;
    for (const auto& [device, work] : m_devices) {
        if (const auto rank = stated.find(device); rank != stated.end())
            ranks.push_back(rank->second);
    }
    if (std::set<int32_t>(ranks.begin(), ranks.end()).size() != m_devices.size()) {
        const std::optional<int32_t> named = m_devices.size() == 1 ? rankOfName() : std::nullopt;
        ranks = named ? std::vector<int32_t> {*named} : m_spans.countedRanks(m_devices.size());
    }
    const auto name = [this](const std::string& key, const char* text, const std::string& labels, int32_t rank) {
        TraceProcesses::Process process;
        process.name = text;
        process.labels = labels;
        process.rank = rank;
        process.launchScope = 0; // connections are numbered in the file
        m_spans.trace.processes.add(key, std::move(process));
    };
    SqliteRows models = m_file.rows("NPU_INFO", {"name"});
    while (models.next())
        m_part.machine.addDevice(toUtf8(clipped(models.text(0), 200)));
    size_t at = 0;
    for (const auto& [device, work] : m_devices) {
        name(hardwareKey(device), "Ascend Hardware", "NPU", ranks[at]);
        name(groupsKey(device), "Communication", "NPU", ranks[at]);
        name(sumsKey(device), "Overlap Analysis", "NPU", ranks[at]);
        ++at;
    }
    std::set<std::string> hosts;
    for (const EventLane& lane : m_spans.trace.lanes)
        hosts.insert(lane.process);
    for (const std::string& key : hosts) {
        if (key.starts_with("python "sv))
            name(key, "Python", "CPU", ranks.front());
        else if (key.starts_with("cann "sv))
            name(key, "CANN", "CPU", ranks.front());
    }
    SqliteRows host = m_file.rows("HOST_INFO", {"hostName"});
    if (host.next() && !host.text(0).empty())
        m_part.worker = WorkerName {toUtf8(clipped(host.text(0), 200)), -1};
}

bool AscendReader::read()
{
    readTasks();
    readCommunication();
    readPyTorch();
    readMarks();
    readCann();
    if (m_file.isCancelled())
        return false;
    if (m_spans.trace.lanes.size() == 0)
        return true;
    nameProcesses();
    readCounters();
    readSteps();
    addSums();
    return m_spans.settle(0, [this] { return !m_file.isCancelled(); });
}

} // namespace bubblescope
