// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <string>

namespace bubblescope {

/// Folder of the user's settings: $XDG_CONFIG_HOME/bubblescope, else below ~/.config; empty without a home.
std::string userConfigDirectory();
/// Folder of the user's own presets, inside it.
std::string userHardwareDirectory();
/// The program's hardware presets and the user's own.
HardwareCatalog hardwareCatalog();
/// Writes one of the user's presets to a file named after it; if it was renamed, the former file is deleted. Refuses
/// what could not be read back, and names that are taken.
Result<HardwareCatalog::Preset> keepHardwarePreset(const HardwareCatalog::Preset& preset);
/// Deletes one of the user's presets.
Result<bool> dropHardwarePreset(const HardwareCatalog::Preset& preset);

} // namespace bubblescope
