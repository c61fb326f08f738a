// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rocprofjsonreader.h"

#include "amdwords.h"
#include "communicationnames.h"
#include "databaseimporter.h"
#include "plainnumber.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t mostProcesses = 100'000;
constexpr size_t mostKinds = 10'000;
constexpr size_t recordsBetweenProgress = 100'000;
constexpr size_t longestRocprofName = 2048;

std::optional<uint64_t> countOfRecord(const JsonSlice& value) { return toNumber<uint64_t>(value.text()); }

/// {"handle": 4}, or the number itself.
uint64_t handleOf(const JsonSlice& value)
{
    if (value.kind != JsonSlice::Kind::Container)
        return countOfRecord(value).value_or(0);
    uint64_t handle = 0;
    JsonCursor cursor(value.text());
    forEachMember(cursor, [&](std::string_view key) {
        JsonSlice member;
        if (!cursor.value(member))
            return false;
        if (key == "handle"sv || key == "internal"sv)
            handle = countOfRecord(member).value_or(0);
        return true;
    });
    return handle;
}

/// {"x": 65536, "y": 1, "z": 1}; `first` is where x belongs.
void readDimensions(std::string_view object, AmdLaunchPart first, AmdLaunch& launch)
{
    JsonCursor cursor(object);
    forEachMember(cursor, [&](std::string_view key) {
        JsonSlice number;
        if (!cursor.value(number))
            return false;
        if (key.size() == 1 && key[0] >= 'x' && key[0] <= 'z')
            launch[static_cast<size_t>(first) + static_cast<size_t>(key[0] - 'x')] = toNumber<int64_t>(number.text());
        return true;
    });
}

/// Calls take(key, value) for the members of each object in a list.
template <typename Take, typename Done> void forEachObject(std::string_view list, const Take& take, const Done& done)
{
    JsonCursor cursor(list);
    forEachElement(cursor, [&] {
        const bool isWhole = forEachMember(cursor, [&](std::string_view key) {
            JsonSlice value;
            if (!cursor.value(value))
                return false;
            take(key, value);
            return true;
        });
        done();
        return isWhole;
    });
}

std::string rocprofKey(const std::pair<size_t, uint64_t>& unit)
{
    return fmt::format("{}/{}", unit.first, unit.second);
}

} // namespace

/// The names of all operations, by kind, and the messages of markers.
void RocprofJsonReader::readStrings(std::string_view value, Process& process)
{
    JsonCursor cursor(value);
    forEachMember(cursor, [&](std::string_view key) {
        JsonSlice list;
        if (!cursor.value(list))
            return false;
        if (key == "buffer_records"sv) {
            std::vector<std::string> operations;
            forEachObject(
                list.text(),
                [&](std::string_view member, const JsonSlice& names) {
                    if (member != "operations"sv)
                        return;
                    JsonCursor each(names.text());
                    JsonSlice name;
                    forEachElement(each, [&] {
                        if (!each.value(name) || operations.size() == mostKinds)
                            return false;
                        operations.push_back(jsonText(name.text(), longestRocprofName));
                        return true;
                    });
                },
                [&] {
                    if (process.operations.size() < mostKinds)
                        process.operations.push_back(std::move(operations));
                    operations = {};
                });
        } else if (key == "marker_api"sv) {
            std::optional<uint64_t> number;
            std::string message;
            forEachObject(
                list.text(),
                [&](std::string_view member, const JsonSlice& item) {
                    if (member == "key"sv)
                        number = countOfRecord(item);
                    else if (member == "value"sv)
                        message = jsonText(item.text(), longestRocprofName);
                },
                [&] {
                    if (number)
                        process.messages.try_emplace(*number, std::move(message));
                    number.reset();
                    message = {};
                });
        }
        return true;
    });
}

void RocprofJsonReader::readFacts(std::string_view key, std::string_view value, Process& process)
{
    if (key == "metadata"sv) {
        JsonCursor cursor(value);
        forEachMember(cursor, [&](std::string_view member) {
            JsonSlice item;
            if (!cursor.value(item))
                return false;
            if (member == "pid"sv)
                process.pid = static_cast<int64_t>(countOfRecord(item).value_or(0) & 0xffffffff);
            if (member == "node"sv) {
                JsonCursor node(item.text());
                forEachMember(node, [&](std::string_view part) {
                    JsonSlice name;
                    if (!node.value(name))
                        return false;
                    if (part == "hostname"sv)
                        process.host = jsonText(name.text(), 200);
                    return true;
                });
            }
            return true;
        });
    } else if (key == "agents"sv) {
        constexpr uint64_t gpuType = 2; // of ROCPROFILER_AGENT_TYPE
        uint64_t handle = 0;
        Agent agent;
        forEachObject(
            value,
            [&](std::string_view member, const JsonSlice& item) {
                if (member == "id"sv)
                    handle = handleOf(item);
                else if (member == "type"sv)
                    agent.isGpu = countOfRecord(item) == gpuType;
                else if (member == "logical_node_type_id"sv)
                    agent.index = toCount(item.text(), largestRank).value_or(0);
                else if (member == "product_name"sv || (member == "name"sv && agent.name.empty()))
                    agent.name = jsonText(item.text(), 200);
            },
            [&] {
                if (process.agents.size() < mostProcesses)
                    process.agents.try_emplace(handle, std::move(agent));
                agent = {};
                handle = 0;
            });
    } else if (key == "kernel_symbols"sv) {
        uint64_t number = 0;
        Kernel kernel;
        forEachObject(
            value,
            [&](std::string_view member, const JsonSlice& item) {
                if (member == "kernel_id"sv)
                    number = countOfRecord(item).value_or(0);
                else if (member == "formatted_kernel_name"sv || (member == "kernel_name"sv && kernel.name.empty()))
                    kernel.name = jsonText(item.text(), longestRocprofName);
                else if (member == "arch_vgpr_count"sv)
                    kernel.registers = toNumber<int64_t>(item.text());
            },
            [&] {
                process.kernels.try_emplace(number, std::move(kernel));
                kernel = {};
                number = 0;
            });
    } else if (key == "strings"sv) {
        readStrings(value, process);
    }
}

void RocprofJsonReader::drawOnDevice(
    const Record& record, TimeRange range, uint64_t agent, const RowSpans::Named& named, const Process& process)
{
    constexpr size_t mostGpusOfFile = 100'000;
    Unit unit {process.number, agent};
    if (m_units.size() >= mostGpusOfFile && m_units.count(unit) == 0)
        unit = *m_units.begin();
    m_units.insert(unit);
    const uint32_t lane
        = m_spans.laneOf(rocprofKey(unit), std::to_string(record.stream.value_or(record.queue)), named.meaning.place);
    const auto [launch, isNew] = m_launches.try_emplace(record.launch);
    if (isNew) {
        const std::string text = launchOfAmd(record.launch);
        launch->second = text.empty() ? StringId() : m_spans.trace.builder.intern(text);
    }
    if (const std::optional<uint32_t> span = m_spans.add(range, lane, named, record.bytes, launch->second))
        m_spans.trace.addLaunchEnd(
            record.correlation > 0 ? std::optional(record.correlation) : std::nullopt, lane, *span, named.meaning);
}

RocprofJsonReader::Unit RocprofJsonReader::unitOfHost(const Process& process) const
{
    const auto first = m_units.lower_bound({process.number, 0});
    return first != m_units.end() && first->first == process.number ? *first : Unit {process.number, 0};
}

void RocprofJsonReader::drawOnHost(
    const Record& record, TimeRange range, const RowSpans::Named& named, const Process& process)
{
    const Unit unit = unitOfHost(process);
    m_units.insert(unit);
    const uint32_t lane = m_spans.laneOf(rocprofKey(unit), std::to_string(record.thread), named.meaning.place);
    const std::optional<uint32_t> span = m_spans.add(range, lane, named);
    if (span && record.correlation > 0 && named.meaning.isLaunch)
        m_spans.trace.addLaunchEnd(record.correlation, lane, *span, named.meaning);
    if (span && named.meaning.isCommRange)
        m_spans.trace.communication.addRange(
            lane, range, {collectiveOfName(m_spans.trace.builder.text(named.name)), -1});
}

void RocprofJsonReader::takeRecord(std::string_view list, const Record& record, const Process& process)
{
    TimeRange range;
    if (!takeRowTime(record.begin, record.end, false, latestTraceTime, m_report, range))
        return;
    const auto operationName = [&]() -> std::string {
        const bool isKnown
            = record.kind < process.operations.size() && record.operation < process.operations[record.kind].size();
        return isKnown ? process.operations[record.kind][record.operation] : std::string();
    };
    if (list == "kernel_dispatch"sv) {
        const auto kernel = process.kernels.find(record.kernel);
        Record drawn = record;
        if (kernel != process.kernels.end())
            drawn.launch[static_cast<size_t>(AmdLaunchPart::Registers)] = kernel->second.registers;
        const std::string name
            = kernel == process.kernels.end() ? fmt::format("kernel {}", record.kernel) : kernel->second.name;
        drawOnDevice(drawn, range, record.agent, m_spans.named(name, "kernel"sv), process);
    } else if (list == "memory_copy"sv) {
        const auto isGpu = [&process](uint64_t handle) {
            const auto agent = process.agents.find(handle);
            return agent != process.agents.end() && agent->second.isGpu;
        };
        const std::string name = operationName();
        const std::string_view copy = copyOfAmdName(name);
        drawOnDevice(record, range, isGpu(record.from) || !isGpu(record.to) ? record.from : record.to,
            m_spans.named(!copy.empty() ? copy
                    : name.empty()      ? "Memcpy"sv
                                        : std::string_view(name),
                "gpu_memcpy"sv),
            process);
    } else if (m_readsHosts) {
        std::string name = operationName();
        if (list == "marker_api"sv) {
            const auto message = process.messages.find(record.correlation);
            if (message != process.messages.end())
                name = message->second;
        }
        const std::string_view category = categoryOfAmdCall(list, name);
        drawOnHost(record, range, m_spans.named(name, category.empty() ? "user_annotation"sv : category), process);
    }
}

/// The lists of records, in place: the last may break off.
bool RocprofJsonReader::readRecords(JsonCursor& cursor, const Process& process)
{
    return forEachMember(cursor, [&](std::string_view list) {
        if (list.ends_with("_api"sv) != m_readsHosts || cursor.peek() != '[') {
            JsonSlice ignored;
            return cursor.value(ignored);
        }
        return forEachElement(cursor, [&] {
            if (++m_records % recordsBetweenProgress == 0 && !m_mayContinue()) {
                m_isCancelled = true;
                return false;
            }
            Record record;
            const bool isWhole = forEachMember(cursor, [&](std::string_view key) {
                JsonSlice value;
                if (!cursor.value(value))
                    return false;
                if (key == "start_timestamp"sv)
                    record.begin = toNumber<int64_t>(value.text());
                else if (key == "end_timestamp"sv)
                    record.end = toNumber<int64_t>(value.text());
                else if (key == "thread_id"sv)
                    record.thread = countOfRecord(value).value_or(0);
                else if (key == "correlation_id"sv)
                    record.correlation = handleOf(value);
                else if (key == "kind"sv)
                    record.kind = countOfRecord(value).value_or(std::numeric_limits<uint64_t>::max());
                else if (key == "operation"sv)
                    record.operation = countOfRecord(value).value_or(std::numeric_limits<uint64_t>::max());
                else if (key == "src_agent_id"sv)
                    record.from = handleOf(value);
                else if (key == "dst_agent_id"sv)
                    record.to = handleOf(value);
                else if (key == "stream_id"sv)
                    record.stream = handleOf(value);
                else if (key == "bytes"sv)
                    record.bytes = std::max<int64_t>(toNumber<int64_t>(value.text()).value_or(-1), -1);
                else if (key == "dispatch_info"sv && value.kind == JsonSlice::Kind::Container) {
                    JsonCursor info(value.text());
                    forEachMember(info, [&](std::string_view part) {
                        JsonSlice item;
                        if (!info.value(item))
                            return false;
                        if (part == "agent_id"sv)
                            record.agent = handleOf(item);
                        else if (part == "queue_id"sv)
                            record.queue = handleOf(item);
                        else if (part == "kernel_id"sv)
                            record.kernel = countOfRecord(item).value_or(0);
                        else if (part == "group_segment_size"sv)
                            record.launch[size_t(AmdLaunchPart::LocalMemory)] = toNumber<int64_t>(item.text());
                        else if (part == "grid_size"sv)
                            readDimensions(item.text(), AmdLaunchPart::GridX, record.launch);
                        else if (part == "workgroup_size"sv)
                            readDimensions(item.text(), AmdLaunchPart::WorkgroupX, record.launch);
                        return true;
                    });
                }
                return true;
            });
            if (isWhole)
                takeRecord(list, record, process);
            return isWhole;
        });
    });
}

void RocprofJsonReader::nameUnits(const std::vector<Process>& processes)
{
    std::vector<Unit> units(m_units.begin(), m_units.end());
    const auto agentOf = [&processes](const Unit& unit) -> const Agent* {
        const auto found = processes[unit.first].agents.find(unit.second);
        return found == processes[unit.first].agents.end() ? nullptr : &found->second;
    };
    const auto placeOf = [&](const Unit& unit) {
        const Agent* const agent = agentOf(unit);
        return std::tuple(std::string_view(processes[unit.first].host), processes[unit.first].pid,
            agent ? agent->index : static_cast<int64_t>(unit.second & 0xffffffff), unit);
    };
    std::sort(units.begin(), units.end(), [&](const Unit& a, const Unit& b) { return placeOf(a) < placeOf(b); });
    const std::vector<int32_t> ranks = m_spans.countedRanks(units.size());
    std::set<std::string> hosts;
    for (size_t i = 0; i < units.size(); ++i) {
        const Process& known = processes[units[i].first];
        const Agent* const agent = agentOf(units[i]);
        TraceProcesses::Process process;
        process.name = fmt::format("process {}", known.pid);
        if (units[i].second > 0)
            process.labels = fmt::format("GPU {}", agent ? agent->index : static_cast<int64_t>(units[i].second));
        process.rank = ranks[i];
        process.launchScope = static_cast<int32_t>(units[i].first);
        m_spans.trace.processes.add(rocprofKey(units[i]), std::move(process));
        hosts.insert(known.host);
        if (agent && agent->isGpu)
            m_part.machine.addDevice(agent->name);
    }
    const bool isOneProcess = units.front().first == units.back().first;
    if (hosts.size() == 1 && (isOneProcess || !hosts.begin()->empty()))
        m_part.worker = WorkerName {*hosts.begin(), isOneProcess ? processes[units.front().first].pid : -1};
}

bool RocprofJsonReader::read(std::string_view text, const std::function<bool()>& mayContinue)
{
    m_mayContinue = mayContinue;
    std::vector<Process> processes;
    // What names the records may stand behind them.
    const auto walk = [&](bool takesRecords) {
        size_t number = 0;
        JsonCursor cursor(text);
        forEachMember(cursor, [&](std::string_view root) {
            if (root != rootKeyInQuotes.substr(1, rootKeyInQuotes.size() - 2) || cursor.peek() != '[') {
                JsonSlice ignored;
                return cursor.value(ignored);
            }
            return forEachElement(cursor, [&] {
                if (number == mostProcesses || (takesRecords && number == processes.size()))
                    return false;
                if (!takesRecords)
                    processes.emplace_back().number = number;
                Process& process = processes[number++];
                return forEachMember(cursor, [&](std::string_view key) {
                    if (takesRecords && key == "buffer_records"sv && cursor.peek() == '{')
                        return readRecords(cursor, process);
                    JsonSlice value;
                    if (!cursor.value(value))
                        return false;
                    if (!takesRecords)
                        readFacts(key, value.text(), process);
                    return true;
                });
            });
        });
        return cursor.state();
    };
    walk(false);
    JsonState state = walk(true);
    m_readsHosts = true;
    if (const JsonState ofHosts = m_isCancelled ? state : walk(true); ofHosts != JsonState::Whole)
        state = ofHosts;
    if (m_isCancelled)
        return false;
    if (state != JsonState::Whole)
        m_report.add(state == JsonState::Incomplete ? IssueKind::TruncatedFile : IssueKind::BadRecord, std::nullopt,
            say("the JSON text cannot be read from here on"));
    if (m_units.empty())
        return true;
    nameUnits(processes);
    return m_spans.settle(0, mayContinue);
}

} // namespace bubblescope
