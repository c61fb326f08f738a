// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calltree.h"

#include <QString>

namespace bubblescope {

/// Of a call as it is shown, on one line; "all" for the root.
QString callName(const CallTree& tree, uint32_t node);
/// "aten::mm: 12 calls, 1.20 ms on threads, 0.30 ms of them itself, 5.00 ms on GPUs".
QString callSentence(const CallTree& tree, uint32_t node);

} // namespace bubblescope
