// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <utility>

namespace bubblescope {

/// Key and JSON text of every file in resources/hardware; their .cpp is made when the program is built.
std::span<const std::pair<std::string_view, std::string_view>> builtinPresetTexts();

} // namespace bubblescope
