// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chromeevent.h"

#include "plainnumber.h"

#include <cmath>
#include <cstring>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr std::array<std::string_view, chromeArgumentCount> argumentNames {"name"sv, "Seq"sv, "dtype"sv, "bytes"sv,
    "stage"sv, "flags"sv, "group"sv, "lane"sv, "span"sv, "parent"sv, "labels"sv, "detail"sv, "Comms Id"sv, "category"sv,
    "operation"sv, "microbatch"sv, "Group size"sv, "In msg nelems"sv, "Out msg nelems"sv, "Collective name"sv,
    "Process Group Name"sv, "Process Group Ranks"sv, "Process Group Description"sv, "Src Rank"sv, "Dst Rank"sv,
    "Global rank start"sv, "Global rank stride"sv, "correlation"sv, "Total Allocated"sv, "Total Reserved"sv,
    "Device Type"sv, "Device Id"sv, "Input Dims"sv, "Input type"sv, "launch"sv, "in bytes"sv, "out bytes"sv,
    "communicator"sv, "inputs"sv};

/// Arguments by the size of their names, which tells most keys from all of them.
struct NamesBySize {
    static constexpr size_t longest = 25;
    std::array<uint8_t, chromeArgumentCount> arguments {};
    std::array<uint8_t, longest + 2> first {}; ///< of each size, in `arguments`
};

constexpr NamesBySize namesBySize = [] {
    NamesBySize names;
    uint8_t count = 0;
    for (size_t size = 0; size <= NamesBySize::longest; ++size) {
        names.first[size] = count;
        for (size_t i = 0; i < chromeArgumentCount; ++i) {
            if (argumentNames[i].size() == size)
                names.arguments[count++] = static_cast<uint8_t>(i);
        }
    }
    names.first[NamesBySize::longest + 1] = count;
    return names;
}();
static_assert(namesBySize.first.back() == chromeArgumentCount, "a name is longer than the longest");

// The member that a key fills; null for keys that are not read.
JsonSlice* memberOf(ChromeEvent& event, std::string_view key)
{
    switch (key.size()) {
    case 2:
        return key == "ph"sv ? &event.phase : key == "ts"sv ? &event.time : key == "id"sv ? &event.id : nullptr;
    case 3:
        return key == "pid"sv ? &event.process
            : key == "tid"sv  ? &event.thread
            : key == "cat"sv  ? &event.category
            : key == "dur"sv  ? &event.duration
                              : nullptr;
    case 4:
        return key == "name"sv ? &event.name
            : key == "args"sv  ? &event.arguments
            : key == "g_rk"sv  ? &event.globalRank
                               : nullptr;
    case 5:
        return key == "pp_rk"sv ? &event.pipelineRank : nullptr;
    case 6:
        return key == "rel_ts"sv ? &event.relativeTime : nullptr;
    case 10:
        return key == "pad_before"sv ? &event.padding : nullptr;
    case 13:
        return key == "duration_wall"sv ? &event.wallTime : nullptr;
    default:
        return nullptr;
    }
}

/// Where the text begins in the object, null if it does not. memmem() is many times faster here than
/// std::string_view::find(), which stops at every quote; it must not be given the null of an empty view.
const char* textFoundIn(std::string_view quoted, std::string_view object)
{
    return object.empty() ? nullptr
                          : static_cast<const char*>(memmem(object.data(), object.size(), quoted.data(), quoted.size()));
}

} // namespace

JsonState readChromeEvent(std::string_view text, ChromeEvent& event, size_t& size)
{
    event = {};
    JsonCursor cursor(text);
    JsonSlice ignored;
    forEachMember(cursor, [&](std::string_view key) {
        JsonSlice* const member = memberOf(event, key);
        return cursor.value(member ? *member : ignored);
    });
    size = static_cast<size_t>(cursor.at() - text.data());
    return cursor.state();
}

std::optional<SliceKey> wordsKeyOf(const ChromeArguments& arguments, std::string_view description)
{
    return sliceKeyOf({arguments[ChromeArgument::CollectiveName], arguments[ChromeArgument::DataType],
        arguments[ChromeArgument::GroupName], description, arguments[ChromeArgument::GroupRanks],
        arguments[ChromeArgument::GroupSize]});
}

ChromeArguments readChromeArguments(std::string_view object)
{
    ChromeArguments arguments;
    JsonCursor cursor(object);
    forEachMember(cursor, [&](std::string_view key) {
        JsonSlice slice;
        if (!cursor.value(slice))
            return false;
        if (key.size() > NamesBySize::longest)
            return true;
        for (size_t i = namesBySize.first[key.size()]; i < namesBySize.first[key.size() + 1]; ++i) {
            const size_t argument = namesBySize.arguments[i];
            if (argumentNames[argument] == key)
                arguments.set(static_cast<ChromeArgument>(argument), slice.text());
        }
        return true;
    });
    return arguments;
}

bool describesCommunication(std::string_view object)
{
    return textFoundIn("\"Collective name\"", object) != nullptr;
}

std::string_view textOfArgument(std::string_view object, std::string_view quoted)
{
    const std::string_view found = argumentsFrom(object, quoted);
    if (found.empty())
        return {};
    JsonCursor cursor(found);
    std::string_view key;
    JsonSlice value;
    return cursor.key(key) && cursor.value(value) ? value.text() : std::string_view();
}

std::string_view argumentsFrom(std::string_view object, std::string_view quoted)
{
    const char* const found = textFoundIn(quoted, object);
    return found ? object.substr(size_t(found - object.data())) : std::string_view();
}

std::optional<uint64_t> numberOfArgument(std::string_view object, std::string_view quoted)
{
    const std::string_view text = textOfArgument(object, quoted);
    return text.empty() ? std::nullopt : toNumber<uint64_t>(text);
}

std::vector<std::pair<std::string_view, double>> readCounterValues(std::string_view object)
{
    std::vector<std::pair<std::string_view, double>> values;
    JsonCursor cursor(object);
    forEachMember(cursor, [&](std::string_view key) {
        JsonSlice slice;
        if (!cursor.value(slice))
            return false;
        const auto number = slice.kind == JsonSlice::Kind::Container ? std::nullopt : toNumber<double>(slice.text());
        if (number && std::isfinite(*number))
            values.emplace_back(key, *number);
        return true;
    });
    return values;
}

std::string_view chromeArgumentName(ChromeArgument argument) { return argumentNames[static_cast<size_t>(argument)]; }

} // namespace bubblescope
