// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profilerpicture.h"
#include "rankvalues.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_rankvalues {

namespace {

constexpr TimeNs ms = 1'000'000;

/// Steps of 10, 20 and 50 ms on rank 0, and of 30 ms on rank 1, which has no others.
Trace threeSteps()
{
    TraceBuilder builder = builderFromText("rank0: [F0 0-80]\nrank1: [F0 0-80]\nrank2: [F0 0-80]");
    builder.addStep(0, {1, {0, 10 * ms}});
    builder.addStep(0, {2, {10 * ms, 30 * ms}});
    builder.addStep(0, {3, {30 * ms, 80 * ms}});
    builder.addStep(1, {2, {0, 30 * ms}});
    builder.addStep(1, {3, {30 * ms, 71 * ms}});
    ImportReport report;
    return builder.finish({}, report);
}

} // namespace

class TstRankValues : public QObject {
    Q_OBJECT
private slots:
    void theStepTimeOfARankIsItsMedian()
    {
        const Trace trace = threeSteps();
        QCOMPARE(rankStepTimes(trace, std::nullopt).at(0), double(20 * ms));
        QCOMPARE(rankStepTimes(trace, std::nullopt).at(1), 35.5 * ms); // of two, between them
        QCOMPARE(rankStepTimes(trace, 3).at(0), double(50 * ms));
        QVERIFY(std::isnan(rankStepTimes(trace, 1).at(1)));
    }

    void sharesAreOfTheStepAsThoseOfTheBar()
    {
        // The profiler of rank 1 begins halfway: what it did not record is time of the step, too.
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 0, 100, picture.launch(0, "thread 1", 0));
        picture.kernel(1, "stream 7", 50, 100, picture.launch(1, "thread 1", 50));
        const Trace trace = picture.finish();
        const RunSummary summary = summarizeRun({trace, {}}, trace.timing());
        const std::vector<double> busy = rankShares(trace, summary, RankMetric::Busy);
        QCOMPARE(summary.parts().share(TimePart::NotRecorded), 0.25);
        QCOMPARE(busy[0], 1.0);
        QCOMPARE(busy[1], 0.5);
        QCOMPARE((busy[0] + busy[1]) / 2, summary.busyShare());
    }

    void ranksStandBesideTheMedianOfTheirStage()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10]\nrank1 stage0: [F0 0-10]\nrank2 stage0: [F0 0-10]\n"
                                          "rank3 stage1: [F0 0-10]\nrank4 stage1: [F0 0-10]\n");
        QVERIFY(hasPeers(trace));
        const std::vector<double> beside = besidePeers(trace, {0.5, 0.6, 0.4, 0.2, std::nan("")});
        QCOMPARE(beside[0], 0.0);
        QCOMPARE(beside[1], 0.6 / 0.5 - 1);
        QCOMPARE(beside[2], 0.4 / 0.5 - 1);
        QCOMPARE(beside[3], 0.0); // the only one that is known
        QVERIFY(std::isnan(beside[4]));
        const std::vector<double> ofTwo = besidePeers(trace, {0.5, 0.5, 0.5, 0.8, 0.7});
        QCOMPARE(ofTwo[3], 0.8 / 0.7 - 1);
        QCOMPARE(ofTwo[4], 0.0);
        const RankScale scale = rankScale(beside, RankMetric::BesidePeers);
        QCOMPARE(scale.to, 1 - 0.4 / 0.5);
        QCOMPARE(scale.from, -scale.to);
        QCOMPARE(rankScale({0.001, -0.002}, RankMetric::BesidePeers).to, 0.05);
        QCOMPARE(rankScale({}, RankMetric::BesidePeers).to, 0.05);
        QVERIFY(!hasPeers(traceFromText("rank0 stage0: [F0 0-10]\nrank1 stage1: [F0 0-10]\n")));
    }

    void smallDifferencesDoNotFillTheScale()
    {
        const RankScale scale = rankScale({100 * ms, 100.1 * ms, std::nan("")}, RankMetric::StepTime);
        QCOMPARE(scale.to - scale.from, 100.1 * ms * 0.02);
        const RankScale busy = rankScale({0.99, 1.0}, RankMetric::Busy);
        QCOMPARE(busy.to, 1.0); // no more than the whole
        QCOMPARE(busy.from, 0.95);
        const RankScale unknown = rankScale({}, RankMetric::Busy);
        QVERIFY(unknown.from == 0 && unknown.to == 1);
    }
};

BUBBLESCOPE_TEST(TstRankValues, QCoreApplication)

} // namespace bubblescope::tst_rankvalues

#include "tst_rankvalues.moc"
