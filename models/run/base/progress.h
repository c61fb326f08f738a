// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace bubblescope {

/// Called now and then with bytes done and bytes in all (0 where unknown); returning false cancels.
/// May be called from a worker thread; an empty function means nobody listens.
using ProgressFn = std::function<bool(uint64_t done, uint64_t total)>;

} // namespace bubblescope
