// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

/// Makes the timeline accessible to screen readers: as a bounded table with one line per visible span, in order of rows
/// and time. Selecting a line selects the span. Call it before the first query; calling it again is harmless. GUI
/// thread only.
void installTimelineAccess();

} // namespace bubblescope
