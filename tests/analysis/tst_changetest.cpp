// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What counts as a change of step times, and how often chance passes for one.
#include "changetest.h"
#include "distributions.h"
#include "sanitized.h"
#include "testprogram.h"

#include <QTest>

#include <cmath>
#include <random>

namespace bubblescope::tst_changetest {

namespace {

StepSeries series(std::vector<double> values, int64_t first = 1)
{
    StepSeries made;
    for (size_t i = 0; i < values.size(); ++i)
        made.numbers.push_back(first + int64_t(i));
    made.values = std::move(values);
    return made;
}

/// Logarithms of step times that scatter by `noise`.
StepSeries noisy(std::mt19937_64& random, size_t steps, double noise, double level = 0, int64_t first = 1)
{
    std::normal_distribution<double> scatter(level, noise);
    std::vector<double> values;
    for (size_t i = 0; i < steps; ++i)
        values.push_back(scatter(random));
    return series(std::move(values), first);
}

} // namespace

class TstChangeTest : public QObject {
    Q_OBJECT
private slots:
    void tailsAreThoseOfTheTables()
    {
        // Abramowitz and Stegun, table 26.10.
        QVERIFY(std::abs(studentTail(1.812, 10) - 0.05) < 1e-4);
        QVERIFY(std::abs(studentTail(63.657, 1) - 0.005) < 1e-5);
        QVERIFY(std::abs(studentTail(3.291, 1e4) - 0.0005) < 1e-5);
        QVERIFY(std::abs(studentTail(0, 7) - 0.5) < 1e-9);
    }

    void tailsOfManyStepsAreThoseOfTheNormalDistribution()
    {
        for (const double freedom : {1e5, 1e6, 1e9}) { // 1.96, 3.2905: 2.5 % and 0.05 % of the normal distribution
            QVERIFY2(std::abs(studentTail(1.96, freedom) - 0.0250) < 1e-4, qPrintable(QString::number(freedom)));
            QVERIFY(std::abs(studentQuantile(0.025, freedom) - 1.95996) < 1e-4);
            QVERIFY(std::abs(studentTail(3.2905, freedom) - 0.0005) < 1e-6);
        }
    }

    void quantilesAreWhereTheTailsAreAsGreat()
    {
        // Abramowitz and Stegun, table 26.10; of one degree of freedom cot(π·tail).
        QVERIFY(std::abs(studentQuantile(0.025, 10) - 2.228) < 1e-3);
        QVERIFY(std::abs(studentQuantile(0.0005, 3) - 12.924) < 1e-3);
        QVERIFY(std::abs(studentQuantile(1e-7, 1) / 3183098.86 - 1) < 1e-6);
        QCOMPARE(studentQuantile(0.5, 5), 0.0);
        for (const double freedom : {1.0, 2.5, 30.0, 1e4, 1e7}) { // not only of whole numbers
            for (const double tail : {0.4, 0.025, 0.00025})
                QVERIFY(std::abs(studentTail(studentQuantile(tail, freedom), freedom) / tail - 1) < 1e-6);
        }
        QVERIFY(std::abs(studentTail(4, 2.5) - 0.0195065) < 1e-6);
        QVERIFY(std::isnan(studentTail(1, 0))); // no answer, and nothing is thrown
    }

    void incompleteBetaFunctionsAreThoseOfClosedForms()
    {
        QVERIFY(std::abs(betaBelow(0.3, 1, 5) - (1 - std::pow(0.7, 5))) < 1e-12);
        QVERIFY(std::abs(betaBelow(0.3, 4, 1) - std::pow(0.3, 4)) < 1e-12);
        QVERIFY(std::abs(betaBelow(0.3, 2, 2) - 0.216) < 1e-12); // 3x² − 2x³
        QVERIFY(std::abs(betaBelow(0.5, 700, 700) - 0.5) < 1e-9);
        QCOMPARE(betaBelow(-1, 2, 3), 0.0);
        QCOMPARE(betaBelow(2, 2, 3), 1.0);
    }

    void oneSlowStepMovesTheMeanLittle()
    {
        QCOMPARE(trimmedMean(std::vector<double> {10, 10, 10, 10, 10, 10, 10, 10, 10, 50}), 10.0);
        QCOMPARE(trimmedMean(std::vector<double> {10, 10, 10, 10, 10, 50}), 100.0 / 6); // too few to leave any out
        QCOMPARE(trimmedMean(std::vector<double> {1, 2, 3}), 2.0);
    }

    void theSameStepsDoNotDiffer()
    {
        const StepSeries steps = series({1.00, 1.02, 0.99, 1.01, 1.03, 0.98, 1.00, 1.01, 0.97});
        const auto change = testChange(steps, std::vector {steps});
        QVERIFY(change && change->isPaired && !change->isSignificant);
        QCOMPARE(change->change, 0.0);
    }

    void stepsOfOneNumberArePaired()
    {
        // Long and short batches in both, each a little slower: only pairs show it.
        std::vector<double> before;
        std::vector<double> after;
        for (int i = 0; i < 20; ++i) {
            before.push_back(1 + 0.3 * (i % 4) + 0.0005 * (i % 3));
            after.push_back(before.back() + 0.01 + 0.0003 * (i % 5));
        }
        const auto paired = testChange(series(after), std::vector {series(before)});
        QVERIFY(paired && paired->isPaired && paired->isSignificant);
        QVERIFY(paired->low > 0.009 && paired->high < 0.012);
        const auto apart = testChange(series(after, 1000), std::vector {series(before)});
        QVERIFY(apart && !apart->isPaired && !apart->isSignificant);
    }

    void withOneStepEachTheNoiseIsNotKnown()
    {
        for (const double change : {0.05, 0.2}) {
            const auto made = testChange(series({change}), std::vector {series({0.0})});
            QVERIFY(made && !made->noiseIsKnown && !made->isSignificant);
            QVERIFY(std::isinf(made->low) && std::isinf(made->high));
        }
        // Where one side has steps enough, the other scatters as they do.
        const auto told = testChange(series({0.2}), std::vector {series({0.0, 0.01, 0.005, -0.01, 0.002, -0.004})});
        QVERIFY(told && told->noiseIsKnown && told->isSignificant);
    }

    void aCopyHasNotChangedHoweverItScatters()
    {
        const StepSeries few = series({1.0, 1.5, 0.8});
        const auto change = testChange(few, std::vector {few, few});
        QVERIFY(change && change->noiseIsKnown && !change->isSignificant);
        QCOMPARE(change->low, 0.0);
        QCOMPARE(change->high, 0.0);
        const auto one = testChange(series({1.0}), std::vector {series({1.0})});
        QVERIFY(one && one->noiseIsKnown);
        QCOMPARE(one->high, 0.0);
    }

    void twoBaselinesDoNotTellTheNoiseOfRuns()
    {
        std::mt19937_64 random(5);
        const StepSeries run = noisy(random, 30, 0.001, 0.03);
        std::vector before {noisy(random, 30, 0.001, -0.01, 100), noisy(random, 30, 0.001, 0.0, 200)};
        QCOMPARE(testChange(run, before)->errorOfRuns, 0.0);
        before.push_back(noisy(random, 30, 0.001, 0.01, 300));
        QVERIFY(testChange(run, before)->errorOfRuns > 0.01);
    }

    void baselinesThatScatterAllowTheRunTo()
    {
        std::mt19937_64 random(1);
        const StepSeries run = noisy(random, 30, 0.001, 0.03);
        const std::vector one {noisy(random, 30, 0.001, 0.0, 100)};
        QVERIFY(testChange(run, one)->isSignificant);
        std::vector<StepSeries> many;
        for (const double level : {-0.03, 0.0, 0.03, 0.01})
            many.push_back(noisy(random, 30, 0.001, level, 100));
        QVERIFY(!testChange(run, many)->isSignificant);
    }

    /// Of many comparisons of the same with three baselines, with few steps that scatter by 3 %.
    void threeBaselinesRaiseNoAlarmByChance()
    {
        for (const size_t steps : {3, 6, 12}) {
            std::mt19937_64 random(steps);
            int alarms = 0;
            for (int i = 0; i < 1000; ++i) {
                const std::vector before {noisy(random, steps, 0.03), noisy(random, steps, 0.03), noisy(random, steps, 0.03)};
                const auto change = testChange(noisy(random, steps, 0.03), before);
                alarms += change && change->isSignificant ? 1 : 0;
            }
            QVERIFY2(alarms <= 1, qPrintable(QString::number(alarms)));
        }
        // And what is slower is found all the same.
        std::mt19937_64 random(4);
        int found = 0;
        for (int i = 0; i < 100; ++i) {
            const std::vector before {noisy(random, 12, 0.005), noisy(random, 12, 0.005), noisy(random, 12, 0.005)};
            found += testChange(noisy(random, 12, 0.005, 0.02), before)->isSignificant ? 1 : 0;
        }
        QVERIFY2(found >= 95, qPrintable(QString::number(found)));
    }

    /// As the manual states: of equal builds of one step each, worse by the usual limit.
    void falseAlarmsOfOneStepEach_data()
    {
        QTest::addColumn<int>("baselines");
        QTest::addColumn<double>("noise");
        QTest::addColumn<int>("most"); // of 1,000
        QTest::addRow("3, 0.3 %%") << 3 << 0.003 << 1;
        QTest::addRow("3, 1 %%") << 3 << 0.01 << 15;
        QTest::addRow("3, 2 %%") << 3 << 0.02 << 20;
        QTest::addRow("5, 1 %%") << 5 << 0.01 << 10;
        QTest::addRow("5, 2 %%") << 5 << 0.02 << 8;
        QTest::addRow("8, 1 %%") << 8 << 0.01 << 6;
        QTest::addRow("8, 2 %%") << 8 << 0.02 << 4;
    }

    void falseAlarmsOfOneStepEach()
    {
        QFETCH(int, baselines);
        QFETCH(double, noise);
        QFETCH(int, most);
        std::mt19937_64 random(7);
        const int trials = isSanitized ? 1000 : 6000;
        int alarms = 0;
        for (int i = 0; i < trials; ++i) {
            std::vector<StepSeries> before;
            double mean = 0;
            for (int b = 0; b < baselines; ++b) {
                before.push_back(noisy(random, 1, noise));
                mean += before.back().values.front() / baselines;
            }
            const StepSeries run = noisy(random, 1, noise);
            if (run.values.front() - mean > std::log(1.01)) // less is not worse
                alarms += testChange(run, before)->isSignificant ? 1 : 0;
        }
        QVERIFY2(alarms * 1000 <= most * trials, qPrintable(QString::number(alarms)));
    }

    /// No scatter of the baselines at which a little more suddenly counts for a lot.
    void whatIsUsualCountsTheLessTheMoreBaselinesScatter()
    {
        double before = 0;
        for (int i = 0; i <= 40; ++i) {
            const double scatter = 0.0005 * i;
            const std::vector around {series({-scatter}), series({0.0}), series({scatter})};
            const double reach = testChange(series({0.03}), around)->high - 0.03;
            QVERIFY2(reach >= before && (i == 0 || reach < before * 1.25), qPrintable(QString::number(i)));
            before = reach;
        }
        QVERIFY(before > 0.06); // 2 %: Student's t of three would say 0.1
    }

    void answersAreTheSameForTheSameSeed()
    {
        std::mt19937_64 random(3);
        const StepSeries run = noisy(random, 15, 0.01, 0.02);
        const std::vector before {noisy(random, 15, 0.01)};
        QCOMPARE(testChange(run, before)->high, testChange(run, before)->high);
        QCOMPARE(testChange(run, before)->significance, testChange(run, before)->significance);
    }

    void exactAnswersNeedNoTest()
    {
        StepSeries run = series({1.001});
        StepSeries before = series({1.0});
        run.isExact = before.isExact = true;
        const auto change = testChange(run, std::vector {before});
        QVERIFY(change->isSignificant && change->low == change->high);
    }

    void nothingIsComparedWithNothing()
    {
        QVERIFY(!testChange({}, std::vector {series({1.0})}));
        QVERIFY(!testChange(series({1.0}), {}));
        QVERIFY(!testChange(series({1.0}), std::vector {StepSeries()}));
    }
};

BUBBLESCOPE_TEST(TstChangeTest, QCoreApplication)

} // namespace bubblescope::tst_changetest

#include "tst_changetest.moc"
