// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <thread>

namespace bubblescope {

/// Call right after starting a thread. Linux puts it beside the one that starts it, behind which it waits for one to
/// three milliseconds although another processor idles: as long as all of a short task takes. Afterwards it may run
/// anywhere again. Does nothing on other systems, or where there is one processor.
void moveToOtherProcessor(std::thread& thread);

} // namespace bubblescope
