// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readlog.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_steptimes {

namespace {

std::string stepTime(int rank, const std::string& ms)
{
    return "rank_id: " + std::to_string(rank) + ", sum(1f1b+optim) time: " + ms;
}

} // namespace

class TstStepTimes : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyLineOfARankIsItsNextStep()
    {
        const ReadLog read = readLog(stepTime(1, "5911.5") + "\n" + stepTime(0, "5910.25") + "\n" + stepTime(0, "888.5")
            + "\n" + stepTime(1, "887.75") + "\n");
        QCOMPARE(read.log().kind, RunLog::Kind::StepTimes);
        QCOMPARE(read.log().rankSteps.size(), size_t(4));
        QCOMPARE(read.log().rankSteps[2].rank, 0);
        QCOMPARE(read.log().rankSteps[2].occurrence, 1);
        QCOMPARE(read.log().rankSteps[2].ms, 888.5);
        QCOMPARE(read.log().stepCount(), int64_t(2));
    }

    void aStepTakesAsLongAsItsSlowestRank()
    {
        const ReadLog read = readLog(stepTime(0, "5000.0") + "\n" + stepTime(1, "5001.0") + "\n" + stepTime(0, "900.5")
            + "\n" + stepTime(1, "902.5") + "\n" + stepTime(1, "904.5") + "\n" + stepTime(0, "905.5") + "\n");
        QCOMPARE(read.log().steps.size(), size_t(3));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(902.5));
        QCOMPARE(read.log().steps[2].stepMs, std::optional(905.5));
        QCOMPARE(read.log().medianStepMs(), std::optional(904.0));
    }

    void ranksThatShareALineAreToldApart()
    {
        const ReadLog read = readLog("rank_id: 3, total_parm_count: 5" + stepTime(2, "10.5") + stepTime(3, "11.5")
            + "rank_id: 1, optim_step time: 43.2/opt/lib/_contextlib.py\n");
        QCOMPARE(read.log().rankSteps.size(), size_t(2));
        QCOMPARE(read.log().rankSteps[0].rank, 2);
        QCOMPARE(read.log().rankSteps[1].rank, 3);
        QCOMPARE(read.log().rankSteps[1].ms, 11.5);
        QVERIFY(read.report.isEmpty());
    }

    void damagedLinesAreCounted()
    {
        const std::string good = stepTime(0, "10.5") + "\n";
        const ReadLog read = readLog(good + "rank_id: x, sum(1f1b+optim) time: 3.0\n" + stepTime(1, "nan") + "\n"
            + stepTime(1, "-4.0") + "\nrank_id: 1, sum(1f1b+optim) time: 91");
        QCOMPARE(read.log().rankSteps.size(), size_t(1));
        QCOMPARE(read.issues(), QByteArray("bad-record, bad-number, negative-duration, truncated-file"));
        QCOMPARE(read.offsetOf(IssueKind::BadRecord), static_cast<qlonglong>(good.size() + 12));
    }

    void iterationsWithTimesMakeItAMegatronLog()
    {
        const ReadLog read = readLog(stepTime(0, "10.5") + "\n" + stepTime(1, "10.75")
            + "\n iteration        1/    10 | elapsed time per iteration (ms): 11.0 |\n");
        QCOMPARE(read.contents.runLogs.size(), size_t(1));
        QCOMPARE(read.log().kind, RunLog::Kind::Megatron);
        QCOMPARE(read.log().steps.size(), size_t(1));
        QCOMPARE(read.log().rankSteps.size(), size_t(2));
    }

    void theMeasuredStepIsTheLastOfItsLog()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog read = readLogFile(sharedData("echo/measured_tp2_pp2_4ranks_known_step/real_node0.log"));
        QCOMPARE(read.contents.runLogs.size(), size_t(1));
        const RunLog& log = read.log();
        QCOMPARE(log.kind, RunLog::Kind::StepTimes);
        QCOMPARE(log.rankSteps.size(), size_t(40));
        QCOMPARE(log.steps.size(), size_t(10));
        for (const RankStepTime& time : log.rankSteps) {
            if (time.occurrence == 9)
                QVERIFY(time.ms > 910.7 && time.ms < 911.3);
        }
        QVERIFY(isNear(log.steps.back().stepMs, 911.2944602966309));
        QVERIFY(isNear(log.medianStepMs(), 889.267, 0.001));
        QCOMPARE(log.tensorParallel, std::optional(2));
        QCOMPARE(log.pipelineParallel, std::optional(2));
        QCOMPARE(log.worldSize, std::optional(4));
        QVERIFY(read.report.isEmpty());
    }
};

BUBBLESCOPE_TEST(TstStepTimes, QCoreApplication)

} // namespace bubblescope::tst_steptimes

#include "tst_steptimes.moc"
