// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What of an index is there first, and what where memory is short.
#include "indexing.h"

#include "indexopening.h"
#include "indexplaces.h"
#include "indexreading.h"
#include "keptsteps.h"
#include "knownrun.h"
#include "runcontext.h"
#include "runoverview.h"
#include "samplecommand.h"
#include "sectionfile.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <set>

namespace bubblescope::tst_indexopening {

namespace {
std::set<int32_t> ranksWithSpans(const Trace& trace)
{
    std::set<int32_t> ranks;
    for (const Row& row : trace.rows()) {
        if (row.spanCount > 0)
            ranks.insert(trace.track(row.track).rank);
    }
    return ranks;
}

/// Where a rank, given by index, waits and has no work; spans by their place in the rank.
QStringList lossesOf(const RunSummary& summary, const Trace& trace, uint32_t rank)
{
    QStringList lines;
    const RankSpans own = spansByRank(trace)[rank];
    for (uint32_t span = own.first; span < own.first + own.count; ++span) {
        if (const TimeNs time = summary.waiting.of(SpanId(span)))
            lines << QStringLiteral("span %1 waits %2").arg(span - own.first).arg(time);
    }
    const RankWaits& loss = *summary.lost->of(rank);
    for (const auto* stretches : {&loss.bubbles, &loss.waiting}) {
        for (const StretchSums::Stretch& one : stretches->all())
            lines << QStringLiteral("%1-%2 in %3, after %4")
                         .arg(one.range.begin)
                         .arg(one.range.end)
                         .arg(one.span.isValid() ? int64_t(one.span.value - own.first) : int64_t(-1))
                         .arg(one.before);
    }
    return lines;
}

std::set<int32_t> setOf(const std::vector<int32_t>& ranks) { return {ranks.begin(), ranks.end()}; }
} // namespace

class TstIndexOpening : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void overviewIsTheSummaryOfTheRun();
    void oneRankOfEachGroupComesFirst();
    void damagedLossesOfARankAreNamed();
    void groupsComeFirstWhereMemoryIsShort();
    void wantedRanksComeFirstWhereRanksAreReadOneByOne();
    void everyStepOfEveryRankIsKept();
    void damagedOverviewIsWorkedOutAgain();
    void indexOfAnOlderFormatNamesTheCommandThatRenewsIt();

private:
    QTemporaryDir m_folder;
    std::string m_index;
    OpenedFolderPtr m_opened; ///< the run itself
};

void TstIndexOpening::initTestCase()
{
    SampleOptions options;
    options.data = 8;
    options.steps = 2;
    options.stragglers = {{9, 1.5}};
    const std::string run = m_folder.filePath(QStringLiteral("run")).toStdString();
    m_index = m_folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, m_index, 2), ExitCode::Fine);
    m_opened = openedQuietly(run);
}

void TstIndexOpening::overviewIsTheSummaryOfTheRun()
{
    const Result<OpenedIndex> opened = openIndex({m_index}, m_index, {});
    QVERIFY(opened.isOk());
    const Run& run = m_opened->folder.runs.front();
    const RunSummary expected = summarizeRun(*contextOf(run), run.trace->timing());
    QVERIFY(opened->overviews.front());
    const RunSummary& overview = *opened->overviews.front();
    QCOMPARE(overview.stepTime, expected.stepTime);
    QCOMPARE(overview.ranks.size(), expected.ranks.size());
    for (size_t r = 0; r < expected.ranks.size(); ++r) {
        QCOMPARE(overview.ranks[r].rank, expected.ranks[r].rank);
        QCOMPARE(overview.ranks[r].split.time, expected.ranks[r].split.time);
    }
    QCOMPARE(overview.stages.size(), expected.stages.size());
    QVERIFY(!overview.isOverview);
    QVERIFY(overview.waiting.count() > 100);
    for (uint32_t rank = 0; rank < overview.ranks.size(); ++rank)
        QCOMPARE(lossesOf(overview, *opened->folder.runs.front().trace, rank), lossesOf(expected, *run.trace, rank));
}

void TstIndexOpening::oneRankOfEachGroupComesFirst()
{
    IndexOpening opening;
    opening.manySpans = 0;
    std::optional<OpenedIndex> first;
    opening.takeFew = [&](OpenedIndex&& few) { first = std::move(few); };
    const Result<OpenedIndex> opened = openIndex({m_index}, m_index, opening);
    QVERIFY(opened.isOk() && first);
    const Trace& whole = *opened->folder.runs.front().trace;
    const Trace& few = *first->folder.runs.front().trace;
    QCOMPARE(whole.spanCount(), m_opened->folder.runs.front().trace->spanCount());
    const std::vector<int32_t> representatives = representativesOf(*opened->overviews.front());
    QVERIFY(representatives.size() < whole.ranks().size() / 2);
    QVERIFY(ranksWithSpans(few) == setOf(representatives));
    QVERIFY(setOf(representatives).contains(9)); // unlike all others
    QCOMPARE(few.ranks().size(), whole.ranks().size());
    QCOMPARE(few.tracks().size(), whole.tracks().size());
    QVERIFY(few.range() == whole.range());
    const RunSummary& overview = *first->overviews.front();
    QVERIFY(overview.isOverview);
    const Run& run = m_opened->folder.runs.front();
    const RunSummary expected = summarizeRun(*contextOf(run), run.trace->timing());
    for (const int32_t rank : representatives) { // although their partners are not there
        const QStringList losses = lossesOf(overview, few, uint32_t(rank));
        QVERIFY(losses.size() > 5);
        QCOMPARE(losses, lossesOf(expected, *run.trace, uint32_t(rank)));
    }
    QCOMPARE(first->folder.report.count(IssueKind::PartOnly), uint64_t(0));
}

void TstIndexOpening::damagedLossesOfARankAreNamed()
{
    const std::string place = IndexPlaces(m_index).run();
    const std::string whole = bytesOfFile(place);
    const SectionPlace* losses = nullptr;
    const auto sections = SectionReader::open(place);
    losses = (*sections)->find({9, 0, 9}); // where the tenth rank of the first run, the slow one, waits
    QVERIFY(losses);
    std::string damaged = whole;
    damaged[losses->offset + losses->packedSize / 2] ^= 1;
    const std::string folder = m_folder.filePath(QStringLiteral("losses.bubbleindex")).toStdString();
    QVERIFY(QDir().mkpath(QString::fromStdString(folder)));
    QVERIFY(isWritten(IndexPlaces(folder).run(), damaged));
    IndexOpening opening;
    const Result<OpenedIndex> all = openIndex({folder}, folder, opening);
    QVERIFY(all && all->overviews.front()->isOverview); // it is worked out again
    QCOMPARE(all->folder.report.count(IssueKind::UnreadableFile), uint64_t(0));
    opening.readsByRank = true;
    opening.memory = uint64_t(all->folder.runs.front().trace->spanCount()) * 40;
    const Result<OpenedIndex> part = openIndex({folder}, folder, opening);
    QVERIFY(part && part->folder.runs.front().trace->spanCount() < all->folder.runs.front().trace->spanCount());
    QCOMPARE(part->folder.report.count(IssueKind::UnreadableFile), uint64_t(1));
    QCOMPARE(lossesOf(*part->overviews.front(), *part->folder.runs.front().trace, 9), QStringList());
}

void TstIndexOpening::groupsComeFirstWhereMemoryIsShort()
{
    IndexOpening opening;
    const Result<OpenedIndex> all = openIndex({m_index}, m_index, opening);
    const size_t ranks = all->folder.runs.front().trace->ranks().size();
    const std::vector<int32_t> representatives = representativesOf(*all->overviews.front());
    opening.memory = uint64_t(all->folder.runs.front().trace->spanCount()) * 65 / ranks * (representatives.size() + 5);
    const Result<OpenedIndex> part = openIndex({m_index}, m_index, opening);
    QVERIFY(part.isOk());
    const std::set<int32_t> opened = ranksWithSpans(*part->folder.runs.front().trace);
    for (const int32_t rank : representatives)
        QVERIFY(opened.contains(rank));
    QVERIFY(opened.size() < ranks);
    QCOMPARE(part->folder.runs.front().trace->ranks().size(), ranks);
    QCOMPARE(part->folder.report.count(IssueKind::PartOnly), uint64_t(1));
    QCOMPARE(part->overviews.front()->ranks.size(), ranks); // the figures know all of them
}

void TstIndexOpening::wantedRanksComeFirstWhereRanksAreReadOneByOne()
{
    IndexOpening opening;
    opening.readsByRank = true;
    const Result<OpenedIndex> all = openIndex({m_index}, m_index, opening); // there is enough memory
    const Trace& whole = *all->folder.runs.front().trace;
    QCOMPARE(ranksWithSpans(whole).size(), whole.ranks().size());
    QCOMPARE(all->folder.report.count(IssueKind::PartOnly), uint64_t(0));
    const std::vector<int32_t> representatives = representativesOf(*all->overviews.front());
    const uint64_t rankBytes = uint64_t(whole.spanCount()) * 65 / whole.ranks().size();
    opening.memory = 2 * rankBytes * (representatives.size() + 4); // half of it for each of two sets
    opening.wanted = {all->folder.runs.front().name, {61, 20}};
    Result<OpenedIndex> some = openIndex({m_index}, m_index, opening);
    std::set<int32_t> expected = setOf(representatives);
    expected.insert({61, 20});
    QVERIFY(ranksWithSpans(*some->folder.runs.front().trace) == expected);
    QCOMPARE(some->folder.report.count(IssueKind::PartOnly), uint64_t(1));
    QCOMPARE(some->overviews.front()->ranks.size(), whole.ranks().size());
    opening.memory = 5 * rankBytes; // room for two
    some = openIndex({m_index}, m_index, opening);
    QVERIFY(ranksWithSpans(*some->folder.runs.front().trace) == (std::set<int32_t> {61, 20}));
    opening.wanted.run = "another";
    some = openIndex({m_index}, m_index, opening);
    QVERIFY(!ranksWithSpans(*some->folder.runs.front().trace).contains(61));
}

void TstIndexOpening::everyStepOfEveryRankIsKept()
{
    const Run& run = m_opened->folder.runs.front();
    const StepTable expected = StepTable::ofRun(*contextOf(run));
    const OpenedFolderPtr withoutSpans = openedToAnswer(m_index, Asked::Stragglers);
    QVERIFY(knownOf(*withoutSpans).lacksSpans());
    const Result<StepTablePtr> known = knownOf(*withoutSpans).run(0).steps();
    QVERIFY(known);
    const StepTablePtr kept = *known;
    QCOMPARE(kept->steps(), expected.steps());
    QCOMPARE(kept->rowCount(), expected.rowCount());
    for (size_t r = 0; r < expected.rowCount(); ++r) {
        QCOMPARE(kept->rows()[r].rank, expected.rows()[r].rank);
        QCOMPARE(kept->rows()[r].stage, expected.rows()[r].stage);
        QCOMPARE(kept->rows()[r].host, expected.rows()[r].host);
        for (size_t s = 0; s < expected.stepCount(); ++s) {
            for (size_t m = 0; m < stepMeasureCount; ++m) {
                QCOMPARE(kept->has(StepMeasure(m)), expected.has(StepMeasure(m)));
                if (!expected.has(StepMeasure(m)))
                    continue;
                const auto bits = [&](const StepTable& table) {
                    return std::bit_cast<uint32_t>(table.value(StepMeasure(m), r, s));
                };
                QCOMPARE(bits(*kept), bits(expected));
            }
        }
    }
    // Whatever its bytes are, it ends.
    const Result<RunIndex> index = openRunIndex(IndexPlaces(m_index).run());
    const std::string text = *index->analysis(IndexSection::Steps, 0);
    QVERIFY(restoredSteps(text));
    for (size_t at = 0; at < text.size(); at += 1 + text.size() / 97) {
        QVERIFY(!restoredSteps(text.substr(0, at)));
        std::string damaged = text;
        damaged[at] = char(damaged[at] ^ 0x55);
        if (const StepTablePtr other = restoredSteps(damaged))
            QVERIFY(other->rowCount() * other->stepCount() <= text.size());
    }
}

void TstIndexOpening::damagedOverviewIsWorkedOutAgain()
{
    const std::string place = IndexPlaces(m_index).run();
    const auto sections = SectionReader::open(place);
    const SectionPlace* const overview = (*sections)->find({2, 0, 0});
    QVERIFY(overview != nullptr);
    QFile file(QString::fromStdString(place));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(qint64(overview->offset + overview->packedSize / 2)));
    QVERIFY(file.write("damage") == 6);
    file.close();
    bool isEarly = false;
    IndexOpening opening;
    opening.manySpans = 0;
    opening.takeFew = [&](OpenedIndex&&) { isEarly = true; };
    const Result<OpenedIndex> opened = openIndex({m_index}, m_index, opening);
    QVERIFY(opened.isOk() && !isEarly);
    QVERIFY(!opened->overviews.front());
    QCOMPARE(opened->folder.runs.front().trace->spanCount(), m_opened->folder.runs.front().trace->spanCount());
}

void TstIndexOpening::indexOfAnOlderFormatNamesTheCommandThatRenewsIt()
{
    QFile file(QString::fromStdString(IndexPlaces(m_index).run()));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(8) && file.write("\x07", 1) == 1);
    file.close();
    const OpenedFolderPtr opened = openedQuietly(m_index);
    QCOMPARE(opened->folder.report.issues().size(), size_t(1));
    const Issue& issue = opened->folder.report.issues().front();
    const QString words = QString::fromStdString(std::string(issue.first.front().message.text()));
    QVERIFY(words.contains(QStringLiteral("older version")));
    QVERIFY2(words.endsWith(QStringLiteral("run bubblescope index -o %1 first").arg(QString::fromStdString(m_index))),
        qPrintable(words));
    QCOMPARE(indexed({}, m_index, 2), ExitCode::Fine);
    QVERIFY(!openedQuietly(m_index)->folder.runs.empty());
}

BUBBLESCOPE_TEST(TstIndexOpening, QCoreApplication)

} // namespace bubblescope::tst_indexopening

#include "tst_indexopening.moc"
