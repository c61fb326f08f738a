// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepsplot.h"

#include <QMap>
#include <QStringList>

#include <optional>

namespace bubblescope {

/// Numbers of steps.
class StepTicker : public QCPAxisTicker {
public:
    explicit StepTicker(const StepsPicture& picture) : m_picture(picture) { }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;

private:
    const StepsPicture& m_picture;
};

/// Names beside the rows of the matrix: ranks, the first in sight of each stage or host with its name, and always the
/// one that is the slowest most often; where these are too thin for that, their names alone, as many as fit.
class RowTicker : public QCPAxisTicker {
public:
    RowTicker(const QCPAxis& axis, const StepsPicture& picture) : m_axis(axis), m_picture(picture) { }
    void setHosts(QStringList names) { m_hosts = std::move(names); }
    /// Of all rows in sight, in pixels; it is known before the axis has it.
    void setHeight(int height) { m_height = height; }
    QString groupName(const RowGroup& group) const;
    /// Of the axis; a stage is named as such.
    QString title(const QCPRange& rows) const;
    /// No ranks are named.
    bool namesGroupsOnly(const QCPRange& rows) const;

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return m_labels.value(tick); }

private:
    QString rankName(size_t row) const;
    std::optional<size_t> slowestRow(const QCPRange& rows) const;

    const QCPAxis& m_axis;
    const StepsPicture& m_picture;
    QStringList m_hosts;
    int m_height = 0;
    QMap<double, QString> m_labels;
};

} // namespace bubblescope
