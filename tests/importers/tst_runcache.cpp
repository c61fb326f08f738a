// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "binaryarchive.h"
#include "bytesource.h"
#include "derivedtrace.h"
#include "folderarchive.h"
#include "packedtext.h"
#include "runcache.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QScopeGuard>
#include <QTest>

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <limits>
#include <span>
#include <sys/stat.h>

namespace bubblescope::tst_runcache {

namespace {
class StringSink : public ByteSink {
public:
    bool write(std::string_view bytes) override
    {
        text.append(bytes);
        return true;
    }
    std::string text;
};

RunFolder sampleFolder()
{
    RunFolder folder;
    folder.path = "runs/one";
    Run run;
    run.name = "one";
    run.layout.tensor = 2;
    run.layout.microbatches = 4;
    run.files = {"rank0.txt", "rank1.txt"};
    run.missingRanks = {2};
    run.clocks = {{"node0", 0, 0, 0, true}, {"node1", -604'781'214'500'000, 21'000, 48, true}};
    TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10 [allreduce 2-5]] [B0 12-30]\n"
                                           "rank1 stage1: [F0 10-20] [B0 20-29]\n");
    builder.addLaunch(0, 2);
    builder.setInputs(1, builder.intern("float|2,3|3,1"));
    Communicator communicator;
    communicator.name = builder.intern("mesh_dp");
    communicator.ranks = {0, 1};
    CollectiveCall call;
    call.span = SpanId(1);
    call.communicator = builder.communicator(communicator);
    call.sequence = 12;
    builder.addCollective(call);
    CounterSeries series;
    series.name = builder.intern("Total Allocated");
    series.rank = 1;
    series.unit = CounterSeries::Unit::Bytes;
    builder.addCounter(series, {1, 2, 3}, {1e9, 2e9, 0.5});
    run.trace = std::make_shared<Trace>(builder.finish({}, folder.report));
    run.machine.devices = {"NVIDIA H800"};
    folder.runs.push_back(std::move(run));
    LayerTable table;
    table.name = "layers";
    table.rows.resize(3);
    table.rows[1].name = "h_0";
    table.rows[1].forwardNs = 59.765e6;
    table.rows[1].statedTotalNs = 60e6;
    table.rows[1].weightComm = {Operation::AllReduce, Category::DataComm, 341479748, 85369937, true};
    table.block = {1, 2};
    table.layerCount = 36;
    table.stated = LayerTable::StatedTotals {1, 2, 3};
    table.summary = {{"TP", "8"}};
    folder.layerTables.push_back(table);
    Workload workload;
    workload.policy = "MICRO";
    workload.declaredRows = 839;
    workload.rows.resize(2);
    workload.rows[1].inputGradient.computeNs = 17;
    workload.checkpoints = {1, 2};
    folder.workloads.push_back(workload);
    RunLog log;
    log.kind = RunLog::Kind::OptPrime;
    log.elapsedSeconds = 37.576;
    log.modelName = "LlamaForCausalLM";
    log.parameters = 1'235'814'400;
    log.sequenceLength = 2048;
    log.steps.resize(2);
    log.steps[1].loss = 21.49;
    log.blocks.resize(1);
    log.blocks[0].layers = {{StageBlock::head, 114.5, 32, 3.578}};
    log.timers = {{1, "forward-compute", 3.25}};
    log.rankSteps = {{3, 1, 910.775}};
    log.machine.network = "IB";
    folder.runLogs.push_back(log);
    JobDescription job;
    job.name = "llama";
    job.model.layers = 32;
    job.model.hidden = 4096;
    job.model.heads = job.model.keyValueHeads = 32;
    job.model.headSize = 128;
    job.model.feedForward = 14336;
    job.model.vocabulary = 128256;
    job.layout.gpus = 64;
    job.layout.shard = StateSharding::Optimizer;
    job.layout.capacityFactor = 1.25;
    job.layout.layersOfPieces = {16, 16};
    job.assume("head_dim", "128", say("line {} without a bracket", 7));
    folder.jobs.push_back(job);
    folder.unrecognised = {"notes.md"};
    folder.report.setFile("rank1.txt");
    for (int i = 0; i < 20; ++i)
        folder.report.add(IssueKind::BadRecord, 100 + i, say("line {} without a bracket", i));
    folder.statistics.files = 2;
    folder.statistics.bytes = 4096;
    folder.statistics.spans = 5;
    return folder;
}

MemorySnapshot sampleSnapshot()
{
    MemorySnapshot snapshot;
    snapshot.name = "rank0.pickle";
    snapshot.rank = 0;
    snapshot.stacks = {{MemoryUse::Activations, "empty", {"forward (model.py:1)"}}};
    snapshot.allocations = {{64, 512, 0, 0, 1}};
    snapshot.events = {{10, 512, 0, MemoryEvent::Kind::Allocated}, {20, 512, 0, MemoryEvent::Kind::Freed}};
    return snapshot;
}

FolderFingerprint someFingerprint()
{
    FolderFingerprint fingerprint;
    fingerprint.key = "runs/one";
    fingerprint.state = 17;
    return fingerprint;
}

std::string cacheText(const RunFolder& folder, const std::string& version = "1.0")
{
    StringSink sink;
    return writeCacheFile(sink, version, someFingerprint(), folder) ? sink.text : std::string();
}

std::optional<RunFolder> readText(std::string_view text, const std::string& version = "1.0")
{
    const FolderFingerprint fingerprint = someFingerprint();
    const std::unique_ptr<ByteSource> source = openMemory(text, "cache");
    return readCacheFile(*source, version, &fingerprint);
}

/// What writing and reading would keep, as bytes; equal folders give equal bytes.
std::string image(const RunFolder& folder)
{
    StringSink sink;
    BinaryWriter writer(sink);
    writeFolder(writer, folder);
    writer.flush();
    return sink.text;
}

/// The text with a checksum that fits, as hostile hands would write it.
std::string resealed(std::string text)
{
    constexpr size_t header = 48;
    Checksum checksum;
    checksum.add(text.data() + header, text.size() - header - 8);
    const uint64_t value = checksum.value();
    std::memcpy(text.data() + text.size() - 8, &value, 8);
    return text;
}

void writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}
} // namespace

class TstRunCache : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everythingComesBack()
    {
        const RunFolder folder = sampleFolder();
        const std::optional<RunFolder> read = readText(cacheText(folder));
        QVERIFY(read);
        QVERIFY(image(*read) == image(folder));
        QVERIFY(read->statistics.fromCache);
        QCOMPARE(textFromTrace(*read->runs[0].trace), textFromTrace(*folder.runs[0].trace));
        QCOMPARE(read->runs[0].trace->rankSteps().size(), folder.runs[0].trace->rankSteps().size());
        QCOMPARE(read->runs[0].trace->steps().size(), folder.runs[0].trace->steps().size());
        QCOMPARE(read->runs[0].trace->launches().size(), size_t(1));
        const Trace& spans = *read->runs[0].trace;
        const Trace& written = *folder.runs[0].trace;
        int withInputs = 0;
        for (SpanId span(0); span.value < spans.spanCount(); ++span.value) {
            QCOMPARE(spans.inputs(span), written.inputs(span));
            withInputs += spans.inputs(span).empty() ? 0 : 1;
        }
        QCOMPARE(withInputs, 1);
        QCOMPARE(read->runs[0].trace->collectives().calls.at(0).sequence, int64_t(12));
        QCOMPARE(read->runs[0].trace->counters().values.at(2), 0.5);
        QCOMPARE(*read->runLogs[0].elapsedSeconds, 37.576);
        QCOMPARE(read->runLogs[0].machine.network, std::string("IB"));
        QCOMPARE(read->runLogs[0].modelName, std::string("LlamaForCausalLM"));
        QVERIFY(read->runLogs[0].parameters == 1'235'814'400 && read->runLogs[0].sequenceLength == 2048);
        QCOMPARE(read->runs[0].machine.devices, std::vector<std::string> {"NVIDIA H800"});
        QCOMPARE(read->runs[0].clocks[1].shift, TimeNs(-604'781'214'500'000));
        QCOMPARE(read->layerTables[0].folded(36).forwardNs, 36 * 59.765e6);
        QCOMPARE(read->report.count(IssueKind::BadRecord), uint64_t(20));
        QCOMPARE(*read->report.issues()[0].first[0].offset, uint64_t(100));
        const auto german = [](const std::string& english) {
            return english == "line {} without a bracket" ? std::string("Zeile {} ohne Klammer") : english;
        };
        QCOMPARE(read->report.issues()[0].first[1].message.in(german), std::string("Zeile 1 ohne Klammer"));
        QCOMPARE(read->runLogs[0].blocks[0].layers[0].layer, int(StageBlock::head));
        const JobDescription& job = read->jobs.at(0);
        QCOMPARE(job.name, std::string("llama"));
        QCOMPARE(job.model.parameters(), folder.jobs[0].model.parameters());
        QVERIFY(job.layout.shard == StateSharding::Optimizer && job.layout.capacityFactor == 1.25);
        QCOMPARE(job.layout.layersOfPieces, (std::vector<int> {16, 16}));
        QCOMPARE(job.assumed.at(0).why.in(german), std::string("Zeile 7 ohne Klammer"));
    }

    void everyFlippedBitIsNoticed()
    {
        const std::string text = cacheText(sampleFolder());
        for (size_t at = 0; at < text.size(); ++at) {
            for (const char bit : {1, 64}) {
                std::string damaged = text;
                damaged[at] = static_cast<char>(damaged[at] ^ bit);
                if (readText(damaged))
                    QFAIL(qPrintable(QStringLiteral("byte %1 may be anything").arg(at)));
            }
        }
    }

    void everyTruncationIsNoticed()
    {
        const std::string text = cacheText(sampleFolder());
        for (size_t size = 0; size < text.size(); ++size)
            QVERIFY(!readText(std::string_view(text).substr(0, size)));
        QVERIFY(!readText(text + '\0'));
        QVERIFY(readText(text));
    }

    void lyingCountsAskForNoMemory()
    {
        // Every eight bytes in turn become a huge number, under a checksum that fits.
        const std::string text = cacheText(sampleFolder());
        for (size_t at = 48; at + 16 < text.size(); ++at) {
            std::string damaged = text;
            const uint64_t huge = uint64_t(1) << 40;
            std::memcpy(damaged.data() + at, &huge, 8);
            const std::optional<RunFolder> read = readText(resealed(std::move(damaged)));
            if (!read)
                continue;
            // What is taken all the same is a mere figure: every id must lie in its table.
            for (const Run& run : read->runs)
                QVERIFY(!textFromTrace(*run.trace).empty());
        }
    }

    void parentsInACircleAreRefused()
    {
        const std::string whole = cacheText(sampleFolder());
        // The spans of the run are packed, at the end: their size, then the packed bytes.
        const size_t end = whole.size() - sizeof(uint64_t);
        const auto numberAt = [](std::string_view text, size_t at) {
            uint64_t number = 0;
            std::memcpy(&number, text.data() + at, sizeof number);
            return number;
        };
        size_t at = 0;
        while (at + 16 < end && (numberAt(whole, at + 8) != end - at - 16 || numberAt(whole, at) == 0))
            ++at;
        QVERIFY(at + 16 < end);
        std::optional<std::string> spans = unpackedText(whole.substr(at + 16, end - at - 16), numberAt(whole, at));
        QVERIFY(spans);
        // Columns of begins, durations and parents, each behind its length and its width. A parent is told by how far it
        // lies before its child, twice; one less says how far behind.
        size_t column = 0;
        for (int skipped = 0; skipped < 2; ++skipped)
            column += 9 + numberAt(*spans, column) * uint8_t((*spans)[column + 8]);
        QCOMPARE((*spans)[column + 8], '\1');
        (*spans)[column + 9] = 1;
        (*spans)[column + 10] = 2;
        const std::string packed = packedText(*spans);
        const uint64_t length = packed.size();
        std::string text = whole.substr(0, at + 8);
        text.append(reinterpret_cast<const char*>(&length), sizeof length).append(packed).append(8, '\0');
        QVERIFY(!readText(resealed(std::move(text))));
        QVERIFY(readText(whole));
    }

    void memoryThatNoGpuHasIsRefused()
    {
        const auto comesBack = [](const MemorySnapshot& snapshot) {
            RunFolder folder;
            folder.path = "runs/one";
            folder.memorySnapshots = {snapshot};
            const std::optional<RunFolder> read = readText(cacheText(folder));
            return read && read->memorySnapshots == folder.memorySnapshots;
        };
        QVERIFY(comesBack(sampleSnapshot()));
        MemorySnapshot backwards = sampleSnapshot();
        backwards.events[1].time = 9;
        QVERIFY(!comesBack(backwards));
        MemorySnapshot late = sampleSnapshot();
        late.events[1].time = std::numeric_limits<TimeNs>::max();
        QVERIFY(!comesBack(late));
        // Each may be; no sum of them is a number.
        MemorySnapshot huge = sampleSnapshot();
        huge.allocations.assign(10'000, {64, MemorySnapshot::mostBytes, 0});
        huge.allocations[0].bytes = 512;
        QVERIFY(!comesBack(huge));
        MemorySnapshot often = sampleSnapshot();
        often.allocations[0].bytes = MemorySnapshot::mostBytes;
        often.aliveAtEnd.assign(10'000, 0);
        QVERIFY(!comesBack(often));
    }

    void anotherVersionOrFolderIsForeign()
    {
        const std::string text = cacheText(sampleFolder());
        QVERIFY(!readText(text, "1.1"));
        FolderFingerprint changed = someFingerprint();
        changed.state = 18;
        const std::unique_ptr<ByteSource> source = openMemory(text, "cache");
        QVERIFY(!readCacheFile(*source, "1.0", &changed));
    }

    void aStoredFolderIsFoundUntilAFileChanges()
    {
        QTemporaryDir directory;
        const QString runFolder = directory.filePath(QStringLiteral("run"));
        QVERIFY(QDir().mkpath(runFolder + QStringLiteral("/node1")));
        writeFile(runFolder + QStringLiteral("/rank0.txt"), "one");
        writeFile(runFolder + QStringLiteral("/node1/rank1.txt"), "two");
        const std::vector<std::string> paths {runFolder.toStdString()};
        const RunCache cache(directory.filePath(QStringLiteral("cache")).toStdString(), "1.0");
        const auto before = fingerprint(paths);
        QVERIFY(before);
        QCOMPARE(before->files, uint64_t(2));
        QCOMPARE(before->bytes, uint64_t(6));
        QVERIFY(!cache.load(*before));
        QVERIFY(cache.store(*before, sampleFolder()));
        QVERIFY(cache.load(*fingerprint(paths)));
        QCOMPARE(cache.usage().files, uint64_t(1));

        writeFile(runFolder + QStringLiteral("/node1/rank1.txt"), "longer");
        QVERIFY(!cache.load(*fingerprint(paths)));
        // The new state takes the old one's place.
        QVERIFY(cache.store(*fingerprint(paths), sampleFolder()));
        QCOMPARE(cache.usage().files, uint64_t(1));
        QCOMPARE(cache.clear().files, uint64_t(1));
        QCOMPARE(cache.usage().bytes, uint64_t(0));
    }

    void oneFolderHasOneEntryHoweverItIsNamed()
    {
        QTemporaryDir directory;
        QVERIFY(QDir().mkpath(directory.filePath(QStringLiteral("runs/a"))));
        writeFile(directory.filePath(QStringLiteral("runs/a/rank0.txt")), "one");
        QVERIFY(QFile::link(directory.filePath(QStringLiteral("runs/a")), directory.filePath(QStringLiteral("b"))));
        const std::string absolute = directory.filePath(QStringLiteral("runs/a")).toStdString();
        const auto expected = fingerprint({absolute});
        QVERIFY(expected);
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(directory.filePath(QStringLiteral("runs"))));
        const auto restore = qScopeGuard([&before] { QDir::setCurrent(before); });
        for (const char* const name : {"a", "./a", "a/", "../runs/a"})
            QVERIFY2(fingerprint({name}) == expected, name);
        QVERIFY(fingerprint({absolute + "/"}) == expected);
        QVERIFY(QDir::setCurrent(QStringLiteral("a")));
        QVERIFY(fingerprint({"."}) == expected);
        // Runs are named after what the user opened, so a link has an entry of its own.
        QVERIFY(fingerprint({directory.filePath(QStringLiteral("b")).toStdString()}) != expected);
    }

    void whatIsSavedBesideARunDoesNotChangeIt()
    {
        QTemporaryDir directory;
        writeFile(directory.filePath(QStringLiteral("rank0.txt")), "one");
        const std::vector<std::string> paths {directory.path().toStdString()};
        const auto before = fingerprint(paths);
        for (const char* name : {"run.bubblescope", "run.bubblescope.aBcDeF", ".notes.swp", ".hidden.txt"})
            writeFile(directory.filePath(QString::fromLatin1(name)), "not of the run");
        QVERIFY(QDir(directory.path()).mkdir(QStringLiteral(".git")));
        writeFile(directory.filePath(QStringLiteral(".git/index")), "neither");
        QVERIFY(fingerprint(paths) == before);
        writeFile(directory.filePath(QStringLiteral("rank1.txt")), "of the run");
        QVERIFY(!(fingerprint(paths) == before));
    }

    void contentsOfTheSameSizeAndTimeAreOthers()
    {
        QTemporaryDir directory;
        const QByteArray path = directory.filePath(QStringLiteral("rank0.txt")).toLocal8Bit();
        writeFile(QString::fromLocal8Bit(path), "one");
        struct stat status { };
        QCOMPARE(stat(path.constData(), &status), 0);
        const std::vector<std::string> paths {directory.path().toStdString()};
        const auto before = fingerprint(paths);
        const std::array<timespec, 2> times {status.st_atim, status.st_mtim};
        const auto keepTimes = [&] { return utimensat(AT_FDCWD, path.constData(), times.data(), 0) == 0; };
        // Written over in place: only the time of change, which nobody can set, tells.
        const auto changed = [&path] {
            struct stat now { };
            return stat(path.constData(), &now) == 0 ? now.st_ctim.tv_sec * 1'000'000'000 + now.st_ctim.tv_nsec : 0;
        };
        const auto then = changed();
        QTRY_VERIFY((writeFile(QString::fromLocal8Bit(path), "two"), keepTimes() && changed() != then));
        QVERIFY(!(fingerprint(paths) == before));
        // Another file put in its place.
        writeFile(directory.filePath(QStringLiteral("other")), "six");
        QCOMPARE(
            std::rename(directory.filePath(QStringLiteral("other")).toLocal8Bit().constData(), path.constData()), 0);
        QVERIFY(keepTimes());
        QVERIFY(!(fingerprint(paths) == before));
        QCOMPARE(fingerprint(paths)->files, uint64_t(1));
    }

    void storingCanBeCancelledAndLeavesNothing()
    {
        QTemporaryDir directory;
        const RunCache cache(directory.path().toStdString(), "1.0");
        QVERIFY(!cache.store(someFingerprint(), sampleFolder(), 1, [](uint64_t, uint64_t) { return false; }));
        QVERIFY(QDir(directory.path()).entryList(QDir::Files).isEmpty());
        uint64_t written = 0;
        QVERIFY(cache.store(someFingerprint(), sampleFolder(), 1, [&written](uint64_t bytes, uint64_t) {
            written = bytes;
            return true;
        }));
        QVERIFY(written > 1000);
    }

    void whatIsStoredBesideAFolderComesBack()
    {
        QTemporaryDir directory;
        const RunCache cache(directory.path().toStdString(), "1.0");
        const std::vector<std::string> texts {"one", "", std::string("\0two", 4)};
        QVERIFY(cache.store(someFingerprint(), sampleFolder(), 1, {}, texts));
        std::vector<std::string> kept;
        const std::optional<RunFolder> read = cache.load(someFingerprint(), 1, &kept);
        QVERIFY(read && kept == texts);
        QVERIFY(image(*read) == image(sampleFolder()));
    }

    void anAlignedRunIsKeptAsItIs()
    {
        // Three hosts, one of which is drawn from its own start, with counters.
        RunFolder folder = sampleFolder();
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10 [allreduce 2-5]] [B0 12-30]\n"
                                               "rank1 stage1: [F0 1010-1020] [B0 1020-1029]\n"
                                               "rank2 stage1: [F0 5010-5020] [B0 5020-5029]\n");
        builder.setHost(0, "node0");
        builder.setHost(1, "node1");
        builder.setHost(2, "node2");
        for (const int rank : {0, 1, -1}) {
            CounterSeries series;
            series.name = builder.intern("Total Allocated");
            series.rank = rank;
            builder.addCounter(series, {1'000'000, 2'000'000, 3'000'000}, {1e9, 2e9, 0.5});
        }
        DerivedTrace::Alignment alignment;
        alignment.hostShift = {0, -900'000'000, 0};
        alignment.ownStart = {false, false, true};
        folder.runs[0].trace = std::make_shared<const Trace>(DerivedTrace::linked(
            DerivedTrace::aligned(builder.finish({}, folder.report), alignment), {{SpanId(0), SpanId(1)}}));
        const std::optional<RunFolder> read = readText(cacheText(folder));
        QVERIFY(read);
        QVERIFY(image(*read) == image(folder));
        const Trace& kept = *read->runs[0].trace;
        QVERIFY(kept.ranks()[1].shift != 0);
        QCOMPARE(kept.ranks()[1].shift, folder.runs[0].trace->ranks()[1].shift);
        QCOMPARE(kept.ranks()[2].clock, ClockState::OwnStart);
        QCOMPARE(kept.origin(), folder.runs[0].trace->origin());
        QCOMPARE(kept.links().size(), size_t(1));
        QVERIFY(kept.counters().times == folder.runs[0].trace->counters().times);
    }

    void messagesKeepTheirOrderInALargeRun()
    {
        // So many spans are kept in several parts; each second message ends in another one.
        constexpr uint32_t spans = 300'000;
        TraceBuilder builder;
        const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
        for (uint32_t i = 0; i < spans; ++i) {
            SpanRecord span;
            span.track = track;
            span.begin = TimeNs(i) * 10;
            span.end = span.begin + 5;
            span.name = builder.intern("work");
            builder.addSpan(span);
        }
        RunFolder folder = sampleFolder();
        std::vector<Link> links;
        for (uint32_t i = 0; i < 10; ++i)
            links.push_back({SpanId(i), i % 2 == 0 ? SpanId(spans - 1 - i) : SpanId(100 + i)});
        folder.runs[0].trace
            = std::make_shared<const Trace>(DerivedTrace::linked(builder.finish({}, folder.report), links));
        const std::optional<RunFolder> read = readText(cacheText(folder));
        QVERIFY(read);
        const std::span<const Link> kept = read->runs[0].trace->links();
        QCOMPARE(kept.size(), links.size());
        for (size_t i = 0; i < links.size(); ++i)
            QVERIFY2(kept[i].from == links[i].from && kept[i].to == links[i].to, qPrintable(QString::number(i)));
    }

    void aDamagedFileIsReplaced()
    {
        QTemporaryDir directory;
        const RunCache cache(directory.path().toStdString(), "1.0");
        const FolderFingerprint state = someFingerprint();
        QVERIFY(cache.store(state, sampleFolder()));
        writeFile(QString::fromStdString(cache.filePath(state)), "BBLSCOPE and then nothing that fits");
        QVERIFY(!cache.load(state));
        QVERIFY(cache.store(state, sampleFolder()));
        QVERIFY(cache.load(state));
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files).size(), 1);
    }

    void theCacheStaysWithinItsBounds()
    {
        QTemporaryDir directory;
        const uint64_t one = cacheText(sampleFolder()).size();
        const RunCache cache(directory.path().toStdString(), "1.0", {2 * one + one / 2, 2 * one});
        for (int i = 0; i < 4; ++i) {
            FolderFingerprint state = someFingerprint();
            state.key += char('a' + i);
            QVERIFY(cache.store(state, sampleFolder()));
            // The age of a file is what decides: the first is the oldest, and all are older than the next.
            QFile kept(QString::fromStdString(cache.filePath(state)));
            QVERIFY(kept.open(QIODevice::ReadWrite));
            QVERIFY(kept.setFileTime(QDateTime::currentDateTime().addSecs(i - 60), QFileDevice::FileModificationTime));
        }
        QCOMPARE(cache.usage().files, uint64_t(2));
        FolderFingerprint last = someFingerprint();
        last.key += 'd';
        QVERIFY(cache.load(last));
        const RunCache narrow(directory.path().toStdString(), "1.0", {2 * one, one / 2});
        QVERIFY(!narrow.store(someFingerprint(), sampleFolder()));
        QVERIFY(!RunCache({}, "1.0").store(someFingerprint(), sampleFolder()));
    }

    void aLoopOfLinksEnds()
    {
        QTemporaryDir directory;
        writeFile(directory.filePath(QStringLiteral("rank0.txt")), "one");
        QVERIFY(QFile::link(directory.path(), directory.filePath(QStringLiteral("again"))));
        QVERIFY(QFile::link(QStringLiteral("/nowhere/at/all"), directory.filePath(QStringLiteral("dangling"))));
        const auto state = fingerprint({directory.path().toStdString()});
        QVERIFY(state);
        QCOMPARE(state->files, uint64_t(1));
        QVERIFY(!fingerprint({directory.filePath(QStringLiteral("absent")).toStdString()}));
    }

    void piecesGiveTheChecksumOfTheWhole()
    {
        std::string text;
        for (int i = 0; i < 1000; ++i)
            text += char(i * 7);
        Checksum whole;
        whole.add(text.data(), text.size());
        Checksum pieces;
        for (size_t at = 0, size = 1; at < text.size(); at += size, size = size % 67 + 1)
            pieces.add(text.data() + at, std::min(size, text.size() - at));
        QCOMPARE(pieces.value(), whole.value());
        Checksum shorter;
        shorter.add(text.data(), text.size() - 1);
        QVERIFY(shorter.value() != whole.value());
    }

    void theChecksumIsThatOfOtherPrograms()
    {
        const auto of = [](std::string_view text) {
            Checksum checksum;
            checksum.add(text.data(), text.size());
            return checksum.value();
        };
        // Published values of XXH64.
        QCOMPARE(of(""), uint64_t(0xef46db3751d8e999));
        QCOMPARE(of("a"), uint64_t(0xd24ec4f1a98c6e5b));
        QCOMPARE(of("abc"), uint64_t(0x44bc2cf5ad770999));
    }
};

BUBBLESCOPE_TEST(TstRunCache, QCoreApplication)

} // namespace bubblescope::tst_runcache

#include "tst_runcache.moc"
