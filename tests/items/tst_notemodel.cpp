// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notemodel.h"
#include "run.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace bubblescope::tst_notemodel {

namespace {

Annotation flag(const char* run, std::optional<std::string> knobs = {})
{
    Annotation note;
    note.subject = {run, std::move(knobs)};
    note.text = run;
    return note;
}

} // namespace

class TstNoteModel : public QObject {
    Q_OBJECT
private slots:
    void aNoteWhoseRunIsGoneSaysSo()
    {
        NoteModel model;
        const QAbstractItemModelTester tester(&model);
        RunFolder folder;
        Run run;
        run.name = "here";
        run.trace = std::make_shared<const Trace>(traceFromText("rank0: [F0 0-10]\n"));
        folder.runs = {run};
        folder.workloads.emplace_back().name = "workload";
        const std::vector<Annotation> notes {flag("here"), flag("gone"), flag("here", "microbatches=16"),
            flag("workload", ""), flag("workload"), flag("gone", "")};
        model.setNotes(notes, {"here", {}}, run.trace, &folder);
        const auto saysGone = [&model](int row) {
            const QModelIndex about = model.index(row, NoteModel::AboutColumn);
            const bool isSaid = about.data().toString().contains(QStringLiteral("no longer in the folder"));
            const bool isExplained
                = about.data(Qt::ToolTipRole).toString().contains(QStringLiteral("The note is kept"));
            return isSaid && isExplained && model.isRunGone(row);
        };
        QList<bool> gone;
        for (int row = 0; row < model.rowCount(); ++row)
            gone << saysGone(row);
        // A workload has no timeline but the simulated one.
        QCOMPARE(gone, QList<bool>({false, true, false, false, true, true}));
        model.setNotes(notes, {}, {}, nullptr); // of nothing that is open nothing can be said
        QVERIFY(!model.isRunGone(1));
    }

    void timesCountAsTheRulerDoes()
    {
        NoteModel model;
        RunFolder folder;
        Run run;
        run.name = "here";
        run.trace = std::make_shared<const Trace>(traceFromText("rank0: [F0 0-10]\n"));
        folder.runs = {run};
        Annotation note = flag("here");
        note.range = {5'000'000, 5'000'000};
        model.setNotes({note}, {"here", {}}, run.trace, &folder, 3'000'000);
        const QModelIndex time = model.index(0, NoteModel::TimeColumn);
        QCOMPARE(time.data(TableModel::PlainRole).toString(), QStringLiteral("2"));
        QCOMPARE(time.data().toString(), formatDuration(2e6));
    }
};

BUBBLESCOPE_TEST(TstNoteModel, QCoreApplication)

} // namespace bubblescope::tst_notemodel

#include "tst_notemodel.moc"
