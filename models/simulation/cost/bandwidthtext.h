// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// Parses "48.5GB/s", "400Gb/s" or "23GiB/s" to bytes per second.
Result<double> parseBandwidth(std::string_view text);
/// The shortest text that parseBandwidth() converts back to exactly this number.
std::string bandwidthText(double bytesPerSecond);

} // namespace bubblescope
