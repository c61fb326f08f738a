// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Small inputs after public reports, whose README states the right cause and cost.
#include "findings.h"
#include "idlecauses.h"
#include "logfindings.h"
#include "median.h"
#include "realfolder.h"
#include "runanalysis.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace bubblescope::tst_reportedcauses {

namespace {

Findings findingsOf(const char* report)
{
    const RunFolder folder = realFolder((std::string("reports/") + report + "/input").c_str());
    return folder.runs.empty() ? findLogFindings(folder.runLogs.front()) : findRunFindings(folder.runs.front());
}

} // namespace

class TstReportedCauses : public QObject {
    Q_OBJECT
private slots:
    void theFirstFindingIsTheCause_data()
    {
        QTest::addColumn<QString>("report");
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("costMs");
        QTest::addColumn<double>("sharePercent");
        QTest::addColumn<QStringList>("words");
        REQUIRE_SHARED_DATA();
        const auto add = [](const char* report, const char* id, double costMs, double share, QStringList words) {
            QTest::newRow(report) << QString::fromUtf8(report) << QString::fromUtf8(id) << costMs << share << words;
        };
        add("20-checkpoint-every-100-steps", "transient-blips", 424, 23.3, {"290", "very 100 steps save-checkpoint"});
        add("22-loader-stall-in-one-step", "slow-steps", 22.5, 69.6, {"Step 12", "DataLoader", "90.00 ms"});
        add("23-gc-once-on-one-rank", "slow-steps", 14.0, 58.8, {"Step 12", "rank 5", "Python GC", "60.00 ms", "56."});
        add("25-loader-of-one-rank", "late-rank", 29.96, 75.3, {"rank 1", "input", "30.00 ms", "29.94 ms"});
        add("29-userbuffers-pushsend", "exposed-tp-communication", 4.2, 40.9, {"4.200 ms", "50.0 % is hidden"});
        add("72-trace-saved-again-by-python", "exposed-comm-communication", 1.5, 10.8, {"all-reduce"});
        add("90-collectives-on-the-compute-stream", "exposed-comm-communication", 7.2, 24.3, {"stream 7"});
        add("76-fsdp-no-forward-prefetch", "exposed-dp-communication", 2.9, 13.6,
            {"2.400 ms in all-gather of the forward pass", "6 of 6",
                "500.00 µs in reduce-scatter of the backward pass"});
        add("78-allocator-retry-on-one-rank", "slow-steps", 14.3, 59.3,
            {"Step 12", "rank 3", "cudaFree", "cudaMalloc", "86.97 ms"});
        add("79-item-in-each-layer", "synchronizing-calls", 3.9, 29.6,
            {"12 × aten::item", "1 × cudaStreamSynchronize"});
        add("81-every-second-step-longer", "mixed-steps", 500, 16.7, {"Every second step"});
        add("83-saw-tooth-of-50-steps", "saw-tooth", 490, 16.4, {"every 50 steps"});
        add("84-hot-expert-moves-by-layer", "late-ranks-in-turn", 3.0, 21.5, {"0: 2, 1: 2, 2: 2 and 3: 2"});
        add("93-gemm-slower-beside-all-gather", "compute-beside-communication", 5.4, 27.1, {"2.077 ms", "1.180 ms"});
        add("87-longer-since-step-120", "level-shift", 324, 8.8, {"step 120", "backward", "800.00 ms"});
    }
    void theFirstFindingIsTheCause()
    {
        QFETCH(QString, report);
        QFETCH(QString, id);
        QFETCH(double, costMs);
        QFETCH(double, sharePercent);
        QFETCH(QStringList, words);
        const Findings findings = findingsOf(report.toUtf8().constData());
        QVERIFY(!findings.list.empty());
        const Finding& first = findings.list.front();
        const QString told = QString::fromStdString(first.title.text() + " " + first.sentence.text());
        QCOMPARE(QString::fromStdString(first.id), id);
        QVERIFY2(std::abs(first.costNs / 1e6 / costMs - 1) < 0.02, qPrintable(QString::number(first.costNs / 1e6)));
        QVERIFY2(std::abs(first.share * 100 - sharePercent) < 0.5, qPrintable(QString::number(first.share * 100)));
        for (const QString& word : words)
            QVERIFY2(told.contains(word), qPrintable(told));
    }

    /// Its transfers are all that it could be shorter by: 6 x 1.4 ms, of which 6 x 0.7 ms are hidden.
    void exposedCommunicationCostsNoMoreThanIsExposed()
    {
        REQUIRE_SHARED_DATA();
        const Findings findings = findingsOf("29-userbuffers-pushsend");
        QCOMPARE(findings.list.front().costNs, 4'200'000.0);
    }

    /// Its attention takes as long as elsewhere; one expert has twice the tokens, 3.6 ms a step.
    void aRankWithMoreOfSomeWorkHasNoSlowGpu()
    {
        REQUIRE_SHARED_DATA();
        const Findings findings = findingsOf("34-deepep-hot-expert");
        const auto slow = std::find_if(findings.list.begin(), findings.list.end(),
            [](const Finding& finding) { return finding.id == "straggling-rank"; });
        QVERIFY(slow != findings.list.end());
        const QString told = QString::fromStdString(slow->sentence.text());
        for (const char* words : {"3.600 ms longer in", "GroupedGemm", "40.0 % of what it computes"})
            QVERIFY2(told.contains(QLatin1String(words)), qPrintable(told));
    }

    /// The input holds it up: graphs of kernels would gain nothing.
    void whatSetsThePaceIsAdvisedByItsCause()
    {
        REQUIRE_SHARED_DATA();
        const Findings findings = findingsOf("25-loader-of-one-rank");
        const auto pace = std::find_if(
            findings.list.begin(), findings.list.end(), [](const Finding& finding) { return finding.id == "pace"; });
        QVERIFY(pace != findings.list.end());
        QVERIFY2(pace->suggestion.text().find("loader") != std::string::npos, pace->suggestion.text().c_str());
    }

    /// From the first begin of a rank to the last end of one it is longer than from one begin to the next.
    void aStepThatRanksBeginApartIsToldBesideItsPace()
    {
        REQUIRE_SHARED_DATA();
        const auto paceOf = [](const char* path) {
            const Findings findings = findRunFindings(realFolder(path).runs.front());
            const auto pace = std::find_if(findings.list.begin(), findings.list.end(),
                [](const Finding& finding) { return finding.id == "pace"; });
            return pace == findings.list.end() ? std::string() : pace->sentence.text();
        };
        // Rank 1 begins at 1.467 ms, rank 7 at 9.089 ms; the last one ends at 20.870 ms.
        const std::string apart = paceOf("kineto/dlrm_8ranks");
        QVERIFY2(apart.find("as 19.40 ms, since its ranks begin it up to 7.622 ms apart") != std::string::npos,
            apart.c_str());
        QVERIFY(paceOf("reports/29-userbuffers-pushsend/input").find("apart") == std::string::npos);
    }

    void stepsAreFoundAsTheyWere_data()
    {
        QTest::addColumn<QString>("report");
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("ms");
        REQUIRE_SHARED_DATA();
        QTest::newRow("JAX") << "52-jax-step-num" << 4 << 5.01;
        QTest::newRow("profilers that start one after the other") << "101-profilers-start-at-different-times" << 40 << 6.86;
        QTest::newRow("one rank is cut") << "48-one-gzip-member-cut" << 6 << 9.84;
        QTest::newRow("kernels without times") << "68-kernels-at-time-zero" << 3 << 7.78;
    }
    void stepsAreFoundAsTheyWere()
    {
        QFETCH(QString, report);
        QFETCH(int, count);
        QFETCH(double, ms);
        const RunFolder folder = realFolder((std::string("reports/") + report.toStdString() + "/input").c_str());
        QCOMPARE(folder.runs.size(), size_t(1));
        const Trace& trace = *folder.runs.front().trace;
        QCOMPARE(int(trace.steps().size()), count);
        std::vector<TimeNs> durations;
        for (const Step& step : trace.steps())
            durations.push_back(step.range.duration());
        QVERIFY2(std::abs(double(medianOf(durations)) / 1e6 - ms) < 0.01,
            qPrintable(QString::number(double(medianOf(durations)) / 1e6)));
        // What the profilers' start and a cut file do is no fault of the run.
        for (const Finding& finding : findRunFindings(folder.runs.front()).list)
            QVERIFY2(finding.id != "late-rank" && finding.id != "slow-steps", finding.id.c_str());
    }

    void theSlowestStepIsNotComparedWithItself()
    {
        REQUIRE_SHARED_DATA();
        for (const auto& [report, id] : {std::pair("23-gc-once-on-one-rank", "late-rank"),
                 std::pair("78-allocator-retry-on-one-rank", "late-rank"),
                 std::pair("22-loader-stall-in-one-step", "input")}) {
            const RunFolder folder = realFolder((std::string("reports/") + report + "/input").c_str());
            const Run& run = folder.runs.front();
            const auto steps = run.trace->steps();
            const auto slowest = std::max_element(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
                return a.range.duration() < b.range.duration();
            });
            FindingOptions options;
            options.step = int(slowest - steps.begin());
            const Findings findings = findRunFindings(run, options);
            QVERIFY(!findings.list.empty());
            QCOMPARE(findings.list.front().id, std::string(id));
        }
    }

    void layersThatAreNotPrefetchedSayWhatThatWouldHide()
    {
        REQUIRE_SHARED_DATA();
        const Findings findings = findingsOf("76-fsdp-no-forward-prefetch");
        const QString advice = QString::fromStdString(findings.list.front().suggestion.text());
        QVERIFY2(advice.contains(QStringLiteral("forward_prefetch")) && advice.contains(QStringLiteral("2.000 ms")),
            qPrintable(advice)); // all but the first: the prefetched twin has 0.904 ms
    }

    void aProfilerRunSuggestsNoStructure()
    {
        REQUIRE_SHARED_DATA();
        for (const char* report : {"41-pipeline-knob-refused", "76-fsdp-no-forward-prefetch"}) {
            const Findings findings = findingsOf(report);
            QVERIFY(!findings.list.empty());
            for (const Finding& finding : findings.list) {
                for (const auto& [knob, value] : finding.tryKnobs)
                    QVERIFY2(knob == "straggler" || knob == "host-gaps", knob.c_str());
            }
        }
    }

    void causesAddUpToHostWait_data()
    {
        QTest::addColumn<QString>("path");
        REQUIRE_SHARED_DATA();
        for (const char* path : {"reports/25-loader-of-one-rank/input", "reports/79-item-in-each-layer/input",
                 "kineto/dlrm_8ranks", "kineto/operators/h100_qwen/trace.json.gz"})
            QTest::newRow(path) << QString::fromUtf8(path);
    }
    void causesAddUpToHostWait()
    {
        QFETCH(QString, path);
        const RunFolder folder = realFolder(path.toUtf8().constData());
        const Run& run = folder.runs.front();
        const RunAnalysis analysis = *analyzeRun(run);
        const auto pauses = devicePauses(
            *contextOf(run), run.trace->timing(), windowOfStep(*run.trace, analysis.step), analysis.waiting);
        TimeNs sum = 0;
        TimeNs longest = 0;
        TimeNs ofCauses = 0;
        for (const IdleCause& cause : idleCausesOf(*run.trace, pauses)) {
            sum += cause.time;
            ofCauses = std::max(ofCauses, cause.longest.duration());
        }
        for (const auto& ofRank : pauses) {
            for (const DevicePause& pause : ofRank)
                longest = std::max(longest, pause.hostWait().duration());
        }
        QCOMPARE(sum, analysis.summary.split.hostWait);
        QVERIFY(ofCauses >= longest && longest > 0);
    }

    void oneLossIsToldOnce_data()
    {
        QTest::addColumn<QString>("report");
        QTest::addColumn<QStringList>("notTold");
        REQUIRE_SHARED_DATA();
        QTest::newRow("loader in one step") << "22-loader-stall-in-one-step" << QStringList {"input", "host-bound"};
        QTest::newRow("loader of one rank") << "25-loader-of-one-rank" << QStringList {"input", "host-bound"};
        QTest::newRow("item()") << "79-item-in-each-layer" << QStringList {"host-bound", "late-kernels"};
        QTest::newRow("experts") << "84-hot-expert-moves-by-layer"
                                 << QStringList {"late-rank", "expert-synchronization"};
        QTest::newRow("level") << "87-longer-since-step-120" << QStringList {"slow-steps"};
    }
    void oneLossIsToldOnce()
    {
        QFETCH(QString, report);
        QFETCH(QStringList, notTold);
        for (const Finding& finding : findingsOf(report.toUtf8().constData()).list)
            QVERIFY2(!notTold.contains(QString::fromStdString(finding.id)), finding.id.c_str());
    }
};

BUBBLESCOPE_TEST(TstReportedCauses, QCoreApplication)

} // namespace bubblescope::tst_reportedcauses

#include "tst_reportedcauses.moc"
