// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memorysitemodel.h"

#include "formatting.h"
#include "tabletexts.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

MemorySiteModel::MemorySiteModel(QObject* parent) : TableModel(parent)
{
    setColumns({
        {tr("Memory for"), {}, tr("By the code that took it"), false},
        {tr("Size"), tr("size (bytes)"), {}, true},
        {tr("Share"), tr("share (%)"), tr("Of what is allocated at this instant"), true},
        {tr("Blocks"), {}, {}, true},
        {tr("Operation"), {}, tr("Of PyTorch, that took it"), false},
        {tr("Code"), {}, tr("The innermost line outside PyTorch; hover a row for the whole stack"), false},
    });
}

void MemorySiteModel::setSites(const MemorySnapshot* snapshot, std::vector<MemorySite> sites, int64_t allocated)
{
    beginResetModel();
    m_snapshot = snapshot;
    m_sites = std::move(sites);
    m_allocated = allocated;
    endResetModel();
}

const MemoryStack* MemorySiteModel::stackOf(int row) const
{
    const uint32_t stack = m_sites[size_t(row)].stack;
    return stack == MemoryAllocation::noStack ? nullptr : &m_snapshot->stacks[stack];
}

QString MemorySiteModel::text(int row, int column) const
{
    const MemorySite& site = m_sites[size_t(row)];
    const MemoryStack* const stack = stackOf(row);
    switch (Column(column)) {
    case Column::Use:
        return tableText(memoryUseName(stack ? stack->use : MemoryUse::Unknown));
    case Column::Bytes:
        return formatBytes(double(site.bytes));
    case Column::Share:
        return m_allocated > 0 ? formatShare(double(site.bytes) / double(m_allocated)) : unknownText();
    case Column::Blocks:
        return formatCount(qint64(site.blocks));
    case Column::Operation:
        return stack && !stack->operation.empty() ? toText(stack->operation).simplified() : unknownText();
    case Column::Code:
        return stack && !stack->frames.empty() ? toText(stack->caller()).simplified() : unknownText();
    }
    return {};
}

QVariant MemorySiteModel::sortValue(int row, int column) const
{
    const MemorySite& site = m_sites[size_t(row)];
    switch (Column(column)) {
    case Column::Bytes:
    case Column::Share:
        return double(site.bytes);
    case Column::Blocks:
        return double(site.blocks);
    default:
        return {};
    }
}

QString MemorySiteModel::plainText(int row, int column) const
{
    const MemorySite& site = m_sites[size_t(row)];
    switch (Column(column)) {
    case Column::Bytes:
        return QString::number(site.bytes);
    case Column::Share:
        return m_allocated > 0 ? plainNumber(100 * double(site.bytes) / double(m_allocated)) : QString();
    case Column::Blocks:
        return QString::number(site.blocks);
    default:
        return {};
    }
}

QString MemorySiteModel::toolTip(int row, int) const
{
    constexpr size_t mostLines = 16;
    const MemoryStack* const stack = stackOf(row);
    QStringList lines;
    for (size_t i = 0; stack && i < std::min(stack->frames.size(), mostLines); ++i)
        lines << toText(stack->frames[i]).simplified();
    return lines.join(QLatin1Char('\n'));
}

} // namespace bubblescope
