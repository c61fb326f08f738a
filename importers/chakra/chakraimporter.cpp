// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakraimporter.h"

#include "chakragraph.h"
#include "jsoncursor.h"
#include "plainnumber.h"
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

constexpr size_t largestChakraFile = size_t(256) << 20;
constexpr size_t longestNode = size_t(1) << 20;
constexpr int mostSearches = 1000; // for a place to resume after damage
constexpr double longestMicroseconds = 1e12;
constexpr double latestMicroseconds = 1e15;
constexpr std::array idKeys {"id"sv, "Id"sv};
constexpr std::array nameKeys {"name"sv, "Name"sv};
constexpr std::array typeKeys {"type"sv, "NodeType"sv};
constexpr std::array beginKeys {"start_time_micros"sv, "startTimeMicros"sv, "ts"sv};
constexpr std::array durationKeys {"runtime"sv, "dur"sv, "duration"sv, "duration_micros"sv, "durationMicros"sv};
constexpr std::array controlKeys {"ctrl_deps"sv, "ctrlDeps"sv};
constexpr std::array dataKeys {"data_deps"sv, "dataDeps"sv};
constexpr std::array attributeKeys {"attr"sv, "attrs"sv};
// Indexed by number, as in the schema.
constexpr std::array nodeTypes {"INVALID_NODE"sv, "METADATA_NODE"sv, "MEM_LOAD_NODE"sv, "MEM_STORE_NODE"sv,
    "COMP_NODE"sv, "COMM_SEND_NODE"sv, "COMM_RECV_NODE"sv, "COMM_COLL_NODE"sv};
constexpr std::array collectiveTypes {"ALL_REDUCE"sv, "REDUCE"sv, "ALL_GATHER"sv, "GATHER"sv, "SCATTER"sv,
    "BROADCAST"sv, "ALL_TO_ALL"sv, "REDUCE_SCATTER"sv, "REDUCE_SCATTER_BLOCK"sv, "BARRIER"sv};

template <size_t count> bool isKeyOf(std::string_view key, const std::array<std::string_view, count>& keys)
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

/// Calls take(key, value) for every member of the object at `cursor`. False if the object is damaged or cut off.
template <typename Take> bool forEachEntry(JsonCursor& cursor, const Take& take)
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

/// Takes a list of ids or a single id.
void addDependencies(const JsonSlice& value, std::vector<uint64_t>& ids)
{
    if (value.kind != JsonSlice::Kind::Container) {
        if (const auto id = toId(value.text()))
            ids.push_back(*id);
        return;
    }
    JsonCursor cursor(value.text());
    JsonSlice item;
    if (!cursor.take('['))
        return;
    while (cursor.peek() != ']' && cursor.value(item)) {
        if (const auto id = item.kind == JsonSlice::Kind::Container ? std::nullopt : toId(item.text()))
            ids.push_back(*id);
        if (cursor.peek() == ',')
            cursor.skip();
    }
}

/// Numbers may be strings, as protobuf writes them, and enumerators may be names.
template <size_t count>
std::optional<uint64_t> toEnumerator(std::string_view text, const std::array<std::string_view, count>& words)
{
    const auto word = std::find(words.begin(), words.end(), text);
    return word != words.end() ? std::optional(static_cast<uint64_t>(word - words.begin())) : toNumber<uint64_t>(text);
}

void takeAttribute(std::string_view name, const JsonSlice& value, ChakraNode& node)
{
    if (value.kind == JsonSlice::Kind::Container)
        return;
    if (name == "is_cpu_op"sv)
        node.isOnHost = value.text() != "false"sv && value.text() != "0"sv;
    else if (name == "comm_type"sv)
        node.collective = toEnumerator(value.text(), collectiveTypes);
    else if (name == "comm_size"sv || name == "tensor_size"sv)
        node.bytes = toNumber<uint64_t>(value.text());
}

/// [{"name": "is_cpu_op", "boolVal": true}, {"name": "comm_size", "type": "uint64", "value": 4096}].
void readAttributes(std::string_view list, ChakraNode& node)
{
    JsonCursor cursor(list);
    if (!cursor.take('['))
        return;
    JsonSlice attribute;
    while (cursor.peek() != ']' && cursor.value(attribute)) {
        std::string_view name;
        JsonSlice stated;
        JsonCursor members(attribute.text());
        const bool isWhole = forEachEntry(members, [&](std::string_view key, const JsonSlice& value) {
            if (key == "name"sv)
                name = value.text();
            else if (key == "value"sv || key.ends_with("Val"sv) || key.ends_with("_val"sv))
                stated = value;
        });
        if (isWhole && stated.kind != JsonSlice::Kind::Absent)
            takeAttribute(name, stated, node);
        if (cursor.peek() == ',')
            cursor.skip();
    }
}

std::optional<TimeNs> readMicroseconds(const JsonSlice& value, double largest)
{
    const double micros = toNumber<double>(value.text()).value_or(-1);
    return std::isfinite(micros) && micros >= 0 && micros <= largest
        ? std::optional<TimeNs>(std::llround(micros * 1000))
        : std::nullopt;
}

std::optional<ChakraNode> readNode(std::string_view text, uint64_t offset, ImportReport& report)
{
    ChakraNode node;
    node.offset = offset;
    bool hasId = false;
    JsonCursor cursor(text);
    const bool isWhole = forEachEntry(cursor, [&](std::string_view key, const JsonSlice& value) {
        const bool isNone = value.kind == JsonSlice::Kind::Token && value.text() == "null"sv;
        if (isKeyOf(key, controlKeys)) {
            addDependencies(value, node.controlDependencies);
        } else if (isKeyOf(key, dataKeys)) {
            addDependencies(value, node.dataDependencies);
        } else if (value.kind == JsonSlice::Kind::Container) {
            if (isKeyOf(key, attributeKeys))
                readAttributes(value.text(), node);
        } else if (isKeyOf(key, idKeys)) {
            const auto id = toId(value.text());
            hasId = hasId || id;
            node.id = id.value_or(node.id);
        } else if (isKeyOf(key, nameKeys)) {
            node.name = jsonText(value.text(), ChakraNode::longestName);
        } else if (isKeyOf(key, typeKeys)) {
            node.type = toEnumerator(value.text(), nodeTypes).value_or(0);
        } else if (isKeyOf(key, beginKeys)) {
            if (const auto begin = readMicroseconds(value, latestMicroseconds); begin && *begin > 0)
                node.begin = begin;
        } else if (isKeyOf(key, durationKeys) && !isNone) {
            if (const auto duration = readMicroseconds(value, longestMicroseconds))
                node.duration = duration;
            else
                report.add(
                    IssueKind::BadNumber, offset, say("{}: \"{}\" is no duration", key, excerpt(value.text())));
        } else {
            takeAttribute(key, value, node);
        }
    });
    if (!isWhole || !hasId)
        return {};
    return node;
}

/// Reads nodes from the list at `at` until it ends or is damaged; returns where reading stopped.
size_t readNodes(std::string_view text, size_t at, std::vector<ChakraNode>& nodes, ImportReport& report)
{
    int searches = 0;
    for (;;) {
        at = text.find_first_not_of(" \t\r\n,"sv, at);
        if (at == std::string_view::npos) {
            report.add(IssueKind::TruncatedFile, text.size(), say("the list of nodes does not close"));
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
                report.add(
                    IssueKind::BadRecord, at, say("no object with an id: \"{}\"", excerpt(value.text().substr(0, 80))));
            at += static_cast<size_t>(cursor.at() - text.substr(at).data());
            continue;
        }
        if (cursor.state() == JsonState::Incomplete && text.size() - at <= longestNode) {
            report.add(IssueKind::TruncatedFile, at, say("the last node breaks off; what precedes it is kept"));
            return text.size();
        }
        report.add(IssueKind::BadRecord, at, say("no node: \"{}\"", excerpt(text.substr(at, 80))));
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
        return workloadGraph.sureness;
    const size_t key = head.find("\"schema\"");
    const bool isChakra
        = key != std::string_view::npos && head.substr(key, 60).find("chakra") != std::string_view::npos;
    return isChakra ? schema.sureness : 0;
}

bool ChakraImporter::importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
    ImportReport& report, const ProgressFn& progress) const
{
    const std::optional<std::string> text = readAll(source, largestChakraFile, report);
    reportSourceError(source, report);
    if (!text)
        return true;
    if (progress && !progress(source.consumed(), source.size()))
        return false;
    std::vector<ChakraNode> nodes;
    std::optional<int> world;
    bool hasList = false;
    // Members before and after the list; a damaged one ends the file.
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
        report.add(IssueKind::BadRecord, std::nullopt, say("the file is not a JSON object with a list of nodes"));
        return true;
    }
    if (nodes.empty() && report.count(IssueKind::TruncatedFile) > 0)
        return true;
    return takeChakraNodes(choices, nodes, world, source, contents, report, progress);
}

} // namespace bubblescope
