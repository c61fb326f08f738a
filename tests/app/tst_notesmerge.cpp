// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notesmerge.h"
#include "testprogram.h"

#include <QtTest>

namespace bubblescope::tst_notesmerge {

namespace {

using Notes = std::vector<Annotation>;

Annotation note(uint32_t id, const char* text)
{
    Annotation made;
    made.id = id;
    made.text = text;
    return made;
}

/// "1 a, 2 b" of the merged notes.
QByteArray merged(const Notes& base, const Notes& mine, const Notes& theirs, bool mineIsLater = true)
{
    QByteArrayList all;
    for (const Annotation& each : mergedNotes(base, mine, theirs, [mineIsLater](uint32_t) { return mineIsLater; }))
        all += QByteArray::number(each.id) + ' ' + QByteArray::fromStdString(each.text);
    return all.join(", ");
}

KeptWhatIf whatIf(const char* knobs, double stepNs = 1e6)
{
    KeptWhatIf made;
    made.knobs = knobs;
    made.stepNs = stepNs;
    return made;
}

/// "tensor=2 1, tensor=4 3" of the merged what-ifs: knobs and ms.
QByteArray mergedKept(
    const std::vector<KeptWhatIf>& base, const std::vector<KeptWhatIf>& mine, const std::vector<KeptWhatIf>& theirs)
{
    QByteArrayList all;
    for (const KeptWhatIf& each : mergedWhatIfs(base, mine, theirs))
        all += QByteArray::fromStdString(each.knobs) + ' ' + QByteArray::number(each.stepNs / 1e6);
    return all.join(", ");
}

} // namespace

class TstNotesMerge : public QObject {
    Q_OBJECT
private slots:
    void whatOneOfThemChangedIsTaken()
    {
        const Notes base {note(1, "a"), note(2, "b"), note(3, "c")};
        QCOMPARE(merged(base, base, base), QByteArray("1 a, 2 b, 3 c"));
        QCOMPARE(merged(base, {note(1, "a"), note(2, "mine"), note(3, "c")},
                     {note(1, "theirs"), note(2, "b"), note(3, "c")}),
            QByteArray("1 theirs, 2 mine, 3 c"));
        // Each deletes one.
        QCOMPARE(merged(base, {note(1, "a"), note(2, "b")}, {note(2, "b"), note(3, "c")}), QByteArray("2 b"));
    }

    void ofWhatBothChangedTheLaterEditWins()
    {
        const Notes base {note(1, "a")};
        QCOMPARE(merged(base, {note(1, "mine")}, {note(1, "theirs")}, true), QByteArray("1 mine"));
        QCOMPARE(merged(base, {note(1, "mine")}, {note(1, "theirs")}, false), QByteArray("1 theirs"));
    }

    void aChangeOutlivesADeletion()
    {
        const Notes base {note(1, "a"), note(2, "b")};
        QCOMPARE(merged(base, {note(1, "mine")}, {note(2, "theirs")}), QByteArray("1 mine, 2 theirs"));
    }

    void notesThatBothAddedAreTwo()
    {
        const Notes base {note(1, "a")};
        QCOMPARE(merged(base, {note(1, "a"), note(2, "mine")}, {note(1, "a"), note(2, "theirs")}),
            QByteArray("1 a, 2 theirs, 3 mine"));
        QCOMPARE(merged({}, {note(1, "same")}, {note(1, "same")}), QByteArray("1 same"));
    }

    void keptWhatIfsAreUnitedByTheirKnobs()
    {
        const std::vector<KeptWhatIf> base {whatIf(""), whatIf("tensor=2"), whatIf("tensor=4"), whatIf("tensor=8")};
        QCOMPARE(mergedKept(base, base, base), QByteArray(" 1, tensor=2 1, tensor=4 1, tensor=8 1"));
        // Each forgets one, asks one again and adds one.
        QCOMPARE(mergedKept(base, {whatIf(""), whatIf("tensor=4", 3e6), whatIf("tensor=8"), whatIf("stages=2")},
                     {whatIf(""), whatIf("tensor=2"), whatIf("tensor=4"), whatIf("data=2")}),
            QByteArray(" 1, tensor=4 3, stages=2 1, data=2 1"));
        QCOMPARE(mergedKept(base, {whatIf("tensor=2")}, {whatIf("tensor=2", 5e6)}), QByteArray("tensor=2 5"));
        QCOMPARE(mergedKept({}, {whatIf("tensor=2", 3e6)}, {whatIf("tensor=2", 5e6)}), QByteArray("tensor=2 3"));
    }
};

BUBBLESCOPE_TEST(TstNotesMerge, QCoreApplication)

} // namespace bubblescope::tst_notesmerge

#include "tst_notesmerge.moc"
