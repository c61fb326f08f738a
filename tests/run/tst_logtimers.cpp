// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logtimers.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_logtimers {

namespace {
RunLog logOfSteps(std::initializer_list<int64_t> numbers)
{
    RunLog log;
    for (const int64_t number : numbers) {
        LogStep step;
        step.step = number;
        log.steps.push_back(step);
    }
    return log;
}
} // namespace

class TstLogTimers : public QObject {
    Q_OBJECT
private slots:
    void theLongestComesFirstAndTheWarmupIsLeftOut()
    {
        RunLog log = logOfSteps({10, 20, 30});
        log.timers = {{10, "forward", 900}, {20, "forward", 20}, {30, "forward", 30}, {20, "optimizer", 40},
            {30, "optimizer", 40}, {20, "idle", 0}};
        const std::vector<TimerMedian> timers = medianTimers(log);
        QCOMPARE(timers.size(), size_t(2));
        QCOMPARE(timers[0].name, std::string("optimizer"));
        QCOMPARE(timers[1].ms, 25.0);
    }

    void theSlowestOfSeveralRanksCounts()
    {
        RunLog log = logOfSteps({1});
        log.timers = {{1, "forward", 10}, {1, "forward", 30}, {1, "forward", 20}};
        QCOMPARE(medianTimers(log).at(0).ms, 30.0);
    }

    void aWarmupThatIsAloneCounts()
    {
        RunLog log = logOfSteps({1, 2});
        log.timers = {{1, "save-checkpoint", 500}};
        QCOMPARE(medianTimers(log).at(0).ms, 500.0);
        QVERIFY(medianTimers(logOfSteps({1, 2})).empty());
    }
};

BUBBLESCOPE_TEST(TstLogTimers, QCoreApplication)

} // namespace bubblescope::tst_logtimers

#include "tst_logtimers.moc"
