// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "runsummary.h"

#include <QLabel>

namespace bubblescope {

/// Step time, busy, bubble and exposed communication of a run, in one line.
class Headline : public QLabel {
    Q_OBJECT
public:
    explicit Headline(QWidget* parent = nullptr);

    /// Null for a run whose times are not summed up, or none at all.
    void setSummary(const Run* run, const RunSummary* summary);
    /// Rich text: "step <b>1.390 s</b> · busy <b>66 %</b> · …".
    static QString summaryText(const Run& run, const RunSummary& summary);

    QSize minimumSizeHint() const override;
};

} // namespace bubblescope
