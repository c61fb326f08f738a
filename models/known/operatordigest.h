// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatoruse.h"
#include "run.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What operators took of devices in the usual step of a run, as an index keeps it.
std::string operatorDigest(const Run& run);
/// nullopt if it is damaged.
std::optional<std::vector<OperatorUse>> restoredOperators(std::string_view text);

} // namespace bubblescope
