// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace bubblescope {

/// The texts of resources/logs, which the build makes part of the library, by the names of their files.
std::span<const std::string_view> builtinLogPatternTexts();

} // namespace bubblescope
