// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "derivedtrace.h"
#include "interleavedtrace.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

namespace bubblescope::tst_interleavedtrace {

namespace {
constexpr TimeNs ms = 1'000'000;
}

class TestInterleavedTrace : public QObject {
    Q_OBJECT
private slots:
    void eachModelledLaneFollowsItsMeasuredOne();
    void timesBeginWithTheStep();
    void spansAreFoundAgain();
    void parentsAndMessagesStayWithTheirOwnSide();
    void aRankThatOnlyTheModelHasIsAddedToItsStage();
    void onlyTheStepThatWasSimulatedIsTaken();
};

void TestInterleavedTrace::eachModelledLaneFollowsItsMeasuredOne()
{
    const Trace opened = traceFromText("rank0 stage0: [F0 0-10]\nrank0 stage0 comm tp: [allreduce 2-5]\n"
                                       "rank1 stage1: [F0 10-20]");
    const Trace modelled = traceFromText("rank0 stage0: [F0 0-8]\nrank0 stage0 comm tp: [allreduce 2-4]\n"
                                         "rank1 stage1: [F0 8-16]");
    const InterleavedTrace both = interleaved(opened, opened.range(), modelled);
    QStringList lanes;
    for (uint32_t i = 0; i < both.trace.tracks().size(); ++i) {
        const std::string_view name = both.trace.trackName(TrackId(i));
        lanes << QString("%1 %2")
                     .arg(both.trace.tracks()[i].rank)
                     .arg(QString::fromUtf8(name.data(), qsizetype(name.size())));
    }
    QCOMPARE(lanes,
        QStringList({"0 compute", "0 compute, modelled", "0 comm tp", "0 comm tp, modelled", "1 compute",
            "1 compute, modelled"}));
    QVERIFY(!isModelled(both.trace, TrackId(0)) && isModelled(both.trace, TrackId(1)));
    QVERIFY(isModelled(both.trace, TrackId(3)) && !isModelled(both.trace, TrackId(4)));
}

void TestInterleavedTrace::timesBeginWithTheStep()
{
    const Trace opened = traceFromText("rank0 stage0: [F0 0-10] [F0 100-120]");
    const Trace modelled = traceFromText("rank0 stage0: [F0 0-15]");
    const InterleavedTrace both = interleaved(opened, {100 * ms, 120 * ms}, modelled);
    QCOMPARE(both.trace.spanCount(), 2u);
    QCOMPARE(both.trace.range(), (TimeRange {0, 20 * ms}));
    QCOMPARE(both.trace.range(both.fromModelled[0]), (TimeRange {0, 15 * ms}));
}

void TestInterleavedTrace::spansAreFoundAgain()
{
    const Trace opened = traceFromText("rank0 stage0: [F0 0-10] [B0 10-30]\nrank1 stage1: [F0 10-20]");
    const Trace modelled = traceFromText("rank0 stage0: [F0 0-8] [B0 8-20]\nrank1 stage1: [F0 8-16]");
    const InterleavedTrace both = interleaved(opened, opened.range(), modelled);
    for (uint32_t i = 0; i < opened.spanCount(); ++i) {
        QCOMPARE(both.trace.range(both.fromOpened[i]), opened.range(SpanId(i)));
        QVERIFY(!both.trace.hasFlag(both.fromOpened[i], SpanFlag::modelled));
    }
    for (uint32_t i = 0; i < modelled.spanCount(); ++i) {
        QCOMPARE(both.trace.range(both.fromModelled[i]), modelled.range(SpanId(i)));
        QCOMPARE(both.trace.microbatch(both.fromModelled[i]), modelled.microbatch(SpanId(i)));
        QVERIFY(both.trace.hasFlag(both.fromModelled[i], SpanFlag::modelled));
    }
}

void TestInterleavedTrace::parentsAndMessagesStayWithTheirOwnSide()
{
    const char* text = "rank0 stage0: [F0 0-10]\nrank0 stage0 comm tp: [allreduce 2-5 in F0]\n"
                       "rank1 stage1: [F0 10-20]";
    const Trace opened = traceFromText(text);
    const Trace modelled = DerivedTrace::linked(traceFromText(text), {{SpanId(0), SpanId(2)}});
    const InterleavedTrace both = interleaved(opened, opened.range(), modelled);
    QCOMPARE(both.trace.parent(both.fromOpened[1]), both.fromOpened[0]);
    QCOMPARE(both.trace.parent(both.fromModelled[1]), both.fromModelled[0]);
    QCOMPARE(both.trace.links().size(), size_t(1));
    QCOMPARE(both.trace.links()[0].from, both.fromModelled[0]);
    QCOMPARE(both.trace.links()[0].to, both.fromModelled[2]);
}

void TestInterleavedTrace::aRankThatOnlyTheModelHasIsAddedToItsStage()
{
    const Trace opened = traceFromText("rank0 stage0: [F0 0-10]\nrank1 stage0: [F0 0-10]");
    const Trace modelled = traceFromText("rank0 stage0: [F0 0-5]\nrank1 stage1: [F0 5-10]\nrank2 stage2: [F0 10-15]");
    const InterleavedTrace both = interleaved(opened, opened.range(), modelled);
    QCOMPARE(both.trace.findRank(1)->stage, int16_t(0)); // where the opened run has it
    QCOMPARE(both.trace.findRank(2)->stage, int16_t(2));
}

void TestInterleavedTrace::onlyTheStepThatWasSimulatedIsTaken()
{
    TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10] [F0 20-30]\nrank1 stage1: [F0 12-22] [F0 32-42]");
    builder.endStep(0, 10 * ms);
    builder.endStep(0, 30 * ms);
    builder.endStep(1, 22 * ms);
    builder.endStep(1, 42 * ms);
    ImportReport report;
    const Trace opened = builder.finish({}, report);
    QCOMPARE(opened.steps().size(), size_t(2));
    const Trace modelled = traceFromText("rank0 stage0: [F0 0-9]");
    // The steps overlap: rank 1 is still in the first when rank 0 begins the second.
    const InterleavedTrace both = interleaved(opened, opened.steps()[0].range, modelled);
    QCOMPARE(both.trace.spanCount(), 3u);
    QVERIFY(!both.fromOpened[1].isValid() && both.fromOpened[2].isValid());
}

BUBBLESCOPE_TEST(TestInterleavedTrace, QCoreApplication)

} // namespace bubblescope::tst_interleavedtrace

#include "tst_interleavedtrace.moc"
