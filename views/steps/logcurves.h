// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "palette.h"

namespace bubblescope {

/// Loss and gradient norm of a log over the steps, each with a scale of its own in its colour.
class LogCurves {
public:
    /// By indexes of steps.
    struct Curve {
        QVector<double> steps;
        QVector<double> values;
        bool isCurve() const { return steps.size() > 1; }
    };
    explicit LogCurves(QCPAxisRect& rect);
    void setCurves(const Curve& loss, const Curve& gradientNorm);
    bool hasCurves() const { return m_hasCurves; }
    void setColors(const Palette& colors);
    /// To what is in sight.
    void rescale();

private:
    QCPAxis* m_left;
    QCPAxis* m_right;
    QCPGraph* m_loss;
    QCPGraph* m_gradientNorm;
    bool m_hasCurves = false;
};

} // namespace bubblescope
