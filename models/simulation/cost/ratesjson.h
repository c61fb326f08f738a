// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>

namespace bubblescope {

inline constexpr std::string_view ratesKey
    = "rates"; ///< of a preset's JSON; sources are kept as "rates.half_tflops_by_gflop"

/// Reads the achieved rates of a preset and their sources.
Result<bool> readRates(Hardware& hardware, const nlohmann::ordered_json& json);
/// Refuses rates that are no share of their peaks that any GPU reaches, and peaks that have nothing to do with the
/// preset's own: such factors make times of nothing, or no times at all.
std::optional<Error> refuseAbsurdRates(const Hardware& hardware);
/// The object that readRates() reads; null if no rate is known.
nlohmann::ordered_json ratesJson(const Hardware& hardware);

} // namespace bubblescope
