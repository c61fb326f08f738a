// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever happens to the files of an index, it ends in a message.
#include "indexing.h"
#include "indexpiece.h"
#include "packedtext.h"
#include "indexreading.h"
#include "samplecommand.h"
#include "smallsample.h"
#include "testprogram.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <malloc.h>

namespace bubblescope::tst_indexdamage {

class TstIndexDamage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void pieceHoldsWhatTheFileHolds();
    void aFileThatTakesTooMuchMemoryHasNoPiece();
    void cutPieceIsRefused();
    void pieceWithAFlippedBitIsRefused();
    void pieceOfAnotherFileIsRefused();
    void cutIndexEndsInAMessage();
    void damagedRankIsLeftOutAndNamed();
    void allDamagedRanksAreListed();
    void anyFlippedByteEndsInAMessageOrIsHarmless();
    void fileThatIsCutWhileOpenEndsInAMessage();
    void indexThatIsNotMergedSaysSo();
    void packedTextWithAFalseSizeIsRefused();
    void onlySomeRanksAreOpenedWhereMemoryIsShort();
    void ranksOfUnreadableTablesAreNotRead();

private:
    QTemporaryDir m_folder;
    std::string m_run;
    std::string m_index;
};

void TstIndexDamage::initTestCase()
{
    m_run = m_folder.filePath(QStringLiteral("run")).toStdString();
    m_index = m_folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
    QVERIFY(writeSample(smallSample(1), m_run).isOk());
    QCOMPARE(indexed({m_run}, m_index, 1), ExitCode::Fine);
}

void TstIndexDamage::pieceHoldsWhatTheFileHolds()
{
    MappingFiles mappings;
    MemoryLimit limit(UINT64_MAX);
    const std::vector<WalkedFile> files = listInput({m_run})->files;
    for (const WalkedFile& file : files) {
        const std::optional<IndexPiece> piece = importPiece(file, KernelNames::builtin(), mappings, limit, {});
        const std::string path = m_folder.filePath(QStringLiteral("a.piece")).toStdString();
        QVERIFY(!writePiece(path, file, *piece));
        Result<IndexPiece> read = readPiece(path, file);
        QVERIFY(read.isOk());
        const std::string again = m_folder.filePath(QStringLiteral("b.piece")).toStdString();
        QVERIFY(!writePiece(again, file, *read));
        QVERIFY(bytesOfFile(path) == bytesOfFile(again));
        QCOMPARE(read->contents.traceParts.size(), piece->contents.traceParts.size());
        for (size_t i = 0; i < piece->contents.traceParts.size(); ++i)
            QCOMPARE(read->contents.traceParts[i].builder.spanCount(), piece->contents.traceParts[i].builder.spanCount());
    }
}

void TstIndexDamage::aFileThatTakesTooMuchMemoryHasNoPiece()
{
    const std::string index = m_folder.filePath(QStringLiteral("small.bubbleindex")).toStdString();
    const std::string large = m_folder.filePath(QStringLiteral("large.json")).toStdString();
    const QByteArray event(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2},)");
    QVERIFY(isWritten(large, R"({"traceEvents":[)" + event.repeated(300'000).toStdString()));
    const IndexInput input = *listInput({large});
    malloc_trim(0); // or what another test has left would be used
    const ShardResult refused = indexShard(input, index, {}, 1, {}, 1);
    QVERIFY(refused.error && refused.error->message.text().find("not enough memory") != std::string::npos);
    QCOMPARE(refused.indexed, uint64_t(0));
    QCOMPARE(indexProgress(input, index).indexedFiles, uint64_t(0));
    QVERIFY(!indexShard(input, index, {}, 1).error); // with enough, all are read
    QCOMPARE(indexProgress(input, index).indexedFiles, uint64_t(input.files.size()));
}

void TstIndexDamage::cutPieceIsRefused()
{
    MappingFiles mappings;
    MemoryLimit limit(UINT64_MAX);
    const WalkedFile file = listInput({m_run})->files.front();
    const std::string path = m_folder.filePath(QStringLiteral("cut.piece")).toStdString();
    QVERIFY(!writePiece(path, file, *importPiece(file, KernelNames::builtin(), mappings, limit, {})));
    const std::string whole = bytesOfFile(path);
    for (size_t size = 0; size < whole.size(); size += 1 + whole.size() / 97) {
        QVERIFY(isWritten(path, whole.substr(0, size)));
        QVERIFY(!isPieceFinal(path, file));
        QVERIFY(!readPiece(path, file).isOk());
    }
}

void TstIndexDamage::pieceWithAFlippedBitIsRefused()
{
    MappingFiles mappings;
    MemoryLimit limit(UINT64_MAX);
    const WalkedFile file = listInput({m_run})->files.front();
    const std::string path = m_folder.filePath(QStringLiteral("flipped.piece")).toStdString();
    QVERIFY(!writePiece(path, file, *importPiece(file, KernelNames::builtin(), mappings, limit, {})));
    const std::string whole = bytesOfFile(path);
    for (size_t at = 0; at < whole.size(); at += 1 + whole.size() / 97) {
        std::string damaged = whole;
        damaged[at] = char(damaged[at] ^ 16);
        QVERIFY(isWritten(path, damaged));
        QVERIFY(!readPiece(path, file).isOk());
    }
}

void TstIndexDamage::pieceOfAnotherFileIsRefused()
{
    MappingFiles mappings;
    MemoryLimit limit(UINT64_MAX);
    const std::vector<WalkedFile> files = listInput({m_run})->files;
    const std::string path = m_folder.filePath(QStringLiteral("other.piece")).toStdString();
    QVERIFY(!writePiece(path, files[0], *importPiece(files[0], KernelNames::builtin(), mappings, limit, {})));
    QVERIFY(!readPiece(path, files[1]).isOk());
}

void TstIndexDamage::cutIndexEndsInAMessage()
{
    const std::string place = IndexPlaces(m_index).run();
    const std::string whole = bytesOfFile(place);
    const std::string path = m_folder.filePath(QStringLiteral("cut.index")).toStdString();
    for (size_t size = 0; size < whole.size(); size += 1 + whole.size() / 97) {
        QVERIFY(isWritten(path, whole.substr(0, size)));
        const Result<RunIndex> index = openRunIndex(path);
        QVERIFY(!index.isOk());
        QVERIFY(!index.error().message.empty());
    }
}

void TstIndexDamage::damagedRankIsLeftOutAndNamed()
{
    const std::string place = IndexPlaces(m_index).run();
    const std::string whole = bytesOfFile(place);
    const auto sections = SectionReader::open(place);
    QVERIFY(sections.isOk());
    const SectionPlace* const rank = (*sections)->find({4, 0, 2}); // spans of the third rank of the first run
    QVERIFY(rank != nullptr);
    std::string damaged = whole;
    damaged[rank->offset + rank->packedSize / 2] ^= 1;
    const std::string path = m_folder.filePath(QStringLiteral("rank.index")).toStdString();
    QVERIFY(isWritten(path, damaged));
    const Result<RunIndex> index = openRunIndex(path);
    QVERIFY(index.isOk());
    const Result<RunFolder> folder = index->folder({2, UINT64_MAX});
    QVERIFY(folder.isOk());
    QCOMPARE(folder->report.count(IssueKind::UnreadableFile), uint64_t(1));
    const Trace& trace = *folder->runs.front().trace;
    const OpenedFolderPtr opened = openedQuietly(m_run);
    const Trace& expected = *opened->folder.runs.front().trace;
    uint32_t others = 0;
    for (const Row& row : expected.rows())
        others += expected.track(row.track).rank == expected.ranks()[2].rank ? 0 : row.spanCount;
    QCOMPARE(trace.spanCount(), others);
    for (const Row& row : trace.rows())
        QVERIFY(trace.track(row.track).rank != trace.ranks()[2].rank || row.spanCount == 0);
}

void TstIndexDamage::allDamagedRanksAreListed()
{
    SampleOptions options = smallSample(1);
    options.data = 8; // sixteen ranks: an issue keeps fewer instances
    const std::string run = m_folder.filePath(QStringLiteral("wide")).toStdString();
    const std::string index = m_folder.filePath(QStringLiteral("wide.bubbleindex")).toStdString();
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, index, 1), ExitCode::Fine);
    std::vector<int32_t> damaged;
    const OpenedFolderPtr whole = openedQuietly(index);
    const auto ranks = whole->folder.runs.front().trace->ranks();
    QCOMPARE(whole->damagedRanks, std::vector<std::vector<int32_t>>(1));
    for (uint32_t rank = 1; rank + 1 < ranks.size(); ++rank) {
        QVERIFY(isDamaged(index, rank));
        damaged.push_back(ranks[rank].rank);
    }
    const OpenedFolderPtr opened = openedQuietly(index);
    QCOMPARE(damaged.size(), size_t(14));
    QCOMPARE(opened->damagedRanks, std::vector<std::vector<int32_t>> {damaged});
    QVERIFY(opened->folder.report.count(IssueKind::UnreadableFile) >= 14);
}

void TstIndexDamage::anyFlippedByteEndsInAMessageOrIsHarmless()
{
    const std::string whole = bytesOfFile(IndexPlaces(m_index).run());
    const std::string path = m_folder.filePath(QStringLiteral("any.index")).toStdString();
    QRandomGenerator random(1);
    for (int i = 0; i < 60; ++i) {
        std::string damaged = whole;
        const size_t at = random.bounded(quint32(whole.size()));
        damaged[at] = char(damaged[at] ^ (1 << random.bounded(8)));
        QVERIFY(isWritten(path, damaged));
        const Result<RunIndex> index = openRunIndex(path);
        if (!index)
            continue;
        const Result<RunFolder> folder = index->folder({});
        const Result<std::string> summary = index->analysis(IndexSection::Summary);
        bool isKept = summary.isOk();
        for (const IndexSection section :
            {IndexSection::Overview, IndexSection::Steps, IndexSection::Gate, IndexSection::Stragglers})
            isKept = isKept && index->analysis(section);
        for (uint32_t rank = 0; folder && rank < folder->runs.front().trace->ranks().size(); ++rank)
            isKept = isKept && index->analysis(IndexSection::Waits, 0, rank);
        QVERIFY(!folder || !isKept || folder->report.count(IssueKind::UnreadableFile) > 0);
    }
}

void TstIndexDamage::fileThatIsCutWhileOpenEndsInAMessage()
{
    const std::string path = m_folder.filePath(QStringLiteral("later.index")).toStdString();
    QVERIFY(isWritten(path, bytesOfFile(IndexPlaces(m_index).run())));
    const Result<RunIndex> index = openRunIndex(path);
    QVERIFY(index.isOk());
    QVERIFY(QFile::resize(QString::fromStdString(path), 100));
    QVERIFY(!index->folder({}).isOk());
    QVERIFY(!index->analysis(IndexSection::Summary).isOk());
}

void TstIndexDamage::indexThatIsNotMergedSaysSo()
{
    const std::string index = m_folder.filePath(QStringLiteral("half.bubbleindex")).toStdString();
    QVERIFY(!indexShard(*listInput({m_run}), index, {0, 2}, 1).error);
    const OpenedFolderPtr opened = openedQuietly(index);
    QVERIFY(opened->folder.isEmpty());
    QVERIFY(opened->folder.report.issues().front().first.front().message.text().find("--merge") != std::string::npos);
}

void TstIndexDamage::packedTextWithAFalseSizeIsRefused()
{
    const std::string text(100'000, 'x');
    const std::string packed = packedText(text);
    QVERIFY(unpackedText(packed, text.size()) == text);
    for (const uint64_t size : {uint64_t(0), uint64_t(text.size() - 1), uint64_t(text.size() + 1), uint64_t(1) << 62})
        QVERIFY(!unpackedText(packed, size));
    QVERIFY(unpackedText(packedText({}), 0) == std::string());
}

void TstIndexDamage::onlySomeRanksAreOpenedWhereMemoryIsShort()
{
    const Result<RunIndex> index = openRunIndex(IndexPlaces(m_index).run());
    const Result<RunFolder> all = index->folder({});
    const Trace& whole = *all->runs.front().trace;
    const Result<RunFolder> half = index->folder({1, uint64_t(whole.spanCount()) * 65 / 2 + 100});
    QVERIFY(half.isOk());
    QCOMPARE(half->report.count(IssueKind::PartOnly), uint64_t(1));
    const Trace& part = *half->runs.front().trace;
    QVERIFY(part.spanCount() > 0 && part.spanCount() < whole.spanCount());
    uint32_t same = 0;
    for (const RankInfo& rank : whole.ranks()) {
        const auto ofRank = [&rank](const Trace& trace) {
            std::vector<std::pair<TimeNs, std::string>> spans;
            for (const Track& track : trace.tracksOf(rank.rank)) {
                for (const Row& row : trace.rowsOf(trace.idOf(track))) {
                    for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i)
                        spans.emplace_back(trace.begin(SpanId(i)), std::string(trace.name(SpanId(i))));
                }
            }
            return spans;
        };
        const auto spans = ofRank(part);
        QVERIFY(spans.empty() || spans == ofRank(whole));
        same += spans.empty() ? 0 : 1;
    }
    QCOMPARE(same, uint32_t(whole.ranks().size()) / 2);
    for (const Link& link : part.links())
        QVERIFY(part.end(link.to) >= part.begin(link.from));
}

void TstIndexDamage::ranksOfUnreadableTablesAreNotRead()
{
    const std::string spoilt = m_folder.filePath(QStringLiteral("tables.index")).toStdString();
    const std::string place = IndexPlaces(m_index).run();
    QVERIFY(isRewritten(place, spoilt, keyOf(IndexSection::Tables, 0), "no tables"));
    const Result<RunIndex> whole = openRunIndex(place);
    const Result<RunIndex> index = openRunIndex(spoilt);
    QVERIFY(whole && index);
    QVERIFY(whole->blocks(0)->read({0, 1}, 1).trace);
    QVERIFY(!index->blocks(0)->read({0, 100'000}, 1).trace);
}

BUBBLESCOPE_TEST(TstIndexDamage, QCoreApplication)

} // namespace bubblescope::tst_indexdamage

#include "tst_indexdamage.moc"
