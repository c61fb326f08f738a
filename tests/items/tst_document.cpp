// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebook.h"
#include "smallfolders.h"
#include "testprogram.h"
#include "workspace.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_document {

class TstDocument : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void anEmptyWorkspaceShowsNothingAndTakesEverything()
    {
        Workspace workspace;
        workspace.window.setVisibleRange({0, 100});
        workspace.window.zoomBy(0.5, 10);
        workspace.window.panBy(3);
        workspace.window.showAll();
        workspace.selection.setSpan(SpanId(3));
        workspace.search.setText(QStringLiteral("forward"));
        workspace.search.goToMatch(0);
        workspace.window.back();
        workspace.window.forward();
        workspace.window.revealSpan(SpanId(0));
        QCOMPARE(workspace.window.visibleRange(), TimeRange {});
        QVERIFY(!workspace.selection.span().isValid());
        QVERIFY(!workspace.window.canGoBack());
        QCOMPARE(workspace.document.runIndex(), -1);
    }

    void aNewFolderShowsTheWholeOfItsFirstRun()
    {
        Workspace workspace;
        QSignalSpy changed(&workspace.document, &Document::runChanged);
        workspace.document.setFolder(folderWith({pipeline, pipeline}));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(workspace.document.runIndex(), 0);
        QVERIFY(workspace.window.visibleRange().contains(TimeRange {0, 1000 * ms}));
        QVERIFY(workspace.window.visibleRange().duration() < 1100 * ms);
        QCOMPARE(workspace.window.historyRanges().size(), size_t(1));
        workspace.document.setFolder(nullptr);
        QCOMPARE(workspace.document.runIndex(), -1);
        QCOMPARE(workspace.window.visibleRange(), TimeRange {});
    }

    void signalsComeOnlyWhenSomethingChanged()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        QSignalSpy range(&workspace.window, &TimeWindow::visibleRangeChanged);
        QSignalSpy rank(&workspace.selection, &Selection::rankChanged);
        QSignalSpy crosshair(&workspace.window, &TimeWindow::crosshairChanged);
        QSignalSpy selection(&workspace.selection, &Selection::rangeChanged);
        workspace.window.setVisibleRange({1 * ms, 2 * ms});
        workspace.window.setVisibleRange({1 * ms, 2 * ms});
        workspace.selection.setRank(1);
        workspace.selection.setRank(1);
        workspace.window.setCrosshair(5);
        workspace.window.setCrosshair(5);
        workspace.selection.setRange(TimeRange {5, 5}); // empty: none
        workspace.selection.setRange(TimeRange {5, 9});
        workspace.selection.setRange(TimeRange {5, 9});
        QCOMPARE(range.count(), 1);
        QCOMPARE(rank.count(), 1);
        QCOMPARE(crosshair.count(), 1);
        QCOMPARE(selection.count(), 1);
    }

    void theViewIsKeptWhenTheFolderIsReadAgain()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        const SpanId span = spanNamed(*workspace.document.trace(), 1, Operation::Backward, 0);
        workspace.window.setVisibleRange({200 * ms, 600 * ms});
        workspace.selection.setSpan(span);
        // A rank more, whose spans come first: numbers change.
        workspace.document.updateFolder(folderWith({R"(
rank0 stage0: [F0 0-100] [F1 100-200] [B0 400-600] [B1 600-800]
rank0 stage0 comm tp: [allreduce 2-5 in F0]
rank1 stage1: [F0 100-300] [B0 300-500] [F1 500-700] [B1 700-1000]
)"}));
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {200 * ms, 600 * ms}));
        QVERIFY(workspace.selection.span().value != span.value);
        QCOMPARE(workspace.document.trace()->begin(workspace.selection.span()), 300 * ms);
        QCOMPARE(workspace.selection.rank(), 1);
    }

    void aMixedFolderOpensItsLargestRun()
    {
        const char* const small = "rank0 stage0: [F0 0-100]\n";
        Workspace workspace;
        workspace.document.setFolder(folderWith({small, pipeline}));
        QCOMPARE(workspace.document.runIndex(), 1);
        // Also if the larger one is read later, unless a run was chosen by then.
        workspace.document.setFolder(folderWith({small}));
        workspace.document.updateFolder(folderWith({small, pipeline}));
        QCOMPARE(workspace.document.runIndex(), 1);
        workspace.document.setRunIndex(0);
        workspace.document.updateFolder(folderWith({small, pipeline}));
        QCOMPARE(workspace.document.runIndex(), 0);
        workspace.document.setRunIndex(-1); // the modelled timeline of another input
        workspace.document.updateFolder(folderWith({small, pipeline}));
        QCOMPARE(workspace.document.runIndex(), -1);
    }

    void whoSawTheWholeRunSeesTheWholeOfTheLongerOne()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({"rank0 stage0: [F0 0-100]\n"}));
        workspace.document.updateFolder(folderWith({pipeline}));
        QVERIFY(workspace.window.visibleRange().contains(TimeRange {0, 1000 * ms}));
    }

    void whoIsToldOfARunFindsAllPartsThere()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline, "rank7 stage0: [F0 0-10]\n"}));
        workspace.selection.setRank(1);
        workspace.selection.setRange(TimeRange {0, 900 * ms});
        workspace.window.setCrosshair(5);
        workspace.search.setText(QStringLiteral("b"));
        QStringList order;
        const auto note = [&order](const char* what) { return [&order, what] { order << QLatin1String(what); }; };
        connect(&workspace.window, &TimeWindow::visibleRangeChanged, this, note("range"));
        connect(&workspace.selection, &Selection::rankChanged, this, note("rank"));
        connect(&workspace.search, &SearchState::changed, this, note("search"));
        connect(&workspace.document, &Document::simulationChanged, this, note("simulation"));
        connect(&workspace.document, &Document::runChanged, this, [&] {
            order << QStringLiteral("run");
            QVERIFY(workspace.window.visibleRange().duration() < 11 * ms);
            QVERIFY(!workspace.window.canGoBack());
            QVERIFY(!workspace.window.crosshair());
            QCOMPARE(workspace.selection.rank(), -1);
            QVERIFY(!workspace.selection.range());
            QVERIFY(workspace.search.matches().empty());
            QCOMPARE(workspace.figures.ofRun()->ranks.size(), size_t(1));
        });
        workspace.document.setRunIndex(1);
        QCOMPARE(order.size(), 5);
        QCOMPARE(order.first(), QStringLiteral("run"));
        QCOMPARE(order.last(), QStringLiteral("simulation"));
    }

    void aRunIsComparedWithAnotherOrWithItsSimulation()
    {
        Document document;
        document.setFolder(folderWith({pipeline, pipeline}));
        QSignalSpy other(&document, &Document::otherRunChanged);
        document.setOtherRun(0); // itself
        document.setOtherRun(2);
        QCOMPARE(document.otherRunIndex(), -1);
        document.setOtherRun(1);
        QCOMPARE(document.otherRunIndex(), 1);
        document.setTimeline(Document::Timeline::Both);
        QCOMPARE(document.otherRunIndex(), -1);
        document.setOtherRun(1);
        QCOMPARE(document.timeline(), Document::Timeline::Opened);
        document.setRunIndex(1);
        QCOMPARE(document.otherRunIndex(), -1);
        QCOMPARE(other.count(), 4);
    }

    void aComparisonEndsBeforeNotesOfAnotherFolderAreTold()
    {
        Document document;
        document.setFolder(folderWith({pipeline, pipeline}));
        document.setOtherRun(1);
        document.notes().setNotes({Annotation()});
        QSignalSpy told(&document.notes(), &NoteBook::changed);
        connect(&document.notes(), &NoteBook::changed, this,
            [&document] { QCOMPARE(document.otherRunIndex(), -1); }); // the other folder has no such run
        document.setFolder(folderWith({pipeline}));
        QCOMPARE(told.count(), 1);
    }
};

BUBBLESCOPE_TEST(TstDocument, QCoreApplication)

} // namespace bubblescope::tst_document

#include "tst_document.moc"
