// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"

#include <QWidget>

namespace bubblescope {

/// The colours of a heat map from the least to the greatest value, in one line.
class ColorStrip : public QWidget {
    Q_OBJECT
public:
    explicit ColorStrip(QWidget* parent = nullptr);

    /// Of deviations, from as much less to as much more; else of values.
    void setScale(const QString& least, const QString& greatest, bool areDeviations = false);
    void setColors(const Palette& colors);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Palette m_colors;
    QString m_least;
    QString m_greatest;
    bool m_areDeviations = false;
};

} // namespace bubblescope
