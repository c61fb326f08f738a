// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "legend.h"

#include <QEvent>
#include <QLinearGradient>
#include <QPainter>

namespace bubblescope {

namespace {

constexpr int barHeight = 24;
constexpr int swatch = 11;
constexpr int air = 14;

} // namespace

Legend::Legend(QWidget* parent) : QWidget(parent), m_palette(Palette::of(*this))
{
    QFont small(font());
    small.setPixelSize(11);
    setFont(small);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Legend"));
}

void Legend::setEntries(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    QStringList texts;
    for (const Entry& entry : m_entries)
        texts << entry.text;
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    setToolTip(texts.join(QLatin1Char('\n')));
    update();
}

QSize Legend::sizeHint() const { return {400, barHeight}; }

QSize Legend::minimumSizeHint() const { return {80, barHeight}; }

void Legend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_palette = Palette::of(*this);
        update();
    }
    QWidget::changeEvent(event);
}

void Legend::paintSwatch(QPainter& painter, const QRectF& box, const Entry& entry) const
{
    const double ratio = devicePixelRatioF();
    painter.setBrushOrigin(box.topLeft());
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
        painter.fillRect(box, waits ? m_palette.waitingBrush(ratio) : m_palette.bubbleBrush(ratio));
        painter.setPen(waits ? m_palette.waitingLines : m_palette.bubbleDots);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        break;
    }
    case Pattern::Many:
        painter.fillRect(box, mixed(m_palette.surface, entry.color, 0.55));
        painter.fillRect(QRectF(box.left(), box.bottom() - 2, box.width(), 2),
            mixed(entry.color, m_palette.isDark ? QColor(Qt::white) : QColor(Qt::black), 0.38));
        break;
    case Pattern::Hollow:
        painter.setPen(entry.color);
        painter.setBrush(mixed(m_palette.surface, entry.color, 0.22));
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
            gradient.setColorAt(i / 4.0, m_palette.sequentialColor(i / 4.0));
        painter.fillRect(box, gradient);
        break;
    }
    }
}

void Legend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette.panel);
    painter.setPen(m_palette.border);
    painter.drawLine(rect().topLeft(), rect().topRight());
    const QFontMetrics metrics(font());
    int x = 10;
    for (const Entry& entry : m_entries) {
        const int width = entry.pattern == Pattern::Gradient ? 60
            : entry.pattern == Pattern::Solid                ? swatch
                                                             : swatch + 7;
        const int needed = width + 5 + metrics.horizontalAdvance(entry.text);
        if (x + needed > this->width() - 4)
            break;
        paintSwatch(painter, QRectF(x, (height() - swatch) / 2, width, swatch), entry);
        painter.setPen(m_palette.text);
        painter.drawText(QRect(x + width + 5, 0, needed, height()), Qt::AlignVCenter | Qt::AlignLeft, entry.text);
        x += needed + air;
    }
}

} // namespace bubblescope
