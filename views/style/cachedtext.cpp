// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cachedtext.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>

#include <cmath>

namespace bubblescope {

const QFont& cachedFont(int pixels, bool bold)
{
    static QHash<int, QFont> fonts;
    auto font = fonts.find(pixels * 2 + (bold ? 1 : 0));
    if (font == fonts.end()) {
        QFont made;
        made.setPixelSize(pixels);
        made.setWeight(bold ? QFont::DemiBold : QFont::Normal);
        font = fonts.insert(pixels * 2 + (bold ? 1 : 0), made);
    }
    return *font;
}

const CachedText& cachedText(const QString& text, const QFont& font)
{
    constexpr int mostTexts = 4000;
    static QHash<QPair<QString, int>, CachedText> texts;
    const auto key = qMakePair(text, font.pixelSize() * 2 + (font.weight() > QFont::Normal ? 1 : 0));
    auto found = texts.find(key);
    if (found == texts.end()) {
        if (texts.size() >= mostTexts)
            texts.clear();
        CachedText made;
        made.text.setTextFormat(Qt::PlainText);
        made.text.setText(text);
        made.text.prepare({}, font);
        made.width = made.text.size().width(); // rather than shape it once more
        found = texts.insert(key, made);
    }
    return *found;
}

const QFont& fontFitting(const QString& text, double width, bool isBold)
{
    QString like = text; // digits are about equally wide, and ranks are many
    for (QChar& letter : like)
        letter = letter.isDigit() ? QLatin1Char('0') : letter;
    if (isBold && cachedText(like, cachedFont(12, true)).width <= width)
        return cachedFont(12, true);
    constexpr int smallest = 9;
    int pixels = 12;
    while (pixels > smallest && cachedText(like, cachedFont(pixels)).width > width)
        --pixels;
    return cachedFont(pixels);
}

double drawTextLine(
    QPainter& painter, const QRectF& box, const QFont& font, Qt::Alignment alignment, const QString& text)
{
    if (text.isEmpty() || box.width() < 4)
        return 0;
    const CachedText* line = &cachedText(text, font);
    if (line->width > box.width())
        line = &cachedText(QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, box.width()), font);
    painter.setFont(font);
    const double x = alignment & Qt::AlignRight ? box.right() - line->width : box.left();
    painter.drawStaticText(
        QPointF(std::round(x), std::round(box.center().y() - line->text.size().height() / 2)), line->text);
    return line->width;
}

} // namespace bubblescope
