// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <exception>

namespace bubblescope {

/// Describes an exception with advice; for catch-all handlers.
Error whatWasThrown(const std::exception_ptr& thrown);

} // namespace bubblescope
