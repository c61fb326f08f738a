// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangboard.h"
#include "hangingrun.h"
#include "hangs.h"
#include "hangview.h"
#include "issuesview.h"
#include "testprogram.h"
#include "tracetext.h"
#include "workspace.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>

namespace bubblescope::tst_hangview {

namespace {

FlightDump dumpOfRank(int32_t rank, int64_t enqueued, int64_t completed)
{
    FlightGroup group;
    group.name = "0";
    group.description = "default_pg";
    group.ranks = std::make_shared<const std::vector<int32_t>>(std::vector<int32_t> {0, 1, 2});
    group.lastEnqueued = enqueued;
    group.lastCompleted = completed;
    if (enqueued > completed) {
        FlightOperation operation;
        operation.sequence = enqueued;
        operation.name = "nccl:all_reduce";
        operation.sizes = "8x8";
        operation.dataType = "Float";
        operation.created = 1'700'000'000'000'000'000;
        operation.frames = {"step (train.py:12)"};
        group.pending.push_back(operation);
    }
    FlightDump dump;
    dump.rank = rank;
    dump.groups.push_back(group);
    return dump;
}

/// Ranks 0 and 1 wait for rank 2, beside a run with the same ranks.
OpenedFolderPtr hangingFolder()
{
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.name = "run";
    run.trace = std::make_shared<const Trace>(traceFromText("rank0: [F0 0-10]\nrank1: [F0 0-10]\nrank2: [F0 0-10]"));
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    opened->folder.runs.push_back(std::move(run));
    opened->folder.flightDumps = {dumpOfRank(0, 5, 4), dumpOfRank(1, 5, 4), dumpOfRank(2, 4, 4)};
    opened->hangs = {analyseHang(opened->folder.flightDumps)};
    opened->folder.report.add(IssueKind::ConvertFirst, std::nullopt,
        say("an Nsight Systems report: run {} first, and open what it writes", "nsys export 'a b.nsys-rep'"));
    return opened;
}

} // namespace

class TstHangView : public QObject {
    Q_OBJECT
private slots:
    void longNamesLeaveTheRanksMostOfTheWidth()
    {
        Workspace workspace;
        HangView view(workspace.document, workspace.selection);
        workspace.document.setFolder(hangingFolder());
        view.resize(500, 300);
        view.show();
        view.refreshNow();
        const auto* board = view.findChild<HangBoard*>();
        QVERIFY(board->verticalHeader()->width() <= std::max(140, board->width() / 2));
    }

    void theSuspectStaysInSightInANarrowBoard()
    {
        Workspace workspace;
        HangView view(workspace.document, workspace.selection);
        workspace.document.setFolder(hangingFolder());
        view.show();
        view.refreshNow();
        auto* board = view.findChild<HangBoard*>();
        const QModelIndex current = board->currentIndex();
        QVERIFY(current.isValid());
        board->resize(170, 60); // less than its names and three cells
        QVERIFY(board->viewport()->rect().contains(board->visualRect(current).center()));
    }

    void aHangAmongManyOtherRunsDoesNotLead()
    {
        Workspace workspace;
        workspace.document.setFolder(hangingFolder());
        QVERIFY(hangLeads(workspace.document)); // beside what a profiler recorded of the job
        auto many = std::make_shared<OpenedFolder>(*hangingFolder());
        for (int i = 0; i < 2; ++i) {
            many->folder.runs.push_back(many->folder.runs.front());
            many->levels.emplace_back(*many->folder.runs.front().trace, many->folder.runs.front().trace->timing());
        }
        workspace.document.setFolder(many);
        QVERIFY(!hangLeads(workspace.document));
        Run& last = many->folder.runs.back();
        for (const FlightDump& dump : many->folder.flightDumps)
            last.files.push_back(dump.file);
        workspace.document.setRunIndex(2);
        QVERIFY(isHangingRun(workspace.document) && hangLeads(workspace.document));
        workspace.document.setFolder(nullptr);
        QVERIFY(!hangLeads(workspace.document));
    }

    void theSignsOfTheBoardHaveAKey()
    {
        Workspace workspace;
        HangView view(workspace.document, workspace.selection);
        workspace.document.setFolder(hangingFolder());
        view.resize(1200, 300);
        view.show();
        view.refreshNow();
        QStringList shown;
        for (const QLabel* label : view.findChildren<QLabel*>()) {
            if (label->isVisible())
                shown << label->text().replace(QChar::Nbsp, QLatin1Char(' '));
        }
        QVERIFY2(shown.contains(QStringLiteral("! missing   … waits")), qPrintable(shown.join(QLatin1Char('|'))));
    }

    void theBoardTakesWhatItsRanksNeed()
    {
        Workspace workspace;
        HangView view(workspace.document, workspace.selection);
        workspace.document.setFolder(hangingFolder());
        view.resize(1200, 300);
        view.show();
        view.refreshNow();
        QCoreApplication::processEvents();
        const auto* board = view.findChild<HangBoard*>();
        QCOMPARE(board->horizontalScrollBar()->maximum(), 0);
        QVERIFY(view.findChild<QPlainTextEdit*>()->width() > board->width()); // three ranks leave room for the words
    }

    void aNarrowBoardKeepsTheNumbersOfItsGroups()
    {
        auto opened = std::make_shared<OpenedFolder>(*hangingFolder());
        for (FlightDump& dump : opened->folder.flightDumps)
            dump.groups.front().description = "TENSOR_AND_DATA_PARALLEL_GROUP_WITH_CP";
        opened->hangs = {analyseHang(opened->folder.flightDumps)};
        Workspace workspace;
        HangView view(workspace.document, workspace.selection);
        workspace.document.setFolder(opened);
        view.refreshNow();
        QVERIFY(view.model().headerData(0, Qt::Vertical, HangBoardModel::groupRole).toString().endsWith(
            QStringLiteral("WITH_CP (0)")));
        const auto* suspects = view.findChild<QListWidget*>();
        QVERIFY(suspects->item(0)->text().contains(QChar(0x200b))); // may break after an underscore
        QVERIFY(!suspects->horizontalScrollBar()->isVisible());
    }

    void ofTwoHangsEachIsListedAndChosenWithItsRun()
    {
        auto opened = std::make_shared<OpenedFolder>();
        opened->folder.flightDumps = {dumpOfRank(0, 5, 4), dumpOfRank(1, 5, 4), dumpOfRank(2, 4, 4), dumpOfRank(0, 4, 4),
            dumpOfRank(1, 5, 4), dumpOfRank(2, 5, 4)};
        for (size_t i = 0; i < 6; ++i)
            opened->folder.flightDumps[i].file = (i < 3 ? "monday/" : "friday/") + std::to_string(i % 3);
        for (const auto dumps : hangsAmong(opened->folder.flightDumps))
            opened->hangs.push_back(analyseHang(dumps));
        for (const char* name : {"friday", "monday"}) { // in another order than the hangs
            Run run;
            run.name = name;
            run.files = {run.name + "/0", run.name + "/1"};
            run.trace = std::make_shared<const Trace>(traceFromText("rank0: [F0 0-10]\nrank1: [F0 0-10]"));
            opened->levels.emplace_back(*run.trace, run.trace->timing());
            opened->folder.runs.push_back(std::move(run));
        }
        Workspace workspace;
        HangView view(workspace.document, workspace.selection);
        view.resize(900, 300);
        view.show();
        workspace.document.setFolder(opened);
        view.refreshNow();
        auto* choice = view.findChild<QComboBox*>();
        QVERIFY(choice->isVisible());
        QCOMPARE(choice->count(), 2);
        QVERIFY(choice->itemText(0).startsWith(QStringLiteral("monday")));
        const auto choose = [&](int hang) {
            choice->setCurrentIndex(hang);
            emit choice->activated(hang);
            view.refreshNow();
        };
        choose(0);
        QCOMPARE(workspace.document.runIndex(), 1);
        QVERIFY2(view.sentence().startsWith(QStringLiteral("Rank 2 ")), qPrintable(view.sentence()));
        choose(1);
        QCOMPARE(workspace.document.runIndex(), 0);
        QVERIFY2(view.sentence().startsWith(QStringLiteral("Rank 0 ")), qPrintable(view.sentence()));
        workspace.document.setRunIndex(1); // chosen elsewhere
        view.refreshNow();
        QCOMPARE(choice->currentIndex(), 0);
        QVERIFY(view.sentence().startsWith(QStringLiteral("Rank 2 ")));
    }

    void whoIsMissingIsSaidShownAndSelected()
    {
        Workspace workspace;
        HangView view(workspace.document, workspace.selection);
        const QAbstractItemModelTester tester(const_cast<HangBoardModel*>(&view.model()));
        workspace.document.setFolder(hangingFolder());
        view.refreshNow();
        QVERIFY2(view.sentence().startsWith(QStringLiteral("Rank 2 did not join all_reduce 5 of default_pg (0)")),
            qPrintable(view.sentence()));
        QVERIFY(view.sentence().contains(QStringLiteral("since 2023-11-14")));
        const HangBoardModel& board = view.model();
        QCOMPARE(board.rowCount(), 1);
        QCOMPARE(board.columnCount(), 3);
        QCOMPARE(int(board.state(0, 0)), int(HangState::Waiting));
        QCOMPARE(int(board.state(0, 2)), int(HangState::Missing));
        QCOMPARE(board.blamedColumns(0), std::vector<int> {2});
        QCOMPARE(workspace.selection.rank(), 2);
        view.board()->setCurrentIndex(board.index(0, 1));
        QCOMPARE(workspace.selection.rank(), 1);
        QVERIFY(view.frames().contains(QStringLiteral("step (train.py:12)")));
        workspace.selection.setRank(0);
        QCOMPARE(view.board()->currentIndex().column(), 0);
    }

    void withoutDumpsThereIsNoHang()
    {
        Workspace workspace;
        HangView view(workspace.document, workspace.selection);
        workspace.document.setFolder(std::make_shared<OpenedFolder>());
        view.refreshNow();
        QCOMPARE(view.model().rowCount(), 0);
    }

    void theCommandOfAnIssueIsCopied()
    {
        Workspace workspace;
        IssuesView view(workspace.document);
        workspace.document.setFolder(hangingFolder());
        view.refreshNow();
        QVERIFY(!view.copyButton()->isHidden());
        view.copyButton()->click();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("nsys export 'a b.nsys-rep'"));
        QVERIFY(view.columnsButton()->isHidden());
    }
};

BUBBLESCOPE_TEST(TstHangView, QApplication)

} // namespace bubblescope::tst_hangview

#include "tst_hangview.moc"
