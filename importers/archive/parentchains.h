// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"

#include <span>

namespace bubblescope {

/// Whether all parents are spans among `count`, or none, and every chain of them ends. Spans beyond the end of the
/// column have no parent.
bool parentChainsEnd(std::span<const SpanId> parents, size_t count);

} // namespace bubblescope
