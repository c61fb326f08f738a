// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hangboardmodel.h"
#include "panelview.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QSplitter;

namespace bubblescope {

class Document;
class HangBoard;
class Selection;

/// Who hangs, by the dumps of NCCL's flight recorder: one sentence, the suspects with their reasons, the board of groups
/// and ranks, and where the program of the chosen rank stands. A click selects the rank in all views. Of several hangs
/// it shows that of the opened run; choosing another opens its run.
class HangView : public PanelView {
    Q_OBJECT
public:
    HangView(Document& document, Selection& selection, QWidget* parent = nullptr);

    const HangBoardModel& model() const { return m_model; }
    HangBoard* board() const { return m_board; }
    QString sentence() const;
    QString frames() const;

protected:
    void refresh() override;
    void letGo() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareWidth();
    /// That of the opened run, or the one chosen here.
    size_t shownHang() const;
    void chooseHang(int hang);
    void listHangs();
    void showSuspect(int row);
    void showCell(int row, int column);
    void followRank();

    Document& m_document;
    Selection& m_selection;
    HangBoardModel m_model;
    QComboBox* m_hangs; ///< shown where there are several
    size_t m_chosen = 0; ///< of those, where the opened run is none
    QLabel* m_sentence;
    QLabel* m_key; ///< to the signs of the board
    QListWidget* m_suspects;
    HangBoard* m_board;
    QPlainTextEdit* m_frames;
    QSplitter* m_split;
    bool m_isSplitByUser = false;
    bool m_isFollowing = false;
};

} // namespace bubblescope
