// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakragraph.h"

#include "communicationnames.h"
#include "textencoding.h"
#include "tracename.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr TimeNs latest = TimeNs(1) << 60;

enum NodeType : uint64_t { MemoryLoad = 2, MemoryStore, Compute, Send, Receive, Collective };

Operation operationOfCollective(uint64_t collective)
{
    constexpr std::array<Operation, 9> operations {Operation::AllReduce, Operation::Reduce, Operation::AllGather,
        Operation::Other, Operation::Other, Operation::Broadcast, Operation::AllToAll, Operation::ReduceScatter,
        Operation::ReduceScatter};
    return collective < operations.size() ? operations[collective] : Operation::Other;
}

struct Order {
    std::vector<size_t> nodes; ///< in topological order, otherwise in file order; members of cycles come last
    size_t inRings = 0;
    bool followsControl = true;
};

template <typename Take> void forEachDependency(const ChakraNode& node, bool followsControl, const Take& take)
{
    for (const uint64_t id : node.dataDependencies)
        take(id);
    if (followsControl) {
        for (const uint64_t id : node.controlDependencies)
            take(id);
    }
}

Order orderBy(
    const std::vector<ChakraNode>& nodes, const std::unordered_map<uint64_t, size_t>& byId, bool followsControl)
{
    Order order;
    order.followsControl = followsControl;
    std::vector<std::vector<size_t>> followers(nodes.size());
    std::vector<size_t> waitsFor(nodes.size(), 0);
    for (size_t i = 0; i < nodes.size(); ++i) {
        forEachDependency(nodes[i], followsControl, [&](uint64_t id) {
            if (const auto found = byId.find(id); found != byId.end() && found->second != i) {
                followers[found->second].push_back(i);
                ++waitsFor[i];
            }
        });
    }
    std::vector<bool> isPlaced(nodes.size(), false);
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (waitsFor[i] == 0)
            order.nodes.push_back(i);
    }
    for (size_t at = 0; at < order.nodes.size(); ++at) {
        isPlaced[order.nodes[at]] = true;
        for (const size_t follower : followers[order.nodes[at]]) {
            if (--waitsFor[follower] == 0)
                order.nodes.push_back(follower);
        }
    }
    order.inRings = nodes.size() - order.nodes.size();
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (!isPlaced[i])
            order.nodes.push_back(i);
    }
    return order;
}

Order orderOf(const std::vector<ChakraNode>& nodes)
{
    std::unordered_map<uint64_t, size_t> byId;
    for (size_t i = 0; i < nodes.size(); ++i)
        byId.emplace(nodes[i].id, i);
    Order order = orderBy(nodes, byId, true);
    if (order.inRings > 0) {
        Order byData = orderBy(nodes, byId, false);
        if (byData.inRings < order.inRings)
            return byData;
    }
    return order;
}

bool hasDuration(const ChakraNode& node) { return node.duration && *node.duration > 0; }

/// False if cancelled.
bool placeNodes(const KernelNames& kernels, const std::vector<ChakraNode>& nodes, const Order& order, int32_t rank,
    TracePart& part, const std::function<bool()>& mayContinue)
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
    for (const size_t index : order.nodes) {
        if (++placed % askEvery == 0 && !mayContinue())
            return false;
        const ChakraNode& node = nodes[index];
        TimeNs ready = 0;
        forEachDependency(node, order.followsControl, [&](uint64_t id) {
            if (const auto end = ends.find(id); end != ends.end())
                ready = std::max(ready, end->second);
        });
        if (!hasDuration(node)) {
            ends[node.id] = ready; // its successors still wait for its predecessors
            continue;
        }
        const ChakraMeaning meaning = meaningOfNode(node, kernels);
        const auto lane = static_cast<size_t>(meaning.place);
        if (!tracks[lane].isValid())
            tracks[lane] = builder.track(keys[lane]);
        SpanRecord span;
        span.track = tracks[lane];
        span.name = builder.intern(toUtf8(node.name));
        span.category = meaning.category;
        span.operation = meaning.operation;
        if (node.bytes)
            span.bytes = static_cast<int64_t>(std::min(*node.bytes, uint64_t(1) << 62));
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

ChakraMeaning meaningOfNode(const ChakraNode& node, const KernelNames& kernels)
{
    ChakraMeaning meaning;
    if (node.isOnHost.value_or(node.type < MemoryLoad))
        return meaning;
    meaning.place = ChakraMeaning::Place::Device;
    meaning.category = Category::OtherCompute;
    if (node.type == MemoryLoad || node.type == MemoryStore) {
        meaning.category = Category::MemoryCopy;
        return meaning;
    }
    const KernelNames::Meaning known = kernels.meaningOf(node.name).value_or(KernelNames::Meaning());
    const bool isKnown = isCommunication(known.category);
    if ((node.type < Send || node.type > Collective) && !isKnown) {
        meaning.category = known.category;
        return meaning;
    }
    meaning.place = ChakraMeaning::Place::Network;
    const bool isMessage = node.type == Send || node.type == Receive;
    meaning.category = isMessage ? Category::PipelineComm : isKnown ? known.category : Category::OtherComm;
    meaning.operation = node.collective ? operationOfCollective(*node.collective)
        : isKnown                       ? known.operation
                                        : collectiveOfName(node.name);
    return meaning;
}

bool takeChakraNodes(const ImportChoices& choices, const std::vector<ChakraNode>& nodes, std::optional<int> world,
    const ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress)
{
    const auto timed = std::count_if(nodes.begin(), nodes.end(), hasDuration);
    if (timed == 0) {
        report.add(IssueKind::ConvertFirst, std::nullopt,
            say("an execution trace without durations: open the profiler trace recorded beside it, or link the two "
                "first"));
        contents.isForeign = true;
        return true;
    }
    const Order order = orderOf(nodes);
    if (order.inRings > 0) {
        report.add(IssueKind::BadRecord, std::nullopt,
            say(order.inRings == 1 ? say("{} node depends on itself; it is shown behind the others")
                                   : say("{} nodes depend on themselves; they are shown behind the others"),
                order.inRings));
    }
    const bool hasTimes = std::any_of(
        nodes.begin(), nodes.end(), [](const ChakraNode& node) { return node.begin && hasDuration(node); });
    if (!hasTimes) {
        report.add(IssueKind::MissingTime, std::nullopt,
            say(timed == 1
                    ? say("{} of {} operations has a duration, none a time: each is shown once what it depends on has "
                          "ended{}")
                    : say("{} of {} operations have a duration, none a time: each is shown once what it depends on has "
                          "ended{}"),
                timed, nodes.size(),
                order.followsControl
                    ? ""
                    : say("; control dependencies form a cycle with the data dependencies and are left out")));
    }
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    part.clock = ClockPolicy::Recording; // the start of each rank
    part.layout.world = world;
    const std::optional<int> rank = rankOfFileName(source.name());
    if (rank)
        report.add(IssueKind::RankNotStated, std::nullopt, say("rank {} was taken from the name", *rank));
    const auto mayContinue = [&] { return !progress || progress(source.consumed(), source.size()); };
    if (!mayContinue() || !placeNodes(*choices.kernels, nodes, order, rank.value_or(-1), part, mayContinue))
        return false;
    contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
