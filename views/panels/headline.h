// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace.h"

#include <QLabel>

namespace bubblescope {

/// Step time, busy, bubble and exposed communication of a run, in one line.
class Headline : public QLabel {
    Q_OBJECT
public:
    explicit Headline(QWidget* parent = nullptr);

    /// Figures of the run, or of the part of it that all views show; nothing where times are not summed up (yet).
    void showFigures(const Workspace& workspace);
    /// Rich text: "step <b>1.390 s</b> · busy <b>66 %</b> · …".
    static QString summaryText(
        const Run& run, const RunSummary& summary, Figures::Extent extent = Figures::Extent::Run, int64_t step = 0);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void chooseText();
    QStringList m_texts; ///< the fullest first: the first that fits is shown
};

} // namespace bubblescope
