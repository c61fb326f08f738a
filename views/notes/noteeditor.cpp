// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "noteeditor.h"

#include "formatting.h"
#include "notebook.h"

#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace bubblescope {

NoteEditor::NoteEditor(NoteBook& book, QWidget* timeline) : QLineEdit(timeline), m_book(book)
{
    setVisible(false);
    setMaxLength(int(Annotation::longestText));
    setAccessibleName(tr("Text of the note"));
    setPlaceholderText(tr("Text, then Enter"));
    QFont small = font();
    small.setPixelSize(11);
    setFont(small);
    connect(this, &QLineEdit::textEdited, this, [this](const QString& text) {
        if (std::optional<Annotation> draft = m_book.draft()) {
            draft->text = text.toStdString();
            m_book.setDraft(std::move(draft));
        }
    });
    connect(&m_book, &NoteBook::draftFinishing, this, [this] { finish(true); });
}

void NoteEditor::begin(Annotation note, const QString& text)
{
    note.id = 0;
    note.text = text.toStdString();
    m_book.finishDraft();
    m_book.setCurrent(0);
    m_book.setDraft(note);
    open(text);
}

void NoteEditor::edit(uint32_t id)
{
    m_book.finishDraft();
    const Annotation* note = m_book.find(id);
    if (!note)
        return;
    m_book.setCurrent(id);
    m_book.setDraft(*note);
    open(exactText(note->text));
}

void NoteEditor::open(const QString& text)
{
    m_isEditing = true;
    setText(text);
    emit opened();
    setVisible(true);
    setFocus(Qt::OtherFocusReason);
    selectAll();
}

void NoteEditor::place(const QRectF& card, const QRectF& area)
{
    constexpr double width = 230;
    constexpr double height = 20;
    QRectF box(area.center().x() - width / 2, area.top() + 2, width, height);
    if (!card.isNull())
        box.moveTopLeft(card.topLeft() - QPointF(1, 2));
    box.moveLeft(std::clamp(box.left(), area.left(), std::max(area.left(), area.right() - width)));
    setGeometry(box.toRect());
}

void NoteEditor::finish(bool keeps)
{
    if (!std::exchange(m_isEditing, false))
        return;
    std::optional<Annotation> note = m_book.draft();
    const bool hadFocus = hasFocus();
    setVisible(false);
    m_book.setDraft(std::nullopt);
    if (keeps && note) {
        note->text = text().trimmed().toStdString();
        if (note->id != 0)
            m_book.change(*note);
        else if (!note->text.empty())
            m_book.setCurrent(m_book.add(*note));
    }
    if (hadFocus)
        parentWidget()->setFocus();
}

void NoteEditor::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return finish(true);
    case Qt::Key_Escape:
        return finish(false);
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void NoteEditor::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        finish(true);
}

} // namespace bubblescope
