// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bubblescope {

/// The name of a kernel or function for a sentence or a small box: without return type and parameters. What still has
/// more than `longest` bytes loses, as far as it takes: unnamed namespaces, the inner template arguments, then all of
/// them, then its middle. No letter of UTF-8 is cut.
std::string shortFunctionName(std::string_view name, size_t longest = 48);

} // namespace bubblescope
