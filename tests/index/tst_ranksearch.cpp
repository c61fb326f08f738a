// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ranks of an index read a few at a time: what a search finds in them, and what it need not read.
#include "indexing.h"

#include "indexplaces.h"
#include "ranksearch.h"
#include "ranksums.h"
#include "indexreading.h"
#include "samplecommand.h"
#include "searchresult.h"
#include "sectionfile.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <numeric>

namespace bubblescope::tst_ranksearch {

namespace {
/// Counts the ranks that are read.
class CountedBlocks : public RankBlocks {
public:
    explicit CountedBlocks(std::shared_ptr<const RankBlocks> blocks) : m_blocks(std::move(blocks)) { }
    const Trace& tables() const override { return m_blocks->tables(); }
    uint64_t identity() const override { return m_blocks->identity(); }
    std::vector<std::vector<StringId>> namesByRank() const override { return m_blocks->namesByRank(); }
    Read read(const std::vector<uint32_t>& ranks, unsigned threads) const override
    {
        count += ranks.size();
        return m_blocks->read(ranks, threads);
    }
    Read readRange(TimeRange range, uint64_t most, unsigned threads, const ProgressFn& progress) const override
    {
        return m_blocks->readRange(range, most, threads, progress);
    }
    mutable std::atomic<size_t> count {0};

private:
    std::shared_ptr<const RankBlocks> m_blocks;
};

bool goOn(const RankMatchesPtr&) { return true; }
} // namespace

class TstRankSearch : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void matchesAreThoseOfTheWholeRun_data();
    void matchesAreThoseOfTheWholeRun();
    void whatIsKeptOfManyBeginsWhereOneLooks();
    void ranksThatCannotMatchAreNotRead();
    void aSearchEndsWhenItIsTold();
    void sumsAreThoseOfTheWholeRun_data();
    void sumsAreThoseOfTheWholeRun();
    void damagedRanksAreCounted();

private:
    std::shared_ptr<const RankBlocks> blocks() const { return openRunIndex(IndexPlaces(m_index).run())->blocks(0); }
    QTemporaryDir m_folder;
    std::string m_index;
    OpenedFolderPtr m_opened; ///< the run itself
    const Trace& whole() const { return *m_opened->folder.runs.front().trace; }
};

void TstRankSearch::initTestCase()
{
    SampleOptions options;
    options.data = 4;
    options.steps = 2;
    const std::string run = m_folder.filePath(QStringLiteral("run")).toStdString();
    m_index = m_folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, m_index, 1), ExitCode::Fine);
    m_opened = openedQuietly(run);
}

void TstRankSearch::matchesAreThoseOfTheWholeRun_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
        {"forward", "step:2 -cat:compute", "rank:3-5 dur>1ms", "lane:compute", "send", "stage:1 backward"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TstRankSearch::matchesAreThoseOfTheWholeRun()
{
    QFETCH(const QString, text);
    const SpanQuery query = *SpanQuery::parse(text.toStdString());
    const SearchResultPtr expected = searchTrace(whole(), query);
    QVERIFY(!expected->byBegin.empty());
    const RankMatchesPtr found = searchRanks(*blocks(), query, {2}, goOn);
    QVERIFY(found->isComplete());
    QCOMPARE(found->count, uint64_t(expected->byBegin.size()));
    std::vector<SpanId> spans;
    for (const FoundSpan& match : found->first) {
        spans.push_back(spanOf(match, whole()));
        QCOMPARE(whole().begin(spans.back()), match.begin);
        QCOMPARE(whole().name(spans.back()), blocks()->tables().strings().text(match.name));
    }
    std::sort(spans.begin(), spans.end());
    std::vector<SpanId> all = expected->byBegin;
    std::sort(all.begin(), all.end());
    QVERIFY(spans == all);
    QCOMPARE(found->durations.bars.size(), expected->durations.bars.size());
}

void TstRankSearch::whatIsKeptOfManyBeginsWhereOneLooks()
{
    const SpanQuery query = *SpanQuery::parse("forward");
    const RankMatchesPtr all = searchRanks(*blocks(), query, {1}, goOn);
    const auto kept = [&](TimeNs from, size_t most) {
        const RankMatchesPtr some = searchRanks(*blocks(), query, {1, from, most}, goOn);
        std::vector<size_t> places; // among all
        for (const FoundSpan& match : some->first) {
            const auto place = std::find_if(
                all->first.begin(), all->first.end(), [&](const FoundSpan& each) { return each.isSameAs(match); });
            places.push_back(size_t(place - all->first.begin()));
        }
        return some->count == all->count ? places : std::vector<size_t>();
    };
    const auto stretch = [](size_t first, size_t last) {
        std::vector<size_t> places(last - first);
        std::iota(places.begin(), places.end(), first);
        return places;
    };
    const size_t count = all->first.size();
    size_t middle = count / 2;
    while (middle > 0 && all->first[middle - 1].begin == all->first[middle].begin)
        --middle;
    QVERIFY(kept(0, 20) == stretch(0, 20));
    QVERIFY(kept(all->first[middle].begin, 20) == stretch(middle, middle + 20));
    std::vector<size_t> around = stretch(0, 5); // what there is from there on, then the first ones
    for (const size_t place : stretch(middle, count))
        around.push_back(place);
    QVERIFY(kept(all->first[middle].begin, count - middle + 5) == around);
}

void TstRankSearch::ranksThatCannotMatchAreNotRead()
{
    const auto read = [this](const char* text) {
        const CountedBlocks counted(blocks());
        searchRanks(counted, *SpanQuery::parse(text), {1}, goOn);
        return size_t(counted.count);
    };
    const size_t ranks = whole().ranks().size();
    QCOMPARE(read("no such name"), size_t(0));
    QCOMPARE(read("rank:3-4"), size_t(2));
    QCOMPARE(read("-forward"), ranks);              // what is not called that is looked for
    QCOMPARE(read("send_forward"), ranks * 3 / 4);  // the last of four stages has none
    QCOMPARE(read("loss_func stage:0"), ranks / 4); // names say nothing of stages
}

void TstRankSearch::aSearchEndsWhenItIsTold()
{
    const RankMatchesPtr found
        = searchRanks(*blocks(), *SpanQuery::parse("forward"), {1}, [](const RankMatchesPtr&) { return false; });
    QVERIFY(!found->isComplete());
    QCOMPARE(found->count, uint64_t(0));
}

void TstRankSearch::sumsAreThoseOfTheWholeRun_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::newRow("name") << int(SelectionSummary::GroupBy::Name) << 0.0 << 1.0;
    QTest::newRow("name, in a part") << int(SelectionSummary::GroupBy::Name) << 0.3 << 0.41;
    QTest::newRow("category, in a part") << int(SelectionSummary::GroupBy::Category) << 0.3 << 0.8;
    QTest::newRow("track") << int(SelectionSummary::GroupBy::Track) << 0.1 << 0.7;
    QTest::newRow("nothing") << int(SelectionSummary::GroupBy::Name) << 0.5 << 0.5;
}

void TstRankSearch::sumsAreThoseOfTheWholeRun()
{
    QFETCH(const int, by);
    QFETCH(const double, from);
    QFETCH(const double, to);
    const TracePtr trace = m_opened->folder.runs.front().trace;
    const auto at
        = [&](double share) { return trace->range().begin + TimeNs(share * double(trace->range().duration())); };
    const TimeRange range {at(from), at(to)};
    SelectionSummary expected(trace, range, SelectionSummary::GroupBy(by));
    while (!expected.advance(100'000)) { }
    double share = -1;
    const std::shared_ptr<const RankBlocks> own = blocks();
    const RankSumsPtr sums = sumRanks(*own, range, SelectionSummary::GroupBy(by), 2, [&share](double now) {
        const bool isMore = now > share;
        share = now;
        return isMore && now < 1;
    });
    QVERIFY(sums && sums->damagedRanks == 0);
    QCOMPARE(sums->summary.spanCount(), expected.spanCount());
    QCOMPARE(sums->summary.groups().size(), expected.groups().size());
    for (size_t g = 0; g < expected.groups().size(); ++g) {
        const SelectionSummary::Group& group = sums->summary.groups()[g];
        const SelectionSummary::Group& other = expected.groups()[g];
        QCOMPARE(own->tables().strings().text(group.name), whole().strings().text(other.name));
        QCOMPARE(group.count, other.count);
        QCOMPARE(group.total, other.total);
        QCOMPARE(group.self, other.self);
        QCOMPARE(group.p50, other.p50);
        QCOMPARE(group.p99, other.p99);
        QCOMPARE(group.histogram, other.histogram);
        QVERIFY(placeOf(own->tables(), group.longest).isSameAs(placeOf(whole(), other.longest)));
    }
    QVERIFY(from == to || !sumRanks(*own, range, SelectionSummary::GroupBy(by), 1, [](double) { return false; }));
}

void TstRankSearch::damagedRanksAreCounted()
{
    const std::string place = IndexPlaces(m_index).run();
    const auto sections = SectionReader::open(place);
    const SectionPlace* const spans = (*sections)->find({4, 0, 5});
    QVERIFY(spans != nullptr);
    QFile file(QString::fromStdString(place));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(qint64(spans->offset + spans->packedSize / 2)));
    QVERIFY(file.write("damage") == 6);
    file.close();
    const RankMatchesPtr found = searchRanks(*blocks(), *SpanQuery::parse("forward"), {2}, goOn);
    QCOMPARE(found->damagedRanks, uint32_t(1));
    QCOMPARE(found->ranks.size(), whole().ranks().size() - 1);
    QVERIFY(found->isComplete());
    const RankSumsPtr sums
        = sumRanks(*blocks(), whole().range(), SelectionSummary::GroupBy::Category, 2, [](double) { return true; });
    QCOMPARE(sums->damagedRanks, uint32_t(1));
    QVERIFY(sums->summary.spanCount() < whole().spanCount());
}

BUBBLESCOPE_TEST(TstRankSearch, QCoreApplication)

} // namespace bubblescope::tst_ranksearch

#include "tst_ranksearch.moc"
