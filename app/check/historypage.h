// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runhistory.h"

#include <string>

namespace bubblescope {

/// A page of HTML that needs nothing else and prints well: the step of every build with its changes, where the time
/// went, and a table.
std::string historyPage(const RunHistory& history);

} // namespace bubblescope
