// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepmatrix.h"

#include "parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace bubblescope {

namespace {

constexpr size_t levelShift = 2; // each level has a quarter of the rows or steps of the one before
constexpr size_t piecesOfWork = 64;
constexpr float unknownCell = std::numeric_limits<float>::quiet_NaN();

float quantile(std::vector<float>& values, double share)
{
    if (values.empty())
        return unknownCell;
    const auto at = values.begin() + std::ptrdiff_t(double(values.size() - 1) * share);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

size_t ceilShift(size_t value, size_t shift) { return (value + (size_t(1) << shift) - 1) >> shift; }

/// Sums up to a Block.
struct BlockSum {
    double sum = 0;
    size_t count = 0;
    float largest = -std::numeric_limits<float>::infinity();
    void add(float mean, float most)
    {
        const bool isKnown = std::isfinite(mean);
        sum += isKnown ? double(mean) : 0;
        count += isKnown;
        largest = std::max(largest, isKnown ? most : largest);
    }
    StepMatrix::Block block() const
    {
        return count == 0 ? StepMatrix::Block {unknownCell, unknownCell}
                          : StepMatrix::Block {float(sum / double(count)), largest};
    }
};

/// Sums over a few rows of cells, for each step; laid out so that the compiler adds several at once.
class RowSums {
public:
    explicit RowSums(size_t steps)
        : m_sums(steps), m_counts(steps), m_largest(steps, std::numeric_limits<float>::lowest())
    {
    }
    void add(const StepMatrix::Block* cells)
    {
        const size_t steps = m_sums.size();
        float* const sums = m_sums.data();
        float* const counts = m_counts.data();
        float* const largest = m_largest.data();
        for (size_t s = 0; s < steps; ++s) {
            const float mean = cells[s].mean;
            const bool isKnown = std::abs(mean) <= std::numeric_limits<float>::max();
            const float most = isKnown ? cells[s].largest : std::numeric_limits<float>::lowest();
            sums[s] += isKnown ? mean : 0.0f;
            counts[s] += isKnown ? 1.0f : 0.0f;
            largest[s] = largest[s] < most ? most : largest[s];
        }
    }
    StepMatrix::Block block(size_t from, size_t to) const
    {
        float sum = 0;
        float count = 0;
        float largest = std::numeric_limits<float>::lowest();
        for (size_t s = from; s < to; ++s) {
            sum += m_sums[s];
            count += m_counts[s];
            largest = std::max(largest, m_largest[s]);
        }
        return count > 0 ? StepMatrix::Block {sum / count, largest} : StepMatrix::Block {unknownCell, unknownCell};
    }

private:
    std::vector<float> m_sums;
    std::vector<float> m_counts;
    std::vector<float> m_largest;
};

/// The coarsest whose cells are at most a third larger: of finer ones, more would have to be read than a frame has time
/// for.
size_t levelFor(size_t extent, size_t levels)
{
    const size_t most = extent + extent / 3;
    size_t level = 0;
    while (level + 1 < levels && (most >> (levelShift * (level + 1))) > 0)
        ++level;
    return level;
}

/// Cells of a level, from the first to before the last; at least one.
std::pair<size_t, size_t> cellsOf(size_t begin, size_t count, size_t level, size_t all)
{
    const size_t shift = levelShift * level;
    const size_t from = begin >> shift;
    return {from, std::max(from + 1, std::min(ceilShift(begin + count, shift), ceilShift(all, shift)))};
}

} // namespace

StepMatrix::StepMatrix(StepTablePtr table, const Options& options) : m_table(std::move(table)), m_options(options)
{
    m_order.resize(m_table->rowCount());
    std::iota(m_order.begin(), m_order.end(), 0U);
    if (!m_table->has(options.measure))
        return;
    if (options.scale == Scale::Deviation)
        findPeers();
    sortRows();
    buildLevels();
    findCurves();
    findRange();
    findNoise();
    countSlowest();
}

float StepMatrix::raw(uint32_t tableRow, size_t step) const
{
    const float value = m_table->value(m_options.measure, tableRow, step);
    if (m_peers.empty())
        return value;
    const float peers = m_peers[m_group[tableRow] * m_table->stepCount() + step];
    return peers > 0 ? value / peers - 1 : value > 0 ? unknownCell : 0;
}

float StepMatrix::value(size_t row, size_t step) const { return raw(m_order[row], step); }

std::optional<size_t> StepMatrix::rowOf(int32_t rank) const
{
    for (size_t row = 0; row < m_order.size(); ++row) {
        if (this->row(row).rank == rank)
            return row;
    }
    return std::nullopt;
}

void StepMatrix::findPeers()
{
    std::map<int, uint32_t> stages;
    for (const StepTable::Row& row : m_table->rows())
        stages.emplace(row.stage, 0);
    uint32_t count = 0;
    for (auto& [stage, group] : stages)
        group = count++;
    std::vector<std::vector<uint32_t>> members(count);
    for (uint32_t r = 0; r < m_table->rowCount(); ++r) {
        m_group.push_back(stages[m_table->rows()[r].stage]);
        members[m_group.back()].push_back(r);
    }
    const size_t steps = m_table->stepCount();
    m_peers.resize(count * steps);
    forEachParallel(piecesOfWork, threadCount(), [&](size_t piece) {
        const auto [from, to] = evenPiece(piece, piecesOfWork, steps);
        std::vector<float> values;
        for (size_t s = from; s < to; ++s) {
            for (uint32_t group = 0; group < count; ++group) {
                values.clear();
                for (const uint32_t r : members[group]) {
                    if (const float value = m_table->value(m_options.measure, r, s); std::isfinite(value))
                        values.push_back(value);
                }
                m_peers[group * steps + s] = quantile(values, 0.5);
            }
        }
    });
}

void StepMatrix::sortRows()
{
    const std::vector<StepTable::Row>& rows = m_table->rows();
    std::vector<float> means(rows.size());
    forEachParallel(rows.size(), threadCount(), [&](size_t r) {
        double sum = 0;
        size_t count = 0;
        for (size_t s = 0; s < m_table->stepCount(); ++s) {
            const float value = raw(uint32_t(r), s);
            sum += std::isfinite(value) ? double(value) : 0;
            count += std::isfinite(value);
        }
        means[r] = count > 0 ? float(sum / double(count)) : unknownCell;
    });
    std::stable_sort(m_order.begin(), m_order.end(), [&](uint32_t a, uint32_t b) {
        switch (m_options.order) {
        case Order::Stage:
            return std::tie(rows[a].stage, rows[a].rank) < std::tie(rows[b].stage, rows[b].rank);
        case Order::Host:
            return std::tie(rows[a].host, rows[a].rank) < std::tie(rows[b].host, rows[b].rank);
        case Order::Value:
            break;
        }
        return (std::isfinite(means[a]) ? means[a] : 0) > (std::isfinite(means[b]) ? means[b] : 0);
    });
    for (const uint32_t r : m_order)
        m_rowMean.push_back(means[r]);
}

void StepMatrix::buildLevels()
{
    while (ceilShift(rowCount(), levelShift * (m_rowLevels - 1)) > 64 && m_rowLevels < 8)
        ++m_rowLevels;
    while (ceilShift(stepCount(), levelShift * (m_stepLevels - 1)) > 64 && m_stepLevels < 10)
        ++m_stepLevels;
    m_levels.resize(m_rowLevels * m_stepLevels);
    for (size_t i = 0; i < m_rowLevels; ++i) {
        for (size_t j = i == 0 ? 1 : 0; j < m_stepLevels; ++j) {
            Level& made = m_levels[i * m_stepLevels + j];
            made.rows = ceilShift(rowCount(), levelShift * i);
            made.steps = ceilShift(stepCount(), levelShift * j);
            made.blocks.resize(made.rows * made.steps);
            // From the next finer level in one direction.
            const bool bySteps = j > 0;
            const bool isFromTable = bySteps ? i == 0 && j == 1 : i == 1;
            const Level& finer = m_levels[bySteps ? i * m_stepLevels + j - 1 : (i - 1) * m_stepLevels];
            const size_t rowsEach = bySteps ? 1 : size_t(1) << levelShift;
            const size_t stepsEach = bySteps ? size_t(1) << levelShift : 1;
            const size_t finerRows = isFromTable ? rowCount() : finer.rows;
            const size_t finerSteps = isFromTable ? stepCount() : finer.steps;
            forEachParallel(std::min(made.rows, piecesOfWork), threadCount(), [&](size_t piece) {
                const auto [from, to] = evenPiece(piece, std::min(made.rows, piecesOfWork), made.rows);
                for (size_t r = from; r < to; ++r) {
                    for (size_t s = 0; s < made.steps; ++s) {
                        BlockSum sum;
                        for (size_t fr = r * rowsEach; fr < std::min(finerRows, (r + 1) * rowsEach); ++fr) {
                            for (size_t fs = s * stepsEach; fs < std::min(finerSteps, (s + 1) * stepsEach); ++fs) {
                                if (isFromTable) {
                                    const float cell = value(fr, fs);
                                    sum.add(cell, cell);
                                } else {
                                    const Block& block = finer.blocks[fr * finerSteps + fs];
                                    sum.add(block.mean, block.largest);
                                }
                            }
                        }
                        made.blocks[r * made.steps + s] = sum.block();
                    }
                }
            });
        }
    }
}

StepMatrix::StepRanges::StepRanges(const StepMatrix& matrix, const std::vector<Steps>& ranges)
{
    size_t least = std::numeric_limits<size_t>::max();
    for (const Steps& range : ranges)
        least = std::min(least, range.count);
    m_level = levelFor(least, matrix.m_stepLevels);
    for (const Steps& range : ranges) {
        const auto [from, to] = cellsOf(range.first, range.count, m_level, matrix.stepCount());
        m_first = m_cells.empty() ? from : m_first;
        m_cells.emplace_back(from - m_first, to - m_first);
    }
}

std::vector<StepMatrix::Block> StepMatrix::blocks(size_t row, size_t rows, const StepRanges& ranges) const
{
    if (m_levels.empty() || ranges.size() == 0)
        return std::vector<Block>(ranges.size(), {unknownCell, unknownCell});
    const size_t i = levelFor(rows, m_rowLevels);
    const size_t j = ranges.m_level;
    const auto [firstRow, endRow] = cellsOf(row, rows, i, rowCount());
    const size_t steps = ranges.m_cells.back().second;
    RowSums sums(steps);
    const Level& used = level(i, j);
    std::vector<Block> cells; // of the table itself
    for (size_t r = firstRow; r < endRow; ++r) {
        if (i > 0 || j > 0) {
            sums.add(used.blocks.data() + r * used.steps + ranges.m_first);
            continue;
        }
        cells.clear();
        for (size_t s = 0; s < steps; ++s)
            cells.push_back({value(r, ranges.m_first + s), value(r, ranges.m_first + s)});
        sums.add(cells.data());
    }
    std::vector<Block> found;
    found.reserve(ranges.size());
    for (const auto& [from, to] : ranges.m_cells)
        found.push_back(sums.block(from, to));
    return found;
}

void StepMatrix::findCurves()
{
    m_curve.resize(stepCount());
    forEachParallel(piecesOfWork, threadCount(), [&](size_t piece) {
        const auto [from, to] = evenPiece(piece, piecesOfWork, stepCount());
        std::vector<float> values;
        for (size_t s = from; s < to; ++s) {
            values.clear();
            StepCurve& of = m_curve[s];
            of.worst = unknownCell;
            for (uint32_t r = 0; r < rowCount(); ++r) {
                const float cell = value(r, s);
                if (!std::isfinite(cell))
                    continue;
                values.push_back(cell);
                if (!(cell <= of.worst)) {
                    of.worst = cell;
                    of.worstRow = r;
                }
            }
            of.median = quantile(values, 0.5);
            of.p5 = quantile(values, 0.05);
            of.p95 = quantile(values, 0.95);
        }
    });
}

void StepMatrix::countSlowest()
{
    m_timesSlowest.assign(rowCount(), 0);
    for (const StepCurve& of : m_curve) {
        if (std::isfinite(of.worst) && of.worst - of.median > m_noise)
            ++m_timesSlowest[of.worstRow];
    }
}

void StepMatrix::findNoise()
{
    constexpr size_t leastSteps = 4; // of fewer nothing is known
    constexpr size_t mostRows = 512;
    constexpr size_t mostSteps = 256;
    constexpr float leastOfShares = 0.01f;
    constexpr float threeDeviations = 3 / 1.1503f; // times three quarters of the differences, if they are normal
    const size_t rowStride = std::max<size_t>(rowCount() / mostRows, 1);
    const size_t stepStride = std::max<size_t>(stepCount() / mostSteps, 1);
    const bool isDeviation = m_options.scale == Scale::Deviation;
    std::vector<float> differences;
    std::vector<float> ofRow;
    for (size_t r = 0; r < rowCount(); r += rowStride) {
        ofRow.clear();
        for (size_t s = 0; s < stepCount(); s += stepStride) {
            const float beside = isDeviation ? value(r, s) : value(r, s) - m_curve[s].median;
            if (std::isfinite(beside))
                ofRow.push_back(beside);
        }
        if (ofRow.size() < leastSteps)
            continue;
        std::vector<float> sorted = ofRow;
        const float middle = quantile(sorted, 0.5);
        // The median rank of a small stage is no measure: it differs from itself by nothing.
        if (std::all_of(ofRow.begin(), ofRow.end(), [](float beside) { return beside == 0; }))
            continue;
        for (const float beside : ofRow)
            differences.push_back(std::abs(beside - middle));
    }
    m_noise = differences.empty() ? 0 : quantile(differences, 0.75) * threeDeviations;
    if (isDeviation)
        m_noise = std::max(m_noise, leastOfShares);
    m_noise = std::min(m_noise, (isDeviation ? m_high : m_high - m_low) / 2);
}

void StepMatrix::findRange()
{
    constexpr size_t enough = 200'000;
    const size_t cells = rowCount() * stepCount();
    const size_t stride = std::max<size_t>(cells / enough, 1) | 1; // odd: does not stay in a column
    std::vector<float> sample;
    for (size_t cell = 0; cell < cells; cell += stride) {
        if (const float found = value(cell / stepCount(), cell % stepCount()); std::isfinite(found))
            sample.push_back(found);
    }
    if (sample.empty())
        return;
    if (m_options.scale == Scale::Deviation) {
        constexpr float least = 0.05f; // smaller differences do not span the colours
        for (float& found : sample)
            found = std::abs(found);
        m_high = std::max(quantile(sample, 0.995), least);
        m_low = -m_high;
        return;
    }
    m_low = quantile(sample, 0.01);
    m_high = quantile(sample, 0.995);
    const float narrowest = std::max(std::abs(m_high) * 0.05f, 1e-3f);
    if (m_high - m_low < narrowest) {
        m_low = (m_low + m_high - narrowest) / 2;
        m_high = m_low + narrowest;
    }
}

} // namespace bubblescope
