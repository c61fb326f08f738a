// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "smallfolders.h"
#include "testprogram.h"
#include "workspace.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_searchstate {

class TstSearchState : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void searchFindsNamesWhateverTheirCase()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({R"(
rank0 stage0: [F0 0-10] [B0 20-30]
rank0 stage0 comm tp: [allreduce 2-5 in F0] [allgather 6-7 in F0]
)"}));
        QSignalSpy changed(&workspace.search, &SearchState::changed);
        workspace.search.setText(QStringLiteral("ALLRED"));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(workspace.search.matches().size(), size_t(1));
        QCOMPARE(workspace.document.trace()->begin(workspace.search.matches()[0]), 2 * ms);
        QCOMPARE(workspace.search.highlighted()->byNumber, std::vector<uint32_t> {workspace.search.matches()[0].value});
        workspace.search.setText(QStringLiteral("all"));
        QCOMPARE(workspace.search.matches().size(), size_t(2));
        workspace.search.setText(QStringLiteral("nothing of the kind"));
        QVERIFY(workspace.search.matches().empty());
        QVERIFY(workspace.search.isSearching());
        workspace.search.setText(QString());
        QVERIFY(!workspace.search.isSearching());
        QVERIFY(!workspace.search.highlighted());
    }

    void matchesAreWalkedInOrderOfTimeAndAround()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        const Trace& trace = *workspace.document.trace();
        workspace.search.setText(QStringLiteral("b")); // B0 and B1 of two ranks
        QCOMPARE(workspace.search.matches().size(), size_t(4));
        for (size_t i = 1; i < 4; ++i)
            QVERIFY(trace.begin(workspace.search.matches()[i]) >= trace.begin(workspace.search.matches()[i - 1]));
        QCOMPARE(workspace.search.index(), -1);
        QSignalSpy reveal(&workspace.window, &TimeWindow::revealRequested);
        workspace.search.goToMatch(0);
        QCOMPARE(workspace.selection.rank(), 1); // its B0 is the earliest
        workspace.search.goToMatch(-1);
        QCOMPARE(workspace.search.index(), 3);
        QCOMPARE(workspace.selection.span().value, workspace.search.matches()[3].value);
        workspace.search.goToMatch(4);
        QCOMPARE(workspace.search.index(), 0);
        QCOMPARE(reveal.count(), 3);
    }

    void theFirstMatchIsTheNextOneFromWhatIsInSight()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        const Trace& trace = *workspace.document.trace();
        workspace.window.setVisibleRange({550 * ms, 650 * ms});
        workspace.search.setText(QStringLiteral("b"));
        workspace.search.goToNext(1);
        QCOMPARE(trace.begin(workspace.selection.span()), 600 * ms);
        workspace.search.goToNext(1);
        QCOMPARE(trace.begin(workspace.selection.span()), 700 * ms);
        workspace.search.setText(QStringLiteral("f"));
        workspace.window.setVisibleRange({400 * ms, 480 * ms});
        workspace.search.goToNext(-1);
        QCOMPARE(trace.begin(workspace.selection.span()), 100 * ms); // before 400
        workspace.search.setText(QStringLiteral("nothing of the kind"));
        workspace.search.goToNext(1);
    }

    void theSecondRecordOfAFusedPairIsFoundAsTheFirst()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({"rank0 stage0: [F0 0-3]\nrank0 stage0 comm pp: [SF1 3-5 ~RB0]\n"}));
        const Trace& trace = *workspace.document.trace();
        SpanId second;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            if (trace.hasFlag(SpanId(i), SpanFlag::fusedLeg))
                second = SpanId(i);
        }
        const std::string_view name = trace.name(second);
        workspace.search.setText(QString::fromUtf8(name.data(), qsizetype(name.size())));
        QCOMPARE(workspace.search.matches().size(), size_t(1));
        QVERIFY(trace.hasFlag(workspace.search.matches()[0], SpanFlag::fused));
    }

    void aMillionSpansAreSearched()
    {
        Workspace workspace;
        workspace.document.setFolder(folderOfPasses(1'000'000));
        workspace.search.setText(QStringLiteral("back"));
        QCOMPARE(workspace.search.matches().size(), size_t(500'000));
    }

    void whatIsNotWantedAnyMoreIsNotTaken()
    {
        Elsewhere elsewhere;
        Workspace workspace;
        workspace.work.setBackground(elsewhere.function());
        workspace.document.setFolder(folderOfPasses(300'000));
        workspace.search.setText(QStringLiteral("back"));
        const TraceWork::Work late = elsewhere.works[TraceWork::Task::Search];
        workspace.search.setText(QStringLiteral("nothing of the kind"));
        late(Elsewhere::tell())();
        QVERIFY(workspace.search.isPending());
        QVERIFY(workspace.search.matches().empty());
        elsewhere.finish(TraceWork::Task::Search);
        QVERIFY(!workspace.search.isPending());
        QVERIFY(workspace.search.matches().empty());
        workspace.document.setFolder(nullptr);
        late(Elsewhere::tell())();
        QVERIFY(workspace.search.matches().empty());
        workspace.document.setFolder(folderOfPasses(300'000));
        QVERIFY(workspace.search.isPending()); // the text stands
        workspace.work.giveUp(TraceWork::Task::Search);
        QVERIFY(!workspace.search.isPending());
    }

    void longTracesAreSearchedElsewhere()
    {
        Elsewhere elsewhere;
        Workspace workspace;
        workspace.work.setBackground(elsewhere.function());
        workspace.document.setFolder(folderOfPasses(300'000));
        QSignalSpy changed(&workspace.search, &SearchState::changed);
        workspace.search.setText(QStringLiteral("back"));
        QVERIFY(workspace.search.isPending());
        QVERIFY(workspace.search.matches().empty());
        workspace.search.goToMatch(1); // Enter, before anything was found
        QVERIFY(!workspace.selection.span().isValid());
        elsewhere.finish(TraceWork::Task::Search);
        QVERIFY(!workspace.search.isPending());
        QVERIFY(changed.count() >= 2);
        QCOMPARE(workspace.search.matches().size(), size_t(150'000));
        QCOMPARE(workspace.search.index(), 1);
        QCOMPARE(workspace.selection.span().value, uint32_t(3));

        workspace.search.setDurations(TimeRange {0, 1});
        QVERIFY(workspace.search.highlighted()->byBegin.empty()); // so few are looked through at once
        QCOMPARE(workspace.search.matches().size(), size_t(150'000));
    }

    void whatCannotBeReadIsRefusedInWords()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        workspace.search.setText(QStringLiteral("dur>soon"));
        QVERIFY(!workspace.search.refusal().isEmpty());
        QVERIFY(!workspace.search.isPending());
        QVERIFY(workspace.search.matches().empty());
        workspace.search.setText(QStringLiteral("f"));
        QVERIFY(workspace.search.refusal().isEmpty());
    }

    void aBarOfDurationsLightsItsMatchesUntilTheNextSearch()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        workspace.search.setText(QStringLiteral("f")); // 100, 100, 200 and 200 ms
        QSignalSpy changed(&workspace.search, &SearchState::durationsChanged);
        workspace.search.setDurations(TimeRange {150 * ms, 250 * ms});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(workspace.search.highlighted()->byBegin.size(), size_t(2));
        QCOMPARE(workspace.search.matches().size(), size_t(4));
        workspace.search.setText(QStringLiteral("b"));
        QVERIFY(!workspace.search.durations());
        QCOMPARE(workspace.search.highlighted()->byBegin.size(), size_t(4));
    }

    void theTextStandsWhenAnotherRunIsShown()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline, "rank0 stage0: [F0 0-100]\n"}));
        workspace.search.setText(QStringLiteral("f"));
        workspace.search.goToMatch(2);
        workspace.document.setRunIndex(1);
        QCOMPARE(workspace.search.text(), QStringLiteral("f"));
        QCOMPARE(workspace.search.matches().size(), size_t(1));
        QCOMPARE(workspace.search.index(), -1);
    }
};

BUBBLESCOPE_TEST(TstSearchState, QCoreApplication)

} // namespace bubblescope::tst_searchstate

#include "tst_searchstate.moc"
