// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "legendlines.h"
#include "palette.h"

#include <QWidget>

#include <vector>

namespace bubblescope {

/// Names colours, hatch and dots, always visible: one narrow line, or several if there is no room.
class Legend : public QWidget {
    Q_OBJECT
public:
    enum class Pattern : uint8_t { Solid, Waiting, Bubble, Many, Hollow, Gradient, Line };
    struct Entry {
        Pattern pattern = Pattern::Solid;
        QColor color;
        QString text;
        QString brief {}; ///< a shorter word, if there is one: taken where that saves a line
    };
    explicit Legend(QWidget* parent = nullptr);

    /// `mayCome`: all entries that there can be; they have room already, so that nothing moves then.
    void setEntries(std::vector<Entry> entries, std::vector<Entry> mayCome = {});
    const std::vector<Entry>& entries() const { return m_entries; }
    /// Entries that do not fit into so many lines are only counted ("+4"); the tool tip has all.
    void setMostLines(int lines);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Distribution of entries to lines, and the gap between them: a smaller gap, or shorter words, if that saves a
    /// line.
    struct Flow {
        LegendLines lines;
        int gap = 0;
        bool isBrief = false;
    };
    Flow flowFor(const std::vector<Entry>& entries, int width) const;
    static const QString& wordOf(const Entry& entry, bool isBrief);
    int widthOf(const Entry& entry, bool isBrief) const;
    std::vector<Entry> m_entries;
    std::vector<Entry> m_mayCome;
    int m_mostLines = LegendLines::unlimited;
    Palette m_palette;
};

/// The small box before an entry, and its width.
void paintLegendSwatch(QPainter& painter, const QRectF& box, const Legend::Entry& entry, const Palette& palette);
double legendSwatchWidth(Legend::Pattern pattern);

} // namespace bubblescope
