// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QStaticText>
#include <QString>

class QPainter;

namespace bubblescope {

// Caches fonts and laid-out texts: a track tree repeats the same few hundred in every frame. GUI thread only.

struct CachedText {
    QStaticText text;
    double width = 0;
};

const QFont& cachedFont(int pixels, bool bold = false);
const CachedText& cachedText(const QString& text, const QFont& font);
/// The largest font that fits the whole text: every digit of "rank 1024" matters.
const QFont& fontFitting(const QString& text, double width, bool isBold);
/// One vertically centred line, elided in the middle if too long. Returns its width.
double drawTextLine(
    QPainter& painter, const QRectF& box, const QFont& font, Qt::Alignment alignment, const QString& text);

} // namespace bubblescope
