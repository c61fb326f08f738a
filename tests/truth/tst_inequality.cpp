// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Straggler what-ifs of made-up jobs of many shapes, from their trace as the tracer writes it to every figure, against
// answers that were computed slowly.
#include "importtext.h"
#include "naivestragglers.h"
#include "operationtraceimporter.h"
#include "rungrouping.h"
#include "sanitized.h"
#include "stragglerwhatif.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace bubblescope::tst_inequality {

namespace {

Run runOf(const std::string& text)
{
    const OperationTraceImporter importer;
    Imported imported = importText(importer, text, "timeline.json");
    std::vector<NamedPart> parts;
    for (TracePart& part : imported.contents.traceParts)
        parts.push_back({"timeline.json", std::move(part)});
    ImportReport report;
    std::vector<Run> runs = groupRuns(std::move(parts), "folder", report);
    return runs.size() == 1 ? std::move(runs.front()) : Run {};
}

bool isAbout(double actual, double expected, const char* what)
{
    // Times of a trace are whole nanoseconds, durations of single precision.
    if (std::abs(actual - expected) < 2e-5)
        return true;
    qWarning("%s: %.6f, expected %.6f", what, actual, expected);
    return false;
}

} // namespace

class TstInequality : public QObject {
    Q_OBJECT
private slots:
    void everyFigureIsTheSlowOne_data()
    {
        QTest::addColumn<NaiveStragglers::Job>("job");
        using Job = NaiveStragglers::Job;
        QTest::newRow("one stage") << Job {.stages = 1, .microbatches = 3, .replicas = 3};
        QTest::newRow("1F1B") << Job {.stages = 4, .microbatches = 6, .unevenness = 0.3};
        QTest::newRow("no data parallelism") << Job {.stages = 4, .microbatches = 5, .replicas = 1};
        QTest::newRow("slow worker") << Job {.stages = 4, .microbatches = 8, .replicas = 4, .slowWorker = 1.4};
        QTest::newRow("gradients beside compute") << Job {.stages = 3, .replicas = 3, .overlaps = true};
        QTest::newRow("no garbage collection") << Job {.overlaps = true, .recordsGc = false};
        QTest::newRow("interleaved") << Job {.stages = 4, .chunks = 2, .microbatches = 8, .unevenness = 0.2};
        QTest::newRow("interleaved, beside compute")
            << Job {.stages = 2, .chunks = 3, .microbatches = 4, .overlaps = true, .slowWorker = 1.3};
        QTest::newRow("messages that were not launched")
            << Job {.stages = 4, .chunks = 2, .microbatches = 4, .recordsNoOps = true};
        QTest::newRow("clocks that differ") << Job {.stages = 4, .microbatches = 6, .replicas = 3, .clockMs = 8};
        QTest::newRow("all of it") << Job {.stages = 4,
            .chunks = 2,
            .microbatches = 8,
            .replicas = 3,
            .overlaps = true,
            .unevenness = 0.3,
            .slowWorker = 1.2,
            .clockMs = 3,
            .recordsNoOps = true};
    }
    void everyFigureIsTheSlowOne()
    {
        QFETCH(NaiveStragglers::Job, job);
        for (uint32_t seed = 1; seed <= 3; seed += sparsely) {
            const NaiveStragglers slow(job, seed);
            const NaiveStragglers::Answers answers = slow.answers();
            const Run run = runOf(slow.traceText());
            QVERIFY(run.trace);
            const Result<StragglerWhatIf> found = findStragglerWhatIf(*contextOf(run));
            QVERIFY2(found, found ? "" : found.error().message.text().c_str());
            QCOMPARE(found->steps.size(), answers.noDelayMs.size());
            for (size_t step = 0; step < found->steps.size(); ++step) {
                QVERIFY(isAbout(found->steps[step].noDelay / 1e6 / answers.noDelayMs[step], 1, "no delay"));
                QVERIFY(isAbout(found->steps[step].ideal / 1e6 / answers.idealMs[step], 1, "ideal"));
            }
            QVERIFY(isAbout(found->slowdown, answers.slowdown, "slowdown"));
            QVERIFY(isAbout(found->launchSlowdown, answers.launchSlowdown, "launch slowdown"));
            const auto compareParts = [](const auto& parts, const std::vector<double>& expected, const char* what) {
                bool areAlike = parts.size() == expected.size();
                for (const StragglerWhatIf::Part& part : parts)
                    areAlike = areAlike && isAbout(part.slowdown, expected[size_t(part.number)], what);
                return areAlike;
            };
            QVERIFY(compareParts(found->stages, answers.ofStage, "stage"));
            QVERIFY(compareParts(found->dataRanks, answers.ofReplica, "replica"));
            QCOMPARE(found->types.size(), answers.ofType.size());
            for (const StragglerWhatIf::Type& type : found->types)
                QVERIFY(isAbout(type.slowdown, answers.ofType.at(type.key), type.key.c_str()));
            // Of next to nothing no share is told.
            constexpr double leastSlowdown = 1.01;
            QCOMPARE(found->ofSlowestRanks.has_value(), answers.slowdown >= leastSlowdown);
            QCOMPARE(found->ofLastStage.has_value(), answers.slowdown >= leastSlowdown);
            if (answers.slowdown < leastSlowdown)
                continue;
            QVERIFY(std::abs(*found->ofSlowestRanks - answers.slowestWorkers) < 1e-3);
            QVERIFY(std::abs(*found->ofLastStage - answers.lastStage) < 1e-3);
        }
    }
};

BUBBLESCOPE_TEST(TstInequality, QCoreApplication)

} // namespace bubblescope::tst_inequality

#include "tst_inequality.moc"
