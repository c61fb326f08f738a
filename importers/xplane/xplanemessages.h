// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "numbertable.h"
#include "timerange.h"
#include "wirereader.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bubblescope {

// The messages of XProf's xplane.proto, field by field; texts are views of the file.

/// A fact: a number, or a text that stands there or among the plane's names.
struct XStat {
    uint64_t name = 0; ///< among the plane's names of facts
    enum class Kind : uint8_t { None, Number, Real, Text } kind = Kind::None;
    int64_t number = 0;
    double real = 0;
    std::string_view text;
};

/// What events of one kind share.
struct XEventName {
    std::string_view name;
    std::string_view displayName;
    std::vector<std::string_view> stats; ///< messages, to be read by readStat()
};

struct XEvent {
    uint64_t name = 0;
    int64_t offsetPs = 0; ///< from the begin of its line
    int64_t durationPs = 0;
    bool isAggregate = false; ///< a count of occurrences, without a time
    std::vector<std::string_view> stats;
};

struct XLine {
    int64_t id = 0;
    std::string_view name;
    std::string_view displayName;
    TimeNs begin = 0;
    bool hasEvents = false; ///< see forEachEvent()
};

/// A device or the host.
struct XPlane {
    std::string_view name;
    std::vector<std::string_view> lines;
    std::unordered_map<uint64_t, XEventName> eventNames;
    NumberTable<std::string_view> statNames;
    std::vector<std::string_view> stats;

    /// The name of a fact; empty where nobody states it.
    std::string_view statName(const XStat& stat) const { return statNames.of(stat.name); }
    /// Of texts by reference, too.
    std::string_view textOf(const XStat& stat) const;
};

// False, or nothing, where the message is none.
bool readPlane(std::string_view message, XPlane& plane);
bool readLine(std::string_view message, XLine& line);
/// Calls visit(message) for each event of a line, up to the first damage; false ends it, and is returned.
template <typename Visit> bool forEachEvent(std::string_view line, const Visit& visit)
{
    constexpr uint64_t eventsField = 4;
    WireReader reader(line);
    WireReader::Field field;
    while (reader.next(field)) {
        if (field.number == eventsField && field.kind == WireReader::Kind::Bytes && !visit(field.bytes))
            return false;
    }
    return true;
}
/// `event` is used again: its vector keeps its memory.
bool readEvent(std::string_view message, XEvent& event);
/// Takes one field of a fact.
void readStatField(const WireReader::Field& field, const XPlane& plane, XStat& stat);
/// A fact; nothing also where isWanted(name) says no, which is asked first.
template <typename IsWanted>
std::optional<XStat> readStat(std::string_view message, const XPlane& plane, const IsWanted& isWanted)
{
    constexpr uint64_t nameField = 1;
    XStat stat;
    WireReader reader(message);
    WireReader::Field field;
    while (reader.next(field)) {
        if (field.number == nameField && !isWanted(field.value))
            return {};
        readStatField(field, plane, stat);
    }
    return reader.isDamaged() ? std::nullopt : std::optional(stat);
}

} // namespace bubblescope
