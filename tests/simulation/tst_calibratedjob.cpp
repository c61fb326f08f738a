// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A described job and a measured step of it: the factor that joins them, what answers make of it, and what it says of
// plans of other sizes.
#include "calibratedjob.h"
#include "describedjob.h"
#include "importone.h"
#include "jobreader.h"
#include "likerun.h"
#include "measuredlog.h"
#include "measuredmemory.h"
#include "plansearch.h"
#include "roundedtime.h"
#include "shareddata.h"
#include "testprogram.h"
#include "whatif.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope::tst_calibratedjob {

namespace {

Hardware h100()
{
    const Result<Hardware> found = HardwareCatalog::builtin().find("h100");
    return found ? *found : Hardware();
}

JobDescription described(const char* name, const char* knobs)
{
    const Result<JobDescription> job = openJobDescription(testData("jobdescription/") + name);
    const Result<Knobs> told = knobsFromLine(knobs);
    if (!job || !told)
        qFatal("%s", name);
    Result<DescribedJob> made = describedUnder(*job, *told, h100().gpusPerNode);
    if (!made)
        qFatal("%s: %s", name, made.error().message.text().c_str());
    return std::move(made->job);
}

/// On 16 GPUs with TP 2 x PP 2.
JobDescription llama() { return described("arguments.log", ""); }

std::vector<JobDescription> jobs()
{
    return {llama(), described("deepseek_proxy.bubblejob", ""),
        described("llama31_8b.json", "gpus=64; tensor=2; stages=4; sequence=4096; microbatches=16; shard=optimizer"),
        described("gpt2_xl.json", "gpus=8; sequence=1024; microbatches=4")};
}

double plannedNs(const JobDescription& job, const PlanCalibration& calibration = {})
{
    const Result<PlannedStep> step = plannedStep(job, h100(), calibration);
    return step ? step->stepNs() : 0;
}

/// The steps of a log that trained `job`, ms; the first warms up.
RunLog logOf(const JobDescription& job, const std::vector<double>& stepMs)
{
    RunLog log;
    log.name = "train";
    log.kind = RunLog::Kind::Megatron;
    log.description = job;
    for (size_t i = 0; i < stepMs.size(); ++i) {
        LogStep step;
        step.step = int64_t(i) + 1;
        step.stepMs = stepMs[i];
        log.steps.push_back(step);
    }
    return log;
}

RunFolder folderOf(RunLog log)
{
    RunFolder folder;
    folder.runLogs.push_back(std::move(log));
    return folder;
}

Result<Simulator> simulatorOf(const RunFolder& folder)
{
    return Simulator::make(folder, {SimulationSource::Kind::RunLog, 0, 0});
}

StepFigures figuresUnder(const Simulator& simulator, const char* line)
{
    const Result<Knobs> knobs = knobsFromLine(line);
    const Result<StepFigures> figures = knobs ? simulator.figures(*knobs) : Result<StepFigures>(Error());
    if (!figures)
        qWarning("%s: %s", line, figures.error().message.text().c_str());
    return figures ? *figures : StepFigures();
}

/// Far more than an H100 has, by the model.
JobDescription jobTooLarge() { return described("arguments.log", "sequence=65536"); }

double modelledBytes(const JobDescription& job)
{
    const Result<PlannedStep> step = plannedStep(job, h100());
    return step && step->memory ? step->memory.fullest().totalBytes() : 0;
}

/// As it is simulated under these knobs: whether it fits, and what it is expected to take.
DescribedAnswer answerUnder(const Simulator& simulator, const char* line)
{
    const Result<Knobs> knobs = knobsFromLine(line);
    const Result<SimulatedStep> step = knobs ? simulator.simulate(*knobs) : Result<SimulatedStep>(Error());
    if (!step || !step->described)
        qFatal("%s", line);
    if (step->described->fits == true && !step->figures.fits(step->hardware.memoryBytes))
        qFatal("%s: the stages do not fit", line);
    return *step->described;
}

bool isNear(double is, double should, double share = 1e-6) { return std::abs(is - should) <= share * should; }

} // namespace

class TstCalibratedJob : public QObject {
    Q_OBJECT
private slots:
    void theFactorComesBack()
    {
        for (const JobDescription& job : jobs()) {
            for (const double factor : {0.6, 0.93, 1.0, 1.25, 6.5}) {
                const double measured = plannedNs(job, {factor, 1});
                QVERIFY(measured > 0);
                const Result<JobCalibration> calibration
                    = calibrationOf(job, h100(), {measured, 0.99 * measured, 1.02 * measured, 0});
                QVERIFY2(calibration.isOk(), job.name.c_str());
                QVERIFY2(isNear(calibration->computeFactor, factor), job.name.c_str());
                QVERIFY(calibration->least < factor && factor < calibration->most);
                QVERIFY(isNear(calibration->wholeFactor, measured / plannedNs(job)));
                JobDescription calibrated = job;
                calibrated.calibration = *calibration;
                QVERIFY(isNear(plannedNs(calibrated), measured, 1e-8));
            }
        }
    }

    /// What a plan says of another size is what the same factor makes of it.
    void theFactorTravels()
    {
        const JobDescription job = llama();
        const double measured = plannedNs(job, {1.3, 1});
        const RunFolder folder = folderOf(logOf(job, {9999, measured / nsPerMs, measured / nsPerMs}));
        const Result<JobCalibration> calibration = calibrationLike(folder, h100());
        QVERIFY2(calibration.isOk(), calibration ? "" : calibration.error().message.text().c_str());
        QVERIFY(isNear(calibration->computeFactor, 1.3));
        QCOMPARE(calibration->run, std::string("train"));
        JobDescription other = described("arguments.log", "gpus=64; stages=4; sequence=4096");
        const double before = plannedNs(other, {1.3, 1});
        const Result<PlannedStep> plain = plannedStep(other, h100());
        other.calibration = *calibration;
        QVERIFY(isNear(plannedNs(other), before));
        // It is known no better than a plan is.
        const Result<PlannedStep> step = plannedStep(other, h100());
        QVERIFY(plain && step);
        QVERIFY(1 - step->lowNs / step->stepNs() >= 1 - plain->lowNs / plain->stepNs() - 1e-9);
        QVERIFY(step->highNs / step->stepNs() >= plain->highNs / plain->stepNs() - 1e-9);
        const QString text = QString::fromStdString(calibrationText(*calibration).text());
        QVERIFY2(text.contains(QStringLiteral("train")) && text.contains(QStringLiteral("0.77")), qPrintable(text));
    }

    /// Timers of passes ask for a factor of their own, to which the range reaches.
    void timersWidenTheRange()
    {
        const JobDescription job = llama();
        const Result<PlannedStep> plain = plannedStep(job, h100());
        QVERIFY(plain.isOk());
        RunLog log = logOf(job, {9999, 1.3 * plain->stepNs() / nsPerMs});
        const double passesMs = (2 * plain->computeNs + plain->tensorNs) / nsPerMs;
        log.timers.push_back({2, "forward-compute", passesMs / 3});
        log.timers.push_back({2, "optimizer", 1});
        const Result<JobCalibration> without = calibrationLike(folderOf(log), h100());
        QVERIFY(without.isOk() && without->most < 1.9);
        log.timers.push_back({2, "backward-compute", passesMs * 2 / 3});
        const Result<JobCalibration> calibration = calibrationLike(folderOf(log), h100());
        QVERIFY(calibration.isOk());
        QVERIFY(isNear(calibration->most, 2));
        QVERIFY(calibration->computeFactor < 1.9);
    }

    void theMiddleOfStepsCounts()
    {
        const std::vector<double> stepMs {10, 12, 11, 13, 9, 30, 11, 11, 10, 12};
        const MeasuredSteps steps = measuredSteps(stepMs);
        QCOMPARE(steps.usualNs, 11 * nsPerMs);
        QCOMPARE(steps.fastNs, 10 * nsPerMs);
        QCOMPARE(steps.slowNs, 13 * nsPerMs);
        QCOMPARE(measuredSteps(std::vector<double> {7}).usualNs, 7 * nsPerMs);
        QCOMPARE(measuredSteps({}).usualNs, 0.0);
    }

    void whatNoFactorExplainsIsRefused()
    {
        const JobDescription job = llama();
        const double step = plannedNs(job);
        const auto refusedAt = [&](double ns) {
            const Result<JobCalibration> calibration = calibrationOf(job, h100(), {ns, ns, ns, 0});
            return calibration ? std::string() : calibration.error().message.text();
        };
        QVERIFY(refusedAt(step).empty());
        QVERIFY(refusedAt(1e3).find("shorter") != std::string::npos);
        QVERIFY(refusedAt(1000 * step).find("more than 50 times") != std::string::npos);
        QVERIFY(!refusedAt(0).empty());
        QVERIFY(!refusedAt(std::nan("")).empty());
    }

    /// The step of the log, not the model's; and null changes change nothing.
    void aLogStatesItsStep()
    {
        for (const JobDescription& job : jobs()) {
            const double measured = 1.4 * plannedNs(job);
            const Result<Simulator> simulator
                = simulatorOf(folderOf(logOf(job, {1e5, measured / nsPerMs, measured / nsPerMs, measured / nsPerMs})));
            QVERIFY2(simulator.isOk(), simulator ? "" : simulator.error().message.text().c_str());
            QVERIFY(simulator->baselineOrigin() == Origin::Measured);
            const double opened = simulator->baseline().wholeStepNs();
            QVERIFY2(isNear(opened, measured), qPrintable(QStringLiteral("%1 of %2").arg(opened).arg(measured)));
            // All of it is explained.
            QVERIFY(std::abs(simulator->baseline().unexplainedNs) < 1e-6 * measured);
            QCOMPARE(figuresUnder(*simulator, "").wholeStepNs(), opened);
            QCOMPARE(figuresUnder(*simulator, "").errorNs, 0.0);
            for (const KnobInfo& info : knobTable()) {
                const std::string own = simulator->ownValue(info.key);
                if (own.empty())
                    continue;
                Knobs knobs;
                QVERIFY2(setKnob(knobs, info.key, own).isOk(), info.key.data());
                QVERIFY2(!simulator->whyRefused(knobs), info.key.data());
                const Result<StepFigures> same = simulator->figures(knobs);
                QVERIFY2(same.isOk(), info.key.data());
                QVERIFY2(same->wholeStepNs() == opened, info.key.data());
            }
        }
    }

    void allKnobsOfADescriptionAnswer()
    {
        const JobDescription job = llama();
        const double measured = 1.4 * plannedNs(job);
        const RunFolder folder = folderOf(logOf(job, {1e5, measured / nsPerMs, measured / nsPerMs}));
        const Result<Simulator> simulator = simulatorOf(folder);
        QVERIFY(simulator.isOk());
        const double opened = simulator->baseline().wholeStepNs();
        for (const char* line :
            {"stages=4", "tensor=4", "recompute=full", "gpus=32", "microbatch-size=2", "sequence=4096", "shard=none",
                "schedule=gpipe; chunks=1", "compute-scale=1.5", "comm-scale=2", "hardware=a100-80gb"}) {
            const StepFigures figures = figuresUnder(*simulator, line);
            QVERIFY2(figures.wholeStepNs() > 0, line);
            QVERIFY2(figures.lowNs() < figures.wholeStepNs() && figures.wholeStepNs() < figures.highNs(), line);
        }
        QVERIFY(figuresUnder(*simulator, "recompute=full").wholeStepNs() > opened);
        QVERIFY(figuresUnder(*simulator, "compute-scale=1.5").wholeStepNs() > 1.2 * opened);
        QVERIFY(figuresUnder(*simulator, "hardware=a100-80gb").wholeStepNs() > opened);
        // Wherever it was recorded, the step is what it was; only its split is another.
        for (const char* line : {"measured-on=a100-80gb", "measured-on=b200; hardware=b200", "measured-on=h100"}) {
            const StepFigures same = figuresUnder(*simulator, line);
            QVERIFY2(isNear(same.wholeStepNs(), opened), line);
            QVERIFY2(same.lowNs() == same.wholeStepNs() && same.highNs() == same.wholeStepNs(), line);
        }
        QVERIFY(figuresUnder(*simulator, "measured-on=a100-80gb; recompute=full").wholeStepNs() > opened);
        const Result<SimulatedStep> step = simulator->simulate({});
        QVERIFY(step.isOk() && step->described && step->described->job.calibration);
        QVERIFY(isNear(step->described->job.calibration->computeFactor, 1.4, 0.2));
    }

    /// What a run took is worth more than what is modelled of it, be that the same share for all sizes, or as much.
    void aRunTellsWhatFits()
    {
        MeasuredMemory run {263, 182, 180};
        QCOMPARE(run.limitsOf(180, 180).sure, 263.0); // it ran
        QCOMPARE(run.limitsOf(180, 180).possible, 263.0);
        QVERIFY(isNear(run.limitsOf(80, 80).sure, 263.0 * 80 / 182));
        QVERIFY(isNear(run.limitsOf(80, 80).possible, 263.0 + 80 - 182));
        QVERIFY(isNear(run.limitsOf(364, 364).sure, 263.0 + 364 - 182));
        QVERIFY(isNear(run.limitsOf(364, 364).possible, 2.0 * 263));
        QVERIFY(isNear(run.expected(263)->first, 182) && isNear(run.expected(263)->second, 182));
        QVERIFY(isNear(run.expected(131.5)->first, 50.5) && isNear(run.expected(131.5)->second, 91));
        QCOMPARE(run.expected(1)->first, 0.0);

        run.printedBytes = 0; // at most all of its GPU
        QVERIFY(!run.expected(263));
        QCOMPARE(run.limitsOf(180, 180).sure, 263.0);
        QVERIFY(std::isinf(run.limitsOf(180, 180).possible));
        run.modelledBytes = 100; // nothing contradicts the model
        QCOMPARE(run.limitsOf(180, 180).sure, 180.0);
        QCOMPARE(run.limitsOf(180, 180).possible, 180.0);
        QVERIFY(measuredMemoryText(run).empty());
        QCOMPARE(MeasuredMemory().limitsOf(180, 180).sure, 180.0);
    }

    /// Whatever is modelled of it; and of what would take more nobody knows where it prints nothing.
    void aJobThatRanFits()
    {
        const JobDescription job = jobTooLarge();
        const double modelled = modelledBytes(job);
        QVERIFY(modelled > 1.5 * h100().memoryBytes);
        const double stepMs = 1.4 * plannedNs(job) / nsPerMs;
        RunLog log = logOf(job, {1e6, stepMs, stepMs});
        const RunFolder silent = folderOf(log);
        const Result<Simulator> simulator = simulatorOf(silent);
        QVERIFY2(simulator.isOk(), simulator ? "" : simulator.error().message.text().c_str());
        QCOMPARE(answerUnder(*simulator, "").fits, std::optional(true));
        QCOMPARE(answerUnder(*simulator, "recompute=full").fits, std::optional(true));
        QCOMPARE(answerUnder(*simulator, "sequence=131072").fits, std::optional<bool>());
        QVERIFY(!answerUnder(*simulator, "").expectedBytes);

        constexpr double printedGiB = 60;
        log.steps[1].memoryGiB = printedGiB;
        log.steps[2].memoryGiB = printedGiB / 2; // the most counts
        const double printed = printedGiB * 1024 * 1024 * 1024;
        const RunFolder printing = folderOf(log);
        const Result<Simulator> beside = simulatorOf(printing);
        QVERIFY(beside.isOk());
        const DescribedAnswer own = answerUnder(*beside, "");
        QCOMPARE(own.fits, std::optional(true));
        QVERIFY(own.expectedBytes && isNear(own.expectedBytes->first, printed));
        QVERIFY(own.expectedBytes && isNear(own.expectedBytes->second, printed));
        const DescribedAnswer less = answerUnder(*beside, "recompute=full");
        QCOMPARE(less.fits, std::optional(true));
        QVERIFY(less.expectedBytes->second < printed);
        const DescribedAnswer more = answerUnder(*beside, "measured-on=h100; sequence=131072");
        QCOMPARE(more.fits, std::optional(false));
        // Nobody tells what GPU the log is from.
        QCOMPARE(answerUnder(*beside, "sequence=131072").fits, std::optional<bool>());
        QVERIFY(more.expectedBytes->first > h100().memoryBytes);
        QCOMPARE(answerUnder(*beside, "hardware=a100-40gb").fits, std::optional(false)); // which has less than it took
        QCOMPARE(answerUnder(*beside, "hardware=a100-80gb").fits, std::optional(true));
        const Result<SimulatedStep> step = beside->simulate({});
        QVERIFY(step.isOk());
        const auto isSaid
            = [](const Message& sentence) { return sentence.text().starts_with("It ran, and prints 64.4 GB"); };
        QVERIFY(std::ranges::any_of(step->assumptions, isSaid));

        // One rank of a pipeline may not be the one that holds most.
        QVERIFY(job.layout.stages.value_or(1) > 1);
        log.kind = RunLog::Kind::TorchTitan;
        QCOMPARE(printedMemoryBytes(log, job), 0.0);
    }

    /// A search leaves out what surely takes more than the run could, and never the run itself.
    void aSearchKeepsWhatRan()
    {
        const JobDescription job = jobTooLarge();
        const PlanCalibration ofRun {1, 1, MeasuredMemory {modelledBytes(job), 0, h100().memoryBytes}};
        const Result<PlanCandidate> plain = plannedCandidate(job, {}, h100());
        const Result<PlanCandidate> ran = plannedCandidate(job, {}, h100(), ofRun);
        QVERIFY(plain.isOk() && ran.isOk());
        QVERIFY(!plain->step.fits && ran->step.fits);
        QVERIFY(plain->step.limit == PlanLimit::Memory && ran->step.limit != PlanLimit::Memory);
        PlanSpace space;
        space.allowed = {{"tensor", {"2"}}, {"stages", {"2"}}, {"context", {"1"}}, {"recompute", {"selective"}},
            {"shard", {"none", "optimizer"}}, {"schedule", {"1f1b"}}, {"microbatch-size", {"1", "2"}}};
        const Result<PlanAnswer> without = searchPlans(job, space, h100());
        QVERIFY(without.isOk() && without->candidates.empty());
        const Result<PlanAnswer> beside = searchPlans(job, space, h100(), ofRun);
        QVERIFY(beside.isOk() && !beside->candidates.empty());
        for (const PlanCandidate& candidate : beside->candidates) {
            QVERIFY(candidate.step.memory.fullest().totalBytes() <= ofRun.memory->modelledBytes);
            QVERIFY(candidate.job.layout.microbatchSize == 1);
        }
    }

    /// Every log of the data that states its job and its steps.
    void noRealLogIsToldNotToFit()
    {
        REQUIRE_SHARED_DATA();
        int printing = 0;
        for (const char* name : {"torchtitan/run101_ansi.log", "torchtitan/run349_ansi.log",
                 "megatron_logs/meg_gpt2_perf_n16.out", "megatron_logs/meg_gpt2_base_n4_dp1_tp4_pp4-1809579.out",
                 "megatron_logs/meg_ds_3d_gpt2_perf_n16-ds-on.out",
                 "echo/measured_tp2_pp2_4ranks_known_step/real_node0.log"}) {
            FileContents contents = importShared(name);
            QCOMPARE(contents.runLogs.size(), size_t(1));
            const RunLog log = contents.runLogs.front();
            const Result<Simulator> simulator = simulatorOf(folderOf(std::move(contents.runLogs.front())));
            QVERIFY2(simulator.isOk(), simulator ? "" : simulator.error().message.text().c_str());
            const DescribedAnswer own = answerUnder(*simulator, "");
            QVERIFY2(own.fits == true, name);
            QVERIFY2(answerUnder(*simulator, "recompute=full").fits != false, name);
            if (const double printed = printedMemoryBytes(log, own.job); printed > 0) {
                ++printing;
                QVERIFY2(own.expectedBytes && isNear(own.expectedBytes->second, printed, 0.02), name);
                qInfo("%-52s prints %.1f GB, %.1f modelled", name, printed / 1e9, own.run->modelledBytes / 1e9);
            }
        }
        QVERIFY(printing >= 4);
    }

    void whatIsNotKnownIsSaid()
    {
        RunLog log = logOf(llama(), {100, 100});
        log.description.reset();
        const auto why = [](const RunFolder& folder) {
            const Result<JobCalibration> calibration = calibrationLike(folder, h100());
            return calibration ? std::string()
                               : calibration.error().message.text() + ' ' + calibration.error().advice.text();
        };
        QVERIFY(why(folderOf(log)).find("does not state its model") != std::string::npos);
        QVERIFY(why(folderOf(log)).find("bubblejob") != std::string::npos);
        QVERIFY(why({}).find("Nothing there was measured") != std::string::npos);
        QVERIFY(why(folderOf(logOf(llama(), {}))).find("no step time") != std::string::npos);
        QVERIFY(!simulatorOf(folderOf(log)).isOk());
        log.whyNotDescribed = say("the sizes of its model {} are not known", "mine 8B");
        QVERIFY(simulatorOf(folderOf(log)).error().message.text().find("mine 8B") != std::string::npos);
        QVERIFY(why(folderOf(log)).find("mine 8B") != std::string::npos);
        JobDescription incomplete = llama();
        incomplete.layout.sequence.reset();
        QVERIFY(!simulatorOf(folderOf(logOf(incomplete, {100, 100}))).isOk());
    }

    void torchTitansLogsStateTheirSteps()
    {
        REQUIRE_SHARED_DATA();
        for (const char* name : {"torchtitan/run101_ansi.log", "torchtitan/run349_ansi.log"}) {
            FileContents contents = importShared(name);
            QCOMPARE(contents.runLogs.size(), size_t(1));
            const double measured = *contents.runLogs.front().medianStepMs() * nsPerMs;
            const Result<Simulator> simulator = simulatorOf(folderOf(std::move(contents.runLogs.front())));
            QVERIFY2(simulator.isOk(), simulator ? "" : simulator.error().message.text().c_str());
            QVERIFY2(isNear(simulator->baseline().wholeStepNs(), measured), name);
            QVERIFY(simulator->machine().by == MachineGuess::By::Named);
            const Result<SimulatedStep> step = simulator->simulate({});
            QVERIFY(step.isOk() && step->described && step->described->job.calibration);
            qInfo("%-28s factor %.2f on %s", name, step->described->job.calibration->computeFactor,
                step->hardware.name.c_str());
        }
    }

    /// V100s, taken for H100s: two logs of one cluster say of each other what their ranges hold. And each step is the
    /// measured one.
    void realLogsSayOfEachOther()
    {
        REQUIRE_SHARED_DATA();
        const std::vector<const char*> names {"megatron_logs/meg_gpt2_perf_n16.out",
            "megatron_logs/meg_gpt2_base_n4_dp1_tp4_pp4-1809579.out",
            "megatron_logs/meg_ds_3d_gpt2_perf_n16-ds-on.out"};
        std::vector<RunLog> logs;
        for (const char* name : names) {
            FileContents contents = importShared(name);
            QCOMPARE(contents.runLogs.size(), size_t(1));
            logs.push_back(std::move(contents.runLogs.front()));
            const Result<Simulator> simulator = simulatorOf(folderOf(logs.back()));
            QVERIFY2(simulator.isOk(), simulator ? "" : simulator.error().message.text().c_str());
            const double measured = *logs.back().medianStepMs() * nsPerMs;
            QVERIFY2(isNear(simulator->baseline().wholeStepNs(), measured), name);
        }
        for (const RunLog& from : logs) {
            const Result<JobCalibration> calibration = calibrationLike(folderOf(from), h100());
            QVERIFY(calibration.isOk());
            for (const RunLog& to : logs) {
                Result<DescribedJob> job = describedUnder(*to.description, {}, h100().gpusPerNode);
                QVERIFY(job.isOk());
                job->job.calibration = *calibration;
                const Result<PlannedStep> step = plannedStep(job->job, h100());
                QVERIFY(step.isOk());
                const double measured = *to.medianStepMs() * nsPerMs;
                qInfo("%-44s says of %-44s %+.1f %% (%.1f to %.1f %%), factor %.2f", from.name.c_str(), to.name.c_str(),
                    (step->stepNs() / measured - 1) * 100, (step->lowNs / measured - 1) * 100,
                    (step->highNs / measured - 1) * 100, calibration->computeFactor);
                const bool isByDeepSpeed = from.name.find("-ds-") != to.name.find("-ds-"); // other kernels
                QVERIFY(isByDeepSpeed || (step->lowNs <= measured && measured <= step->highNs));
            }
        }
    }
};

BUBBLESCOPE_TEST(TstCalibratedJob, QCoreApplication)

} // namespace bubblescope::tst_calibratedjob

#include "tst_calibratedjob.moc"
