// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"

#include <QWidget>

namespace bubblescope {

/// On one axis: the step that was opened as a mark, the answer as a mark in the band where it is expected. Empty, it
/// keeps its room.
class RangeBar : public QWidget {
    Q_OBJECT
public:
    struct Range {
        double openedNs = 0;
        double lowNs = 0;
        double answerNs = 0;
        double highNs = 0;
        bool isEmpty() const { return highNs <= lowNs; }
        bool operator==(const Range&) const = default;
    };
    explicit RangeBar(QWidget* parent = nullptr);
    void setColors(const Palette& colors);
    /// `words` say the same for those who do not see it.
    void setRange(const Range& range, const QString& words);
    const Range& range() const { return m_range; }
    QRectF band() const; ///< where the answer is expected
    double openedAt() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double place(double ns) const;

    Range m_range;
    Palette m_colors;
};

} // namespace bubblescope
