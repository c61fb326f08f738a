// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankgrid.h"

#include "formatting.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr int widestRow = 64;

/// How many replicas share out the experts; 0 if no whole groups fit into a stage. Megatron counts tensor, expert, data,
/// pipeline: an expert-parallel group is neighbouring replicas.
int expertsOf(const ParallelLayout& layout, int replicas)
{
    const int experts = layout.expert.value_or(1);
    return experts > 1 && replicas % experts == 0 ? experts : 0;
}

} // namespace

/// By host, cells keep what they are among their peers.
RankGrid::RankGrid(const Run& run, Arrangement arrangement)
{
    const auto ranks = run.trace->ranks();
    if (ranks.empty())
        return;
    if (arrangement == Arrangement::ByHost) {
        *this = RankGrid(run);
        arrangeByHost(run);
        return;
    }
    const int tensor = std::max(run.layout.tensor.value_or(1), 1);
    std::map<int, std::vector<Cell>> byStage;
    bool allStagesKnown = true;
    for (const RankInfo& info : ranks) {
        Cell cell;
        cell.rank = info.rank;
        cell.stage = info.stage;
        cell.host = info.host < run.trace->hosts().size() ? int(info.host) : -1;
        byStage[info.stage].push_back(cell);
        allStagesKnown &= info.stage >= 0;
    }
    // A missing rank is on the stage given by Megatron's numbering.
    const int stages = run.layout.pipeline.value_or(0);
    const int world = run.layout.world.value_or(0);
    for (const int rank : run.missingRanks) {
        Cell cell;
        cell.rank = rank;
        cell.isMissing = true;
        if (allStagesKnown && stages > 0 && world > 0 && world % stages == 0 && rank >= 0 && rank < world)
            cell.stage = rank / (world / stages);
        byStage[cell.stage].push_back(cell);
    }
    m_rowsAreStages = allStagesKnown && byStage.size() > 1;
    m_groupColumns = run.layout.tensor && tensor > 1 ? tensor : 0;

    if (m_rowsAreStages) {
        for (auto& [stage, cells] : byStage) {
            std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.rank < b.rank; });
            int column = 0;
            const int experts = run.layout.tensor ? expertsOf(run.layout, int(cells.size()) / tensor) : 0;
            m_expertColumns = std::max(m_expertColumns, experts * tensor);
            for (Cell& cell : cells) {
                cell.row = m_rows;
                cell.column = column++;
                if (run.layout.tensor) {
                    cell.tensor = cell.column % tensor;
                    cell.data = cell.column / tensor;
                    cell.expert = experts > 0 ? cell.data % experts : -1;
                }
                m_cells.push_back(cell);
            }
            m_rowStages.push_back(stage);
            m_columns = std::max(m_columns, column);
            ++m_rows;
        }
        return;
    }

    std::vector<Cell> all;
    for (const auto& [stage, cells] : byStage)
        all.insert(all.end(), cells.begin(), cells.end());
    std::sort(all.begin(), all.end(), [](const Cell& a, const Cell& b) { return a.rank < b.rank; });
    const int count = static_cast<int>(all.size());
    // Wide rather than square, with whole tensor-parallel groups per row.
    int columns = std::clamp(static_cast<int>(std::ceil(std::sqrt(2.0 * count))), 1, widestRow);
    if (m_groupColumns > 0)
        columns = std::max(1, (columns + tensor - 1) / tensor) * tensor;
    m_columns = std::min(columns, count);
    const int experts = run.layout.tensor ? expertsOf(run.layout, count / tensor) : 0;
    for (int i = 0; i < count; ++i) {
        Cell& cell = all[static_cast<size_t>(i)];
        cell.row = i / m_columns;
        cell.column = i % m_columns;
        if (run.layout.tensor) {
            cell.tensor = cell.rank % tensor;
            cell.data = cell.rank / tensor;
            cell.expert = experts > 0 ? cell.data % experts : -1;
        }
    }
    m_cells = std::move(all);
    m_rows = (count + m_columns - 1) / m_columns;
}

void RankGrid::arrangeByHost(const Run& run)
{
    std::map<int, std::vector<Cell>> hosts;
    for (const Cell& cell : m_cells) {
        if (!cell.isMissing) // nobody knows on which host
            hosts[cell.host].push_back(cell);
    }
    size_t widest = 1;
    for (const auto& [host, cells] : hosts)
        widest = std::max(widest, cells.size());
    const int size = int(widest);
    // Wide rather than square, with whole hosts in a row.
    const int wanted = std::clamp(int(std::ceil(std::sqrt(2.0 * double(hosts.size()) * size))), 1, widestRow);
    const int inRow = std::min(std::max(wanted / size, 1), int(hosts.size()));
    m_cells.clear();
    m_rowStages.clear();
    m_rowsAreStages = false;
    m_groupColumns = size;
    m_expertColumns = 0;
    m_columns = inRow * size;
    int place = 0;
    for (auto& [host, cells] : hosts) {
        std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.rank < b.rank; });
        if (place % inRow == 0)
            m_rowHosts.push_back(host < 0 ? QString() : toText(run.trace->hosts()[size_t(host)]));
        for (size_t i = 0; i < cells.size(); ++i) {
            cells[i].row = place / inRow;
            cells[i].column = place % inRow * size + int(i);
            m_cells.push_back(cells[i]);
        }
        ++place;
    }
    m_rows = int(m_rowHosts.size());
}

const RankGrid::Cell* RankGrid::at(int column, int row) const
{
    const auto found = std::lower_bound(m_cells.begin(), m_cells.end(), std::pair(row, column),
        [](const Cell& cell, const std::pair<int, int>& place) { return std::pair(cell.row, cell.column) < place; });
    return found != m_cells.end() && found->row == row && found->column == column ? &*found : nullptr;
}

const RankGrid::Cell* RankGrid::find(int rank) const
{
    const auto found = std::find_if(m_cells.begin(), m_cells.end(), [rank](const Cell& c) { return c.rank == rank; });
    return found == m_cells.end() ? nullptr : &*found;
}

QString RankGrid::rowTitle(int row) const
{
    if (m_rowsAreStages)
        return row < 0 || row >= m_rows ? QString() : stageText(m_rowStages[static_cast<size_t>(row)]);
    if (!m_rowHosts.empty())
        return row < 0 || row >= m_rows ? QString() : m_rowHosts[static_cast<size_t>(row)];
    const Cell* first = at(0, row);
    return first ? rankText(first->rank) : QString();
}

} // namespace bubblescope
