// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lanecomposer.h"

#include <QFont>
#include <QString>

namespace bubblescope {

/// The text inside a box, for the screen and for pictures.
struct BoxLabel {
    static constexpr int normalPixels = 11; ///< font heights in logical pixels
    static constexpr int tightPixels = 10;  ///< if the text does not fit otherwise, and in gaps
    static constexpr int thinPixels = 9;    ///< in thin rows

    QString text;
    QRgb color = 0;
    double air = 1; ///< margin on the left and right, in logical pixels
};
/// `scale` device pixels of the box are one logical pixel.
BoxLabel boxLabel(const SpanScene& scene, const LabelBox& box, double scale);
/// The program's font, as high as `pixels`.
inline QFont fontOf(int pixels, bool bold = false)
{
    QFont font;
    font.setPixelSize(pixels);
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    return font;
}
/// Font height for the box. `normalWidth` is the text's width in the normal font; `scale` is as above.
int labelPixels(const LabelBox& box, double normalWidth, double scale);

} // namespace bubblescope
