// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

/// Tells Qt how the timeline answers screen readers: as a table with a line for each visible span, in the order of the
/// rows and of time, bounded. Lines can be selected, which selects the span. To be called before the first question;
/// more often does no harm. GUI thread only.
void installTimelineAccess();

} // namespace bubblescope
