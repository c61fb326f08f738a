// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace bubblescope {

/// Called now and then with bytes done and total (0 if unknown); returning false cancels. May be called from a worker
/// thread; may be empty.
using ProgressFn = std::function<bool(uint64_t done, uint64_t total)>;

} // namespace bubblescope
