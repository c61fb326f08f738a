// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calltree.h"
#include "formatting.h"

#include <QAbstractItemModel>

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// A CallTree as a Qt model: calls below their callers, with their times. Cells are made when they are asked for, so
/// that a million calls cost nothing until somebody opens them.
class CallTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column : int { Call, Count, Host, OwnHost, HostPerCall, Device, OwnDevice, DevicePerCall, ColumnCount };
    enum Role { PlainRole = Qt::UserRole + 1 }; ///< numbers without unit and groups, times in ms

    using QAbstractItemModel::QAbstractItemModel;
    /// Null for none.
    void setTree(std::shared_ptr<const CallTree> tree);
    const std::shared_ptr<const CallTree>& tree() const { return m_tree; }

    /// The node of a row; 0 for none.
    uint32_t nodeOf(const QModelIndex& index) const;
    QModelIndex indexOf(uint32_t node, int column = 0) const;
    /// The next call, from this one on in the order of rows, with a part of its name, whatever its case; wraps around.
    /// Invalid if there is none.
    QModelIndex find(const QString& part, const QModelIndex& from) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// By name ascending; by figures as asked. A negative column restores the order of the tree.
    void sort(int column, Qt::SortOrder order) override;

private:
    std::span<const uint32_t> childrenOf(uint32_t node) const;
    /// nullopt where nothing is to be said: a mean of no calls.
    std::optional<double> figure(uint32_t node, int column) const;
    void order();
    uint32_t nodeBehind(uint32_t node) const;

    std::shared_ptr<const CallTree> m_tree;
    std::vector<uint32_t> m_order; ///< children of all nodes, as the tree has them but sorted
    std::vector<uint32_t> m_rows;  ///< by node: its place among its siblings
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    TimeFormat m_totals;
    TimeFormat m_means;
};

} // namespace bubblescope
