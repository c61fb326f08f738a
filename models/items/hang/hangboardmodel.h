// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace bubblescope {

/// What a rank does in the operation in which others of a group wait.
enum class HangState : uint8_t { NoMember, Done, Waiting, Missing, Stuck, Different, Absent };

/// Process groups in which somebody waits by the ranks of the job: who waits, and who keeps the others waiting.
class HangBoardModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int stateRole = Qt::UserRole; ///< a HangState as int
    static constexpr int groupRole = Qt::UserRole + 1; ///< name and number of the group of a row, without its operation

    using QAbstractTableModel::QAbstractTableModel;
    /// Shows one of the hangs of a folder; null, or a folder without that one, clears the board.
    void setHang(OpenedFolderPtr opened, size_t hang);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    HangState state(int row, int column) const;
    int rankAt(int column) const; ///< -1 if there is no such column
    int columnOf(int rank) const; ///< -1 if the board does not have it
    /// What the signs of its cells mean: "! missing   … waits".
    QString key() const;
    /// Columns of those that keep the others of a group waiting.
    std::vector<int> blamedColumns(int row) const;
    /// What a rank does there, in a sentence, and then where its program stands, a frame a line.
    QString sentence(int row, int column) const;
    QStringList frames(int row, int column) const;

private:
    const HangGroup& group(int row) const;
    const FlightOperation* pendingOf(int row, int column) const;

    const HangReport& report() const { return m_opened->hangs[m_hang]; }

    OpenedFolderPtr m_opened;
    size_t m_hang = 0; ///< among those of the folder
    std::vector<int32_t> m_ranks; ///< of the groups, ascending
};

/// The name of a state, and one letter for a small cell.
QString hangStateText(HangState state);
QString hangStateSign(HangState state);

} // namespace bubblescope
