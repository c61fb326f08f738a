// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launcharguments.h"

#include "chromeevent.h"
#include "jsoncursor.h"
#include "launchtext.h"

#include <cstddef>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// "63,1,1" of "[ 63, 1, 1 ]".
std::string bareDimensions(std::string_view list)
{
    std::string bare(list);
    std::erase_if(bare, [](char c) { return c == '[' || c == ']' || c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
    return bare;
}

} // namespace

std::string_view launchIn(std::string_view object)
{
    const std::string_view registers = argumentsFrom(object, "\"registers per thread\""sv);
    const std::string_view before = object.substr(0, object.size() - registers.size());
    const std::string_view grid = argumentsFrom(before, "\"grid\""sv);
    return object.substr(object.size() - registers.size() - grid.size());
}

std::string launchOfKernel(std::string_view part)
{
    const std::string object = '{' + std::string(part); // what stands before may be another's
    LaunchText launch;
    std::string grid;
    std::string block;
    JsonCursor cursor(object);
    forEachMember(cursor, [&](std::string_view key) {
        JsonSlice slice;
        if (!cursor.value(slice))
            return false;
        const bool isList = slice.kind == JsonSlice::Kind::Container;
        if (isList && key == "grid"sv)
            grid = bareDimensions(slice.text());
        else if (isList && key == "block"sv)
            block = bareDimensions(slice.text());
        else if (!isList && key == "registers per thread"sv)
            launch.registers = slice.text();
        else if (!isList && key == "shared memory"sv)
            launch.sharedMemory = slice.text();
        else if (!isList && key == "est. achieved occupancy %"sv)
            launch.occupancy = slice.text();
        return true;
    });
    launch.grid = grid;
    launch.block = block;
    return joinedLaunch(launch);
}

std::string launchOfAmd(const AmdLaunch& launch)
{
    constexpr int64_t mostItems = int64_t(1) << 40;
    const auto sound = [&launch](AmdLaunchPart part, int64_t least) -> std::optional<int64_t> {
        const std::optional<int64_t>& number = launch[static_cast<size_t>(part)];
        return number && *number >= least && *number < mostItems ? number : std::nullopt;
    };
    using enum AmdLaunchPart;
    const std::array grid {sound(GridX, 1), sound(GridY, 1), sound(GridZ, 1)};
    const std::array group {sound(WorkgroupX, 1), sound(WorkgroupY, 1), sound(WorkgroupZ, 1)};
    std::string blocks;
    std::string threads;
    if (grid[0] && grid[1] && grid[2] && group[0] && group[1] && group[2]) {
        const auto count = [&](size_t i) { return (*grid[i] + *group[i] - 1) / *group[i]; }; // the last may be smaller
        blocks = fmt::format("{},{},{}", count(0), count(1), count(2));
        threads = fmt::format("{},{},{}", *group[0], *group[1], *group[2]);
    }
    const auto text = [](std::optional<int64_t> number) { return number ? std::to_string(*number) : std::string(); };
    const std::string registers = text(sound(Registers, 0));
    const std::string memory = text(sound(LocalMemory, 0));
    return joinedLaunch({blocks, threads, registers, memory, {}});
}

} // namespace bubblescope
