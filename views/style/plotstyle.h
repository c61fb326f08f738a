// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "formatting.h"
#include "legendlines.h"
#include "palette.h"

#include <QBoxLayout>
#include <QStringList>

#include <functional>

namespace bubblescope {

/// Applies the window's colours to background, axes, grid and fonts of a plot.
void applyPlotStyle(QCustomPlot& plot, const Palette& colors);
void applyAxisStyle(QCPAxis& axis, const Palette& colors);

/// Ticks of an axis of times, each with its unit: "40 ms".
class TimeTicker : public QCPAxisTicker {
public:
    /// `nsPerKey`: the unit of the axis.
    explicit TimeTicker(double nsPerKey = 1) : m_nsPerKey(nsPerKey) { }

protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;

private:
    double m_nsPerKey;
    TimeFormat m_format;
};

/// Ticks with text from a function.
class TextTicker : public QCPAxisTicker {
public:
    explicit TextTicker(std::function<QString(double)> text) : m_text(std::move(text)) { }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return m_text(tick); }

private:
    std::function<QString(double)> m_text;
};

/// Powers of ten, or finer steps for a smaller range, with text from a function.
class LogTicker : public QCPAxisTickerLog {
public:
    explicit LogTicker(std::function<QString(double)> text) : m_text(std::move(text)) { }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return m_text(tick); }

private:
    std::function<QString(double)> m_text;
};

/// Integers only, with group separators.
class IntegerTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;
};

/// Names at 0, 1, 2 …; as many as fit without touching. Names that are not numbers (embed, lm_head) take precedence;
/// numbers are spaced evenly.
class NameTicker : public QCPAxisTicker {
public:
    explicit NameTicker(QCPAxis* axis) : m_axis(axis) { }
    /// `shorter` replaces all names if not all of them fit; may be empty.
    void setNames(QStringList names, QStringList shorter = {});
    /// Positions of the names shown on an axis of this length in pixels; a pure function, for tests.
    static QVector<double> fittingPlaces(const QStringList& names, const QCPRange& range, double pixels,
        const std::function<double(const QString&)>& width);
    static QString shortName(const QString& name);

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;

private:
    QCPAxis* m_axis;
    QStringList m_names;
    QStringList m_shorter;
    bool m_usesShorter = false;
};

/// Coloured squares with names in a row, or in several if there is no room.
class LegendRow : public QWidget {
    Q_OBJECT
public:
    struct Entry {
        QString name;
        QColor color;
    };
    explicit LegendRow(QWidget* parent = nullptr);
    void setEntries(std::vector<Entry> entries);
    const std::vector<Entry>& entries() const { return m_entries; }
    void setMostLines(int lines);
    /// To the end of a row, and out of its current one; while that has no room for one line, into a row of its own,
    /// which must be empty, or, where only one line is wanted, into a third.
    void moveTo(QBoxLayout* row, QBoxLayout* own = nullptr, QBoxLayout* low = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();
    int widthOf(const Entry& entry) const;
    int lineHeight() const;
    LegendLines linesFor(int width) const;

    std::vector<Entry> m_entries;
    int m_mostLines = LegendLines::unlimited;
    QBoxLayout* m_row = nullptr; // of the parent, as the following
    QBoxLayout* m_wantedRow = nullptr;
    QBoxLayout* m_ownRow = nullptr;
    QBoxLayout* m_lowRow = nullptr;
};

} // namespace bubblescope
