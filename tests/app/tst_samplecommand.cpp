// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplearguments.h"
#include "samplecommand.h"
#include "rungrouping.h"

#include "clockalignment.h"
#include "fabricfaults.h"
#include "folderscan.h"
#include "foldertables.h"
#include "importerregistry.h"
#include "samplerun.h"
#include "testprogram.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace bubblescope::tst_samplecommand {

namespace {

struct Opened {
    FolderScan scan;
    RunFolder folder;
};

Opened open(const QString& path)
{
    Opened opened;
    const ImporterRegistry& registry = ImporterRegistry::builtin();
    RunFolder& folder = opened.folder;
    opened.scan = scanPaths({path.toStdString()}, registry, folder.report);
    std::vector<NamedPart> parts;
    std::vector<GpuTelemetry> telemetry;
    std::vector<CommunicatorLog> communicators;
    for (const ScannedFile& file : opened.scan.files) {
        auto source = openFile(file.path, file.name);
        if (!source)
            qFatal("%s", source.error().message.text().c_str());
        FileContents contents;
        folder.report.setFile(file.name);
        file.importer->import(**source, contents, folder.report, {});
        for (TracePart& part : contents.traceParts)
            parts.push_back({file.name, std::move(part)});
        const auto take = [](auto& from, auto& to) { std::move(from.begin(), from.end(), std::back_inserter(to)); };
        take(contents.layerTables, folder.layerTables);
        take(contents.workloads, folder.workloads);
        take(contents.runLogs, folder.runLogs);
        take(contents.telemetry, telemetry);
        take(contents.communicators, communicators);
    }
    addFabric(folder, communicators);
    folder.runs = groupRuns(std::move(parts), opened.scan.root, folder.report, {}, telemetry);
    return opened;
}

/// All spans of a rank as lines that can be compared; times relative to the rank's first.
std::vector<std::string> lines(const Trace& trace, int rank)
{
    std::vector<std::string> result;
    const TimeNs start = trace.rangeOf(*trace.findRank(rank)).begin;
    const auto text = [&](SpanId span) {
        return std::to_string(trace.begin(span) - start) + ' ' + std::to_string(trace.end(span) - start) + ' '
            + std::string(trace.trackName(trace.track(span))) + ' ' + std::string(trace.name(span));
    };
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        if (trace.track(trace.track(span)).rank != rank)
            continue;
        std::string line = text(span) + " | " + std::string(trace.detail(span)) + " | stage "
            + std::to_string(trace.stage(span)) + " mb " + std::to_string(trace.microbatch(span)) + " bytes "
            + std::to_string(trace.bytes(span)) + " flags " + std::to_string(trace.flags(span)) + ' '
            + std::string(categoryKey(trace.category(span))) + ' ' + std::string(operationName(trace.operation(span)));
        if (trace.parent(span).isValid())
            line += " in " + text(trace.parent(span));
        result.push_back(std::move(line));
    }
    std::sort(result.begin(), result.end());
    return result;
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstSampleCommand : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aNameOfAnyBytesIsWritten()
    {
        SampleOptions options;
        options.name = "run \xff";
        options.steps = 1;
        QTemporaryDir directory;
        QVERIFY(writeSample(options, directory.path().toStdString()));
        const QByteArray truth = contents(directory.filePath(QStringLiteral("truth.json")));
        QVERIFY(QJsonDocument::fromJson(truth).isObject());
    }

    void stepsWrittenOneAfterTheOtherMakeTheSameFiles()
    {
        SampleOptions options;
        options.data = 2;
        options.steps = 5;
        QTemporaryDir directory;
        const QString whole = directory.filePath(QStringLiteral("whole"));
        const QString parts = directory.filePath(QStringLiteral("parts"));
        const Result<WrittenSample> atOnce = writeSample(options, whole.toStdString());
        QVERIFY(atOnce);
        QVERIFY(writeSample(options, parts.toStdString(), 1));
        // Files of an earlier sample are replaced, not continued.
        const Result<WrittenSample> again = writeSample(options, parts.toStdString(), 2 * atOnce->truth.spans / 5);
        QVERIFY(again);
        QCOMPARE(again->bytes, atOnce->bytes);
        QCOMPARE(again->truth.spans, atOnce->truth.spans);
        for (const std::string& file : atOnce->files) {
            const QByteArray text = contents(whole + QLatin1Char('/') + QString::fromStdString(file));
            QVERIFY(!text.isEmpty());
            QCOMPARE(contents(parts + QLatin1Char('/') + QString::fromStdString(file)), text);
        }
    }

    void samplesOfGpusAreReadBack()
    {
        SampleOptions options;
        options.throttles = {{1, 2, 2, 3, 1.5}};
        QTemporaryDir directory;
        const Result<WrittenSample> written = writeSample(options, directory.path().toStdString());
        QVERIFY2(written, written ? "" : written.error().message.text().c_str());
        QVERIFY(std::count(written->files.begin(), written->files.end(), "node1/nvidia-smi.csv") == 1);
        const Result<SampleRun> sample = makeSample(options);
        QVERIFY(sample);
        const Opened opened = open(directory.path());
        QCOMPARE(opened.scan.unrecognised, std::vector<std::string>({"truth.json"}));
        QCOMPARE(opened.folder.report.count(IssueKind::SamplesNotPlaced), uint64_t(0));
        // By rank, GPU and name, of which the order is that of reading.
        using Samples = std::pair<std::vector<TimeNs>, std::vector<double>>;
        const auto countersOf = [](const Trace& trace) {
            std::map<std::tuple<int32_t, int16_t, std::string>, Samples> all;
            const CounterTable& table = trace.counters();
            for (const CounterSeries& series : table.series) {
                const auto times = table.timesOf(series);
                const auto values = table.valuesOf(series);
                all[{series.rank, series.device, std::string(trace.strings().text(series.name))}]
                    = {{times.begin(), times.end()}, {values.begin(), values.end()}};
            }
            return all;
        };
        const auto made = countersOf(*sample->run.trace);
        QVERIFY(made.size() >= size_t(3 * 16)); // clock, power and temperature of each, reasons of one
        QVERIFY(made.contains({10, int16_t(2), "throttled: thermal slowdown by hardware"}));
        QVERIFY(countersOf(*opened.folder.runs.front().trace) == made);
    }

    void linesOfTheInspectorAreReadBack()
    {
        SampleOptions options;
        options.hosts = 16;
        options.data = 4;
        options.stages = 4;
        options.tensor = 2;
        options.layers = 8;
        options.slowNics = {{13, 2}}; // two ranks a host
        QTemporaryDir directory;
        const Result<WrittenSample> written = writeSample(options, directory.path().toStdString());
        QVERIFY2(written, written ? "" : written.error().message.text().c_str());
        QVERIFY(std::count(written->files.begin(), written->files.end(), "inspector/node6-pid4001.log") == 1);
        const Result<SampleRun> sample = makeSample(options);
        QVERIFY(sample);
        const Opened opened = open(directory.path());
        QCOMPARE(opened.scan.unrecognised, std::vector<std::string>({"truth.json"}));
        const Fabric& read = opened.folder.fabric;
        const Fabric& made = *sample->run.fabric;
        QVERIFY(!read.isEmpty());
        QVERIFY(read.processes == made.processes);
        QVERIFY(read.groups == made.groups);
        QCOMPARE(read.speeds.size(), made.speeds.size());
        for (size_t i = 0; i < read.speeds.size(); ++i)
            QVERIFY(std::abs(read.speeds[i].ns - made.speeds[i].ns) <= 500); // whole us
        const std::vector<FabricFault> faults = findFabricFaults(read);
        QCOMPARE(faults.size(), size_t(1));
        QCOMPARE(read.processes[faults.front().processes.front()].host, std::string("node6"));
        QCOMPARE(read.processes[faults.front().processes.front()].place, 1);
        QVERIFY(!opened.folder.bandwidthCurves.empty());
    }

    void networkCardsAreParsed()
    {
        const auto parsed = parseNicFactor("37:2.5");
        QVERIFY(parsed);
        QCOMPARE(*parsed, (SampleOptions::RankFactor {37, 2.5}));
        QVERIFY(!parseNicFactor("37") && !parseNicFactor("a:2") && !parseNicFactor("-1:2"));
        SampleOptions options;
        options.slowNics = {{options.stages * options.tensor * options.data, 2}};
        QVERIFY(checkSampleOptions(options, mostSampleSpans).has_value());
        options.slowNics = {{0, 0.5}};
        QVERIFY(checkSampleOptions(options, mostSampleSpans).has_value());
        options.slowNics = {{0, 2}};
        QVERIFY(!checkSampleOptions(options, mostSampleSpans).has_value());
        options.hosts = 1;
        QVERIFY(checkSampleOptions(options, mostSampleSpans).has_value());
    }

    void throttlesAreParsed()
    {
        const auto parsed = parseThrottle("1:3:20:40:1.5");
        QVERIFY(parsed);
        QCOMPARE(*parsed, (SampleOptions::Throttle {1, 3, 20, 40, 1.5}));
        for (const char* text :
            {"", "1:3:20:1.5", "1:3:20:40", "1:3:20:40:x", "a:3:20:40:1.5", "1:-3:20:40:1.5", "1:3:20:40:1.5:", "::::"})
            QVERIFY2(!parseThrottle(text), text);
        SampleOptions options;
        for (const SampleOptions::Throttle& wrong :
            {SampleOptions::Throttle {2, 0, 1, 1, 1.5}, SampleOptions::Throttle {0, 8, 1, 1, 1.5},
                SampleOptions::Throttle {0, 0, 0, 1, 1.5}, SampleOptions::Throttle {0, 0, 2, 1, 1.5},
                SampleOptions::Throttle {0, 0, 1, 4, 1.5}, SampleOptions::Throttle {0, 0, 1, 1, 0.5}}) {
            options.throttles = {wrong};
            QVERIFY(checkSampleOptions(options, mostSampleSpans).has_value());
        }
        options.throttles = {{1, 7, 1, 3, 1.5}};
        QVERIFY(!checkSampleOptions(options, mostSampleSpans).has_value());
    }

    void whatIsWrittenIsReadBackToTheNanosecond_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("default") << 0;
        QTest::newRow("mixture of experts") << 1;
        QTest::newRow("demo") << 2;
        QTest::newRow("GPipe on four hosts") << 3;
        QTest::newRow("odd sizes") << 4;
    }
    void whatIsWrittenIsReadBackToTheNanosecond()
    {
        QFETCH(int, which);
        SampleOptions options = which == 2 ? demoOptions() : SampleOptions();
        if (which == 1) {
            options.data = 4;
            options.expert = 2;
            options.expertImbalance = 1.5;
        } else if (which == 3) {
            options.schedule = ScheduleKind::GPipe;
            options.hosts = 4;
        } else if (which == 4) {
            options.vocabulary = 50257;
            options.tensor = 4;
            options.hiddenSize = 1111;
            options.sequenceLength = 777;
            options.microbatchSize = 3;
            options.layers = 13;
            options.clockSpreadMs = -12345.678;
        }
        QTemporaryDir directory;
        const Result<WrittenSample> written = writeSample(options, directory.path().toStdString());
        QVERIFY2(written, written ? "" : written.error().message.text().c_str());
        Result<SampleRun> sample = makeSample(options);
        QVERIFY(sample);

        Opened opened = open(directory.path());
        QCOMPARE(opened.scan.unrecognised, std::vector<std::string>({"truth.json"}));
        for (const Issue& issue : opened.folder.report.issues())
            qWarning(
                "%s: %s", issue.file.c_str(), issue.first.empty() ? "" : issue.first.front().message.text().c_str());
        QCOMPARE(opened.folder.runs.size(), size_t(1));
        Run& run = opened.folder.runs.front();
        const Trace& made = *sample->run.trace;
        QCOMPARE(int(run.kind), int(Run::Kind::Measured));
        QCOMPARE(run.trace->spanCount(), made.spanCount());
        QCOMPARE(run.trace->hosts().size(), size_t(options.hosts));
        for (const RankInfo& rank : made.ranks()) {
            QVERIFY(run.trace->findRank(rank.rank));
            const std::vector<std::string> expected = lines(made, rank.rank);
            const std::vector<std::string> actual = lines(*run.trace, rank.rank);
            QCOMPARE(actual.size(), expected.size());
            for (size_t i = 0; i < expected.size(); ++i)
                QCOMPARE(actual[i], expected[i]);
        }
        QCOMPARE(*run.layout.world, *sample->run.layout.world);
        QCOMPARE(*run.layout.tensor, options.tensor);
        QCOMPARE(*run.layout.pipeline, options.stages);
        QCOMPARE(*run.layout.data, options.data);
        QCOMPARE(*run.layout.layers, options.layers);
        QCOMPARE(*run.layout.microbatches, options.microbatches);
        QCOMPARE(run.layout.expert.value_or(1), options.expert);
        QCOMPARE(run.trace->steps().size(), size_t(options.steps));

        alignRun(run, opened.folder.report);
        QCOMPARE(run.clocks.size(), size_t(options.hosts));
        for (size_t host = 0; host < run.clocks.size(); ++host) {
            QVERIFY(run.clocks[host].aligned);
            const double offset = double(run.clocks[host].shift) / 1e6;
            QVERIFY2(qAbs(offset - sample->truth.clockOffsetsMs[host]) < 0.1,
                qPrintable(QStringLiteral("%1 ms").arg(offset, 0, 'f', 3)));
        }
        const double total = double(run.trace->range().duration()) / 1e6;
        double steps = 0;
        for (double ms : sample->truth.stepMs)
            steps += ms;
        QVERIFY2(total > steps * 0.95 && total < steps * 1.01, qPrintable(QString::number(total)));
    }

    void tablesWorkloadAndLogAreReadBack()
    {
        SampleOptions options;
        options.steps = 5;
        QTemporaryDir directory;
        QVERIFY(writeSample(options, directory.path().toStdString()));
        const Result<SampleRun> sample = makeSample(options);
        QVERIFY(sample);
        const Opened opened = open(directory.path());

        QCOMPARE(opened.folder.layerTables.size(), size_t(1));
        const LayerTable& table = opened.folder.layerTables.front();
        QCOMPARE(table.rows.size(), sample->layerTable.rows.size());
        QCOMPARE(table.block, sample->layerTable.block);
        QVERIFY(table.layerCount);
        QCOMPARE(*table.layerCount, 32);
        QVERIFY(qAbs(table.folded(32).totalNs / sample->layerTable.folded(32).totalNs - 1) < 1e-9);
        QCOMPARE(table.asWritten().commElements, sample->layerTable.asWritten().commElements);

        QCOMPARE(opened.folder.workloads.size(), size_t(1));
        const Workload& workload = opened.folder.workloads.front();
        QCOMPARE(workload.rows.size(), sample->workload.rows.size());
        QCOMPARE(*workload.declaredRows, *sample->workload.declaredRows);
        QCOMPARE(workload.computeNs(), sample->workload.computeNs());
        QCOMPARE(*workload.dataParallel(), 2);
        QCOMPARE(*workload.layersPerStage, 8);

        QCOMPARE(opened.folder.runLogs.size(), size_t(1));
        const RunLog& log = opened.folder.runLogs.front();
        QCOMPARE(int(log.kind), int(RunLog::Kind::OptPrime));
        QCOMPARE(log.steps.size(), size_t(5));
        QCOMPARE(log.blocks.size(), size_t(20));
        QCOMPARE(log.layerRecords, sample->runLog.layerRecords);
        for (size_t i = 0; i < 5; ++i) {
            QVERIFY(qAbs(*log.steps[i].stepMs - sample->truth.stepMs[i]) < 0.0051);
            QCOMPARE(log.steps[i].step, sample->runLog.steps[i].step);
            QCOMPARE(*log.steps[i].learningRate, *sample->runLog.steps[i].learningRate);
            QCOMPARE(*log.steps[i].loss, *sample->runLog.steps[i].loss);
        }
        const std::vector<double> forward = log.stageForwardMsPerMicrobatch();
        QCOMPARE(forward.size(), size_t(4));
        for (size_t stage = 0; stage < 4; ++stage)
            QVERIFY(qAbs(forward[stage] / sample->truth.forwardMs[stage] - 1) < 0.02);
    }

    void filesLieWhereTheyAreSaidToLie()
    {
        SampleOptions options;
        options.expert = 2;
        QTemporaryDir directory;
        const Result<WrittenSample> written = writeSample(options, directory.path().toStdString());
        QVERIFY(written);
        QCOMPARE(written->files.size(), size_t(16 + 5));
        uint64_t bytes = 0;
        for (const std::string& file : written->files) {
            const QString path = directory.filePath(QString::fromStdString(file));
            QVERIFY2(QFile::exists(path), file.c_str());
            bytes += uint64_t(QFile(path).size());
        }
        QCOMPARE(written->bytes, bytes);
        QVERIFY(directory.path().size() > 0);
        const QStringList node1 = QDir(directory.filePath(QStringLiteral("node1"))).entryList(QDir::Files);
        QCOMPARE(node1.size(), 8);
        QVERIFY2(node1.first().contains(QStringLiteral("wd16_tp2_pp4_exp2")), qPrintable(node1.first()));
    }

    void truthCanBeReadByOthers()
    {
        SampleOptions options;
        options.stragglers = {{3, 1.5}};
        QTemporaryDir directory;
        QVERIFY(writeSample(options, directory.path().toStdString()));
        const QJsonObject truth
            = QJsonDocument::fromJson(contents(directory.filePath(QStringLiteral("truth.json")))).object();
        QCOMPARE(truth[QStringLiteral("ranks")].toInt(), 16);
        QCOMPARE(truth[QStringLiteral("step_ms")].toArray().size(), 3);
        const QJsonObject fault = truth[QStringLiteral("faults")].toArray().first().toObject();
        QCOMPARE(fault[QStringLiteral("fault")].toString(), QStringLiteral("straggler"));
        QCOMPARE(fault[QStringLiteral("rank")].toInt(), 3);
    }

    void theSameSeedWritesTheSameBytes()
    {
        QTemporaryDir first;
        QTemporaryDir second;
        const Result<WrittenSample> written = writeSample({}, first.path().toStdString());
        QVERIFY(written);
        QVERIFY(writeSample({}, second.path().toStdString()));
        for (const std::string& file : written->files) {
            const QString name = QString::fromStdString(file);
            QCOMPARE(contents(first.filePath(name)), contents(second.filePath(name)));
        }
    }

    void anEarlierSampleIsOverwrittenOthersAreRefused()
    {
        QTemporaryDir directory;
        const std::string path = directory.path().toStdString();
        SampleOptions options;
        QVERIFY(writeSample(options, path));
        options.seed = 5;
        QVERIFY(writeSample(options, path));

        // Rank files of another layout would stay behind and mix with the new ones.
        SampleOptions smaller = options;
        smaller.stages = 2;
        const Result<WrittenSample> other = writeSample(smaller, path);
        QVERIFY(!other);
        QVERIFY2(other.error().message.text().find("not part of this sample") != std::string::npos,
            other.error().message.text().c_str());
        QVERIFY(!other.error().advice.empty());

        QTemporaryDir foreign;
        QFile file(foreign.filePath(QStringLiteral("thesis.tex")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("years of work");
        file.close();
        QVERIFY(!writeSample(options, foreign.path().toStdString()));
        QCOMPARE(contents(file.fileName()), QByteArray("years of work"));
        QCOMPARE(QDir(foreign.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 1);
        QVERIFY(!writeSample(options, file.fileName().toStdString()));
    }

    void aFolderThatCanNotBeMadeIsAnError()
    {
        QTemporaryDir directory;
        QFile file(directory.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Result<WrittenSample> written
            = writeSample({}, directory.filePath(QStringLiteral("file/below")).toStdString());
        QVERIFY(!written);
        QVERIFY(written.error().message.text().ends_with('.'));
    }

    void factorsAreReadFromTheCommandLine()
    {
        const Result<SampleOptions::RankFactor> straggler = parseRankFactor("12:1.5");
        QVERIFY(straggler);
        QCOMPARE(straggler->rank, 12);
        QCOMPARE(straggler->factor, 1.5);
        const Result<SampleOptions::LinkFactor> link = parseLinkFactor("0:8");
        QVERIFY(link);
        QCOMPARE(link->factor, 8.0);
        for (const char* bad : {"", ":", "3", "3:", ":2", "x:2", "3:x", "-1:2", "3:-2", "3:0", "3:2x", "3 :2", "3:nan",
                 "3:inf", "99999999999:2"})
            QVERIFY2(!parseRankFactor(bad), bad);
    }
};

BUBBLESCOPE_TEST(TstSampleCommand, QCoreApplication)

} // namespace bubblescope::tst_samplecommand

#include "tst_samplecommand.moc"
