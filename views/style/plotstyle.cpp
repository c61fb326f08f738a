// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotstyle.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

constexpr int longestName = 18;
constexpr double gapBetweenNames = 10;
constexpr int swatchSize = 10;
constexpr int legendGap = 14;

bool isNumber(const QString& name)
{
    bool ok = false;
    name.toInt(&ok);
    return ok;
}

} // namespace

void applyAxisStyle(QCPAxis& axis, const Palette& colors)
{
    axis.setBasePen(QPen(colors.border));
    axis.setTickPen(QPen(colors.border));
    axis.setTickLabelColor(colors.mutedText);
    axis.setLabelColor(colors.mutedText);
    axis.setTickLength(0, 3);
    axis.setSubTicks(false);
    axis.grid()->setPen(QPen(colors.grid));
    axis.grid()->setZeroLinePen(QPen(colors.border));
    axis.grid()->setSubGridVisible(false);
}

void applyPlotStyle(QCustomPlot& plot, const Palette& colors)
{
    plot.setLayoutDirection(Qt::LeftToRight); // time runs left to right in every language
    plot.setBackground(QBrush(colors.surface));
    for (QCPAxisRect* rect : plot.axisRects()) {
        for (QCPAxis* axis : rect->axes()) {
            applyAxisStyle(*axis, colors);
            axis->setTickLabelFont(plot.font());
            axis->setLabelFont(plot.font());
        }
    }
}

double TimeTicker::getTickStep(const QCPRange& range)
{
    const double step = QCPAxisTicker::getTickStep(range);
    m_format
        = TimeFormat::forTicks(step * m_nsPerKey, std::max(std::abs(range.lower), std::abs(range.upper)) * m_nsPerKey);
    return step;
}

QString TimeTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return tick == 0 ? QStringLiteral("0") : m_format.text(tick * m_nsPerKey);
}

double IntegerTicker::getTickStep(const QCPRange& range)
{
    // With a step of 2.5, every other tick would have a misleading label.
    return std::max(1.0, std::floor(QCPAxisTicker::getTickStep(range)));
}

QString IntegerTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return formatCount(static_cast<qint64>(std::llround(tick)));
}

QString NameTicker::shortName(const QString& name) { return elideMiddle(name, longestName); }

QVector<double> NameTicker::fittingPlaces(
    const QStringList& names, const QCPRange& range, double pixels, const std::function<double(const QString&)>& width)
{
    const int first = std::max(0, static_cast<int>(std::ceil(range.lower)));
    const int last = std::min(static_cast<int>(names.size()) - 1, static_cast<int>(std::floor(range.upper)));
    if (first > last || pixels <= 0 || range.size() <= 0)
        return {};
    const double perPlace = pixels / range.size();
    struct Extent {
        double begin;
        double end;
    };
    std::vector<Extent> taken;
    std::vector<int> places;
    const auto fits = [&](int place) {
        if (names[place].isEmpty())
            return false;
        const double half = width(shortName(names[place])) / 2 + gapBetweenNames / 2;
        const Extent extent {place * perPlace - half, place * perPlace + half};
        if (std::any_of(taken.begin(), taken.end(),
                [extent](const Extent& other) { return extent.begin < other.end && other.begin < extent.end; }))
            return false;
        taken.push_back(extent);
        places.push_back(place);
        return true;
    };

    const bool hasNumbers = std::any_of(names.begin() + first, names.begin() + last + 1, isNumber);
    double widest = 0;
    for (int place = first; place <= last; ++place) {
        if (hasNumbers && !isNumber(names[place]))
            fits(place);
        else
            widest = std::max(widest, width(shortName(names[place])));
    }
    // Even distances from a 1-2-5 series; of names that are not numbers, every n-th.
    int stride = 1;
    for (int decade = 1; stride * perPlace < widest + gapBetweenNames && decade < 100000000; decade *= 10) {
        for (const int factor : {1, 2, 5}) {
            stride = decade * factor;
            if (stride * perPlace >= widest + gapBetweenNames)
                break;
        }
    }
    for (int place = first; place <= last; ++place) {
        if (hasNumbers ? isNumber(names[place]) && names[place].toInt() % stride == 0 : (place - first) % stride == 0)
            fits(place);
    }
    std::sort(places.begin(), places.end());
    return QVector<double>(places.begin(), places.end());
}

QVector<double> NameTicker::createTickVector(double, const QCPRange& range)
{
    // The layout follows the ticks, so after a resize the axis still has its old length: use the widget's, minus
    // everything next to the axis.
    QCPAxisRect* rect = m_axis->axisRect();
    const QCPLayoutGrid* layout = m_axis->parentPlot()->plotLayout();
    int others = 0;
    for (int row = 0; row < layout->rowCount(); ++row) {
        int beside = 0;
        bool isOwnRow = false;
        for (int column = 0; column < layout->columnCount(); ++column) {
            const QCPLayoutElement* element = layout->element(row, column);
            isOwnRow = isOwnRow || element == rect;
            beside += element && element != rect ? element->outerRect().width() + layout->columnSpacing() : 0;
        }
        others += isOwnRow ? beside : 0;
    }
    const double pixels
        = m_axis->parentPlot()->viewport().width() - rect->margins().left() - rect->margins().right() - others;
    const QFontMetricsF metrics(m_axis->tickLabelFont());
    const auto width = [&metrics](const QString& name) { return metrics.horizontalAdvance(name); };
    QVector<double> places = fittingPlaces(m_names, range, pixels, width);
    m_usesShorter = false;
    if (m_shorter.size() == m_names.size()) {
        QVector<double> more = fittingPlaces(m_shorter, range, pixels, width);
        m_usesShorter = more.size() > places.size();
        if (m_usesShorter)
            places = std::move(more);
    }
    return places;
}

void NameTicker::setNames(QStringList names, QStringList shorter)
{
    m_names = std::move(names);
    m_shorter = std::move(shorter);
}

QString NameTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    const int place = static_cast<int>(std::lround(tick));
    const QStringList& names = m_usesShorter ? m_shorter : m_names;
    return place < 0 || place >= names.size() ? QString() : shortName(names[place]);
}

LegendRow::LegendRow(QWidget* parent) : QWidget(parent)
{
    setLayoutDirection(Qt::LeftToRight); // drawn like the plot above it
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum); // Fixed would keep it at one line
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LegendRow::setEntries(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    QStringList names;
    for (const Entry& entry : m_entries)
        names.append(entry.name);
    setAccessibleName(QCoreApplication::translate("bubblescope", "Legend"));
    setAccessibleDescription(names.join(QStringLiteral(", ")));
    setToolTip(names.join(QLatin1Char('\n')));
    place();
    updateGeometry();
    update();
}

void LegendRow::setMostLines(int lines)
{
    if (lines == m_mostLines)
        return;
    m_mostLines = lines;
    place();
    updateGeometry();
    update();
}

void LegendRow::moveTo(QBoxLayout* row, QBoxLayout* own, QBoxLayout* low)
{
    m_wantedRow = row;
    m_ownRow = own;
    m_lowRow = low ? low : row;
    if (parentWidget() && own)
        parentWidget()->installEventFilter(this);
    place();
}

void LegendRow::place()
{
    if (!m_wantedRow)
        return;
    const int others = m_wantedRow->sizeHint().width()
        - (m_row == m_wantedRow ? sizeHint().width() : -std::max(m_wantedRow->spacing(), 0));
    const bool fits = !m_ownRow || others + sizeHint().width() <= parentWidget()->width();
    QBoxLayout* const row = fits ? m_wantedRow : m_mostLines == 1 ? m_lowRow : m_ownRow;
    if (row == m_row)
        return;
    if (m_row)
        m_row->removeWidget(this);
    m_row = row;
    row->addWidget(this);
    update();
}

bool LegendRow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parent() && event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

int LegendRow::widthOf(const Entry& entry) const
{
    return swatchSize + 5 + fontMetrics().horizontalAdvance(entry.name) + legendGap;
}

LegendLines LegendRow::linesFor(int width) const
{
    std::vector<int> widths;
    for (const Entry& entry : m_entries)
        widths.push_back(widthOf(entry));
    return LegendLines(std::move(widths), width);
}

QSize LegendRow::sizeHint() const
{
    int width = 0;
    for (const Entry& entry : m_entries)
        width += widthOf(entry);
    return {width, lineHeight()};
}

QSize LegendRow::minimumSizeHint() const
{
    int widest = 0;
    for (const Entry& entry : m_entries)
        widest = std::max(widest, widthOf(entry));
    return {widest, lineHeight()};
}

int LegendRow::lineHeight() const { return fontMetrics().height() + 4; }

int LegendRow::heightForWidth(int width) const { return std::min(linesFor(width).count(), m_mostLines) * lineHeight(); }

void LegendRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    LegendLines lines = linesFor(width());
    const bool isOneLine = lines.count() == 1;
    lines.limit(std::max(1, height() / lineHeight()), fontMetrics()); // no halves of lines in a low panel
    int y = 0;
    for (int line = 0; line < lines.count(); ++line) {
        const auto [first, last] = lines[line];
        // Right-aligned where the left is for controls.
        const bool isAlone = m_row && m_row == m_ownRow;
        int x = isOneLine && !isAlone ? std::max(0, width() - sizeHint().width()) : 0;
        for (size_t i = first; i < last; ++i) {
            painter.fillRect(QRect(x, y + (lineHeight() - swatchSize) / 2, swatchSize, swatchSize), m_entries[i].color);
            const QRect box(x + swatchSize + 5, y, width() - x - swatchSize - 5, lineHeight());
            painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft,
                fontMetrics().elidedText(m_entries[i].name, Qt::ElideMiddle, box.width()));
            x += widthOf(m_entries[i]);
        }
        if (line + 1 == lines.count())
            painter.drawText(QRect(x, y, width() - x, lineHeight()), Qt::AlignVCenter | Qt::AlignLeft, lines.rest());
        y += lineHeight();
    }
}

} // namespace bubblescope
