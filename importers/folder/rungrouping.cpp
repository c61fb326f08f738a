// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungrouping.h"

#include "characters.h"
#include "exchangedtokens.h"
#include "hostgroups.h"
#include "missingranks.h"
#include "rankbins.h"
#include "recordings.h"
#include "telemetryplacement.h"
#include "tracename.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr int64_t stampGapSeconds = 5; // the ranks of a measured run start together

// The stamp's local time in seconds; only differences are meaningful.
int64_t secondsOfStamp(const std::string& stamp)
{
    if (stamp.size() != 14)
        return -1;
    const auto number = [&stamp](size_t at, size_t size) {
        int value = 0;
        std::from_chars(stamp.data() + at, stamp.data() + at + size, value);
        return value;
    };
    using namespace std::chrono;
    const year_month_day day {year(number(0, 4)), month(static_cast<unsigned>(number(4, 2))),
        std::chrono::day(static_cast<unsigned>(number(6, 2)))};
    if (!day.ok())
        return -1;
    return int64_t(sys_days(day).time_since_epoch().count()) * 86400 + number(8, 2) * 3600 + number(10, 2) * 60
        + number(12, 2);
}

// Removes the rank from "trace3" or "3": the last word must have nothing after its number.
bool stripTrailingRank(std::string& base, int rank)
{
    const std::string digits = std::to_string(rank);
    if (base.size() < digits.size() || base.compare(base.size() - digits.size(), digits.size(), digits) != 0)
        return false;
    const size_t tokenStart = base.find_last_of('_') == std::string::npos ? 0 : base.find_last_of('_') + 1;
    const size_t numberStart = base.size() - digits.size();
    if (numberStart < tokenStart)
        return false;
    for (size_t i = tokenStart; i < numberStart; ++i) {
        if (isDigit(base[i]))
            return false;
    }
    base.resize(numberStart);
    return true;
}

std::string folderOfGroup(const FileGroup& group)
{
    std::string common = group.front().name.folder;
    const auto isInside = [&common](const GroupedFile& candidate) {
        const std::string& folder = candidate.name.folder;
        return common.empty() || folder == common || folder.starts_with(common + '/');
    };
    while (!std::all_of(group.begin(), group.end(), isInside))
        common.erase(std::min(common.rfind('/'), common.size()) == common.size() ? 0 : common.rfind('/'));
    return common;
}

std::string lastComponent(const std::string& root, const std::vector<NamedPart>& parts)
{
    std::error_code ignored;
    std::filesystem::path path = std::filesystem::absolute(root, ignored).lexically_normal();
    if (!path.has_filename())
        path = path.parent_path();
    // A file opened by itself: the name of its folder tells the layout.
    if (parts.size() == 1 && path.filename().string() == parts.front().name)
        path = path.parent_path();
    return path.filename().string();
}

void takeMissing(ParallelLayout& to, const ParallelLayout& from)
{
    for (const auto member : {&ParallelLayout::world, &ParallelLayout::tensor, &ParallelLayout::pipeline,
             &ParallelLayout::data, &ParallelLayout::expert, &ParallelLayout::context, &ParallelLayout::microbatches,
             &ParallelLayout::microbatchSize, &ParallelLayout::layers}) {
        if (!(to.*member))
            to.*member = from.*member;
    }
}

// Derives what the sizes in the names imply.
void completeLayout(ParallelLayout& layout)
{
    if (!layout.tensor || !layout.pipeline)
        return;
    // A double can hold the product of any three.
    if (double(*layout.tensor) * *layout.pipeline * layout.context.value_or(1) > largestWorld)
        return;
    const int64_t model = int64_t(*layout.tensor) * *layout.pipeline * layout.context.value_or(1);
    if (!layout.world && layout.data && model * *layout.data <= largestWorld)
        layout.world = static_cast<int>(model * *layout.data);
    if (!layout.world)
        return;
    if (!layout.context)
        layout.context = 1;
    if (!layout.data && *layout.world % model == 0)
        layout.data = static_cast<int>(*layout.world / model);
}

// Splits at gaps between stamps (measured runs) and at repeated ranks.
std::vector<FileGroup> splitByTime(FileGroup files, const std::vector<NamedPart>& parts, Run::Kind kind, bool& duplicates)
{
    std::stable_sort(files.begin(), files.end(), [](const GroupedFile& a, const GroupedFile& b) {
        return std::tie(a.seconds, a.firstRank) < std::tie(b.seconds, b.firstRank);
    });
    std::vector<FileGroup> clusters;
    for (GroupedFile& file : files) {
        const bool gap = !clusters.empty() && kind == Run::Kind::Measured
            && file.seconds - clusters.back().back().seconds > stampGapSeconds;
        if (clusters.empty() || gap)
            clusters.emplace_back();
        clusters.back().push_back(std::move(file));
    }
    std::vector<FileGroup> groups;
    for (FileGroup& cluster : clusters) {
        std::vector<FileGroup> layers;
        RankBins taken;
        for (GroupedFile& file : cluster) {
            const TracePart& part = parts[file.part].part;
            const size_t layer = taken.find(part.ranks);
            if (layer == layers.size()) {
                // In scaling mode ranks are recorded in turn: after a repetition a new recording follows.
                if (kind == Run::Kind::Scaling && layer > 0)
                    taken.close(layer - 1);
                layers.emplace_back();
                taken.add();
                duplicates = duplicates || (layer > 0 && (kind != Run::Kind::Scaling || file.seconds < 0));
            }
            taken.put(layer, part.ranks);
            layers[layer].push_back(std::move(file));
        }
        for (FileGroup& group : layers)
            groups.push_back(std::move(group));
    }
    return groups;
}

// Stages numbered without a gap are the whole pipeline.
std::optional<int> wholePipeline(const Trace& trace)
{
    std::set<int> stages;
    for (const RankInfo& rank : trace.ranks())
        stages.insert(rank.stage);
    const int count = static_cast<int>(stages.size());
    if (count == 0 || *stages.begin() != 0 || *stages.rbegin() != count - 1)
        return std::nullopt;
    return count;
}

std::string stampText(const std::string& stamp)
{
    return fmt::format("{}-{}-{} {}:{}:{}", stamp.substr(0, 4), stamp.substr(4, 2), stamp.substr(6, 2),
        stamp.substr(8, 2), stamp.substr(10, 2), stamp.substr(12, 2));
}

/// Names that count places tell the sizes together, where each combination of places was recorded once and the job has
/// no more ranks.
void takePlaces(const FileGroup& group, ParallelLayout& layout)
{
    static constexpr std::optional<int> ParallelLayout::*members[] = {&ParallelLayout::tensor, &ParallelLayout::pipeline,
        &ParallelLayout::data, &ParallelLayout::context, &ParallelLayout::expert};
    static constexpr size_t ofRanks = 4; // experts share the ranks of these
    std::set<std::array<int, ofRanks>> places;
    std::array<int64_t, std::size(members)> sizes {};
    for (const GroupedFile& file : group) {
        std::array<int, ofRanks> place {};
        for (size_t i = 0; i < std::size(members); ++i) {
            const int count = file.name.counts[i].value_or(0);
            sizes[i] = std::max<int64_t>(sizes[i], file.name.counts[i] ? int64_t(count) + 1 : 0);
            if (i < ofRanks)
                place[i] = count;
        }
        places.insert(place);
    }
    constexpr int64_t mostRanks = 10'000'000;
    int64_t ranks = 1;
    for (size_t i = 0; i < ofRanks; ++i)
        ranks = std::min(ranks * std::max<int64_t>(std::min(sizes[i], mostRanks), 1), mostRanks);
    const auto recorded = static_cast<int64_t>(places.size());
    if (group.size() < 2 || recorded != ranks || recorded != static_cast<int64_t>(group.size())
        || (layout.world && *layout.world != recorded))
        return;
    for (size_t i = 0; i < std::size(members); ++i) {
        if (sizes[i] > 0 && sizes[i] <= mostRanks && !(layout.*members[i]))
            layout.*members[i] = static_cast<int>(sizes[i]);
    }
}

Run makeRun(FileGroup& group, std::vector<NamedPart>& parts, Run::Kind kind, const std::string& rootName,
    TelemetryPlacement& telemetry, ImportReport& report)
{
    std::stable_sort(
        group.begin(), group.end(), [](const GroupedFile& a, const GroupedFile& b) { return a.firstRank < b.firstRank; });
    Run run;
    run.kind = kind;
    const Origin usual = kind == Run::Kind::Plan ? Origin::Assumed : Origin::Measured;
    run.origin = parts[group.front().part].part.origin.value_or(usual);
    const TraceName& first = group.front().name;
    run.name = !first.folder.empty() ? first.folder : group.size() > 1 ? rootName : first.base;
    if (run.name.empty())
        run.name = !rootName.empty() ? rootName : parts[group.front().part].name;

    std::map<int, std::string> hosts;
    if (kind == Run::Kind::Measured)
        hosts = hostsOf(group, parts);
    // Profiler traces do not name their host: agreeing clocks do not prove a single host.
    const bool isOneHost = std::all_of(
        hosts.begin(), hosts.end(), [&hosts](const auto& entry) { return entry.second == hosts.begin()->second; });
    if (parts[group.front().part].part.clock == ClockPolicy::Recording && isOneHost)
        hosts.clear();
    size_t spans = 0;
    for (const GroupedFile& file : group)
        spans += parts[file.part].part.builder.spanCount();
    TraceBuilder builder;
    std::optional<int> microbatches;
    std::optional<TimeNs> runStart;
    const bool namesPlaces
        = std::any_of(group.begin(), group.end(), [](const GroupedFile& file) { return file.name.namesPlaces; });
    for (const GroupedFile& file : group) {
        TracePart& part = parts[file.part].part;
        run.files.push_back(parts[file.part].name);
        if (part.layout.microbatches)
            microbatches = std::max(microbatches.value_or(0), *part.layout.microbatches);
        if (!namesPlaces || file.name.namesPlaces) // of the others "tp1" is no size, either
            takeMissing(run.layout, file.name.layout);
        part.layout.microbatches.reset();
        takeMissing(run.layout, part.layout);
        run.machine.add(part.machine);
        if (part.runStart)
            runStart = std::min(runStart.value_or(*part.runStart), *part.runStart);
        builder.append(std::move(part.builder));
        builder.reserve(spans); // once and for all: growing would touch twice the memory
    }
    for (const auto& [rank, host] : hosts)
        builder.setHost(rank, host);
    TraceBuilder::Options options;
    options.ranksAreComparable = kind != Run::Kind::Scaling;
    options.origin = runStart;
    Trace trace = builder.finish(options, report);
    // What is not yet a run's may be changed: its names belong to nobody else.
    run.trace
        = std::make_shared<Trace>(kind == Run::Kind::Measured ? telemetry.placed(std::move(trace)) : std::move(trace));

    run.layout.microbatches = microbatches;
    if (namesPlaces)
        takePlaces(group, run.layout);
    if (kind == Run::Kind::Plan && !run.layout.pipeline)
        run.layout.pipeline = wholePipeline(*run.trace);
    completeLayout(run.layout);
    if (kind == Run::Kind::Measured && !run.layout.expert)
        run.layout.expert = expertRanksByExchange(*run.trace, run.layout);
    run.missingRanks = missingRanks(run);
    return run;
}

} // namespace

std::vector<Run> groupRuns(std::vector<NamedPart> parts, const std::string& root, ImportReport& report,
    std::span<const FlightDump> dumps, std::span<const GpuTelemetry> telemetry)
{
    TelemetryPlacement placement(telemetry);
    const std::string rootName = lastComponent(root, parts);
    std::set<int> outside;
    for (const NamedPart& named : parts) {
        const TracePart& part = named.part;
        if (part.builder.isEmpty() && !part.ranges.empty() && part.ranges.front().isNothing())
            outside.insert(part.ranks.begin(), part.ranks.end());
    }
    std::map<std::tuple<Run::Kind, std::string, std::string>, FileGroup> buckets;
    const auto candidateOf = [&](size_t i) {
        const TracePart& part = parts[i].part;
        GroupedFile candidate;
        candidate.part = i;
        candidate.name = parseTraceName(parts[i].name, rootName);
        if (candidate.name.host.empty() && part.worker)
            candidate.name.host = part.worker->host;
        candidate.seconds = secondsOfStamp(candidate.name.stamp);
        candidate.firstRank = part.ranks.empty() ? -1 : *std::min_element(part.ranks.begin(), part.ranks.end());
        return candidate;
    };
    for (size_t i = 0; i < parts.size(); ++i) {
        const TracePart& part = parts[i].part;
        if (part.builder.isEmpty() || part.clock == ClockPolicy::Recording)
            continue;
        GroupedFile candidate = candidateOf(i);
        if (!candidate.name.rank && part.ranks.size() == 1)
            stripTrailingRank(candidate.name.base, part.ranks.front());
        buckets[{part.kind, candidate.name.folder, candidate.name.base}].push_back(std::move(candidate));
    }

    std::vector<Run> runs;
    std::vector<std::string> stamps;
    std::vector<std::string> folders;
    report.setFile({});
    for (auto& [key, files] : buckets) {
        const Run::Kind kind = std::get<0>(key);
        bool duplicates = false;
        std::vector<FileGroup> groups = splitByTime(std::move(files), parts, kind, duplicates);
        if (kind == Run::Kind::Measured)
            groups = joinHosts(std::move(groups), parts);
        if (duplicates) {
            report.add(IssueKind::DuplicateRank, std::nullopt,
                say("{}: files of one name and time hold the same rank; {} runs were made of them",
                    parts[groups.front().front().part].name, groups.size()));
        } else if (groups.size() > 1) {
            report.add(IssueKind::MixedRuns, std::nullopt,
                say("{} runs, told apart by the time stamps in their names: {}", groups.size(),
                    std::get<1>(key).empty() ? rootName : std::get<1>(key)));
        }
        for (FileGroup& group : groups) {
            stamps.push_back(group.front().name.stamp);
            folders.push_back(group.front().name.folder);
            runs.push_back(makeRun(group, parts, kind, rootName, placement, report));
        }
    }
    for (const std::vector<size_t>& recording : groupRecordings(parts, report)) {
        FileGroup group;
        for (const size_t part : recording)
            group.push_back(candidateOf(part));
        // The parts of a run in folders per host are named after the folder above.
        const std::string shared = folderOfGroup(group);
        for (GroupedFile& candidate : group)
            candidate.name.folder = shared;
        folders.push_back(shared);
        // A single file gives its own name; several files give the name of their folder.
        if (group.size() == 1)
            group.front().name.folder.clear();
        stamps.push_back(group.front().name.stamp);
        runs.push_back(makeRun(group, parts, parts[recording.front()].part.kind, rootName, placement, report));
    }
    // Make equal names distinct: by their folders, where all of one name lie in different ones, else by stamps.
    std::map<std::string, int> uses;
    std::map<std::string, std::set<std::string>> foldersOfName;
    for (size_t i = 0; i < runs.size(); ++i) {
        ++uses[runs[i].name];
        if (!folders[i].empty())
            foldersOfName[runs[i].name].insert(folders[i]);
    }
    std::map<std::string, int> number;
    for (size_t i = 0; i < runs.size(); ++i) {
        const std::string plain = runs[i].name;
        if (uses[plain] < 2)
            continue;
        const int counted = ++number[plain];
        if (foldersOfName[plain].size() == static_cast<size_t>(uses[plain]))
            runs[i].name = fmt::format("{}/{}", folders[i], plain);
        else
            runs[i].name = stamps[i].size() == 14 ? fmt::format("{} {}", plain, stampText(stamps[i]))
                                                  : fmt::format("{} #{}", plain, counted);
    }
    for (Run& run : runs) {
        takeOutsidePart(run, outside);
        takeDumped(run, dumps);
        reportMissing(run, report);
    }
    placement.report(report);
    return runs;
}

} // namespace bubblescope
