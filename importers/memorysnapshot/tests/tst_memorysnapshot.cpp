// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bytesource.h"
#include "importtext.h"
#include "memorysnapshotimporter.h"
#include "memoryusage.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope::tst_memorysnapshot {

namespace {

std::string wholeFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

MemorySnapshot ofFirstGpu()
{
    return importFile(*makeMemorySnapshotImporter(), testData("memorysnapshot/two_gpus.pickle"))
        .contents.memorySnapshots.at(0);
}

/// Another way to the same: every block by itself, forward from the start.
int64_t naivePeak(const MemorySnapshot& snapshot)
{
    int64_t now = snapshot.allocatedAtEnd;
    for (const MemoryEvent& event : snapshot.events)
        now -= event.kind == MemoryEvent::Kind::Allocated ? event.bytes
            : event.kind == MemoryEvent::Kind::Freed     ? -event.bytes
                                                         : 0;
    int64_t most = now;
    for (const MemoryEvent& event : snapshot.events) {
        now += event.kind == MemoryEvent::Kind::Allocated ? event.bytes
            : event.kind == MemoryEvent::Kind::Freed     ? -event.bytes
                                                         : 0;
        most = std::max(most, now);
    }
    return most;
}

/// A pickle of one GPU that takes as much as one may have at once, so often.
std::string ofHugeAllocations(int count)
{
    const auto text = [](const std::string& word) {
        return std::string("X") + static_cast<char>(word.size()) + std::string(3, '\0') + word;
    };
    const std::string mostBytes = "\x8a\x07" + std::string(6, '\0') + '\x04';
    std::string pickle = "\x80\x02}(" + text("device_traces") + "](](}q" + std::string(1, '\0') + "(" + text("action")
        + text("alloc") + text("size") + mostBytes + "u";
    for (int i = 1; i < count; ++i)
        pickle += std::string("h\0", 2); // the same event again
    return pickle + "eeu.";
}

} // namespace

class TstMemorySnapshot : public QObject {
    Q_OBJECT
private slots:
    void knowsSnapshotsByTheirFirstKey();
    void readsEveryGpu();
    void peakIncludesWhatWasThereBefore();
    void peakIsMadeOfUses();
    void sitesAreThoseOfTheInstant();
    void instantsMayBeAskedInAnyOrder();
    void curveKeepsThePeak();
    void damageIsTold();
    void whatCannotBeSummedIsLeftOut();
    void readingCanBeCancelled();
    void realSnapshots_data();
    void realSnapshots();
};

void TstMemorySnapshot::knowsSnapshotsByTheirFirstKey()
{
    const auto importer = makeMemorySnapshotImporter();
    const std::string text = wholeFile(testData("memorysnapshot/two_gpus.pickle"));
    QVERIFY(importer->sniff(text) > 0);
    QCOMPARE(importer->sniff("{\"segments\": []}"), 0);
    QCOMPARE(importer->sniff(std::string_view("\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94\x8c\x07version", 21)), 0);
}

void TstMemorySnapshot::readsEveryGpu()
{
    const FileContents contents
        = importText(*makeMemorySnapshotImporter(), wholeFile(testData("memorysnapshot/two_gpus.pickle")),
            "run/rank5_snapshot.pickle")
              .contents;
    QCOMPARE(contents.memorySnapshots.size(), size_t(2));
    const MemorySnapshot& first = contents.memorySnapshots[0];
    QCOMPARE(first.rank, 0); // two GPUs in one file: their numbers, not that of its name
    QCOMPARE(contents.memorySnapshots[1].rank, 1);
    QVERIFY(first.hasTimes);
    QCOMPARE(first.events.size(), size_t(8)); // what is requested to be freed is not free yet
    QCOMPARE(first.events.front().time, TimeNs(1'700'000'000'000'000) * 1000);
    QCOMPARE(contents.memorySnapshots[1].allocatedAtEnd, int64_t(512));
    QVERIFY(contents.memorySnapshots[1].events.empty());
}

void TstMemorySnapshot::peakIncludesWhatWasThereBefore()
{
    const MemorySnapshot snapshot = ofFirstGpu();
    const MemoryUsage usage = memoryUsage(snapshot);
    QCOMPARE(usage.allocatedAtEnd, int64_t(2'150'000));
    QCOMPARE(usage.allocatedAtStart, int64_t(1'300'000));
    QCOMPARE(usage.peakAllocated, int64_t(2'800'000));
    QCOMPARE(usage.peakAllocated, naivePeak(snapshot));
    QCOMPARE(usage.peakReserved, int64_t(3'200'000));
    QCOMPARE(usage.outOfMemory, size_t(1));
}

void TstMemorySnapshot::peakIsMadeOfUses()
{
    const BytesByUse uses = memoryUsage(ofFirstGpu()).byUseAtPeak;
    QCOMPARE(uses[size_t(MemoryUse::Parameters)], int64_t(1'000'000));
    QCOMPARE(uses[size_t(MemoryUse::Activations)], int64_t(600'000));
    QCOMPARE(uses[size_t(MemoryUse::Workspace)], int64_t(400'000));
    QCOMPARE(uses[size_t(MemoryUse::Gradients)], int64_t(500'000));
    QCOMPARE(uses[size_t(MemoryUse::Unknown)], int64_t(300'000));
    QCOMPARE(uses[size_t(MemoryUse::OptimizerState)], int64_t(0));
}

void TstMemorySnapshot::sitesAreThoseOfTheInstant()
{
    const MemorySnapshot snapshot = ofFirstGpu();
    const std::vector<MemorySite> atPeak = aliveAfter(snapshot, memoryUsage(snapshot).eventsUntilPeak);
    QCOMPARE(atPeak.size(), size_t(5));
    QCOMPARE(snapshot.stacks[atPeak[0].stack].caller(), std::string_view("build (me/train/model.py:12)"));
    QCOMPARE(snapshot.stacks[atPeak[0].stack].operation, std::string("empty_strided"));
    QCOMPARE(snapshot.stacks[atPeak[1].stack].frames.front(), std::string("forward (torch/nn/modules/linear.py:125)"));
    const std::vector<MemorySite> atEnd = aliveAfter(snapshot, snapshot.events.size());
    const auto bytesOf = [](const std::vector<MemorySite>& sites) {
        return std::accumulate(
            sites.begin(), sites.end(), int64_t(0), [](int64_t sum, const MemorySite& site) { return sum + site.bytes; });
    };
    QCOMPARE(bytesOf(atPeak), int64_t(2'800'000));
    QCOMPARE(bytesOf(atEnd), int64_t(2'150'000));
}

void TstMemorySnapshot::instantsMayBeAskedInAnyOrder()
{
    const MemorySnapshot snapshot = ofFirstGpu();
    // One by one from the start, by nothing but the events and what is alive at the end.
    const auto naive = [&snapshot](size_t events) {
        std::set<uint32_t> alive(snapshot.aliveAtEnd.begin(), snapshot.aliveAtEnd.end());
        for (size_t i = snapshot.events.size(); i-- > events;) {
            const MemoryEvent& event = snapshot.events[i];
            if (event.kind == MemoryEvent::Kind::Allocated)
                alive.erase(event.allocation);
            else if (event.kind == MemoryEvent::Kind::Freed)
                alive.insert(event.allocation);
        }
        std::map<uint32_t, std::pair<int64_t, size_t>> sites;
        for (const uint32_t block : alive) {
            auto& [bytes, blocks] = sites[snapshot.allocations[block].stack];
            bytes += snapshot.allocations[block].bytes;
            ++blocks;
        }
        return sites;
    };
    AliveSites walked(snapshot);
    for (const size_t events : {3, 8, 0, 1, 2, 7, 4, 4, 0, 8}) {
        std::map<uint32_t, std::pair<int64_t, size_t>> found;
        for (const MemorySite& site : walked.after(events))
            found[site.stack] = {site.bytes, site.blocks};
        QVERIFY2(found == naive(events), qPrintable(QString::number(events)));
    }
    QCOMPARE(memoryFigures(snapshot).atPeak.size(), naive(memoryUsage(snapshot).eventsUntilPeak).size());
}

void TstMemorySnapshot::curveKeepsThePeak()
{
    const MemorySnapshot snapshot = ofFirstGpu();
    for (const size_t columns : {1, 2, 3, 50}) {
        int64_t most = 0;
        for (const MemoryCurve::Point& point : memoryCurve(snapshot, columns).points)
            most = std::max(most, std::accumulate(point.byUse.begin(), point.byUse.end(), int64_t(0)));
        QCOMPARE(most, int64_t(2'800'000));
    }
}

void TstMemorySnapshot::damageIsTold()
{
    const std::string text = wholeFile(testData("memorysnapshot/two_gpus.pickle"));
    const Imported torn
        = importText(*makeMemorySnapshotImporter(), std::string_view(text).substr(0, text.size() / 2), "torn.pickle");
    QVERIFY(torn.contents.memorySnapshots.empty());
    QCOMPARE(torn.report.issues().size(), size_t(1));
    QVERIFY(torn.report.issues().front().first.front().offset.has_value());
}

void TstMemorySnapshot::whatCannotBeSummedIsLeftOut()
{
    const Imported read = importText(*makeMemorySnapshotImporter(), ofHugeAllocations(10'000), "huge.pickle");
    QCOMPARE(read.contents.memorySnapshots.size(), size_t(1));
    const MemorySnapshot& snapshot = read.contents.memorySnapshots.front();
    const size_t kept = MemorySnapshot::mostBytesTogether / MemorySnapshot::mostBytes;
    QCOMPARE(snapshot.events.size(), kept);
    QCOMPARE(memoryUsage(snapshot).peakAllocated, int64_t(0)); // at the start it was less than nothing
    QCOMPARE(memoryUsage(snapshot).allocatedAtStart, -MemorySnapshot::mostBytesTogether);
    QCOMPARE(read.report.count(IssueKind::BadNumber), uint64_t(1));
}

void TstMemorySnapshot::readingCanBeCancelled()
{
    const std::string text = ofHugeAllocations(200'000); // asked while it is parsed, and of its events
    for (const int last : {1, 2, 3, 100}) {
        int asked = 0;
        FileContents contents;
        ImportReport report;
        const bool isFinished = makeMemorySnapshotImporter()->import(*openMemory(text, "many.pickle"), contents, report,
            [&asked, last](uint64_t, uint64_t) { return ++asked < last; });
        QCOMPARE(isFinished, last == 100);
        QCOMPARE(contents.memorySnapshots.empty(), last < 100);
        QVERIFY(last == 100 ? asked > 20 && asked < last : asked == last);
    }
}

void TstMemorySnapshot::realSnapshots_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<qint64>("peak");
    QTest::addColumn<qint64>("reserved");
    QTest::newRow("forward") << "ctx128_forward.pickle" << qint64(19'498'420'224) << qint64(19'667'091'456);
    QTest::newRow("step") << "ctx128_fullstep.pickle" << qint64(55'078'640'128) << qint64(61'111'009'280);
    QTest::newRow("mixed") << "ctx256_forward_mixed.pickle" << qint64(28'398'369'792) << qint64(28'848'422'912);
    QTest::newRow("mosaic") << "mosaic_small.pickle" << qint64(2'430'114'772) << qint64(262'144'000);
}

void TstMemorySnapshot::realSnapshots()
{
    QFETCH(QString, file);
    QFETCH(qint64, peak);
    QFETCH(qint64, reserved);
    REQUIRE_SHARED_DATA();
    const Imported imported
        = importFile(*makeMemorySnapshotImporter(), sharedData(("memory_snapshots/" + file.toStdString()).c_str()));
    QVERIFY(imported.report.isEmpty());
    QCOMPARE(imported.contents.memorySnapshots.size(), size_t(1));
    const MemorySnapshot& snapshot = imported.contents.memorySnapshots.front();
    const MemoryUsage usage = memoryUsage(snapshot);
    QCOMPARE(qint64(usage.peakAllocated), peak);
    QCOMPARE(qint64(naivePeak(snapshot)), peak);
    QCOMPARE(qint64(usage.peakReserved), reserved);
    QCOMPARE(std::accumulate(usage.byUseAtPeak.begin(), usage.byUseAtPeak.end(), int64_t(0)), usage.peakAllocated);
}

BUBBLESCOPE_TEST(TstMemorySnapshot, QCoreApplication)

} // namespace bubblescope::tst_memorysnapshot

#include "tst_memorysnapshot.moc"
