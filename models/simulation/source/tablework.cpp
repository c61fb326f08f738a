// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablework.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr double nothingNs = 1; // "4.79e-09 ms" means zero; such rows join the next one instead of being drawn

/// True if the row's time is that of its communication: predictions price communication rows, work items do not.
bool isPricedCommunication(const LayerTable& table, const LayerRow& row)
{
    return table.kind == LayerTable::Kind::NeuSight && (!row.forwardComm.isNone() || !row.backwardComm.isNone());
}

class WorkMaker {
public:
    WorkMaker(const LayerTable& table, bool splitsWeightGradient)
        : m_table(table), m_splitsWeightGradient(splitsWeightGradient)
    {
    }

    Work forward(const TableRows::Range& rows)
    {
        m_carried = 0;
        Work work;
        for (size_t i = rows.first; i < rows.last; ++i) {
            const LayerRow& row = m_table.rows[i];
            if (isMessageRow(row))
                continue;
            if (!row.isGradientRow && !isPricedCommunication(m_table, row))
                compute(work, row.name, row.forwardNs, Category::Forward);
            communication(work, row, row.forwardComm, statedNs(row, row.forwardNs, row.forwardCommNs));
        }
        return close(work, Category::Forward);
    }

    /// Rows in reverse order. A gradient row precedes the operator whose gradient it is.
    Work backward(const TableRows::Range& rows, bool isForwardsTime)
    {
        m_carried = 0;
        Work work;
        for (size_t i = rows.last; i-- > rows.first;) {
            const LayerRow& row = m_table.rows[i];
            if (isMessageRow(row))
                continue;
            if (!row.isGradientRow && !isPricedCommunication(m_table, row)) {
                const double own = m_splitsWeightGradient ? row.backwardNs : row.backwardNs + row.weightGradientNs;
                compute(work, row.name, isForwardsTime ? row.forwardNs : own, Category::Backward);
            }
            // Gradients are complete after the weight gradient.
            if (!row.isGradientRow || !m_splitsWeightGradient)
                communication(work, row, row.backwardComm, statedNs(row, row.backwardNs, row.backwardCommNs));
            if (!m_splitsWeightGradient)
                communication(work, row, row.weightComm, statedNs(row, row.weightGradientNs, row.weightCommNs),
                    Category::DataComm);
        }
        return close(work, Category::Backward);
    }

    Work weightGradient(const TableRows::Range& rows)
    {
        if (!m_splitsWeightGradient)
            return {};
        m_carried = 0;
        Work work;
        for (size_t i = rows.last; i-- > rows.first;) {
            const LayerRow& row = m_table.rows[i];
            if (isMessageRow(row))
                continue;
            if (row.isGradientRow) {
                communication(work, row, row.backwardComm, statedNs(row, row.backwardNs, row.backwardCommNs));
                continue;
            }
            compute(work, row.name, row.weightGradientNs, Category::WeightGradient);
            communication(work, row, row.weightComm, row.weightCommNs, Category::DataComm);
        }
        return close(work, Category::WeightGradient);
    }

private:
    double statedNs(const LayerRow& row, double computeNs, double commNs) const
    {
        if (row.isGradientRow || isPricedCommunication(m_table, row))
            return computeNs;
        return commNs;
    }

    void compute(Work& work, const std::string& name, double ns, Category category)
    {
        if (ns < nothingNs) {
            m_carried += ns;
            return;
        }
        WorkPiece& piece = work.emplace_back();
        piece.name = name;
        piece.ns = ns + m_carried;
        piece.computeClass = computeClassOf(name);
        piece.category = category;
        m_carried = 0;
    }

    void communication(Work& work, const LayerRow& row, const CommRequest& comm, double ns,
        Category impliedGroup = Category::TensorComm)
    {
        if (comm.isNone()) {
            if (ns > 0 && !isPricedCommunication(m_table, row) && !row.isGradientRow)
                statedTime(work, row, ns, impliedGroup);
            return;
        }
        WorkPiece& piece = work.emplace_back();
        piece.name = row.name;
        piece.ns = ns > 0 ? ns : -1;
        piece.operation = comm.operation;
        piece.category = comm.group;
        piece.bytes = comm.bytes;
        piece.isAsynchronous = comm.asynchronous;
    }

    /// Adds a stated time: simulator results give durations without details.
    static void statedTime(Work& work, const LayerRow& row, double ns, Category group)
    {
        WorkPiece& piece = work.emplace_back();
        piece.name = row.name;
        piece.ns = ns;
        piece.operation = Operation::AllReduce;
        piece.category = group;
    }

    Work close(Work& work, Category category)
    {
        if (m_carried > 0) {
            const auto last = std::find_if(
                work.rbegin(), work.rend(), [](const WorkPiece& piece) { return !piece.isCommunication(); });
            if (last != work.rend())
                last->ns += m_carried;
            else
                work.push_back({{}, m_carried, ComputeClass::MemoryBound, Operation::Other, category});
        }
        m_carried = 0;
        return std::move(work);
    }

    const LayerTable& m_table;
    bool m_splitsWeightGradient;
    double m_carried = 0;
};

/// Predictions count gradient accumulation in the weight gradient, directly after each operator.
bool splitsWeightGradient(const LayerTable& table)
{
    return table.kind != LayerTable::Kind::NeuSight
        && std::any_of(
            table.rows.begin(), table.rows.end(), [](const LayerRow& row) { return row.weightGradientNs > 0; });
}

} // namespace

TableRows::TableRows(const LayerTable& table)
    : prologue {0, table.rows.size()}
    , layer {table.rows.size(), table.rows.size()}
    , epilogue {table.rows.size(), table.rows.size()}
{
    if (table.hasBlock()) {
        prologue.last = table.block.first;
        layer = {table.block.first, table.block.second};
        epilogue.first = table.block.second;
    }
}

bool isMessageRow(const LayerRow& row) { return isPointToPoint(row.forwardComm.operation); }

bool knowsBackward(const LayerTable& table)
{
    return std::any_of(table.rows.begin(), table.rows.end(), [](const LayerRow& row) {
        return !row.isGradientRow && (row.backwardNs >= nothingNs || row.weightGradientNs >= nothingNs);
    });
}

LayerWork layerWork(const LayerTable& table, int layers)
{
    const TableRows rows(table);
    const bool isForwardsTime = !knowsBackward(table);
    WorkMaker make(table, splitsWeightGradient(table));
    LayerWork work;
    work.layers = layers;
    work.prologueForward = make.forward(rows.prologue);
    work.layerForward = make.forward(rows.layer);
    work.epilogueForward = make.forward(rows.epilogue);
    work.prologueBackward = make.backward(rows.prologue, isForwardsTime);
    work.layerBackward = make.backward(rows.layer, isForwardsTime);
    work.epilogueBackward = make.backward(rows.epilogue, isForwardsTime);
    work.prologueWeightGradient = make.weightGradient(rows.prologue);
    work.layerWeightGradient = make.weightGradient(rows.layer);
    work.epilogueWeightGradient = make.weightGradient(rows.epilogue);
    return work;
}

} // namespace bubblescope
