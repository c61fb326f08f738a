// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "boxlabel.h"

#include "spantext.h"

namespace bubblescope {

BoxLabel boxLabel(const SpanScene& scene, const LabelBox& box)
{
    if (box.span.isValid()) {
        // The mark takes two letters' room, and a letter about a third of the row's height: the name comes first.
        const QString label = spanLabel(*scene.trace, box.span);
        const bool hasRoom = double(box.width) > 0.36 * box.height * double(label.size() + 2);
        return {hasRoom ? scene.colors->changeMark(box.span) + label : label, box.color, 1};
    }
    const QColor ink = scene.palette->isDark ? QColor(0xC9, 0xB2, 0x84) : QColor(0x7A, 0x63, 0x33);
    const int32_t rank = scene.trace->track(box.track).rank;
    return {gapCause(*scene.trace, *scene.waits, rank, box.gap), ink.rgb(), 8};
}

int labelPixels(const LabelBox& box, double normalWidth, double scale)
{
    constexpr double thinRow = 15;
    constexpr double wantedAir = 4;
    if (box.span.isValid() && box.height < thinRow * scale)
        return BoxLabel::thinPixels;
    const bool fits = normalWidth <= box.width - wantedAir * scale;
    return box.span.isValid() && fits ? BoxLabel::normalPixels : BoxLabel::tightPixels;
}

} // namespace bubblescope
