// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a search found, memory by stage and kept plans as tables; the wishes and locks of a search; plans in words.
#include "formatting.h"
#include "planlocks.h"
#include "planpoints.h"
#include "planstate.h"
#include "plantext.h"
#include "tableexport.h"
#include "tabletexts.h"
#include "testprogram.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_planmodels {

namespace {

QString cell(const QAbstractItemModel& model, int row, int column) { return model.index(row, column).data().toString(); }

std::vector<std::string> allowed(const PlanSpace& space, std::string_view knob)
{
    for (const auto& [key, values] : space.allowed) {
        if (key == knob)
            return values;
    }
    return {};
}

} // namespace

class TstPlanModels : public QObject {
    Q_OBJECT
private slots:
    void candidatesAreRows()
    {
        PlanCandidateModel model;
        const QAbstractItemModelTester tester(&model);
        model.setCandidates(planAnswer().candidates, planSubject().now, 80e9);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(cell(model, 0, PlanCandidateModel::NameColumn), QStringLiteral("TP 1 · PP 1 · DP 8"));
        QCOMPARE(cell(model, 1, PlanCandidateModel::NameColumn), QStringLiteral("TP 1 · PP 2 · DP 4, 1F1B"));
        QCOMPARE(cell(model, 1, PlanCandidateModel::LimitColumn), QStringLiteral("bubble"));
        QCOMPARE(cell(model, 2, PlanCandidateModel::MemoryColumn), formatBytes(45e9));
        QVERIFY(model.index(0, 0).data(PlanCandidateModel::FrontRole).toBool());
        QVERIFY(!model.index(1, 0).data(PlanCandidateModel::FrontRole).toBool());
        QCOMPARE(model.notApart(), 2);
        QVERIFY(!model.hasPrices() && !model.hasSeveralSizes());
        const QString changes = cell(model, 0, PlanCandidateModel::ChangesColumn);
        QVERIFY2(changes.contains(QStringLiteral("TP 2 → 1")) && changes.contains(QStringLiteral("DP 2 → 8")),
            qPrintable(changes));
        // Sorted by number, written plain.
        QVERIFY(model.index(0, PlanCandidateModel::TokensColumn).data(TableModel::SortRole).toDouble() == 12'000);
        QVERIFY(tableCsv(model).contains(QStringLiteral("45000000000")));
        model.setCandidates({}, std::nullopt, 0);
        QCOMPARE(model.rowCount(), 0);
    }

    void severalSizesAndPricesAreSaid()
    {
        std::vector<PlanCandidate> candidates {planCandidate({1, 1, 8}), planCandidate({1, 1, 16})};
        candidates[1].usdPerMillionTokens = 0.125;
        PlanCandidateModel model;
        const QAbstractItemModelTester tester(&model);
        model.setCandidates(candidates, std::nullopt, 0);
        QVERIFY(model.hasPrices() && model.hasSeveralSizes());
        QCOMPARE(cell(model, 1, PlanCandidateModel::NameColumn), QStringLiteral("16 GPUs: TP 1 · PP 1 · DP 16"));
        QCOMPARE(cell(model, 1, PlanCandidateModel::CostColumn), QStringLiteral("0.125"));
        QCOMPARE(cell(model, 0, PlanCandidateModel::CostColumn), unknownText());
        QCOMPARE(cell(model, 0, PlanCandidateModel::ChangesColumn), QString());
    }

    void theRangeIsThatOfTheStep()
    {
        const PlanCandidate candidate = planCandidate({1, 1, 8, 10'000});
        QVERIFY(std::abs(lowTokens(candidate) - 9500) < 1e-6 * 9500);
        QVERIFY(std::abs(highTokens(candidate) - 10'500) < 1e-6 * 10'500);
        PlanCandidate exact = candidate;
        exact.step.lowNs = exact.step.highNs = 0;
        QCOMPARE(planRangeText(exact), formatNumber(10'000));
    }

    /// Parts of memory add up to the total, whatever the order of columns.
    void memoryOfAStageAddsUp()
    {
        PlanMemoryModel model;
        const QAbstractItemModelTester tester(&model);
        const PlanCandidate before = planCandidate({2, 1, 4, 9000, 60});
        const PlanCandidate after = planCandidate({1, 2, 4, 9000, 90});
        model.setMemory(before.step.memory, after.step.memory, 80e9);
        QCOMPARE(model.rowCount(), 2);
        double sum = 0;
        for (int column = PlanMemoryModel::FirstPartColumn; column < model.totalColumn(); ++column)
            sum += model.index(0, column).data(TableModel::SortRole).toDouble();
        QVERIFY(std::abs(sum - 90e9) < 1);
        QVERIFY(cell(model, 0, model.totalColumn()).contains(QStringLiteral("too much")));
        QVERIFY(!cell(model, 1, model.totalColumn()).contains(QStringLiteral("too much")));
        QCOMPARE(cell(model, 0, model.beforeColumn()), formatBytes(60e9));
        QCOMPARE(cell(model, 1, model.beforeColumn()), unknownText()); // it had a single stage
    }

    /// More is modelled than a GPU has, but the job ran with as much: that fills a GPU.
    void aRunTellsWhatIsTooMuch()
    {
        PlanMemoryModel model;
        const PlanCandidate ran = planCandidate({1, 1, 8, 9000, 90});
        model.setMemory(std::nullopt, ran.step.memory, 80e9, 90e9);
        QVERIFY(!cell(model, 0, model.totalColumn()).contains(QStringLiteral("too much")));
        QVERIFY(model.isFullOtherwise() && model.isTooMuch(91e9));
        // Nobody is to take that for the memory of a GPU.
        QVERIFY(planTip(ran, 95e9).contains(QStringLiteral("fullest stage %1; %2 modelled fill a GPU")
                                                .arg(formatBytes(90e9), formatBytes(95e9))));
        QVERIFY(!planTip(ran, 1).contains(QStringLiteral("fill a GPU")));

        PlanState state;
        PlanSubject subject = planSubject();
        subject.calibration.memory = MeasuredMemory {90e9, 0, 80e9};
        state.setSubject(subject);
        QCOMPARE(state.gpuMemoryBytes(), 80e9);
        QCOMPARE(state.fullBytes(), 90e9);
        QCOMPARE(state.memory().fullBytes(), 90e9);
        // A run that takes 140 GB more than is modelled: no size is known to fit into so small a GPU.
        subject.calibration.memory = MeasuredMemory {10e9, 150e9, 192e9};
        state.setSubject(subject);
        QVERIFY(state.fullBytes() > 0 && state.memory().isTooMuch(1e9));
        subject.calibration.memory.reset();
        state.setSubject(subject);
        QCOMPARE(state.fullBytes(), 80e9);
    }

    void keptPlansAreNamedAndDropped()
    {
        KeptPlanModel model;
        const QAbstractItemModelTester tester(&model);
        model.setFirst(KeptPlanModel::Kept {QStringLiteral("now"), *planSubject().now});
        const std::vector<PlanCandidate> candidates = planAnswer().candidates;
        QCOMPARE(model.keep(candidates[0]), 1);
        QCOMPARE(model.keep(candidates[2]), 2);
        QCOMPARE(model.keep(candidates[0]), 1); // once
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(model, 1, KeptPlanModel::GainColumn), formatShareDifference(12'000. / 9000 - 1));
        QCOMPARE(cell(model, 0, KeptPlanModel::GainColumn), unknownText());
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QVERIFY(model.setData(model.index(1, KeptPlanModel::NameColumn), QStringLiteral("  fast \n one ")));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(cell(model, 1, KeptPlanModel::NameColumn), QStringLiteral("fast one"));
        QVERIFY(!model.setData(model.index(1, KeptPlanModel::NameColumn), QStringLiteral(" ")));
        QVERIFY(!model.setData(model.index(1, KeptPlanModel::StepColumn), QStringLiteral("1")));
        QVERIFY(model.flags(model.index(1, KeptPlanModel::NameColumn)) & Qt::ItemIsEditable);
        QVERIFY(!(model.flags(model.index(1, KeptPlanModel::StepColumn)) & Qt::ItemIsEditable));
        model.drop(0); // the job as it is stays
        QCOMPARE(model.rowCount(), 3);
        model.drop(1);
        QCOMPARE(model.rowCount(), 2);
    }

    void aLockAllowsItsValues()
    {
        PlanState state;
        state.setSubject(planSubject());
        const auto indexOf = [&state](std::string_view knob) {
            size_t i = 0;
            while (i < state.locks().size() && state.locks()[i].knob != knob)
                ++i;
            return i;
        };
        const size_t tensor = indexOf("tensor");
        QVERIFY(tensor < state.locks().size());
        QVERIFY(state.space()->allowed.empty());
        for (size_t choice = 0; choice < state.locks()[tensor].choices.size(); ++choice) {
            state.setLock(tensor, choice);
            const std::vector<std::string> values = allowed(*state.space(), "tensor");
            QCOMPARE(values, state.locks()[tensor].choices[choice].values);
            QCOMPARE(values.empty(), choice == 0);
        }
        state.setLock(tensor, 99);
        QVERIFY(state.locks()[tensor].chosen < state.locks()[tensor].choices.size());
        QCOMPARE(indexOf("expert"), state.locks().size()); // a dense model has none
        PlanSubject experts = planSubject();
        experts.job.model.experts = 8;
        state.setSubject(experts);
        QVERIFY(indexOf("expert") < state.locks().size());
        QVERIFY(state.space()->allowed.empty()); // another job, other locks
    }

    /// A field that cannot be read is named, and nothing is filled in in its place.
    void wishesAreReadOrRefused()
    {
        PlanState state;
        QVERIFY(!state.space());
        state.setSubject(planSubject());
        QCOMPARE(state.wishes().gpus, QStringLiteral("8"));
        QCOMPARE(state.wishes().batch, QStringLiteral("64"));
        QCOMPARE(state.wishes().sequence, QStringLiteral("1000"));
        PlanState::Wishes wishes = state.wishes();
        wishes.gpus = QStringLiteral("64, 16,16");
        wishes.gpuMemory = QStringLiteral("74.5 GiB");
        wishes.price = QStringLiteral("2.5");
        wishes.sequence = QStringLiteral("8192");
        state.setWishes(wishes);
        const Result<PlanSpace> space = state.space();
        QVERIFY(space);
        QCOMPARE(space->gpus, (std::vector<int> {16, 64}));
        QCOMPARE(space->gpuMemoryBytes, 74.5 * 1024 * 1024 * 1024);
        QCOMPARE(space->usdPerGpuHour, std::optional(2.5));
        QCOMPARE(state.searchedJob().layout.sequence, std::optional(8192));
        QCOMPARE(state.gpuMemoryBytes(), space->gpuMemoryBytes);
        const std::pair<QString PlanState::Wishes::*, QString> wrong[] = {{&PlanState::Wishes::gpus, QStringLiteral("many")},
            {&PlanState::Wishes::gpus, QString()}, {&PlanState::Wishes::gpus, QStringLiteral("-8")},
            {&PlanState::Wishes::gpus, QStringLiteral("99999999999")}, {&PlanState::Wishes::batch, QStringLiteral("0")},
            {&PlanState::Wishes::batch, QString()}, {&PlanState::Wishes::sequence, QStringLiteral("4k")},
            {&PlanState::Wishes::gpuMemory, QStringLiteral("80 apples")},
            {&PlanState::Wishes::gpuMemory, QStringLiteral("-80 GB")}, {&PlanState::Wishes::price, QStringLiteral("free")},
            {&PlanState::Wishes::price, QStringLiteral("nan")}};
        for (const auto& [field, text] : wrong) {
            PlanState::Wishes bad = wishes;
            bad.*field = text;
            state.setWishes(bad);
            QVERIFY2(!state.space(), qPrintable(text));
            QVERIFY(!messageText(state.space().error()).isEmpty());
        }
    }

    void aChoiceIsAskedForOnce()
    {
        PlanState state;
        QSignalSpy asked(&state, &PlanState::whatIfRequested);
        QSignalSpy shown(&state, &PlanState::shownChanged);
        state.setSubject(planSubject());
        state.setAnswer(planAnswer());
        QCOMPARE(state.chosenRow(), 0); // the best is in sight, but no timeline moves unasked
        QCOMPARE(asked.size(), 0);
        QVERIFY(state.candidates().candidate(0)->set == state.shown()->set);
        QVERIFY(state.memory().before());
        state.choose(2);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(state.shown()->job.layout.tensor, std::optional(2));
        state.choose(-1);
        QCOMPARE(asked.size(), 2);
        QCOMPARE(state.shown()->set, planSubject().now->set);
        QVERIFY(!state.memory().before()); // it is the job itself
        state.choose(2);
        state.keepShown();
        state.choose(0);
        state.chooseKept(1);
        QCOMPARE(state.chosenRow(), 2);
        QCOMPARE(asked.size(), 5);
        state.choose(99); // none: the job as it is
        QCOMPARE(state.chosenRow(), -1);
        state.setSubject(std::nullopt);
        QVERIFY(!state.shown() && state.kept().rowCount() == 0 && state.candidates().rowCount() == 0);
        state.choose(0);
        state.keepShown();
        QVERIFY(!state.shown());
    }

    /// A model without a layout: the first that is found is what others are compared with.
    void aDescriptionWithoutSizesGetsThem()
    {
        PlanState state;
        PlanSubject subject = planSubject();
        subject.now.reset();
        subject.job.layout = {};
        state.setSubject(subject);
        QVERIFY(!state.now() && !state.space());
        state.setAnswer(planAnswer());
        QCOMPARE(state.kept().rowCount(), 0);
        state.setNow(planAnswer().candidates[0], QStringLiteral("first found"));
        QCOMPARE(state.candidates().rowCount(), 4);
        QCOMPARE(state.kept().rowCount(), 1);
        QCOMPARE(cell(state.kept(), 0, KeptPlanModel::NameColumn), QStringLiteral("first found"));
    }

    void aReasonSaysWhatIsSavedAndWhatItCosts()
    {
        PlanCandidate before = planCandidate({2, 2, 2, 10'000, 60});
        PlanCandidate after = before;
        after.step.bubbleNs -= 100e6;
        after.step.dataNs += 20e6;
        after.step.tokensPerSecondPerGpu *= before.step.stepNs() / after.step.stepNs();
        for (PlannedStageMemory& stage : after.step.memory.stages)
            stage.activationBytes -= 5e9;
        const QString reason = planReason(after, &before);
        QVERIFY2(reason.contains(QStringLiteral("saves %1 of pipeline bubbles").arg(formatDuration(100e6))), qPrintable(reason));
        QVERIFY2(reason.contains(QStringLiteral("spends %1 more on synchronization of gradients").arg(formatDuration(20e6))),
            qPrintable(reason));
        QVERIFY2(reason.contains(QStringLiteral("needs %1 less memory").arg(formatBytes(5e9))), qPrintable(reason));
        // Twice the batch in twice the time: nothing is saved.
        PlanCandidate doubled = before;
        doubled.job.layout.globalBatch = 2 * *before.job.layout.globalBatch;
        for (double PlannedStep::*part : {&PlannedStep::computeNs, &PlannedStep::bubbleNs, &PlannedStep::tensorNs})
            doubled.step.*part *= 2;
        QVERIFY2(planReason(doubled, &before).contains(QStringLiteral("no part of the step differs")),
            qPrintable(planReason(doubled, &before)));
        QVERIFY(planReason(before, nullptr).contains(QStringLiteral("Bound by compute")));
    }

    void partsAreToldToBeThoseOfTheSlowestStage()
    {
        const PlanCandidate pipeline = planCandidate({2, 2, 2, 10'000, 60});
        PlanCandidate after = pipeline;
        after.step.dataNs += 20e6;
        after.step.tokensPerSecondPerGpu *= pipeline.step.stepNs() / after.step.stepNs();
        QVERIFY(planReason(pipeline, nullptr).contains(QStringLiteral("The step on its slowest stage: compute")));
        QVERIFY(planReason(after, &pipeline).contains(QStringLiteral("its slowest stage spends ")));
        const PlanCandidate single = planCandidate({2, 1, 4, 10'000, 60});
        QVERIFY(!planReason(single, nullptr).contains(QStringLiteral("slowest stage")));
        QVERIFY(planReason(single, nullptr).contains(QStringLiteral("Its step: compute")));
    }

    void knobsReadAsPeopleCallThem()
    {
        const Result<Knobs> knobs = knobsFromLine("tensor=1; stages=2; data=4; schedule=zb-v; partition=9,9");
        QVERIFY(knobs.isOk());
        KnobGain gain;
        gain.knob = "combination";
        gain.change = say("combination {}", "tensor=1 stages=2");
        gain.knobs = *knobs;
        QStringList words = gainedByText(gain).split(QStringLiteral(", "));
        QCOMPARE(words.first(), QStringLiteral("TP 1 · PP 2 · DP 4"));
        words.removeFirst();
        words.sort();
        QCOMPARE(words, (QStringList {QStringLiteral("ZB-V"), QStringLiteral("partition 9,9")}));
        gain.knob = "schedule";
        gain.change = say("ZB-V schedule");
        QCOMPARE(gainedByText(gain), QStringLiteral("ZB-V schedule"));
        QVERIFY(movedKnobsText(Knobs()).isEmpty());
    }

    void aPlanIsNamedByWhatIsUnusual()
    {
        PlanCandidate candidate = planCandidate({2, 4, 2});
        PlannedLayout& layout = candidate.job.layout;
        layout.schedule = "interleaved";
        layout.chunks = 2;
        layout.context = 2;
        layout.microbatchSize = 4;
        layout.recompute = Recompute::Selective;
        layout.shard = StateSharding::Optimizer;
        QCOMPARE(planText(candidate.job),
            QStringLiteral("TP 2 · PP 4 · DP 2 · CP 2, %1 × 2, microbatch 4, recompute selective, shard optimizer")
                .arg(planValueText("schedule", "interleaved")));
        QCOMPARE(planText({}), QStringLiteral("TP 1 · PP 1 · DP 1"));
    }
};

BUBBLESCOPE_TEST(TstPlanModels, QCoreApplication)

} // namespace bubblescope::tst_planmodels

#include "tst_planmodels.moc"
