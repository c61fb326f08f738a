// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lanecomposer.h"

#include <QString>

namespace bubblescope {

/// What is written into a box, on the screen and in pictures alike.
struct BoxLabel {
    static constexpr int normalPixels = 11; ///< heights of the fonts, logical pixels
    static constexpr int tightPixels = 10;  ///< where the text has no room else, and in gaps
    static constexpr int thinPixels = 9;    ///< in thin rows

    QString text;
    QRgb color = 0;
    double air = 1; ///< left and right, logical pixels each
};
BoxLabel boxLabel(const SpanScene& scene, const LabelBox& box);
/// Height of its font. `normalWidth` is the width of the text in the normal one; `scale` device pixels of the box are a
/// logical one.
int labelPixels(const LabelBox& box, double normalWidth, double scale);

} // namespace bubblescope
