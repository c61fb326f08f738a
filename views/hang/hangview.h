// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hangboardmodel.h"
#include "panelview.h"

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QSplitter;

namespace bubblescope {

class Document;
class HangBoard;
class Selection;

/// Who hangs, by the dumps of NCCL's flight recorder: one sentence, the suspects with their reasons, the board of groups
/// and ranks, and where the program of the chosen rank stands. A click selects the rank in all views.
class HangView : public PanelView {
    Q_OBJECT
public:
    HangView(const Document& document, Selection& selection, QWidget* parent = nullptr);

    const HangBoardModel& model() const { return m_model; }
    HangBoard* board() const { return m_board; }
    QString sentence() const;
    QString frames() const;

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareWidth();
    void showSuspect(int row);
    void showCell(int row, int column);
    void followRank();

    const Document& m_document;
    Selection& m_selection;
    HangBoardModel m_model;
    QLabel* m_sentence;
    QListWidget* m_suspects;
    HangBoard* m_board;
    QPlainTextEdit* m_frames;
    QSplitter* m_split;
    bool m_isSplitByUser = false;
    bool m_isFollowing = false;
};

} // namespace bubblescope
