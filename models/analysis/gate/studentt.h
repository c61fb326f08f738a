// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

/// How often Student's t with `freedom` degrees of freedom (> 0, not necessarily whole) exceeds `t`; by Boost.Math. NaN
/// where one of them is no number.
double studentTail(double t, double freedom);
/// The t ≥ 0 that it exceeds so often, for tails of at most a half.
double studentQuantile(double tail, double freedom);

} // namespace bubblescope
