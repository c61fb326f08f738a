// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakraimporter.h"

#include "chakragraph.h"
#include "textencoding.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>

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

const Json* member(const Json& object, const char* key, const char* otherKey = nullptr)
{
    auto found = object.find(key);
    if (found == object.end() && otherKey)
        found = object.find(otherKey);
    return found == object.end() ? nullptr : &*found;
}

std::optional<ChakraNode> readNode(const Json& json)
{
    if (!json.is_object())
        return {};
    ChakraNode node;
    const Json* id = member(json, "id", "Id");
    if (!id || !id->is_number_integer())
        return {};
    node.id = static_cast<uint64_t>(id->get<int64_t>());
    if (const Json* name = member(json, "name", "Name"); name && name->is_string())
        node.name = name->get<std::string>().substr(0, longestName);
    const Json* const isOnHost = member(json, "is_cpu_op");
    classify(node, !isOnHost || !isOnHost->is_boolean() || isOnHost->get<bool>());
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
                node.dependencies.push_back(static_cast<uint64_t>((*list)[i].get<int64_t>()));
        }
    }
    return node;
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
    std::vector<ChakraNode> nodes;
    for (const Json& entry : *list) {
        if (std::optional<ChakraNode> node = readNode(entry)) {
            nodes.push_back(std::move(*node));
        } else {
            report.add(IssueKind::BadRecord, std::nullopt,
                fmt::format("node {} of the list is no object with an id", &entry - &list->front()));
        }
    }
    std::optional<int> world;
    if (const Json* gpus = member(json, "ngpus"); gpus && gpus->is_number_integer()) {
        const auto count = gpus->get<int64_t>();
        if (count > 0 && count < 10'000'000)
            world = static_cast<int>(count);
    }
    return takeChakraNodes(nodes, world, source, contents, report, progress);
}

} // namespace bubblescope
