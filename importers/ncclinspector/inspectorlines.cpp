// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspectorlines.h"

#include "jsoncursor.h"
#include "plainnumber.h"
#include "roundedtime.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

constexpr size_t mostBytesOfText = 256;
constexpr double mostMessageBytes = 1e15;
constexpr double longestCallUs = 1e12; // eleven days

constexpr std::array<std::pair<std::string_view, Operation>, 7> inspectorOperations {{
    {"AllReduce", Operation::AllReduce},
    {"AllGather", Operation::AllGather},
    {"ReduceScatter", Operation::ReduceScatter},
    {"Broadcast", Operation::Broadcast},
    {"Reduce", Operation::Reduce},
    {"Send", Operation::SendForward},
    {"Recv", Operation::RecvForward},
}};

/// Calls take(key, value) for the members of an object; false where it is damaged.
template <typename Take> bool eachMember(std::string_view object, Take take)
{
    JsonCursor cursor(object);
    return forEachMember(cursor, [&](std::string_view key) {
        JsonSlice value;
        if (!cursor.value(value))
            return false;
        take(key, value);
        return true;
    });
}

std::string nameIn(const JsonSlice& value)
{
    return value.kind == JsonSlice::Kind::String ? jsonText(value.text(), mostBytesOfText) : std::string();
}

std::optional<double> figureIn(const JsonSlice& value, double most)
{
    const std::optional<double> figure
        = value.kind == JsonSlice::Kind::Token ? toNumber<double>(value.text()) : std::nullopt;
    return figure && std::isfinite(*figure) && *figure > 0 && *figure <= most ? figure : std::nullopt;
}

void readCommunicator(std::string_view object, InspectorLine::Communicator& communicator)
{
    eachMember(object, [&](std::string_view key, const JsonSlice& value) {
        if (key == "id")
            communicator.id = nameIn(value);
        else if (key == "comm_name")
            communicator.name = nameIn(value);
        else if (key == "rank")
            communicator.rank = toCount(value.text(), largestRank).value_or(-1);
        else if (key == "n_ranks")
            communicator.ranks = toCount(value.text(), 1 << 20).value_or(0);
        else if (key == "nnodes")
            communicator.nodes = std::max(toCount(value.text(), 1 << 20).value_or(1), 1);
    });
    if (communicator.name == "unknown")
        communicator.name.clear();
}

void readMetadata(std::string_view object, InspectorLine::Communicator& communicator)
{
    eachMember(object, [&](std::string_view key, const JsonSlice& value) {
        if (key == "hostname")
            communicator.host = nameIn(value);
        else if (key == "pid")
            communicator.process = toCount(value.text()).value_or(-1);
    });
}

/// Of coll_perf and p2p_perf, whose members differ by their prefix.
void readPerformance(std::string_view object, std::string_view prefix, InspectorLine& line)
{
    bool hasSize = false;
    bool hasTime = false;
    eachMember(object, [&](std::string_view key, const JsonSlice& value) {
        if (key == prefix) {
            const auto known = std::find_if(inspectorOperations.begin(), inspectorOperations.end(),
                [&](const auto& one) { return one.first == value.text(); });
            line.isOther = known == inspectorOperations.end();
            if (!line.isOther)
                line.measured.operation = known->second;
            return;
        }
        if (!key.starts_with(prefix) || key.size() <= prefix.size() || key[prefix.size()] != '_')
            return;
        const std::string_view what = key.substr(prefix.size() + 1);
        if (what == "sn") {
            line.measured.number = toNumber<uint64_t>(value.text()).value_or(0);
        } else if (what == "peer") {
            line.measured.peer = toCount(value.text(), largestRank).value_or(-1);
        } else if (what == "msg_size_bytes") {
            const std::optional<double> bytes = figureIn(value, mostMessageBytes);
            hasSize = bytes.has_value();
            line.measured.bytes = bytes.value_or(0);
        } else if (what == "exec_time_us") {
            const std::optional<double> us = figureIn(value, longestCallUs);
            hasTime = us.has_value();
            line.measured.ns = us.value_or(0) * nsPerUs;
        } else if (what == "timing_source") {
            line.isTimedByHost = value.text() == "collective_cpu";
        }
    });
    const bool lacksPeer = isPointToPoint(line.measured.operation) && line.measured.peer < 0;
    if (!line.isOther && (!hasSize || !hasTime || lacksPeer || line.measured.operation == Operation::Other))
        line.refusal = InspectorLine::Refusal::NoNumbers;
}

} // namespace

InspectorLine inspectorLine(std::string_view text)
{
    InspectorLine line;
    InspectorLine::Communicator communicator;
    bool hasHeader = false;
    const bool isWhole = eachMember(text, [&](std::string_view key, const JsonSlice& value) {
        if (value.kind != JsonSlice::Kind::Container)
            return;
        if (key == "header") {
            hasHeader = true;
            readCommunicator(value.text(), communicator);
        } else if (key == "metadata") {
            readMetadata(value.text(), communicator);
        } else if (key == "coll_perf" || key == "p2p_perf") {
            line.isOperation = true;
            readPerformance(value.text(), key.substr(0, key.find('_')), line);
        } else if (key == "dump_stats") {
            line.isMarker = true;
            eachMember(value.text(), [&](std::string_view what, const JsonSlice& count) {
                if (what == "coll_dropped_since_last_dump" || what == "p2p_dropped_since_last_dump")
                    line.dropped += uint64_t(toCount(count.text()).value_or(0));
            });
        }
    });
    if (!isWhole)
        line.refusal = InspectorLine::Refusal::Broken;
    if (hasHeader)
        line.communicator = std::move(communicator);
    return line;
}

bool isInspector(std::string_view head)
{
    const size_t begin = head.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && head.substr(begin).starts_with('{')
        && head.find("\"inspector_output_format_version\"") != std::string_view::npos
        && head.find("\"n_ranks\"") != std::string_view::npos;
}

} // namespace bubblescope
