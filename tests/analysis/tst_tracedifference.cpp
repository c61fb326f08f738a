// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h"
#include "tracedifference.h"
#include "tracetext.h"

#include <QTest>

#include <cmath>

using namespace bubblescope;

namespace {

constexpr TimeNs ms = 1'000'000;

SpanId spanAt(const Trace& trace, int rank, TimeNs begin)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (trace.track(trace.track(SpanId(i))).rank == rank && trace.begin(SpanId(i)) == begin)
            return SpanId(i);
    }
    return {};
}

} // namespace

class TestTraceDifference : public QObject {
    Q_OBJECT
private slots:
    void aSpanIsComparedWithItsCounterpart();
    void onlyTheStepInTheRangeCounts();
    void whatIsNewHasNoCounterpart();
    void subOperationsAreComparedInTheirOrder();
};

void TestTraceDifference::aSpanIsComparedWithItsCounterpart()
{
    const Trace before = traceFromText("rank0 stage0: [F0 0-10] [B0 10-30]\nrank1 stage1: [F0 10-20]");
    const Trace after = traceFromText("rank0 stage0: [F0 0-15] [B0 15-25]\nrank1 stage1: [F0 15-25]");
    const auto difference = durationDifferences(before, before.range(), after);
    QCOMPARE(difference[spanAt(after, 0, 0).value], 0.5f);
    QCOMPARE(difference[spanAt(after, 0, 15 * ms).value], -0.5f);
    QCOMPARE(difference[spanAt(after, 1, 15 * ms).value], 0.0f);
}

void TestTraceDifference::onlyTheStepInTheRangeCounts()
{
    const Trace before = traceFromText("rank0 stage0: [F0 0-10] [F0 100-120]");
    const Trace after = traceFromText("rank0 stage0: [F0 0-10]");
    QCOMPARE(durationDifferences(before, {100 * ms, 200 * ms}, after)[0], -0.5f);
}

void TestTraceDifference::whatIsNewHasNoCounterpart()
{
    const Trace before = traceFromText("rank0 stage0: [F0 0-10]");
    const Trace after = traceFromText("rank0 stage0: [F0 0-10] [F1 10-20]");
    const auto difference = durationDifferences(before, before.range(), after);
    QCOMPARE(difference[spanAt(after, 0, 0).value], 0.0f);
    QVERIFY(std::isnan(difference[spanAt(after, 0, 10 * ms).value]));
}

void TestTraceDifference::subOperationsAreComparedInTheirOrder()
{
    const Trace before = traceFromText("rank0 stage0: [F0 0-20 [allreduce 2-4] [allreduce 10-14]]");
    const Trace after = traceFromText("rank0 stage0: [F0 0-20 [allreduce 2-3] [allreduce 10-18]]");
    const auto difference = durationDifferences(before, before.range(), after);
    QCOMPARE(difference[spanAt(after, 0, 2 * ms).value], -0.5f);
    QCOMPARE(difference[spanAt(after, 0, 10 * ms).value], 1.0f);
}

BUBBLESCOPE_TEST(TestTraceDifference, QCoreApplication)
#include "tst_tracedifference.moc"
