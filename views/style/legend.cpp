// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "legend.h"

#include "patternlines.h"

#include <QEvent>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int barHeight = 24;
constexpr int moreHeight = 18; // per additional line
constexpr int swatch = 11;
constexpr int textGap = 5;
constexpr int margin = 10;

} // namespace

Legend::Legend(QWidget* parent) : QWidget(parent), m_palette(Palette::of(*this))
{
    QFont small(font());
    small.setPixelSize(11);
    setFont(small);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Legend"));
}

void Legend::setEntries(std::vector<Entry> entries, std::vector<Entry> mayCome)
{
    m_entries = std::move(entries);
    m_mayCome = std::move(mayCome);
    QStringList texts;
    for (const Entry& entry : m_entries)
        texts << entry.text;
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    setToolTip(texts.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const { return {400, barHeight}; }

QSize Legend::minimumSizeHint() const { return {80, barHeight}; }

int Legend::heightForWidth(int width) const
{
    const int lines = std::max(flowFor(m_entries, width).lines.count(), flowFor(m_mayCome, width).lines.count());
    return barHeight + moreHeight * (lines - 1);
}

void Legend::setMostLines(int lines)
{
    if (lines == m_mostLines)
        return;
    m_mostLines = lines;
    updateGeometry();
    update();
}

const QString& Legend::wordOf(const Entry& entry, bool isBrief)
{
    return isBrief && !entry.brief.isEmpty() ? entry.brief : entry.text;
}

int Legend::widthOf(const Entry& entry, bool isBrief) const
{
    return int(legendSwatchWidth(entry.pattern)) + textGap + fontMetrics().horizontalAdvance(wordOf(entry, isBrief));
}

Legend::Flow Legend::flowFor(const std::vector<Entry>& entries, int width) const
{
    const auto with = [this, &entries, width](int gap, bool isBrief) {
        std::vector<int> widths;
        for (const Entry& entry : entries)
            widths.push_back(widthOf(entry, isBrief) + gap);
        return Flow {LegendLines(std::move(widths), width - 2 * margin + gap), gap, isBrief};
    };
    constexpr int roomy = 14;
    constexpr int tight = 9;
    Flow chosen = with(roomy, false);
    for (const bool isBrief : {false, true}) {
        Flow tighter = with(tight, isBrief);
        if (tighter.lines.count() < chosen.lines.count())
            chosen = std::move(tighter);
    }
    chosen.lines.limit(m_mostLines, fontMetrics());
    return chosen;
}

void Legend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_palette = Palette::of(*this);
        update();
    }
    QWidget::changeEvent(event);
}

double legendSwatchWidth(Legend::Pattern pattern)
{
    return pattern == Legend::Pattern::Gradient ? 60 : pattern == Legend::Pattern::Solid ? swatch : swatch + 7;
}

void paintLegendSwatch(QPainter& painter, const QRectF& box, const Legend::Entry& entry, const Palette& palette)
{
    using Pattern = Legend::Pattern;
    painter.setPen(Qt::NoPen);
    switch (entry.pattern) {
    case Pattern::Solid:
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(entry.color);
        painter.drawRoundedRect(box, 2, 2);
        painter.setRenderHint(QPainter::Antialiasing, false);
        break;
    case Pattern::Waiting:
    case Pattern::Bubble: {
        const bool waits = entry.pattern == Pattern::Waiting;
        painter.fillRect(box, waits ? palette.waiting : palette.bubble);
        if (waits)
            paintHatch(painter, {box}, palette.waitingLines);
        else
            paintDots(painter, {box}, palette.bubbleDots);
        painter.setPen(waits ? palette.waitingLines : palette.bubbleDots);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        break;
    }
    case Pattern::Many:
        painter.fillRect(box, mixed(palette.surface, entry.color, 0.55));
        painter.fillRect(QRectF(box.left(), box.bottom() - 2, box.width(), 2),
            mixed(entry.color, palette.isDark ? QColor(Qt::white) : QColor(Qt::black), 0.38));
        break;
    case Pattern::Hollow:
        painter.setPen(entry.color);
        painter.setBrush(mixed(palette.surface, entry.color, 0.22));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        break;
    case Pattern::Line:
        painter.fillRect(QRectF(box.left(), box.bottom() - 3, box.width() / 2, 3), entry.color);
        painter.fillRect(QRectF(box.center().x() - 1.5, box.top(), 3, box.height()), entry.color);
        painter.fillRect(QRectF(box.center().x(), box.top(), box.width() / 2, 3), entry.color);
        break;
    case Pattern::Gradient: {
        QLinearGradient gradient(box.topLeft(), box.topRight());
        for (int i = 0; i <= 4; ++i)
            gradient.setColorAt(i / 4.0, palette.sequentialColor(i / 4.0));
        painter.fillRect(box, gradient);
        break;
    }
    }
}

void Legend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight); // as the timeline above, also in a window from right to left
    painter.fillRect(rect(), m_palette.panel);
    painter.setPen(m_palette.border);
    painter.drawLine(rect().topLeft(), rect().topRight());
    const Flow flow = flowFor(m_entries, width());
    const int lines = flow.lines.count();
    int y = (height() - barHeight - moreHeight * (lines - 1)) / 2;
    int lineHeight = barHeight;
    for (int line = 0; line < lines; ++line) {
        const auto [first, last] = flow.lines[line];
        int x = margin;
        painter.setPen(m_palette.text);
        for (size_t i = first; i < last; ++i) {
            const Entry& entry = m_entries[i];
            const int symbol = int(legendSwatchWidth(entry.pattern));
            paintLegendSwatch(painter, QRectF(x, y + (lineHeight - swatch) / 2, symbol, swatch), entry, m_palette);
            painter.setPen(m_palette.text);
            const QRect box(x + symbol + textGap, y, width() - x - symbol - textGap, lineHeight);
            painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, wordOf(entry, flow.isBrief));
            x += widthOf(entry, flow.isBrief) + flow.gap;
        }
        if (line + 1 == lines)
            painter.drawText(QRect(x, y, width() - x, lineHeight), Qt::AlignVCenter | Qt::AlignLeft, flow.lines.rest());
        y += lineHeight;
        lineHeight = moreHeight;
    }
}

} // namespace bubblescope
