// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "communicatorlog.h"

#include <span>
#include <string>

namespace bubblescope {

/// What one process measured, as the Inspector writes it (format v4.2), a marker before what follows it. Times are
/// whole us, as its are.
std::string writeInspector(std::span<const CommunicatorLog> ofProcess);

} // namespace bubblescope
