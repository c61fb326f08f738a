// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace.h"

#include <QLabel>

namespace bubblescope {

struct MeasuredThroughput;

/// A step that is modelled of an input without a timeline of its own.
struct ModelledStep {
    double wholeNs = 0;    ///< with what the model does not explain; 0: the step is that of the timeline
    double explained = 1;  ///< share of it
    bool isStated = false; ///< by a log, as the model has it unchanged: the time is measured, its parts are modelled
};

/// Step time, busy share, bubble share and exposed communication of a run, on one line.
class Headline : public QLabel {
    Q_OBJECT
public:
    explicit Headline(QWidget* parent = nullptr);

    enum class Length { Full, ShortShares, Short };

    /// Figures of the run, or of the part that all views show; empty without times or while they are computed.
    void showFigures(const Workspace& workspace);
    /// Rich text: "step <b>1.390 s</b> · busy <b>66 %</b> · …". Shares are of the whole step.
    static QString summaryText(const Run& run, const RunSummary& summary, Figures::Extent extent = Figures::Extent::Run,
        int64_t step = 0, const ModelledStep& ofModel = {}, Length length = Length::Full);

    /// Rich text: "<b>52,130</b> tokens/s · MFU <b>41 %</b>".
    static QString throughputText(const MeasuredThroughput& throughput);
    /// Plain text of some lines: where these figures come from, and what a log prints itself.
    static QString throughputExplanation(const MeasuredThroughput& throughput);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void chooseText();
    QStringList m_texts; ///< longest first; the first one that fits is shown
};

} // namespace bubblescope
