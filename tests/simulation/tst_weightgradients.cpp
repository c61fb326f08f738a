// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Weight gradients that move into gaps, within a limit of activations and of time.
#include "passtimes.h"
#include "testprogram.h"
#include "weightgradients.h"

#include <QTest>

#include <algorithm>

namespace bubblescope::tst_weightgradients {

namespace {

Schedule made(ScheduleKind kind, int ranks, int microbatches, const PassCosts& costs)
{
    ScheduleRequest request {kind, ranks, microbatches, 1, 0};
    request.costs = costs;
    return *makeSchedule(request);
}

} // namespace

class TstWeightGradients : public QObject {
    Q_OBJECT
private slots:
    /// Each input gradient has one weight gradient, after it, and the times are those of the programs.
    void noneIsLost()
    {
        const PassCosts costs = PassCosts::uniform(4, 20, 18, 9, 3);
        const Schedule order = made(ScheduleKind::ZbH1, 4, 10, costs);
        const std::optional<PlacedPrograms> placed = placeWeightGradients(order, costs, {2 * 4, false});
        QVERIFY(placed);
        Schedule schedule = order;
        schedule.programs = placed->programs;
        const std::optional<PassTimes> times = timePasses(schedule, costs);
        QVERIFY(times);
        QCOMPARE(times->makespan, placed->makespan);
        for (const RankProgram& program : placed->programs) {
            QCOMPARE(program.size(), size_t(30));
            for (int microbatch = 0; microbatch < 10; ++microbatch) {
                const auto at = [&](Pass pass) {
                    return std::find_if(program.begin(), program.end(),
                        [&](const ScheduledPass& p) { return p.pass == pass && p.microbatch == microbatch; });
                };
                QVERIFY(at(Pass::InputGradient) < at(Pass::WeightGradient));
                QVERIFY(at(Pass::WeightGradient) != program.end());
            }
        }
    }

    /// What cannot be as short as a bound is given up; the bound itself can be reached.
    void aBoundOfTimeChangesNoAnswer_data()
    {
        QTest::addColumn<ScheduleKind>("kind");
        QTest::addColumn<int>("chunks");
        QTest::newRow("zb-h1") << ScheduleKind::ZbH1 << 1;
        QTest::newRow("v-half") << ScheduleKind::VHalf << 2;
        QTest::newRow("zb-v") << ScheduleKind::ZbV << 2;
    }
    void aBoundOfTimeChangesNoAnswer()
    {
        QFETCH(ScheduleKind, kind);
        QFETCH(int, chunks);
        for (const TimeNs send : {0, 5, 40}) {
            const PassCosts costs = PassCosts::uniform(6 * chunks, 185, 181, 93, send);
            const Schedule order = made(kind, 6, 13, costs);
            const HeldLimit limit {1000, true};
            const std::optional<PlacedPrograms> free = placeWeightGradients(order, costs, limit);
            QVERIFY(free);
            const std::optional<PlacedPrograms> bound = placeWeightGradients(order, costs, limit, free->makespan);
            QVERIFY(bound);
            QCOMPARE(bound->makespan, free->makespan);
            QCOMPARE(bound->longestRank, free->longestRank);
            QVERIFY(!placeWeightGradients(order, costs, limit, free->makespan - 1));
        }
    }

    void moreThanTheLimitIsRefused()
    {
        const PassCosts costs = PassCosts::uniform(4, 20, 18, 9, 0);
        const Schedule order = made(ScheduleKind::ZbH1, 4, 10, costs);
        QVERIFY(!placeWeightGradients(order, costs, {2, false}));
    }
};

BUBBLESCOPE_TEST(TstWeightGradients, QCoreApplication)

} // namespace bubblescope::tst_weightgradients

#include "tst_weightgradients.moc"
