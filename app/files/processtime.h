// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

/// Wall time since the kernel started this process, with loading of libraries; exact to 10 ms. Negative if unknown.
double millisecondsSinceProcessStart();

} // namespace bubblescope
