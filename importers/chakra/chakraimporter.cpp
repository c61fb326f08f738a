// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakraimporter.h"

#include "chrometrace/eventmeaning.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bubblescope {

namespace {

using Json = nlohmann::json;

constexpr size_t largestFile = size_t(256) << 20; // as a tree it takes ten times that
constexpr size_t longestName = 1024;
constexpr double longestMicroseconds = 1e12;
constexpr std::array<const char*, 4> durationKeys {"runtime", "dur", "duration", "duration_micros"};
constexpr std::array<const char*, 4> dependencyKeys {"data_deps", "ctrlDeps", "ctrl_deps", "dataDeps"};

struct Node {
    std::string name;
    int64_t id = -1;
    std::optional<TimeNs> duration;
    bool isOnHost = true;
    std::vector<int64_t> dependencies;
};

const Json* member(const Json& object, const char* key, const char* otherKey = nullptr)
{
    auto found = object.find(key);
    if (found == object.end() && otherKey)
        found = object.find(otherKey);
    return found == object.end() ? nullptr : &*found;
}

std::optional<Node> readNode(const Json& json)
{
    if (!json.is_object())
        return {};
    Node node;
    const Json* id = member(json, "id", "Id");
    if (!id || !id->is_number_integer())
        return {};
    node.id = id->get<int64_t>();
    if (const Json* name = member(json, "name", "Name"); name && name->is_string())
        node.name = name->get<std::string>().substr(0, longestName);
    if (const Json* isOnHost = member(json, "is_cpu_op"); isOnHost && isOnHost->is_boolean())
        node.isOnHost = isOnHost->get<bool>();
    for (const char* key : durationKeys) {
        const Json* duration = member(json, key);
        if (!duration || !duration->is_number())
            continue;
        const double value = duration->get<double>();
        if (std::isfinite(value) && value >= 0 && value <= longestMicroseconds)
            node.duration = std::llround(value * 1000);
    }
    for (const char* key : dependencyKeys) {
        const Json* list = member(json, key);
        for (size_t i = 0; list && list->is_array() && i < list->size(); ++i) {
            if ((*list)[i].is_number_integer())
                node.dependencies.push_back((*list)[i].get<int64_t>());
        }
    }
    return node;
}

/// Every node behind what it depends on, otherwise as the file has them; those of a ring at the end.
std::vector<size_t> orderOf(const std::vector<Node>& nodes, size_t& inRings)
{
    std::unordered_map<int64_t, size_t> byId;
    for (size_t i = 0; i < nodes.size(); ++i)
        byId.emplace(nodes[i].id, i);
    std::vector<std::vector<size_t>> followers(nodes.size());
    std::vector<size_t> waitsFor(nodes.size(), 0);
    for (size_t i = 0; i < nodes.size(); ++i) {
        for (const int64_t id : nodes[i].dependencies) {
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

void placeNodes(const std::vector<Node>& nodes, const std::vector<size_t>& order, int32_t rank, TracePart& part)
{
    TraceBuilder& builder = part.builder;
    enum : size_t { OnHost, OnGpu, OnNetwork };
    const std::array<TrackKey, 3> keys {
        {{rank, -1, Lane::Thread, Category::Other, "host"}, {rank, -1, Lane::Compute, Category::Other, "gpu"},
            {rank, -1, Lane::Communication, Category::OtherComm, "comm gpu"}}};
    std::array<TrackId, 3> tracks;
    std::array<TimeNs, 3> free {};
    std::unordered_map<int64_t, TimeNs> ends;
    TimeRange range = TimeRange::nothing();
    for (const size_t index : order) {
        const Node& node = nodes[index];
        if (!node.duration)
            continue;
        const bool isMessage = !node.isOnHost && isCommunicationKernel(node.name);
        const size_t lane = node.isOnHost ? OnHost : isMessage ? OnNetwork : OnGpu;
        if (!tracks[lane].isValid())
            tracks[lane] = builder.track(keys[lane]);
        SpanRecord span;
        span.track = tracks[lane];
        span.name = builder.intern(toUtf8(node.name));
        span.flags = SpanFlag::untimed;
        span.category = node.isOnHost ? Category::Host : isMessage ? Category::OtherComm : Category::OtherCompute;
        span.operation = isMessage ? collectiveOfName(node.name) : Operation::Other;
        span.begin = free[lane];
        for (const int64_t id : node.dependencies) {
            if (const auto end = ends.find(id); end != ends.end())
                span.begin = std::max(span.begin, end->second);
        }
        constexpr TimeNs latest = TimeNs(1) << 60;
        span.begin = std::min(span.begin, latest);
        span.end = std::min(span.begin + *node.duration, latest);
        free[lane] = span.end;
        ends[node.id] = span.end;
        range = range.united({span.begin, span.end});
        builder.addSpan(span);
    }
    if (!builder.isEmpty()) {
        part.ranks.push_back(rank);
        part.ranges.push_back(range);
    }
}

} // namespace

int ChakraImporter::sniff(std::string_view head) const
{
    head = withoutByteOrderMark(head);
    const size_t begin = head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || head[begin] != '{')
        return 0;
    if (head.find("\"workload_graph\"") != std::string_view::npos)
        return 90;
    const size_t schema = head.find("\"schema\"");
    return schema != std::string_view::npos && head.substr(schema, 60).find("chakra") != std::string_view::npos ? 96
                                                                                                                : 0;
}

bool ChakraImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    const std::optional<std::string> text = readAll(source, largestFile, report);
    reportSourceError(source, report);
    if (!text)
        return true;
    if (progress && !progress(source.consumed(), source.size()))
        return false;
    const Json json = Json::parse(*text, nullptr, false);
    const Json* list = json.is_object() ? member(json, "workload_graph", "nodes") : nullptr;
    if (!list || !list->is_array()) {
        report.add(IssueKind::BadRecord, std::nullopt, "the file is no JSON object with a list of nodes");
        return true;
    }
    std::vector<Node> nodes;
    size_t timed = 0;
    for (const Json& entry : *list) {
        if (std::optional<Node> node = readNode(entry)) {
            timed += node->duration.has_value();
            nodes.push_back(std::move(*node));
        } else {
            report.add(IssueKind::BadRecord, std::nullopt,
                fmt::format("node {} of the list is no object with an id", &entry - &list->front()));
        }
    }
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
    report.add(IssueKind::MissingTime, std::nullopt,
        fmt::format("{} of {} operations have a duration, none a time: each is shown once what it depends on has ended",
            timed, nodes.size()));
    TracePart part;
    part.builder.setFile(source.name());
    part.groupsByTime = true;
    if (const Json* gpus = member(json, "ngpus"); gpus && gpus->is_number_integer()) {
        const auto count = gpus->get<int64_t>();
        if (count > 0 && count < 10'000'000)
            part.layout.world = static_cast<int>(count);
    }
    const std::optional<int> rank = rankOfFileName(source.name());
    if (rank)
        report.add(IssueKind::RankNotStated, std::nullopt, fmt::format("rank {} was taken from the name", *rank));
    placeNodes(nodes, order, rank.value_or(-1), part);
    contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
