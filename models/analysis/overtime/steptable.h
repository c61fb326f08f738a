// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a cell of rank and step can show; terms as at TimeSplit.
enum class StepMeasure : uint8_t {
    StepTime,
    Compute,
    Waiting,
    Exposed,
    Bubble,
    Idle,
    Forward,
    Backward,
    Optimizer,
    TensorComm,
    PipelineComm,
    DataComm,
    ExpertComm,
    // Of a step of reinforcement learning, as its log times it:
    Generate,
    Reward,
    Update,
    WeightSync,
};
inline constexpr size_t stepMeasureCount = static_cast<size_t>(StepMeasure::WeightSync) + 1;
/// "step time", "compute", …
std::string_view stepMeasureName(StepMeasure measure);

/// Every step of every rank: a matrix of a few measures, in ms. Immutable once made.
class StepTable {
public:
    struct Row {
        int32_t rank = -1; ///< -1: the job as a whole, as most logs record it
        int stage = -1;
        int host = 0;
    };

    StepTable() = default;
    StepTable(std::vector<Row> rows, std::vector<int64_t> steps);

    /// The steps of a run, split as everything else is. Ranks run on several threads.
    static StepTable ofRun(const RunContext& context);
    /// The step times of a log: by rank where it prints them, else one row, with the phases of reinforcement learning
    /// that it times.
    static StepTable ofLog(const RunLog& log);

    size_t rowCount() const { return m_rows.size(); }
    size_t stepCount() const { return m_steps.size(); }
    bool isEmpty() const { return m_rows.empty() || m_steps.empty(); }
    const std::vector<Row>& rows() const { return m_rows; }
    const std::vector<int64_t>& steps() const { return m_steps; } ///< numbers, ascending
    bool has(StepMeasure measure) const { return !m_values[static_cast<size_t>(measure)].empty(); }
    /// NaN where it is not known.
    float value(StepMeasure measure, size_t row, size_t step) const
    {
        return m_values[static_cast<size_t>(measure)][row * m_steps.size() + step];
    }
    void set(StepMeasure measure, size_t row, size_t step, float ms)
    {
        m_values[static_cast<size_t>(measure)][row * m_steps.size() + step] = ms;
    }
    /// Makes room for a measure, unknown everywhere.
    void add(StepMeasure measure);

private:
    std::vector<Row> m_rows;
    std::vector<int64_t> m_steps;
    std::array<std::vector<float>, stepMeasureCount> m_values;
};

using StepTablePtr = std::shared_ptr<const StepTable>;

} // namespace bubblescope
