// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversionadvice.h"

#include <cstdint>
#include <string>

namespace bubblescope {

namespace {

constexpr std::string_view sqliteMark("SQLite format 3\0", 16);

/// Protocol 2 to 5 of Python's pickle: 0x80, the protocol, then (from 4 on) a frame or a first object.
bool isPickle(std::string_view head)
{
    if (head.size() < 3 || head[0] != '\x80' || head[1] < 2 || head[1] > 5)
        return false;
    constexpr std::string_view firstOpcodes = "\x95\x8a\x8c]}(cX)NKJMGU";
    return firstOpcodes.find(head[2]) != std::string_view::npos;
}

bool isText(std::string_view head)
{
    for (const char c : head.substr(0, 512)) {
        if (static_cast<unsigned char>(c) < 0x09)
            return false;
    }
    return true;
}

} // namespace

std::optional<std::string_view> conversionAdvice(std::string_view head, std::string_view name)
{
    if (name.ends_with(".gz"))
        name.remove_suffix(3);
    if (head.starts_with(sqliteMark)) {
        if (name.ends_with(".sqlite"))
            return "an SQLite export, probably of Nsight Systems: convert it to a Chrome trace (JSON) first";
        return "an SQLite database: export its tables as text first";
    }
    if (name.ends_with(".nsys-rep") && !isText(head))
        return "an Nsight Systems report: run \"nsys export --type sqlite\" on it and convert the result to a Chrome "
               "trace (JSON) first";
    if (name.ends_with(".xplane.pb") && !isText(head))
        return "an XLA profile: open it in TensorBoard's profiler and save its trace viewer's data as JSON first";
    if (isPickle(head))
        return "a Python pickle: load it in Python and save it as JSON or CSV first";
    return {};
}

} // namespace bubblescope
