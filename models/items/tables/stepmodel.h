// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runlog.h"
#include "tablemodel.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// A range that shows most values: a few far above or below the rest (a slow first step) do not stretch it. A steady
/// descent over many steps is not an outlier. nullopt without finite values.
struct RobustRange {
    double lower = 0;
    double upper = 1;
    bool cutsBelow = false;
    bool cutsAbove = false;
};
std::optional<RobustRange> robustRange(std::vector<double> values);

/// Figures that a log may print for a step, in display order.
enum class StepFigure : uint8_t {
    Loss,
    Perplexity,
    LearningRate,
    StepTime, ///< ns
    TokensPerSecond,
    SamplesPerSecond,
    Teraflops,             ///< per GPU
    ModelFlopsUtilisation, ///< per cent
    Memory,                ///< GiB
    GradientNorm,
    Accuracy, ///< of an evaluation
};
inline constexpr int stepFigureCount = static_cast<int>(StepFigure::Accuracy) + 1;

/// The figure in the unit stated above; nullopt if it was not printed.
std::optional<double> stepFigure(const LogStep& step, StepFigure figure);
/// "loss", "ms per batch", …
QString stepFigureName(StepFigure figure);
/// The value with its unit.
QString stepFigureText(StepFigure figure, double value);
/// Figures that at least one step of the log has.
std::vector<StepFigure> stepFigures(const RunLog& log);

/// The steps of one log as a table; figures that were never printed have no column.
class StepModel : public TableModel {
    Q_OBJECT
public:
    explicit StepModel(QObject* parent = nullptr);
    /// Copies what it shows; null clears the table.
    void setLog(const RunLog* log);
    int64_t stepAt(int row) const;
    /// -1 if the log does not have that step.
    int rowOf(int64_t step) const;

protected:
    int rows() const override { return static_cast<int>(m_steps.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;

private:
    std::vector<LogStep> m_steps;
    std::vector<StepFigure> m_figures; // of the columns after the first
    std::vector<int> m_decimals;       // of these columns, to align digits; -1: each value as it is
};

} // namespace bubblescope
