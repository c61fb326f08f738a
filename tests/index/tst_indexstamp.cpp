// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the merge of an index found is an answer of the analyses that found it, and of no others.
#include "indexing.h"

#include "analysisversion.h"
#include "indexinput.h"
#include "indexreading.h"
#include "printedby.h"
#include "querycommand.h"
#include "samplecommand.h"
#include "smallsample.h"
#include "summaryinput.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>

namespace bubblescope::tst_indexstamp {

namespace {
/// The parts of an index at its end, to be changed and sealed again; see sectionfile.cpp.
struct IndexBytes {
    explicit IndexBytes(const std::string& path) : bytes(bytesOfFile(path))
    {
        uint64_t offset = 0;
        uint64_t count = 0;
        std::memcpy(&offset, &bytes[bytes.size() - trailerSize], sizeof offset);
        std::memcpy(&count, &bytes[bytes.size() - trailerSize + sizeof offset], sizeof count);
        places.resize(count);
        std::memcpy(places.data(), &bytes[offset], count * sizeof(SectionPlace));
        magic = bytes.substr(bytes.size() - 8);
        bytes.resize(offset);
    }
    void setFormat(uint32_t format) { std::memcpy(&bytes[8], &format, sizeof format); }
    bool isWrittenTo(const std::string& path) const
    {
        const std::string table(reinterpret_cast<const char*>(places.data()), places.size() * sizeof(SectionPlace));
        const uint64_t trailer[] = {bytes.size(), places.size(), checksumOf(table)};
        return isWritten(
            path, bytes + table + std::string(reinterpret_cast<const char*>(trailer), sizeof trailer) + magic);
    }
    static constexpr size_t trailerSize = 32;
    std::string bytes; ///< before the table
    std::vector<SectionPlace> places;
    std::string magic;
};
} // namespace

class TstIndexStamp : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theSameAnalysesAnswerWithoutSpans();
    void answersOfOtherAnalysesAreFoundAnew();
    void whereItDoesNotFitTheCommandIsNamed();
    void anIndexWithoutAStampIsOutdated();
    void spansStayAsTheyAre();
    void theWindowKnowsThatRanksAreUnknown();
    void mergingRenewsIt();
    void newerVersionsAreRefused_data();
    void newerVersionsAreRefused();
    void olderSpansAreRefusedOlderAnalysesAreNot();

private:
    std::string pathOf(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)).toStdString(); }
    std::string place() const { return IndexPlaces(m_index).run(); }
    /// Answers of an index of another job, under the stamp of other analyses.
    bool isOutdated() const
    {
        const auto other = SectionReader::open(IndexPlaces(m_other).run());
        bool isMade = other.isOk();
        for (const IndexSection section : {IndexSection::Summary, IndexSection::Gate, IndexSection::Stragglers,
                 IndexSection::Overview, IndexSection::Steps})
            isMade = isMade && isRewritten(place(), place(), keyOf(section), *(*other)->read(keyOf(section)));
        return isMade && isRewritten(place(), place(), keyOf(IndexSection::Stamp), "of other analyses");
    }
    /// What commands say of the index.
    QStringList answers(uint64_t memory) const
    {
        SummaryCommand summary;
        summary.source.paths = {m_index};
        summary.source.useCache = false;
        summary.source.memory = memory;
        summary.json = true;
        StragglersCommand stragglers;
        stragglers.source = summary.source;
        CompareCommand compare;
        compare.a = m_index;
        compare.b = m_run;
        compare.useCache = false;
        compare.memory = memory;
        CheckCommand check;
        check.run = m_index;
        check.baselines = {m_run};
        check.useCache = false;
        check.memory = memory;
        QueryCommand query;
        query.source = summary.source;
        query.sql = "SELECT verdict FROM runs";
        return {printedBy(summary), printedBy(stragglers), printedBy(compare), printedBy(check), printedBy(query)};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_run;
    std::string m_index;
    std::string m_other;
};

void TstIndexStamp::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_run = pathOf("run");
    m_index = pathOf("run.bubbleindex");
    m_other = pathOf("other.bubbleindex");
    QVERIFY(writeSample(buildOfJob(1, 4), m_run).isOk());
    QCOMPARE(indexed({m_run}, m_index, 1), ExitCode::Fine);
    SampleOptions slow = buildOfJob(1, 4);
    slow.stragglers = {{5, 2}};
    QVERIFY(writeSample(slow, pathOf("other")).isOk());
    QCOMPARE(indexed({pathOf("other")}, m_other, 1), ExitCode::Fine);
}

void TstIndexStamp::theSameAnalysesAnswerWithoutSpans()
{
    QCOMPARE(analysisVersion().size(), size_t(64));
    const Result<RunIndex> index = openRunIndex(place());
    QVERIFY(index && !index->isOutdated());
    QVERIFY(index->analysis(IndexSection::Summary) && index->analysis(IndexSection::Waits));
    const auto answers = [this] { return knownOf(*openedToAnswer(m_index, Asked::Findings)).lacksSpans(); };
    QVERIFY(answers());
    QVERIFY(isRewritten(place(), place(), keyOf(IndexSection::Stamp), std::string(analysisVersion())));
    QVERIFY(answers());
}

void TstIndexStamp::answersOfOtherAnalysesAreFoundAnew()
{
    const QStringList expected = answers(0);
    for (const QString& answer : expected)
        QVERIFY2(answer.startsWith(QLatin1String("0: ")), qPrintable(answer));
    QVERIFY(isOutdated());
    const Result<RunIndex> index = openRunIndex(place());
    QVERIFY(index && index->isOutdated());
    for (const IndexSectionInfo& info : indexSections)
        QVERIFY(!info.isAnalysis || !index->analysis(info.section));
    const QStringList found = answers(0);
    for (qsizetype i = 0; i < expected.size(); ++i)
        QCOMPARE(found[i], expected[i]);
}

void TstIndexStamp::whereItDoesNotFitTheCommandIsNamed()
{
    constexpr uint64_t littleMemory = 20'000;
    for (const QString& answer : answers(littleMemory)) // by what the merge found
        QVERIFY2(!answer.contains(QLatin1String("another version")), qPrintable(answer));
    QVERIFY(isOutdated());
    const QString command = QString::fromStdString(indexCall(m_index));
    for (const QString& answer : answers(littleMemory)) {
        QVERIFY2(!answer.startsWith(QLatin1String("0: ")) && answer.contains(QLatin1String("another version"))
                && answer.contains(command),
            qPrintable(answer));
    }
}

void TstIndexStamp::anIndexWithoutAStampIsOutdated()
{
    const QStringList expected = answers(0);
    IndexBytes index(place());
    const auto stamp = std::find_if(index.places.begin(), index.places.end(),
        [](const SectionPlace& place) { return place.key == keyOf(IndexSection::Stamp); });
    QVERIFY(stamp != index.places.end());
    index.bytes.resize(stamp->offset); // and what lies behind it
    index.places.erase(stamp, index.places.end());
    QVERIFY(index.isWrittenTo(place()));
    QVERIFY((*KnownIndex::open(m_index))->runs().isOutdated());
    const QStringList found = answers(0);
    for (qsizetype i = 0; i < expected.size(); ++i)
        QCOMPARE(found[i], expected[i]);
}

void TstIndexStamp::spansStayAsTheyAre()
{
    const OpenedFolderPtr before = openedQuietly(m_index);
    QVERIFY(isOutdated());
    const OpenedFolderPtr after = openedQuietly(m_index);
    QVERIFY(before->folder.report.isEmpty() == after->folder.report.isEmpty());
    const Trace& a = *before->folder.runs.front().trace;
    const Trace& b = *after->folder.runs.front().trace;
    QCOMPARE(b.spanCount(), a.spanCount());
    for (uint32_t i = 0; i < a.spanCount(); ++i)
        QVERIFY(a.name(SpanId(i)) == b.name(SpanId(i)) && a.begin(SpanId(i)) == b.begin(SpanId(i)));
}

void TstIndexStamp::theWindowKnowsThatRanksAreUnknown()
{
    QVERIFY(isOutdated());
    FolderLoad load;
    load.paths = {m_index};
    load.levels = false;
    load.readsByRank = true;
    load.memory = 20'000;
    const OpenedFolderPtr opened = FolderLoader(std::move(load)).load();
    QVERIFY(!opened->blocks.empty() && !opened->summaries.empty() && !opened->summaries.front());
    bool isTold = false;
    for (const Issue& issue : opened->folder.report.issues()) {
        isTold |= issue.kind == IssueKind::PartOnly
            && issue.first.front().message.text().find("another version") != std::string::npos;
    }
    QVERIFY(isTold);
    const Result<std::vector<SummaryInput>> inputs = summaryInputs(knownOf(*opened), {});
    QVERIFY(!inputs && inputs.error().message.text().find(indexCall(m_index)) != std::string::npos);
    const KnownRun run = knownOf(*opened).run(0);
    QVERIFY(
        !run.steps() && !run.stragglers() && !run.gate() && !run.compared() && !run.stepParts() && run.whyOutdated());
}

void TstIndexStamp::mergingRenewsIt()
{
    const std::string before = bytesOfFile(place());
    QVERIFY(isOutdated());
    QCOMPARE(indexed({m_run}, m_index, 1), ExitCode::Fine);
    QVERIFY(bytesOfFile(place()) == before);
}

void TstIndexStamp::newerVersionsAreRefused_data()
{
    QTest::addColumn<int>("kind"); // of which a version is raised; -1: the format; beyond the last: of a new section
    QTest::newRow("format") << -1;
    for (const IndexSectionInfo& info : indexSections)
        QTest::addRow("section %u", unsigned(info.section)) << int(info.section);
    QTest::newRow("another section") << int(indexSections.size());
}

void TstIndexStamp::newerVersionsAreRefused()
{
    QFETCH(const int, kind);
    IndexBytes index(place());
    if (kind < 0)
        index.setFormat(10);
    if (kind == int(indexSections.size()))
        index.places.back().key.kind = uint32_t(kind);
    for (SectionPlace& section : index.places)
        section.version += int(section.key.kind) == kind ? 1 : 0;
    QVERIFY(index.isWrittenTo(place()));
    const Result<RunIndex> refused = openRunIndex(place());
    QVERIFY(!refused);
    QVERIFY(refused.error().message.text().find("newer version") != std::string::npos);
    const OpenedFolderPtr opened = openedQuietly(m_index);
    QVERIFY(opened->folder.isEmpty());
    QVERIFY(
        opened->folder.report.issues().front().first.front().message.text().find("newer version") != std::string::npos);
}

void TstIndexStamp::olderSpansAreRefusedOlderAnalysesAreNot()
{
    for (const IndexSectionInfo& info : indexSections) {
        IndexBytes index(place());
        for (SectionPlace& section : index.places)
            section.version -= section.key.kind == uint32_t(info.section) ? 1 : 0;
        const std::string path = pathOf("older.index");
        QVERIFY(index.isWrittenTo(path));
        const Result<RunIndex> opened = openRunIndex(path);
        QCOMPARE(opened.isOk(), info.isAnalysis);
        QVERIFY(opened || opened.error().message.text().find("bubblescope index") != std::string::npos);
    }
}

BUBBLESCOPE_TEST(TstIndexStamp, QCoreApplication)

} // namespace bubblescope::tst_indexstamp

#include "tst_indexstamp.moc"
