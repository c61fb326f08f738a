// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

// By Boost.Math. Nothing is thrown: NaN where an argument has no meaning.

/// How often Student's t with `freedom` degrees of freedom (> 0, not necessarily whole) exceeds `t`.
double studentTail(double t, double freedom);
/// The t ≥ 0 that it exceeds so often, for tails of at most a half.
double studentQuantile(double tail, double freedom);
/// P(X < x) of a beta distribution with parameters a and b (> 0): the regularized incomplete beta function.
double betaBelow(double x, double a, double b);

} // namespace bubblescope
