// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "traceprocesses.h"

#include "namewords.h"
#include "plainnumber.h"
#include "tracename.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr int largestPlace = 10'000'000;
constexpr int largestPipelineRank = std::numeric_limits<int16_t>::max() / 4;

/// "[TP00-DP01-PP02-EP03] 12345", in the order of ranks.
struct RankLabel {
    int pipeline = 0;
    int tensor = 0;
    int data = 0;
    int expert = 0;
    auto operator<=>(const RankLabel&) const = default;
};

std::optional<RankLabel> labelOfProcess(std::string_view process)
{
    const size_t end = process.find("] "sv);
    if (!process.starts_with('[') || end == std::string_view::npos)
        return {};
    RankLabel label;
    std::string_view rest = process.substr(1, end - 1);
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find('-'));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        const std::string_view axis = word.substr(0, 2);
        const std::optional<int> number = toCount(word.substr(axis.size()), largestPlace);
        int* const place = axis == "TP"sv ? &label.tensor
            : axis == "PP"sv              ? &label.pipeline
            : axis == "DP"sv              ? &label.data
            : axis == "EP"sv              ? &label.expert
                                          : nullptr;
        if (!number || !place)
            return {};
        *place = *number;
    }
    return label;
}

void raise(std::optional<int>& size, int least) { size = std::max(size.value_or(0), least); }

/// A file name that ends with a process id and a time counts only if the trace contains that process; "rank3_12" may be
/// any name that a user chose.
std::optional<WorkerName> workerOfFile(const std::string& fileName, const EventLanes& lanes)
{
    std::optional<WorkerName> worker = workerOfName(fileName);
    if (!worker || parseTraceName(worker->host, {}).rank)
        return {};
    const std::string process = std::to_string(worker->process);
    const bool isHere = fileName.find("_ascend_pt") != std::string::npos
        || std::any_of(lanes.begin(), lanes.end(),
            [&process](const EventLane& lane) { return lane.place == EventPlace::Thread && lane.process == process; });
    return isHere ? worker : std::nullopt;
}

} // namespace

void TraceProcesses::read(const ChromeEvent& event)
{
    if (event.arguments.kind != JsonSlice::Kind::Container)
        return;
    const std::string_view what = event.name.text();
    const std::string process = jsonText(event.process.text(), longestEventText);
    if (what == "process_name"sv || what == "process_labels"sv) {
        const ChromeArguments arguments = readChromeArguments(event.arguments.text());
        Process& known = m_processes[process];
        if (what == "process_labels"sv)
            known.labels = jsonText(arguments[ChromeArgument::Labels], longestEventText);
        else
            known.name = jsonText(arguments[ChromeArgument::Name], longestEventText);
        if (arguments.has(ChromeArgument::Stage))
            known.stage = toNumber<int16_t>(arguments[ChromeArgument::Stage]).value_or(-1);
    } else if (what == "thread_name"sv) {
        const ChromeArguments arguments = readChromeArguments(event.arguments.text());
        Thread& known = m_threads[{process, jsonText(event.thread.text(), longestEventText)}];
        known.name = jsonText(arguments[ChromeArgument::Name], longestEventText);
        known.lane = arguments[ChromeArgument::Lane];
        known.group = arguments[ChromeArgument::Group];
    }
}

void TraceProcesses::readPlace(const ChromeEvent& event, TracePart& part)
{
    if (event.arguments.kind != JsonSlice::Kind::Container)
        return;
    const std::string_view arguments = event.arguments.text();
    const auto numberOf = [arguments](std::string_view quoted) -> std::optional<int> {
        const std::optional<uint64_t> number = numberOfArgument(arguments, quoted);
        return number && *number <= largestPlace ? std::optional(static_cast<int>(*number)) : std::nullopt;
    };
    const std::optional<int> rank = numberOf("\"g_rk\""sv);
    if (!rank && !numberOf("\"iteration\""sv))
        return;
    Process& known = m_processes[jsonText(event.process.text(), longestEventText)];
    known.hasIterations = true;
    m_countIterations = true;
    if (!rank || known.rankOfEvents)
        return;
    known.rankOfEvents = *rank;
    const auto take = [&numberOf](std::string_view quoted, std::optional<int>& size) {
        const std::optional<int> place = numberOf(quoted);
        if (place && *place <= largestPipelineRank)
            raise(size, *place + 1);
        return place;
    };
    take("\"dp_rk\""sv, part.layout.data);
    take("\"tp_rk\""sv, part.layout.tensor);
    if (const auto stage = take("\"pp_rk\""sv, part.layout.pipeline); stage && *stage <= largestPipelineRank)
        known.stage = static_cast<int16_t>(*stage);
}

void TraceProcesses::readStage(const ChromeEvent& event, TracePart& part)
{
    if (event.arguments.kind != JsonSlice::Kind::Container)
        return;
    const std::optional<uint64_t> stage = numberOfArgument(event.arguments.text(), "\"pp_rank\""sv);
    if (!stage || *stage > uint64_t(largestPipelineRank))
        return;
    const auto known = m_processes.find(jsonText(event.process.text(), longestEventText));
    if (known == m_processes.end() || !known->second.hasIterations || known->second.stage >= 0)
        return;
    known->second.stage = static_cast<int16_t>(*stage);
    raise(part.layout.pipeline, static_cast<int>(*stage) + 1);
}

/// Older versions of MegaScan state no ranks: processes without a name, from 0 to the last, whose events count
/// iterations.
void TraceProcesses::takeNumbersForRanks(const EventLanes& lanes)
{
    std::set<int32_t> numbers;
    for (const EventLane& lane : lanes) {
        const Process* const known = process(lane.process);
        const auto number = toNumber<int32_t>(lane.process);
        if (!known || !known->hasIterations || !known->name.empty() || !number || *number < 0)
            return;
        numbers.insert(*number);
    }
    if (numbers.size() < 2 || *numbers.rbegin() != static_cast<int32_t>(numbers.size()) - 1)
        return;
    for (const int32_t number : numbers)
        m_processes[std::to_string(number)].rankOfEvents = number;
}

bool TraceProcesses::takeLabelsForRanks(const EventLanes& lanes, TracePart& part)
{
    std::map<RankLabel, std::set<std::string>> labels;
    for (const EventLane& lane : lanes) {
        if (const std::optional<RankLabel> label = labelOfProcess(lane.process))
            labels[*label].insert(lane.process);
    }
    if (labels.size() < 2)
        return false;
    const bool hasStages = labels.rbegin()->first.pipeline > 0;
    int32_t rank = 0;
    for (const auto& [label, processes] : labels) {
        for (const std::string& process : processes) {
            Process& known = m_processes[process];
            known.rankOfEvents = rank;
            if (hasStages && label.pipeline <= largestPipelineRank)
                known.stage = static_cast<int16_t>(label.pipeline);
        }
        ++rank;
        raise(part.layout.tensor, label.tensor + 1);
        raise(part.layout.pipeline, label.pipeline + 1);
    }
    return true;
}

bool TraceProcesses::takeCallersForRanks(const EventLanes& lanes, const std::vector<uint32_t>& callLanes)
{
    std::vector<std::string> callers;
    std::vector<std::string> devices;
    const auto note = [](std::vector<std::string>& known, const std::string& process) {
        if (std::find(known.begin(), known.end(), process) == known.end())
            known.push_back(process);
    };
    for (const uint32_t lane : callLanes)
        note(callers, lanes[lane].process);
    for (const EventLane& lane : lanes) {
        const bool works = lane.place == EventPlace::Stream || lane.place == EventPlace::Communication;
        if (works && !lane.range.isNothing())
            note(devices, lane.process);
    }
    const auto isStated = [this](const std::string& id) {
        const Process* const known = process(id);
        return known && (known->rankOfEvents || rankOfProcessName(known->name) || placeOfProcessName(known->name));
    };
    if (callers.size() < 2 || callers.size() != devices.size() || std::any_of(callers.begin(), callers.end(), isStated))
        return false;
    for (size_t i = 0; i < callers.size(); ++i) {
        m_processes[callers[i]].rankOfEvents = static_cast<int32_t>(i);
        m_processes[devices[i]].rankOfEvents = static_cast<int32_t>(i);
    }
    return true;
}

void TraceProcesses::settleRanks(
    const RankSources& sources, const EventLanes& lanes, TimeNs base, TracePart& part, ImportReport& report)
{
    const bool isMerged
        = !sources.isOwn && (takeLabelsForRanks(lanes, part) || takeCallersForRanks(lanes, sources.callLanes));
    std::optional<int32_t> stated;
    if (!isMerged) // else it is that of the first that was merged
        stated = sources.ofFile;
    if (!stated && !sources.ofEvents && !sources.isOwn)
        takeNumbersForRanks(lanes);
    bool hasNamed = false;
    int32_t lowest = std::numeric_limits<int32_t>::max();
    for (auto& [id, process] : m_processes) {
        int32_t rank = stated ? -1 : rankOfProcessName(process.name).value_or(-1);
        if (const auto place = stated ? std::nullopt : placeOfProcessName(process.name)) {
            // Merged by MegaScan: the process id is the global rank.
            if (const auto number = toNumber<int32_t>(id); number && *number >= 0)
                rank = *number;
            process.stage = place->pipeline;
            raise(part.layout.data, place->data + 1);
            raise(part.layout.pipeline, place->pipeline + 1);
            raise(part.layout.tensor, place->tensor + 1);
        }
        if (!stated && process.rankOfEvents)
            rank = *process.rankOfEvents;
        process.rank = rank;
        if (rank >= 0) {
            hasNamed = true;
            lowest = std::min(lowest, rank);
        }
    }
    if (!stated && !hasNamed)
        stated = sources.ofEvents;
    const std::string_view baseName
        = std::string_view(sources.fileName).substr(std::string_view(sources.fileName).rfind('/') + 1);
    part.worker = sources.isOwn ? std::nullopt : workerOfFile(sources.fileName, lanes);
    m_rankOfFile = stated ? *stated : -1;
    if (!stated && hasNamed) {
        m_rankOfFile = lowest;
    } else if (!stated && !part.builder.isEmpty()
        && (!part.worker || parseTraceName(sources.fileName, {}).rank
            || lowered(baseName).find("rank"sv) != std::string::npos)) {
        if (const std::optional<int> rank = rankOfFileName(sources.fileName)) {
            m_rankOfFile = *rank;
            report.add(IssueKind::RankNotStated, std::nullopt, say("rank {} was taken from the name", *rank));
        }
    }
    for (auto& [id, process] : m_processes)
        process.rank = process.rank < 0 ? m_rankOfFile : process.rank;

    addRanges(lanes, base, part);
    // Of a part of the run that holds nothing of this file, the rank is known all the same.
    if (part.ranks.empty() && sources.isPart) {
        const std::optional<int> rank
            = m_rankOfFile >= 0 ? std::optional<int>(m_rankOfFile) : rankOfFileName(sources.fileName);
        if (rank) {
            part.ranks.push_back(*rank);
            part.ranges.push_back(TimeRange::nothing());
        }
    }
}

void TraceProcesses::addRanges(const EventLanes& lanes, TimeNs base, TracePart& part) const
{
    std::map<int32_t, TimeRange> ranges;
    for (const EventLane& lane : lanes) {
        if (lane.range.isNothing())
            continue;
        const auto [place, isNew] = ranges.try_emplace(rankOf(lane.process), TimeRange::nothing());
        place->second = place->second.united({lane.range.begin + base, lane.range.end + base});
    }
    for (const auto& [rank, range] : ranges) {
        part.ranks.push_back(rank);
        part.ranges.push_back(range);
    }
}

const TraceProcesses::Process* TraceProcesses::process(const std::string& name) const
{
    const auto found = m_processes.find(name);
    return found == m_processes.end() ? nullptr : &found->second;
}

const TraceProcesses::Thread* TraceProcesses::thread(const std::string& process, const std::string& thread) const
{
    const auto found = m_threads.find({process, thread});
    return found == m_threads.end() ? nullptr : &found->second;
}

int32_t TraceProcesses::rankOf(const std::string& name) const
{
    const Process* const known = process(name);
    return known ? known->rank : m_rankOfFile;
}

std::vector<int32_t> TraceProcesses::ranksOf(const EventLanes& lanes) const
{
    std::vector<int32_t> ranks;
    ranks.reserve(lanes.size());
    for (const EventLane& lane : lanes)
        ranks.push_back(rankOf(lane.process));
    return ranks;
}

std::vector<int32_t> TraceProcesses::launchScopesOf(const EventLanes& lanes) const
{
    std::vector<int32_t> scopes;
    scopes.reserve(lanes.size());
    for (const EventLane& lane : lanes) {
        const Process* const known = process(lane.process);
        scopes.push_back(known && known->launchScope >= 0 ? known->launchScope : rankOf(lane.process));
    }
    return scopes;
}

} // namespace bubblescope
