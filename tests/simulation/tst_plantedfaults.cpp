// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Samples in which something was planted: it must be the first finding, with its factor; a clean sample has no fault.
// And over random samples: no span is charged twice.
#include "knobs.h"
#include "logfindings.h"
#include "modelledinput.h"
#include "playedsteps.h"
#include "ranksplit.h"
#include "runanalysis.h"
#include "samplefolder.h"
#include "testprogram.h"
#include "typicalstep.h"
#include "whatif.h"

#include <QRegularExpression>
#include <QTest>

#include <map>
#include <random>
#include <set>

namespace bubblescope::tst_plantedfaults {

namespace {

Run sampleOf(const SampleOptions& options)
{
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    return std::move(folder->runs.front());
}

bool isWithin(double found, double planted, double tolerance) { return std::abs(found / planted - 1) <= tolerance; }

Simulator simulatorOf(const SampleOptions& options, int step = 0)
{
    RunFolder folder;
    folder.runs.push_back(sampleOf(options));
    Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Run, 0, step});
    if (!simulator)
        qFatal("%s", simulator.error().message.text().c_str());
    return std::move(simulator).value();
}

Knobs knobsOf(const Finding& finding)
{
    Knobs knobs;
    for (const auto& [key, value] : finding.tryKnobs) {
        if (!setKnob(knobs, key, value))
            qFatal("%s=%s", key.c_str(), value.c_str());
    }
    return knobs;
}

/// "4.10 times" of a sentence.
double factorOf(const Finding& finding)
{
    const auto match
        = QRegularExpression(QStringLiteral("([0-9.]+) times")).match(QString::fromStdString(finding.sentence.text()));
    return match.captured(1).toDouble();
}

} // namespace

class TstPlantedFaults : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void stragglerIsFoundFirst_data()
    {
        QTest::addColumn<int>("rank");
        QTest::addColumn<double>("factor");
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("expert");
        QTest::newRow("of the first stage") << 0 << 1.3 << 2 << 1;
        QTest::newRow("in the middle") << 5 << 1.3 << 2 << 1;
        QTest::newRow("of the last stage") << 15 << 1.2 << 2 << 1;
        QTest::newRow("without tensor parallelism") << 3 << 1.3 << 1 << 1;
        QTest::newRow("beside experts") << 9 << 1.3 << 2 << 2;
    }
    void stragglerIsFoundFirst()
    {
        QFETCH(int, rank);
        QFETCH(double, factor);
        QFETCH(int, tensor);
        QFETCH(int, expert);
        SampleOptions options;
        options.tensor = tensor;
        options.expert = expert;
        options.stragglers = {{rank, factor}};
        const std::optional<RunAnalysis> analysis = analyzeRun(sampleOf(options));
        const Finding& first = analysis->findings.list.at(0);
        QCOMPARE(first.id, std::string("straggling-rank"));
        QCOMPARE(first.evidence.ranks, std::vector<int32_t> {rank});
        QVERIFY2(isWithin(factorOf(first), factor, 0.05), first.sentence.text().c_str());
        QVERIFY(isWithin(analysis->stragglers.of(uint32_t(rank))->factor, factor, 0.05));

        // The price is what the step would have been without it.
        options.stragglers.clear();
        const std::optional<RunAnalysis> clean = analyzeRun(sampleOf(options));
        const double saved = double(analysis->stepTime - clean->stepTime);
        QVERIFY2(std::abs(first.costNs - saved) < 0.02 * double(analysis->stepTime),
            qPrintable(QStringLiteral("%1 ms, but %2 ms").arg(first.costNs / 1e6).arg(saved / 1e6)));
    }

    void aSlowStageIsShownOnARankThatDoesNotStraggle()
    {
        const Findings findings = findRunFindings(sampleOf(demoOptions())); // rank 6 straggles in the slow stage 3
        std::set<uint32_t> first;
        for (const Finding& finding : findings.list) {
            if (!finding.evidence.spans.empty())
                QVERIFY2(first.insert(finding.evidence.spans.front().value).second, finding.id.c_str());
        }
        QVERIFY(first.size() >= 2);
    }

    void waitingForAStragglerIsNoFurtherFinding()
    {
        SampleOptions options;
        options.stages = 1;
        options.stragglers = {{1, 1.3}};
        const std::optional<RunAnalysis> analysis = analyzeRun(sampleOf(options));
        QVERIFY(analysis->summary.split.waitingFor[size_t(Category::TensorComm)] > 0);
        QVERIFY(analysis->summary.split.waitingFor[size_t(Category::DataComm)] > 0);
        for (const Finding& finding : analysis->findings.list)
            QVERIFY2(!finding.id.ends_with("-synchronization"), finding.id.c_str());
    }

    void loneStragglerIsFoundAmongTheStages()
    {
        SampleOptions options;
        options.stages = 8;
        options.tensor = 1;
        options.data = 1;
        options.stragglers = {{3, 1.3}};
        const Findings findings = findRunFindings(sampleOf(options));
        QCOMPARE(findings.list.at(0).id, std::string("straggling-rank"));
        QCOMPARE(findings.list.at(0).evidence.ranks, std::vector<int32_t> {3});
        QVERIFY(isWithin(factorOf(findings.list.at(0)), 1.3, 0.05));
        QVERIFY(findings.list.at(0).sentence.text().find("more work in it would look the same") != std::string::npos);
    }

    /// The output layer would look the same as a slow GPU: both are said.
    void aLoneStragglerOfTheLastStageIsNoCertainty()
    {
        SampleOptions options;
        options.stages = 8;
        options.tensor = 1;
        options.data = 1;
        options.stragglers = {{7, 1.3}};
        const Finding first = findRunFindings(sampleOf(options)).list.at(0);
        QCOMPARE(first.id, std::string("slow-stage"));
        QVERIFY2(first.title.text().ends_with("or rank 7 is slow"), first.title.text().c_str());
        QVERIFY(first.suggestion.text().find("GPU") != std::string::npos);
    }

    void heavyLastStageIsFoundFirst()
    {
        for (const double factor : {1.25, 1.5}) {
            SampleOptions options;
            options.lastStageFactor = factor;
            const std::optional<RunAnalysis> analysis = analyzeRun(sampleOf(options));
            const Finding& first = analysis->findings.list.at(0);
            QCOMPARE(first.id, std::string("slow-stage"));
            QCOMPARE(first.evidence.stages, std::vector<int> {3});
            QVERIFY(isWithin(analysis->stragglers.stages.at(3).factor, factor, 0.05));
            QCOMPARE(first.tryKnobs.at(0).first, std::string("partition"));
            QVERIFY(first.title.text().ends_with("than the others")); // its ranks agree
        }
    }

    void slowLinkIsFoundFirst_data()
    {
        QTest::addColumn<int>("stage");
        QTest::addColumn<double>("factor");
        QTest::addColumn<int>("hosts");
        QTest::newRow("between hosts, the only one") << 1 << 4.0 << 2;
        QTest::newRow("between hosts, among others") << 2 << 3.0 << 4;
        QTest::newRow("inside a host") << 1 << 8.0 << 1;
        // Messages of 0.09 ms in a file whose times are told to 0.01 ms.
        QTest::newRow("twice as slow inside a host, last") << 2 << 2.0 << 1;
        QTest::newRow("three times as slow inside a host, first") << 0 << 3.0 << 2;
        QTest::newRow("three times as slow inside a host, last") << 2 << 3.0 << 2;
    }
    void slowLinkIsFoundFirst()
    {
        QFETCH(int, stage);
        QFETCH(double, factor);
        QFETCH(int, hosts);
        SampleOptions options;
        options.hosts = hosts;
        options.slowLinks = {{stage, factor}};
        const Run run = sampleOf(options);
        const Findings findings = findRunFindings(run);
        const Finding& first = findings.list.at(0);
        QCOMPARE(first.id, std::string("slow-link"));
        QCOMPARE(first.evidence.stages, (std::vector<int> {stage, stage + 1}));
        QVERIFY2(isWithin(factorOf(first), factor, 0.05), first.sentence.text().c_str());
        QVERIFY(!first.evidence.spans.empty());
        // Its knob gains what it costs, and leads to the step of a sample without it.
        QCOMPARE(first.tryKnobs.at(0).first, std::string("link"));
        const int step = typicalStep(*run.trace);
        const Simulator slow = simulatorOf(options, step);
        const Result<StepFigures> mended = slow.figures(knobsOf(first));
        QVERIFY2(mended, mended ? "" : mended.error().message.text().c_str());
        const double gain = slow.baseline().stepNs - mended->stepNs;
        QVERIFY2(isWithin(gain, first.costNs, 0.01), qPrintable(QString::number(gain)));
        options.slowLinks.clear();
        const double healthy = simulatorOf(options, step).baseline().stepNs;
        QVERIFY2(
            std::abs(mended->stepNs - healthy) < 0.15 * gain, qPrintable(QString::number(mended->stepNs - healthy)));
    }

    void aKnobOfALinkMovesNoOther()
    {
        SampleOptions options;
        options.steps = 1;
        const Simulator sample = simulatorOf(options);
        const auto stepOf = [&](const char* knobs) {
            const Result<StepFigures> told = sample.figures(*knobsFromLine(knobs));
            return told ? told->stepNs : 0;
        };
        // All three links four times as slow are slower than two of them, in the recorded and in other orders.
        for (const std::string order : {"", "; schedule=gpipe", "; schedule=zb-h1", "; blocking-send=off"}) {
            const double none = stepOf(("microbatches=8" + order).c_str());
            const double one = stepOf(("link=1-2=40" + order).c_str());
            const double two = stepOf(("link=0-1=40,1-2=40" + order).c_str());
            const double all = stepOf(("link=0-1=40,1-2=40,2-3=40" + order).c_str());
            QVERIFY2(0 < none && none < one && one < two && two < all, order.c_str());
            QCOMPARE(stepOf(("link=0-1=1" + order).c_str()), none);
        }
        const Result<StepFigures> refused = sample.figures(*knobsFromLine("link=0-2=2"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().message.text(), std::string("No messages pass between stages 0 and 2."));
        options.stages = 1;
        QVERIFY(simulatorOf(options).whyNot("link"));
    }

    void aLinkMayBeSlowInsideHostsAndAcrossThem()
    {
        // The ranks of stage 1 are on two hosts: some of its messages stay inside.
        SampleOptions options;
        options.stages = 3;
        options.tensor = 1;
        options.microbatches = 4;
        options.hiddenSize = 8192;
        options.slowLinks = {{1, 4.0}};
        const Findings findings = findRunFindings(sampleOf(options));
        const Finding& first = findings.list.at(0);
        QCOMPARE(first.id, std::string("slow-link"));
        QCOMPARE(first.evidence.stages, (std::vector<int> {1, 2}));
        QVERIFY2(isWithin(factorOf(first), 4, 0.05), first.sentence.text().c_str());
        QVERIFY(first.tryKnobs.empty()); // the knob would move both kinds alike
    }

    void aRankThatIsGivenNothingCounts()
    {
        SampleOptions options;
        options.expert = 2;
        options.expertImbalance = 2; // all tokens to one of two
        const std::optional<RunAnalysis> analysis = analyzeRun(sampleOf(options));
        QCOMPARE(analysis->findings.list.at(0).id, std::string("expert-imbalance"));
        QVERIFY(isWithin(analysis->experts.busiest()->factor(), 2, 0.05));
    }

    void expertImbalanceIsFoundFirst()
    {
        SampleOptions options;
        options.data = 4;
        options.expert = 4;
        options.expertImbalance = 1.6;
        options.seed = 6;
        const std::optional<RunAnalysis> analysis = analyzeRun(sampleOf(options));
        const Finding& first = analysis->findings.list.at(0);
        QCOMPARE(first.id, std::string("expert-imbalance"));
        QVERIFY(isWithin(analysis->experts.busiest()->factor(), 1.6, 0.05));
        // Tokens make no straggler.
        for (const Stragglers::Rank& rank : analysis->stragglers.ranks)
            QVERIFY(!rank.isStraggler);
        options.expertImbalance = 1;
        const std::optional<RunAnalysis> clean = analyzeRun(sampleOf(options));
        const double saved = double(analysis->stepTime - clean->stepTime);
        QVERIFY(std::abs(first.costNs - saved) < 0.03 * double(analysis->stepTime));
    }

    void cleanSamplesHaveNoFault_data()
    {
        QTest::addColumn<int>("which");
        for (int i = 0; i < 6; ++i)
            QTest::addRow("%d", i) << i;
    }
    void cleanSamplesHaveNoFault()
    {
        QFETCH(int, which);
        SampleOptions options;
        options.seed = uint64_t(100 + which);
        options.steps = 1 + which;
        options.noise = which == 0 ? 0 : 0.01 * which;
        options.tensor = 1 + which % 2;
        options.data = which == 3 ? 4 : 2;
        options.expert = which == 3 ? 2 : 1;
        options.schedule = which == 4 ? ScheduleKind::GPipe : ScheduleKind::OneFOneB;
        const std::optional<RunAnalysis> analysis = analyzeRun(sampleOf(options));
        for (const Finding& finding : analysis->findings.list)
            QVERIFY2(finding.kind != Finding::Kind::Fault, finding.sentence.text().c_str());
        // What the pipeline costs is said, though.
        QCOMPARE(analysis->findings.list.at(0).id, std::string("pipeline-bubble"));
    }

    void demoOpensOnAFaultThatCanBeTried()
    {
        const Findings findings = findRunFindings(sampleOf(demoOptions()));
        const Finding& first = findings.list.at(0);
        QCOMPARE(first.kind, Finding::Kind::Fault);
        QVERIFY(!first.tryKnobs.empty());
        QVERIFY(!first.evidence.spans.empty());
        QVERIFY(!first.evidence.range.isNothing());
    }

    void whatIsSuggestedCanBeTried()
    {
        SampleOptions heavy = demoOptions();
        SampleOptions clean;
        SampleOptions slow;
        slow.stragglers = {{5, 1.3}};
        for (const SampleOptions& options : {heavy, clean, slow}) {
            Result<RunFolder> folder = makeSampleFolder(options);
            QVERIFY(folder);
            Findings findings = findRunFindings(folder->runs.front());
            const Findings ofLog = findLogFindings(folder->runLogs.front());
            const Findings ofWorkload = modelledInput(*folder, {SimulationSource::Kind::Workload, 0, 0}).findings;
            QVERIFY(!ofWorkload.list.empty());
            findings.list.insert(findings.list.end(), ofLog.list.begin(), ofLog.list.end());
            findings.list.insert(findings.list.end(), ofWorkload.list.begin(), ofWorkload.list.end());
            for (const Finding& finding : findings.list) {
                Knobs knobs;
                for (const auto& [knob, value] : finding.tryKnobs) {
                    const Result<bool> set = setKnob(knobs, knob, value);
                    QVERIFY2(set, set ? "" : set.error().message.text().c_str());
                }
            }
            // The first fault, mended by its knobs, makes the simulated step shorter by about its price.
            const Finding& first = findings.list.front();
            if (first.kind != Finding::Kind::Fault)
                continue;
            SimulationSource source;
            source.step = findings.step;
            const Result<Simulator> simulator = Simulator::make(*folder, source);
            QVERIFY(simulator);
            Knobs knobs;
            for (const auto& [knob, value] : first.tryKnobs)
                QVERIFY(setKnob(knobs, knob, value));
            const Result<StepFigures> figures = simulator->figures(knobs);
            QVERIFY2(figures, figures ? "" : figures.error().message.text().c_str());
            const double gain = simulator->baseline().stepNs - figures->stepNs;
            QVERIFY2(gain > 0.5 * first.costNs && gain < 1.5 * first.costNs,
                qPrintable(QStringLiteral("%1: %2 ms, not %3 ms")
                               .arg(QString::fromStdString(first.id))
                               .arg(gain / 1e6)
                               .arg(first.costNs / 1e6)));
        }
    }

    void noSpanIsChargedTwice()
    {
        std::mt19937_64 random(17);
        const auto oneOf = [&](std::initializer_list<int> values) {
            return *(values.begin() + std::ptrdiff_t(random() % values.size()));
        };
        for (int i = 0; i < 12; ++i) {
            SampleOptions options;
            options.seed = random();
            options.stages = oneOf({1, 2, 4});
            options.tensor = oneOf({1, 2});
            options.data = oneOf({1, 2, 4});
            options.expert = options.data > 1 ? oneOf({1, 2}) : 1;
            options.microbatches = oneOf({4, 8});
            options.layers = 8;
            options.steps = oneOf({1, 3});
            options.hosts = oneOf({1, 2});
            options.noise = 0.05;
            options.schedule = oneOf({0, 1}) ? ScheduleKind::GPipe : ScheduleKind::OneFOneB;
            if (options.stages * options.tensor * options.data % options.hosts != 0)
                options.hosts = 1;
            const Run run = sampleOf(options);
            const Trace& trace = *run.trace;
            const std::optional<RunAnalysis> analysis = analyzeRun(run);
            for (const RankSummary& rank : analysis->summary.ranks) {
                QCOMPARE(rank.split.total(), rank.window.duration());
                QCOMPARE(rank.window.duration(), analysis->stepTime);
                // Waiting, too, comes out of each record once.
                QVERIFY(rank.split.bubble() >= 0 && rank.split.waiting() >= 0);
            }
            // The whole run against a sum over the records themselves: each charged to its own category, less what is
            // recorded inside it.
            const std::vector<Waiting> waiting = findWaiting({trace, run.layout}, trace.timing());
            std::map<int32_t, std::array<TimeNs, categoryCount>> own;
            for (uint32_t s = 0; s < trace.spanCount(); ++s) {
                const SpanId span(s);
                if (trace.hasFlag(span, SpanFlag::fusedLeg))
                    continue;
                const int32_t rank = trace.track(trace.track(span)).rank;
                own[rank][size_t(trace.category(span))] += trace.duration(span);
                if (const SpanId parent = trace.parent(span); parent.isValid())
                    own[rank][size_t(trace.category(parent))] -= trace.duration(span);
            }
            const PlayedRun played({trace, run.layout}, trace.timing());
            PlayedRun inRecords = played;
            inRecords.awaited = std::make_shared<const AwaitedGaps>(); // waiting in gaps has no record
            for (const RankInfo& rank : trace.ranks()) {
                const auto splitBy = [&](const PlayedRun& by) {
                    return splitRank({trace, run.layout}, trace.timing(), rank.rank, trace.range(), waiting, by);
                };
                const TimeSplit split = splitBy(inRecords);
                for (size_t c = 0; c < size_t(categoryCount); ++c)
                    QCOMPARE(split.time[c] + split.waitingFor[c], own[rank.rank][c]);
                // It was idle, or a bubble, before.
                const TimeSplit whole = splitBy(played);
                QCOMPARE(whole.total(), split.total());
                QCOMPARE(
                    whole.waiting() + whole.bubble() + whole.idle(), split.waiting() + split.bubble() + split.idle());
            }
            if (analysis->criticalPath) {
                TimeNs sum = 0;
                for (const TimeNs time : analysis->criticalPath->byCategory)
                    sum += time;
                QCOMPARE(sum, analysis->criticalPath->length);
                QVERIFY(isWithin(double(analysis->criticalPath->length), double(analysis->stepTime), 0.005));
            }
        }
    }

    void driftAndOutliersNeedSeveralSteps()
    {
        SampleOptions options;
        options.steps = 8;
        options.microbatches = 4;
        const std::optional<RunAnalysis> analysis = analyzeRun(sampleOf(options));
        QVERIFY(std::none_of(analysis->findings.list.begin(), analysis->findings.list.end(),
            [](const Finding& finding) { return finding.id == "drift" || finding.id == "level-shift"; }));
        QVERIFY(analysis->stragglers.slowSteps.empty() && analysis->stragglers.warmupSteps.empty());
        FindingOptions wanted;
        wanted.step = 3;
        const Run run = sampleOf(options);
        QCOMPARE(analyzeRun(run, wanted)->stepTime, run.trace->steps()[3].range.duration());
    }
};

BUBBLESCOPE_TEST(TstPlantedFaults, QCoreApplication)

} // namespace bubblescope::tst_plantedfaults

#include "tst_plantedfaults.moc"
