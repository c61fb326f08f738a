// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <exception>

namespace bubblescope {

/// What was thrown, as a sentence with advice: for those who catch last.
Error whatWasThrown(const std::exception_ptr& thrown);

} // namespace bubblescope
