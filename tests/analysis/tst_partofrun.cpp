// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be told where only a part of a run is there.
#include "derivedtrace.h"
#include "testprogram.h"
#include "traceranges.h"
#include "tracetext.h"
#include "typicalstep.h"

#include <QTest>

namespace bubblescope::tst_partofrun {

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
} // namespace

class TstPartOfRun : public QObject {
    Q_OBJECT

private slots:
    void theStepWithMostOfItIsTypical_data();
    void theStepWithMostOfItIsTypical();
    void theWholeRunIsNoPart();
};

void TstPartOfRun::theStepWithMostOfItIsTypical_data()
{
    QTest::addColumn<int>("begin0");
    QTest::addColumn<int>("begin1");
    QTest::addColumn<int>("end0");
    QTest::addColumn<int>("end1");
    QTest::newRow("cut alike") << 10 << 10 << 20 << 20;
    QTest::newRow("more before on one rank") << 6 << 10 << 20 << 20;
    QTest::newRow("the end of the step before") << 2 << 6 << 20 << 20;
    QTest::newRow("more after on one rank") << 10 << 10 << 22 << 24;
}

void TstPartOfRun::theStepWithMostOfItIsTypical()
{
    QFETCH(const int, begin0);
    QFETCH(const int, begin1);
    QFETCH(const int, end0);
    QFETCH(const int, end1);
    const TracePtr whole = wholeRun();
    const std::vector<SpanId> kept = keptOf(*whole, {{begin0 * ms, end0 * ms}, {begin1 * ms, end1 * ms}});
    const Trace part = DerivedTrace::reduced(*whole, kept, false);
    QVERIFY(holdsPartOfRun(part));
    QCOMPARE(typicalStep(part), 1);
}

void TstPartOfRun::theWholeRunIsNoPart()
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

BUBBLESCOPE_TEST(TstPartOfRun, QCoreApplication)

} // namespace bubblescope::tst_partofrun

#include "tst_partofrun.moc"
