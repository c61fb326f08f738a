// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"

#include <QLineEdit>

namespace bubblescope {

class NoteBook;

/// Where the text of a note is typed, over the note in its timeline. What is typed is the book's draft, so that it is
/// saved, too. Enter and leaving accept it, Esc discards it.
class NoteEditor : public QLineEdit {
    Q_OBJECT
public:
    /// The book must outlive this object; `timeline` owns it and gets the focus back.
    NoteEditor(NoteBook& book, QWidget* timeline);

    bool isEditing() const { return m_isEditing; }
    /// Starts a new note.
    void begin(Annotation note, const QString& text = {});
    /// Opens an existing one.
    void edit(uint32_t id);
    void finish(bool keeps);
    /// At the card of the note, as far as there is room; `card` is null for a note that is not visible.
    void place(const QRectF& card, const QRectF& area);

signals:
    void opened(); ///< needs a place

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void open(const QString& text);

    NoteBook& m_book;
    bool m_isEditing = false;
};

} // namespace bubblescope
