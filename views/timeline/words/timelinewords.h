// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "legend.h"
#include "levelofdetail.h"
#include "run.h"
#include "timelinelayout.h"
#include "timelinelook.h"

#include <QStringList>

namespace bubblescope {

class Workspace;

/// What is unusual about the run that is shown, a sentence each: ranks not simultaneous, an order without times,
/// outliers left out of what is visible, only some rows. Empty where nothing is.
QStringList timelineNotices(const Workspace& workspace, TimeRange visible, const TimelineLayout::Options& rows);

struct SpanLook {
    ColorBy colorBy = ColorBy::Category;
    const Palette* palette = nullptr;
    bool compares = false; ///< there are differences to be coloured
    bool hasWaits = false; ///< spans are known to wait
};
/// What the colours and patterns of a timeline mean; only what occurs in the run.
std::vector<Legend::Entry> timelineLegend(const Run& run, const LevelOfDetail& detail, const SpanLook& look);

} // namespace bubblescope
