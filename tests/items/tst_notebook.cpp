// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebook.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_notebook {

namespace {

Annotation flag(const char* text, const char* run = "demo")
{
    Annotation note;
    note.text = text;
    note.subject.run = run;
    return note;
}

QString texts(const std::vector<Annotation>& notes)
{
    QStringList list;
    for (const Annotation& note : notes)
        list << QString::fromStdString(note.text);
    return list.join(QLatin1Char(' '));
}

} // namespace

class TstNoteBook : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyEditCanBeTakenBack()
    {
        NoteBook book;
        std::vector<NoteEdit> edits;
        connect(&book, &NoteBook::edited, this, [&edits](const NoteEdit& edit) { edits.push_back(edit); });
        const uint32_t first = book.add(flag("one"));
        book.add(flag("two"));
        Annotation changed = *book.find(first);
        changed.text = "uno";
        book.change(changed);
        book.remove(first);
        QCOMPARE(texts(book.notes()), QStringLiteral("two"));
        QCOMPARE(edits.size(), size_t(4));
        const std::vector<NoteEdit> done = edits;
        const QStringList states {
            QStringLiteral("uno two"), QStringLiteral("one two"), QStringLiteral("one"), QString()};
        for (int i = 0; i < 4; ++i) {
            const NoteEdit& edit = done[size_t(3 - i)];
            book.apply({edit.after, edit.before});
            QCOMPARE(texts(book.notes()), states[i]);
        }
        QCOMPARE(edits.size(), done.size()); // history is not told of what it does itself
    }

    void aDraftStandsInPlaceOfWhatItChanges()
    {
        NoteBook book;
        const uint32_t id = book.add(flag("one"));
        Annotation draft = *book.find(id);
        draft.text = "being typed";
        book.setDraft(draft);
        QCOMPARE(texts(book.notes()), QStringLiteral("one"));
        QCOMPARE(texts(book.notesWithDraft()), QStringLiteral("being typed"));
        book.setDraft(flag("new"));
        QCOMPARE(texts(book.notesWithDraft()), QStringLiteral("one new"));
        book.setDraft(std::nullopt);
        QCOMPARE(texts(book.notesWithDraft()), QStringLiteral("one"));
    }

    void notesBelongToOneTimeline()
    {
        NoteBook book;
        book.add(flag("measured"));
        Annotation simulated = flag("simulated");
        simulated.subject.knobs = "microbatches=16";
        book.add(simulated);
        book.add(flag("other", "run 2"));
        QCOMPARE(texts(book.notesOf({"demo", std::nullopt})), QStringLiteral("measured"));
        QCOMPARE(texts(book.notesOf({"demo", "microbatches=16"})), QStringLiteral("simulated"));
        QCOMPARE(texts(book.notesOf({"demo", ""})), QString());
    }

    void theCurrentNoteIsOneThatIsThere()
    {
        NoteBook book;
        const uint32_t id = book.add(flag("one"));
        book.setCurrent(id);
        QSignalSpy moved(&book, &NoteBook::currentChanged);
        book.remove(id);
        QCOMPARE(book.current(), 0u);
        QCOMPARE(moved.count(), 1);
    }

    void aBookIsNotFilledWithoutEnd()
    {
        NoteBook book;
        book.setNotes(std::vector<Annotation>(NoteBook::mostNotes + 5, flag("x")));
        QCOMPARE(book.notes().size(), NoteBook::mostNotes);
        QCOMPARE(book.add(flag("one more")), 0u);
        book.remove(1);
        QVERIFY(book.add(flag("one more")) > 0);
    }
};

BUBBLESCOPE_TEST(TstNoteBook, QCoreApplication)

} // namespace bubblescope::tst_notebook

#include "tst_notebook.moc"
