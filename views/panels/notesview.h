// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notemodel.h"
#include "panelview.h"

#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace bubblescope {

class Document;
class TablePanel;
class TimeWindow;

/// All notes in a table; a click goes to one. Next to it, the chosen note can be edited.
class NotesView : public PanelView {
    Q_OBJECT
public:
    NotesView(const Document& document, const TimeWindow& window, QWidget* parent = nullptr);

    const NoteModel& model() const { return m_model; }
    QPlainTextEdit* textEdit() const { return m_text; }
    /// "Notes 3", for the tab.
    QString title() const;

signals:
    void titleChanged();
    /// Requests to show it, whichever timeline it belongs to.
    void noteChosen(uint32_t id);

protected:
    void refresh() override;
    void restyle() override { updateColors(); }
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showCurrent();
    void updateColors();
    void keepText();
    /// Changes the chosen note as a single edit.
    void change(const std::function<void(Annotation&)>& how);

    const Document& m_document;
    const TimeWindow& m_window;
    NoteModel m_model;
    TablePanel* m_table;
    QWidget* m_side;
    QLabel* m_about;
    QPlainTextEdit* m_text;
    QComboBox* m_color;
    QCheckBox* m_arrow;
    QPushButton* m_go;
    QPushButton* m_remove;
    uint32_t m_edited = 0; ///< the note whose text is being edited here
};

} // namespace bubblescope
