// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Builds of one job against each other: what is worse, what cannot be compared, and who is to blame.
#include "buildsoflogs.h"
#include "gate.h"
#include "runhistory.h"
#include "samplefolder.h"
#include "sanitized.h"
#include "smallsample.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <array>
#include <bit>
#include <deque>
#include <random>

namespace bubblescope::tst_gate {

namespace {

SampleOptions job(uint64_t seed) { return buildOfJob(seed, 10); }

RunFolder made(const SampleOptions& options)
{
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    return std::move(folder).value();
}

std::vector<size_t> changesOf(const RunHistory& history)
{
    std::vector<size_t> builds;
    for (const RunHistory::ChangePoint& change : history.changes)
        builds.push_back(change.build);
    return builds;
}

RunLog steadyLog(double ms, size_t steps = 20)
{
    std::vector<double> times;
    for (size_t i = 0; i < steps; ++i)
        times.push_back(ms * (1 + 0.002 * double(i % 3)));
    return logOf(times);
}

} // namespace

class TstGate : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void nothingGrowsByNothing()
    {
        QCOMPARE(growthText(-1e-5), std::string("0.00 %"));
        QCOMPARE(growthText(0), std::string("0.00 %"));
        QCOMPARE(growthText(-0.0312), std::string("-3.12 %"));
        QCOMPARE(growthText(0.0001), std::string("+0.01 %"));
    }

    void anotherSeedOfTheSameJobIsFine()
    {
        const RunFolder a = made(job(1));
        const RunFolder b = made(job(2));
        const GateReport report
            = judgeRun(gateRunOf(a.runs.front()), {gateRunOf(b.runs.front())}, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::Fine);
        QVERIFY(report.of(GateQuantity::Step)->change.steps >= 8);
        QVERIFY(!report.culprit);
        QCOMPARE(report.remarks.size(), size_t(1)); // one baseline
    }

    void aSlowRankIsNamed()
    {
        SampleOptions slow = job(1);
        slow.stragglers = {{5, 1.1}};
        const RunFolder a = made(slow);
        const RunFolder b = made(job(2));
        const GateRun run = gateRunOf(a.runs.front());
        const GateRun baseline = gateRunOf(b.runs.front());
        const GateReport report = judgeRun(run, {baseline}, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::Worse);
        QVERIFY(report.culprit.has_value());
        QCOMPARE(report.culprit->id, std::string("slower-compute"));
        QCOMPARE(report.culprit->evidence.ranks, std::vector<int32_t> {5});
        QVERIFY(std::abs(report.culprit->factor - 1.1) < 0.02);
        // What is told explains the growth.
        const QuantityChange& step = *report.of(GateQuantity::Step);
        QVERIFY(std::abs(report.culprit->gainNs / (step.run - step.baseline) - 1) < 0.3);
        QVERIFY(!report.findings.empty());
        QCOMPARE(report.findings.front().finding.id, std::string("straggling-rank"));
        // The other way round it is better, and nobody's fault.
        const GateReport back = judgeRun(baseline, {run}, GateRules::usual());
        QCOMPARE(back.verdict, Verdict::Better);
        QVERIFY(back.sentence.text().find('+') == std::string::npos); // "10 % shorter"
        QVERIFY(!back.culprit);
    }

    void aSlowLinkIsNamed()
    {
        SampleOptions slow = job(1);
        slow.slowLinks = {{1, 8.0}};
        const RunFolder a = made(slow);
        const RunFolder b = made(job(2));
        const GateReport report
            = judgeRun(gateRunOf(a.runs.front()), {gateRunOf(b.runs.front())}, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::Worse);
        QVERIFY(report.culprit.has_value());
        QCOMPARE(report.culprit->id, std::string("slower-transfer"));
        QCOMPARE(report.culprit->evidence.stages, (std::vector<int> {1, 2}));
    }

    void limitsDecideWhatIsWorse()
    {
        SampleOptions slow = job(1);
        slow.stragglers = {{5, 1.1}};
        const RunFolder a = made(slow);
        const RunFolder b = made(job(2));
        const GateRun run = gateRunOf(a.runs.front());
        const std::vector<GateRun> before {gateRunOf(b.runs.front())};
        GateRules rules;
        QCOMPARE(judgeRun(run, before, rules).verdict, Verdict::Fine); // nothing is judged
        rules.of(GateQuantity::Step) = 0.5;
        QCOMPARE(judgeRun(run, before, rules).verdict, Verdict::Fine);
        rules.mostOfFinding["straggling-rank"] = 0.01;
        const GateReport report = judgeRun(run, before, rules);
        QCOMPARE(report.verdict, Verdict::Worse);
        QVERIFY(report.findings.front().isWorse);
    }

    /// There is one finding for each fault of hosts: what another one cost before does not excuse it.
    void anotherSlowHostIsNotTheOneOfBefore()
    {
        const RunFolder a = made(job(1));
        const RunFolder b = made(job(2));
        GateRun run = gateRunOf(a.runs.front());
        GateRun baseline = gateRunOf(b.runs.front());
        Finding before;
        before.id = "slow-host";
        before.title = say("Host {} is slow", "node0");
        before.costNs = 0.05 * baseline.typical(GateQuantity::Step).value_or(0);
        before.evidence.ranks = {0, 1};
        Finding other = before;
        other.title = say("Host {} is slow", "node1");
        other.evidence.ranks = {4, 5};
        baseline.findings.list = {before};
        run.findings.list = {before, other};
        GateRules rules;
        rules.mostOfFinding["slow-host"] = 0.01;
        const GateReport report = judgeRun(run, {baseline}, rules);
        QCOMPARE(report.verdict, Verdict::Worse);
        QCOMPARE(report.findings.size(), size_t(1)); // the other has not grown
        QCOMPARE(report.findings.front().finding.evidence.ranks, (std::vector<int32_t> {4, 5}));
        QCOMPARE(report.findings.front().baselineNs, 0.0);
        run.findings.list = {before};
        QCOMPARE(judgeRun(run, {baseline}, rules).verdict, Verdict::Fine);
    }

    void otherJobsAreNotCompared_data()
    {
        QTest::addColumn<int>("what");
        const char* names[] = {"stages", "replicas", "microbatches", "layers", "hidden size", "hosts"};
        for (int i = 0; i < int(std::size(names)); ++i)
            QTest::newRow(names[i]) << i;
    }

    void otherJobsAreNotCompared()
    {
        QFETCH(int, what);
        SampleOptions other = job(2);
        int* const sizes[]
            = {&other.stages, &other.data, &other.microbatches, &other.layers, &other.hiddenSize, &other.hosts};
        *sizes[what] *= 2;
        const RunFolder a = made(job(1));
        const RunFolder b = made(other);
        // Neither is better nor worse than the other.
        for (const auto& [run, before] : {std::pair(&a, &b), std::pair(&b, &a)}) {
            const GateReport report
                = judgeRun(gateRunOf(run->runs.front(), false), {gateRunOf(before->runs.front(), false)}, GateRules::usual());
            QCOMPARE(report.verdict, Verdict::NotComparable);
            QVERIFY(!report.whyNot.empty());
        }
    }

    void aLogIsComparedByItsSteps()
    {
        const RunLog before = steadyLog(100);
        const RunLog after = steadyLog(103);
        const GateReport report = judgeRun(gateRunOf(after), {gateRunOf(before)}, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::Worse);
        QVERIFY(report.of(GateQuantity::Step)->change.isPaired);
        QVERIFY(!report.of(GateQuantity::Exposed));
        QCOMPARE(judgeRun(gateRunOf(before), {gateRunOf(after)}, GateRules::usual()).verdict, Verdict::Better);
    }

    void aRunIsNotComparedWithALog()
    {
        const RunFolder a = made(job(1));
        const RunLog log = steadyLog(100);
        const GateReport report = judgeRun(gateRunOf(a.runs.front()), {gateRunOf(log)}, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::NotComparable);
        QVERIFY(report.baselines.empty());
    }

    void aBaselineThatDoesNotFitIsLeftOut()
    {
        RunLog other = steadyLog(50);
        other.worldSize = 64;
        RunLog run = steadyLog(100);
        run.worldSize = 32;
        RunLog before = steadyLog(100);
        before.worldSize = 32;
        const GateReport report
            = judgeRun(gateRunOf(run), {gateRunOf(other), gateRunOf(before)}, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::Fine);
        QCOMPARE(report.baselines.size(), size_t(1));
        QCOMPARE(report.whyNot.size(), size_t(1));
        QCOMPARE(report.whyNot.front().text(), std::string("Another number of GPUs: 32, and 64 in the baseline."));
    }

    void inputsWithoutStepsAreNotComparable()
    {
        const RunLog empty = logOf({});
        const RunLog log = steadyLog(100);
        QCOMPARE(judgeRun(gateRunOf(empty), {gateRunOf(log)}, GateRules::usual()).verdict, Verdict::NotComparable);
        QCOMPARE(judgeRun(gateRunOf(log), {gateRunOf(empty)}, GateRules::usual()).verdict, Verdict::NotComparable);
        QCOMPARE(judgeRun(gateRunOf(log), {}, GateRules::usual()).verdict, Verdict::NotComparable);
    }

    void oneStepEachTellsNothing()
    {
        Run a;
        a.name = "a";
        a.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-100] [B0 100-300]\n"));
        Run b = a;
        b.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-105] [B0 105-310]\n"));
        Run c = a;
        c.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-200] [B0 200-600]\n"));
        for (const Run& run : {b, c}) {
            const GateReport report = judgeRun(gateRunOf(run), {gateRunOf(a)}, GateRules::usual());
            QCOMPARE(report.verdict, Verdict::CannotTell);
            QVERIFY(!report.of(GateQuantity::Step)->change.noiseIsKnown);
            QCOMPARE(report.stepsNeeded(), std::optional<size_t>(10));
        }
        QCOMPARE(judgeRun(gateRunOf(a), {gateRunOf(a)}, GateRules::usual()).verdict, Verdict::Fine);
    }

    void fiveStepsTellTenPercent()
    {
        const RunLog before = logOf({996.5, 1009.8, 1001.2, 1003.9, 998.7});
        const RunLog after = logOf({1103.5, 1107.6, 1104.1, 1106.2, 1105.0});
        const GateReport report = judgeRun(gateRunOf(after), {gateRunOf(before)}, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::Worse);
        QVERIFY(report.sentence.text().find("p ≤ 0.0005") != std::string::npos);
        QCOMPARE(judgeRun(gateRunOf(before), {gateRunOf(after)}, GateRules::usual()).verdict, Verdict::Better);
        QCOMPARE(judgeRun(gateRunOf(before), {gateRunOf(before)}, GateRules::usual()).verdict, Verdict::Fine);
    }

    void anMfuIsAskedOfTheRunAlone()
    {
        const RunLog log = logOf({100, 100.4, 99.7, 100.2, 99.8, 100.1, 99.9, 100.3, 99.6, 100, 100.2, 99.8});
        const GateRun run = gateRunOf(log);
        const auto judged = [&run](std::optional<double> mfu, std::optional<double> least) {
            GateRules rules = GateRules::usual();
            rules.leastMfu = least;
            GateReport report = judgeRun(run, {run}, rules); // a run is as good as itself
            judgeMfu(report, run, mfu, rules);
            return report;
        };
        QVERIFY(!judged(0.4, {}).mfu);
        const GateReport fine = judged(0.4, 0.35);
        QCOMPARE(fine.verdict, Verdict::Fine);
        QVERIFY(fine.mfu && !fine.mfu->isWorse && !fine.mfu->isUndecided);
        QVERIFY(fine.mfu->low < 0.4 && fine.mfu->low > 0.39 && fine.mfu->high > 0.4 && fine.mfu->high < 0.41);
        const GateReport worse = judged(0.4, 0.45);
        QCOMPARE(worse.verdict, Verdict::Worse);
        QVERIFY2(QString::fromStdString(worse.sentence.text()).startsWith(QStringLiteral("Worse: MFU 40.0 % (")),
            worse.sentence.text().c_str());
        // Beyond it by less than steps scatter.
        const GateReport near = judged(0.4, 0.4001);
        QCOMPARE(near.verdict, Verdict::CannotTell);
        QVERIFY(near.mfu->isUndecided);
        QVERIFY(near.sentence.text().find("interval reaches below") != std::string::npos);
        // By more than 95 % of such steps do, but not for sure.
        const GateReport likely = judged(0.4, 0.4014);
        QCOMPARE(likely.verdict, Verdict::CannotTell);
        QVERIFY(likely.mfu->high < likely.mfu->least);
        QVERIFY2(likely.sentence.text().find("chance alone may make it") != std::string::npos,
            likely.sentence.text().c_str());
        const GateReport unknown = judged({}, 0.4);
        QCOMPARE(unknown.verdict, Verdict::CannotTell);
        QVERIFY(unknown.sentence.text().find("the MFU is not known") != std::string::npos);
    }

    void oneStepTellsNoMfu()
    {
        const RunLog log = logOf({100});
        GateRules rules = GateRules::usual();
        rules.leastMfu = 0.9;
        GateReport report = judgeRun(gateRunOf(log), {gateRunOf(log)}, rules);
        QCOMPARE(report.verdict, Verdict::Fine);
        judgeMfu(report, gateRunOf(log), 0.4, rules);
        QCOMPARE(report.verdict, Verdict::CannotTell);
        QVERIFY(!report.mfu->noiseIsKnown);
        // Nobody asks what cannot be compared.
        GateReport other = judgeRun(gateRunOf(log), {}, rules);
        judgeMfu(other, gateRunOf(log), 0.4, rules);
        QCOMPARE(other.verdict, Verdict::NotComparable);
        QVERIFY(!other.mfu);
    }

    void theSentenceNamesTheRuleThatDecided()
    {
        const auto judged = [](const RunLog& run, const RunLog& before) {
            return judgeRun(gateRunOf(run), {gateRunOf(before)}, GateRules::usual());
        };
        const RunLog before = logOf({100, 103, 98, 101, 99});
        const GateReport reaches = judged(logOf({100.5, 102, 98.5, 100, 99.5}), before);
        QCOMPARE(reaches.verdict, Verdict::CannotTell);
        QVERIFY(reaches.sentence.text().find("the 95 % interval reaches beyond the limit of +1.00 %") != std::string::npos);
        QVERIFY(reaches.stepsNeeded() > std::optional<size_t>(5));
        const GateReport chance = judged(logOf({102, 105, 100, 103, 101}), before);
        QCOMPARE(chance.verdict, Verdict::CannotTell);
        QVERIFY(chance.sentence.text().find("chance alone may make it (p = ") != std::string::npos);
        const GateReport fine = judged(steadyLog(100.1), steadyLog(100));
        QCOMPARE(fine.verdict, Verdict::Fine);
        QVERIFY(fine.sentence.text().find("the whole 95 % interval is within the limit of +1.00 %") != std::string::npos);
        QVERIFY(!fine.stepsNeeded());
    }

    void moreStepsDoNotTellWhatRunsScatter()
    {
        std::deque<RunLog> logs;
        std::vector<GateRun> before;
        for (const double ms : {97.0, 103.0, 100.0, 101.0}) {
            logs.push_back(steadyLog(ms));
            before.push_back(gateRunOf(logs.back()));
        }
        const RunLog run = steadyLog(100);
        const GateReport report = judgeRun(gateRunOf(run), before, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::CannotTell);
        QVERIFY(!report.stepsNeeded());
        QVERIFY(report.remarks.size() == 1); // that a log tells step times only
    }

    /// Three runs do not tell how far others scatter, however many steps they have: 21 ms above 904 to 911 is 5 times
    /// what they scatter, of three chance makes that in 3 of 100 cases.
    void moreStepsDoNotTellWhatThreeRunsScatter()
    {
        std::deque<RunLog> logs;
        std::vector<GateRun> before;
        for (const double ms : {904.0, 907.0, 911.0}) {
            logs.push_back(steadyLog(ms, 30));
            before.push_back(gateRunOf(logs.back()));
        }
        const RunLog run = steadyLog(929, 30);
        const GateReport report = judgeRun(gateRunOf(run), before, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::CannotTell);
        QVERIFY2(!report.stepsNeeded(), report.sentence.text().c_str());
        QVERIFY(report.sentence.text().find("More baselines may tell, more steps alone do not.") != std::string::npos);
    }

    void power_data()
    {
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("baselines");
        for (const int steps : {3, 5, 8, 12, 30, 1000}) {
            for (const int baselines : {1, 3, 8})
                QTest::addRow("%d steps, %d baselines", steps, baselines) << steps << baselines;
        }
    }

    void power()
    {
        QFETCH(int, steps);
        QFETCH(int, baselines);
        std::mt19937_64 random(uint64_t(steps * 10 + baselines));
        const double limit = *GateRules::usual().of(GateQuantity::Step);
        /// How many of so many comparisons have each verdict.
        const auto verdicts = [&](int trials, double noise, double growth) {
            std::array<int, 5> counts {};
            const auto log = [&](double ms) {
                std::normal_distribution<double> scatter(ms, noise * ms);
                std::vector<double> times {ms}; // warmup, which is not compared
                for (int i = 0; i < steps; ++i)
                    times.push_back(scatter(random));
                return logOf(times);
            };
            for (int i = 0; i < trials; ++i) {
                std::deque<RunLog> logs;
                std::vector<GateRun> before;
                for (int b = 0; b < baselines; ++b) {
                    logs.push_back(log(100));
                    before.push_back(gateRunOf(logs.back()));
                }
                const RunLog run = log(100 * (1 + growth));
                const GateReport report = judgeRun(gateRunOf(run), before, GateRules::usual());
                ++counts[size_t(report.verdict)];
                if (report.of(GateQuantity::Step)->change.steps != size_t(steps))
                    qFatal("other steps are compared than were made");
                if (report.verdict == Verdict::Fine && report.of(GateQuantity::Step)->change.high > limit)
                    qFatal("an interval reaches beyond the limit: %s", report.sentence.text().c_str());
            }
            return counts;
        };
        const auto of = [](const std::array<int, 5>& counts, Verdict verdict) { return counts[size_t(verdict)]; };
        const auto told = [](const std::array<int, 5>& counts) {
            return QStringLiteral("fine %1, worse %2, better %3, cannot-tell %4").arg(counts[0]).arg(counts[1]).arg(counts[2]).arg(counts[4]);
        };
        const int trials = (steps > 100 ? 40 : 300) / (isSanitized ? 10 : 1);
        const auto equal = verdicts(trials, 0.03, 0);
        const int alarms = of(equal, Verdict::Worse) + of(equal, Verdict::Better);
        m_alarms += alarms;
        m_comparisons += trials;
        QVERIFY2(alarms <= 3, qPrintable(told(equal))); // of one in 1,000, chance makes that at times
        const int fewer = (steps > 100 ? 10 : 60) / (isSanitized ? 10 : 1);
        const auto slower = verdicts(fewer, 0.005, 0.05);
        QVERIFY2(of(slower, Verdict::Fine) == 0, qPrintable(told(slower)));
        if (steps >= 5)
            QVERIFY2(of(slower, Verdict::Worse) * 100 >= fewer * 95, qPrintable(told(slower)));
        const auto same = verdicts(fewer, 0.005, 0);
        if (steps >= 12)
            QVERIFY2(of(same, Verdict::Fine) * 100 >= fewer * 90, qPrintable(told(same)));
    }

    void falseAlarmsAreRarerThanOneInAThousand()
    {
        if (m_comparisons < 1000)
            QSKIP("power() did not count a thousand, by itself or with a sanitizer");
        QVERIFY2(m_alarms * 1000 <= m_comparisons, qPrintable(QString::number(m_alarms)));
    }

    void aHistoryFindsTheBuildWhereItBegan()
    {
        std::deque<RunLog> logs;
        std::vector<GateRun> runs;
        for (const double ms : {100.0, 100.3, 99.8, 100.1, 104.0, 104.2, 103.9, 99.9, 100.2}) {
            logs.push_back(steadyLog(ms));
            logs.back().name = "build " + std::to_string(logs.size());
            runs.push_back(gateRunOf(logs.back()));
        }
        const RunHistory history = historyOf(runs);
        QCOMPARE(history.builds.size(), size_t(9));
        QCOMPARE(history.changes.size(), size_t(2));
        QCOMPARE(history.changes[0].build, size_t(4));
        QVERIFY(std::abs(history.changes[0].change - 0.04) < 0.003);
        QCOMPARE(history.changes[1].build, size_t(7));
        QVERIFY(history.changeAt(4) && !history.changeAt(5));
    }

    void buildsOfFewStepsScatterAsAllDo()
    {
        const auto historyOfLogs = [](const std::vector<std::vector<double>>& times) {
            std::deque<RunLog> logs;
            std::vector<GateRun> runs;
            for (const std::vector<double>& ofLog : times) {
                logs.push_back(logOf(ofLog));
                runs.push_back(gateRunOf(logs.back()));
            }
            return historyOf(runs);
        };
        // The first step is warmup. Two of 100 and 101 ms by themselves would say ± 6 %, all together half a per cent.
        const RunHistory many = historyOfLogs({{100, 100, 101}, {100, 100.5, 100}, {100, 101, 100}, {100, 100, 100.5}});
        QCOMPARE(many.builds.size(), size_t(4));
        const RunHistory::Build& first = many.builds.front();
        QCOMPARE(first.steps, size_t(2));
        QVERIFY(first.low && first.high);
        // Variance of a step (0.5 + 0.125 + 0.5 + 0.125) / 4 = 0.3125 ms², of a mean half of it; t of 4 is 2.776.
        const double reach = 2.776 * std::sqrt(0.3125 / 2) * 1e6;
        QVERIFY(std::abs(*first.high - (100.5e6 + reach)) < 0.02 * reach);
        QVERIFY(std::abs(*first.low - (100.5e6 - reach)) < 0.02 * reach);
        // One step each: nobody knows how far they scatter, and no change is told of so few.
        const RunHistory single = historyOfLogs({{100, 100}, {100, 100}, {120, 120}, {120, 120}});
        QCOMPARE(single.builds.size(), size_t(4));
        for (const RunHistory::Build& build : single.builds)
            QVERIFY(build.steps == 1 && !build.low && !build.high);
        QVERIFY(single.changes.empty());
        // Three that agree to their digits, and what is usual, tell enough for a fifth.
        const auto rounded = historyOfLogs({{100, 100}, {100, 100}, {100, 100}, {120, 120}, {120, 120}, {120, 120}});
        QCOMPARE(rounded.builds.size(), size_t(6));
        QCOMPARE(rounded.changes.size(), size_t(1));
        QCOMPARE(rounded.changes.front().build, size_t(3));
    }

    /// As nine launches of one job that recorded a step each.
    void ofOneStepEachTheBaselinesTellTheNoise()
    {
        const std::vector<double> launches {907.1, 903.2, 909.6, 905.3, 911.8, 906.4, 908.0, 929.0, 928.2};
        std::deque<RunLog> logs;
        std::vector<GateRun> runs;
        for (const double ms : launches) {
            logs.push_back(logOf({ms}));
            runs.push_back(gateRunOf(logs.back()));
            QCOMPARE(runs.back().of(GateQuantity::Step).values.size(), size_t(1));
        }
        const RunHistory history = historyOf(runs);
        QCOMPARE(history.changes.size(), size_t(1));
        QCOMPARE(history.changes.front().build, size_t(7));
        const auto against = [&](const GateRun& run, size_t first, size_t count) {
            const auto begin = runs.begin() + std::ptrdiff_t(first);
            return judgeRun(run, {begin, begin + std::ptrdiff_t(count)}, GateRules::usual());
        };
        for (size_t count = 3; count <= 7; ++count) {
            for (size_t first = 0; first + count <= 7; ++first) {
                for (const size_t late : {size_t(7), size_t(8)}) {
                    const GateReport report = against(runs[late], first, count);
                    QVERIFY2(report.verdict == Verdict::Worse, report.sentence.text().c_str());
                }
            }
        }
        // Of any three that lie far apart the noise may be as great; any four tell.
        std::array<int, 8> sure {};
        for (unsigned chosen = 1; chosen < 1u << 7; ++chosen) {
            const auto count = size_t(std::popcount(chosen));
            if (count < 3)
                continue;
            std::vector<GateRun> before;
            for (size_t b = 0; b < 7; ++b) {
                if (chosen >> b & 1)
                    before.push_back(runs[b]);
            }
            for (const size_t late : {size_t(7), size_t(8)}) {
                const GateReport report = judgeRun(runs[late], before, GateRules::usual());
                QVERIFY2(report.verdict == Verdict::Worse || (count == 3 && report.verdict == Verdict::CannotTell),
                    report.sentence.text().c_str());
                sure[count] += report.verdict == Verdict::Worse ? 1 : 0;
            }
        }
        QCOMPARE(sure[3], 62);
        QCOMPARE(sure[4], 70);
        // With fewer nobody knows; among themselves none is worse or better.
        QCOMPARE(against(runs[7], 0, 2).verdict, Verdict::CannotTell);
        QCOMPARE(against(runs[7], 0, 2).stepsNeeded(), std::optional<size_t>(10));
        for (size_t late = 3; late < 7; ++late) {
            const Verdict verdict = against(runs[late], 0, late).verdict;
            QVERIFY(verdict == Verdict::Fine || verdict == Verdict::CannotTell);
        }
        // The first line says by how much, and how far such steps scatter.
        const std::string first = against(runs[7], 0, 7).sentence.text();
        QVERIFY2(first.find("beyond the limit of +1.00 %") != std::string::npos, first.c_str());
        QVERIFY2(first.find("Margin -1.") != std::string::npos, first.c_str());
        QVERIFY2(first.find("noise ± 0.3") != std::string::npos, first.c_str());
        // And at which level that is sure: most of the noise of so few is assumed.
        QVERIFY2(first.find("up to 5 of 1,000 equal builds seem so") != std::string::npos, first.c_str());
        const std::string ofThree = against(runs[7], 0, 3).sentence.text();
        QVERIFY2(ofThree.find("up to 18 of 1,000 equal builds seem so") != std::string::npos, ofThree.c_str());
    }

    void aHistoryOfTooFewStepsSaysSo()
    {
        const auto historyOfSteps = [](const std::vector<double>& times) { return historyOf(Builds::ofOneStep(times).runs); };
        const RunHistory two = historyOfSteps({900, 960});
        QVERIFY(two.changes.empty() && !two.noiseIsKnown);
        QVERIFY(two.sentence().text().find("cannot be told") != std::string::npos);
        const RunHistory wild = historyOfSteps({900, 960, 930, 1010});
        QVERIFY(wild.changes.empty());
        QCOMPARE(wild.undecided, (std::vector<size_t> {1, 2, 3}));
        QVERIFY(wild.sentence().text().find("may have") != std::string::npos);
        const RunHistory calm = historyOfSteps({900, 901, 903, 902, 901});
        QVERIFY(calm.isLevel && calm.undecided.empty());
        QVERIFY(calm.sentence().text().find("did not change by more than 1 %") != std::string::npos);
        // No build differs by 1 % from the one before, and still nobody knows.
        const RunHistory noisy = historyOfSteps({900, 906, 899, 893, 901, 909, 902, 894});
        QVERIFY(noisy.changes.empty() && noisy.undecided.empty() && noisy.noiseIsKnown && !noisy.isLevel);
        QVERIFY2(noisy.sentence().text().find("the noise is as great") != std::string::npos, noisy.sentence().text().c_str());
    }

    /// Where check cannot tell, history does not say that nothing changed.
    void aHistoryKnowsNoMoreThanCheck()
    {
        for (const size_t steps : {2, 3, 4, 5, 6, 8}) {
            std::vector<double> before;
            std::vector<double> after;
            for (size_t i = 0; i < steps; ++i) {
                before.push_back(900 + double((i * 7) % 5) * 6);
                after.push_back(903 + double((i * 3) % 5) * 6);
            }
            const Builds builds({before, after});
            QCOMPARE(builds.check(1, {0}), Verdict::CannotTell);
            const RunHistory history = historyOf(builds.runs);
            const std::string told = history.sentence().text();
            QVERIFY2(history.changes.empty() && told.find("cannot be told") != std::string::npos, told.c_str());
        }
    }

    /// Ten equal builds and one that takes 4 % longer, by the number of steps: they say the same of each.
    void historyAndCheckAgreeOnTheSameLogs()
    {
        for (const size_t steps : {2, 3, 5, 10}) {
            for (const double noise : {0.001, 0.004, 0.01}) {
                std::mt19937_64 random(steps);
                std::normal_distribution<double> scatter(0, noise);
                std::vector<std::vector<double>> times(11);
                for (size_t b = 0; b < times.size(); ++b) {
                    for (size_t i = 0; i < steps; ++i)
                        times[b].push_back((b < 10 ? 1000 : 1040) * (1 + scatter(random)));
                }
                const Builds builds(times);
                const RunHistory history = historyOf(builds.runs);
                bool isFine = true;
                std::vector<size_t> before;
                for (size_t b = 0; b < times.size(); ++b) {
                    if (before.size() >= leastBaselinesForScatter) {
                        const Verdict verdict = builds.check(b, before);
                        QCOMPARE(history.changeAt(b) != nullptr, verdict == Verdict::Worse || verdict == Verdict::Better);
                        isFine &= verdict == Verdict::Fine;
                    }
                    before.push_back(b);
                }
                QVERIFY(isFine || !history.isLevel);
            }
        }
    }

    void aBuildThatStandsAloneIsTwoChanges()
    {
        const Builds builds = Builds::ofOneStep({900, 930, 900, 901, 900, 902, 901});
        QCOMPARE(builds.check(1, {0, 2, 3, 4}), Verdict::Worse);
        const RunHistory history = historyOf(builds.runs);
        QCOMPARE(changesOf(history), (std::vector<size_t> {1, 2}));
        QVERIFY(history.changes[0].change > 0.03 && history.changes[1].change < -0.03);
        QVERIFY(history.undecided.empty());
        // Two before it that are alike are one change.
        QCOMPARE(changesOf(historyOf(Builds::ofOneStep({930, 931, 900, 901, 900, 902}).runs)), std::vector<size_t> {2});
    }

    void aChangeIsPlacedWhereTheStepJumps()
    {
        const RunHistory few = historyOf(Builds::ofOneStep({900, 905, 1200, 1205}).runs);
        QVERIFY(few.changes.empty());
        QCOMPARE(few.undecided, std::vector<size_t> {2});
        const RunHistory more = historyOf(Builds::ofOneStep({900, 901, 902, 1200, 1202, 1201}).runs);
        QCOMPARE(changesOf(more), std::vector<size_t> {3});
        QVERIFY(more.undecided.empty());
        const RunHistory early = historyOf(Builds::ofOneStep({900, 930, 931, 929, 930, 931}).runs);
        QCOMPARE(changesOf(early), std::vector<size_t> {1});
    }

    /// Three steps tell no three per cent where they scatter by two, but say how many would.
    void threeStepsSayHowManyWouldTell()
    {
        const RunLog before = logOf({1000, 1000, 1018, 985}); // the first is warmup
        const RunLog after = logOf({1030, 1030, 1049, 1012});
        const GateReport report = judgeRun(gateRunOf(after), {gateRunOf(before)}, GateRules::usual());
        QCOMPARE(report.verdict, Verdict::CannotTell);
        QVERIFY(report.stepsNeeded().value_or(0) >= 10);
        QVERIFY2(report.sentence.text().find("At least ") != std::string::npos, report.sentence.text().c_str());
    }

    void historyPower_data()
    {
        QTest::addColumn<int>("steps");
        QTest::addColumn<double>("noise");
        QTest::addRow("one step") << 1 << 0.003;
        QTest::addRow("two steps") << 2 << 0.003;
        QTest::addRow("five steps") << 5 << 0.005;
        QTest::addRow("twenty steps") << 20 << 0.01;
    }

    /// Of eight equal builds none changed the step; then comes one that takes 5 % longer. `check` finds the same.
    void historyPower()
    {
        QFETCH(int, steps);
        QFETCH(double, noise);
        std::mt19937_64 random(uint64_t(100 + steps));
        std::deque<RunLog> logs;
        const auto build = [&](double ms) {
            std::normal_distribution<double> scatter(ms, noise * ms);
            std::vector<double> times;
            if (steps > 1)
                times.push_back(ms); // warmup
            for (int i = 0; i < steps; ++i)
                times.push_back(scatter(random));
            logs.push_back(logOf(times));
            return gateRunOf(logs.back());
        };
        const int trials = (steps < 3 ? 150 : 50) / (isSanitized ? 10 : 1);
        int alarms = 0;
        int found = 0;
        for (int i = 0; i < trials; ++i) {
            std::vector<GateRun> runs;
            for (int b = 0; b < 8; ++b)
                runs.push_back(build(1000));
            const bool isAlarm = !historyOf(runs).changes.empty();
            alarms += isAlarm ? 1 : 0;
            for (int b = 0; b < 3; ++b)
                runs.push_back(build(1050));
            const RunHistory history = historyOf(runs);
            found += history.changes.size() == 1 && history.changes.front().build == 8 ? 1 : 0;
            const GateReport check = judgeRun(runs[8], {runs.begin(), runs.begin() + 8}, GateRules::usual());
            if (!isAlarm)
                QCOMPARE(history.changeAt(8) != nullptr, check.verdict == Verdict::Worse);
            logs.clear();
        }
        QVERIFY2(alarms <= 1, qPrintable(QString::number(alarms))); // of 350 to 1,050 comparisons
        QVERIFY2(found * 100 >= trials * 95, qPrintable(QString::number(found)));
    }

    void otherExpertsAreAnotherModel()
    {
        Run run;
        run.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-100] [B0 100-300]\n"));
        const GateRun unknown = gateRunOf(run);
        GateRun eight = unknown;
        eight.expertGradientBytes = 2.8e9;
        GateRun sixteen = unknown;
        sixteen.expertGradientBytes = 5.6e9;
        QVERIFY(!whyNotComparable(sixteen, eight).empty());
        QVERIFY(whyNotComparable(eight, eight).empty());
        QVERIFY(whyNotComparable(unknown, eight).empty());
        eight.expertGatherBytes = 64;
        sixteen = eight;
        sixteen.expertGatherBytes = 128;
        QVERIFY(!whyNotComparable(sixteen, eight).empty());
    }

    void aSteadyHistoryHasNoChanges()
    {
        std::deque<RunLog> logs;
        std::vector<GateRun> runs;
        for (int i = 0; i < 30; ++i) {
            logs.push_back(steadyLog(100 + 0.4 * ((i * 7) % 5)));
            runs.push_back(gateRunOf(logs.back()));
        }
        QVERIFY(historyOf(runs).changes.empty());
    }

    void otherJobsStandApartFromAHistory()
    {
        RunLog other = steadyLog(50);
        other.worldSize = 64;
        RunLog log = steadyLog(100);
        log.worldSize = 32;
        const RunHistory history = historyOf({gateRunOf(other), gateRunOf(log), gateRunOf(log)});
        QCOMPARE(history.builds.size(), size_t(2));
        QCOMPARE(history.apart.size(), size_t(1));
        QCOMPARE(history.apart.front().run, size_t(0));
        QVERIFY(historyOf({}).builds.empty());
    }

    void theCulpritOfAChangeIsNamed()
    {
        std::deque<RunFolder> folders;
        std::vector<GateRun> runs;
        for (uint64_t i = 0; i < 5; ++i) {
            SampleOptions options = job(i + 1);
            if (i >= 3)
                options.stragglers = {{2, 1.08}};
            folders.push_back(made(options));
            runs.push_back(gateRunOf(folders.back().runs.front(), false));
        }
        const RunHistory history = historyOf(runs);
        QCOMPARE(history.changes.size(), size_t(1));
        QCOMPARE(history.changes.front().build, size_t(3));
        QVERIFY(history.changes.front().culprit.has_value());
        QCOMPARE(history.changes.front().culprit->evidence.ranks, std::vector<int32_t> {2});
    }

private:
    int m_alarms = 0;
    int m_comparisons = 0;
};

BUBBLESCOPE_TEST(TstGate, QCoreApplication)

} // namespace bubblescope::tst_gate

#include "tst_gate.moc"
