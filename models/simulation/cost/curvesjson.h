// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecurves.h"
#include "result.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace bubblescope {

inline constexpr std::string_view curvesKey = "collectives"; ///< of a preset's JSON

/// Reads the measured collectives of a preset: "source", "kib" (sizes) and, by operation and ranks, "base_us" and
/// "factor" (one for each size). Refuses curves whose times fall where sizes grow.
Result<CollectiveCurves> readCurves(const nlohmann::ordered_json& json);
/// The object that readCurves() reads, for a GPU with this latency of a step; null if there are none.
nlohmann::ordered_json curvesJson(const CollectiveCurves& curves, double latencyNs);

} // namespace bubblescope
