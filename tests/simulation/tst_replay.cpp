// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traces are taken apart into a graph by their records alone; waiting is taken out of every message and collective, and
// re-timing must bring the step back. Of samples, whose truth is known, and of real runs, whose step was measured.
#include "clockalignment.h"
#include "rungrouping.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "retiming.h"
#include "samplefolder.h"
#include "samplerun.h"
#include "shareddata.h"
#include "testprogram.h"
#include "tracegraph.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace bubblescope::tst_replay {

namespace {

/// How far the ends of the ranks lie from the recorded ones, as a share of the step.
struct Replay {
    double recordedMs = 0;
    double replayedMs = 0;
    double worstRank = 0;
    std::vector<Message> assumptions;
};

Replay replay(const Run& run, int step = 0)
{
    const Result<TraceGraph> made = makeTraceGraph(*contextOf(run), step);
    if (!made)
        qFatal("%s", made.error().message.text().c_str());
    Retiming retiming;
    retiming.run(made->graph, made->graph.costs());
    Replay result;
    result.assumptions = made->assumptions;
    result.recordedMs = double(made->window.duration()) / 1e6;
    result.replayedMs = double(retiming.makespan()) / 1e6;
    for (uint32_t rank = 0; rank + 1 < made->firstNode.size(); ++rank) {
        TimeNs recorded = 0;
        TimeNs replayed = 0;
        for (uint32_t n = made->firstNode[rank]; n < made->firstNode[rank + 1]; ++n) {
            recorded = std::max(recorded, run.trace->end(made->nodes[n].operation) - made->window.begin);
            replayed = std::max(replayed, retiming.end(made->graph, n));
        }
        result.worstRank = std::max(result.worstRank, std::abs(double(replayed) / double(recorded) - 1));
    }
    return result;
}

Run sampleOf(const SampleOptions& options)
{
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    return std::move(folder->runs.front());
}

std::vector<Run> openShared(const char* name)
{
    ImportReport report;
    const FolderScan scan = scanPaths({sharedData(name)}, ImporterRegistry::builtin(), report);
    std::vector<NamedPart> parts;
    for (const ScannedFile& file : scan.files) {
        auto source = openFile(file.path, file.name);
        FileContents contents;
        if (source)
            file.importer->import(**source, contents, report, {});
        for (TracePart& part : contents.traceParts)
            parts.push_back({file.name, std::move(part)});
    }
    std::vector<Run> runs = groupRuns(std::move(parts), scan.root, report);
    for (Run& run : runs)
        alignRun(run, report);
    return runs;
}

} // namespace

class TstReplay : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void replayBringsASamplesStepBack_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("default") << 0;
        QTest::newRow("demo") << 1;
        QTest::newRow("mixture of experts") << 2;
        QTest::newRow("GPipe") << 3;
        QTest::newRow("noisy, slow link, four hosts") << 4;
        QTest::newRow("one stage") << 5;
    }
    void replayBringsASamplesStepBack()
    {
        QFETCH(int, which);
        SampleOptions options = which == 1 ? demoOptions() : SampleOptions();
        options.steps = 2;
        if (which == 2) {
            options.data = 4;
            options.expert = 2;
            options.expertImbalance = 1.6;
        } else if (which == 3) {
            options.schedule = ScheduleKind::GPipe;
        } else if (which == 4) {
            options.noise = 0.05;
            options.slowLinks = {{2, 20}};
            options.hosts = 4;
        } else if (which == 5) {
            options.stages = 1;
        }
        const Result<SampleRun> sample = makeSample(options);
        QVERIFY(sample);
        const Run run = sampleOf(options);
        for (int step = 0; step < options.steps; ++step) {
            const Replay replayed = replay(run, step);
            const double measured = sample->truth.stepMs[size_t(step)];
            QVERIFY2(qAbs(replayed.replayedMs / measured - 1) < 1e-3 && replayed.worstRank < 1e-3,
                qPrintable(QStringLiteral("replayed %1 ms, measured %2 ms, worst rank %3")
                               .arg(replayed.replayedMs)
                               .arg(measured)
                               .arg(replayed.worstRank)));
            QVERIFY(replayed.assumptions.empty());
        }
    }

    void replayBringsARealStepBack_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<double>("measured"); // ms, as the run itself or its description states
        QTest::newRow("4 ranks, TP 2, PP 2") << QStringLiteral("echo/measured_tp2_pp2_4ranks_known_step") << 911.0;
        QTest::newRow("16 ranks, PP 4, 2 hosts") << QStringLiteral("echo/measured_pp4_16ranks_2hosts") << 671.2;
        QTest::newRow("8 ranks, TP 2, PP 4") << QStringLiteral("echo/measured_tp2_pp4_8ranks") << 0.0;
        QTest::newRow("4 ranks, PP 2") << QStringLiteral("echo/measured_tp1_pp2_4ranks") << 0.0;
        QTest::newRow("two runs in one folder") << QStringLiteral("echo/two_runs_one_folder") << 0.0;
    }
    void replayBringsARealStepBack()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        QFETCH(double, measured);
        for (const Run& run : openShared(folder.toUtf8().constData())) {
            const Replay replayed = replay(run);
            const double expected = measured > 0 ? measured : replayed.recordedMs;
            qInfo("%s: replayed %.2f ms, recorded %.2f ms, stated %.1f ms, worst rank %.3f %%", qPrintable(folder),
                replayed.replayedMs, replayed.recordedMs, measured, replayed.worstRank * 100);
            for (const Message& sentence : replayed.assumptions)
                qInfo("  %s", sentence.text().c_str());
            QVERIFY(qAbs(replayed.replayedMs / expected - 1) < 0.01);
            QVERIFY(replayed.worstRank < 0.01);
        }
    }
};

BUBBLESCOPE_TEST(TstReplay, QCoreApplication)

} // namespace bubblescope::tst_replay

#include "tst_replay.moc"
