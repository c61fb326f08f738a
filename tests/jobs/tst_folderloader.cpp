// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "consolecommands.h"
#include "folderloader.h"
#include "gateruns.h"
#include "gzipped.h"
#include "loadjob.h"
#include "opensource.h"
#include "runcache.h"
#include "runcontext.h"
#include "runoverview.h"
#include "samplecommand.h"
#include "sanitized.h"
#include "shareddata.h"
#include "smallsample.h"
#include "testprogram.h"
#include "waitdigest.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <malloc.h>
#include <set>
#include <stdexcept>
#include <thread>

namespace bubblescope::tst_folderloader {

class TstFolderLoader : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        const auto written = writeSample(smallSample(2), path());
        QVERIFY2(written.isOk(), written ? "" : written.error().message.text().c_str());
        m_truth = written->truth;
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aSampleIsOpenedWhole()
    {
        FolderLoad load;
        load.paths = {path()};
        const OpenedFolderPtr opened = FolderLoader(load).load();
        QVERIFY(opened);
        const RunFolder& folder = opened->folder;
        QCOMPARE(folder.runs.size(), size_t(1));
        QCOMPARE(folder.runs[0].rankCount(), 4);
        QCOMPARE(folder.runs[0].stageCount(), 2);
        QCOMPARE(uint64_t(folder.runs[0].trace->spanCount()), m_truth.spans);
        QCOMPARE(folder.layerTables.size(), size_t(1));
        QCOMPARE(folder.workloads.size(), size_t(1));
        QCOMPARE(folder.runLogs.size(), size_t(1));
        QVERIFY(folder.statistics.bytes > 10'000);
        QVERIFY(!folder.statistics.fromCache);
        QCOMPARE(opened->levels.size(), size_t(1));
        QVERIFY(opened->levels[0].memoryBytes() > 0);
        QVERIFY(!folder.report.hasErrors());
    }

    void aSliceIsCountedFromTheStartOfTheRun()
    {
        QTemporaryDir folder;
        // Rank 1 begins 100 µs later, and writes its events in another order.
        const auto write = [&](int rank, const char* events) {
            QFile file(folder.filePath(QStringLiteral("rank%1.json").arg(rank)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray("{\"distributedInfo\":{\"rank\":") + QByteArray::number(rank)
                + ",\"world_size\":2},\"traceEvents\":[" + events + "]}");
        };
        write(0,
            R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1000,"dur":50},{"ph":"X","name":"b","pid":1,"tid":1,"ts":1150,"dur":9})");
        write(1,
            R"({"ph":"X","name":"d","pid":1,"tid":1,"ts":1190,"dur":9},{"ph":"X","name":"c","pid":1,"tid":1,"ts":1100,"dur":9})");
        FolderLoad load;
        load.paths = {folder.path().toStdString()};
        load.slice = TimeRange {100'000, 160'000};
        const OpenedFolderPtr opened = FolderLoader(load).load();
        QCOMPARE(opened->folder.runs.size(), size_t(1));
        const Trace& trace = *opened->folder.runs[0].trace;
        QCOMPARE(trace.spanCount(), 2u);
        QVERIFY(trace.name(SpanId(0)) == "b" && trace.name(SpanId(1)) == "c");
        QCOMPARE(opened->folder.report.count(IssueKind::PartOnly), uint64_t(1));
    }

    void textThatOnlyBeginsLikeALogIsNotRecognised()
    {
        QTemporaryDir folder;
        const QByteArray preamble = QByteArray("++++ export PATH=/opt/bin\n++++ unset CDPATH\n").repeated(4000);
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        QVERIFY(write("setup.out", preamble));
        QVERIFY(write("train.out", preamble + " iteration 1/ 10 | elapsed time per iteration (ms): 5.5 |\n"));
        FolderLoad load;
        load.paths = {folder.path().toStdString()};
        const OpenedFolderPtr opened = FolderLoader(load).load();
        QCOMPARE(opened->folder.unrecognised, std::vector<std::string>({"setup.out"}));
        QCOMPARE(opened->folder.runLogs.size(), size_t(1));
        QVERIFY(opened->folder.report.isEmpty());
    }

    void tablesOfOneNameAreToldApartByTheirFolders()
    {
        QTemporaryDir folder;
        const QString table = QString::fromStdString(testData("layertable/workitems_small.tsv"));
        for (const char* gpu : {"A100", "H100"}) {
            QVERIFY(QDir(folder.path()).mkdir(QString::fromLatin1(gpu)));
            QVERIFY(QFile::copy(table, folder.filePath(QString::fromLatin1(gpu) + QStringLiteral("/model.tsv"))));
        }
        FolderLoad load;
        load.paths = {folder.path().toStdString()};
        const OpenedFolderPtr opened = FolderLoader(load).load();
        QVERIFY(opened);
        QCOMPARE(opened->folder.layerTables.size(), size_t(2));
        QCOMPARE(opened->folder.layerTables[0].name, std::string("A100/model"));
        QCOMPARE(opened->folder.layerTables[1].name, std::string("H100/model"));
    }

    void hostClocksOfASampleAreRecovered()
    {
        FolderLoad load;
        load.paths = {path()};
        const OpenedFolderPtr opened = FolderLoader(load).load();
        const std::vector<HostClock>& clocks = opened->folder.runs[0].clocks;
        QCOMPARE(clocks.size(), m_truth.clockOffsetsMs.size());
        for (size_t host = 0; host < clocks.size(); ++host) {
            QVERIFY(clocks[host].aligned);
            QVERIFY(std::abs(double(clocks[host].shift) / 1e6 - m_truth.clockOffsetsMs[host]) < 0.1);
        }
    }

    void anyNumberOfThreadsGivesTheSame()
    {
        FolderLoad load;
        load.paths = {path()};
        load.threads = 1;
        const OpenedFolderPtr one = FolderLoader(load).load();
        load.threads = 4;
        const OpenedFolderPtr four = FolderLoader(load).load();
        const Trace& a = *one->folder.runs[0].trace;
        const Trace& b = *four->folder.runs[0].trace;
        QCOMPARE(a.spanCount(), b.spanCount());
        QVERIFY(a.timing().begin == b.timing().begin && a.timing().end == b.timing().end);
        for (uint32_t i = 0; i < a.spanCount(); ++i)
            QVERIFY(a.name(SpanId(i)) == b.name(SpanId(i)));
    }

    void progressCountsEveryByte()
    {
        FolderLoad load;
        load.paths = {path()};
        LoadProgress last;
        std::set<LoadProgress::Phase> phases;
        load.progress = [&](const LoadProgress& progress) {
            phases.insert(progress.phase);
            last = progress;
            return true;
        };
        const OpenedFolderPtr opened = FolderLoader(load).load();
        QCOMPARE(last.bytesDone, opened->folder.statistics.bytes);
        QCOMPARE(last.bytesTotal, opened->folder.statistics.bytes);
        QCOMPARE(last.filesDone, last.fileCount);
        QVERIFY(last.active.empty());
        QCOMPARE(phases.size(), size_t(3));
    }

    void tablesComeBeforeTraces()
    {
        FolderLoad load;
        load.paths = {path()};
        std::vector<OpenedFolderPtr> parts;
        load.partial = [&](OpenedFolderPtr part) { parts.push_back(std::move(part)); };
        const OpenedFolderPtr opened = FolderLoader(load).load();
        QVERIFY(!parts.empty());
        QVERIFY(parts.back()->folder.runs.empty());
        QCOMPARE(parts.back()->folder.layerTables.size(), size_t(1));
        QCOMPARE(parts.back()->folder.runLogs.size(), size_t(1));
        QCOMPARE(opened->folder.runs.size(), size_t(1));
    }

    void cancellingGivesNothing()
    {
        FolderLoad load;
        load.paths = {path()};
        int calls = 0;
        load.progress = [&](const LoadProgress&) { return ++calls < 2; };
        QVERIFY(!FolderLoader(load).load());
    }

    void cancellingEndsTheScan_data()
    {
        QTest::addColumn<bool>("hasCache");
        QTest::newRow("files are recognised") << false;
        QTest::newRow("their state is compared") << true;
    }
    void cancellingEndsTheScan()
    {
        QFETCH(bool, hasCache);
        QTemporaryDir directory;
        const RunCache cache(directory.path().toStdString(), "1.0");
        FolderLoad load;
        load.paths = {path()};
        load.cache = hasCache ? &cache : nullptr;
        std::vector<LoadProgress> told;
        load.progress = [&](const LoadProgress& progress) {
            told.push_back(progress);
            // Whoever is told is told again only after a while.
            for (QDeadlineTimer due(100); !due.hasExpired();)
                std::this_thread::yield();
            return told.size() < 3;
        };
        QVERIFY(!FolderLoader(load).load());
        QCOMPARE(told.size(), size_t(3));
        QVERIFY(told.back().phase == LoadProgress::Phase::Scanning);
    }

    void theSecondTimeComesFromTheCache()
    {
        QTemporaryDir directory;
        const RunCache cache(directory.path().toStdString(), "1.0");
        FolderLoad load;
        load.paths = {path()};
        load.cache = &cache;
        FolderLoader first(load);
        const OpenedFolderPtr read = first.load();
        QVERIFY(!read->folder.statistics.fromCache);
        QVERIFY(first.store());
        FolderLoader second(load);
        const OpenedFolderPtr cached = second.load();
        QVERIFY(cached->folder.statistics.fromCache);
        // Another spelling finds it, too, and is what the folder is then called.
        load.paths = {path() + "/."};
        const OpenedFolderPtr respelled = FolderLoader(load).load();
        QVERIFY(respelled->folder.statistics.fromCache);
        QCOMPARE(respelled->folder.path, path() + "/.");
        QVERIFY(!second.store());
        QCOMPARE(cached->levels.size(), size_t(1));
        QCOMPARE(cached->folder.statistics.spans, read->folder.statistics.spans);
        QVERIFY(cached->folder.runs[0].trace->timing().end == read->folder.runs[0].trace->timing().end);
        QCOMPARE(cached->folder.runs[0].clocks[1].shift, read->folder.runs[0].clocks[1].shift);
        QCOMPARE(cached->folder.report.issues().size(), read->folder.report.issues().size());
    }

    void whatWasAlignedIsNotAlignedAgain()
    {
        QTemporaryDir directory;
        const RunCache cache(directory.path().toStdString(), "1.0");
        FolderLoad load;
        load.paths = {path()};
        load.cache = &cache;
        FolderLoader first(load);
        const OpenedFolderPtr read = first.load();
        QVERIFY(first.store());
        // Of other analyses, which may align otherwise, it would be another state than that of the files alone.
        const auto files = fingerprint(load.paths);
        QVERIFY(files);
        QVERIFY(!cache.load(*files));
        FolderLoad again = load;
        again.levels = false;
        const uint32_t messages = MatchingCounts::messages;
        const uint32_t collectives = MatchingCounts::collectives;
        const OpenedFolderPtr bare = FolderLoader(again).load();
        QVERIFY(bare->folder.statistics.fromCache);
        QCOMPARE(MatchingCounts::messages.load(), messages);
        QCOMPARE(MatchingCounts::collectives.load(), collectives);
        QVERIFY(bare->folder.runs[0].context && bare->folder.runs[0].context->isOf(bare->folder.runs[0]));
        // Nor is anything split again that a timeline shows.
        const OpenedFolderPtr cached = FolderLoader(load).load();
        QVERIFY(cached->folder.statistics.fromCache);
        QCOMPARE(MatchingCounts::messages.load(), messages);
        QCOMPARE(MatchingCounts::collectives.load(), collectives);
        const RunSummary& before = *read->summaries.at(0);
        const RunSummary& after = *cached->summaries.at(0);
        QVERIFY(!after.isOverview);
        QCOMPARE(runOverview(after), runOverview(before));
        QVERIFY(before.waiting.count() > 0);
        QCOMPARE(after.waiting.count(), before.waiting.count());
        QVERIFY(waitDigests(cached->folder.runs[0], after, 1) == waitDigests(read->folder.runs[0], before, 1));
        const Trace& a = *read->folder.runs[0].trace;
        const Trace& b = *cached->folder.runs[0].trace;
        QVERIFY(a.timing().begin == b.timing().begin && a.timing().end == b.timing().end);
        QCOMPARE(a.origin(), b.origin());
        QVERIFY(!a.links().empty());
        QVERIFY(std::equal(a.links().begin(), a.links().end(), b.links().begin(), b.links().end(),
            [](const Link& one, const Link& other) { return one.from == other.from && one.to == other.to; }));
        QCOMPARE(cached->folder.report.count(IssueKind::ClocksAligned), uint64_t(1));
        const auto told = [](const OpenedFolder& opened) {
            std::vector<std::string> texts;
            for (const Issue& issue : opened.folder.report.issues()) {
                texts.push_back(issue.file + ' ' + std::to_string(issue.count));
                for (const auto& one : issue.first)
                    texts.push_back(one.message.text());
            }
            return texts;
        };
        QVERIFY(told(*cached) == told(*read));
        QCOMPARE(cached->summaries[0]->busyShare(), read->summaries[0]->busyShare());
        QCOMPARE(cached->folder.runs[0].context->collectives().instances.size(),
            read->folder.runs[0].context->collectives().instances.size());
    }

    void whoeverNeedsSummariesKeepsThem()
    {
        QTemporaryDir directory;
        const RunCache cache(directory.path().toStdString(), "1.0");
        FolderLoad load;
        load.paths = {path()};
        load.cache = &cache;
        FolderLoad command = load;
        command.levels = false; // splits no time
        FolderLoader first(command);
        QVERIFY(first.load());
        QVERIFY(first.store());
        FolderLoader second(load);
        const OpenedFolderPtr shown = second.load();
        QVERIFY(shown->folder.statistics.fromCache);
        QVERIFY(second.store());
        FolderLoader third(command);
        QVERIFY(third.load()->folder.statistics.fromCache);
        QVERIFY(!third.store());
        const uint32_t collectives = MatchingCounts::collectives;
        FolderLoader fourth(load);
        const OpenedFolderPtr again = fourth.load();
        QVERIFY(again->folder.statistics.fromCache);
        QVERIFY(!fourth.store());
        QCOMPARE(MatchingCounts::collectives.load(), collectives);
        QCOMPARE(runOverview(*again->summaries.at(0)), runOverview(*shown->summaries.at(0)));
    }

    void ranksOutsideAPartAreCountedAndNotMissing()
    {
        QTemporaryDir folder;
        for (int rank = 0; rank < 4; ++rank) {
            QFile file(folder.filePath(QStringLiteral("rank%1.json").arg(rank)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QStringLiteral(R"({"distributedInfo":{"rank":%1,"world_size":5},"traceEvents":[)"
                                      R"({"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":%2,"dur":50}]})")
                           .arg(rank)
                           .arg(1000 + 1000 * (rank / 2))
                           .toLatin1());
            file.write(QByteArray(8'000'000, ' '));
        }
        FolderLoad load;
        load.paths = {folder.path().toStdString()};
        load.slice = TimeRange {0, 500'000};
        const OpenedFolderPtr opened = FolderLoader(load).load();
        QCOMPARE(opened->folder.runs.size(), size_t(1));
        const Run& run = opened->folder.runs[0];
        QCOMPARE(run.trace->spanCount(), 2u);
        QCOMPARE(run.missingRanks, std::vector<int>({4}));
        QCOMPARE(opened->summaries[0]->ranks.size(), size_t(2));
        QCOMPARE(opened->summaries[0]->ranksWithout + run.ranksOutsidePart, 2);
        if (isSanitized)
            return; // what a sanitizer keeps would not fit
        // As well where it may not fit, and is read by parts.
        load.memory = 24'000'000;
        const OpenedFolderPtr byParts = FolderLoader(load).load();
        QCOMPARE(byParts->folder.runs[0].trace->spanCount(), 2u);
        QCOMPARE(byParts->folder.runs[0].missingRanks, run.missingRanks);
        QCOMPARE(byParts->folder.runs[0].ranksOutsidePart, 2);
        // Whole, as before.
        load.slice.reset();
        QCOMPARE(FolderLoader(load).load()->folder.runs[0].ranksOutsidePart, 0);
    }

    void filesThatTakeMoreMemoryThanTheyMayAreCutShort_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QByteArray>("record");
        QTest::newRow("trace") << "a.json.gz" << QByteArray(R"({"traceEvents":[)")
                               << QByteArray(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2},)");
        QTest::newRow("log") << "a.log.gz" << QByteArray()
                             << QByteArray(" iteration 1/ 10 | elapsed time per iteration (ms): 5.5 | lm loss: 1.0 |\n");
    }
    void filesThatTakeMoreMemoryThanTheyMayAreCutShort()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, begin);
        QFETCH(QByteArray, record);
        constexpr int records = 800'000;
        QTemporaryDir folder;
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const std::string packed = gzipped((begin + record.repeated(records)).toStdString());
        QVERIFY(packed.size() < 1'000'000);
        file.write(packed.data(), qint64(packed.size()));
        file.close();
        malloc_trim(0); // or what another test has left would be used
        FolderLoad load;
        load.paths = {file.fileName().toStdString()};
        load.levels = false;
        load.memory = 16'000'000;
        const OpenedFolderPtr opened = FolderLoader(load).load();
        const RunFolder& read = opened->folder;
        QCOMPARE(read.report.count(IssueKind::TooLarge), uint64_t(1));
        QCOMPARE(read.report.count(IssueKind::TruncatedFile), uint64_t(0));
        QVERIFY(!read.isEmpty()); // what was read before is there
        for (const Run& run : read.runs)
            QVERIFY(run.trace->spanCount() > 1000 && run.trace->spanCount() < records);
        const std::optional<Error> error = whyCutShort(read);
        QVERIFY(error && error->message.text().find("16 MB") != std::string::npos);
        QVERIFY(error->advice.text().find("--memory") != std::string::npos);
        QCOMPARE(codeFor(read), ExitCode::NothingUsable);
        if (isSanitized)
            return; // which keeps what was freed: it does not grow a second time
        InspectCommand inspect;
        inspect.source.paths = load.paths;
        inspect.source.useCache = false;
        malloc_trim(0);
        inspect.source.memory = load.memory;
        QCOMPARE(runInspect(inspect), ExitCode::NothingUsable);
        QVERIFY(!GatePath::open(load.paths.front(), false, load.memory)); // nothing is compared with a part
        inspect.source.memory = UINT64_MAX;
        QCOMPARE(runInspect(inspect), ExitCode::Fine);
    }

    void aFileThatIsTouchedIsReadAgain()
    {
        QTemporaryDir directory;
        QTemporaryDir cacheDirectory;
        const RunCache cache(cacheDirectory.path().toStdString(), "1.0");
        const QString file = directory.filePath(QStringLiteral("rank0.txt"));
        const auto write = [&](const char* end) {
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(
                QByteArray("rank:0:forward_step(stage_id=0,batch_id=0,mg_state=None,duration=10.00,description=None,"
                           "group_kind=None,timestamp=")
                + end + ",sub_operations=[])\n");
        };
        FolderLoad load;
        load.paths = {directory.path().toStdString()};
        load.cache = &cache;
        write("1010.00");
        FolderLoader first(load);
        QVERIFY(first.load());
        QVERIFY(first.store());
        write("2010.00"); // the same size: only the time of the file tells
        QFile touched(file);
        QVERIFY(touched.open(QIODevice::ReadWrite));
        QVERIFY(touched.setFileTime(QDateTime::currentDateTime().addSecs(5), QFileDevice::FileModificationTime));
        touched.close();
        FolderLoader second(load);
        const OpenedFolderPtr opened = second.load();
        QVERIFY(!opened->folder.statistics.fromCache);
        QCOMPARE(opened->folder.runs[0].trace->origin(), TimeNs(2'000'000'000));
    }

    void aFolderThatIsNotThereIsAnIssue()
    {
        FolderLoad load;
        load.paths = {m_directory.filePath(QStringLiteral("absent")).toStdString()};
        const OpenedFolderPtr opened = FolderLoader(load).load();
        QVERIFY(opened);
        QVERIFY(opened->folder.isEmpty());
        QVERIFY(opened->folder.report.hasErrors());
    }

    void aJobDeliversOnTheThreadThatMadeIt()
    {
        FolderLoad load;
        load.paths = {path()};
        LoadJob job(load);
        OpenedFolderPtr result;
        bool rightThread = true;
        connect(&job, &LoadJob::partReady, this,
            [&](const OpenedFolderPtr&) { rightThread &= QThread::currentThread() == thread(); });
        connect(&job, &LoadJob::finished, this, [&](const OpenedFolderPtr& opened) {
            rightThread &= QThread::currentThread() == thread();
            result = opened;
        });
        QSignalSpy finished(&job, &LoadJob::finished);
        job.start();
        QVERIFY(finished.wait(10'000));
        QVERIFY(rightThread);
        QVERIFY(result);
        QCOMPARE(result->folder.runs.size(), size_t(1));
        QTRY_VERIFY(job.isOver());
    }

    void aCancelledJobFinishesWithNothing()
    {
        FolderLoad load;
        std::atomic<bool> mayGoOn {false};
        load.make = [&]() -> Result<RunFolder> {
            while (!mayGoOn)
                std::this_thread::yield();
            return RunFolder {};
        };
        LoadJob job(load);
        QSignalSpy finished(&job, &LoadJob::finished);
        job.start();
        job.cancel();
        mayGoOn = true;
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(!finished[0][0].value<OpenedFolderPtr>());
    }

    void whatALoadThrowsIsToldAndItFinishesWithNothing()
    {
        FolderLoad load;
        load.make = []() -> Result<RunFolder> { throw std::runtime_error("no such layout"); };
        LoadJob job(load);
        QStringList told;
        connect(&job, &LoadJob::failed, this,
            [&](const Error& error) { told << QString::fromStdString(error.message.text()); });
        QSignalSpy finished(&job, &LoadJob::finished);
        job.start();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(!finished[0][0].value<OpenedFolderPtr>());
        QCOMPARE(told, QStringList({QStringLiteral("Something unexpected went wrong: no such layout.")}));
    }

    void aCacheThatCannotBeWrittenIsNobodysBusiness()
    {
        const RunCache cache("/dev/null/no folder", "1.0");
        FolderLoad load;
        load.paths = {path()};
        load.cache = &cache;
        LoadJob job(load);
        QSignalSpy failed(&job, &LoadJob::failed);
        QSignalSpy finished(&job, &LoadJob::finished);
        job.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QTRY_VERIFY(job.isOver());
        QCoreApplication::processEvents();
        QCOMPARE(failed.size(), 0);
        QCOMPARE(finished.size(), 1);
    }

    void destroyingAJobWaitsForItsThread()
    {
        std::atomic<bool> began {false};
        std::atomic<bool> ended {false};
        FolderLoad load;
        load.make = [&]() -> Result<RunFolder> {
            began = true;
            // Long enough for a destructor that does not wait.
            for (int i = 0; i < 10'000; ++i)
                std::this_thread::yield();
            ended = true;
            return RunFolder {};
        };
        {
            LoadJob job(load);
            job.setPatience(std::chrono::minutes(1)); // on a busy machine yielding takes its time
            job.start();
            while (!began)
                std::this_thread::yield();
            QVERIFY(!ended);
        }
        QVERIFY(ended);
    }

private:
    std::string path() const { return m_directory.filePath(QStringLiteral("sample")).toStdString(); }

    QTemporaryDir m_directory;
    SampleTruth m_truth;
};

BUBBLESCOPE_TEST(TstFolderLoader, QCoreApplication)

} // namespace bubblescope::tst_folderloader

#include "tst_folderloader.moc"
