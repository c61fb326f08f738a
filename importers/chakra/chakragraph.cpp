// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakragraph.h"

#include "eventmeaning.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr TimeNs latest = TimeNs(1) << 60;

/// Every node behind what it depends on, otherwise as the file has them; those of a ring at the end.
std::vector<size_t> orderOf(const std::vector<ChakraNode>& nodes, size_t& inRings)
{
    std::unordered_map<uint64_t, size_t> byId;
    for (size_t i = 0; i < nodes.size(); ++i)
        byId.emplace(nodes[i].id, i);
    std::vector<std::vector<size_t>> followers(nodes.size());
    std::vector<size_t> waitsFor(nodes.size(), 0);
    for (size_t i = 0; i < nodes.size(); ++i) {
        for (const uint64_t id : nodes[i].dependencies) {
            if (const auto found = byId.find(id); found != byId.end() && found->second != i) {
                followers[found->second].push_back(i);
                ++waitsFor[i];
            }
        }
    }
    std::vector<size_t> order;
    std::vector<bool> isPlaced(nodes.size(), false);
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (waitsFor[i] == 0)
            order.push_back(i);
    }
    for (size_t at = 0; at < order.size(); ++at) {
        isPlaced[order[at]] = true;
        for (const size_t follower : followers[order[at]]) {
            if (--waitsFor[follower] == 0)
                order.push_back(follower);
        }
    }
    inRings = nodes.size() - order.size();
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (!isPlaced[i])
            order.push_back(i);
    }
    return order;
}

/// False if cancelled.
bool placeNodes(const std::vector<ChakraNode>& nodes, const std::vector<size_t>& order, int32_t rank, TracePart& part,
    const std::function<bool()>& goesOn)
{
    TraceBuilder& builder = part.builder;
    const std::array<TrackKey, 3> keys {
        {{rank, -1, Lane::Thread, Category::Other, "host"}, {rank, -1, Lane::Compute, Category::Other, "gpu"},
            {rank, -1, Lane::Communication, Category::OtherComm, "comm gpu"}}};
    std::array<TrackId, 3> tracks;
    std::array<TimeNs, 3> free {};
    std::unordered_map<uint64_t, TimeNs> ends;
    TimeRange range = TimeRange::nothing();
    constexpr size_t askEvery = 65'536;
    size_t placed = 0;
    for (const size_t index : order) {
        if (++placed % askEvery == 0 && !goesOn())
            return false;
        const ChakraNode& node = nodes[index];
        TimeNs ready = 0;
        for (const uint64_t id : node.dependencies) {
            if (const auto end = ends.find(id); end != ends.end())
                ready = std::max(ready, end->second);
        }
        if (!node.duration) {
            ends[node.id] = ready; // what follows it still waits for what precedes it
            continue;
        }
        const auto lane = static_cast<size_t>(node.place);
        if (!tracks[lane].isValid())
            tracks[lane] = builder.track(keys[lane]);
        SpanRecord span;
        span.track = tracks[lane];
        span.name = builder.intern(toUtf8(node.name));
        span.category = node.category;
        span.operation = node.operation;
        span.bytes = node.bytes;
        span.offset = node.offset;
        span.flags = node.begin ? 0 : SpanFlag::untimed;
        span.begin = std::min(node.begin.value_or(std::max(free[lane], ready)), latest);
        span.end = std::min(span.begin + *node.duration, latest);
        free[lane] = std::max(free[lane], span.end);
        ends[node.id] = span.end;
        range = range.united({span.begin, span.end});
        builder.addSpan(span);
    }
    if (!builder.isEmpty()) {
        part.ranks.push_back(rank);
        part.ranges.push_back(range);
    }
    return true;
}

} // namespace

void classify(ChakraNode& node, bool isOnHost)
{
    const bool isMessage = !isOnHost && isCommunicationKernel(node.name);
    node.place = isOnHost ? ChakraNode::Place::Host
        : isMessage       ? ChakraNode::Place::Network
                          : ChakraNode::Place::Device;
    node.category = isOnHost ? Category::Host : isMessage ? Category::OtherComm : Category::OtherCompute;
    node.operation = isMessage ? collectiveOfName(node.name) : Operation::Other;
}

bool takeChakraNodes(const std::vector<ChakraNode>& nodes, std::optional<int> world, const ByteSource& source,
    FileContents& contents, ImportReport& report, const ProgressFn& progress)
{
    const auto timed
        = std::count_if(nodes.begin(), nodes.end(), [](const ChakraNode& node) { return node.duration.has_value(); });
    if (timed == 0) {
        report.add(IssueKind::ConvertFirst, std::nullopt,
            "an execution trace without durations: open the profiler trace recorded beside it, or link the two first");
        contents.isForeign = true;
        return true;
    }
    size_t inRings = 0;
    const std::vector<size_t> order = orderOf(nodes, inRings);
    if (inRings > 0) {
        report.add(IssueKind::BadRecord, std::nullopt,
            fmt::format("{} nodes depend on themselves; they are shown behind the others", inRings));
    }
    const bool hasTimes
        = std::any_of(nodes.begin(), nodes.end(), [](const ChakraNode& node) { return node.begin && node.duration; });
    if (!hasTimes) {
        report.add(IssueKind::MissingTime, std::nullopt,
            fmt::format(
                "{} of {} operations have a duration, none a time: each is shown once what it depends on has ended",
                timed, nodes.size()));
    }
    TracePart part;
    part.builder.setFile(source.name());
    part.groupsByTime = true;
    part.layout.world = world;
    const std::optional<int> rank = rankOfFileName(source.name());
    if (rank)
        report.add(IssueKind::RankNotStated, std::nullopt, fmt::format("rank {} was taken from the name", *rank));
    const auto goesOn = [&] { return !progress || progress(source.consumed(), source.size()); };
    if (!goesOn() || !placeNodes(nodes, order, rank.value_or(-1), part, goesOn))
        return false;
    contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
