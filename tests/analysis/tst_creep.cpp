// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps that grow a little with each build, and what is said of builds of a step or two.
#include "buildsoflogs.h"
#include "creep.h"
#include "runhistory.h"
#include "sanitized.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace bubblescope::tst_creep {

class TstCreep : public QObject {
    Q_OBJECT
private slots:
    void whatCreepsUpAndDownSharesNoBuild()
    {
        std::vector<double> levels;
        for (int b = 0; b < 40; ++b)
            levels.push_back(0.004 * (std::clamp(b - 5, 0, 10) - std::clamp(b - 16, 0, 10)) + (b % 2 ? 1e-4 : -1e-4));
        std::vector<size_t> changes {8, 11, 14, 19, 22, 25};
        const std::vector<Creep> creeps = findCreeps(levels, changes, 0.01, 0.0005);
        QVERIFY(changes.empty());
        QCOMPARE(creeps.size(), size_t(2));
        QVERIFY(creeps[0].before < creeps[0].after && creeps[1].before > creeps[1].after);
        QVERIFY(creeps[0].last <= creeps[1].first);
    }

    /// Each build takes a little longer than the one before: no change of any of them.
    void aSlowCreepIsNoChangeOfABuild()
    {
        std::mt19937_64 random(3);
        std::normal_distribution<double> noise(0, 0.3);
        const auto crept = [&](const std::vector<double>& levels, size_t steps) {
            std::vector<std::vector<double>> times;
            for (const double level : levels) {
                times.emplace_back();
                for (size_t i = 0; i < steps; ++i)
                    times.back().push_back(level + noise(random));
            }
            return historyOf(Builds(times).runs);
        };
        std::vector<double> levels;
        for (int b = 0; b < 20; ++b)
            levels.push_back(900 + 4 * std::clamp(b - 5, 0, 10));
        for (const size_t steps : {size_t(1), size_t(12)}) {
            const RunHistory history = crept(levels, steps);
            QVERIFY(history.changes.empty());
            QCOMPARE(history.crept.size(), size_t(1));
            const RunHistory::Crept& creep = history.crept.front();
            QVERIFY(creep.first >= 4 && creep.first <= 6 && creep.last >= 14 && creep.last <= 16);
            QVERIFY(std::abs(creep.beforeNs / 900e6 - 1) < 0.002 && std::abs(creep.afterNs / 940e6 - 1) < 0.002);
            const std::string told = history.sentence().text();
            QVERIFY2(told.find("the step crept up from ") != std::string::npos, told.c_str());
            QVERIFY2(told.find("no single one made it") != std::string::npos, told.c_str());
            QVERIFY(!history.isLevel && history.undecided.empty());
            // It is drawn as it is: level, slope, level.
            const std::vector<RunHistory::Stretch> drawn = history.stretches();
            QCOMPARE(drawn.size(), size_t(3));
            QCOMPARE(drawn[1].fromNs, drawn[0].toNs);
            QCOMPARE(drawn[1].toNs, drawn[2].fromNs);
            QCOMPARE(drawn[2].to, 19.5);
        }
        // 1.6 % in all, of which no build shows 1 % against those before it.
        levels.clear();
        for (int b = 0; b < 9; ++b)
            levels.push_back(900 + 1.8 * b);
        const RunHistory little = crept(levels, 12);
        QVERIFY(little.changes.empty());
        QCOMPARE(little.crept.size(), size_t(1));
        // The other way.
        std::reverse(levels.begin(), levels.end());
        QVERIFY(crept(levels, 12).sentence().text().find("crept down") != std::string::npos);
    }

    /// Of jumps, one or two or up and down, none is a creep, nor of builds that scatter.
    void jumpsAreNoCreep()
    {
        std::mt19937_64 random(4);
        std::normal_distribution<double> noise(0, 2);
        int changed = 0;
        for (int i = 0; i < 40 / (isSanitized ? 4 : 1); ++i) {
            for (const std::vector<double>& jumps :
                {std::vector<double> {0, 0}, {27, 0}, {0, 27}, {27, 27}, {27, -27}}) {
                std::vector<double> builds;
                for (int b = 0; b < 18; ++b)
                    builds.push_back(900 + (b >= 6 ? jumps[0] : 0) + (b >= 12 ? jumps[1] : 0) + noise(random));
                const RunHistory history = historyOf(Builds::ofOneStep(builds).runs);
                QVERIFY2(history.crept.empty(), history.sentence().text().c_str());
                changed += history.changes.empty() ? 0 : 1;
            }
        }
        QVERIFY(changed > 100 / (isSanitized ? 4 : 1));
    }

    /// What is said of them, against builds of jobs that scatter by much.
    void falseAlarmsOfFewStepsAreAsSaid()
    {
        std::mt19937_64 random(12);
        QCOMPARE(mostFalseAlarms(3), 18);
        for (const size_t baselines : {size_t(3), size_t(5), size_t(8)}) {
            QVERIFY(mostFalseAlarms(baselines) >= mostFalseAlarms(baselines + 1));
            std::normal_distribution<double> scatter(0, 0.015);
            constexpr int trials = 2'000 / (isSanitized ? 10 : 1);
            int alarms = 0;
            for (int i = 0; i < trials; ++i) {
                std::vector<StepSeries> before;
                double mean = 0;
                for (size_t b = 0; b < baselines; ++b) {
                    before.push_back({{1}, {scatter(random)}});
                    mean += before.back().values.front() / double(baselines);
                }
                const double run = scatter(random);
                // Worse is more than the limit: only those are tested.
                alarms += run - mean > 0.01 && testChange({{1}, {run}}, before)->isSignificant ? 1 : 0;
            }
            // Within four standard errors.
            const double said = double(mostFalseAlarms(baselines)) * trials / 1000;
            QVERIFY2(alarms <= said + 4 * std::sqrt(said), qPrintable(QString::number(alarms)));
        }
    }
};

BUBBLESCOPE_TEST(TstCreep, QCoreApplication)

} // namespace bubblescope::tst_creep

#include "tst_creep.moc"
