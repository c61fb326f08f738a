// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepsplot.h"

namespace bubblescope {

/// What the shades of the matrix mean, beside it.
class ShadeScale : public QCPColorScale {
public:
    explicit ShadeScale(QCustomPlot* plot);
    void show(const StepsPicture& picture);
    /// Left out where it does not fit.
    void setName(const QString& name, int height);
    void setColors(const Palette& colors, const QFont& font);
};

} // namespace bubblescope
