// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A range of all ranks of an index, read without the rest.
#include "indexing.h"

#include "indexplaces.h"
#include "analysisversion.h"
#include "indexfile.h"
#include "indexreading.h"
#include "samplecommand.h"
#include "sectionfile.h"
#include "testprogram.h"
#include "tracebuilder.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <set>

namespace bubblescope::tst_rankrange {

namespace {
/// The spans that meet a range, and all that they lie in, one by one.
std::vector<SpanId> spansOverlapping(const Trace& trace, TimeRange range)
{
    std::set<SpanId> kept;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const bool startsInside = trace.begin(SpanId(i)) >= range.begin && trace.begin(SpanId(i)) < range.end;
        const bool reachesIn = trace.begin(SpanId(i)) < range.begin && trace.end(SpanId(i)) > range.begin;
        for (SpanId span(i); span.isValid() && (startsInside || reachesIn) && !range.isEmpty();
             span = trace.parent(span))
            kept.insert(span);
    }
    return {kept.begin(), kept.end()};
}

SpanId placeOf(const std::vector<SpanId>& kept, SpanId span)
{
    const auto found = std::find(kept.begin(), kept.end(), span);
    return found == kept.end() ? SpanId() : SpanId(uint32_t(found - kept.begin()));
}

std::vector<std::pair<SpanId, SpanId>> linksAmong(std::span<const Link> links, const std::vector<SpanId>& kept)
{
    std::vector<std::pair<SpanId, SpanId>> left;
    for (const Link& link : links) {
        if (std::binary_search(kept.begin(), kept.end(), link.from)
            && std::binary_search(kept.begin(), kept.end(), link.to))
            left.emplace_back(placeOf(kept, link.from), placeOf(kept, link.to));
    }
    return left;
}

std::vector<std::pair<SpanId, SpanId>> linksOf(std::span<const Link> links)
{
    std::vector<std::pair<SpanId, SpanId>> all;
    for (const Link& link : links)
        all.emplace_back(link.from, link.to);
    return all;
}

SpanRecord recordOf(TrackId track, TimeRange range, StringId name)
{
    SpanRecord record;
    record.track = track;
    record.begin = range.begin;
    record.end = range.end;
    record.name = name;
    return record;
}

/// Three ranks whose hosts launch kernels that begin later, in other steps, and all of which state their collective.
Run profiledRun()
{
    TraceBuilder builder;
    for (int32_t rank = 0; rank < 3; ++rank) {
        const TrackId host = builder.track({rank, 0, Lane::Thread, Category::Other, "thread"});
        const TrackId stream = builder.track({rank, 0, Lane::Stream, Category::TensorComm, "stream"});
        for (int i = 0; i < 20; ++i) {
            const TimeNs at = 100 * i + 7 * rank;
            SpanRecord record = recordOf(host, {at, at + 60}, builder.intern("step"));
            record.detail = builder.intern("detail " + std::to_string(i));
            record.inputs = builder.intern("float|" + std::to_string(i));
            record.flags = i % 3 == 0 ? SpanFlag::notMeasured : uint8_t(0);
            builder.addSpan(record);
            const uint32_t call
                = builder.addSpan(recordOf(host, {at + 10, at + (i % 4 == 0 ? 10 : 20)}, builder.intern("call")));
            SpanRecord kernel = recordOf(stream, {at + 80, at + 170}, builder.intern("nccl"));
            kernel.category = Category::TensorComm;
            kernel.operation = Operation::AllReduce;
            kernel.bytes = 10 * i;
            kernel.microbatch = i;
            const uint32_t started = builder.addSpan(kernel);
            builder.addLaunch(call, started);
            CollectiveCall collective;
            collective.span = SpanId(started);
            collective.sequence = i;
            collective.peer = rank;
            builder.addCollective(collective);
        }
    }
    Run run;
    run.name = "profiled";
    ImportReport report;
    run.trace = std::make_shared<Trace>(builder.finish({}, report));
    return run;
}

void compareSpans(const Trace& part, const Trace& whole, const std::vector<SpanId>& kept)
{
    QCOMPARE(size_t(part.spanCount()), kept.size());
    for (uint32_t i = 0; i < part.spanCount(); ++i) {
        const SpanId span(i);
        const SpanId other = kept[i];
        QCOMPARE(part.begin(span), whole.begin(other));
        QCOMPARE(part.end(span), whole.end(other));
        QCOMPARE(part.name(span), whole.name(other));
        QCOMPARE(part.detail(span), whole.detail(other));
        QCOMPARE(part.inputs(span), whole.inputs(other));
        QVERIFY(part.category(span) == whole.category(other));
        QVERIFY(part.operation(span) == whole.operation(other));
        QCOMPARE(part.flags(span), whole.flags(other));
        QCOMPARE(part.stage(span), whole.stage(other));
        QCOMPARE(part.microbatch(span), whole.microbatch(other));
        QCOMPARE(part.bytes(span), whole.bytes(other));
        QCOMPARE(part.source(span).file, whole.source(other).file);
        QCOMPARE(part.source(span).offset, whole.source(other).offset);
        QVERIFY(part.row(span) == whole.row(other));
        const SpanId parent = part.parent(span);
        QVERIFY(parent.isValid() ? kept[parent.value] == whole.parent(other) : !whole.parent(other).isValid());
    }
}

void compare(const Trace& part, const Trace& whole, const std::vector<SpanId>& kept)
{
    compareSpans(part, whole, kept);
    QCOMPARE(part.tracks().size(), whole.tracks().size());
    QCOMPARE(part.ranks().size(), whole.ranks().size());
    QCOMPARE(part.steps().size(), whole.steps().size());
    QCOMPARE(part.rankSteps().size(), whole.rankSteps().size());
    QVERIFY(part.range() == whole.range());
    const auto operations = std::count_if(
        kept.begin(), kept.end(), [&whole](SpanId span) { return !whole.hasFlag(span, SpanFlag::subOperation); });
    QCOMPARE(size_t(part.operationCount()), size_t(operations));
    QVERIFY(linksOf(part.links()) == linksAmong(whole.links(), kept));
    QVERIFY(linksOf(part.launches()) == linksAmong(whole.launches(), kept));
    size_t next = 0;
    for (const CollectiveCall& call : whole.collectives().calls) {
        if (!std::binary_search(kept.begin(), kept.end(), call.span))
            continue;
        QVERIFY(next < part.collectives().calls.size());
        const CollectiveCall& other = part.collectives().calls[next++];
        QVERIFY(kept[other.span.value] == call.span);
        QCOMPARE(other.communicator, call.communicator);
        QCOMPARE(other.sequence, call.sequence);
        QCOMPARE(other.peer, call.peer);
    }
    QCOMPARE(next, part.collectives().calls.size());
}
} // namespace

class TstRankRange : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aRangeIsThatOfTheWholeRun_data();
    void aRangeIsThatOfTheWholeRun();
    void launchesAndCollectivesComeAlong();
    void itEndsWhenItIsTold();
    void whatLiesWithARightChecksumEnds();
    void aDamagedRankIsLeftOut();

private:
    std::shared_ptr<const RankBlocks> blocks() const { return openRunIndex(IndexPlaces(m_index).run())->blocks(0); }
    QTemporaryDir m_folder;
    std::string m_index;
    OpenedFolderPtr m_opened; ///< the index, all of it
    const Trace& whole() const { return *m_opened->folder.runs.front().trace; }
};

void TstRankRange::initTestCase()
{
    SampleOptions options;
    options.data = 4;
    options.steps = 3;
    const std::string run = m_folder.filePath(QStringLiteral("run")).toStdString();
    m_index = m_folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, m_index, 1), ExitCode::Fine);
    m_opened = openedQuietly(m_index);
    QVERIFY(!whole().links().empty());
}

void TstRankRange::aRangeIsThatOfTheWholeRun_data()
{
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::newRow("all of it") << -0.1 << 1.1;
    QTest::newRow("a part") << 0.31 << 0.52;
    QTest::newRow("the begin") << 0.0 << 0.02;
    QTest::newRow("an instant") << 0.7 << 0.7 + 1e-9;
    QTest::newRow("nothing in it") << 1.2 << 1.5;
    QTest::newRow("no range") << 0.5 << 0.5;
}

void TstRankRange::aRangeIsThatOfTheWholeRun()
{
    QFETCH(const double, from);
    QFETCH(const double, to);
    const auto at
        = [&](double share) { return whole().range().begin + TimeNs(share * double(whole().range().duration())); };
    const TimeRange range {at(from), at(to)};
    for (const unsigned threads : {1u, 3u}) {
        const RankBlocks::Read read = blocks()->readRange(range, UINT64_MAX, threads);
        QVERIFY(read.trace);
        QCOMPARE(read.damaged, 0u);
        const std::vector<SpanId> kept = spansOverlapping(whole(), range);
        QCOMPARE(kept.empty(), from > 1 || from == to);
        compare(*read.trace, whole(), kept);
    }
}

void TstRankRange::launchesAndCollectivesComeAlong()
{
    const std::string path = m_folder.filePath(QStringLiteral("profiled.index")).toStdString();
    RunFolder folder;
    folder.runs.push_back(profiledRun());
    QVERIFY(!writeRunIndex(path, folder, {std::string(analysisVersion())}, 1));
    RunIndex::Options options;
    options.memory = 1000;
    options.steps = {1};
    const Result<RunFolder> refused = openRunIndex(path)->folder(options);
    QVERIFY(!refused && refused.error().message.text().starts_with("Step 1 of all ranks takes 1 MB"));
    options.memory = UINT64_MAX;
    QCOMPARE(openRunIndex(path)->folder(options)->runs.front().trace->spanCount(), 180u);
    const std::shared_ptr<const RankBlocks> ranks = openRunIndex(path)->blocks(0);
    const Trace& trace = *folder.runs.front().trace;
    QCOMPARE(trace.launches().size(), size_t(60));
    QCOMPARE(trace.collectives().calls.size(), size_t(60));
    for (TimeNs begin = -50; begin < trace.range().end + 50; begin += 37) {
        for (const TimeNs length : {1, 60, 200}) {
            const TimeRange range {begin, begin + length};
            compare(*ranks->readRange(range, UINT64_MAX, 2).trace, trace, spansOverlapping(trace, range));
        }
    }
}

void TstRankRange::itEndsWhenItIsTold()
{
    std::atomic<uint64_t> most {0};
    const auto stop = [&most](uint64_t done, uint64_t total) {
        most = std::max<uint64_t>(most, done);
        return done < total / 3;
    };
    QVERIFY(!blocks()->readRange(whole().range(), UINT64_MAX, 2, stop).trace);
    QVERIFY(most < whole().spanCount());
}

void TstRankRange::whatLiesWithARightChecksumEnds()
{
    const std::string place = IndexPlaces(m_index).run();
    const std::string text = *(*SectionReader::open(place))->read({4, 0, 3});
    const std::string path = m_folder.filePath(QStringLiteral("lies.index")).toStdString();
    const TimeRange range = whole().steps()[1].range;
    const auto readWith = [&](const std::string& spans) {
        return isRewritten(place, path, keyOf(IndexSection::Spans, 0, 3), spans) ? openRunIndex(path)->blocks(0)
                                                                                 : nullptr;
    };
    QCOMPARE(readWith(text)->readRange(range, UINT64_MAX, 1).damaged, 0u);
    for (const size_t size : {size_t(0), size_t(10), text.size() - 1}) {
        QCOMPARE(readWith(text.substr(0, size))->readRange(range, UINT64_MAX, 2).damaged, 1u);
        QCOMPARE(readWith(text.substr(0, size))->readStep(2, UINT64_MAX, 2).damaged, 1u);
    }
    QRandomGenerator random(3);
    for (int i = 0; i < 60; ++i) {
        std::string other = text;
        for (int changes = 0; changes < 4; ++changes)
            other[random.bounded(quint32(other.size()))] = char(random.bounded(256));
        const std::shared_ptr<const RankBlocks> ranks = readWith(other);
        for (const RankBlocks::Read& read : {ranks->readRange(range, UINT64_MAX, 2), ranks->readStep(2, UINT64_MAX, 2)})
            QVERIFY(!read.trace || read.damaged == 1 || read.trace->spanCount() > 0);
    }
}

void TstRankRange::aDamagedRankIsLeftOut()
{
    const std::string place = IndexPlaces(m_index).run();
    const auto sections = SectionReader::open(place);
    const SectionPlace* const spans = (*sections)->find({4, 0, 5});
    QVERIFY(spans != nullptr);
    QFile file(QString::fromStdString(place));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(qint64(spans->offset + spans->packedSize / 2)));
    QVERIFY(file.write("damage") == 6);
    file.close();
    const TimeRange range = whole().steps()[1].range;
    const RankBlocks::Read read = blocks()->readRange(range, UINT64_MAX, 2);
    QCOMPARE(read.damaged, 1u);
    std::vector<SpanId> kept = spansOverlapping(whole(), range);
    const int32_t damaged = whole().ranks()[5].rank;
    std::erase_if(kept, [&](SpanId span) { return whole().track(whole().track(span)).rank == damaged; });
    compare(*read.trace, whole(), kept);
}

BUBBLESCOPE_TEST(TstRankRange, QCoreApplication)

} // namespace bubblescope::tst_rankrange

#include "tst_rankrange.moc"
