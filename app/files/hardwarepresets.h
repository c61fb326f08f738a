// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <string>

namespace bubblescope {

/// Folder for the user's settings: $XDG_CONFIG_HOME/bubblescope, else below ~/.config; empty without a home directory.
std::string userConfigDirectory();
/// Folder in it for the user's hardware presets.
std::string userHardwareDirectory();
/// The built-in hardware presets and the user's.
HardwareCatalog hardwareCatalog();
/// Writes a user preset to a file named after it; if it was renamed, deletes the previous file. An error if it could
/// not be read back, or if the name is taken.
Result<HardwareCatalog::Preset> keepHardwarePreset(const HardwareCatalog::Preset& preset);
/// Deletes a user preset.
Result<bool> dropHardwarePreset(const HardwareCatalog::Preset& preset);

} // namespace bubblescope
