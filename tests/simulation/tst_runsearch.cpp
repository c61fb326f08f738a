// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runsearch.h"
#include "samplefolder.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace bubblescope::tst_runsearch {

namespace {

Simulator sampleSimulator()
{
    SampleOptions options;
    options.stages = 4;
    options.microbatches = 8;
    options.steps = 1;
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    Result<Simulator> made = Simulator::make(*folder, {SimulationSource::Kind::Run, 0, 0});
    if (!made)
        qFatal("%s", made.error().message.text().c_str());
    return std::move(made).value();
}

/// Few enough to be simulated again and again.
PlanSpace few()
{
    PlanSpace space;
    space.allowed = {{"tensor", {"2"}}, {"stages", {"2", "4"}}, {"chunks", {"2"}}};
    space.top = 12;
    return space;
}

RunAnswer found(const Simulator& simulator, const PlanSpace& space)
{
    Result<RunAnswer> answer = searchRun(simulator, space);
    if (!answer)
        qFatal("%s", answer.error().message.text().c_str());
    return std::move(answer).value();
}

} // namespace

class TstRunSearch : public QObject {
    Q_OBJECT
private slots:
    void combinationsAreWhatTheSimulatorSays()
    {
        const Simulator simulator = sampleSimulator();
        const RunAnswer answer = found(simulator, few());
        QVERIFY(answer.searched >= 6);
        QCOMPARE(answer.now.figures.wholeStepNs(), simulator.baseline().wholeStepNs());
        double last = 0;
        bool hasNow = false;
        for (const RunCandidate& candidate : answer.candidates) {
            Knobs knobs;
            std::string rest = candidate.set;
            while (!rest.empty()) {
                const std::string word = rest.substr(0, rest.find(' '));
                rest.erase(0, std::min(word.size() + 1, rest.size()));
                const size_t equal = word.find('=');
                QVERIFY(setKnob(knobs, word.substr(0, equal), word.substr(equal + 1)).isOk());
            }
            QVERIFY(knobs == candidate.knobs);
            hasNow = hasNow || candidate.set.empty();
            const Result<StepFigures> figures = simulator.outcome(knobs);
            QVERIFY(figures && std::abs(figures->wholeStepNs() / candidate.figures.wholeStepNs() - 1) < 1e-9);
            const double nsPerSample = candidate.figures.nsPerSample();
            QVERIFY(nsPerSample >= last * (1 - 1e-9));
            last = nsPerSample;
        }
        QVERIFY(hasNow || answer.searched > answer.candidates.size());
        QVERIFY(answer.candidates.front().isPareto);
    }

    /// The combination is at least as good as each of its knobs alone.
    void aCombinationBeatsASingleKnob()
    {
        const Simulator simulator = sampleSimulator();
        const RunAnswer answer = found(simulator, few());
        for (const ScheduleInfo& info : schedules()) {
            if (info.kind == ScheduleKind::ZbAuto || info.kind == ScheduleKind::GPipe
                || info.kind == ScheduleKind::Interleaved)
                continue;
            Knobs knobs;
            knobs.schedule = info.kind;
            const Result<StepFigures> figures = simulator.outcome(knobs);
            QVERIFY(!figures || figures->nsPerSample() >= answer.candidates.front().figures.nsPerSample() * (1 - 1e-9));
        }
    }

    void locksHold()
    {
        const Simulator simulator = sampleSimulator();
        PlanSpace space;
        space.allowed = {{"tensor", {"2"}}, {"stages", {"4"}}, {"schedule", {"zb-h1", "zb-v"}}};
        for (const RunCandidate& candidate : found(simulator, space).candidates) {
            QVERIFY(candidate.knobs.schedule == ScheduleKind::ZbH1 || candidate.knobs.schedule == ScheduleKind::ZbV);
            QVERIFY(!candidate.knobs.stages);
        }
        space.allowed = {{"recompute", {"full"}}};
        const Result<RunAnswer> refused = searchRun(simulator, space);
        QVERIFY(!refused && refused.error().message.text().find("recompute") != std::string::npos);
    }

    void aSearchCanBeStopped()
    {
        const Simulator simulator = sampleSimulator();
        int asked = 0;
        const Result<RunAnswer> answer = searchRun(simulator, few(), [&](uint64_t, uint64_t) { return ++asked < 3; });
        QVERIFY(!answer);
        QVERIFY(asked >= 3 && asked < 6);
    }

    void theBestSoFarIsTheBest()
    {
        const Simulator simulator = sampleSimulator();
        std::string last;
        const Result<RunAnswer> answer
            = searchRun(simulator, few(), {}, [&](const RunCandidate& candidate) { last = candidate.set; });
        QVERIFY(answer.isOk());
        QCOMPARE(last, answer->candidates.front().set);
    }
};

BUBBLESCOPE_TEST(TstRunSearch, QCoreApplication)

} // namespace bubblescope::tst_runsearch

#include "tst_runsearch.moc"
