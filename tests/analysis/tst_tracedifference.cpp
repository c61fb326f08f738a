// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "derivedtrace.h"
#include "profilerpicture.h"
#include "testprogram.h"
#include "tracebuilder.h"
#include "tracedifference.h"
#include "tracetext.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

namespace bubblescope::tst_tracedifference {

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
    void namesAreComparedAcrossPools();
    void repeatedDifferencesAreThoseOfOnce();
    void aKernelThatDidNotChangeIsNoDifference();
    void kernelsOfTwoVendorsMeetAtTheirOperator();
    void aStepOfADeviceHasWhatItsHostDidForIt();
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

void TestTraceDifference::repeatedDifferencesAreThoseOfOnce()
{
    const auto shared = [](const char* text) { return std::make_shared<const Trace>(traceFromText(text)); };
    const TracePtr before = shared("rank0 stage0: [F0 0-10] [B0 10-30] [F1 30-40]\nrank1 stage1: [F0 10-20] [B0 20-40]");
    const TracePtr after = shared("rank0 stage0: [F0 0-15] [B0 15-25]\nrank1 stage1: [F0 15-25] [B0 25-30]");
    // The same spans a second later, each a little longer than before.
    Timing slower = after->timing();
    for (uint32_t i = 0; i < after->spanCount(); ++i)
        slower.end[i] += TimeNs(i + 1) * ms / 2;
    const TracePtr again = std::make_shared<const Trace>(DerivedTrace::retimed(*after, slower));
    QVERIFY(again->sharesRowsWith(*after));
    const TracePtr another = shared("rank0 stage0: [B0 0-5] [F1 5-20]");
    RepeatedDifferences differences;
    const auto isThatOfOnce = [&differences](const TracePtr& base, TimeRange range, const TracePtr& other) {
        const std::vector<float> repeated = differences.of(base, range, other);
        const std::vector<float> once = durationDifferences(*base, range, *other);
        return std::equal(repeated.begin(), repeated.end(), once.begin(), once.end(),
            [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); });
    };
    QVERIFY(isThatOfOnce(before, before->range(), after));
    QVERIFY(isThatOfOnce(before, before->range(), again));
    QVERIFY(isThatOfOnce(before, before->range(), another));
    QVERIFY(isThatOfOnce(before, {0, 15 * ms}, another));
    QVERIFY(isThatOfOnce(another, another->range(), after));
}

void TestTraceDifference::namesAreComparedAcrossPools()
{
    // The traces number their names otherwise, and each has a span that only its operation shares with the other's.
    const auto make = [](std::vector<std::string_view> names) {
        TraceBuilder builder;
        TimeNs at = 0;
        for (const std::string_view name : names) {
            SpanRecord span;
            span.track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
            span.begin = at;
            at += ms + TimeNs(name.size()) * ms;
            span.end = at;
            if (!name.empty())
                span.name = builder.intern(name);
            builder.addSpan(span);
        }
        ImportReport report;
        return builder.finish({}, report);
    };
    const Trace before = make({"only here", "aa", "b", ""});
    const Trace after = make({"b", "not there", "aa"});
    const auto difference = durationDifferences(before, before.range(), after);
    QCOMPARE(difference[0], 0.0f);
    QVERIFY(std::isnan(difference[1]));
    QCOMPARE(difference[2], 0.0f);
}

namespace {

struct Launched {
    const char* caller;
    const char* kernel;
    TimeNs length;
};

/// Operators one after the other, each with its kernel.
Trace launchesOf(int rank, const std::vector<Launched>& launches)
{
    ProfilerPicture picture;
    TimeNs at = 0;
    for (const Launched& launched : launches) {
        picture.host(rank, "thread 1", launched.caller, at, at + 10);
        const uint32_t call = picture.launch(rank, "thread 1", at + 2);
        picture.kernel(rank, "stream 7", at + 20, at + 20 + launched.length, call, Category::OtherCompute, launched.kernel);
        at += 1000;
    }
    return picture.finish();
}

/// Of kernels, in their order; -9 for what is new.
std::vector<float> differencesOfKernels(const Trace& base, const Trace& other)
{
    std::vector<float> differences;
    const std::vector<float> all = durationDifferences(base, base.range(), other);
    for (const Link& launch : other.launches())
        differences.push_back(std::isnan(all[launch.to.value]) ? -9 : all[launch.to.value]);
    return differences;
}

} // namespace

void TestTraceDifference::aKernelThatDidNotChangeIsNoDifference()
{
    // A short multiplication is new, before the others: theirs are the same as before.
    const Trace before = launchesOf(0, {{"aten::mm", "gemm", 100}, {"aten::add", "add", 20}, {"aten::mm", "gemm", 300},
                                           {"aten::add", "add", 20}});
    const Trace after = launchesOf(0, {{"aten::mm", "gemm", 100}, {"aten::add", "add", 20}, {"aten::mul", "mul", 5},
                                          {"aten::mm", "gemm", 300}, {"triton_add", "fused", 10}});
    QCOMPARE(differencesOfKernels(before, after), (std::vector<float> {0, 0, -9, 0, -9}));
    const Trace more = launchesOf(0, {{"aten::add", "add", 20}, {"aten::mm", "gemm", 100}, {"aten::add", "add", 20},
                                         {"aten::mm", "gemm", 300}, {"aten::add", "add", 20}});
    QCOMPARE(differencesOfKernels(before, more), (std::vector<float> {-9, 0, 0, 0, 0}));
    QCOMPARE(differencesOfKernels(more, before), (std::vector<float> {0, 0, 0, 0}));
}

void TestTraceDifference::kernelsOfTwoVendorsMeetAtTheirOperator()
{
    // One trace each: also of different ranks.
    const Trace here = launchesOf(0, {{"aten::mm", "sm90_gemm", 100}, {"aten::add", "vectorized", 20}});
    const Trace there = launchesOf(5, {{"aten::mm", "Cijk_Ailk", 150}, {"aten::add", "elementwise", 10}});
    QCOMPARE(differencesOfKernels(here, there), (std::vector<float> {0.5f, -0.5f}));
}

void TestTraceDifference::aStepOfADeviceHasWhatItsHostDidForIt()
{
    // The device is a step behind: while it works on the second one, the host is done.
    ProfilerPicture picture;
    for (const int s : {0, 1}) {
        const TimeNs host = 100 * s;
        picture.host(0, "thread 1", "aten::mm", host, host + 20 + 20 * s);
        picture.kernel(0, "stream 7", 200 + 300 * s, 500 + 300 * s, picture.launch(0, "thread 1", host + 2));
        RankStep step {0, {s + 1, {(200 + 300 * s) * 1000, (500 + 300 * s) * 1000}}, {}, 0};
        step.host = {host * 1000, (host + 100) * 1000};
        picture.builder().addStep(step);
    }
    const Trace measured = picture.finish();
    ProfilerPicture repetition;
    repetition.host(0, "thread 1", "aten::mm", 0, 60);
    repetition.kernel(0, "stream 7", 10, 310, repetition.launch(0, "thread 1", 2));
    const auto modelled = std::make_shared<const Trace>(repetition.finish());
    const TimeRange second = measured.steps()[1].range;
    const std::vector<float> differences = durationDifferences(measured, second, *modelled);
    // Of the 40 µs of the second, not of the 20 of the first.
    QCOMPARE(differences[spanAt(*modelled, 0, 0).value], 0.5f);
    QCOMPARE(differences[spanAt(*modelled, 0, 2000).value], 0.0f);
    QCOMPARE(differences[spanAt(*modelled, 0, 10'000).value], 0.0f);
    RepeatedDifferences repeated;
    QCOMPARE(repeated.of(std::make_shared<const Trace>(measured), second, modelled), differences);
}

BUBBLESCOPE_TEST(TestTraceDifference, QCoreApplication)

} // namespace bubblescope::tst_tracedifference

#include "tst_tracedifference.moc"
