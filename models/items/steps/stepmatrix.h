// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "steptable.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// One measure of a table of steps, as it is drawn: rows in an order, values in ms or relative to the peers, with
/// coarser levels for when there are more cells than pixels. Immutable; making it is O(cells), on several threads.
class StepMatrix {
public:
    enum class Order : uint8_t { Stage, Host, Value };
    enum class Scale : uint8_t { Value, Deviation }; ///< deviation: share above the median rank of the stage
    struct Options {
        StepMeasure measure = StepMeasure::StepTime;
        Order order = Order::Stage;
        Scale scale = Scale::Value;
        bool operator==(const Options&) const = default;
    };
    StepMatrix(StepTablePtr table, const Options& options);

    const StepTable& table() const { return *m_table; }
    const Options& options() const { return m_options; }
    size_t rowCount() const { return m_order.size(); }
    size_t stepCount() const { return m_table->stepCount(); }
    const StepTable::Row& row(size_t row) const { return m_table->rows()[m_order[row]]; }
    std::optional<size_t> rowOf(int32_t rank) const;
    /// NaN if unknown.
    float value(size_t row, size_t step) const;

    /// Mean and largest value of a block of cells; the mean is NaN if nothing is known of it. Exact up to the ends of
    /// blocks of a coarser level: reads a few cells however large the block is.
    struct Block {
        float mean = 0;
        float largest = 0;
    };
    struct Steps {
        size_t first = 0;
        size_t count = 0;
        bool operator==(const Steps&) const = default;
    };
    /// Ranges of steps in order, of about the same size and none of them empty, as the cells of a level.
    class StepRanges {
    public:
        StepRanges(const StepMatrix& matrix, const std::vector<Steps>& ranges);
        size_t size() const { return m_cells.size(); }

    private:
        friend class StepMatrix;
        size_t m_level = 0;
        size_t m_first = 0;                             ///< cell of the level
        std::vector<std::pair<size_t, size_t>> m_cells; ///< behind the first, from and to
    };
    /// Of some rows, a block for each range. Reads cells in the order in which they lie.
    std::vector<Block> blocks(size_t row, size_t rows, const StepRanges& ranges) const;

    /// What nearly all cells lie between: the range of the colours.
    float low() const { return m_low; }
    float high() const { return m_high; }
    /// So far ranks stray from their own median from step to step, three standard deviations: smaller differences from
    /// others name nobody. In the unit of value(), at most half the range of the colours; 0 where steps are few.
    float noise() const { return m_noise; }
    /// So far above the others of its pixel, a cell is drawn instead of their mean.
    float outstanding() const { return (m_high - m_low) * 0.5f; }

    /// Of one step over all rows; of one row over all steps. In the unit of value().
    struct StepCurve {
        float median = 0;
        float p5 = 0;
        float p95 = 0;
        float worst = 0;
        uint32_t worstRow = 0;
    };
    const std::vector<StepCurve>& curve() const { return m_curve; }
    bool hasMeans() const { return !m_rowMean.empty(); }
    float meanOfRow(size_t row) const { return m_rowMean[row]; }
    /// By more than noise().
    uint32_t timesSlowest(size_t row) const { return m_timesSlowest[row]; }

private:
    struct Level {
        size_t rows = 0;
        size_t steps = 0;
        std::vector<Block> blocks;
    };
    float raw(uint32_t tableRow, size_t step) const;
    void findPeers();
    void sortRows();
    void buildLevels();
    void findCurves();
    void findRange();
    void findNoise();
    void countSlowest();
    const Level& level(size_t rowShift, size_t stepShift) const
    {
        return m_levels[rowShift * m_stepLevels + stepShift];
    }

    StepTablePtr m_table;
    Options m_options;
    std::vector<uint32_t> m_order; ///< rows of the table
    std::vector<uint32_t> m_group; ///< by row of the table: its stage, counted from 0
    std::vector<float> m_peers;    ///< by stage and step: the median
    std::vector<Level> m_levels;   ///< each halves rows or steps twice; the first is the table itself and empty
    size_t m_rowLevels = 1;
    size_t m_stepLevels = 1;
    std::vector<StepCurve> m_curve;
    std::vector<float> m_rowMean;
    std::vector<uint32_t> m_timesSlowest;
    float m_low = 0;
    float m_high = 1;
    float m_noise = 0;
};

} // namespace bubblescope
