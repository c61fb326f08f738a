// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The steps of servers do different work, and say so in their names: longer ones are no stall.
#include "chrometracetext.h"
#include "findings.h"
#include "stepwork.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace bubblescope::tst_serversteps {

namespace {

const std::set<int> longSteps {5, 6, 13, 22, 31}; // at no regular distance

/// Steps of 10 kernels of 990 us, or four times as many.
Run runOf(int steps, const std::function<std::string(int, bool)>& nameOf, const std::set<int>& longOnes = longSteps)
{
    std::vector<std::string> events;
    double host = 1000;
    int correlation = 0;
    for (int step = 0; step < steps; ++step) {
        const bool isLong = longOnes.contains(step);
        const double begin = host;
        double device = host + 50;
        for (int kernel = 0; kernel < (isLong ? 40 : 10); ++kernel) {
            ++correlation;
            events.push_back(span("cudaLaunchKernel", host, 5,
                fmt::format(R"("cat":"cuda_runtime","pid":10,"tid":1,"args":{{"correlation":{}}})", correlation)));
            events.push_back(span("gemm", device, 990,
                fmt::format(R"("cat":"kernel","pid":0,"tid":7,"args":{{"correlation":{},"stream":7,"device":0}})",
                    correlation)));
            device += 1000;
            host += 20;
        }
        events.push_back(
            span("cudaStreamSynchronize", host, device - host, R"("cat":"cuda_runtime","pid":10,"tid":1)"));
        host = device + 20;
        events.push_back(span(
            nameOf(step, isLong), begin, host - begin - 5, R"("cat":"user_annotation","pid":10,"tid":1,"args":{})"));
    }
    ImportReport report;
    std::vector<Run> runs = runsOf({{"server.json", listOf(events)}}, report);
    return runs.empty() ? Run() : std::move(runs.front());
}

bool tellsOf(const Findings& findings, std::string_view id)
{
    return std::any_of(
        findings.list.begin(), findings.list.end(), [id](const Finding& finding) { return finding.id == id; });
}

} // namespace

class TstServerSteps : public QObject {
    Q_OBJECT
private slots:
    void longerWorkIsNoBlip_data()
    {
        QTest::addColumn<QString>("shortName");
        QTest::addColumn<QString>("longName");
        QTest::addColumn<bool>("tellsWork");
        QTest::newRow("another kind") << "step[DECODE bs=64]" << "step[EXTEND bs=2 toks=8192]" << true;
        QTest::newRow("more tokens") << "execute_context_0(0)_generation_8(8)" << "execute_context_1(512)_generation_8(8)"
                                     << true;
        QTest::newRow("the number of the step") << "ProfilerStep#%1" << "ProfilerStep#%1" << false;
        QTest::newRow("the same work") << "step[DECODE bs=64]" << "step[DECODE bs=64]" << false;
        QTest::newRow("numbered, more tokens") << "[Executor] _forward_step %1: 0 ctx reqs, 8 gen reqs"
                                               << "[Executor] _forward_step %1: 2 ctx reqs, 8 gen reqs" << true;
    }
    void longerWorkIsNoBlip()
    {
        QFETCH(QString, shortName);
        QFETCH(QString, longName);
        QFETCH(bool, tellsWork);
        for (const int steps : {14, 60}) { // slow steps, and blips of many
            const Run run = runOf(steps, [&](int step, bool isLong) {
                const QString name = isLong ? longName : shortName;
                return (name.contains(QStringLiteral("%1")) ? name.arg(step) : name).toStdString();
            });
            QVERIFY(run.trace);
            QCOMPARE(run.trace->steps().size(), size_t(steps));
            const Findings findings = findRunFindings(run);
            QCOMPARE(tellsOf(findings, "transient-blips") || tellsOf(findings, "slow-steps"), !tellsWork);
            if (steps < 24)
                continue;
            const auto mixed = std::find_if(findings.list.begin(), findings.list.end(),
                [](const Finding& finding) { return finding.id == "mixed-steps"; });
            QCOMPARE(mixed != findings.list.end(), tellsWork);
            if (!tellsWork)
                continue;
            QVERIFY(mixed->kind == Finding::Kind::Caveat);
            QCOMPARE(mixed->evidence.steps.size(), longSteps.size());
            QVERIFY2(mixed->sentence.text().find(
                         longName.contains(QStringLiteral("%1")) ? "2 ctx reqs" : longName.toStdString())
                    != std::string::npos,
                mixed->sentence.text().c_str());
        }
    }

    void whatIsLeftOfARegularDistanceHasNone()
    {
        // Each tenth step is a prefill, but for one that is as long without a cause.
        const Run run = runOf(60,
            [](int step, bool isLong) { return isLong && step != 25 ? "step[EXTEND bs=2]" : "step[DECODE bs=64]"; },
            {5, 15, 25, 35, 45, 55});
        QVERIFY(run.trace);
        const Findings findings = findRunFindings(run);
        QVERIFY(!tellsOf(findings, "periodic-stalls"));
        std::vector<int64_t> stalled;
        for (const Finding& finding : findings.list) {
            if (finding.id == "transient-blips")
                stalled.insert(stalled.end(), finding.evidence.steps.begin(), finding.evidence.steps.end());
            if (finding.id == "mixed-steps") {
                QVERIFY(finding.kind == Finding::Kind::Caveat);
                QCOMPARE(finding.evidence.steps.size(), size_t(5));
            }
        }
        QCOMPARE(stalled.size(), size_t(1));
        QCOMPARE(stalled.front(), int64_t(run.trace->steps()[25].number));
    }

    void stepsOfOneKindDifferByTheirNumbers()
    {
        const Run run = runOf(40, [](int step, bool isLong) {
            return fmt::format("step[EXTEND bs={} toks={}]", 1 + step % 3, isLong ? 8000 : 1900 + step % 7);
        });
        QVERIFY(run.trace);
        const StepWork work(*run.trace);
        QCOMPARE(std::string(work.nameOf(5)), std::string("step[EXTEND bs=3 toks=8000]"));
        const std::vector<size_t> all(longSteps.begin(), longSteps.end());
        QCOMPARE(work.otherThanUsual(all), all);
        QVERIFY(work.otherThanUsual({2, 8}).empty()); // these are like others
        std::vector<size_t> every(40);
        for (size_t s = 0; s < every.size(); ++s)
            every[s] = s;
        QVERIFY(work.otherThanUsual(every).empty()); // nothing is usual
    }
};

BUBBLESCOPE_TEST(TstServerSteps, QCoreApplication)

} // namespace bubblescope::tst_serversteps

#include "tst_serversteps.moc"
