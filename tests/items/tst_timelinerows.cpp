// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h"
#include "timelinelook.h"
#include "timelinerows.h"
#include "tracetext.h"
#include "workspace.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope::tst_timelinerows {

namespace {

constexpr TimeNs ms = 1'000'000;

OpenedFolderPtr opened(const std::string& text)
{
    auto folder = std::make_shared<OpenedFolder>();
    folder->folder.path = text; // other pictures are other folders
    Run run;
    run.trace = std::make_shared<const Trace>(traceFromText(text));
    folder->levels.emplace_back(*run.trace, run.trace->timing());
    folder->folder.runs.push_back(std::move(run));
    return folder;
}

const char* const twoStages = R"(
rank0 stage0: [F0 0-10] [B0 40-60]
rank0 stage0 comm pp: [SF0 10-12] [RB0 12-40]
rank1 stage0: [F0 0-10] [B0 40-60]
rank2 stage1: [F0 12-22] [B0 22-38]
)";

struct Fixture {
    explicit Fixture(const std::string& text = twoStages) { workspace.document.setFolder(opened(text)); }
    size_t ranks() const { return rows.layout().blocks().size(); }
    Workspace workspace;
    TimelineRows rows {workspace};
};

} // namespace

class TstTimelineRows : public QObject {
    Q_OBJECT
private slots:
    void rowsFollowTheRunWithoutAnybodyWhoDrawsThem()
    {
        Fixture f;
        QCOMPARE(f.ranks(), size_t(3));
        QSignalSpy taken(&f.rows, &TimelineRows::runTaken);
        f.workspace.document.setFolder(opened("rank0: [F0 0-10]\n"));
        QCOMPARE(taken.size(), 1);
        QCOMPARE(f.ranks(), size_t(1));
        f.workspace.document.setFolder({});
        QCOMPARE(f.ranks(), size_t(0));
    }

    void foldsFiltersAndPins()
    {
        Fixture f;
        QSignalSpy changed(&f.rows, &TimelineRows::layoutChanged);
        f.rows.setRankCollapsed(0, true);
        f.rows.setRankCollapsed(0, true);
        QCOMPARE(changed.size(), 1); // only what changes something is told
        QVERIFY(f.rows.layout().blocks().front().isCollapsed);
        f.rows.setStageFilter(1);
        QVERIFY(f.rows.isFiltered());
        QCOMPARE(f.ranks(), size_t(1));
        f.rows.showEverything();
        QCOMPARE(f.ranks(), size_t(3));
        const TrackId track(0);
        f.rows.setPinned(track, true);
        QVERIFY(f.rows.isPinned(track));
        QVERIFY(f.rows.pinnedHeight() > f.rows.layout().pinnedRows().front().height);
        f.rows.setPinned(track, false);
        QCOMPARE(f.rows.pinnedHeight(), 0.0);
    }

    void rowsGrowWithTheViewUntilTheirHeightIsChosen()
    {
        Fixture f;
        const double usual = TimelineLayout::Options().rowHeight;
        QCOMPARE(f.rows.options().rowHeight, usual); // nobody looks
        f.rows.setViewHeight(400);
        QVERIFY(f.rows.options().rowHeight > usual);
        f.rows.setRowHeight(24);
        f.rows.setViewHeight(800);
        QCOMPARE(f.rows.options().rowHeight, 24.0);
        f.rows.setRowHeight(1000);
        QCOMPARE(f.rows.options().rowHeight, TimelineLayout::maximumRowHeight);
        f.rows.setAutomaticRowHeight();
        QVERIFY(f.rows.hasAutomaticRowHeight());
        QVERIFY(f.rows.options().rowHeight < TimelineLayout::maximumRowHeight);
    }

    void allRanksFitBeforeAnythingIsScrolled()
    {
        std::string text;
        for (int rank = 0; rank < 8; ++rank) {
            const std::string name = "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 2);
            text += name + ": [F0 0-400] [B0 400-900]\n" + name + " comm dp: [AR 900-990]\n" + name
                + " comm tp: [X 500-501]\n";
        }
        Fixture f(text);
        const double usual = TimelineLayout::Options().rowHeight;
        f.rows.setViewHeight(480);
        QVERIFY(f.rows.options().rowHeight < usual);
        QCOMPARE(f.rows.maximumScroll(), 0.0);
        const auto hasThinLane = [&] {
            return std::any_of(f.rows.layout().rows().begin(), f.rows.layout().rows().end(),
                [](const TimelineRow& row) { return row.height < 7; });
        };
        QVERIFY(hasThinLane()); // of tp, which is nearly empty
        f.rows.setViewHeight(1200);
        QVERIFY(!hasThinLane());
        for (const double low : {260., 180.}) { // one line each is better
            f.rows.setViewHeight(low);
            QCOMPARE(f.rows.maximumScroll(), 0.0);
            QVERIFY(f.rows.layout().blocks().front().isCollapsed);
            QVERIFY(f.rows.chosenCollapsedRanks().empty());
        }
        f.rows.setViewHeight(96); // lines of nine pixels, and nothing to scroll
        QCOMPARE(f.rows.maximumScroll(), 0.0);
        f.rows.setViewHeight(90); // most of them rather than a rank or two
        QVERIFY(f.rows.maximumScroll() > 0 && f.rows.layout().blocks().front().isCollapsed);
        f.rows.setViewHeight(60);
        QVERIFY(!f.rows.layout().blocks().front().isCollapsed);
        f.rows.setViewHeight(260);
        f.rows.setRankCollapsed(0, false); // the user's own folding counts from now on
        QVERIFY(!f.rows.layout().blocks().front().isCollapsed);
        QVERIFY(f.rows.layout().blocks()[1].isCollapsed);
    }

    void ranksStandAtEqualDistancesWhateverLanesTheyHave()
    {
        std::string text;
        for (int rank = 0; rank < 6; ++rank) {
            const std::string name = "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 3);
            text += name + ": [F0 0-400]\n" + name + " comm dp: [AR 400-600]\n" + name + " comm pp: [X 600-700]\n";
            if (rank == 1 || rank == 5)
                text += name + " comm tp: [Y 700-900]\n";
        }
        Fixture f(text);
        const auto distances = [&f] {
            std::set<double> found;
            const auto& blocks = f.rows.layout().blocks();
            for (size_t i = 1; i < blocks.size(); ++i) {
                if (blocks[i].stage == blocks[i - 1].stage)
                    found.insert(blocks[i].top - blocks[i - 1].top);
            }
            return found;
        };
        for (const double height : {900., 420., 300.}) {
            f.rows.setViewHeight(height);
            QVERIFY(!f.rows.layout().blocks().front().isCollapsed);
            QCOMPARE(distances().size(), size_t(1));
            QCOMPARE(f.rows.maximumScroll(), 0.0); // what is left empty counts
        }
        f.rows.setRowHeight(30);
        QCOMPARE(distances().size(), size_t(1));
        f.rows.setRankCollapsed(0, true); // lines are as low as they were
        QVERIFY(f.rows.layout().blocks()[0].lanesBottom - f.rows.layout().blocks()[0].top < 30);
        // A rank with many more lanes leaves no holes beside the others.
        std::string uneven = "rank0: [F0 0-10]\nrank1: [F0 0-10]\n";
        for (const char* group : {"tp", "pp", "dp"})
            uneven += std::string("rank1 comm ") + group + ": [X 0-10]\n";
        Fixture g(uneven);
        const auto& blocks = g.rows.layout().blocks();
        QVERIFY(blocks[0].lanesBottom - blocks[0].top < blocks[1].lanesBottom - blocks[1].top);
        QVERIFY(g.rows.chosenOptions().leastHeights.empty());
    }

    void ranksAndStagesStandWhereTheyAreMoved()
    {
        Fixture f(R"(
rank0 stage0: [F0 0-10]
rank1 stage0: [F0 0-10]
rank2 stage0: [F0 0-10]
rank3 stage1: [F0 0-10]
rank4 stage1: [F0 0-10]
)");
        const auto ranks = [&f] {
            std::vector<int> found;
            for (const RankBlock& block : f.rows.layout().blocks())
                found.push_back(block.rank);
            return found;
        };
        std::vector<std::pair<std::vector<int>, std::vector<int>>> moves;
        QObject::connect(&f.rows, &TimelineRows::orderMoved, &f.rows,
            [&moves](
                const std::vector<int>& before, const std::vector<int>& after) { moves.emplace_back(before, after); });
        f.rows.moveRank(2, 0);
        QCOMPARE(ranks(), (std::vector<int> {2, 0, 1, 3, 4}));
        f.rows.moveRank(2, std::nullopt); // last of its stage
        QCOMPARE(ranks(), (std::vector<int> {0, 1, 2, 3, 4}));
        QCOMPARE(moves.size(), size_t(2));
        for (const auto& [rank, before] : {std::pair(2, 3), {0, 0}, {7, 0}, {0, 7}}) // another stage, itself, nobody
            f.rows.moveRank(rank, before);
        QCOMPARE(moves.size(), size_t(2));
        f.rows.moveStage(1, 0);
        QCOMPARE(ranks(), (std::vector<int> {3, 4, 0, 1, 2}));
        QVERIFY(f.rows.moveRankBy(4, -1));
        QVERIFY(!f.rows.moveRankBy(4, -1)); // the first of its stage
        QVERIFY(!f.rows.moveRankBy(2, 1));
        QVERIFY(f.rows.moveStageBy(0, -1));
        QVERIFY(!f.rows.moveStageBy(0, -1));
        QCOMPARE(ranks(), (std::vector<int> {0, 1, 2, 4, 3}));
        // Hidden ranks keep their places.
        f.rows.setStageFilter(1);
        QVERIFY(f.rows.moveRankBy(3, -1));
        f.rows.showEverything();
        QCOMPARE(ranks(), (std::vector<int> {0, 1, 2, 3, 4}));
        QVERIFY(f.rows.moveRankBy(1, -1));
        const std::vector<int> placed = f.rows.options().order;
        const size_t before = moves.size();
        f.rows.resetOrder();
        QVERIFY(f.rows.options().order.empty());
        QCOMPARE(moves.size(), before + 1);
        QVERIFY(moves.back() == std::pair(placed, std::vector<int>()));
        f.rows.resetOrder();
        QCOMPARE(moves.size(), before + 1); // there is nothing to take back
        f.rows.setOrder(placed);            // as undoing does it, which is no move of the user's
        QCOMPARE(moves.size(), before + 1);
        QCOMPARE(ranks(), (std::vector<int> {1, 0, 2, 3, 4}));
        f.rows.setOrder({99, 4, 3, -5}); // strangers are skipped; those that are missing stand behind
        QCOMPARE(ranks(), (std::vector<int> {4, 3, 0, 1, 2}));
        f.rows.setSort(TimelineLayout::Sort::ByBusy);
        QVERIFY(f.rows.options().order.empty());
    }

    void theOrderBelongsToItsRun()
    {
        Fixture f;
        f.rows.moveRank(1, 0);
        QCOMPARE(f.rows.layout().blocks().front().rank, 1);
        f.workspace.document.setFolder(opened("rank0: [F0 0-10]\nrank1: [F0 0-10]\n"));
        QCOMPARE(f.rows.layout().blocks().front().rank, 0);
    }

    void bothTimelinesHaveOneOrder()
    {
        Fixture upper;
        Fixture lower;
        lower.rows.setLeader(&upper.rows);
        lower.rows.moveRank(1, 0);
        QCOMPARE(upper.rows.layout().blocks().front().rank, 1);
        QCOMPARE(lower.rows.layout().blocks().front().rank, 1);
        lower.rows.resetOrder();
        QCOMPARE(lower.rows.layout().blocks().front().rank, 0);
        lower.rows.setLeader(nullptr);
    }

    void ranksThatOnlyTheLowerTimelineHasAreNotMoved()
    {
        Fixture upper("rank0: [F0 0-10]\nrank1: [F0 0-10]\n");
        Fixture lower("rank0: [F0 0-10]\nrank1: [F0 0-10]\nrank2: [F0 0-10]\n");
        lower.rows.setLeader(&upper.rows);
        int moves = 0;
        for (const TimelineRows* rows : {&upper.rows, &lower.rows})
            QObject::connect(rows, &TimelineRows::orderMoved, rows, [&moves] { ++moves; });
        lower.rows.moveRank(2, 0);
        QCOMPARE(lower.rows.layout().blocks().back().rank, 2);
        QCOMPARE(moves, 0); // nor is there anything to take back
        lower.rows.setLeader(nullptr);
        lower.rows.moveRank(2, 0);
        QCOMPARE(lower.rows.layout().blocks().front().rank, 2);
        QCOMPARE(moves, 1);
    }

    void similarRanksAreGroupedBeforeAnythingIsScrolled()
    {
        std::string text;
        for (int rank = 0; rank < 32; ++rank) {
            const std::string name = "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 8);
            const std::string end = rank == 21 ? "700" : "400"; // one of them is slow
            text += name + ": [F0 0-" + end + "] [B0 700-900]\n" + name + " comm dp: [AR 900-990]\n" + name
                + " comm tp: [X 500-600]\n";
        }
        Fixture f(text);
        f.rows.setViewHeight(500); // 32 lines of 12 pixels, and four headers
        QCOMPARE(f.rows.maximumScroll(), 0.0);
        QCOMPARE(f.ranks(), size_t(32));
        QVERIFY(!f.rows.groupsAlike());
        f.rows.setViewHeight(280);
        QCOMPARE(f.rows.maximumScroll(), 0.0);
        QVERIFY(f.rows.groupsAlike() && !f.rows.choseToGroupAlike());
        const auto stands = [&f](int rank) {
            const auto& blocks = f.rows.layout().blocks();
            return std::any_of(
                blocks.begin(), blocks.end(), [rank](const RankBlock& block) { return block.rank == rank; });
        };
        QVERIFY(stands(21)); // like no other
        QVERIFY(f.rows.chosenOptions().alike.empty());
        QVERIFY(f.rows.chosenOptions().collapsedRanks.empty());
        // What is selected stays a row of its own, and the order is that of the ranks.
        int hidden = 0;
        while (stands(hidden))
            ++hidden;
        f.rows.setViewHeight(500);
        f.workspace.selection.setRank(hidden);
        f.rows.setViewHeight(280);
        QVERIFY(f.rows.groupsAlike());
        QVERIFY(stands(hidden));
        const auto& blocks = f.rows.layout().blocks();
        QVERIFY(std::is_sorted(
            blocks.begin(), blocks.end(), [](const RankBlock& a, const RankBlock& b) { return a.rank < b.rank; }));
        // Who wants to see them all scrolls.
        f.rows.setGroupsAlike(false);
        QCOMPARE(f.ranks(), size_t(32));
        QVERIFY(f.rows.maximumScroll() > 0);
    }

    void allRanksAreFittedOnWish()
    {
        std::string text;
        for (int rank = 0; rank < 8; ++rank) {
            const std::string name = "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 2);
            text += name + ": [F0 0-400] [B0 400-900]\n" + name + " comm dp: [AR 900-990]\n" + name
                + " comm tp: [X 500-600]\n";
        }
        Fixture f(text);
        f.rows.setViewHeight(200);
        f.rows.setRankCollapsed(3, false); // by hand from now on
        f.rows.setStageCollapsed(2, true);
        f.rows.setRowHeight(40);
        f.rows.setStageFilter(3);
        f.rows.fitAllRanks();
        QVERIFY(!f.rows.isFiltered() && f.rows.hasAutomaticRowHeight());
        QCOMPARE(f.ranks(), size_t(8));
        QCOMPARE(f.rows.maximumScroll(), 0.0);
        QVERIFY(f.rows.options().collapsedStages.empty());
        f.rows.setViewHeight(2000); // there is room for everything
        QVERIFY(f.rows.options().collapsedRanks.empty());
    }

    void ranksOfTwoLanesFitAsOneLineEach()
    {
        std::string text;
        for (int rank = 0; rank < 8; ++rank) {
            const std::string name = "rank" + std::to_string(rank) + " stage" + std::to_string(rank);
            text += name + ": [F0 0-400] [B0 400-900]\n" + name + " comm pp: [S 400-410] [R 900-990]\n";
        }
        Fixture f(text);
        f.rows.setViewHeight(260);
        QCOMPARE(f.rows.maximumScroll(), 0.0);
        QVERIFY(f.rows.layout().blocks().front().isCollapsed);
        QVERIFY(f.rows.chosenCollapsedRanks().empty());
        f.rows.setRankCollapsed(3, false);
        QVERIFY(!f.rows.layout().blocks()[3].isCollapsed);
        QVERIFY(f.rows.layout().blocks()[2].isCollapsed);
        Fixture roomy(text);
        roomy.rows.setViewHeight(500);
        QVERIFY(!roomy.rows.layout().blocks().front().isCollapsed);
    }

    void oneRankCanBeShownAlone()
    {
        Fixture f;
        f.rows.setRankFilter(2);
        QCOMPARE(f.ranks(), size_t(1));
        QVERIFY(f.rows.isFiltered());
        f.rows.showEverything();
        QCOMPARE(f.ranks(), size_t(3));
    }

    void aRankBehindTheHeaderOfItsStageIsNotInSight()
    {
        std::string ranks;
        for (int rank = 0; rank < 40; ++rank)
            ranks += "rank" + std::to_string(rank) + " stage0: [F0 0-10] [B0 40-60]\n";
        Fixture f(ranks);
        f.rows.setViewHeight(200);
        const auto& block = f.rows.layout().blocks()[6];
        f.rows.setScroll(block.bottom - TimelineLayout::stageHeight - 2);
        f.workspace.selection.setRank(block.rank);
        QVERIFY(block.top >= f.rows.scrollOffset() + TimelineLayout::stageHeight);
        QVERIFY(block.bottom <= f.rows.scrollOffset() + 200);
    }

    void aRankChosenElsewhereComesIntoSight()
    {
        constexpr double height = 20; // not even a third of them in sight as one line each
        Fixture f;
        f.rows.setViewHeight(height);
        const auto isInSight = [&](int rank) {
            for (const RankBlock& block : f.rows.layout().blocks()) {
                if (block.rank == rank)
                    return block.bottom > f.rows.scrollOffset() && block.top < f.rows.scrollOffset() + height;
            }
            return false;
        };
        f.rows.setStageCollapsed(1, true);
        QVERIFY(!isInSight(2));
        f.workspace.selection.setRank(2);
        QVERIFY(isInSight(2));
        f.workspace.selection.setRank(0);
        QVERIFY(isInSight(0));
        const double scroll = f.rows.scrollOffset();
        f.workspace.selection.setRank(0); // in sight: nothing moves
        QCOMPARE(f.rows.scrollOffset(), scroll);
        f.rows.setStageFilter(0);
        f.workspace.selection.setRank(2);
        QVERIFY(isInSight(2));
        f.rows.setScroll(0);
        f.workspace.selection.setRank(-1);
        f.workspace.selection.setStage(0);
        f.workspace.selection.setStage(1);
        QVERIFY(f.rows.scrollOffset() > 0);
    }

    void scrollingStaysInsideAndFindsWhatIsHidden()
    {
        Fixture f;
        f.rows.setViewHeight(20);
        f.rows.setScroll(1e9);
        QVERIFY(f.rows.maximumScroll() > 0);
        QCOMPARE(f.rows.scrollOffset(), std::round(f.rows.maximumScroll()));
        f.rows.setScroll(0);
        f.rows.setStageFilter(0);
        const SpanId last(f.workspace.document.trace()->spanCount() - 1); // on a rank of the other stage
        f.rows.scrollToSpan(last);
        QVERIFY(!f.rows.isFiltered());
        QVERIFY(f.rows.scrollOffset() > 0);
        QSignalSpy moved(&f.rows, &TimelineRows::scrollRangeChanged);
        f.workspace.window.revealSpan(SpanId(0));
        QVERIFY(moved.size() > 0);
        f.rows.setViewHeight(10'000);
        QCOMPARE(f.rows.scrollOffset(), 0.0);
    }

    void everyRunHasItsOwnCollapsedGroups()
    {
        auto folder = std::make_shared<OpenedFolder>();
        for (const char* name : {"a", "b"}) {
            Run run;
            run.name = name;
            run.trace = std::make_shared<const Trace>(traceFromText(twoStages));
            folder->folder.runs.push_back(std::move(run));
        }
        Fixture f;
        f.workspace.document.setFolder(folder);
        f.rows.setRankCollapsed(1, true);
        f.workspace.document.setRunIndex(1);
        QVERIFY(f.rows.options().collapsedRanks.empty());
        f.rows.setStageCollapsed(0, true);
        f.workspace.document.setRunIndex(0);
        QCOMPARE(f.rows.options().collapsedRanks, std::set<int> {1});
        QVERIFY(f.rows.options().collapsedStages.empty());
        f.workspace.document.updateFolder(std::make_shared<OpenedFolder>(*folder)); // read again
        QCOMPARE(f.rows.options().collapsedRanks, std::set<int> {1});
    }

    void pinsOutliveReadingTheRunAgain()
    {
        Fixture f;
        f.rows.setPinned(TrackId(1), true);
        const std::string name(f.workspace.document.trace()->trackName(TrackId(1)));
        f.workspace.document.updateFolder(opened(twoStages));
        QCOMPARE(f.rows.options().pinned.size(), size_t(1));
        QCOMPARE(std::string(f.workspace.document.trace()->trackName(f.rows.options().pinned.front())), name);
        f.workspace.document.setFolder(opened("rank7: [F0 0-10]\n"));
        QVERIFY(f.rows.options().pinned.empty());
    }

    void evidenceOnDistantRanksIsPinned()
    {
        std::string text;
        for (int rank = 0; rank < 40; ++rank)
            text += "rank" + std::to_string(rank) + " stage0: [F0 0-10] [B0 40-60]\n";
        Fixture f(text);
        f.rows.setViewHeight(300);
        const Trace& trace = *f.workspace.document.trace();
        const auto first = [&trace](int rank) {
            return SpanId(trace.rowsOf(trace.idOf(trace.tracksOf(rank).front())).front().firstSpan);
        };
        auto findings = std::make_shared<Findings>();
        for (const int other : {2, 35}) {
            Finding finding;
            finding.evidence.spans = {first(3), first(other)};
            finding.evidence.range = trace.range(first(3));
            findings->list.push_back(finding);
        }
        f.workspace.diagnosis.setFindings(findings);
        f.workspace.diagnosis.goToFinding(0);
        QVERIFY(f.rows.options().pinned.empty()); // both are in sight
        f.workspace.diagnosis.goToFinding(1);
        QCOMPARE(f.rows.options().pinned.size(), size_t(2));
        f.workspace.diagnosis.goToFinding(0);
        QVERIFY(f.rows.options().pinned.empty());
    }

    void everyRankThatIsDamagedIsKnownToBe()
    {
        std::string text;
        for (int rank = 0; rank < 4; ++rank)
            text += "rank" + std::to_string(rank) + ": [F0 0-10]\n";
        auto folder = std::make_shared<OpenedFolder>(*opened(text));
        auto overview = std::make_shared<RunSummary>();
        overview->isOverview = true;
        for (int rank = 0; rank < 24; ++rank)
            overview->ranks.emplace_back().rank = rank;
        folder->summaries = {overview};
        folder->damagedRanks.emplace_back();
        for (int rank = 0; rank < 20; ++rank) // more than the instances that an issue keeps
            folder->damagedRanks.front().push_back(rank);
        Fixture f;
        f.workspace.document.setFolder(folder);
        QCOMPARE(f.rows.options().unread.size(), size_t(20));
        QCOMPARE(f.rows.options().damaged.size(), size_t(16)); // those in memory were read again since
        QVERIFY(f.rows.options().damaged.count(19) > 0 && f.rows.options().damaged.count(20) == 0);
    }

    void whatWasChosenIsOfOneRun()
    {
        Fixture f;
        f.rows.setLaneFilter(QStringLiteral("comm pp"));
        f.rows.setPinned(TrackId(0), true);
        f.workspace.document.setFolder(opened("rank0: [F0 0-10]\nrank1: [F0 0-10]\n"));
        QVERIFY(!f.rows.isFiltered());
        QVERIFY(f.rows.options().pinned.empty());
        QCOMPARE(f.ranks(), size_t(2));
    }

    void twoMarkersAtMost()
    {
        TimelineLook look;
        QSignalSpy changed(&look, &TimelineLook::markersChanged);
        for (const TimeNs time : {1 * ms, 2 * ms, 3 * ms})
            look.addMarker(time);
        QCOMPARE(look.markers(), (std::vector<TimeNs> {2 * ms, 3 * ms}));
        look.setMarkers({1, 2, 3});
        QCOMPARE(look.markers(), (std::vector<TimeNs> {1, 2}));
        QCOMPARE(changed.size(), 4);
        QSignalSpy coloured(&look, &TimelineLook::colorByChanged);
        look.setColorBy(ColorBy::Category);
        look.setColorBy(ColorBy::Stage);
        QCOMPARE(coloured.size(), 1);
    }
};

BUBBLESCOPE_TEST(TstTimelineRows, QCoreApplication)

} // namespace bubblescope::tst_timelinerows

#include "tst_timelinerows.moc"
