// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Findings of real runs, tables, workloads and logs: what a user must be told about each.
#include "clockalignment.h"
#include "inputfindings.h"
#include "logfindings.h"
#include "testprogram.h"
#include "tracename.h"
#include "comparison.h"
#include "realfolder.h"
#include "runanalysis.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <string_view>

namespace bubblescope::tst_findings {

namespace {

Run alignedRun(const char* name)
{
    std::vector<Run> runs = realRuns(name);
    if (runs.size() != 1)
        qFatal("%s holds %zu runs", name, runs.size());
    ImportReport report;
    alignRun(runs.front(), report);
    return std::move(runs.front());
}

FileContents contentsOf(const char* name)
{
    ImportReport report;
    const FolderScan scan = scanPaths({sharedData(name)}, ImporterRegistry::builtin(), report);
    FileContents contents;
    for (const ScannedFile& file : scan.files) {
        auto source = openFile(file.path, file.name);
        if (source && file.importer)
            file.importer->import(**source, contents, report, {});
    }
    return contents;
}

const Finding* find(const Findings& findings, std::string_view id)
{
    for (const Finding& finding : findings.list) {
        if (finding.id == id)
            return &finding;
    }
    return nullptr;
}

bool says(const Finding& finding, const char* text) { return finding.sentence.text().find(text) != std::string::npos; }

bool advises(const Finding& finding, const char* text)
{
    return finding.suggestion.text().find(text) != std::string::npos;
}

double milliseconds(const Finding& finding) { return finding.costNs / 1e6; }

void everyFindingIsComplete(const Findings& findings)
{
    QSet<QString> ids;
    const Finding* before = nullptr;
    for (const Finding& finding : findings.list) {
        QVERIFY(!ids.contains(QString::fromStdString(finding.id)));
        ids.insert(QString::fromStdString(finding.id));
        QVERIFY(QRegularExpression(QStringLiteral("^[a-z][a-z_-]*[a-z]$"))
                    .match(QString::fromStdString(finding.id))
                    .hasMatch());
        QVERIFY(!finding.title.empty() && !finding.suggestion.empty() && !finding.howComputed.empty());
        QVERIFY(QString::fromStdString(finding.sentence.text()).endsWith(QLatin1Char('.')));
        QVERIFY(finding.costNs >= 0 && finding.share >= 0);
        QVERIFY(finding.evidence.spans.size() <= maximumEvidence);
        if (before && before->kind == finding.kind)
            QVERIFY(before->costNs >= finding.costNs);
        QVERIFY(!before || before->kind <= finding.kind);
        before = &finding;
    }
}

} // namespace

class TstFindings : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyRealRunAddsUp_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"seeds/000_213289ee4de42d36.txt", "seeds/001_15abf85fb1cc9dfd.txt",
                 "echo/measured_tp1_pp2_4ranks", "echo/measured_tp2_pp2_4ranks_known_step",
                 "echo/measured_tp2_pp4_8ranks", "echo/measured_pp4_16ranks_2hosts", "echo/scaling_tp2_pp2_4ranks",
                 "echo/extended_2026", "echo/two_runs_one_folder", "echo/plans"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void everyRealRunAddsUp()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, name);
        for (Run& run : realRuns(name.toUtf8().constData())) {
            ImportReport report;
            alignRun(run, report);
            const std::optional<RunAnalysis> analysis = analyzeRun(run);
            QVERIFY(analysis);
            everyFindingIsComplete(analysis->findings);
            QVERIFY(!analysis->findings.verdict.empty());
            TimeNs bubbles = 0;
            for (const RankSummary& rank : analysis->summary.ranks) {
                QCOMPARE(rank.split.total(), rank.window.duration());
                TimeNs phases = 0;
                for (const TimeNs part : rank.split.pipelineBubble) {
                    QVERIFY(part >= 0);
                    phases += part;
                }
                QVERIFY(rank.split.waiting() >= 0);
                QCOMPARE(phases, rank.split.bubble());
                bubbles += rank.split.withoutWork();
            }
            QCOMPARE(analysis->bubbles.total, bubbles);
        }
    }

    void oneRankAloneCanNotTellWhomItWaitsFor()
    {
        REQUIRE_SHARED_DATA();
        const Findings findings = findRunFindings(alignedRun("seeds/000_213289ee4de42d36.txt"));
        QVERIFY(findings.list.size() >= 2);
        const Finding& embedding = findings.list[0];
        const Finding& receive = findings.list[1];
        QCOMPARE(milliseconds(embedding), 68.22);
        QCOMPARE(std::round(embedding.share * 100), 41.0);
        QVERIFY(says(embedding, "waiting") && says(embedding, "needs their ranks"));
        QCOMPARE(milliseconds(receive), 29.01);
        QVERIFY(says(receive, "waits") && says(receive, "needs the other rank"));
    }

    void withItsSistersTheCauseIsNamed()
    {
        REQUIRE_SHARED_DATA();
        const Findings findings = findRunFindings(alignedRun("echo/measured_tp1_pp2_4ranks"));
        QCOMPARE(findings.list.front().id, std::string("straggling-rank"));
        QCOMPARE(findings.list.front().evidence.ranks, std::vector<int32_t> {1});
        const Finding* embedding = find(findings, "embedding-synchronization");
        QVERIFY(embedding);
        QVERIFY(says(*embedding, "Ranks 2 and 3") && says(*embedding, "stage 0"));
        QVERIFY(advises(*embedding, "Rank 1 is slow"));
        QVERIFY(!advises(*embedding, "untie"));
        QVERIFY(!find(findings, "unexplained-embedding-collective"));
        QVERIFY(!find(findings, "unexplained-receive"));
    }

    void whatASlowRankDelaysIsNoMatterOfTiedEmbeddings()
    {
        REQUIRE_SHARED_DATA();
        // Published: a worker of rank 0 explains all of the slowdown.
        std::vector<Run> runs = realRuns("bytedance_ar");
        const auto measured = std::find_if(
            runs.begin(), runs.end(), [](const Run& run) { return run.origin == Origin::Measured; });
        QVERIFY(measured != runs.end());
        ImportReport report;
        alignRun(*measured, report);
        const Findings findings = findRunFindings(*measured);
        QCOMPARE(findings.list.front().id, std::string("straggling-rank"));
        const Finding* embedding = find(findings, "embedding-synchronization");
        QVERIFY(embedding);
        QVERIFY(advises(*embedding, "Rank 0 is slow"));
        QVERIFY(!advises(*embedding, "untie"));
    }

    void ranksThatAreAllThereWaitForNoOther_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("lacksRanks");
        QTest::newRow("both ranks, the second comes last and takes 85 ms for 16 MB") << "ascend/db" << false;
        QTest::newRow("two of 128 ranks") << "kineto/hta/sampled_rank-0.json.gz" << true;
    }
    void ranksThatAreAllThereWaitForNoOther()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, name);
        QFETCH(bool, lacksRanks);
        const Findings findings = findRunFindings(alignedRun(name.toUtf8().constData()));
        QCOMPARE(find(findings, "unexplained-comm-collective") != nullptr, lacksRanks);
    }

    void withoutASlowRankTheLastStageWaitsForTheFirst()
    {
        REQUIRE_SHARED_DATA();
        const Findings findings = findRunFindings(alignedRun("echo/measured_tp2_pp2_4ranks_known_step"));
        const Finding* embedding = find(findings, "embedding-synchronization");
        QVERIFY(embedding);
        QVERIFY(says(*embedding, "stage 0"));
        QVERIFY(advises(*embedding, "untie"));
    }

    void optimizerSynchronizationIsNoCompute()
    {
        REQUIRE_SHARED_DATA();
        const std::optional<RunAnalysis> analysis = analyzeRun(alignedRun("echo/measured_tp2_pp4_8ranks"));
        for (const size_t rank : {4, 5}) {
            const TimeSplit& split = analysis->summary.ranks[rank].split;
            QVERIFY(split.waitingFor[size_t(Category::Optimizer)] > 860'000'000);
            QVERIFY(split.of(Category::Optimizer) < 63'000'000);
        }
        const Finding* finding = find(analysis->findings, "optimizer-synchronization");
        QVERIFY(finding);
        QVERIFY(says(*finding, "Ranks 4 and 5"));
        QCOMPARE(analysis->findings.list.front().id, std::string("straggling-rank"));
        QCOMPARE(analysis->findings.list.front().evidence.ranks, std::vector<int32_t> {7});
        QVERIFY(analysis->criticalPath);
        QVERIFY(std::abs(double(analysis->criticalPath->length) / 1e6 - 3855.49) < 0.1);
    }

    void scalingTraceNamesTokensAndPlaceholders()
    {
        REQUIRE_SHARED_DATA();
        const Findings findings = findRunFindings(alignedRun("seeds/001_15abf85fb1cc9dfd.txt"));
        const Finding* experts = find(findings, "expert-imbalance");
        QVERIFY(experts);
        QVERIFY(says(*experts, "6,535") && says(*experts, "2,048") && says(*experts, "3.19"));
        const Finding* placeholders = find(findings, "not-measured");
        QVERIFY(placeholders);
        QVERIFY(placeholders->title.text().starts_with("2 communications"));
        QVERIFY(says(*placeholders, "TB/s"));
        QCOMPARE(placeholders->costNs, 0.0);
    }

    void twoHostsNeverWaitANegativeTime()
    {
        REQUIRE_SHARED_DATA();
        const std::optional<RunAnalysis> analysis = analyzeRun(alignedRun("echo/measured_pp4_16ranks_2hosts"));
        for (const Bubble& bubble : analysis->bubbles.all)
            QVERIFY(!bubble.range.isEmpty());
        QVERIFY(find(analysis->findings, "expert-imbalance"));
    }

    void tableNamesItsLongestOperator()
    {
        REQUIRE_SHARED_DATA();
        const FileContents contents = contentsOf("seeds/002_891053d3e8445d09.txt");
        const Findings findings = findTableFindings(contents.layerTables.at(0), {});
        everyFindingIsComplete(findings);
        const Finding& head = findings.list.at(0);
        QCOMPARE(head.evidence.layer, std::string("lm_head"));
        QVERIFY(says(head, "67.9 %") && says(head, "5.6 %") && says(head, "36 layers"));
    }

    void workloadNamesItsGradientsAndItsBubble()
    {
        REQUIRE_SHARED_DATA();
        const FileContents contents = contentsOf("seeds/003_e7a75019e7d30864.txt");
        ModelledCosts costs;
        costs.stepNs = 1217e6;
        costs.computeNs = 280e6;
        costs.bubbleNs = 788e6;
        costs.exposedNs[size_t(Category::DataComm)] = 120.76e6;
        costs.longestGradient = {Operation::ReduceScatter, 6'236'471'296.0, 119e6};
        costs.pricedBy = "H100";
        const Findings findings = findWorkloadFindings(contents.workloads.at(0), costs);
        everyFindingIsComplete(findings);
        for (const Finding& finding : findings.list)
            QVERIFY2(!finding.evidence.rows.empty(), finding.id.c_str());
        const Finding* gradients = find(findings, "exposed-dp-communication");
        QVERIFY(gradients);
        QVERIFY(says(*gradients, "reduce-scatter of 6.24 GB"));
        QCOMPARE(milliseconds(*gradients), 120.76);
        QVERIFY(says(*gradients, "119.00 ms") && says(*gradients, "16 replicas"));
        QCOMPARE(gradients->share, 120.76 / 1217);
        const Finding* bubble = find(findings, "pipeline-bubble");
        QVERIFY(bubble);
        QVERIFY(says(*bubble, "788.00 ms") && says(*bubble, "280.00 ms"));
        QCOMPARE(bubble->share, 788.0 / 1217);
        QVERIFY(!find(findings, "exposed-tp-communication")); // none is exposed in these costs
        QVERIFY(find(findings, "not-measured"));
    }

    void gradientsOfExpertsAreNotThoseOfTheReplicas()
    {
        Workload workload;
        workload.tensorParallel = 2;
        workload.rows.resize(3);
        const auto state = [](WorkloadRow& row, const char* name, CommRequest& comm, Category group, double bytes) {
            row.name = name;
            comm.operation = Operation::ReduceScatter;
            comm.group = group;
            comm.bytes = bytes;
        };
        WorkloadRow* rows = workload.rows.data();
        state(rows[0], "experts", rows[0].weightGradient.comm, Category::ExpertDataComm, 9e9);
        state(rows[1], "dense", rows[1].weightGradient.comm, Category::DataComm, 1e9);
        state(rows[2], "router", rows[2].forward.comm, Category::ExpertComm, 9e9);
        state(rows[0], "experts", rows[0].forward.comm, Category::TensorComm, 1e6);
        ModelledCosts costs;
        costs.stepNs = 100e6;
        costs.exposedNs[size_t(Category::DataComm)] = 20e6;
        costs.exposedNs[size_t(Category::TensorComm)] = 10e6;
        costs.longestGradient = {Operation::ReduceScatter, 1e9, 15e6};
        const Findings findings = findWorkloadFindings(workload, costs);
        const Finding* const gradients = find(findings, "exposed-dp-communication");
        QVERIFY(gradients && says(*gradients, "dense: reduce-scatter of 1.00 GB") && says(*gradients, "15.00 ms"));
        const Finding* const tensor = find(findings, "exposed-tp-communication");
        QVERIFY(tensor);
        QCOMPARE(tensor->evidence.rows, std::vector<size_t> {0});
    }

    void communicationThatWasNotMeasuredIsNamedWhereItIsMostOfTheStep()
    {
        TraceBuilder builder = builderFromText(R"(
            rank0 stage0: [F0 0-40] [B0 40-100]
            rank0 stage0 comm dp: [allreduce 100-200])");
        builder.setFlag(2, SpanFlag::notMeasured);
        ImportReport report;
        Run run;
        run.trace = std::make_shared<const Trace>(builder.finish({}, report));
        const Findings findings = findRunFindings(run, {});
        const Finding* const exposed = find(findings, "exposed-dp-communication");
        QVERIFY(exposed && says(*exposed, "100.00 ms of data-parallel communication"));
        QVERIFY(says(*exposed, "was not measured"));
        QCOMPARE(exposed->costOrigin, Origin::Assumed);
        everyFindingIsComplete(findings);
    }

    void aStepWithoutAPriceIsNotCalledGood()
    {
        Workload workload;
        workload.rows.resize(1);
        QVERIFY(findWorkloadFindings(workload, {}).verdict.text().find("priced") != std::string::npos);
        ModelledCosts costs;
        costs.stepNs = 1e6;
        QVERIFY(findWorkloadFindings(workload, costs).verdict.text().find("considerable") != std::string::npos);
    }

    void logNamesStageLayerAndWarmup()
    {
        REQUIRE_SHARED_DATA();
        const FileContents contents = contentsOf("seeds/004_cbcb88115115ad29.txt");
        const Findings findings = findLogFindings(contents.runLogs.at(0));
        everyFindingIsComplete(findings);
        const Finding& stage = findings.list.at(0);
        QCOMPARE(stage.id, std::string("slow-stage"));
        QCOMPARE(stage.evidence.stages, std::vector<int> {7});
        QCOMPARE(stage.evidence.layer, std::string("lm_head"));
        QVERIFY(says(stage, "2.78 times"));
        const Finding* warmup = find(findings, "warm-up");
        QVERIFY(warmup);
        QCOMPARE(warmup->evidence.steps, (std::vector<int64_t> {1, 2}));
    }

    /// Steps of a larger batch are no shift, and a slow one among those of the usual batch stays one.
    void aGrowingBatchIsNoFault()
    {
        RunLog log;
        for (int step = 1; step <= 200; ++step) {
            const int batch = std::min(256, 32 + 32 * ((step - 1) / 15));
            LogStep one;
            one.step = step;
            one.stepMs = 300 + 10 * batch + step % 5;
            one.samplesPerSecond = batch * 1000 / *one.stepMs;
            log.steps.push_back(one);
        }
        const Findings even = findLogFindings(log);
        QCOMPARE(even.list.size(), size_t(1));
        QCOMPARE(even.list[0].id, std::string("growing-batch"));
        QVERIFY(says(even.list[0], "95 of 200 steps have 256 samples"));
        QVERIFY(says(even.list[0], "with 32 samples, and 2.862 s with 256"));
        QCOMPARE(even.stepNs, 2862e6);
        everyFindingIsComplete(even);
        LogStep& slow = log.steps[179];
        slow.stepMs = *slow.stepMs + 9000;
        slow.samplesPerSecond = 256 * 1000 / *slow.stepMs;
        const Findings once = findLogFindings(log);
        QVERIFY(find(once, "growing-batch"));
        QVERIFY(!find(once, "level-shift"));
        QVERIFY(once.verdict.text().find("180") != std::string::npos);
    }

    void expertsThatAreFarAwayAreNamed()
    {
        Workload workload;
        workload.expertParallel = 8;
        workload.rows.resize(2);
        workload.rows[1].name = "experts";
        workload.rows[1].forward.comm = {Operation::AllToAll, Category::ExpertComm, 9e9};
        ModelledCosts costs;
        costs.stepNs = 100e6;
        costs.computeNs = 60e6;
        costs.exposedNs[size_t(Category::ExpertComm)] = 2e6;
        QVERIFY(!find(findWorkloadFindings(workload, costs), "exposed-ep-communication")); // 2 % is the job's shape
        costs.exposedNs[size_t(Category::ExpertComm)] = 20e6;
        const Findings findings = findWorkloadFindings(workload, costs);
        const Finding* const experts = find(findings, "exposed-ep-communication");
        QVERIFY(experts && says(*experts, "20.00 ms beside 60.00 ms"));
        QCOMPARE(experts->evidence.layer, std::string("experts"));
        QCOMPARE(experts->tryKnobs.at(0), std::pair(std::string("expert"), std::string("4")));
    }

    void slowStepsAndDriftCostNoMoreThanAStep()
    {
        const auto logOf = [](auto msOfStep) {
            RunLog log;
            for (int64_t i = 1; i <= 40; ++i) {
                LogStep step;
                step.step = i;
                step.stepMs = msOfStep(i);
                log.steps.push_back(step);
            }
            return log;
        };
        const auto costly = [](const Findings& findings, std::string_view id) {
            const auto found = std::find_if(findings.list.begin(), findings.list.end(),
                [&](const Finding& finding) { return finding.id == id && finding.share > 0; });
            return found == findings.list.end() ? nullptr : &*found;
        };
        // One checkpoint of 100 s among steps of 1 s: 99 of 139 s.
        const Findings slow = findLogFindings(logOf([](int64_t i) { return i == 20 ? 100'000.0 : 1000.0; }));
        const Finding* steps = costly(slow, "transient-blips");
        QVERIFY(steps);
        QVERIFY(qAbs(steps->share - 99.0 / 139) < 1e-9);
        QVERIFY(qAbs(steps->costNs - 99e9 / 40) < 1); // of a mean step, as its share
        QVERIFY2(steps->sentence.text().starts_with("It took "), steps->sentence.text().c_str()); // it is one
        const Findings drifting = findLogFindings(logOf([](int64_t i) { return 1000.0 * double(i); }));
        const Finding* drift = costly(drifting, "drift");
        QVERIFY(drift);
        QVERIFY(drift->share < 1);
    }

    void whatContradictsItsInputIsHeldAtTheStep()
    {
        // Stages whose forward passes alone take longer than the step that is stated.
        RunLog log;
        log.microbatches = 4;
        for (int64_t i = 1; i <= 3; ++i) {
            log.blocks.push_back({i, 0, 0, {{0, 10, 4, 1}}, 0});
            log.blocks.push_back({i, 1, 1, {{1, 400, 4, 1}}, 0});
            LogStep step;
            step.step = i;
            step.stepMs = 50;
            log.steps.push_back(step);
        }
        const Findings findings = findLogFindings(log);
        const auto stage = std::find_if(findings.list.begin(), findings.list.end(),
            [](const Finding& finding) { return finding.id == "slow-stage"; });
        QVERIFY(stage != findings.list.end());
        QCOMPARE(stage->costNs, 50e6);
        QCOMPARE(stage->share, 1.0);
        QVERIFY(stage->sentence.text().find("more than a step takes") != std::string::npos);
    }

    void aBlockWithoutLayersHasNoShareOfNothing()
    {
        RunLog log;
        log.microbatches = 1;
        for (int64_t i = 1; i <= 3; ++i) {
            log.blocks.push_back({i, 0, 0, {{0, 10, 1, 10}}, 0});
            log.blocks.push_back({i, 1, 1, {{1, 40, 1, 40}}, 0});
        }
        log.blocks.push_back({4, 0, 0, {{0, 10, 1, 10}}, 0});
        log.blocks.push_back({4, 1, 1, {}, 0}); // cut behind its header
        for (const Finding& finding : findLogFindings(log).list)
            QVERIFY2(finding.sentence.text().find("nan") == std::string::npos, finding.sentence.text().c_str());
    }

    void timersOfALogAreFindings()
    {
        RunLog log;
        for (int64_t step = 1; step <= 3; ++step) {
            log.steps.emplace_back();
            log.steps.back().step = step;
            log.steps.back().stepMs = 1000;
            const double slow = step == 1 ? 10 : 1; // the first is a warmup
            for (const auto& [name, ms] : {std::pair("forward-recv", 60.0),
                     std::pair("backward-send-forward-recv", 40.0), std::pair("forward-compute", 500.0),
                     std::pair("all-grads-sync", 20.0), std::pair("batch-generator", 8.0)})
                log.timers.push_back({step, name, ms * slow});
        }
        const Findings findings = findLogFindings(log);
        everyFindingIsComplete(findings);
        QCOMPARE(findings.list.size(), size_t(2)); // gradients take 2 % only, and computing is what a step is for
        QCOMPARE(findings.list[0].id, std::string("input"));
        QVERIFY(findings.list[0].kind == Finding::Kind::Fault);
        QCOMPARE(milliseconds(findings.list[0]), 8.0);
        QCOMPARE(findings.list[1].id, std::string("pipeline-waiting"));
        QCOMPARE(milliseconds(findings.list[1]), 100.0);
        QVERIFY(says(findings.list[1], "forward-recv and 1 more"));
    }

    void thePartThatIsLongerInASlowStepIsNamed()
    {
        RunLog log;
        for (int64_t step = 1; step <= 20; ++step) {
            const double longer = step == 11 ? 750 : 0;
            log.steps.emplace_back();
            log.steps.back().step = step;
            log.steps.back().stepMs = 1000 + longer;
            log.timers.push_back({step, "gen", 500 + longer});
            log.timers.push_back({step, "update", 600});
        }
        const auto names = [&](std::string_view text) {
            const Findings findings = findLogFindings(log);
            return std::any_of(findings.list.begin(), findings.list.end(), [text](const Finding& finding) {
                return finding.title.text().find(text) != std::string::npos;
            });
        };
        QVERIFY(names(": gen takes 1.25"));
        QVERIFY(!names("update"));
        for (LogTimer& timer : log.timers) // what takes the same in each step is no cause
            timer.ms = 500;
        QVERIFY(!names("gen"));
    }

    void evidenceOfASlowRankIsAPassBesideItsPeers()
    {
        Run run;
        run.trace = std::make_shared<Trace>(traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 10-30] [F1 30-40] [B1 40-60] [optimizer 60-130]
            rank1 stage0: [F0 0-20] [B0 20-60] [F1 60-80] [B1 80-120] [optimizer 120-190])"));
        const Findings findings = findRunFindings(run);
        const Finding* slow = find(findings, "straggling-rank");
        QVERIFY(slow);
        const auto rankOf = [&](SpanId span) { return run.trace->track(run.trace->track(span)).rank; };
        const std::vector<SpanId>& spans = slow->evidence.spans;
        QVERIFY(spans.size() >= 2);
        QCOMPARE(rankOf(spans[0]), 1);
        QCOMPARE(run.trace->operation(spans[0]), Operation::Backward);
        QCOMPARE(rankOf(spans[1]), 0);
        QCOMPARE(run.trace->operation(spans[1]), Operation::Backward);
        QCOMPARE(run.trace->microbatch(spans[0]), run.trace->microbatch(spans[1]));
        for (const SpanId span : spans)
            QVERIFY(isPass(run.trace->operation(span)));
    }

    void aRunWithoutAnythingToSaySaysSo()
    {
        Run run;
        run.trace = std::make_shared<Trace>(traceFromText("rank0 stage0: [F0 0-10] [B0 10-30] [optimizer 30-35]"));
        const Findings findings = findRunFindings(run);
        QVERIFY(findings.list.empty());
        QVERIFY(findings.verdict.text().starts_with("Nothing stands out"));
        QCOMPARE(findings.stepNs, 35e6);
    }

    void emptyTracesAndCancellingAreSurvived()
    {
        Run run;
        TraceBuilder builder;
        ImportReport report;
        run.trace = std::make_shared<Trace>(builder.finish({}, report));
        QVERIFY(findRunFindings(run).list.empty());
        QVERIFY(findTableFindings({}, {}).list.empty());
        QVERIFY(findWorkloadFindings({}, {}).list.empty());
        QVERIFY(findLogFindings({}).list.empty());

        run.trace = std::make_shared<Trace>(traceFromText("rank0 stage0: [F0 0-10] [B0 10-30]"));
        FindingOptions options;
        int calls = 0;
        options.progress = [&](uint64_t done, uint64_t total) {
            if (done > total)
                qFatal("done %d of %d", int(done), int(total));
            return ++calls < 3;
        };
        QVERIFY(!analyzeRun(run, options));
        QCOMPARE(calls, 3);
    }

    /// Nine tenths of the time go into the graph of a long step: it is asked inside that, too.
    void progressAscendsAndMayEndItAnywhere()
    {
        Run run;
        run.trace = std::make_shared<Trace>(traceFromText("rank0 stage0: [F0 0-10] [B0 10-30]"));
        FindingOptions options;
        uint64_t before = 0;
        int calls = 0;
        options.progress = [&](uint64_t done, uint64_t total) {
            if (done < before || done > total)
                qFatal("done %d of %d after %d", int(done), int(total), int(before));
            before = done;
            ++calls;
            return true;
        };
        QVERIFY(analyzeRun(run, options));
        const int all = calls;
        QVERIFY(all >= 16);
        for (int last = 1; last <= all; ++last) {
            calls = 0;
            options.progress = [&](uint64_t, uint64_t) { return ++calls < last; };
            QVERIFY(!analyzeRun(run, options));
        }
    }

    void comparingMayBeEnded()
    {
        Run run;
        run.trace = std::make_shared<Trace>(traceFromText("rank0 stage0: [F0 0-10] [B0 10-30]"));
        int calls = 0;
        QVERIFY(compare(run, run, [&](uint64_t, uint64_t) { return ++calls > 0; }));
        const int all = calls;
        QVERIFY(all >= 3);
        for (int last = 1; last <= all; ++last) {
            calls = 0;
            QVERIFY(!compare(run, run, [&](uint64_t, uint64_t) { return ++calls < last; }));
        }
    }

    void largeHostWorkAndIdleTimeAreNamed()
    {
        TraceBuilder builder = builderFromText("rank0: [F0 0-40] [B0 160-200]\nrank1: [F0 0-40] [B0 160-200]");
        for (int rank = 0; rank < 2; ++rank) {
            SpanRecord record;
            record.track = builder.track({rank, 0, Lane::Host, Category::Host, "host"});
            record.begin = 40'000'000;
            record.end = 100'000'000;
            record.name = builder.intern("save_checkpoint");
            record.category = Category::Host;
            builder.addSpan(record);
        }
        ImportReport report;
        Run run;
        run.trace = std::make_shared<const Trace>(builder.finish({}, report));
        const Findings findings = findRunFindings(run, {});
        everyFindingIsComplete(findings);
        const Finding* work = find(findings, "host-work");
        QVERIFY(work);
        QVERIFY(says(*work, "save_checkpoint"));
        QCOMPARE(milliseconds(*work), 60.0);
        const Finding* idle = find(findings, "idle");
        QVERIFY(idle);
        QCOMPARE(milliseconds(*idle), 60.0);
        QCOMPARE(idle->evidence.range, (TimeRange {100'000'000, 160'000'000}));
    }

    void longLastStageIsNamedWhereOnlyTransfersAreRecorded()
    {
        REQUIRE_SHARED_DATA();
        const Findings findings = findRunFindings(alignedRun("bytedance_st/timeline-ST.json.gz"));
        QCOMPARE(findings.list.front().id, std::string("slow-stage"));
        QCOMPARE(findings.list.front().evidence.stages, std::vector<int> {3});
        // With everything equal the step would be 15 % shorter; see S of `stragglers`.
        QVERIFY(findings.list.front().share > 0.1 && findings.list.front().share < 0.152);
    }
};

BUBBLESCOPE_TEST(TstFindings, QCoreApplication)

} // namespace bubblescope::tst_findings

#include "tst_findings.moc"
