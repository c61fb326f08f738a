// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "calltreemodel.h"

#include "calltext.h"

#include <algorithm>

namespace bubblescope {

void CallTreeModel::setTree(std::shared_ptr<const CallTree> tree)
{
    beginResetModel();
    m_tree = std::move(tree);
    m_order.clear();
    m_rows.clear();
    if (m_tree && m_tree->nodes().empty())
        m_tree.reset();
    if (m_tree) {
        m_order.resize(m_tree->nodes().size() - 1);
        m_rows.resize(m_tree->nodes().size());
        order();
        const CallTree::Node& all = m_tree->nodes().front();
        m_totals = TimeFormat::forColumn(double(std::max(all.host, all.device)));
        double mean = 0;
        for (uint32_t node = 1; node < m_tree->nodes().size(); ++node)
            mean = std::max({mean, figure(node, HostPerCall).value_or(0), figure(node, DevicePerCall).value_or(0)});
        m_means = TimeFormat::forColumn(mean);
    }
    endResetModel();
}

/// Children of a node are where the tree has them.
std::span<const uint32_t> CallTreeModel::childrenOf(uint32_t node) const
{
    const auto ofTree = m_tree->childrenOf(node);
    if (ofTree.empty())
        return {};
    const auto first = size_t(ofTree.data() - m_tree->childrenOf(0).data());
    return std::span(m_order).subspan(first, ofTree.size());
}

void CallTreeModel::order()
{
    const auto all = m_tree->childrenOf(0);
    for (uint32_t node = 0; node < m_tree->nodes().size(); ++node) {
        const auto ofTree = m_tree->childrenOf(node);
        if (ofTree.empty())
            continue;
        const auto first = m_order.begin() + (ofTree.data() - all.data());
        const auto last = std::copy(ofTree.begin(), ofTree.end(), first);
        const bool isDescending = m_sortOrder == Qt::DescendingOrder;
        if (m_sortColumn == Call) {
            const StringPool& strings = m_tree->trace()->strings();
            std::stable_sort(first, last, [&](uint32_t a, uint32_t b) {
                const std::string_view nameA = strings.text(m_tree->nodes()[a].name);
                const std::string_view nameB = strings.text(m_tree->nodes()[b].name);
                return isDescending ? nameA > nameB : nameA < nameB;
            });
        } else if (m_sortColumn > Call) {
            std::stable_sort(first, last, [&](uint32_t a, uint32_t b) {
                const double ofA = figure(a, m_sortColumn).value_or(-1);
                const double ofB = figure(b, m_sortColumn).value_or(-1);
                return isDescending ? ofA > ofB : ofA < ofB;
            });
        }
        for (auto at = first; at != last; ++at)
            m_rows[*at] = uint32_t(at - first);
    }
}

void CallTreeModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    if (!m_tree)
        return;
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    this->order();
    QModelIndexList after;
    for (const QModelIndex& index : before)
        after += indexOf(uint32_t(index.internalId()), index.column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

uint32_t CallTreeModel::nodeOf(const QModelIndex& index) const
{
    return m_tree && index.isValid() && index.model() == this ? uint32_t(index.internalId()) : 0;
}

QModelIndex CallTreeModel::indexOf(uint32_t node, int column) const
{
    if (!m_tree || node == 0 || node >= m_tree->nodes().size())
        return {};
    return createIndex(int(m_rows[node]), column, quintptr(node));
}

/// In the order of rows, those inside first; 0 behind the last.
uint32_t CallTreeModel::nodeBehind(uint32_t node) const
{
    if (const auto inside = childrenOf(node); !inside.empty())
        return inside.front();
    for (; node != 0; node = m_tree->nodes()[node].parent) {
        const auto siblings = childrenOf(m_tree->nodes()[node].parent);
        if (m_rows[node] + 1 < siblings.size())
            return siblings[m_rows[node] + 1];
    }
    return 0;
}

QModelIndex CallTreeModel::find(const QString& part, const QModelIndex& from) const
{
    if (!m_tree || part.isEmpty())
        return {};
    CallNameSearch names(*m_tree, part);
    uint32_t node = nodeOf(from);
    for (size_t looked = 0; looked <= m_tree->nodes().size(); ++looked) {
        node = nodeBehind(node);
        if (node != 0 && names.matches(node))
            return indexOf(node);
    }
    return {};
}

QModelIndex CallTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!m_tree || row < 0 || column < 0 || column >= ColumnCount || parent.column() > 0)
        return {};
    const auto children = childrenOf(nodeOf(parent));
    return size_t(row) < children.size() ? createIndex(row, column, quintptr(children[size_t(row)])) : QModelIndex();
}

QModelIndex CallTreeModel::parent(const QModelIndex& index) const
{
    const uint32_t node = nodeOf(index);
    return node == 0 ? QModelIndex() : indexOf(m_tree->nodes()[node].parent);
}

int CallTreeModel::rowCount(const QModelIndex& parent) const
{
    return m_tree && parent.column() <= 0 ? int(childrenOf(nodeOf(parent)).size()) : 0;
}

int CallTreeModel::columnCount(const QModelIndex&) const { return ColumnCount; }

std::optional<double> CallTreeModel::figure(uint32_t node, int column) const
{
    const CallTree::Node& call = m_tree->nodes()[node];
    const auto perCall = [&call](TimeNs total) {
        return call.calls > 0 ? std::optional(double(total) / double(call.calls)) : std::nullopt;
    };
    switch (column) {
    case Count:
        return double(call.calls);
    case Host:
        return double(call.host);
    case OwnHost:
        return double(call.ownHost);
    case HostPerCall:
        return call.host > 0 ? perCall(call.host) : std::nullopt;
    case Device:
        return double(call.device);
    case OwnDevice:
        return double(call.ownDevice);
    case DevicePerCall:
        return call.device > 0 ? perCall(call.device) : std::nullopt;
    default:
        return std::nullopt;
    }
}

QVariant CallTreeModel::data(const QModelIndex& index, int role) const
{
    const uint32_t node = nodeOf(index);
    if (node == 0)
        return {};
    const int column = index.column();
    const std::optional<double> value = figure(node, column);
    switch (role) {
    case Qt::DisplayRole:
        if (column == Call)
            return callName(*m_tree, node);
        if (column == Count)
            return formatCount(qint64(m_tree->nodes()[node].calls));
        if (!value)
            return QString();
        return (column == HostPerCall || column == DevicePerCall ? m_means : m_totals).cell(*value);
    case PlainRole:
        if (column == Call)
            return callName(*m_tree, node);
        if (column == Count)
            return plainNumber(*value);
        return value ? plainMilliseconds(*value) : QString();
    case Qt::ToolTipRole:
        return callSentence(*m_tree, node);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue<int>(Qt::AlignVCenter | (column == Call ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

QVariant CallTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue<int>(Qt::AlignVCenter | (section == Call ? Qt::AlignLeft : Qt::AlignRight));
    const std::pair<QString, QString> heads[ColumnCount] {{tr("Call"), tr("Enter or a double click goes to the longest")},
        {tr("Calls"), tr("Spans of that name below these callers")},
        {tr("Threads"), tr("Time on threads, with what was called inside")},
        {tr("Threads, itself"), tr("Without what was called inside")}, {tr("Threads, per call"), tr("Mean time of a call")},
        {tr("GPU"), tr("Kernels and copies that were launched inside")},
        {tr("GPU, itself"), tr("Kernels and copies that it launched itself")},
        {tr("GPU, per call"), tr("Mean time of what a call launched")}};
    return role == Qt::DisplayRole ? QVariant(heads[section].first)
        : role == Qt::ToolTipRole  ? QVariant(heads[section].second)
                                   : QVariant();
}

} // namespace bubblescope
