// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

inline constexpr std::string_view ratesKey
    = "rates"; ///< of a preset's JSON; sources are kept as "rates.half_tflops_by_gflop"

/// Reads the achieved rates of a preset and their sources.
Result<bool> readRates(Hardware& hardware, const nlohmann::ordered_json& json);
/// The object that readRates() reads; null if no rate is known.
nlohmann::ordered_json ratesJson(const Hardware& hardware);

} // namespace bubblescope
