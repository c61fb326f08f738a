// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// When something was sampled.
struct SampledTime {
    TimeNs ns = 0;      ///< since 1970
    bool isUtc = false; ///< else by the clock on the wall there, in no stated time zone
};
/// Reads "2026/03/01 10:00:01.123" and its like (logtext::timeStampMs()), with a "Z" or "+01:00" behind it or without;
/// seconds, ms, us or ns since 1970, told by their size; "Wed Dec 24 10:59:12 2025" and "Wed 24 Dec 2025 10:59:12 AM".
std::optional<SampledTime> sampledTime(std::string_view text);

} // namespace bubblescope
