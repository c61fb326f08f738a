// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchtext.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

namespace {
constexpr std::string_view launchWord = "launch|"; // no type of an input
constexpr size_t longestLaunchPart = 40;

bool hasOnly(std::string_view part, std::string_view characters)
{
    return part.size() <= longestLaunchPart && part.find_first_not_of(characters) == std::string_view::npos;
}
bool isSoundLaunch(const LaunchText& launch)
{
    return hasOnly(launch.grid, "0123456789,") && hasOnly(launch.block, "0123456789,")
        && hasOnly(launch.registers, "0123456789") && hasOnly(launch.sharedMemory, "0123456789")
        && hasOnly(launch.occupancy, "0123456789.");
}
} // namespace

std::string joinedLaunch(const LaunchText& launch)
{
    if (launch == LaunchText() || !isSoundLaunch(launch))
        return {};
    return fmt::format("{}{}|{}|{}|{}|{}", launchWord, launch.grid, launch.block, launch.registers, launch.sharedMemory,
        launch.occupancy);
}

std::optional<LaunchText> launchOfText(std::string_view text)
{
    if (!text.starts_with(launchWord))
        return std::nullopt;
    text.remove_prefix(launchWord.size());
    LaunchText launch;
    for (std::string_view* const part :
        {&launch.grid, &launch.block, &launch.registers, &launch.sharedMemory, &launch.occupancy}) {
        const size_t end = std::min(text.find('|'), text.size());
        *part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return text.empty() && isSoundLaunch(launch) ? std::optional(launch) : std::nullopt;
}

} // namespace bubblescope
