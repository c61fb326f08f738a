// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// Parses a preset from JSON; `key` is used if the JSON states none.
Result<HardwareCatalog::Preset> readHardwarePreset(std::string_view json, std::string_view key);
/// JSON that readHardwarePreset() accepts: the editable copy of a preset.
std::string hardwarePresetJson(const HardwareCatalog::Preset& preset);

} // namespace bubblescope
