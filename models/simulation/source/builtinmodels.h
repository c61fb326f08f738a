// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

/// Content of resources/models.json.
std::string_view builtinModelText();

} // namespace bubblescope
