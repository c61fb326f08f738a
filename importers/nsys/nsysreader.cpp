// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsysreader.h"

#include "characters.h"
#include "communicationnames.h"
#include "nsysnames.h"
#include "plainnumber.h"
#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

std::string_view asItIs(std::string_view text) { return text; }
std::string processKey(const NsysUnit& unit) { return fmt::format("{:x}/{}", unit.process, unit.device); }

} // namespace

NsysReader::NsysReader(SqliteFile& file, TracePart& part, ImportReport& report, std::string fileName,
    std::optional<TimeRange> slice, const ImportChoices& choices)
    : m_file(file)
    , m_report(report)
    , m_fileName(std::move(fileName))
    , m_slice(slice)
    , m_kernels(choices.kernels)
    , m_trace(part)
    , m_tables(file, report, slice)
    , m_ranks(file, report)
    , m_communicators(file)
{
    m_trace.stepRanges.choose(choices.stepRange);
}

const NsysReader::Named& NsysReader::namedFor(
    Names& names, const NsysTable& table, uint32_t text, std::string_view category)
{
    names.resize(std::max(names.size(), table.texts.size()));
    Named& named = names[text];
    if (named.isKnown)
        return named;
    const std::string& name = table.texts[text];
    named.isKnown = true;
    named.name = name.empty() ? StringId() : m_trace.builder.intern(name);
    named.meaning = meaningOfEvent(name, category, *m_kernels);
    if (m_trace.stepRanges.isChosen())
        named.meaning.step.reset();
    named.meaning.isStepRange = !named.meaning.step && m_trace.stepRanges.nameOf(name);
    if (category == "mpi"sv && movesData(name)) {
        named.meaning.category = Category::OtherComm;
        named.meaning.operation = collectiveOfName(name);
    }
    m_trace.noteName(named.name, name, category, named.meaning);
    return named;
}

SpanRecord NsysReader::spanOf(const NsysRow& row, const Named& named) const
{
    SpanRecord span;
    span.begin = row.begin;
    span.end = row.end;
    span.name = named.name;
    ProfileTrace::takeMeaning(named.meaning, span);
    return span;
}

uint32_t NsysReader::laneOf(const NsysUnit& unit, std::string thread, EventPlace place)
{
    EventLane lane;
    lane.process = processKey(unit);
    lane.thread = std::move(thread);
    lane.place = place;
    return m_trace.lanes.laneOf(std::move(lane));
}

void NsysReader::noteDevices(const NsysTable& table, bool onlyWhereNoneIsKnown)
{
    for (const NsysPlace& place : table.places) {
        const NsysUnit unit = onlyWhereNoneIsKnown ? unitOf(place) : NsysUnit {place.owner.process(), place.device};
        const auto at = std::lower_bound(m_units.begin(), m_units.end(), unit);
        if (at == m_units.end() || unit < *at)
            m_units.insert(at, unit);
    }
    m_hasDevices = m_hasDevices || !table.places.empty();
}

/// Synchronizations may name a device that their process does not use.
NsysUnit NsysReader::unitOf(const NsysPlace& place) const
{
    const NsysUnit stated {place.owner.process(), place.device};
    const auto at = std::lower_bound(m_units.begin(), m_units.end(), NsysUnit {stated.process, -1});
    const bool isKnown = std::binary_search(m_units.begin(), m_units.end(), stated);
    return isKnown || at == m_units.end() || at->process != stated.process ? stated : *at;
}

void NsysReader::readDevice(NsysDeviceWork work)
{
    static constexpr std::string_view categories[]
        = {"kernel"sv, "gpu_memcpy"sv, "gpu_memset"sv, "kernel"sv, "cuda_sync"sv};
    const std::string_view category = categories[static_cast<size_t>(work)];
    NsysTable table(m_file, asItIs);
    m_tables.read(work, table);
    noteDevices(table, work == NsysDeviceWork::Synchronization);
    Names names;
    std::map<std::pair<uint32_t, EventPlace>, uint32_t> lanes;
    for (const NsysRow& row : table.rows) {
        const Named& named = namedFor(names, table, row.text, category);
        const NsysPlace& place = table.places[row.place];
        const auto [lane, isNew] = lanes.try_emplace({row.place, named.meaning.place}, 0);
        if (isNew) {
            const bool isStream = place.stream >= 0 && place.stream < std::numeric_limits<int32_t>::max();
            lane->second = laneOf(
                unitOf(place), isStream ? std::to_string(place.stream) : std::string("context"), named.meaning.place);
        }
        SpanRecord span = spanOf(row, named);
        if (row.more) {
            const NsysMore& more = table.mores[row.more - 1];
            span.bytes = more.bytes;
            span.inputs = more.payload.empty() ? StringId() : m_trace.builder.intern(more.payload);
        }
        const uint32_t added = m_trace.addSpan(span, lane->second, named.meaning);
        const auto number = row.number ? std::optional<uint64_t>(row.number) : std::nullopt;
        if (work != NsysDeviceWork::Synchronization)
            m_trace.addLaunchEnd(number, lane->second, added, named.meaning);
        if (isCommunication(named.meaning.category))
            m_communicators.addKernel(place.owner, row.number, added, lane->second);
    }
}

/// Threads of a process with several GPUs are drawn with the one that they start most work on.
void NsysReader::voteForThreads()
{
    std::set<uint64_t> several;
    for (size_t i = 1; i < m_units.size(); ++i) {
        if (m_units[i].process == m_units[i - 1].process)
            several.insert(m_units[i].process);
    }
    if (several.empty())
        return;
    std::map<std::pair<uint64_t, int64_t>, int64_t> deviceOf; // by process and correlation
    SqliteRows kernels = m_file.rows("CUPTI_ACTIVITY_KIND_KERNEL", {"globalPid", "correlationId", "deviceId"});
    while (kernels.next()) {
        const NsysOwner owner {static_cast<uint64_t>(kernels.integer(0).value_or(0))};
        if (several.count(owner.process()) > 0)
            deviceOf[{owner.process(), kernels.integer(1).value_or(-1)}] = kernels.integer(2).value_or(0);
    }
    std::map<uint64_t, std::map<int64_t, uint64_t>> votes; // by thread and device
    SqliteRows calls = m_file.rows("CUPTI_ACTIVITY_KIND_RUNTIME", {"globalTid", "correlationId"});
    while (calls.next()) {
        const NsysOwner owner {static_cast<uint64_t>(calls.integer(0).value_or(0))};
        const auto device = deviceOf.find({owner.process(), calls.integer(1).value_or(-1)});
        if (device != deviceOf.end())
            ++votes[owner.number][device->second];
    }
    for (const auto& [thread, devices] : votes) {
        const auto most = std::max_element(
            devices.begin(), devices.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        m_unitOfThread[thread] = {NsysOwner {thread}.process(), most->first};
    }
}

const NsysUnit* NsysReader::unitOf(NsysOwner thread)
{
    if (const auto voted = m_unitOfThread.find(thread.number); voted != m_unitOfThread.end())
        return &voted->second;
    const NsysUnit first {thread.process(), -1};
    auto at = std::lower_bound(m_units.begin(), m_units.end(), first);
    if (at != m_units.end() && at->process == first.process)
        return &*at;
    if (!m_hasDevices)
        return &*m_units.insert(at, first);
    if (m_units.size() == 1)
        return &m_units.front();
    m_left.insert(first.process);
    return nullptr;
}

void NsysReader::takeRange(const NsysTable& table, const NsysRow& row, uint32_t lane, const Named& named)
{
    const TimeRange range {row.begin, row.end};
    const std::string& text = table.texts[row.text];
    CommunicationRanges::Communication communication {named.meaning.operation, -1};
    const NsysOwner owner = table.places[row.place].owner;
    if (row.more && text.starts_with("nccl"sv)) {
        const NcclPayload payload
            = m_communicators.addRange(owner, range, text, table.mores[row.more - 1].payload, m_ranks);
        communication.bytes = payload.bytes.value_or(-1);
    }
    if (named.meaning.isCommRange) {
        communication.operation = collectiveOfName(text);
        m_trace.communication.addRange(lane, range, communication);
    }
}

void NsysReader::readRanges()
{
    NsysTable table(m_file, withoutFacts);
    m_tables.readRanges(table);
    Names names;
    Names ofMpi;
    Names ofNccl;
    std::map<uint32_t, std::optional<uint32_t>> lanes;
    for (const NsysRow& row : table.rows) {
        const NsysOwner owner = table.places[row.place].owner;
        const auto [lane, isNew] = lanes.try_emplace(row.place);
        if (isNew) {
            if (const NsysUnit* const unit = unitOf(owner))
                lane->second = laneOf(*unit, std::to_string(owner.thread()), EventPlace::Thread);
        }
        if (!lane->second)
            continue;
        const NsysMore* const more = row.more ? &table.mores[row.more - 1] : nullptr;
        const auto domain = more ? m_tables.domains().find({owner.process(), more->kind}) : m_tables.domains().end();
        const bool hasDomain = domain != m_tables.domains().end();
        const bool isMpi = hasDomain && domain->second == "MPI";
        const bool isNccl = (hasDomain && domain->second == "NCCL") || table.texts[row.text].starts_with("nccl"sv);
        const Named& named = isMpi ? namedFor(ofMpi, table, row.text, "mpi"sv)
            : isNccl               ? namedFor(ofNccl, table, row.text, "nccl"sv)
                                   : namedFor(names, table, row.text, categoryOfRange(table.texts[row.text]));
        SpanRecord span = spanOf(row, named);
        if (hasDomain)
            span.detail = m_trace.builder.intern(domain->second);
        if (more && more->isOpen)
            span.flags |= SpanFlag::notMeasured;
        m_trace.addSpan(span, *lane->second, named.meaning);
        takeRange(table, row, *lane->second, named);
    }
    for (const auto& [thread, name] : m_tables.namedThreads()) {
        constexpr std::string_view prefix = "MPI Rank ";
        if (const auto rank
            = name.starts_with(prefix) ? toCount(std::string_view(name).substr(prefix.size())) : std::nullopt)
            m_ranks.state(NsysOwner {thread}.process(), -1, *rank, 0);
    }
    SqliteRows mpi = m_file.rows("MPI_RANKS", {"globalTid", "rank"});
    while (mpi.next()) {
        const int64_t rank = mpi.integer(1).value_or(-1);
        if (rank >= 0 && rank <= std::numeric_limits<int32_t>::max())
            m_ranks.state(NsysOwner {static_cast<uint64_t>(mpi.integer(0).value_or(0))}.process(), -1,
                static_cast<int32_t>(rank), 0);
    }
}

void NsysReader::readHost(const NsysHostTable& host)
{
    NsysTable table(m_file, withoutVersion);
    m_tables.read(host, table);
    Names names;
    std::map<uint32_t, std::optional<uint32_t>> lanes;
    for (const NsysRow& row : table.rows) {
        const NsysOwner owner = table.places[row.place].owner;
        const Named& named = namedFor(names, table, row.text, host.category);
        const auto [lane, isNew] = lanes.try_emplace(row.place);
        if (isNew) {
            if (const NsysUnit* const unit = unitOf(owner))
                lane->second = laneOf(*unit, std::to_string(owner.thread()), named.meaning.place);
        }
        if (!lane->second)
            continue;
        SpanRecord span = spanOf(row, named);
        if (row.more)
            span.bytes = table.mores[row.more - 1].bytes;
        const uint32_t added = m_trace.addSpan(span, *lane->second, named.meaning);
        if (row.number == 0 || !named.meaning.isLaunch)
            continue;
        m_trace.addLaunchEnd(row.number, *lane->second, added, named.meaning);
        m_communicators.addCall(owner, row.number, row.begin);
    }
}

void NsysReader::readCounters()
{
    std::map<std::pair<int64_t, int64_t>, std::string> metrics;
    SqliteRows known = m_file.rows("TARGET_INFO_GPU_METRICS", {"typeId", "metricId", "metricName"});
    constexpr size_t mostMetrics = 10'000;
    while (known.next() && metrics.size() < mostMetrics) {
        metrics.emplace(std::pair(known.integer(0).value_or(0), known.integer(1).value_or(0)),
            toUtf8(known.text(2).substr(0, 200)));
    }
    if (metrics.empty() || m_units.empty())
        return;
    SqliteRows samples = m_file.rows("GPU_METRICS", {"timestamp", "typeId", "metricId", "value"});
    std::map<int64_t, const NsysUnit*> unitOfDevice;
    for (const NsysUnit& unit : m_units)
        unitOfDevice.try_emplace(unit.device, &unit);
    while (samples.next()) {
        const int64_t type = samples.integer(1).value_or(0);
        const auto metric = metrics.find({type, samples.integer(2).value_or(0)});
        const auto time = samples.integer(0);
        const auto value = samples.number(3);
        if (metric == metrics.end() || !time || !value || !meetsSlice(m_slice, *time, *time))
            continue;
        const int64_t device = type & 0xff; // of the GPU that was sampled
        const auto unit = unitOfDevice.find(device);
        m_trace.counters.add({processKey(unit == unitOfDevice.end() ? m_units.front() : *unit->second), metric->second,
                                 static_cast<int16_t>(device), CounterSeries::Unit::Plain},
            *time, *value);
    }
}

void NsysReader::nameProcesses(const std::vector<int32_t>& ranks)
{
    std::map<uint64_t, std::string> known;
    constexpr size_t mostNames = 1'000'000;
    SqliteRows processes = m_file.rows("PROCESSES", {"globalPid", "name"});
    while (processes.next() && known.size() < mostNames) {
        const NsysOwner owner {static_cast<uint64_t>(processes.integer(0).value_or(0))};
        known.emplace(owner.process(), toUtf8(processes.text(1).substr(0, 200)));
    }
    std::map<uint64_t, int32_t> scopes;
    for (size_t i = 0; i < m_units.size(); ++i) {
        const NsysUnit& unit = m_units[i];
        const uint32_t id = NsysOwner {unit.process << 24}.processId();
        TraceProcesses::Process process;
        process.name = known.count(unit.process) > 0 ? fmt::format("{} {}", known[unit.process], id)
                                                     : fmt::format("process {}", id);
        if (unit.device >= 0)
            process.labels = fmt::format("GPU {}", unit.device);
        process.rank = ranks[i];
        process.launchScope = scopes.try_emplace(unit.process, static_cast<int32_t>(scopes.size())).first->second;
        m_trace.processes.add(processKey(unit), std::move(process));
    }
    NsysTable names(m_file, asItIs);
    SqliteRows threads = m_file.rows("ThreadNames", {"globalTid", "nameId"});
    std::map<uint64_t, uint32_t> texts;
    while (threads.next() && texts.size() < mostNames) {
        const auto thread = threads.integer(0);
        const auto name = threads.integer(1);
        if (thread && name)
            texts.emplace(static_cast<uint64_t>(*thread), names.texts.ofId(*name));
    }
    names.texts.resolve();
    for (const auto& [number, text] : texts) {
        const NsysOwner owner {number};
        const std::string& name = names.texts[names.texts.settled(text)];
        // The kernel names a thread after its process, cut to 15 characters, unless the program does.
        const std::string& process = known[owner.process()];
        if (name.empty() || process.substr(process.rfind('/') + 1).starts_with(name) || name == "python3")
            continue;
        if (const NsysUnit* const unit = unitOf(owner))
            m_trace.processes.addThread(
                processKey(*unit), std::to_string(owner.thread()), fmt::format("{} {}", name, owner.thread()));
    }
}

bool NsysReader::read()
{
    for (const NsysDeviceWork work : {NsysDeviceWork::Kernel, NsysDeviceWork::Copy, NsysDeviceWork::Set,
             NsysDeviceWork::Graph, NsysDeviceWork::Synchronization})
        readDevice(work);
    voteForThreads();
    readRanges();
    for (const NsysHostTable& host : NsysTables::hostTables())
        readHost(host);
    readCounters();
    if (m_file.isCancelled() || m_units.empty())
        return !m_file.isCancelled();
    if (!m_left.empty()) {
        m_report.add(IssueKind::RankNotStated, std::nullopt,
            say(m_left.size() == 1 ? say("{} process uses no GPU: it is of no rank, and left out")
                                   : say("{} processes use no GPU: they are of no rank, and left out"),
                m_left.size()));
    }
    m_left.clear();
    SqliteRows devices = m_file.rows("TARGET_INFO_GPU", {"name"});
    while (devices.next())
        m_trace.part.machine.addDevice(toUtf8(devices.text(0).substr(0, 200)));
    const std::vector<int32_t> ranks = m_ranks.settle(m_units, m_fileName, m_trace.part);
    nameProcesses(ranks);
    if (const StepRanges& steps = m_trace.stepRanges; steps.isChosen() && steps.isEmpty())
        m_report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("no range is called \"{}\": the whole report is one step", excerpt(steps.chosen())));
    m_communicators.settle(m_trace, m_units, ranks);
    ProfileTrace::Settling settling {NsysTables::baseOf(m_file), m_slice, false, {}};
    m_trace.builder.shift(settling.base);
    m_trace.processes.takeStatedRanks(m_trace.lanes, settling.base, m_trace.part);
    return m_trace.settle(settling, m_report, [this] { return !m_file.isCancelled(); });
}

} // namespace bubblescope
