// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Columns in pools, in memory and in files.
#include "columnvector.h"
#include "machinememory.h"
#include "rawvector.h"
#include "sanitized.h"
#include "testprogram.h"
#include "tracebuilder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <thread>

namespace bubblescope::tst_columnpool {

namespace {
constexpr uint64_t noLimit = uint64_t(1) << 40;

ColumnPoolPtr poolIn(const QTemporaryDir& folder, uint64_t most = noLimit)
{
    return ColumnPool::inFile(
        open(folder.path().toLocal8Bit().constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600), most);
}

bool areAll(const ColumnVector<uint32_t>& values, uint32_t expected)
{
    return std::all_of(values.begin(), values.end(), [expected](uint32_t value) { return value == expected; });
}
} // namespace

class TstColumnPool : public QObject {
    Q_OBJECT

private slots:
    void largeBlocksLieInIt_data();
    void largeBlocksLieInIt();
    void columnsKeepTheirPool();
    void copiesOfRawVectorsDoNotLieInIt();
    void aFreedBlockLeavesThoseOfOtherPoolsAlone();
    void whatIsFreedGoesBackAtOnce();
    void largeBlocksLeaveTheFile();
    void moreThanMayBeInMemoryLeavesIt();
    void ofLittleMemoryTheFileTakesLittle();
    void withoutAFileThereIsNoPool();
    void threadsTakeAndFree_data();
    void threadsTakeAndFree();
    void aTraceLiesInThePoolOfItsBuilder();
};

void TstColumnPool::largeBlocksLieInIt_data()
{
    QTest::addColumn<bool>("inFile");
    QTest::newRow("memory") << false;
    QTest::newRow("file") << true;
}

void TstColumnPool::largeBlocksLieInIt()
{
    QFETCH(const bool, inFile);
    const QTemporaryDir folder;
    const ColumnPoolPtr pool = inFile ? poolIn(folder) : std::make_shared<ColumnPool>();
    if (!pool)
        QSKIP("no file can be made here");
    {
        const ColumnVector<char> small(1000, 'a', pool);
        QCOMPARE(pool->bytes(), uint64_t(0));
        ColumnVector<uint32_t> some(100'000, pool);
        const ColumnVector<uint32_t> many(20'000'000, 7, pool);
        QVERIFY(pool->bytes() >= (some.size() + many.size()) * sizeof(uint32_t));
        std::iota(some.begin(), some.end(), 0u);
        const ColumnVector<uint32_t> copy = some;
        QVERIFY(copy == some && areAll(many, 7));
        for (uint32_t i = 0; i < 1'000'000; ++i)
            some.push_back(i);
        QVERIFY(std::equal(copy.begin(), copy.end(), some.begin()) && some.back() == 999'999);
    }
    QCOMPARE(pool->bytes(), uint64_t(0));
}

void TstColumnPool::columnsKeepTheirPool()
{
    ColumnVector<uint32_t> plain(50'000, 3);
    ColumnVector<uint32_t> pooled;
    {
        const ColumnPoolPtr pool = std::make_shared<ColumnPool>();
        pooled = ColumnVector<uint32_t>(50'000, 5, pool);
        QCOMPARE(poolOf(pooled), pool);
    }
    QVERIFY(areAll(pooled, 5)); // although nobody else holds the pool
    const ColumnPoolPtr pool = poolOf(pooled);
    const uint64_t ofOne = pool->bytes();
    ColumnVector<uint32_t> copy = pooled;
    QCOMPARE(pool->bytes(), 2 * ofOne);
    std::swap(copy, plain);
    QVERIFY(areAll(copy, 3) && areAll(plain, 5) && !poolOf(copy));
    plain = std::move(copy);
    QCOMPARE(pool->bytes(), ofOne);
    QVERIFY(areAll(plain, 3));
    pooled = plain; // takes the pool of what it becomes: none
    QCOMPARE(pool->bytes(), uint64_t(0));
}

void TstColumnPool::copiesOfRawVectorsDoNotLieInIt()
{
    const ColumnPoolPtr pool = std::make_shared<ColumnPool>();
    RawVector<uint32_t> pooled(50'000, pool);
    std::iota(pooled.begin(), pooled.end(), 0u);
    QCOMPARE(poolOf(pooled), pool);
    const uint64_t ofOne = pool->bytes();
    QVERIFY(ofOne >= pooled.size() * sizeof(uint32_t));
    RawVector<uint32_t> copy = pooled;
    RawVector<uint32_t> assigned(10);
    assigned = pooled;
    QCOMPARE(pool->bytes(), ofOne);
    QVERIFY(!poolOf(copy) && !poolOf(assigned) && copy == pooled && assigned == pooled);
    const RawVector<uint32_t> moved = std::move(pooled);
    QCOMPARE(poolOf(moved), pool);
    QCOMPARE(pool->bytes(), ofOne);
    QVERIFY(moved == copy);
}

void TstColumnPool::aFreedBlockLeavesThoseOfOtherPoolsAlone()
{
    const QTemporaryDir folder;
    ColumnVector<uint32_t> older;
    {
        const ColumnPoolPtr first = poolIn(folder);
        if (!first)
            QSKIP("no file can be made here");
        older = ColumnVector<uint32_t>(12'000'000, 1, first); // 48 MB, at the begin of a file
    }
    const ColumnPoolPtr second = poolIn(folder);
    const ColumnVector<uint32_t> live(12'000'000, 2, second); // at the same place of another one
    older = {};
    QVERIFY(areAll(live, 2));
}

void TstColumnPool::whatIsFreedGoesBackAtOnce()
{
    if (isSanitized)
        QSKIP("what a sanitizer keeps lies in memory, too");
    const ColumnPoolPtr pool = std::make_shared<ColumnPool>();
    std::vector<ColumnVector<uint64_t>> columns;
    for (int i = 0; i < 4000; ++i) // 256 MB in blocks that plain memory would keep where others lie between them
        columns.emplace_back(8192, 1, pool);
    const uint64_t full = residentMemory();
    for (size_t i = 0; i < columns.size(); ++i)
        columns[i] = i % 100 == 0 ? std::move(columns[i]) : ColumnVector<uint64_t>(pool);
    QVERIFY(residentMemory() + (uint64_t(200) << 20) < full);
    QVERIFY(columns[3900][8191] == 1 && columns[0][0] == 1);
}

void TstColumnPool::largeBlocksLeaveTheFile()
{
    const QTemporaryDir folder;
    const int file = open(folder.path().toLocal8Bit().constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    const ColumnPoolPtr pool = ColumnPool::inFile(file, noLimit);
    if (!pool)
        QSKIP("no file can be made here");
    const auto onDisk = [file] {
        struct stat found { };
        return fstat(file, &found) == 0 ? uint64_t(found.st_blocks) * 512 : 0;
    };
    ColumnVector<char> before(8192, 'a', pool);
    ColumnVector<char> large(20u << 20, 'b', pool); // in the same stretch as its neighbours
    ColumnVector<char> after(8192, 'c', pool);
    const uint64_t full = onDisk();
    large = ColumnVector<char>();
    if (onDisk() == full)
        QSKIP("this file system gives nothing back");
    // Pages that it shares with its neighbours stay.
    QVERIFY(onDisk() + (20u << 20) <= full + 2 * uint64_t(sysconf(_SC_PAGESIZE)));
    QVERIFY(std::all_of(before.begin(), before.end(), [](char c) { return c == 'a'; }));
    QVERIFY(std::all_of(after.begin(), after.end(), [](char c) { return c == 'c'; }));
}

void TstColumnPool::moreThanMayBeInMemoryLeavesIt()
{
    if (isSanitized)
        QSKIP("what a sanitizer keeps lies in memory, too");
    constexpr uint64_t room = 160u << 20;
    const QTemporaryDir folder;
    const ColumnPoolPtr pool = poolIn(folder, residentMemory() + room);
    if (!pool)
        QSKIP("no file can be made here");
    std::vector<ColumnVector<uint64_t>> columns;
    for (uint64_t c = 0; c < 12; ++c) { // 480 MB
        columns.emplace_back(5'000'000, pool);
        std::iota(columns.back().begin(), columns.back().end(), c);
    }
    QTRY_VERIFY(residentMemory() < pool->bytes());
    for (uint64_t c = 0; c < columns.size(); ++c) {
        for (uint64_t i = 0; i < columns[c].size(); i += 997)
            QCOMPARE(columns[c][i], c + i);
    }
}

void TstColumnPool::ofLittleMemoryTheFileTakesLittle()
{
    if (isSanitized)
        QSKIP("what a sanitizer keeps lies in memory, too");
    const QTemporaryDir folder;
    const uint64_t others = residentFileMemory(); // of the program and its libraries
    const ColumnPoolPtr pool = poolIn(folder, 30u << 20);
    if (!pool)
        QSKIP("no file can be made here");
    std::vector<ColumnVector<uint64_t>> columns;
    for (uint64_t c = 0; c < 24; ++c) // 96 MB
        columns.emplace_back(500'000, c, pool);
    QTRY_VERIFY(residentFileMemory() < others + (24u << 20));
    for (uint64_t c = 0; c < columns.size(); ++c)
        QVERIFY(columns[c].front() == c && columns[c].back() == c);
}

void TstColumnPool::withoutAFileThereIsNoPool()
{
    QVERIFY(!ColumnPool::inFile(-1, noLimit));
    QVERIFY(!ColumnPool::inFile(open("/dev/null", O_RDWR | O_CLOEXEC), noLimit)); // has no room
}

void TstColumnPool::threadsTakeAndFree_data() { largeBlocksLieInIt_data(); }

void TstColumnPool::threadsTakeAndFree()
{
    QFETCH(const bool, inFile);
    const QTemporaryDir folder;
    const ColumnPoolPtr pool = inFile ? poolIn(folder, 1) : std::make_shared<ColumnPool>(); // leaves the memory always
    if (!pool)
        QSKIP("no file can be made here");
    std::vector<std::thread> threads;
    std::atomic<bool> isRight {true};
    for (uint32_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (uint32_t i = 0; i < 20; ++i) {
                ColumnVector<uint32_t> kept(20'000 + 1000 * i, t, pool);
                const ColumnVector<uint32_t> large(i % 10 == 0 ? 500'000 : 2000, i, pool);
                kept.resize(40'000 + 1000 * i, t);
                isRight = isRight && areAll(kept, t) && areAll(large, i);
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    QVERIFY(isRight);
    QCOMPARE(pool->bytes(), uint64_t(0));
}

void TstColumnPool::aTraceLiesInThePoolOfItsBuilder()
{
    constexpr uint32_t spans = 20'000;
    const auto fill = [](TraceBuilder& builder, int rank) {
        const TrackId track = builder.track({rank, 0, Lane::Compute, Category::Other, "compute"});
        for (uint32_t i = 0; i < spans; ++i) {
            SpanRecord span;
            span.track = track;
            span.begin = TimeNs(i) * 10;
            span.end = span.begin + 5;
            span.name = builder.intern("work");
            builder.addSpan(span);
        }
    };
    const ColumnPoolPtr pool = std::make_shared<ColumnPool>();
    TraceBuilder builder(pool);
    fill(builder, 0);
    TraceBuilder other;
    fill(other, 1);
    builder.append(std::move(other));
    ImportReport report;
    const Trace trace = builder.finish({}, report);
    QCOMPARE(trace.pool(), pool);
    QCOMPARE(trace.spanCount(), 2 * spans);
    QVERIFY(pool->bytes() >= 2 * spans * (2 * sizeof(TimeNs) + sizeof(StringId) + sizeof(SpanId)));
    const Trace copy = trace; // as clock alignment makes one
    QCOMPARE(copy.timing().begin, trace.timing().begin);
    QCOMPARE(poolOf(copy.timing().begin), pool);
}

BUBBLESCOPE_TEST(TstColumnPool, QCoreApplication)

} // namespace bubblescope::tst_columnpool

#include "tst_columnpool.moc"
