// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// How a kernel was launched, as a profiler records it. What was not recorded is empty.
struct LaunchText {
    std::string_view grid {};         ///< blocks in each dimension: "63,1,1"
    std::string_view block {};        ///< threads of a block, likewise
    std::string_view registers {};    ///< of a thread
    std::string_view sharedMemory {}; ///< of a block, in bytes
    std::string_view occupancy {};    ///< in %, as the profiler estimates it
    bool operator==(const LaunchText&) const = default;
};

/// As one text, kept in the place of a span's inputs (see inputtext.h), so that that of a million equal launches is kept
/// once: "launch|63,1,1|128,1,1|22|0|5". Empty if nothing was recorded.
std::string joinedLaunch(const LaunchText& launch);
/// The other way round; the pieces lie in the text. None of a text that tells inputs, or is damaged.
std::optional<LaunchText> launchOfText(std::string_view text);

} // namespace bubblescope
