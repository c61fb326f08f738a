// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is planted in the steps of many ranks is told by its name, and nothing else is.
#include "logfindings.h"
#include "overtime.h"
#include "realfolder.h"
#include "testprogram.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <random>

namespace bubblescope::tst_overtime {

namespace {

using Kind = OverTime::Kind;
constexpr size_t ranks = 16;
constexpr size_t manySteps = 100'000;

/// Steps of 100 ms with 1 % of noise, 80 of them compute; `factor` of a rank's compute in a step.
StepTable planted(size_t steps, const std::function<double(size_t rank, size_t step)>& factor)
{
    std::vector<StepTable::Row> rows;
    for (size_t r = 0; r < ranks; ++r)
        rows.push_back({int32_t(r), int(r / 8), int(r / 4)});
    std::vector<int64_t> numbers(steps);
    for (size_t s = 0; s < steps; ++s)
        numbers[s] = int64_t(s) + 1;
    StepTable table(std::move(rows), std::move(numbers));
    table.add(StepMeasure::StepTime);
    table.add(StepMeasure::Compute);
    std::mt19937 random(7);
    std::normal_distribution<float> noise(1, 0.01f);
    for (size_t s = 0; s < steps; ++s) {
        double slowest = 0;
        for (size_t r = 0; r < ranks; ++r) {
            const double compute = 80 * factor(r, s) * double(noise(random));
            table.set(StepMeasure::Compute, r, s, float(compute));
            slowest = std::max(slowest, compute);
        }
        for (size_t r = 0; r < ranks; ++r)
            table.set(StepMeasure::StepTime, r, s, float(slowest + 20));
    }
    return table;
}

QString kinds(const std::vector<OverTime>& found)
{
    static const char* const names[]
        = {"drift", "shift", "blips", "stalls", "slow host", "always slow", "sometimes slow", "rotating"};
    QStringList list;
    for (const OverTime& what : found)
        list.append(QLatin1String(names[size_t(what.kind)]));
    return list.join(QLatin1String(", "));
}

} // namespace

class TstOverTime : public QObject {
    Q_OBJECT
private slots:
    void noiseIsNothing()
    {
        for (const size_t steps : {size_t(10), size_t(100), manySteps})
            QCOMPARE(kinds(findOverTime(planted(steps, [](size_t, size_t) { return 1.0; }))), QString());
    }

    void driftOfTwoPercentIsADrift()
    {
        const auto found = findOverTime(
            planted(manySteps, [](size_t, size_t step) { return 1 + 0.025 * double(step) / double(manySteps); }));
        QCOMPARE(kinds(found), QStringLiteral("drift"));
        QVERIFY(std::abs(found.front().factor - 1.02) < 0.003);
        // Half of 2 ms in 100,000 steps.
        QVERIFY(std::abs(found.front().lostMs - 100'000) < 15'000);
    }

    void changeOfLevelIsFoundToTheStep()
    {
        const auto found = findOverTime(planted(2000, [](size_t, size_t step) { return step < 1234 ? 1.0 : 1.1; }));
        QCOMPARE(kinds(found), QStringLiteral("shift"));
        QVERIFY(std::abs(found.front().steps.front() - 1235) <= 2);
    }

    void blipOfThreeStepsIsABlip()
    {
        const auto found = findOverTime(
            planted(manySteps, [](size_t, size_t step) { return step >= 50'000 && step < 50'003 ? 1.5 : 1.0; }));
        QCOMPARE(kinds(found), QStringLiteral("blips"));
        QCOMPARE(found.front().steps, (std::vector<int64_t> {50'001, 50'002, 50'003}));
    }

    void regularStallsHaveTheirPeriod()
    {
        const auto found = findOverTime(planted(5000, [](size_t, size_t step) {
            return step % 250 == 249 ? 3.0 : step == 1777 ? 1.6 : 1.0;
        }));
        QCOMPARE(kinds(found), QStringLiteral("stalls, blips"));
        QCOMPARE(found.front().period, int64_t(250));
        QCOMPARE(found.front().steps.size(), size_t(20));
        QCOMPARE(found.back().steps, std::vector<int64_t> {1778});
    }

    void aStepThatIsMissingChangesNoPeriod()
    {
        StepTable table({{0, 0, 0}}, [] {
            std::vector<int64_t> numbers {1};
            for (int64_t step = 3; step < 202; ++step)
                numbers.push_back(step);
            return numbers;
        }());
        table.add(StepMeasure::StepTime);
        for (size_t s = 0; s < table.stepCount(); ++s)
            table.set(StepMeasure::StepTime, 0, s, s % 2 == 1 ? 130.f : 100.f);
        const auto found = findOverTime(table);
        QCOMPARE(found.size(), size_t(1));
        QVERIFY(found.front().kind == Kind::Mixed);
        QCOMPARE(found.front().period, int64_t(2));
    }

    void phasesOfReinforcementLearningArePartsOfAStep()
    {
        RunLog log;
        for (int64_t step = 1; step <= 2; ++step) {
            LogStep made;
            made.step = step;
            made.stepMs = 100;
            log.steps.push_back(made);
        }
        // As veRL prints them: what generates is inside "gen", an update is that of both models.
        log.timers = {{1, "generate_sequences", 35}, {1, "gen", 40}, {1, "reward", 5}, {1, "update_actor", 20},
            {1, "update_critic", 10}, {1, "adv", 1}, {2, "generate_sequences", 36}, {2, "update_actor", 21},
            {3, "gen", 40}};
        const StepTable table = StepTable::ofLog(log);
        QCOMPARE(table.value(StepMeasure::StepTime, 0, 0), 100.f);
        QCOMPARE(table.value(StepMeasure::Generate, 0, 0), 40.f);
        QCOMPARE(table.value(StepMeasure::Generate, 0, 1), 36.f);
        QCOMPARE(table.value(StepMeasure::Reward, 0, 0), 5.f);
        QVERIFY(std::isnan(table.value(StepMeasure::Reward, 0, 1)));
        QCOMPARE(table.value(StepMeasure::Update, 0, 0), 30.f);
        QCOMPARE(table.value(StepMeasure::Update, 0, 1), 21.f);
        QVERIFY(!table.has(StepMeasure::WeightSync));
        // An update by itself is not one of reinforcement learning.
        log.timers = {{1, "update", 20}, {1, "reward", 5}};
        QVERIFY(!StepTable::ofLog(log).has(StepMeasure::Update));
    }

    void slowHostIsNamedAndNotItsRanks()
    {
        const auto found = findOverTime(planted(1000, [](size_t rank, size_t) { return rank / 4 == 2 ? 1.15 : 1.0; }));
        // Half of the ranks of its stage: against the whole median it would not show.
        QCOMPARE(kinds(found), QStringLiteral("slow host"));
        QCOMPARE(found.front().hosts, std::vector<int> {2});
        QCOMPARE(found.front().ranks, (std::vector<int32_t> {8, 9, 10, 11}));
    }

    void oneRankIsSlowAlwaysOrAtTimes()
    {
        auto found = findOverTime(planted(1000, [](size_t rank, size_t) { return rank == 5 ? 1.2 : 1.0; }));
        QCOMPARE(kinds(found), QStringLiteral("always slow"));
        QCOMPARE(found.front().ranks, std::vector<int32_t> {5});
        found = findOverTime(
            planted(1000, [](size_t rank, size_t step) { return rank == 5 && step >= 300 && step < 380 ? 1.2 : 1.0; }));
        QCOMPARE(found.size(), size_t(1));
        QCOMPARE(found.front().kind, Kind::SometimesSlow);
        QCOMPARE(found.front().steps.size(), size_t(80));
    }

    void stragglersThatRotateAreOne()
    {
        const auto found = findOverTime(
            planted(manySteps, [](size_t rank, size_t step) { return rank == step / 8 * 7 % ranks ? 1.2 : 1.0; }));
        QCOMPARE(kinds(found), QStringLiteral("rotating"));
        QCOMPARE(found.front().ranks.size(), ranks);
    }

    void allAtOnceAreToldApart()
    {
        const auto found = findOverTime(planted(manySteps, [](size_t rank, size_t step) {
            double factor = 1 + 0.03 * double(step) / double(manySteps);
            factor *= step >= 70'000 && step < 70'003 ? 1.5 : 1;
            factor *= rank / 4 == 1 ? 1.12 : 1;
            return factor * (rank == 8 + step / 8 * 3 % 8 ? 1.3 : 1);
        }));
        QStringList names = kinds(found).split(QLatin1String(", "));
        names.sort();
        QCOMPARE(names.join(QLatin1String(", ")), QStringLiteral("blips, drift, rotating, slow host"));
    }

    void realLogsRaiseNoFalseAlarm()
    {
        REQUIRE_SHARED_DATA();
        size_t steps = 0;
        QStringList alarms;
        for (const char* name : {"megatron_logs", "torchtitan", "opt_prime", "mlperf", "seeds"}) {
            for (const RunLog& log : groupedRealFolder(name).runLogs) {
                const StepTable table = StepTable::ofLog(log);
                steps += table.stepCount();
                if (const auto found = findOverTime(table); !found.empty())
                    alarms << QString::fromStdString(log.name) + QStringLiteral(": ") + kinds(found);
            }
        }
        QVERIFY2(steps > 200, "no log was read");
        QCOMPARE(alarms, QStringList());
    }
};

BUBBLESCOPE_TEST(TstOverTime, QCoreApplication)

} // namespace bubblescope::tst_overtime

#include "tst_overtime.moc"
