// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which collectives belong together where only a part of a run is there.
#include "derivedtrace.h"
#include "runcontext.h"
#include "testprogram.h"
#include "traceranges.h"
#include "tracetext.h"
#include "typicalstep.h"

#include <QTest>

#include <set>

namespace bubblescope::tst_partmatching {

namespace {
constexpr TimeNs ms = 1'000'000;

/// Two ranks with a step of 10 ms each; the second one is a millisecond late in the first.
TracePtr wholeRun()
{
    TraceBuilder builder = builderFromText(
        "rank0 stage0: [F0 0-1] [B0 7-8] [optimizer 8-9] [F0 10-11] [B0 17-18] [optimizer 18-19] [F0 20-21] [B0 27-28] "
        "[optimizer 28-29]\n"
        "rank1 stage0: [F0 1-2] [B0 7-8] [optimizer 8-10] [F0 10-11] [B0 17-18] [optimizer 18-19] [F0 20-21] [B0 "
        "27-28] "
        "[optimizer 28-29]\n"
        "rank0 stage0 comm tp: [allreduce 1-3] [allgather 3-7] [allreduce 11-13] [allreduce 13-17] [allreduce 21-23] "
        "[allgather 23-27]\n"
        "rank1 stage0 comm tp: [allreduce 2-3] [allgather 4-7] [allreduce 11-13] [allreduce 14-17] [allreduce 22-23] "
        "[allgather 24-27]\n");
    for (const int32_t rank : {0, 1}) {
        builder.addStep(rank, {1, {0, (rank == 0 ? 9 : 10) * ms}});
        builder.addStep(rank, {2, {(rank == 0 ? 9 : 10) * ms, 19 * ms}});
        builder.addStep(rank, {3, {19 * ms, 29 * ms}});
    }
    ImportReport report;
    return std::make_shared<Trace>(builder.finish({}, report));
}

ParallelLayout twoTensorRanks()
{
    ParallelLayout layout;
    layout.world = 2;
    layout.tensor = 2;
    layout.pipeline = 1;
    return layout;
}

/// Of the whole run's spans, those that meet a range of each rank.
std::vector<SpanId> keptOf(const Trace& whole, std::initializer_list<TimeRange> ofRanks)
{
    std::vector<SpanId> kept;
    for (uint32_t i = 0; i < whole.spanCount(); ++i) {
        const int32_t rank = whole.track(whole.track(SpanId(i))).rank;
        if (whole.range(SpanId(i)).intersects(ofRanks.begin()[rank]))
            kept.push_back(SpanId(i));
    }
    return kept;
}

using Matches = std::set<std::vector<SpanId>>;

/// In numbers of the whole run.
Matches matchesIn(const Collectives& collectives, const std::vector<SpanId>& kept)
{
    Matches matches;
    for (const Collectives::Instance& instance : collectives.instances) {
        std::vector<SpanId> members;
        for (const SpanId member : collectives.membersOf(instance))
            members.push_back(kept[member.value]);
        matches.insert(members);
    }
    return matches;
}
} // namespace

class TstPartMatching : public QObject {
    Q_OBJECT

private slots:
    void aStepIsMatchedAsInTheWholeRun_data();
    void aStepIsMatchedAsInTheWholeRun();
    void clocksDoNotMatterInAStepThatIsKnownToBeWhole_data();
    void clocksDoNotMatterInAStepThatIsKnownToBeWhole();
    void theWholeRunIsNoPart();
};

void TstPartMatching::aStepIsMatchedAsInTheWholeRun_data()
{
    QTest::addColumn<int>("begin0");
    QTest::addColumn<int>("begin1");
    QTest::addColumn<int>("end0");
    QTest::addColumn<int>("end1");
    QTest::addColumn<int>("collectives");
    QTest::newRow("cut alike") << 10 << 10 << 20 << 20 << 2;
    QTest::newRow("more before on one rank") << 6 << 10 << 20 << 20 << 2;
    QTest::newRow("the end of the step before") << 2 << 6 << 20 << 20 << 3;
    QTest::newRow("more after on one rank") << 10 << 10 << 22 << 24 << 3;
    QTest::newRow("as many by chance") << 6 << 10 << 20 << 23 << 2;
}

void TstPartMatching::aStepIsMatchedAsInTheWholeRun()
{
    QFETCH(const int, begin0);
    QFETCH(const int, begin1);
    QFETCH(const int, end0);
    QFETCH(const int, end1);
    QFETCH(const int, collectives);
    const TracePtr whole = wholeRun();
    std::vector<SpanId> all;
    for (uint32_t i = 0; i < whole->spanCount(); ++i)
        all.push_back(SpanId(i));
    const RunContext context(*whole, twoTensorRanks());
    QCOMPARE(context.collectives().instances.size(), size_t(6));
    QCOMPARE(context.optimizerSteps().instances.size(), size_t(3));
    const std::vector<SpanId> kept = keptOf(*whole, {{begin0 * ms, end0 * ms}, {begin1 * ms, end1 * ms}});
    const Trace part = DerivedTrace::reduced(*whole, kept, false);
    QVERIFY(holdsPartOfRun(part));
    QCOMPARE(typicalStep(part), 1);
    const RunContext ofPart(part, twoTensorRanks());
    const Matches matches = matchesIn(ofPart.collectives(), kept);
    QCOMPARE(matches.size(), size_t(collectives));
    const Matches expected = matchesIn(context.collectives(), all);
    for (const std::vector<SpanId>& members : matches)
        QVERIFY(expected.contains(members));
    const Matches optimizers = matchesIn(ofPart.optimizerSteps(), kept);
    const Matches allOptimizers = matchesIn(context.optimizerSteps(), all);
    QVERIFY(!optimizers.empty());
    for (const std::vector<SpanId>& members : optimizers)
        QVERIFY(allOptimizers.contains(members));
}

void TstPartMatching::clocksDoNotMatterInAStepThatIsKnownToBeWhole_data()
{
    QTest::addColumn<int>("clock1"); // of rank 1, ahead
    QTest::addColumn<int>("begin1"); // when it begins its steps
    QTest::addColumn<int>("guessed");
    QTest::addColumn<int>("known");
    QTest::newRow("clocks are right") << 0 << 0 << 3 << 3;
    QTest::newRow("clocks are apart") << 3 << 3 << 0 << 3;
    QTest::newRow("the next step begins before the last one's end") << 0 << 3 << 0 << 0; // matched with no other
}

void TstPartMatching::clocksDoNotMatterInAStepThatIsKnownToBeWhole()
{
    QFETCH(const int, clock1);
    QFETCH(const int, begin1);
    QFETCH(const int, guessed);
    QFETCH(const int, known);
    std::string text;
    for (const int rank : {0, 1}) {
        text += "rank" + std::to_string(rank) + " stage0 comm tp:";
        for (const int at : {1, 7, 13, 21, 27, 33, 41, 47, 53}) {
            const int begin = at + rank * clock1;
            text += " [allreduce " + std::to_string(begin) + '-' + std::to_string(begin + 1) + ']';
        }
        text += '\n';
    }
    TraceBuilder builder = builderFromText(text);
    for (const int rank : {0, 1}) {
        for (int step = 0; step < 3; ++step)
            builder.addStep(
                rank, {step + 1, {(20 * step + rank * begin1) * ms, (20 * step + 20 + rank * begin1) * ms}});
    }
    ImportReport report;
    const Trace whole = builder.finish({}, report);
    const std::vector<SpanId> kept = keptOf(whole, {{20 * ms, 40 * ms}, {(20 + begin1) * ms, (40 + begin1) * ms}});
    QCOMPARE(kept.size(), size_t(6));
    const Trace part = DerivedTrace::reduced(whole, kept, false);
    const RankGroups groups(part, twoTensorRanks());
    QCOMPARE(findCandidates(part, groups).all.instances.size(), size_t(guessed));
    QCOMPARE(findCandidates(part, groups, std::vector<int32_t> {2}).all.instances.size(), size_t(known));
}

void TstPartMatching::theWholeRunIsNoPart()
{
    const TracePtr whole = wholeRun();
    QVERIFY(!holdsPartOfRun(*whole));
    QVERIFY(!holdsPartOfRun(Trace()));
    // A rank that is left out cuts no other.
    std::vector<SpanId> kept;
    for (uint32_t i = 0; i < whole->spanCount(); ++i) {
        if (whole->track(whole->track(SpanId(i))).rank == 1)
            kept.push_back(SpanId(i));
    }
    QVERIFY(!holdsPartOfRun(DerivedTrace::reduced(*whole, kept, false)));
    kept.pop_back();
    kept.erase(kept.begin());
    QVERIFY(holdsPartOfRun(DerivedTrace::reduced(*whole, kept, false)));
}

BUBBLESCOPE_TEST(TstPartMatching, QCoreApplication)

} // namespace bubblescope::tst_partmatching

#include "tst_partmatching.moc"
