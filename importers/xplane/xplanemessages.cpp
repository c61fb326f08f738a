// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "xplanemessages.h"

#include <cmath>
#include <cstring>

namespace bubblescope {

namespace {

// Numbers of the fields, from the published schema.
namespace PlaneField {
enum : uint64_t { Name = 2, Lines = 3, EventNames = 4, StatNames = 5, Stats = 6 };
}
namespace MapField {
enum : uint64_t { Key = 1, Value = 2 };
}
namespace NameField {
enum : uint64_t { Name = 2, DisplayName = 4, Stats = 5 };
}
namespace LineField {
enum : uint64_t { Id = 1, Name = 2, Begin = 3, Events = 4, DisplayName = 11 };
}
namespace EventField {
enum : uint64_t { Name = 1, Offset = 2, Duration = 3, Stats = 4, Occurrences = 5 };
}
namespace StatField {
enum : uint64_t { Name = 1, Double = 2, Unsigned = 3, Signed = 4, Text = 5, Bytes = 6, Reference = 7 };
}

constexpr size_t mostStats = 64; // of an event

bool isBytes(const WireReader::Field& field) { return field.kind == WireReader::Kind::Bytes; }

/// An entry of a map from numbers to messages.
bool readEntry(std::string_view message, uint64_t& key, std::string_view& value)
{
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->number == MapField::Key && !isBytes(*field))
            key = field->value;
        else if (field->number == MapField::Value && isBytes(*field))
            value = field->bytes;
    }
    return !reader.isDamaged();
}

bool readEventName(std::string_view message, XEventName& name)
{
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (!isBytes(*field))
            continue;
        if (field->number == NameField::Name)
            name.name = field->bytes;
        else if (field->number == NameField::DisplayName)
            name.displayName = field->bytes;
        else if (field->number == NameField::Stats && name.stats.size() < mostStats)
            name.stats.push_back(field->bytes);
    }
    return !reader.isDamaged();
}

} // namespace

std::string_view XPlane::textOf(const XStat& stat) const
{
    return stat.kind == XStat::Kind::Text ? stat.text : std::string_view();
}

bool readPlane(std::string_view message, XPlane& plane)
{
    WireReader reader(message);
    bool isWhole = true;
    while (const auto field = reader.next()) {
        if (!isBytes(*field))
            continue;
        uint64_t key = 0;
        std::string_view value;
        switch (field->number) {
        case PlaneField::Name:
            plane.name = field->bytes;
            break;
        case PlaneField::Lines:
            plane.lines.push_back(field->bytes);
            break;
        case PlaneField::EventNames:
            isWhole = readEntry(field->bytes, key, value) && isWhole;
            isWhole = readEventName(value, plane.eventNames[key]) && isWhole;
            break;
        case PlaneField::StatNames: {
            isWhole = readEntry(field->bytes, key, value) && isWhole;
            XEventName name;
            isWhole = readEventName(value, name) && isWhole;
            plane.statNames[key] = name.name;
            break;
        }
        case PlaneField::Stats:
            if (plane.stats.size() < mostStats)
                plane.stats.push_back(field->bytes);
            break;
        default:
            break;
        }
    }
    return isWhole && !reader.isDamaged();
}

bool readLine(std::string_view message, XLine& line)
{
    WireReader reader(message);
    WireReader::Field field;
    while (reader.next(field)) {
        switch (field.number) {
        case LineField::Id:
            line.id = static_cast<int64_t>(field.value);
            break;
        case LineField::Name:
            line.name = field.bytes;
            break;
        case LineField::Begin:
            line.begin = static_cast<TimeNs>(field.value);
            break;
        case LineField::Events:
            line.hasEvents = line.hasEvents || isBytes(field);
            break;
        case LineField::DisplayName:
            line.displayName = field.bytes;
            break;
        default:
            break;
        }
    }
    return !reader.isDamaged();
}

bool readEvent(std::string_view message, XEvent& event)
{
    event.name = 0;
    event.offsetPs = event.durationPs = 0;
    event.isAggregate = false;
    event.stats.clear();
    WireReader reader(message);
    WireReader::Field field;
    while (reader.next(field)) {
        switch (field.number) {
        case EventField::Name:
            event.name = field.value;
            break;
        case EventField::Offset:
            event.offsetPs = static_cast<int64_t>(field.value);
            break;
        case EventField::Duration:
            event.durationPs = static_cast<int64_t>(field.value);
            break;
        case EventField::Stats:
            if (isBytes(field) && event.stats.size() < mostStats)
                event.stats.push_back(field.bytes);
            break;
        case EventField::Occurrences:
            event.isAggregate = true;
            break;
        default:
            break;
        }
    }
    return !reader.isDamaged();
}

void readStatField(const WireReader::Field& field, const XPlane& plane, XStat& stat)
{
    switch (field.number) {
    case StatField::Name:
        stat.name = field.value;
        break;
    case StatField::Double:
        stat.kind = XStat::Kind::Real;
        std::memcpy(&stat.real, &field.value, sizeof stat.real);
        break;
    case StatField::Unsigned:
    case StatField::Signed:
        stat.kind = XStat::Kind::Number;
        stat.number = static_cast<int64_t>(field.value);
        break;
    case StatField::Text:
    case StatField::Bytes:
        stat.kind = XStat::Kind::Text;
        stat.text = field.bytes;
        break;
    case StatField::Reference:
        stat.kind = XStat::Kind::Text;
        stat.text = plane.statNames.of(field.value);
        break;
    default:
        break;
    }
}

} // namespace bubblescope
