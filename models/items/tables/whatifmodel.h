// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "sensitivity.h"
#include "tablemodel.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// State of a knob for an input before it is moved.
struct KnobState {
    std::string_view key;
    std::string own;                   ///< the input's own value as text, empty if it has none
    std::optional<Message> whyNot;     ///< why it cannot be moved
    std::vector<Message> evidence {};  ///< sentences: how its own value is known
};

/// What is simulated: fixed for one input and step.
struct WhatIfSubject {
    QString title; ///< "step 2 of demo"
    StepFigures baseline;
    Origin baselineOrigin = Origin::Measured;
    std::optional<int64_t> step; ///< its number, if the run has several
    std::vector<KnobState> knobs; ///< in the order of knobTable()
    const KnobState* knob(std::string_view key) const;
};

/// One bar between the measured and the simulated step.
struct WaterfallBar {
    QString label;
    QString part; ///< of StepPartsModel; empty for combined parts
    double fromNs = 0;
    double toNs = 0;
    bool isTotal = false;                ///< starts at zero
    Category category = Category::Other; ///< gives the colour of the label
    double difference() const { return toNs - fromNs; }
};
/// True if the knobs change the batch: steps are then compared by their time per sample.
bool comparesSamples(const StepFigures& baseline, const StepFigures& simulated);
/// From the baseline's step over the differences of its parts to the simulated step, per sample where the batch changes.
/// Parts that change by less than a thousandth of the step are combined.
std::vector<WaterfallBar> waterfall(const StepFigures& baseline, Origin baselineOrigin, const StepFigures& simulated);

/// A figure, its formula with numbers, and its origin.
struct FormulaLine {
    QString figure;
    QString formula;
    QString note; ///< the limiting link, ±50 % for small messages; may be empty
    QString part; ///< the part of StepPartsModel that it explains; may be empty
};
std::vector<FormulaLine> formulas(const SimulatedStep& step);

/// Parts of a step, measured next to simulated.
class StepPartsModel : public TableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, BaselineColumn, SimulatedColumn, DifferenceColumn };
    explicit StepPartsModel(QObject* parent = nullptr);
    void setFigures(const StepFigures& baseline, Origin baselineOrigin, const StepFigures& simulated);
    void clear();
    const QString& part(int row) const { return m_rows[size_t(row)].name; }

protected:
    int rows() const override { return int(m_rows.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    enum class Unit : uint8_t { Time, Share, PerSecond };
    struct Row {
        QString name;
        QString help;
        Unit unit = Unit::Time;
        double baseline = 0;
        double simulated = 0;
    };
    QString figure(const Row& row, double value) const;
    std::vector<Row> m_rows;
    TimeFormat m_times;
};

/// Stages of a simulated step: busy, span, microbatches in flight, memory.
class StageFiguresModel : public TableModel {
    Q_OBJECT
public:
    enum Column { StageColumn, BusyColumn, ShareColumn, InFlightColumn, MemoryColumn };
    explicit StageFiguresModel(QObject* parent = nullptr);
    /// `gpuMemory` in bytes; 0 if unknown.
    void setFigures(const StepFigures& figures, double gpuMemory);

protected:
    int rows() const override { return int(m_figures.stages.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    StepFigures m_figures;
    TimeFormat m_times;
    double m_gpuMemory = 0;
};

/// The effect of the moved knobs, in words.
struct StepAnswer {
    QString step;    ///< "911.3 ms → 742.1 ms"
    QString verdict; ///< "22.7 % more samples per second"
    QStringList details; ///< "step −18.5 %", "bubble 35.4 % → 21.1 %", "exposed comm. 6.7 %"; the weightiest first
    double gain = 0; ///< in samples per second, or in speed of the step if samples are unknown
    QString range;       ///< "expected between 636 ms and 674 ms"; empty where there is none
    bool isSure = true;  ///< the gain is larger than its range
};
StepAnswer stepAnswer(const StepFigures& baseline, const StepFigures& simulated);
/// A warning if a stage needs more memory than its GPUs have; else empty.
QString memoryWarning(const SimulatedStep& step);
/// "+12.1 % ± 2.3 %".
QString gainFigure(const KnobGain& gain);
/// "8 to 16 microbatches: +12.1 % samples/s, step 1 500 ms".
QString gainText(const KnobGain& gain);

} // namespace bubblescope
