// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jsontext.h"
#include "run.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

/// Keeps the order of keys, since people read this output, too.
using Json = nlohmann::ordered_json;

inline constexpr double nsPerMs = 1e6;

/// What was added to each host's clock, in ms; null for a host that could not be aligned.
Json clockOffsetsJson(const Run& run);

} // namespace bubblescope
