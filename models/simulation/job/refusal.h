// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <utility>

namespace bubblescope {

/// Why an input cannot be simulated, and what would help.
inline Error refusal(Message message, Message advice = {}) { return {std::move(message), std::move(advice), {}}; }

} // namespace bubblescope
