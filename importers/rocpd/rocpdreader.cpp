// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rocpdreader.h"

#include "amdwords.h"
#include "chromeevent.h"
#include "communicationnames.h"
#include "databaseimporter.h"
#include "launcharguments.h"
#include "plainnumber.h"
#include "rankvariables.h"
#include "textencoding.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t mostRocpdEntries = 100'000;      // processes, threads, agents
constexpr uint64_t mostRocpdEvents = 100'000'000; // 12 bytes each
constexpr size_t mostUnits = 100'000;
constexpr size_t sampledKernels = 4096;
constexpr uint64_t mostCallsSeen = 200'000; // looked at for what calls and kernels share
constexpr size_t mostVotes = 5'000'000;
constexpr int64_t anyProcess = std::numeric_limits<int64_t>::min();

uint32_t smallNumber(std::optional<int64_t> number)
{
    return number && *number > 0 && *number <= UINT32_MAX ? static_cast<uint32_t>(*number) : 0;
}

std::string rocpdKey(size_t recording, int64_t process, int64_t agent)
{
    return fmt::format("{}/{}/{}", recording, process, agent);
}

} // namespace

std::string RocpdReader::olderTable(std::string_view table)
{
    static constexpr std::pair<std::string_view, std::string_view> names[] {{"rocpd_info_node", "_rocpd_node"},
        {"rocpd_info_process", "_rocpd_process"}, {"rocpd_info_thread", "_rocpd_thread"},
        {"rocpd_info_agent", "rocpd_agent"}, {"rocpd_info_kernel_symbol", "rocpd_kernel_symbol"},
        {"rocpd_info_pmc", "rocpd_pmc"}, {"rocpd_region", "_rocpd_region"}, {"rocpd_sample", "_rocpd_sample"},
        {"rocpd_kernel_dispatch", "_rocpd_kernel_dispatch"}, {"rocpd_memory_copy", "_rocpd_memory_copy"}};
    for (const auto& [name, older] : names) {
        if (name == table)
            return std::string(older);
    }
    return std::string(table);
}

std::string RocpdReader::Recording::table(std::string_view name) const
{
    return isOlder ? olderTable(name) : std::string(name) + suffix;
}

int64_t RocpdReader::Recording::processOf(std::optional<int64_t> stated) const
{
    const bool isOnly = !stated && processes.size() == 1;
    return isOnly ? processes.begin()->first : stated.value_or(0);
}

RocpdReader::RocpdReader(SqliteFile& file, TracePart& part, ImportReport& report, std::optional<TimeRange> slice,
    const ImportChoices& choices, size_t mostSamples)
    : m_file(file), m_part(part), m_report(report), m_spans(part, report, slice, choices), m_mostSamples(mostSamples)
{
}

bool RocpdReader::takeTime(const SqliteRows& rows, TimeRange& range)
{
    return takeRowTime(rows.integer(0), rows.integer(1), false, latestTraceTime, m_report, range)
        && m_spans.meets(range);
}

void RocpdReader::readProcesses(Recording& recording)
{
    std::map<int64_t, std::string> hosts;
    SqliteRows nodes = m_file.rows(recording.table("rocpd_info_node"), {"id", "hostname|system_name"});
    while (nodes.next() && hosts.size() < mostRocpdEntries)
        hosts.emplace(nodes.integer(0).value_or(0), toUtf8(clipped(nodes.text(1), 200)));
    SqliteRows rows
        = m_file.rows(recording.table("rocpd_info_process"), {"id", "nid|node_id", "pid|id", "command", "environment"});
    while (rows.next() && recording.processes.size() < mostRocpdEntries) {
        Process process;
        process.pid = rows.integer(2).value_or(0);
        process.host = hosts[rows.integer(1).value_or(0)];
        process.command = toUtf8(clipped(rows.text(3), 200));
        for (const auto& [name, size] : rankVariables) {
            const auto valueOf = [&rows](std::string_view variable) {
                return toCount(textOfArgument(rows.text(4), fmt::format("\"{}\"", variable)), largestRank);
            };
            process.rank = valueOf(name);
            process.variable = name;
            process.world = process.rank && !size.empty() ? valueOf(size) : std::nullopt;
            if (process.rank)
                break;
        }
        recording.processes.emplace(rows.integer(0).value_or(0), std::move(process));
    }
    SqliteRows agents = m_file.rows(recording.table("rocpd_info_agent"),
        {"id", "type", "type_index|logical_index|absolute_index", "product_name", "name"});
    while (agents.next() && recording.agents.size() < mostRocpdEntries) {
        const std::string_view name = agents.text(3).empty() ? agents.text(4) : agents.text(3);
        recording.agents.emplace(agents.integer(0).value_or(0),
            Agent {agents.text(1) == "GPU"sv, agents.integer(2).value_or(0), toUtf8(clipped(name, 200))});
    }
    SqliteRows threads = m_file.rows(recording.table("rocpd_info_thread"), {"id", "tid|id"});
    while (threads.next() && recording.threads.size() < mostRocpdEntries)
        recording.threads.emplace(threads.integer(0).value_or(0), threads.integer(1).value_or(0));
}

void RocpdReader::readEvents(Recording& recording)
{
    const std::string table = recording.table("rocpd_event");
    const uint64_t last = std::min(m_file.rowsToExpect(table), mostRocpdEvents);
    recording.events.resize(last + 1);
    SqliteRows rows = m_file.rows(table, {"id", "stack_id", "correlation_id", "category_id"});
    while (rows.next()) {
        const int64_t id = rows.integer(0).value_or(-1);
        if (id >= 0 && static_cast<uint64_t>(id) <= last)
            recording.events[static_cast<size_t>(id)]
                = {smallNumber(rows.integer(1)), smallNumber(rows.integer(2)), smallNumber(rows.integer(3))};
    }
    recording.usesStack = sharesStack(recording);
}

const RocpdReader::Event* RocpdReader::eventOf(const Recording& recording, std::optional<int64_t> row) const
{
    const bool isKnown = row && *row >= 0 && static_cast<uint64_t>(*row) < recording.events.size();
    return isKnown ? &recording.events[static_cast<size_t>(*row)] : nullptr;
}

std::optional<uint64_t> RocpdReader::numberOf(const Recording& recording, std::optional<int64_t> event) const
{
    const Event* const known = eventOf(recording, event);
    const uint32_t number = !known ? 0 : recording.usesStack ? known->stack : known->correlation;
    return number > 0 ? std::optional<uint64_t>(number) : std::nullopt;
}

bool RocpdReader::sharesStack(const Recording& recording)
{
    std::unordered_set<uint32_t> stacks;
    std::unordered_set<uint32_t> correlations;
    SqliteRows kernels = m_file.rows(recording.table("rocpd_kernel_dispatch"), {"event_id"});
    for (size_t i = 0; i < sampledKernels && kernels.next(); ++i) {
        const Event* const event = eventOf(recording, kernels.integer(0));
        if (event && event->stack > 0)
            stacks.insert(event->stack);
        if (event && event->correlation > 0)
            correlations.insert(event->correlation);
    }
    size_t byStack = 0;
    size_t byCorrelation = 0;
    SqliteRows calls = m_file.rows(recording.table("rocpd_region"), {"event_id"});
    for (uint64_t i = 0; i < mostCallsSeen && calls.next(); ++i) {
        const Event* const event = eventOf(recording, calls.integer(0));
        byStack += event ? stacks.count(event->stack) : 0;
        byCorrelation += event ? correlations.count(event->correlation) : 0;
    }
    return byStack > 0 && (byStack >= stacks.size() / 2 || byStack >= byCorrelation);
}

void RocpdReader::findLaunchers(Recording& recording)
{
    if (!recording.isOlder || recording.processes.size() < 2)
        return;
    SqliteRows calls = m_file.rows(recording.table("rocpd_region"), {"pid", "event_id"});
    while (calls.next() && recording.launchers.size() < mostVotes) {
        const auto number = numberOf(recording, calls.integer(1));
        const int64_t process = calls.integer(0).value_or(0);
        if (!number)
            continue;
        const auto [launcher, isNew] = recording.launchers.try_emplace(*number, process);
        if (!isNew && launcher->second != process)
            launcher->second = anyProcess; // each process may count its own calls
    }
    std::map<int64_t, std::map<int64_t, uint64_t>> votes; // by agent and process
    SqliteRows kernels = m_file.rows(recording.table("rocpd_kernel_dispatch"), {"agent_id", "event_id"});
    while (kernels.next() && votes.size() < mostRocpdEntries) {
        const auto number = numberOf(recording, kernels.integer(1));
        const auto launcher = number ? recording.launchers.find(*number) : recording.launchers.end();
        if (launcher != recording.launchers.end() && launcher->second != anyProcess)
            ++votes[kernels.integer(0).value_or(0)][launcher->second];
    }
    for (const auto& [agent, counts] : votes) {
        const auto most = std::max_element(
            counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        recording.processOfAgent.emplace(agent, most->first);
    }
}

int64_t RocpdReader::processOfKernel(
    const Recording& recording, std::optional<int64_t> stated, std::optional<int64_t> event, int64_t agent) const
{
    if (stated || recording.launchers.empty())
        return recording.processOf(stated);
    const auto number = numberOf(recording, event);
    const auto launcher = number ? recording.launchers.find(*number) : recording.launchers.end();
    if (launcher != recording.launchers.end() && launcher->second != anyProcess)
        return launcher->second;
    const auto most = recording.processOfAgent.find(agent);
    return most == recording.processOfAgent.end() ? recording.processOf(stated) : most->second;
}

RocpdReader::Unit RocpdReader::noted(const Unit& unit)
{
    if (m_units.size() >= mostUnits && m_units.count(unit) == 0)
        return *m_units.begin();
    m_units.insert(unit);
    return unit;
}

void RocpdReader::readKernels(Recording& recording)
{
    const std::string table = recording.table("rocpd_kernel_dispatch");
    m_file.rowsToExpect(table);
    StringTable names(m_file, recording.table("rocpd_info_kernel_symbol"), "id", "display_name");
    StringTable mangled(m_file, recording.table("rocpd_info_kernel_symbol"), "id", "kernel_name");
    std::unordered_map<int64_t, const RowSpans::Named*> kernels;
    std::map<std::tuple<int64_t, int64_t, int64_t, EventPlace>, uint32_t> lanes;
    std::unordered_map<int64_t, int64_t> registers; // by kernel
    SqliteRows symbols = m_file.rows(recording.table("rocpd_info_kernel_symbol"), {"id", "arch_vgpr_count"});
    while (symbols.next() && registers.size() < mostRocpdEntries) {
        if (symbols.integer(0) && symbols.integer(1))
            registers.emplace(*symbols.integer(0), *symbols.integer(1));
    }
    std::map<AmdLaunch, StringId> launches;
    constexpr int firstOfLaunch = 7; // of the columns
    SqliteRows rows = m_file.rows(table,
        {"start", "end", "pid", "agent_id", "stream_id|queue_id", "kernel_id", "event_id", "grid_size_x", "grid_size_y",
            "grid_size_z", "workgroup_size_x", "workgroup_size_y", "workgroup_size_z", "group_segment_size"});
    const auto launchOf = [&](int64_t kernel) {
        AmdLaunch launch;
        for (size_t part = 0; part <= static_cast<size_t>(AmdLaunchPart::WorkgroupZ); ++part)
            launch[part] = rows.integer(firstOfLaunch + int(part));
        launch[static_cast<size_t>(AmdLaunchPart::LocalMemory)] = rows.integer(firstOfLaunch + 6);
        if (const auto known = registers.find(kernel); known != registers.end())
            launch[static_cast<size_t>(AmdLaunchPart::Registers)] = known->second;
        if (const auto known = launches.find(launch); known != launches.end())
            return known->second;
        const std::string text = launchOfAmd(launch);
        const StringId kept = text.empty() ? StringId() : m_spans.trace.builder.intern(text);
        if (launches.size() < mostRocpdEntries)
            launches.emplace(launch, kept);
        return kept;
    };
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const int64_t kernel = rows.integer(5).value_or(-1);
        const auto [named, isNew] = kernels.try_emplace(kernel, nullptr);
        if (isNew) {
            const std::string& name = names.of(kernel);
            named->second = &m_spans.named(name.empty() ? mangled.of(kernel) : name, "kernel"sv);
        }
        const int64_t agent = rows.integer(3).value_or(0);
        const Unit unit {recording.number, processOfKernel(recording, rows.integer(2), rows.integer(6), agent), agent};
        const int64_t stream = rows.integer(4).value_or(0);
        const EventPlace place = named->second->meaning.place;
        const auto [lane, isNewLane] = lanes.try_emplace({unit.process, unit.agent, stream, place}, 0);
        if (isNewLane) {
            const Unit drawn = noted(unit);
            lane->second
                = m_spans.laneOf(rocpdKey(drawn.recording, drawn.process, drawn.agent), std::to_string(stream), place);
        }
        const std::optional<uint32_t> span = m_spans.add(range, lane->second, *named->second, -1, launchOf(kernel));
        if (span)
            m_spans.trace.addLaunchEnd(
                numberOf(recording, rows.integer(6)), lane->second, *span, named->second->meaning);
    }
}

void RocpdReader::readCopies(Recording& recording)
{
    const std::string table = recording.table("rocpd_memory_copy");
    m_file.rowsToExpect(table);
    StringTable texts(m_file, recording.table("rocpd_string"), "id", "string");
    std::map<std::tuple<int64_t, int64_t, int64_t>, uint32_t> lanes;
    SqliteRows rows = m_file.rows(table,
        {"start", "end", "pid", "dst_agent_id", "src_agent_id", "stream_id|queue_id", "name_id", "size", "event_id"});
    const auto isGpu = [&recording](int64_t agent) {
        const auto known = recording.agents.find(agent);
        return known != recording.agents.end() && known->second.isGpu;
    };
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const int64_t to = rows.integer(3).value_or(0);
        const int64_t from = rows.integer(4).value_or(0);
        // What is read from another GPU is that one's work: its engine copies.
        const Unit unit {recording.number, rows.integer(2).value_or(0), isGpu(from) || !isGpu(to) ? from : to};
        const int64_t stream = rows.integer(5).value_or(0);
        const std::string& name = texts.of(rows.integer(6));
        const std::string_view copy = copyOfAmdName(name);
        const RowSpans::Named& named = m_spans.named(copy.empty() ? std::string_view(name) : copy, "gpu_memcpy"sv);
        const auto [lane, isNew] = lanes.try_emplace({unit.process, unit.agent, stream}, 0);
        if (isNew) {
            const Unit drawn = noted(unit);
            lane->second = m_spans.laneOf(
                rocpdKey(drawn.recording, drawn.process, drawn.agent), std::to_string(stream), named.meaning.place);
        }
        const int64_t bytes = std::max<int64_t>(rows.integer(7).value_or(-1), -1);
        if (const std::optional<uint32_t> span = m_spans.add(range, lane->second, named, bytes))
            m_spans.trace.addLaunchEnd(numberOf(recording, rows.integer(8)), lane->second, *span, named.meaning);
    }
}

/// Threads of a process with several GPUs are drawn with the one that they start most kernels on.
void RocpdReader::voteForThreads(Recording& recording)
{
    std::set<int64_t> several;
    std::optional<int64_t> last;
    for (const Unit& unit : m_units) {
        if (unit.recording == recording.number && last == unit.process)
            several.insert(unit.process);
        if (unit.recording == recording.number)
            last = unit.process;
    }
    if (several.empty())
        return;
    std::unordered_map<uint64_t, int64_t> agents; // by process and number
    const auto keyOf = [](int64_t process, uint64_t number) { return static_cast<uint64_t>(process) << 32 ^ number; };
    SqliteRows kernels = m_file.rows(recording.table("rocpd_kernel_dispatch"), {"pid", "agent_id", "event_id"});
    while (kernels.next() && agents.size() < mostVotes) {
        const int64_t agent = kernels.integer(1).value_or(0);
        const int64_t process = processOfKernel(recording, kernels.integer(0), kernels.integer(2), agent);
        if (const auto number = numberOf(recording, kernels.integer(2)); number && several.count(process) > 0)
            agents.emplace(keyOf(process, *number), agent);
    }
    std::map<std::pair<int64_t, int64_t>, std::map<int64_t, uint64_t>> votes; // by process and thread
    SqliteRows calls = m_file.rows(recording.table("rocpd_region"), {"pid", "tid", "event_id"});
    while (calls.next()) {
        const int64_t process = calls.integer(0).value_or(0);
        const auto number = numberOf(recording, calls.integer(2));
        const auto agent = number ? agents.find(keyOf(process, *number)) : agents.end();
        if (agent != agents.end())
            ++votes[{process, calls.integer(1).value_or(0)}][agent->second];
    }
    for (const auto& [thread, counts] : votes) {
        const auto most = std::max_element(
            counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        m_threadOf[{recording.number, thread.first, thread.second}] = most->first;
    }
}

RocpdReader::Unit RocpdReader::unitOfThread(const Recording& recording, int64_t process, int64_t thread)
{
    const auto voted = m_threadOf.find({recording.number, process, thread});
    if (voted != m_threadOf.end())
        return noted({recording.number, process, voted->second});
    const Unit first {recording.number, process, std::numeric_limits<int64_t>::min()};
    const auto at = m_units.lower_bound(first);
    if (at != m_units.end() && at->recording == recording.number && at->process == process)
        return *at;
    return noted({recording.number, process, -1});
}

void RocpdReader::readRegions(Recording& recording)
{
    const std::string table = recording.table("rocpd_region");
    m_file.rowsToExpect(table);
    StringTable texts(m_file, recording.table("rocpd_string"), "id", "string");
    std::map<std::pair<int64_t, uint32_t>, const RowSpans::Named*> known; // by name and category
    std::map<std::tuple<int64_t, int64_t, EventPlace>, uint32_t> lanes;
    SqliteRows rows = m_file.rows(table, {"start", "end", "pid", "tid", "name_id", "event_id"});
    while (rows.next()) {
        TimeRange range;
        if (!takeTime(rows, range))
            continue;
        const Event* const event = eventOf(recording, rows.integer(5));
        const int64_t name = rows.integer(4).value_or(-1);
        const auto [named, isNew] = known.try_emplace({name, event ? event->category : 0}, nullptr);
        if (isNew) {
            const std::string& text = texts.of(name);
            const std::string_view category
                = categoryOfAmdCall(event ? std::string_view(texts.of(event->category)) : std::string_view(), text);
            named->second = &m_spans.named(text, category.empty() ? "user_annotation"sv : category);
        }
        const EventMeaning& meaning = named->second->meaning;
        const int64_t process = rows.integer(2).value_or(0);
        const int64_t thread = rows.integer(3).value_or(0);
        const auto [lane, isNewLane] = lanes.try_emplace({process, thread, meaning.place}, 0);
        if (isNewLane) {
            const Unit unit = unitOfThread(recording, process, thread);
            const auto number = recording.threads.find(thread);
            lane->second = m_spans.laneOf(rocpdKey(unit.recording, unit.process, unit.agent),
                std::to_string(number == recording.threads.end() ? thread : number->second), meaning.place);
        }
        const std::optional<uint32_t> span = m_spans.add(range, lane->second, *named->second);
        if (span && meaning.isLaunch)
            m_spans.trace.addLaunchEnd(numberOf(recording, rows.integer(5)), lane->second, *span, meaning);
        if (span && meaning.isCommRange)
            m_spans.trace.communication.addRange(
                lane->second, range, {collectiveOfName(m_spans.trace.builder.text(named->second->name)), -1});
    }
}

void RocpdReader::readCounters(Recording& recording)
{
    const std::string table = recording.table("rocpd_pmc_event");
    if (!m_file.hasTable(table))
        return;
    struct Counter {
        Unit unit;
        std::string name;
    };
    std::map<int64_t, Counter> counters;
    SqliteRows infos = m_file.rows(recording.table("rocpd_info_pmc"), {"id", "pid", "agent_id", "symbol", "name"});
    while (infos.next() && counters.size() < mostRocpdEntries) {
        const int64_t agent = infos.integer(2).value_or(-1);
        const Unit unit {recording.number, processOfKernel(recording, infos.integer(1), std::nullopt, agent), agent};
        const std::string_view name = infos.text(3).empty() ? infos.text(4) : infos.text(3);
        if (m_units.count(unit) > 0 && !name.empty())
            counters.emplace(infos.integer(0).value_or(0), Counter {unit, toUtf8(clipped(name, 200))});
    }
    if (counters.empty())
        return;
    // Each dimension of a counter (its shader engines) has a row: together they are its value.
    std::map<std::pair<int64_t, int64_t>, double> values; // by event and counter
    SqliteRows rows = m_file.rows(table, {"event_id", "pmc_id", "value"});
    uint64_t leftOut = 0;
    while (rows.next()) {
        const std::optional<int64_t> event = rows.integer(0);
        const int64_t counter = rows.integer(1).value_or(0);
        const std::optional<double> value = rows.number(2);
        if (!event || !value || !std::isfinite(*value) || counters.count(counter) == 0)
            continue;
        const auto known = values.find({*event, counter});
        if (known != values.end())
            known->second += *value;
        else if (values.size() < m_mostSamples)
            values.emplace(std::pair(*event, counter), *value);
        else
            ++leftOut;
    }
    if (leftOut > 0)
        m_report.add(IssueKind::OversizedFile, std::nullopt,
            say("{} values of counters are left out: only the first {} are kept", leftOut, m_mostSamples));
    const auto take = [&](std::optional<int64_t> event, std::optional<int64_t> time) {
        if (!event || !time || *time < 0 || *time > latestTraceTime || !m_spans.meets({*time, *time}))
            return;
        const auto first = values.lower_bound({*event, std::numeric_limits<int64_t>::min()});
        auto value = first;
        for (; value != values.end() && value->first.first == *event; ++value) {
            const Counter& counter = counters.at(value->first.second);
            const auto agent = recording.agents.find(counter.unit.agent);
            const int64_t index = agent == recording.agents.end() ? -1 : agent->second.index;
            m_spans.trace.counters.add(
                {rocpdKey(counter.unit.recording, counter.unit.process, counter.unit.agent), counter.name,
                    int16_t(std::clamp<int64_t>(index, -1, std::numeric_limits<int16_t>::max())),
                    CounterSeries::Unit::Plain},
                *time, value->second);
        }
        values.erase(first, value); // once each, however often a file repeats an event
    };
    SqliteRows kernels = m_file.rows(recording.table("rocpd_kernel_dispatch"), {"event_id", "start"});
    while (!values.empty() && kernels.next())
        take(kernels.integer(0), kernels.integer(1));
    SqliteRows samples = m_file.rows(recording.table("rocpd_sample"), {"event_id", "timestamp"});
    while (!values.empty() && samples.next())
        take(samples.integer(0), samples.integer(1));
}

void RocpdReader::readRecording(Recording& recording)
{
    readProcesses(recording);
    readEvents(recording);
    findLaunchers(recording);
    readKernels(recording);
    readCopies(recording);
    voteForThreads(recording);
    readRegions(recording);
    readCounters(recording);
}

/// Ranks follow hosts, process numbers and GPUs, unless the environment of every process states its own.
void RocpdReader::nameUnits(const std::vector<Recording>& recordings)
{
    static const Process unknown;
    const auto processOf = [&](const Unit& unit) -> const Process& {
        const auto found = recordings[unit.recording].processes.find(unit.process);
        return found == recordings[unit.recording].processes.end() ? unknown : found->second;
    };
    const auto indexOf = [&](const Unit& unit) {
        const auto found = recordings[unit.recording].agents.find(unit.agent);
        return found == recordings[unit.recording].agents.end() ? unit.agent : found->second.index;
    };
    std::vector<Unit> units(m_units.begin(), m_units.end());
    const bool hasGpus = std::any_of(units.begin(), units.end(), [](const Unit& unit) { return unit.agent >= 0; });
    const auto placeOf = [&](const Unit& unit) {
        const Process& process = processOf(unit);
        // A process without a GPU comes last, where others have one.
        return std::tuple(hasGpus && unit.agent < 0, std::string_view(process.host), process.pid, indexOf(unit), unit);
    };
    std::sort(units.begin(), units.end(), [&](const Unit& a, const Unit& b) { return placeOf(a) < placeOf(b); });
    std::set<int32_t> stated;
    for (const Unit& unit : units) {
        if (const std::optional<int32_t> rank = processOf(unit).rank)
            stated.insert(*rank);
    }
    std::vector<int32_t> ranks;
    if (stated.size() == units.size()) {
        for (const Unit& unit : units) {
            const Process& process = processOf(unit);
            ranks.push_back(*process.rank);
            if (process.world && *process.world > *process.rank)
                m_part.layout.world = std::max(m_part.layout.world.value_or(0), *process.world);
            m_report.add(IssueKind::RankNotStated, std::nullopt,
                say("rank {} was taken from the variable {}", *process.rank, process.variable));
        }
    } else {
        ranks = m_spans.countedRanks(units.size());
    }
    std::map<std::pair<size_t, int64_t>, int32_t> scopes;
    std::set<std::string> hosts;
    for (size_t i = 0; i < units.size(); ++i) {
        const Unit& unit = units[i];
        const Process& known = processOf(unit);
        TraceProcesses::Process process;
        process.name = fmt::format("process {}", known.pid);
        if (unit.agent >= 0)
            process.labels = fmt::format("GPU {}", indexOf(unit));
        process.rank = ranks[i];
        process.launchScope
            = scopes.try_emplace({unit.recording, unit.process}, static_cast<int32_t>(scopes.size())).first->second;
        m_spans.trace.processes.add(rocpdKey(unit.recording, unit.process, unit.agent), std::move(process));
        hosts.insert(known.host);
        const auto agent = recordings[unit.recording].agents.find(unit.agent);
        if (agent != recordings[unit.recording].agents.end() && agent->second.isGpu)
            m_part.machine.addDevice(agent->second.name);
    }
    if (hosts.size() == 1 && !hosts.begin()->empty())
        m_part.worker = WorkerName {*hosts.begin(), scopes.size() == 1 ? processOf(units.front()).pid : -1};
}

bool RocpdReader::read()
{
    std::set<std::pair<bool, std::string>> schemas;
    for (const std::string_view table : tablesOfSpans) {
        for (std::string& suffix : m_file.suffixesOf(table))
            schemas.emplace(false, std::move(suffix));
        if (m_file.hasTable(olderTable(table)))
            schemas.emplace(true, std::string());
    }
    std::vector<Recording> recordings;
    recordings.reserve(schemas.size());
    for (const auto& [isOlder, suffix] : schemas) {
        Recording& recording = recordings.emplace_back();
        recording.number = recordings.size() - 1;
        recording.suffix = suffix;
        recording.isOlder = isOlder;
        readRecording(recording);
        recording.events = {};
        recording.launchers = {};
        if (m_file.isCancelled())
            return false;
    }
    if (m_units.empty())
        return true;
    nameUnits(recordings);
    return m_spans.settle(0, [this] { return !m_file.isCancelled(); });
}

} // namespace bubblescope
