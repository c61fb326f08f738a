// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "boxlabel.h"

#include "spantext.h"
#include "stepreasons.h"

namespace bubblescope {

namespace {

/// Letters that fit. The fonts keep their heights in rows of any height, and so do their letters: of 10 and 11 px they
/// are 0.5 to 0.7 of that wide, on average over names of spans and causes of gaps, in DejaVu Sans, a wide font.
double lettersIn(const LabelBox& box, double scale)
{
    constexpr double letter = 0.6 * BoxLabel::normalPixels;
    return double(box.width) / (letter * scale);
}

/// Of the chain of waits, its end matters more than its next link.
QString textInGap(const SpanScene& scene, const LabelBox& box, int32_t rank, double scale)
{
    const bool isOfTrace = scene.reasons && scene.reasons->trace().get() == scene.trace;
    const TimeNs middle = box.gap.begin + box.gap.duration() / 2;
    if (const Bubble* bubble = isOfTrace ? scene.reasons->bubbleAt(rank, middle) : nullptr) {
        const QString chain = gapCause(*scene.trace, *bubble);
        if (!chain.isEmpty())
            return double(chain.size() + 2) <= lettersIn(box, scale) ? chain : gapCauseInShort(*bubble);
    }
    return gapCause(*scene.trace, *scene.waits, rank, box.gap);
}

} // namespace

BoxLabel boxLabel(const SpanScene& scene, const LabelBox& box, double scale)
{
    if (box.span.isValid()) {
        // The mark takes two letters' room: the name comes first.
        const QString label = spanLabel(*scene.trace, box.span);
        const bool hasRoom = lettersIn(box, scale) > double(label.size() + 2);
        return {hasRoom ? scene.colors->changeMark(box.span) + label : label, box.color, 1};
    }
    const QColor ink = scene.palette->isDark ? QColor(0xC9, 0xB2, 0x84) : QColor(0x7A, 0x63, 0x33);
    const int32_t rank = scene.trace->track(box.track).rank;
    return {textInGap(scene, box, rank, scale), ink.rgb(), 8};
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
