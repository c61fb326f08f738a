// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <memory>
#include <string_view>

namespace bubblescope {

class ScalarCurves;

/// Reads the curves of Megatron-LM's golden_values*.json: `{"lm loss": {"start_step": 1, "end_step": 50,
/// "step_interval": 1, "values": {"1": 10.85, …}}, …}`; older ones have a list of values. False, and reported, where the
/// text is no JSON.
bool readGoldenValues(std::string_view text, ScalarCurves& curves, ImportReport& report);
std::unique_ptr<Importer> makeGoldenValuesImporter();

} // namespace bubblescope
