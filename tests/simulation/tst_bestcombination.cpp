// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best combination of knobs that is offered before single ones, against trying all of them one by one.
#include "bestcombination.h"

#include "runsearch.h"
#include "schedule.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace bubblescope::tst_bestcombination {

namespace {

constexpr CombinationBudget unlimited {1'000'000, 1'000'000'000'000, SIZE_MAX, SIZE_MAX};

RunFolder smallJob()
{
    JobDescription job;
    job.name = job.model.name = "small";
    job.model.layers = 8;
    job.model.hidden = 1024;
    job.model.heads = job.model.keyValueHeads = 16;
    job.model.headSize = 64;
    job.model.feedForward = 4096;
    job.model.vocabulary = 32000;
    PlannedLayout& layout = job.layout;
    layout.gpus = 8;
    layout.tensor = 4;
    layout.stages = 2;
    layout.data = 1;
    layout.microbatchSize = 1;
    layout.globalBatch = 8;
    layout.sequence = 1024;
    RunFolder folder;
    folder.jobs.push_back(std::move(job));
    return folder;
}

Simulator simulatorOf(const RunFolder& folder)
{
    Result<Simulator> made = Simulator::make(folder, {SimulationSource::Kind::Description, 0, 0});
    if (!made)
        qFatal("%s", made.error().message.text().c_str());
    return std::move(made).value();
}

bool hasOwnParts(ScheduleKind kind) { return scheduleInfo(kind).splitsBackward || kind == ScheduleKind::DualPipe; }

/// Every order of every layout of eight GPUs, without a search.
std::vector<KnobGain> tried(const Simulator& simulator)
{
    std::vector<Knobs> all;
    for (const int tensor : {1, 2, 4, 8}) {
        for (const int stages : {1, 2, 4, 8}) {
            if (8 % (tensor * stages) != 0)
                continue;
            Knobs layout;
            layout.tensor = tensor;
            layout.stages = stages;
            layout.data = 8 / (tensor * stages);
            all.push_back(layout);
            for (const ScheduleInfo& info : schedules()) {
                if (stages == 1 || info.kind == ScheduleKind::ZbAuto || info.kind == ScheduleKind::GPipe)
                    continue;
                Knobs knobs = layout;
                knobs.schedule = info.kind;
                if (info.kind != ScheduleKind::Interleaved) {
                    all.push_back(knobs);
                    continue;
                }
                for (const int chunks : {2, 3, 4, 8}) {
                    knobs.chunks = chunks;
                    all.push_back(knobs);
                }
            }
        }
    }
    const Result<StepFigures> now = simulator.outcome({});
    std::vector<KnobGain> gains;
    for (const Knobs& plain : all) {
        for (const bool isBalanced : {false, true}) {
            for (const bool overlaps : {false, true}) {
                Knobs knobs = plain;
                // Weight gradients that are passes of their own are not spread over a partition: the search leaves it
                // out.
                if (isBalanced && plain.schedule && hasOwnParts(*plain.schedule))
                    continue;
                if (isBalanced)
                    knobs.partition = simulator.balancedPartition(plain);
                if (overlaps)
                    knobs.overlap = true;
                if (const Result<StepFigures> then = simulator.outcome(knobs); then && then->stepNs > 0)
                    gains.push_back(gainFrom(simulator, *now, *then, knobs));
            }
        }
    }
    std::erase_if(gains, [](const KnobGain& gain) { return !gain.fitsMemory; });
    return gains;
}

double surestGain(const std::vector<KnobGain>& gains)
{
    double most = 0;
    for (const KnobGain& gain : gains)
        most = std::max(most, gain.isSure() ? gain.low() : 0);
    return most;
}

/// Without the knobs that only a described job has.
Knobs withoutHabits(Knobs knobs)
{
    if (knobs.context && knobs.data)
        knobs.data = *knobs.data * *knobs.context; // the job itself has a context of one
    knobs.context.reset();
    knobs.microbatchSize.reset();
    knobs.recompute.reset();
    knobs.shard.reset();
    return knobs;
}

} // namespace

class TstBestCombination : public QObject {
    Q_OBJECT
private slots:
    void itIsTheOneThatTryingAllFinds_data()
    {
        QTest::addColumn<bool>("isUnlimited");
        QTest::newRow("all orders") << true;
        QTest::newRow("a few of each axis") << false;
    }

    void itIsTheOneThatTryingAllFinds()
    {
        QFETCH(const bool, isUnlimited);
        const RunFolder folder = smallJob();
        const Simulator simulator = simulatorOf(folder);
        uint64_t played = 0;
        const auto count = [&played](uint64_t done, uint64_t) {
            played = std::max(played, done);
            return true;
        };
        const std::optional<KnobGain> best
            = bestCombination(simulator, count, isUnlimited ? unlimited : CombinationBudget());
        QVERIFY(best);
        QVERIFY(best->isSure());
        const std::vector<KnobGain> all = tried(simulator);
        QVERIFY(all.size() > 20);
        const Result<StepFigures> now = simulator.outcome({});
        const Knobs plain = withoutHabits(best->knobs);
        const Result<StepFigures> then = simulator.outcome(plain);
        QVERIFY(now.isOk() && then.isOk());
        const KnobGain gain = gainFrom(simulator, *now, *then, plain);
        QVERIFY2(std::abs(gain.low() - surestGain(all)) < 1e-9, best->change.text().c_str());
        QVERIFY2(best->low() >= gain.low() - 1e-9, best->change.text().c_str());
        if (!isUnlimited)
            QVERIFY2(3 * played < 2 * all.size(), std::to_string(played).c_str());
    }

    void itsHabitsAreTheSurestOfEach()
    {
        RunFolder folder = smallJob();
        folder.jobs.front().layout.recompute = Recompute::Full;
        const Simulator simulator = simulatorOf(folder);
        const std::optional<KnobGain> best = bestCombination(simulator);
        QVERIFY(best);
        QVERIFY(best->needs == KnobNeeds::Nothing);
        QVERIFY2(best->knobs.recompute && *best->knobs.recompute != Recompute::Full, best->change.text().c_str());
        QVERIFY(best->change.text().find("recompute=") != std::string::npos);
        const Result<StepFigures> now = simulator.outcome({});
        QVERIFY(now.isOk());
        for (const Recompute recompute : {Recompute::None, Recompute::Selective, Recompute::Full}) {
            Knobs knobs = best->knobs;
            knobs.recompute = recompute;
            const Result<StepFigures> then = simulator.outcome(knobs);
            QVERIFY(then.isOk());
            const KnobGain gain = gainFrom(simulator, *now, *then, knobs);
            QVERIFY2(!gain.fitsMemory || gain.low() <= best->low() + 1e-9, best->change.text().c_str());
        }
    }

    void theSameInputHasTheSameAnswer()
    {
        const RunFolder folder = smallJob();
        const std::optional<KnobGain> first = bestCombination(simulatorOf(folder));
        const Simulator simulator = simulatorOf(folder);
        static_cast<void>(whatHelpsMost(simulator, {}, {})); // orders that are kept change nothing
        const std::optional<KnobGain> second = bestCombination(simulator);
        QVERIFY(first && second);
        QVERIFY(first->knobs == second->knobs);
        QCOMPARE(first->stepNs, second->stepNs);
    }

    void aStepWithoutItsRangeIsTheSame()
    {
        const RunFolder folder = smallJob();
        const Simulator simulator = simulatorOf(folder);
        Knobs knobs;
        knobs.schedule = ScheduleKind::GPipe;
        const Result<StepFigures> whole = simulator.outcome(knobs);
        double asked = 0;
        const Result<StepFigures> bare = simulator.outcome(knobs, {}, [&asked](const StepFigures& figures) {
            asked = figures.wholeStepNs();
            return false;
        });
        QVERIFY(whole.isOk() && bare.isOk());
        QCOMPARE(bare->wholeStepNs(), whole->wholeStepNs());
        QCOMPARE(asked, whole->wholeStepNs());
        QVERIFY(whole->errorNs > 0);
        QCOMPARE(bare->errorNs, 0.0);
    }

    void itsKnobsMakeItsStep()
    {
        const RunFolder folder = smallJob();
        const Simulator simulator = simulatorOf(folder);
        const std::optional<KnobGain> best = bestCombination(simulator, {}, unlimited);
        QVERIFY(best);
        const Result<StepFigures> then = simulator.outcome(best->knobs);
        QVERIFY(then.isOk());
        QVERIFY(std::abs(then->wholeStepNs() - best->stepNs) < 1e-6 * best->stepNs);
        const Result<Knobs> told = knobsFromLine(knobsLine(best->knobs)); // as `set` has them
        QVERIFY(told.isOk() && *told == best->knobs);
    }

    void itComesFirstOnlyWhereItIsSurelyBetter()
    {
        const RunFolder folder = smallJob();
        const Simulator simulator = simulatorOf(folder);
        const std::vector<KnobGain> single = whatHelpsMost(simulator, {}, {});
        const std::vector<KnobGain> gains = withBestCombination(single, simulator, {}, {}, unlimited);
        double sure = 0;
        for (const KnobGain& gain : single) {
            if (gain.needs == KnobNeeds::Nothing && gain.fitsMemory && gain.isSure())
                sure = std::max(sure, gain.low());
        }
        const std::optional<KnobGain> best = bestCombination(simulator, {}, unlimited);
        const bool isBetter = best && best->needs == KnobNeeds::Nothing && best->low() > sure + 1e-6;
        QCOMPARE(gains.size(), single.size() + (isBetter ? 1 : 0));
        QCOMPARE(gains.front().knob == combinationKey, isBetter);
        for (size_t i = 0; i < single.size(); ++i)
            QCOMPARE(gains[i + (isBetter ? 1 : 0)].change.text(), single[i].change.text());
    }

    void movedKnobsAndCancellingLeaveItOut()
    {
        const RunFolder folder = smallJob();
        const Simulator simulator = simulatorOf(folder);
        Knobs moved;
        moved.overlap = true;
        const std::vector<KnobGain> gains
            = withBestCombination(whatHelpsMost(simulator, moved, {}), simulator, moved, {}, unlimited);
        QVERIFY(
            std::none_of(gains.begin(), gains.end(), [](const KnobGain& gain) { return gain.knob == combinationKey; }));
        int asked = 0;
        const auto stop = [&asked](uint64_t, uint64_t) { return ++asked < 3; };
        QVERIFY(!bestCombination(simulator, stop, unlimited));
        QVERIFY(asked < 10); // no more is tried
    }
};

BUBBLESCOPE_TEST(TstBestCombination, QCoreApplication)

} // namespace bubblescope::tst_bestcombination

#include "tst_bestcombination.moc"
