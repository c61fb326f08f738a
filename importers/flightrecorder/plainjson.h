// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plaintree.h"
#include "result.h"

#include <string_view>

namespace bubblescope {

/// Reads JSON into a tree; nothing recurses, and depth and size are bounded.
Result<PlainTree::Node> readPlainJson(std::string_view text, PlainTree& tree);

} // namespace bubblescope
