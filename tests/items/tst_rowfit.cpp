// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowfit.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <algorithm>
#include <string>

namespace bubblescope::tst_rowfit {

class TstRowFit : public QObject {
    Q_OBJECT
private slots:
    void aQuestionIsAnsweredOnce()
    {
        const Trace one = traceFromText("rank0: [F0 0-10]\n");
        const Trace three = traceFromText("rank0: [F0 0-10]\nrank1: [F0 0-10]\nrank2: [F0 0-10]\n");
        RowFits fits;
        RowFits::Question question;
        question.height = 70;
        const double alone = fits.of(one, question).rowHeight;
        QCOMPARE(fits.of(three, question).rowHeight, alone); // not asked again
        fits.forget();
        QVERIFY(fits.of(three, question).rowHeight < alone);
    }

    void theLastFewAreKept()
    {
        const Trace one = traceFromText("rank0: [F0 0-10]\n");
        const Trace three = traceFromText("rank0: [F0 0-10]\nrank1: [F0 0-10]\nrank2: [F0 0-10]\n");
        RowFits fits;
        const auto heightAt = [&fits](const Trace& trace, double height) {
            RowFits::Question question;
            question.height = height;
            return fits.of(trace, question).rowHeight;
        };
        const double alone = heightAt(one, 70);
        for (const double other : {71., 72., 73.})
            heightAt(one, other);
        QCOMPARE(heightAt(three, 70), alone); // the last used now
        for (const double other : {74., 75., 76., 77.})
            heightAt(one, other);
        QVERIFY(heightAt(three, 70) < alone);
    }

    /// Those that others stand for take no room, however many they are.
    void groupedRanksAreFittedAsTheyStand()
    {
        std::string text;
        TimelineLayout::Options grouped;
        for (int rank = 0; rank < 512; ++rank) {
            const std::string name = "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 64);
            text += name + ": [F0 0-10]\n" + name + " comm pp: [SF0 10-12]\n" + name + " comm dp: [allreduce 12-20]\n";
            if (rank % 64 != 0) {
                grouped.alike[rank / 64 * 64].insert(rank);
                grouped.collapsedRanks.insert(rank);
            }
        }
        const Trace trace = traceFromText(text);
        const std::vector<bool> rare(trace.tracks().size(), false);
        const double open = TimelineLayout(trace, grouped).contentHeight();
        QVERIFY(open > 400);
        const TimelineLayout::Options fitted = fittedRows(trace, grouped, 400, rare, Collapse::IfMostFit);
        const TimelineLayout layout(trace, fitted);
        QCOMPARE(layout.blocks().size(), size_t(8));
        QVERIFY(layout.blocks().front().isCollapsed);
        QVERIFY(layout.contentHeight() <= 400);
        QVERIFY(fitted.onlyRanks.empty());
        QVERIFY(fitted.alike == grouped.alike);
        // Those of a group that is opened are lines, as the others stay.
        TimelineLayout::Options opened = grouped;
        opened.openedAlike = {64, 128};
        const TimelineLayout longer(trace, fittedRows(trace, opened, 400, rare, Collapse::IfMostFit));
        QCOMPARE(longer.blocks().size(), size_t(8 + 2 * 63));
        QVERIFY(std::ranges::all_of(longer.blocks(), [](const RankBlock& block) { return block.isCollapsed; }));
        // With room they stay open.
        QCOMPARE(fittedRows(trace, grouped, open, rare, Collapse::IfMostFit).collapsedRanks, grouped.collapsedRanks);
        // Without groups nobody expects to see them all.
        QVERIFY(fittedRows(trace, {}, 400, rare, Collapse::IfMostFit).collapsedRanks.empty());
    }

    /// Halves of a window of 720 pixels have less than 90 for eight ranks in four stages.
    void lowHalvesShowLinesRatherThanOneRank()
    {
        std::string text;
        for (int rank = 0; rank < 8; ++rank) {
            const std::string name = "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 2);
            text += name + ": [F0 0-10]\n" + name + " comm pp: [SF0 10-12]\n" + name + " comm dp: [allreduce 12-20]\n";
        }
        const Trace trace = traceFromText(text);
        const auto fitted = [&trace](double height, Collapse collapse) {
            return fittedRows(trace, {}, height, std::vector<bool>(trace.tracks().size(), false), collapse);
        };
        QCOMPARE(fitted(86, Collapse::IfMostFit).collapsedRanks.size(), size_t(8));
        QVERIFY(fitted(86, Collapse::IfAllFit).collapsedRanks.empty());
        // Before anything is scrolled, ranks take the height of the names of stages.
        QVERIFY(!fitted(140, Collapse::IfAllFit).isPacked);
        for (const double height : {139., 125., 112., 96.}) {
            const TimelineLayout::Options packed = fitted(height, Collapse::IfAllFit);
            QVERIFY(packed.isPacked);
            const TimelineLayout layout(trace, packed);
            QVERIFY(layout.contentHeight() <= height);
            QCOMPARE(layout.blocks().size(), size_t(8));
            QCOMPARE(layout.rows().front().height, TimelineLayout::packedHeader);
        }
        QVERIFY(!fitted(95, Collapse::IfMostFit).isPacked); // letters need lines of nine pixels
        QVERIFY(fitted(30, Collapse::IfMostFit).collapsedRanks.empty());
    }
};

BUBBLESCOPE_TEST(TstRowFit, QCoreApplication)

} // namespace bubblescope::tst_rowfit

#include "tst_rowfit.moc"
