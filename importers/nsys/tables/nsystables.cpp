// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsystables.h"

#include "characters.h"
#include "databaseimporter.h"
#include "launchtext.h"
#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr TimeNs furthestTime = latestTraceTime / 16; // from the start of the session, which is added
constexpr size_t mostNamed = 100'000; // domains and threads
constexpr size_t mostLaunches = 65'536; // different ones
constexpr int firstLaunchColumn = 11;

struct DeviceTable {
    std::string_view name;
    std::string_view text; ///< column of its name
    std::string_view bytes;
    std::string_view kind;
};
// In the order of NsysDeviceWork.
constexpr std::array<DeviceTable, 5> deviceTables {{
    {"CUPTI_ACTIVITY_KIND_KERNEL"sv, "demangledName|shortName|mangledName"sv, {}, {}},
    {"CUPTI_ACTIVITY_KIND_MEMCPY"sv, {}, "bytes"sv, "copyKind"sv},
    {"CUPTI_ACTIVITY_KIND_MEMSET"sv, {}, "bytes"sv, "memKind"sv},
    {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE"sv, {}, {}, "graphId"sv},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION"sv, {}, {}, "syncType|deprecatedSyncType"sv},
}};

/// As CUPTI numbers the kinds of memory.
std::string_view memoryWord(int64_t kind)
{
    static constexpr std::array<std::string_view, 7> words {
        "Pageable"sv, "Pinned"sv, "Device"sv, "Array"sv, "Managed"sv, "Device Static"sv, "Managed Static"sv};
    return kind >= 0 && kind < int64_t(words.size()) ? words[size_t(kind)] : "Unknown"sv;
}

/// In the words of PyTorch's profiler: "Memcpy HtoD (Pinned -> Device)".
std::string copyName(const NsysMore& more)
{
    static constexpr std::array<std::string_view, 14> directions {"Unknown"sv, "HtoD"sv, "DtoH"sv, "HtoA"sv, "AtoH"sv,
        "AtoA"sv, "AtoD"sv, "DtoA"sv, "DtoD"sv, "HtoH"sv, "PtoP"sv, "HtoD"sv, "DtoH"sv, "DtoD"sv};
    const bool isKnown = more.kind >= 0 && more.kind < int64_t(directions.size());
    const std::string_view direction = directions[isKnown ? size_t(more.kind) : 0];
    if (more.from < 0 || more.to < 0)
        return fmt::format("Memcpy {}", direction);
    return fmt::format("Memcpy {} ({} -> {})", direction, memoryWord(more.from), memoryWord(more.to));
}

std::string_view synchronizationName(int64_t kind)
{
    static constexpr std::array<std::string_view, 5> words {
        "Synchronization"sv, "Event Sync"sv, "Stream Wait Event"sv, "Stream Sync"sv, "Context Sync"sv};
    return words[kind >= 0 && kind < int64_t(words.size()) ? size_t(kind) : 0];
}

std::string nameOf(NsysDeviceWork work, const NsysMore& more)
{
    switch (work) {
    case NsysDeviceWork::Kernel:
        break;
    case NsysDeviceWork::Copy:
        return copyName(more);
    case NsysDeviceWork::Set:
        return fmt::format("Memset ({})", memoryWord(more.kind < 0 ? 2 : more.kind));
    case NsysDeviceWork::Graph:
        return fmt::format("CUDA graph {}", more.kind);
    case NsysDeviceWork::Synchronization:
        return std::string(synchronizationName(more.kind));
    }
    return {};
}

uint32_t correlationOf(std::optional<int64_t> number)
{
    return number && *number > 0 && *number <= UINT32_MAX ? static_cast<uint32_t>(*number) : 0;
}

using LaunchNumbers = std::array<std::optional<int64_t>, 9>; // in the order of the columns

/// See launchtext.h; empty for what no launch has.
std::string launchOfNumbers(const LaunchNumbers& numbers)
{
    const auto dimensions = [&numbers](size_t first) {
        return numbers[first] && numbers[first + 1] && numbers[first + 2]
            ? fmt::format("{},{},{}", *numbers[first], *numbers[first + 1], *numbers[first + 2])
            : std::string();
    };
    const std::string grid = dimensions(0);
    const std::string block = dimensions(3);
    const std::string registers = numbers[6] ? std::to_string(*numbers[6]) : std::string();
    constexpr auto mostMemory = int64_t(1) << 40;
    const auto isSize = [](std::optional<int64_t> bytes) { return bytes && *bytes >= 0 && *bytes < mostMemory; };
    const std::string memory
        = isSize(numbers[7]) && isSize(numbers[8]) ? std::to_string(*numbers[7] + *numbers[8]) : std::string();
    return joinedLaunch({grid, block, registers, memory, {}});
}

uint32_t textOf(NsysTexts& texts, const SqliteRows& rows, int inlined, int id)
{
    const std::string_view text = rows.text(inlined);
    if (!text.empty())
        return texts.ofText(text);
    const std::optional<int64_t> number = rows.integer(id);
    return number ? texts.ofId(*number) : NsysTexts::none;
}

} // namespace

NsysTables::NsysTables(SqliteFile& file, ImportReport& report, std::optional<TimeRange> slice)
    : m_file(file), m_report(report), m_slice(slice)
{
    readEventTypes();
}

void NsysTables::readEventTypes()
{
    m_eventTypes = {{34, "NvtxMark"}, {39, "NvtxThread"}, {59, "NvtxPushPopRange"}, {60, "NvtxStartEndRange"},
        {70, "NvtxtPushPopRange"}, {71, "NvtxtStartEndRange"}, {75, "NvtxDomainCreate"}};
    SqliteRows types = m_file.rows("ENUM_NSYS_EVENT_TYPE", {"id", "name"});
    while (types.next() && m_eventTypes.size() < mostNamed) {
        if (const auto id = types.integer(0))
            m_eventTypes[*id] = std::string(types.text(1));
    }
}

TimeNs NsysTables::baseOf(SqliteFile& file)
{
    SqliteRows rows = file.rows("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"});
    std::optional<int64_t> base;
    while (rows.next()) {
        const std::optional<int64_t> own = rows.integer(0);
        base = own ? std::min(base.value_or(*own), *own) : base;
    }
    return base && *base > 0 && *base <= latestTraceTime - furthestTime ? *base : 0;
}

std::optional<TimeNs> NsysTables::earliestOf(SqliteFile& file)
{
    std::optional<TimeNs> earliest;
    const auto look = [&](std::string_view table) {
        const std::optional<TimeNs> begin = earliestIn(file, table, "start", furthestTime);
        if (begin)
            earliest = std::min(earliest.value_or(*begin), *begin);
    };
    for (const DeviceTable& table : deviceTables)
        look(table.name);
    for (const NsysHostTable& table : hostTables())
        look(table.name);
    look("NVTX_EVENTS");
    return earliest;
}

bool NsysTables::readTime(const SqliteRows& rows, NsysRow& row, bool* isOpen)
{
    const std::optional<int64_t> end = rows.integer(1);
    TimeRange range;
    if (!takeRowTime(rows.integer(0), end, isOpen != nullptr, furthestTime, m_report, range))
        return false;
    row.begin = range.begin;
    row.end = range.end;
    if (isOpen)
        *isOpen = !end;
    m_lastEnd = std::max(m_lastEnd, row.end);
    return (isOpen && *isOpen) || meetsSlice(m_slice, row.begin, row.end);
}

/// Old schemas do not say whose a kernel is: then it is the first process's that made calls.
uint64_t NsysTables::ownerOf(std::optional<int64_t> globalPid)
{
    if (globalPid)
        return static_cast<uint64_t>(*globalPid) >> 24 << 24;
    if (!m_onlyProcess) {
        m_onlyProcess = UINT64_MAX;
        SqliteRows calls = m_file.rows("CUPTI_ACTIVITY_KIND_RUNTIME", {"globalTid"});
        while (calls.next()) {
            if (const auto thread = calls.integer(0))
                m_onlyProcess = std::min(*m_onlyProcess, static_cast<uint64_t>(*thread) >> 24 << 24);
        }
        m_onlyProcess = *m_onlyProcess == UINT64_MAX ? 0 : *m_onlyProcess;
    }
    return *m_onlyProcess;
}

void NsysTables::read(NsysDeviceWork work, NsysTable& table)
{
    const DeviceTable& known = deviceTables[static_cast<size_t>(work)];
    table.rows.reserve(m_file.rowsToExpect(known.name));
    const bool isCopy = work == NsysDeviceWork::Copy;
    SqliteRows rows = m_file.rows(known.name,
        {"start", "end", "globalPid", "deviceId", "streamId", "correlationId", known.text, known.bytes, known.kind,
            isCopy ? "srcKind"sv : ""sv, isCopy ? "dstKind"sv : ""sv, "gridX"sv, "gridY"sv, "gridZ"sv, "blockX"sv,
            "blockY"sv, "blockZ"sv, "registersPerThread"sv, "staticSharedMemory"sv, "dynamicSharedMemory"sv});
    std::map<LaunchNumbers, uint32_t> launches; // where they are among the mores
    while (rows.next()) {
        NsysRow row;
        if (!readTime(rows, row))
            continue;
        row.place = table.placeOf({{ownerOf(rows.integer(2))}, std::max<int64_t>(rows.integer(3).value_or(0), 0),
            rows.integer(4).value_or(-1)});
        row.number = correlationOf(rows.integer(5));
        if (work == NsysDeviceWork::Kernel) {
            row.text = textOf(table.texts, rows, 6, 6);
            LaunchNumbers numbers;
            for (size_t i = 0; i < numbers.size(); ++i)
                numbers[i] = rows.integer(firstLaunchColumn + int(i));
            if (const auto launch = launches.find(numbers); launch != launches.end())
                row.more = launch->second;
            else if (launches.size() < mostLaunches)
                row.more = launches.emplace(numbers, table.addPayload(launchOfNumbers(numbers))).first->second;
            table.add(row);
            continue;
        }
        NsysMore more;
        more.bytes = std::max<int64_t>(rows.integer(7).value_or(-1), -1);
        more.kind = rows.integer(8).value_or(-1);
        more.from = rows.integer(9).value_or(-1);
        more.to = rows.integer(10).value_or(-1);
        row.text = table.texts.ofText(nameOf(work, more));
        table.add(row, std::move(more));
    }
    table.settle();
}

const std::vector<NsysHostTable>& NsysTables::hostTables()
{
    static const std::vector<NsysHostTable> tables {{"CUPTI_ACTIVITY_KIND_RUNTIME"sv, "cuda_runtime"sv},
        {"CUPTI_ACTIVITY_KIND_DRIVER"sv, "cuda_driver"sv}, {"CUDNN_EVENTS"sv, "cudnn"sv},
        {"CUBLAS_EVENTS"sv, "cublas"sv}, {"OSRT_API"sv, "osrt"sv}, {"MPI_P2P_EVENTS"sv, "mpi"sv},
        {"MPI_COLLECTIVES_EVENTS"sv, "mpi"sv}, {"MPI_START_WAIT_EVENTS"sv, "mpi"sv}, {"MPI_OTHER_EVENTS"sv, "mpi"sv},
        {"CUPTI_ACTIVITY_KIND_OVERHEAD"sv, "overhead"sv, true}, {"PROFILER_OVERHEAD"sv, "overhead"sv, true}};
    return tables;
}

void NsysTables::read(const NsysHostTable& host, NsysTable& table)
{
    table.rows.reserve(m_file.rowsToExpect(host.name));
    SqliteRows rows
        = m_file.rows(host.name, {"start", "end", "globalTid", "correlationId", "nameId|textId", "size", "name"});
    while (rows.next()) {
        NsysRow row;
        const std::optional<int64_t> thread = rows.integer(2);
        if (!thread || !readTime(rows, row))
            continue;
        row.place = table.placeOf({{static_cast<uint64_t>(*thread)}});
        row.number = correlationOf(rows.integer(3));
        row.text = textOf(table.texts, rows, 6, 4);
        if (const auto bytes = rows.integer(5); bytes && *bytes >= 0) {
            NsysMore more;
            more.bytes = *bytes;
            table.add(row, std::move(more));
        } else {
            table.add(row);
        }
    }
    table.settle();
}

void NsysTables::readRanges(NsysTable& table)
{
    table.rows.reserve(m_file.rowsToExpect("NVTX_EVENTS"));
    SqliteRows rows = m_file.rows(
        "NVTX_EVENTS", {"start", "end", "globalTid", "eventType", "text", "textId", "domainId", "binaryData"});
    std::vector<size_t> open;
    while (rows.next()) {
        const std::optional<int64_t> thread = rows.integer(2);
        const auto type = m_eventTypes.find(rows.integer(3).value_or(-1));
        if (!thread || type == m_eventTypes.end())
            continue;
        const NsysOwner owner {static_cast<uint64_t>(*thread)};
        const int64_t domain = rows.integer(6).value_or(0);
        if (type->second == "NvtxDomainCreate" && m_domains.size() < mostNamed)
            m_domains.try_emplace({owner.process(), domain}, toUtf8(rows.text(4).substr(0, 200)));
        if (type->second == "NvtxThread" && m_namedThreads.size() < mostNamed)
            m_namedThreads.try_emplace(owner.number, toUtf8(rows.text(4).substr(0, 200)));
        if (!type->second.ends_with("PushPopRange") && !type->second.ends_with("StartEndRange"))
            continue;
        NsysRow row;
        bool isOpen = false;
        if (!readTime(rows, row, &isOpen))
            continue;
        row.place = table.placeOf({owner});
        row.text = textOf(table.texts, rows, 4, 5);
        if (isOpen)
            open.push_back(table.rows.size());
        if (domain == 0 && !isOpen) {
            table.add(row);
            continue;
        }
        NsysMore more;
        more.kind = domain;
        more.payload = std::string(rows.text(7).substr(0, 256));
        more.isOpen = isOpen;
        table.add(row, std::move(more));
    }
    for (const size_t index : open)
        table.rows[index].end = std::max(table.rows[index].begin, m_lastEnd);
    if (m_slice) {
        std::erase_if(table.rows, [this](const NsysRow& row) { return !meetsSlice(m_slice, row.begin, row.end); });
    }
    table.settle();
}

} // namespace bubblescope
