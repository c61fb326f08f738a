// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "legend.h"
#include "levelofdetail.h"
#include "run.h"
#include "runsummary.h"
#include "timelinelayout.h"
#include "timelinelook.h"
#include "waittable.h"

#include <QStringList>

#include <bitset>

namespace bubblescope {

class Workspace;

/// Caveats about the shown run, one sentence each: ranks not simultaneous, an order without times, outliers outside the
/// visible range, filtered rows. Empty if there are none.
QStringList timelineNotices(const Workspace& workspace, TimeRange visible, const TimelineLayout::Options& rows);

using CategorySet = std::bitset<categoryCount>;

struct SpanLook {
    ColorBy colorBy = ColorBy::Category;
    const Palette* palette = nullptr;
    bool compares = false; ///< there are differences to colour
    const WaitTable& waits;
    const RunSummary* summary = nullptr; ///< of the run; null if unknown
    TimeRange range;                     ///< that is drawn
    CategorySet categories;              ///< drawnCategories() of that range
};
/// What the rows spend time on inside the range; looks no further once all that are sought are found.
CategorySet drawnCategories(
    const Trace& trace, const LevelOfDetail& detail, TimeRange range, CategorySet sought = CategorySet().set());
/// The meaning of a timeline's colours and patterns; only of those that occur in the range.
std::vector<Legend::Entry> timelineLegend(const Run& run, const SpanLook& look);

} // namespace bubblescope
