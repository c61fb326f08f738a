// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangboardmodel.h"

#include "formatting.h"
#include "hangs.h"
#include "hangwords.h"
#include "tabletexts.h"

#include <QStringList>

#include <algorithm>

namespace bubblescope {

namespace {

bool isAmong(const std::vector<int32_t>& ranks, int32_t rank)
{
    return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
}

} // namespace

void HangBoardModel::setHang(OpenedFolderPtr opened, size_t hang)
{
    beginResetModel();
    m_opened = opened && hang < opened->hangs.size() ? std::move(opened) : nullptr;
    m_hang = hang;
    m_ranks.clear();
    if (m_opened) {
        for (const HangGroup& group : report().groups) {
            for (const auto* ranks : {&group.ranks, &group.missing, &group.waiting, &group.stuck, &group.absent})
                m_ranks.insert(m_ranks.end(), ranks->begin(), ranks->end());
            std::sort(m_ranks.begin(), m_ranks.end());
            m_ranks.erase(std::unique(m_ranks.begin(), m_ranks.end()), m_ranks.end());
        }
    }
    endResetModel();
}

const HangGroup& HangBoardModel::group(int row) const { return report().groups[static_cast<size_t>(row)]; }

int HangBoardModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_opened ? 0 : static_cast<int>(report().groups.size());
}

int HangBoardModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ranks.size());
}

int HangBoardModel::rankAt(int column) const
{
    return column >= 0 && column < columnCount() ? m_ranks[static_cast<size_t>(column)] : -1;
}

int HangBoardModel::columnOf(int rank) const
{
    const auto found = std::lower_bound(m_ranks.begin(), m_ranks.end(), rank);
    return found != m_ranks.end() && *found == rank ? static_cast<int>(found - m_ranks.begin()) : -1;
}

HangState HangBoardModel::state(int row, int column) const
{
    const HangGroup& of = group(row);
    const int32_t rank = rankAt(column);
    if (isAmong(of.missing, rank))
        return HangState::Missing;
    if (isAmong(of.stuck, rank))
        return HangState::Stuck;
    if (isAmong(of.different, rank))
        return HangState::Different;
    if (isAmong(of.absent, rank))
        return HangState::Absent;
    if (isAmong(of.waiting, rank))
        return HangState::Waiting;
    return isAmong(of.ranks, rank) ? HangState::Done : HangState::NoMember;
}

QString HangBoardModel::key() const
{
    QStringList signs;
    const auto add = [&](HangState state, auto occursIn) {
        if (m_opened && std::any_of(report().groups.begin(), report().groups.end(), occursIn))
            signs << hangStateSign(state) + QChar::Nbsp + hangStateText(state);
    };
    add(HangState::Missing, [](const HangGroup& of) { return !of.missing.empty(); });
    add(HangState::Stuck, [](const HangGroup& of) { return !of.stuck.empty(); });
    add(HangState::Different, [](const HangGroup& of) { return !of.different.empty(); });
    add(HangState::Absent, [](const HangGroup& of) { return !of.absent.empty(); });
    add(HangState::Waiting, [](const HangGroup& of) { return !of.waiting.empty(); });
    return signs.join(QStringLiteral("   "));
}

std::vector<int> HangBoardModel::blamedColumns(int row) const
{
    const HangGroup& of = group(row);
    std::vector<int> columns;
    for (const auto* ranks : {&of.missing, &of.stuck, &of.different, &of.absent}) {
        for (const int32_t rank : *ranks)
            columns.push_back(columnOf(rank));
    }
    return columns;
}

const FlightOperation* HangBoardModel::pendingOf(int row, int column) const
{
    const std::span<const FlightDump> dumps = hangsAmong(m_opened->folder.flightDumps)[m_hang];
    const int32_t rank = rankAt(column);
    const auto dump
        = std::find_if(dumps.begin(), dumps.end(), [rank](const FlightDump& one) { return one.rank == rank; });
    if (dump == dumps.end())
        return nullptr;
    for (const FlightGroup& known : dump->groups) {
        if (known.name != group(row).name || known.pending.empty())
            continue;
        const auto found = std::find_if(known.pending.begin(), known.pending.end(),
            [&](const FlightOperation& operation) { return operation.sequence == group(row).sequence; });
        return found != known.pending.end() ? &*found : &known.pending.front();
    }
    return nullptr;
}

QString HangBoardModel::sentence(int row, int column) const
{
    const HangGroup& of = group(row);
    const QString what = tr("%1 %2 of %3")
                             .arg(toText(operationText(of.operation)))
                             .arg(of.sequence)
                             .arg(messageText(groupText(of)));
    const int rank = rankAt(column);
    switch (state(row, column)) {
    case HangState::NoMember:
        return tr("Rank %1 is not in %2.").arg(rank).arg(messageText(groupText(of)));
    case HangState::Done:
        return tr("Rank %1 waits for nobody in %2.").arg(rank).arg(messageText(groupText(of)));
    case HangState::Waiting:
        return tr("Rank %1 waits in %2.").arg(rank).arg(what);
    case HangState::Missing:
        return tr("Rank %1 did not join %2.").arg(rank).arg(what);
    case HangState::Stuck:
        return tr("Rank %1 did not complete what others of %2 completed.").arg(rank).arg(messageText(groupText(of)));
    case HangState::Different:
        return tr("Rank %1 calls something else than the others as %2.").arg(rank).arg(what);
    case HangState::Absent:
        return tr("Rank %1 left no dump; others wait in %2.").arg(rank).arg(what);
    }
    return {};
}

QStringList HangBoardModel::frames(int row, int column) const
{
    QStringList lines;
    const FlightOperation* const pending = pendingOf(row, column);
    if (!pending)
        return lines;
    const QString size = toText(pending->sizes);
    lines << tr("%1 %2, %3 %4").arg(toText(operationText(*pending))).arg(pending->sequence).arg(size, toText(pending->dataType));
    for (const std::string& frame : pending->frames)
        lines << toText(frame);
    return lines;
}

QVariant HangBoardModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_opened)
        return {};
    const HangState here = state(index.row(), index.column());
    switch (role) {
    case stateRole:
        return static_cast<int>(here);
    case Qt::DisplayRole:
        return hangStateSign(here);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return sentence(index.row(), index.column());
    default:
        return {};
    }
}

QVariant HangBoardModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (m_opened && role == groupRole && orientation == Qt::Vertical)
        return messageText(groupText(group(section)));
    if (!m_opened || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    if (orientation == Qt::Horizontal)
        return role == Qt::DisplayRole ? QString::number(rankAt(section)) : tr("rank %1").arg(rankAt(section));
    const HangGroup& of = group(section);
    return tr("%1  %2 %3").arg(messageText(groupText(of)), toText(operationText(of.operation))).arg(of.sequence);
}

QString hangStateText(HangState state)
{
    switch (state) {
    case HangState::NoMember:
        return {};
    case HangState::Done:
        return HangBoardModel::tr("done");
    case HangState::Waiting:
        return HangBoardModel::tr("waits");
    case HangState::Missing:
        return HangBoardModel::tr("missing");
    case HangState::Stuck:
        return HangBoardModel::tr("stuck");
    case HangState::Different:
        return HangBoardModel::tr("differs");
    case HangState::Absent:
        return HangBoardModel::tr("no dump");
    }
    return {};
}

QString hangStateSign(HangState state)
{
    switch (state) {
    case HangState::NoMember:
        return {};
    case HangState::Done:
        return QStringLiteral("·");
    case HangState::Waiting:
        return QStringLiteral("…");
    case HangState::Missing:
        return QStringLiteral("!");
    case HangState::Stuck:
        return QStringLiteral("×");
    case HangState::Different:
        return QStringLiteral("≠");
    case HangState::Absent:
        return QStringLiteral("?");
    }
    return {};
}

} // namespace bubblescope
