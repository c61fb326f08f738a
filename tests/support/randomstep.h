// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "naivestep.h"

#include <random>

namespace bubblescope {

/// A few ranks that compute, send, exchange, meet and work on streams, in an order possible under some global clock, so
/// that there is no deadlock; sometimes with two operations of a line swapped, or with one end of a message missing.
NaiveStep randomStep(std::mt19937& random);

} // namespace bubblescope
