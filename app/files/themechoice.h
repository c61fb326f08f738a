// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace bubblescope {

/// System: follow the desktop.
enum class ThemeChoice : uint8_t { System, Light, Dark };

} // namespace bubblescope
