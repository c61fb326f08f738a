// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bubblescope {

/// The name of a kernel or function without return type and parameters, for a sentence or small box. If it is still
/// longer than `longest` bytes, it also loses, as necessary: unnamed namespaces, inner template arguments, all template
/// arguments, its middle. UTF-8 characters are never split.
std::string shortFunctionName(std::string_view name, size_t longest = 48);

} // namespace bubblescope
