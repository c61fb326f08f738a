// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <string>

namespace bubblescope {

/// Where what the user set lies: $XDG_CONFIG_HOME/bubblescope, else below ~/.config; empty where there is no home.
std::string userConfigDirectory();
/// Where the user's own presets lie: a folder in it.
std::string userHardwareDirectory();
/// The program's hardware presets and the user's own.
HardwareCatalog hardwareCatalog();
/// Writes a preset of the user's, as a file called after its name; where that changed, the former file goes. Refuses
/// what could not be read back, and names that are taken.
Result<HardwareCatalog::Preset> keepHardwarePreset(const HardwareCatalog::Preset& preset);
/// Deletes a preset of the user's.
Result<bool> dropHardwarePreset(const HardwareCatalog::Preset& preset);

} // namespace bubblescope
