// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakraimporter.h"

#include "chakragraph.h"
#include "eventmeaning.h"
#include "jsoncursor.h"
#include "tracemeaning.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t largestFile = size_t(256) << 20;
constexpr size_t longestName = 1024;
constexpr size_t longestNode = size_t(1) << 20;
constexpr int mostSearches = 1000; // for where it goes on behind damage
constexpr double longestMicroseconds = 1e12;
constexpr std::array durationKeys {"runtime"sv, "dur"sv, "duration"sv, "duration_micros"sv};
constexpr std::array dependencyKeys {"data_deps"sv, "ctrlDeps"sv, "ctrl_deps"sv, "dataDeps"sv};

template <size_t count> bool isOneOf(std::string_view key, const std::array<std::string_view, count>& keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::optional<uint64_t> toId(std::string_view text)
{
    if (const auto id = toNumber<uint64_t>(text))
        return id;
    const auto id = toNumber<int64_t>(text);
    return id ? std::optional(static_cast<uint64_t>(*id)) : std::nullopt;
}

/// Calls take(key, value) for every member of the object that `cursor` stands at. False where it is damaged or cut.
template <typename Take> bool forEachMember(JsonCursor& cursor, const Take& take)
{
    if (!cursor.take('{'))
        return false;
    for (bool isFirst = true; cursor.peek() != '}'; isFirst = false) {
        std::string_view key;
        JsonSlice value;
        if ((!isFirst && !cursor.take(',')) || !cursor.key(key) || !cursor.value(value))
            return false;
        take(key, value);
    }
    cursor.skip();
    return true;
}

void addDependencies(std::string_view list, std::vector<uint64_t>& ids)
{
    JsonCursor cursor(list);
    JsonSlice value;
    if (!cursor.take('['))
        return;
    while (cursor.peek() != ']' && cursor.value(value)) {
        if (const auto id = value.kind == JsonSlice::Kind::Token ? toId(value.text()) : std::nullopt)
            ids.push_back(*id);
        if (cursor.peek() == ',')
            cursor.skip();
    }
}

std::optional<ChakraNode> readNode(std::string_view text, uint64_t offset, ImportReport& report)
{
    ChakraNode node;
    node.offset = offset;
    bool hasId = false;
    bool isOnHost = true;
    JsonCursor cursor(text);
    const bool isWhole = forEachMember(cursor, [&](std::string_view key, const JsonSlice& value) {
        const bool isToken = value.kind == JsonSlice::Kind::Token;
        if (key == "id"sv || key == "Id"sv) {
            const auto id = isToken ? toId(value.text()) : std::nullopt;
            hasId = hasId || id;
            node.id = id.value_or(node.id);
        } else if ((key == "name"sv || key == "Name"sv) && value.kind == JsonSlice::Kind::String) {
            node.name = jsonText(value.text(), longestName);
        } else if (key == "is_cpu_op"sv) {
            isOnHost = value.text() != "false"sv;
        } else if (isToken && value.text() != "null"sv && isOneOf(key, durationKeys)) {
            const double duration = toNumber<double>(value.text()).value_or(-1);
            if (std::isfinite(duration) && duration >= 0 && duration <= longestMicroseconds)
                node.duration = std::llround(duration * 1000);
            else
                report.add(
                    IssueKind::BadNumber, offset, fmt::format("{}: \"{}\" is no duration", key, excerpt(value.text())));
        } else if (value.kind == JsonSlice::Kind::Container && isOneOf(key, dependencyKeys)) {
            addDependencies(value.text(), node.dependencies);
        }
    });
    if (!isWhole || !hasId)
        return {};
    classify(node, isOnHost);
    return node;
}

/// The nodes of the list that `text` has from `at` on, as far as they go, and where the list ends.
size_t readNodes(std::string_view text, size_t at, std::vector<ChakraNode>& nodes, ImportReport& report)
{
    int searches = 0;
    for (;;) {
        at = text.find_first_not_of(" \t\r\n,"sv, at);
        if (at == std::string_view::npos) {
            report.add(IssueKind::TruncatedFile, text.size(), "the list of nodes does not close");
            return text.size();
        }
        if (text[at] == ']')
            return at + 1;
        JsonCursor cursor(text.substr(at, longestNode));
        JsonSlice value;
        if (cursor.value(value)) {
            std::optional<ChakraNode> node = readNode(value.text(), at, report);
            if (node)
                nodes.push_back(std::move(*node));
            else
                report.add(IssueKind::BadRecord, at,
                    fmt::format("no object with an id: \"{}\"", excerpt(value.text().substr(0, 80))));
            at += static_cast<size_t>(cursor.at() - text.substr(at).data());
            continue;
        }
        if (cursor.state() == JsonState::Incomplete && text.size() - at <= longestNode) {
            report.add(IssueKind::TruncatedFile, at, "the last node breaks off; what precedes it is kept");
            return text.size();
        }
        report.add(IssueKind::BadRecord, at, fmt::format("no node: \"{}\"", excerpt(text.substr(at, 80))));
        at = ++searches < mostSearches ? text.find('{', at + 1) : text.size();
        at = std::min(at, text.size());
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
    std::vector<ChakraNode> nodes;
    std::optional<int> world;
    bool hasList = false;
    // Members in front of the list and behind it; a damaged one ends the file.
    const std::string_view rest = *text;
    size_t at = rest.size() - withoutByteOrderMark(rest).size();
    for (char before = '{';; before = ',') {
        JsonCursor cursor(rest.substr(at));
        std::string_view key;
        JsonSlice value;
        if (!cursor.take(before) || !cursor.key(key))
            break;
        if ((key == "workload_graph"sv || key == "nodes"sv) && cursor.peek() == '[') {
            hasList = true;
            at = readNodes(rest, static_cast<size_t>(cursor.at() - rest.data()) + 1, nodes, report);
            continue;
        }
        if (!cursor.value(value))
            break;
        at = static_cast<size_t>(cursor.at() - rest.data());
        if (const auto count = toNumber<int>(value.text());
            key == "ngpus"sv && count && *count > 0 && *count < 10'000'000)
            world = count;
    }
    if (!hasList) {
        report.add(IssueKind::BadRecord, std::nullopt, "the file is no JSON object with a list of nodes");
        return true;
    }
    if (nodes.empty() && report.count(IssueKind::TruncatedFile) > 0)
        return true;
    return takeChakraNodes(nodes, world, source, contents, report, progress);
}

} // namespace bubblescope
