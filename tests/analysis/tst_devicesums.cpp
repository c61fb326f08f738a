// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is compared of profiler runs: what devices did, by operator, module and kernel.
#include "comparison.h"
#include "devicesums.h"
#include "profilerpicture.h"
#include "realfolder.h"
#include "testprogram.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_devicesums {

namespace {

constexpr double us = 1000;

DeviceSums sumsOf(const Trace& trace, const ComparedPart& part = {})
{
    DeviceSums sums(part);
    sums.add(trace, [] { return true; });
    return sums;
}

/// "aten::mm [8, 4] 2 x 30", by name.
QStringList operatorsOf(const Trace& trace, const ComparedPart& part = {})
{
    QStringList lines;
    for (const auto& [key, use] : sumsOf(trace, part).byOperator(trace.strings())) {
        lines << QStringLiteral("%1%2 %3x %4")
                     .arg(QString::fromStdString(key.first), QString::fromStdString(key.second))
                     .arg(use.calls)
                     .arg(use.ns / us);
    }
    return lines;
}

/// A linear layer of two kernels inside a step, below Python frames and modules; a kernel of nobody.
struct Picture : ProfilerPicture {
    Picture()
    {
        host(0, "thread 1", "train.py(12): step", 0, 200);
        host(0, "thread 1", "nn.Module: GPT_0", 0, 190);
        for (const TimeNs at : {10, 100}) {
            host(0, "thread 1", at == 10 ? "nn.Module: Linear_0" : "nn.Module: Linear_1", at, at + 60);
            host(0, "thread 1", "torch/nn/modules/linear.py(116): forward", at + 1, at + 59);
            host(0, "thread 1", "aten::linear", at + 2, at + 50);
            host(0, "thread 1", "aten::addmm", at + 4, at + 40);
            kernel(0, "stream 7", at + 20, at + 50, launch(0, "thread 1", at + 6), Category::OtherCompute, "gemm");
            kernel(0, "stream 7", at + 50, at + 55, launch(0, "thread 1", at + 10), Category::MemoryCopy,
                "Memset (Device)");
        }
        host(0, "thread 1", "nccl:all_reduce", 162, 180);
        kernel(0, "stream 7", 170, 180, launch(0, "thread 1", 164), Category::OtherCompute, "flash_fwd");
    }
};

Run runOf(Trace trace)
{
    Run run;
    run.trace = std::make_shared<const Trace>(std::move(trace));
    return run;
}

const Difference* named(const std::vector<Difference>& differences, std::string_view name)
{
    for (const Difference& difference : differences) {
        if (difference.name == name)
            return &difference;
    }
    return nullptr;
}

} // namespace

class TestDeviceSums : public QObject {
    Q_OBJECT
private slots:
    void eachPieceOfWorkIsOfItsInnermostOperator()
    {
        const Trace trace = Picture().finish();
        QCOMPARE(operatorsOf(trace), (QStringList {"aten::addmm 2x 70", "flash_fwd 1x 10"}));
        const DeviceSums sums = sumsOf(trace);
        const DeviceSums::ByName kernels = sums.byKernel(trace.strings());
        QCOMPARE(kernels.size(), size_t(3));
        QCOMPARE(kernels.at("gemm").calls, 2.);
        QCOMPARE(kernels.at("gemm").ns, 60 * us);
    }

    void modulesAreClassesAndAddUp()
    {
        const DeviceSums::ByName modules = sumsOf(Picture().finish()).byModule();
        QCOMPARE(modules.size(), size_t(2));
        QCOMPARE(modules.at("GPT › Linear").calls, 2.);
        QCOMPARE(modules.at("GPT › Linear").ns, 70 * us);
        QCOMPARE(modules.at("GPT").ns, 10 * us); // what it does itself
        ProfilerPicture without;
        without.kernel(0, "stream 7", 10, 20, without.launch(0, "thread 1", 5));
        QVERIFY(sumsOf(without.finish()).byModule().empty());
    }

    void partsAreRangesAndFromMarkerToMarker()
    {
        ProfilerPicture picture;
        for (const TimeNs at : {0, 100}) {
            picture.host(0, "thread 1", "forward pass", at, at + 50);
            picture.host(0, "thread 1", "aten::mm", at + 10, at + 20);
            picture.host(0, "thread 1", "aten::add", at + 60, at + 70);
            picture.kernel(0, "stream 7", at + 80, at + 90, picture.launch(0, "thread 1", at + 12));
            picture.kernel(0, "stream 7", at + 90, at + 95, picture.launch(0, "thread 1", at + 62));
        }
        const Trace trace = picture.finish();
        QCOMPARE(operatorsOf(trace), (QStringList {"aten::add 2x 10", "aten::mm 2x 20"}));
        const ComparedPart range {ComparedPart::By::Range, 0, "forward pass"};
        QCOMPARE(operatorsOf(trace, range), (QStringList {"aten::mm 1x 10"}));
        QCOMPARE(sumsOf(trace, range).parts(), size_t(2));
        QCOMPARE(sumsOf(trace, range).partNs(), 50 * us);
        const ComparedPart marker {ComparedPart::By::Marker, 0, "forward pass"};
        QCOMPARE(operatorsOf(trace, marker), (QStringList {"aten::add 1x 5", "aten::mm 1x 10"}));
        QCOMPARE(sumsOf(trace, {ComparedPart::By::Range, 0, "backward"}).parts(), size_t(0));
    }

    void aPartIsBetweenTwoInstants()
    {
        ProfilerPicture picture;
        for (const TimeNs at : {1000, 1100, 1200}) {
            picture.host(0, "thread 1", "aten::mm", at, at + 20);
            picture.kernel(0, "stream 7", at + 50, at + 60, picture.launch(0, "thread 1", at + 5));
        }
        const Trace trace = picture.finish();
        const auto between = [](TimeNs begin, TimeNs end) {
            return ComparedPart {ComparedPart::By::Times, 0, {}, {}, {begin * 1000, end * 1000}};
        };
        // From the start of the run; what begins between them counts, whenever it was launched.
        QCOMPARE(operatorsOf(trace, between(40, 155)), (QStringList {"aten::mm 2x 20"}));
        QCOMPARE(sumsOf(trace, between(40, 155)).partNs(), 115 * us);
        QCOMPARE(operatorsOf(trace, between(51, 150)), QStringList());
        QCOMPARE(sumsOf(trace, between(5000, 6000)).parts(), size_t(0)); // after the end
    }

    void whatWasLaunchedBeforeTheRecordingIsInNoRange()
    {
        // The device works off its queue while the host is in the range; what has no launch after that may be of it.
        const auto partOf = [](TimeNs firstLaunched, ComparedPart::By by) {
            ProfilerPicture picture;
            picture.host(0, "thread 1", "forward", 10, 100);
            picture.host(0, "thread 1", "aten::mm", 20, 40);
            picture.kernel(0, "stream 7", 30, 50);
            picture.kernel(0, "stream 9", 32, 44);
            picture.kernel(0, "stream 7", 60, 90, picture.launch(0, "thread 1", firstLaunched));
            picture.kernel(0, "stream 7", 90, 97);
            return operatorsOf(picture.finish(), {by, 0, "forward"});
        };
        const QStringList launched {" 1x 7", "aten::mm 1x 30"};
        QCOMPARE(partOf(22, ComparedPart::By::Range), launched);
        QCOMPARE(partOf(22, ComparedPart::By::Marker), launched);
        QCOMPARE(partOf(5, ComparedPart::By::Range), (QStringList {" 1x 7"}));
    }

    void withoutAnyLaunchTheTimeTellsWhatIsInARange()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "forward", 10, 100);
        picture.kernel(0, "stream 7", 30, 50);
        picture.kernel(0, "stream 7", 130, 150);
        const ComparedPart forward {ComparedPart::By::Range, 0, "forward"};
        QCOMPARE(operatorsOf(picture.finish(), forward), (QStringList {"kernel 1x 20"}));
    }

    void aRealRangeHoldsNothingOfStepsBeforeIt()
    {
        REQUIRE_SHARED_DATA();
        // By the correlation of every launch: no kernel while gradients are zeroed, one each in the optimizer.
        const std::vector<Run> runs = realRuns("kineto/queued/resnet_mi300.json.gz");
        const auto sum = [&](const char* range) {
            double ns = 0;
            const Trace& trace = *runs.front().trace;
            for (const auto& [name, use] :
                sumsOf(trace, {ComparedPart::By::Range, 0, range}).byKernel(trace.strings()))
                ns += use.ns;
            return ns / us;
        };
        QCOMPARE(sum("Optimizer.zero_grad#SGD.zero_grad"), 0.0);
        QVERIFY(std::abs(sum("Optimizer.step#SGD.step") - 30.25) < 0.01);
    }

    void anInstantCountsUntilTheNextOne()
    {
        ProfilerPicture picture;
        for (const TimeNs at : {0, 100}) {
            picture.host(0, "thread 1", "batch", at, at);
            picture.host(0, "thread 1", "aten::mm", at + 10, at + 20);
            picture.kernel(0, "stream 7", at + 50, at + 60, picture.launch(0, "thread 1", at + 12));
        }
        const Trace trace = picture.finish();
        const ComparedPart batch {ComparedPart::By::Marker, 0, "batch"};
        QCOMPARE(operatorsOf(trace, batch), (QStringList {"aten::mm 1x 10"}));
        QCOMPARE(sumsOf(trace, batch).parts(), size_t(2));
    }

    void aStepNarrowsRangesToThoseOfItsHost()
    {
        // The device lags behind: it works on step 1 while its host is in step 2.
        ProfilerPicture picture;
        for (int step = 0; step < 2; ++step) {
            const TimeNs at = 100 * step;
            picture.host(0, "thread 1", "forward", at + 5, at + 50);
            picture.host(0, "thread 1", "aten::mm", at + 10, at + 20);
            picture.kernel(0, "stream 7", at + 110, at + 130 + 10 * step, picture.launch(0, "thread 1", at + 12));
            RankStep own;
            own.rank = 0;
            own.step = {step + 1, {(at + 105) * 1000, (at + 150) * 1000}};
            own.host = {at * 1000, (at + 100) * 1000};
            picture.builder().addStep(own);
        }
        const Trace trace = picture.finish();
        ComparedPart forward {ComparedPart::By::Range, 0, "forward"};
        QCOMPARE(operatorsOf(trace, forward), (QStringList {"aten::mm 1x 25"})); // of both
        forward.within = 1;
        QCOMPARE(operatorsOf(trace, forward), (QStringList {"aten::mm 1x 20"}));
        forward.within = 2;
        QCOMPARE(operatorsOf(trace, forward), (QStringList {"aten::mm 1x 30"}));
        forward.within = 3;
        QCOMPARE(sumsOf(trace, forward).parts(), size_t(0));
    }

    void aPartThatOneRunLacksIsRefusedInWords()
    {
        const auto make = [](std::string_view range) {
            ProfilerPicture picture;
            picture.host(0, "thread 1", range, 0, 50);
            picture.host(0, "thread 1", "aten::mm", 5, 20);
            picture.kernel(0, "stream 7", 30, 40, picture.launch(0, "thread 1", 7));
            Run run = runOf(picture.finish());
            run.name = range;
            return run;
        };
        const ComparedPart forward {ComparedPart::By::Range, 0, "forward"};
        const std::optional<Comparison> refused = compare(make("forward"), make("backward"), {}, forward, forward);
        QCOMPARE(refused->nothing.text(), "backward: no device does anything in a range called \"forward\".");
        QVERIFY(refused->operators.empty());
        // Against all steps of the other one, which are known by more than their devices.
        const std::optional<Comparison> mixed = compare(make("forward"), make("backward"), {}, forward, {});
        QVERIFY(mixed->nothing.empty() && mixed->ranks.empty() && mixed->lead.empty());
        QCOMPARE(mixed->operators.size(), size_t(1));
        QCOMPARE(mixed->operators.front().change(), 0.0);
    }

    void oneTraceEachIsComparedWhateverItsRank()
    {
        const auto make = [](int rank, TimeNs ns, std::string_view kernel) {
            ProfilerPicture picture;
            picture.host(rank, "thread 1", "ProfilerStep#3", 0, 500);
            picture.host(rank, "thread 1", "aten::mm", 5, 20);
            picture.kernel(
                rank, "stream 7", 10, 10 + ns, picture.launch(rank, "thread 1", 7), Category::OtherCompute, kernel);
            return runOf(picture.finish());
        };
        const std::optional<Comparison> comparison = compare(make(0, 400, "sm90_gemm"), make(3, 300, "Cijk_Ailk"));
        QCOMPARE(comparison->ranks.size(), size_t(1));
        QCOMPARE(comparison->ranks.front().change(), -100 * us);
        // Kernels of different vendors meet at their operator; only what devices do is listed, and once.
        QCOMPARE(comparison->operators.size(), size_t(1));
        QCOMPARE(comparison->operators.front().change(), -100 * us);
        QCOMPARE(comparison->kernels.size(), size_t(2));
        QCOMPARE(comparison->names.size(), size_t(2));
        QVERIFY(!named(comparison->names, "ProfilerStep#3"));
        QCOMPARE(comparison->lead.text(), "B computes 100.00 µs less. Most of all, aten::mm takes 100.00 µs less.");
    }

    void whatAllRanksHaveInCommonIsSaidOfAll()
    {
        const auto make = [](TimeNs longer, TimeNs longerOfOne) {
            ProfilerPicture picture;
            for (int rank = 0; rank < 4; ++rank) {
                picture.host(rank, "thread 1", "aten::mm", 5, 20);
                picture.kernel(rank, "stream 7", 10, 410 + longer + (rank == 1 ? longerOfOne : 0),
                    picture.launch(rank, "thread 1", 7));
            }
            return runOf(picture.finish());
        };
        const auto lead = [&](TimeNs longer, TimeNs longerOfOne) {
            return compare(make(0, 0), make(longer, longerOfOne))->lead.text();
        };
        QCOMPARE(
            lead(40, 1), "All ranks compute about 40.25 µs longer in B. Most of all, aten::mm takes 40.25 µs longer.");
        QVERIFY(lead(8, 12).starts_with("Rank 1 computes 20.00 µs longer in B, more than any other."));
        QVERIFY(lead(0, 0).empty());
    }

    void aCopyIsNotWhatIsComputedLonger()
    {
        const auto make = [](TimeNs longer, TimeNs copiedLonger) {
            ProfilerPicture picture;
            picture.host(0, "thread 1", "ProfilerStep#3", 0, 500);
            picture.host(0, "thread 1", "aten::mm", 5, 20);
            picture.kernel(0, "stream 7", 10, 110 + longer, picture.launch(0, "thread 1", 7));
            picture.host(0, "thread 1", "aten::copy_", 21, 40);
            for (const auto& [stream, at] : {std::pair("stream 9", 22), std::pair("stream 11", 24)}) {
                picture.kernel(0, stream, 30, 60 + copiedLonger, picture.launch(0, "thread 1", at),
                    Category::MemoryCopy, "Memcpy HtoD");
            }
            return runOf(picture.finish());
        };
        const std::optional<Comparison> comparison = compare(make(0, 0), make(50, 90));
        QCOMPARE(comparison->operators.front().name, std::string("aten::copy_"));
        QCOMPARE(comparison->lead.text(), "B computes 50.00 µs longer. Most of all, aten::mm takes 50.00 µs longer.");
    }

    void whatElseMakesAStepLongerIsSaid()
    {
        // The same kernels; the second is launched so much later.
        const auto make = [](TimeNs later) {
            ProfilerPicture picture;
            picture.host(0, "thread 1", "train.py(12): step", 0, 220 + later);
            picture.kernel(0, "stream 7", 10, 110, picture.launch(0, "thread 1", 5));
            picture.kernel(0, "stream 7", 110 + later, 210 + later, picture.launch(0, "thread 1", 108 + later));
            return runOf(picture.finish());
        };
        const auto lead = [&](TimeNs a, TimeNs b) { return compare(make(a), make(b))->lead.text(); };
        QVERIFY2(lead(0, 200).starts_with("The step takes 200.00 µs longer in B. Most of all: host wait, 19"),
            lead(0, 200).c_str());
        QVERIFY2(lead(200, 0).starts_with("The step takes 200.00 µs less in B. Most of all: host wait, 19"),
            lead(200, 0).c_str());
        QVERIFY(lead(0, 2).empty()); // of 220
    }

    void functionsThatCallThemselvesCountOnce()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "module.py(1743): _call_impl", 0, 100);
        picture.host(0, "thread 1", "module.py(1743): _call_impl", 10, 60);
        NameTimes names;
        const Trace trace = picture.finish();
        QVERIFY(names.add(trace, [] { return true; }));
        QCOMPARE(names.of(trace).at("module.py(1743): _call_impl"), 100 * us);
    }
};

BUBBLESCOPE_TEST(TestDeviceSums, QCoreApplication)

} // namespace bubblescope::tst_devicesums

#include "tst_devicesums.moc"
