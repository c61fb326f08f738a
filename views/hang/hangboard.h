// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hangboardmodel.h"
#include "palette.h"

#include <QTableView>

namespace bubblescope {

/// The board of a hang: a cell for each group and rank, by colour and sign what the rank does there; arrows in the
/// current row from those that wait to those that they wait for.
class HangBoard : public QTableView {
    Q_OBJECT
public:
    explicit HangBoard(HangBoardModel& model, QWidget* parent = nullptr);
    void setColors(const Palette& colors);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

signals:
    void cellChosen(int row, int column);

private:
    HangBoardModel& m_model;
    Palette m_colors;
};

/// The ground of a cell.
QBrush hangStateBrush(HangState state, const Palette& colors);

} // namespace bubblescope
