// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessionview.h"

#include "ganttview.h"
#include "notebook.h"
#include "sessionjson.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

#include <limits>

namespace bubblescope::tst_sessionview {

namespace {

constexpr TimeNs ms = 1'000'000;

const char* const first = R"(
rank0 stage0: [F0 0-100] [B0 400-600] [optimizer 600-640]
rank0 stage0 comm pp: [SF0 100-110] [RB0 110-400]
rank1 stage1: [F0 110-200] [B0 200-380] [optimizer 600-640]
rank1 stage1 comm pp: [RF0 0-110] [SB0 380-400]
)";
const char* const second = "rank0 stage0: [F0 0-10] [B0 10-30]\nrank1 stage0: [F0 0-12] [B0 12-30]";

Run runOf(const char* name, const char* picture)
{
    Run run;
    run.name = name;
    run.trace = std::make_shared<const Trace>(traceFromText(picture));
    return run;
}

/// Two runs, two tables and a log; the first of each is shown.
OpenedFolderPtr folderOf(const char* picture = first)
{
    auto opened = std::make_shared<OpenedFolder>();
    for (const auto& [name, text] : {std::pair("first", picture), {"second", second}}) {
        Run run = runOf(name, text);
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
    }
    for (const char* name : {"layers", "other layers"})
        opened->folder.layerTables.emplace_back().name = name;
    opened->folder.runLogs.emplace_back().name = "train";
    return opened;
}

/// What a person has in front of them.
struct Shown {
    explicit Shown(const OpenedFolderPtr& folder = folderOf()) : view(&workspace)
    {
        workspace.document.setFolder(folder);
        view.resize(1000, 400);
        view.show();
        (void)QTest::qWaitForWindowExposed(&view);
    }
    TimelinePlot& plot() { return view.plot(); }
    Session captured()
    {
        Session session;
        session.isDemo = true;
        captureView(session, workspace, view.plot().rows(), view.plot().look());
        return session;
    }
    void apply(const Session& session)
    {
        applyView(session, workspace);
        applyRows(session, workspace, view.plot().rows(), view.plot().look());
    }
    SpanId find(Operation operation) const
    {
        const Trace& trace = *workspace.document.trace();
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            if (trace.operation(SpanId(i)) == operation)
                return SpanId(i);
        }
        return SpanId();
    }

    Workspace workspace;
    GanttView view;
};

QByteArray json(const Session& session) { return toJson(session, {}); }

/// As it comes back from a file.
Session reread(const Session& session)
{
    const Result<SessionReading> reading = readSession(json(session), {});
    return reading ? reading->session : Session();
}

} // namespace

class TstSessionView : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support).*"))); }

    void whatIsShownComesBack()
    {
        Shown before;
        before.workspace.inputs.setLayerTableIndex(1);
        before.workspace.inputs.setFoldedLayers(7);
        before.workspace.window.setVisibleRange({50 * ms, 300 * ms});
        before.workspace.window.commitPlace();
        before.workspace.window.setVisibleRange({100 * ms, 200 * ms});
        before.workspace.window.commitPlace();
        before.workspace.selection.setSpan(before.find(Operation::RecvBackward));
        before.workspace.selection.setRange(TimeRange {120 * ms, 150 * ms});
        before.workspace.selection.setLayer(QStringLiteral("lm_head"));
        before.plot().rows().setRowHeight(30);
        before.plot().rows().setRankCollapsed(1, true);
        before.plot().rows().setLaneFilter(QStringLiteral("comm pp"));
        before.plot().rows().setSort(TimelineLayout::Sort::ByBusy);
        before.plot().rows().moveStage(1, 0);
        before.plot().rows().setPinned(TrackId(0), true);
        before.plot().look().setMarkers({150 * ms, 160 * ms});
        before.plot().look().setShowsCriticalPath(true);
        before.view.setColorBy(ColorBy::Duration);

        const Session session = before.captured();
        Shown after;
        after.apply(reread(session));
        QCOMPARE(json(after.captured()), json(session));
        QCOMPARE(after.workspace.window.visibleRange(), (TimeRange {100 * ms, 200 * ms}));
        QCOMPARE(after.workspace.window.historyRanges().size(), before.workspace.window.historyRanges().size());
        QCOMPARE(after.workspace.selection.span(), before.workspace.selection.span());
        QCOMPARE(after.workspace.selection.rank(), 0);
        QCOMPARE(after.workspace.selection.layer(), QStringLiteral("lm_head"));
        QCOMPARE(after.workspace.inputs.layerTable()->name, std::string("other layers"));
        QCOMPARE(after.workspace.inputs.foldedLayers(), 7);
        QCOMPARE(after.plot().rows().options().collapsedRanks, (std::set<int> {1}));
        QCOMPARE(after.plot().rows().options().order, (std::vector<int> {1, 0}));
        QVERIFY(after.plot().rows().isPinned(TrackId(0)));
        QCOMPARE(after.plot().look().markers(), (std::vector<TimeNs> {150 * ms, 160 * ms}));
        QCOMPARE(after.view.plot().look().colorBy(), ColorBy::Duration);
    }

    void anOrderThatGoesIsNoMoveOfTheUsers()
    {
        Shown shown;
        const Session unmoved = shown.captured();
        shown.plot().rows().moveStage(1, 0);
        const Session moved = shown.captured();
        int moves = 0;
        QObject::connect(&shown.plot().rows(), &TimelineRows::orderMoved, &shown.plot(), [&moves] { ++moves; });
        shown.apply(unmoved);
        QVERIFY(shown.plot().rows().options().order.empty());
        shown.apply(moved);
        QCOMPARE(shown.plot().rows().options().order, (std::vector<int> {1, 0}));
        QCOMPARE(moves, 0);
    }

    void theOtherRunIsFoundByItsName()
    {
        Shown before;
        before.workspace.document.setRunIndex(1);
        before.workspace.window.setVisibleRange({5 * ms, 20 * ms});
        Shown after;
        after.apply(reread(before.captured()));
        QCOMPARE(after.workspace.document.runIndex(), 1);
        QCOMPARE(after.workspace.window.visibleRange(), (TimeRange {5 * ms, 20 * ms}));
    }

    void aSearchIsDoneAgain()
    {
        Shown before;
        before.workspace.search.setText(QStringLiteral("B0"));
        QTRY_COMPARE(before.workspace.search.matches().size(), size_t(4)); // with the receives RB0
        before.workspace.search.goToMatch(3);
        Shown after;
        after.apply(reread(before.captured()));
        QCOMPARE(after.workspace.search.text(), QStringLiteral("B0"));
        QTRY_COMPARE(after.workspace.search.matches().size(), size_t(4));
        QTRY_COMPARE(after.workspace.search.index(), 3);
    }

    void timesHoldWhenTheRunIsReadWithAnotherStart()
    {
        // The first span is not there any more: all times of the trace count from 100 ms later.
        const char* const later = R"(
rank0 stage0: [B0 400-600] [optimizer 600-640]
rank0 stage0 comm pp: [SF0 100-110] [RB0 110-400]
)";
        Shown before;
        const SpanId span = before.find(Operation::RecvBackward);
        before.workspace.selection.setSpan(span);
        before.workspace.window.setVisibleRange({200 * ms, 500 * ms});
        Shown after(folderOf(later));
        QCOMPARE(after.workspace.document.trace()->origin() - before.workspace.document.trace()->origin(), 100 * ms);
        after.apply(reread(before.captured()));
        QCOMPARE(after.workspace.window.visibleRange(), (TimeRange {100 * ms, 400 * ms}));
        QCOMPARE(after.workspace.selection.span(), after.find(Operation::RecvBackward));
    }

    void whatIsNotThereIsLeftAsItIs()
    {
        Shown before;
        Session session = before.captured();
        session.view.run = QStringLiteral("gone");
        session.view.layerTable = QStringLiteral("gone");
        session.view.selectedSpan = SpanKey {9, "comm pp", "RB0", 5, 5, 0};
        session.rows.pinned = {{7, "compute"}, {0, "no such lane"}};
        session.rows.sort = QStringLiteral("by moon");
        session.rows.color = QStringLiteral("infrared");
        session.simulate.timeline = QStringLiteral("sideways");
        Shown after;
        after.apply(reread(session));
        QCOMPARE(after.workspace.document.runIndex(), 0);
        QCOMPARE(after.workspace.inputs.layerTableIndex(), 0);
        QVERIFY(!after.workspace.selection.span().isValid());
        QVERIFY(after.plot().rows().options().pinned.empty());
        QCOMPARE(after.plot().look().colorBy(), ColorBy::Category);
        QCOMPARE(timelineOf(session), Document::Timeline::Opened);
    }

    void timesFromAnotherWorldAreKeptInside()
    {
        constexpr TimeNs far = std::numeric_limits<TimeNs>::max();
        Shown shown;
        const TimeRange limits = shown.workspace.window.limits();
        for (const TimeRange range :
            {TimeRange {-far, far}, TimeRange {far - 1, far}, TimeRange {-far - 1, -far}, TimeRange {0, 0}}) {
            Session session = shown.captured();
            session.view.range = range;
            session.view.history = {range, {0, far}};
            session.view.historyIndex = 200;
            session.view.selectedRange = range;
            session.view.markers = {range.begin, range.end};
            session.rows.height = 1e300;
            session.rows.scroll = -1e300;
            shown.apply(reread(session));
            const TimeRange seen = shown.workspace.window.visibleRange();
            QVERIFY(seen.begin >= limits.begin && seen.end <= limits.end && !seen.isEmpty());
            QVERIFY(shown.workspace.window.historyIndex() < shown.workspace.window.historyRanges().size());
            QVERIFY(shown.plot().rows().options().rowHeight <= TimelineLayout::maximumRowHeight);
            QVERIFY(shown.plot().rows().scrollOffset() >= 0);
            QVERIFY(!shown.view.grab().isNull());
            (void)json(shown.captured());
        }
    }

    void nothingOpenKeepsNothing()
    {
        Workspace workspace;
        GanttView view(&workspace);
        Session session;
        session.view.run = QStringLiteral("first");
        session.view.range = TimeRange {0, 5};
        applyView(session, workspace);
        applyRows(session, workspace, view.plot().rows(), view.plot().look());
        Session empty;
        captureView(empty, workspace, view.plot().rows(), view.plot().look());
        QVERIFY(!empty.view.range);
        QVERIFY(empty.view.run.isEmpty());
        QVERIFY(empty.view.history.empty());
    }
};

BUBBLESCOPE_TEST(TstSessionView, QApplication)

} // namespace bubblescope::tst_sessionview

#include "tst_sessionview.moc"
