// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notesview.h"

#include "document.h"
#include "notebook.h"
#include "notepainter.h"
#include "tablepanel.h"
#include "timewindow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace bubblescope {

NotesView::NotesView(const Document& document, const TimeWindow& window, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_window(window)
    , m_table(new TablePanel(m_model, tr("Notes"), this))
    , m_side(new QWidget(this))
    , m_about(new QLabel(m_side))
    , m_text(new QPlainTextEdit(m_side))
    , m_color(new QComboBox(m_side))
    , m_arrow(new QCheckBox(tr("Arrow"), m_side))
    , m_go(new QPushButton(tr("Show where"), m_side))
    , m_remove(new QPushButton(tr("Delete"), m_side))
{
    setAccessibleName(tr("Notes"));
    m_about->setWordWrap(true);
    m_about->setForegroundRole(QPalette::PlaceholderText);
    m_text->setAccessibleName(tr("Text of the note"));
    m_text->setPlaceholderText(tr("Text of the note"));
    m_text->setTabChangesFocus(true);
    m_text->installEventFilter(this);
    m_color->setAccessibleName(tr("Colour of the note"));
    m_arrow->setToolTip(tr("A line from the text to what it is about"));
    for (int color = 0; color < Annotation::colorCount; ++color)
        m_color->addItem(noteColorName(color));

    auto* side = new QVBoxLayout(m_side);
    side->setContentsMargins(10, 6, 10, 6);
    side->addWidget(m_about);
    side->addWidget(m_text, 1);
    auto* tools = new QHBoxLayout;
    tools->addWidget(m_color);
    tools->addWidget(m_arrow);
    tools->addStretch(1);
    tools->addWidget(m_go);
    tools->addWidget(m_remove);
    side->addLayout(tools);
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->addWidget(m_table);
    split->addWidget(m_side);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    m_table->table()->installEventFilter(this);
    setContent(split);

    NoteBook& book = document.notes();
    connect(&book, &NoteBook::changed, this, [this] {
        invalidate();
        emit titleChanged();
    });
    connect(&book, &NoteBook::currentChanged, this, &NotesView::showCurrent);
    connect(&window, &TimeWindow::originChanged, this, &NotesView::invalidate);
    connect(&document, &Document::runChanged, this, &NotesView::invalidate);
    const auto choose = [this](int row) {
        if (const Annotation* note = m_model.note(row))
            emit noteChosen(note->id);
    };
    connect(m_table, &TablePanel::rowChosen, this, choose);
    connect(m_table, &TablePanel::rowActivated, this, choose);
    connect(m_go, &QPushButton::clicked, this, [this] { emit noteChosen(m_document.notes().current()); });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        NoteBook& notes = m_document.notes();
        notes.remove(notes.current());
    });
    connect(m_color, &QComboBox::activated, this,
        [this](int color) { change([color](Annotation& note) { note.color = color; }); });
    connect(m_arrow, &QCheckBox::clicked, this,
        [this](bool hasArrow) { change([hasArrow](Annotation& note) { note.hasArrow = hasArrow; }); });
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        NoteBook& notes = m_document.notes();
        if (const Annotation* note = notes.find(m_edited)) {
            Annotation draft = *note;
            draft.text = m_text->toPlainText().left(int(Annotation::longestText)).toStdString();
            notes.setDraft(draft);
        }
    });
}

QString NotesView::title() const
{
    const size_t count = m_document.notes().notes().size();
    return count > 0 ? tr("Notes %1").arg(count) : tr("Notes");
}

void NotesView::change(const std::function<void(Annotation&)>& how)
{
    keepText();
    NoteBook& book = m_document.notes();
    if (const Annotation* note = book.find(book.current())) {
        Annotation changed = *note;
        how(changed);
        book.change(changed);
    }
}

void NotesView::refresh()
{
    const NoteBook& book = m_document.notes();
    m_model.setNotes(book.notesWithDraft(), m_document.noteSubject(), m_document.trace(), m_document.folder(),
        m_window.origin());
    if (m_model.rowCount() == 0) {
        showEmpty(tr("No notes"),
            m_document.run()
                ? tr("N writes one about the selected span or range, or where the pointer is. Shift + drag "
                     "measures; N keeps that, too. A right click offers all of it.")
                : tr("Open a run with a timeline to write notes in it."));
        return;
    }
    showContent();
    showCurrent();
}

void NotesView::showCurrent()
{
    const NoteBook& book = m_document.notes();
    const uint32_t current = book.current();
    const int row = m_model.rowOf(current);
    m_table->selectRows(row >= 0 ? std::vector<int> {row} : std::vector<int>());
    const Annotation* note = book.find(current);
    m_side->setEnabled(note != nullptr);
    m_go->setEnabled(!m_model.isRunGone(row));
    if (!note) {
        m_edited = 0;
        const QSignalBlocker blocker(m_text);
        m_text->clear();
        m_about->setText(tr("Choose a note to change it."));
        return;
    }
    m_about->setText(m_model.index(row, NoteModel::AboutColumn).data().toString());
    m_color->setCurrentIndex(note->color);
    m_arrow->setChecked(note->hasArrow);
    if (m_edited == current)
        return; // it is being edited
    m_edited = 0;
    const QSignalBlocker blocker(m_text);
    m_text->setPlainText(exactText(note->text));
}

void NotesView::updateColors()
{
    for (int color = 0; color < Annotation::colorCount; ++color) {
        QPixmap swatch(12, 12);
        swatch.fill(noteColor(colors(), color));
        m_color->setItemIcon(color, swatch);
    }
}

/// Saves the edited text as a single edit.
void NotesView::keepText()
{
    NoteBook& book = m_document.notes();
    const Annotation* note = book.find(std::exchange(m_edited, 0));
    if (!note)
        return;
    Annotation changed = *note;
    changed.text = m_text->toPlainText().left(int(Annotation::longestText)).trimmed().toStdString();
    book.setDraft(std::nullopt);
    book.change(changed);
}

bool NotesView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->table() && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        m_remove->click();
        return true;
    }
    if (watched != m_text)
        return PanelView::eventFilter(watched, event);
    if (event->type() == QEvent::FocusIn)
        m_edited = m_document.notes().current();
    if (event->type() == QEvent::FocusOut)
        keepText();
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isEnter && key->modifiers() & Qt::ControlModifier) {
            keepText();
            m_edited = m_document.notes().current();
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            m_edited = 0;
            m_document.notes().setDraft(std::nullopt);
            showCurrent();
            m_table->table()->setFocus();
            return true;
        }
    }
    return PanelView::eventFilter(watched, event);
}

} // namespace bubblescope
