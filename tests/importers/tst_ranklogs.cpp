// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranklogs.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <string>
#include <vector>

namespace bubblescope::tst_ranklogs {

namespace {

/// Of one attempt and rank, with the steps first to last; none where it is 0.
RunLog rankLog(int attempt, int rank, int first, int last, const std::string& crash = {})
{
    RunLog log;
    log.file = "job/attempt_" + std::to_string(attempt) + "/" + std::to_string(rank) + "/stdout.log";
    log.name = "stdout";
    for (int number = first; first > 0 && number <= last; ++number) {
        LogStep step;
        step.step = number;
        step.stepMs = 100 * attempt + 10 * rank + 100;
        if (rank == 1)
            step.loss = 1.0 / number;
        log.steps.push_back(step);
    }
    if (!crash.empty())
        log.crash = crash;
    return log;
}

std::string crashOf(std::vector<RunLog> logs)
{
    joinRankLogs(logs);
    return logs.size() == 1 ? logs[0].crash.text() : "not joined";
}

} // namespace

class TstRankLogs : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aStepTakesAsLongAsItsSlowestRank()
    {
        std::vector<RunLog> logs {rankLog(0, 0, 1, 4), rankLog(0, 1, 1, 4), rankLog(1, 0, 3, 5), rankLog(1, 1, 3, 5)};
        joinRankLogs(logs);
        QCOMPARE(logs.size(), size_t(1));
        QCOMPARE(logs[0].name, std::string("job"));
        QCOMPARE(logs[0].steps.size(), size_t(5));
        QCOMPARE(*logs[0].steps[1].stepMs, 110.0);
        QCOMPARE(*logs[0].steps[2].stepMs, 210.0); // trained again
        QCOMPARE(*logs[0].steps[4].loss, 0.2);
    }

    void theRunEndsAsItsLastAttemptDoes()
    {
        // The last attempt dies before its first step, of something else.
        QCOMPARE(crashOf({rankLog(0, 0, 1, 4, "NCCL timeout"), rankLog(0, 1, 1, 4), rankLog(1, 0, 0, 0, "no such file"),
                     rankLog(1, 1, 0, 0)}),
            std::string("no such file"));
        // It trains and dies: as the rank says that prints the losses, else as any other.
        QCOMPARE(crashOf({rankLog(0, 0, 1, 4, "NCCL timeout"), rankLog(1, 0, 3, 5, "killed"),
                     rankLog(1, 1, 3, 5, "out of memory")}),
            std::string("out of memory"));
        QCOMPARE(crashOf({rankLog(0, 0, 1, 4, "NCCL timeout"), rankLog(1, 0, 3, 5, "killed"), rankLog(1, 1, 3, 5)}),
            std::string("killed"));
        // It ends well.
        QCOMPARE(
            crashOf({rankLog(0, 0, 1, 4, "NCCL timeout"), rankLog(1, 0, 3, 5), rankLog(1, 1, 3, 5)}), std::string());
    }
};

BUBBLESCOPE_TEST(TstRankLogs, QCoreApplication)

} // namespace bubblescope::tst_ranklogs

#include "tst_ranklogs.moc"
