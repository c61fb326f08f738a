// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "decimaltime.h"

#include <string>
#include <string_view>

namespace bubblescope {

// Digits and units of figures for display: sentences, consoles and windows show the same ones. Plain text with a space
// before the unit; finite values only.

double nsPer(TimeUnit unit);
/// "ms".
std::string_view timeUnitName(TimeUnit unit);
/// The unit that suits a time of this size best.
TimeUnit timeUnitFor(double ns);
/// Number of decimals for such a time.
int timeDecimals(TimeUnit unit, double ns);

/// Chooses ns, µs, ms or s: "850 ns", "12.30 µs", "41.30 ms", "1.613 s".
std::string timeText(double ns);
/// 0.045 gives "4.5 %"; small shares above 0 give "< 0.1 %".
std::string shareText(double share);
/// Decimal units: "512 B", "8.39 MB", "2.82 GB" (1e9 bytes).
std::string bytesText(double bytes);
/// "48.5 GB/s".
std::string speedText(double bytesPerSecond);

} // namespace bubblescope
