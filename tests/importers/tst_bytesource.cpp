// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bytesource.h"
#include "gzipped.h"
#include "memorybudget.h"
#include "testprogram.h"
#include "zstdpacked.h"

#include <fmt/format.h>

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cstdint>

namespace bubblescope::tst_bytesource {

namespace {

struct ReadLine {
    std::string text;
    uint64_t offset;
    bool operator==(const ReadLine&) const = default;
};

std::vector<ReadLine> linesOf(std::string_view text, bool bareCarriageReturn = true)
{
    const auto source = openMemory(text, "memory");
    LineReader reader(*source, 1 << 20, {}, bareCarriageReturn);
    std::vector<ReadLine> lines;
    while (reader.next())
        lines.push_back({std::string(reader.line()), reader.offset()});
    return lines;
}

std::string allOf(ByteSource& source)
{
    ImportReport report;
    return readAll(source, 1 << 26, report).value_or("too large");
}

/// Says to be larger than any machine's memory.
class HugeSource : public ByteSource {
public:
    size_t read(char*, size_t) override
    {
        ++reads;
        return 0;
    }
    uint64_t size() const override { return uint64_t(1) << 60; }
    uint64_t consumed() const override { return 0; }
    const std::optional<Error>& error() const override { return m_error; }

    int reads = 0;

private:
    std::optional<Error> m_error;
};

} // namespace

class TstByteSource : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyKindOfLineBreakEndsALine();
    void carriageReturnCanBeText();
    void linesAcrossBlocksAreWhole();
    void anOversizedLineIsSkippedAndReadingGoesOn();
    void gzipIsUnpackedAlsoInSeveralMembers();
    void gzipCutShortIsAnErrorAndKeepsTheGoodPart();
    void zstdIsUnpackedAlsoInSeveralFrames();
    void zstdCutShortOrDamagedKeepsTheGoodPart();
    void aLimitOfUnpackingIsNoDamage();
    void aFileThatShrinksIsSaid();
    void aHoleEndsAFile();
    void whoSaysNoEndsAFile();
    void whatIsNoFileIsRefused();
    void textBeyondTheLimitIsRefused();
    void aProfileBeyondMemoryIsNotRead();
};

void TstByteSource::everyKindOfLineBreakEndsALine()
{
    const std::vector<ReadLine> expected {{"a", 0}, {"b", 2}, {"", 5}, {"c", 6}, {"d", 8}};
    QVERIFY(linesOf("a\nb\r\n\nc\rd") == expected);
    QVERIFY(linesOf("a\nb\r\n\nc\rd\r\n") == expected);
    QVERIFY(linesOf("").empty());
    QCOMPARE(linesOf("\n").size(), size_t(1));
}

void TstByteSource::carriageReturnCanBeText()
{
    const std::vector<ReadLine> expected {{"a\rb", 0}, {"c", 4}};
    QVERIFY(linesOf("a\rb\nc\r\n", false) == expected);
}

void TstByteSource::linesAcrossBlocksAreWhole()
{
    // Blocks are 1 MiB: lines of about 1,000 bytes end everywhere relative to them, with \r and \n on either side.
    std::string text;
    for (int i = 0; i < 4000; ++i)
        text += std::string(size_t(997 + i % 3), char('a' + i % 26)) + (i % 2 ? "\r\n" : "\n");
    const auto lines = linesOf(text);
    QCOMPARE(lines.size(), size_t(4000));
    uint64_t offset = 0;
    for (int i = 0; i < 4000; ++i) {
        QCOMPARE(lines[size_t(i)].offset, offset);
        QCOMPARE(lines[size_t(i)].text.size(), size_t(997 + i % 3));
        offset += lines[size_t(i)].text.size() + (i % 2 ? 2 : 1);
    }
}

void TstByteSource::anOversizedLineIsSkippedAndReadingGoesOn()
{
    const std::string text = "first\n" + std::string(5 << 20, 'x') + "\nlast\n";
    const auto source = openMemory(text, "memory");
    LineReader reader(*source, 1 << 20);
    QVERIFY(reader.next());
    QVERIFY(reader.line() == "first");
    QVERIFY(reader.next());
    QVERIFY(reader.isOversized());
    QCOMPARE(reader.offset(), uint64_t(6));
    QVERIFY(reader.line().starts_with("xxx"));
    QVERIFY(reader.next());
    QVERIFY(!reader.isOversized());
    QVERIFY(reader.line() == "last");
    QCOMPARE(reader.offset(), uint64_t(6 + (5 << 20) + 1));
    QVERIFY(!reader.next());
}

void TstByteSource::gzipIsUnpackedAlsoInSeveralMembers()
{
    const std::string packed = gzipped("hello ") + gzipped("world\n") + std::string(100, '\0');
    const auto source = openMemory(packed, "two.gz");
    QCOMPARE(allOf(*source), std::string("hello world\n"));
    QVERIFY(!source->error());
}

void TstByteSource::gzipCutShortIsAnErrorAndKeepsTheGoodPart()
{
    std::string text;
    for (int i = 0; i < 50000; ++i)
        text += std::to_string(i * 7919) + '\n';
    const std::string packed = gzipped(text);
    const auto source = openMemory(std::string_view(packed).substr(0, packed.size() / 2), "cut.gz");
    const std::string got = allOf(*source);
    QVERIFY(got.size() > text.size() / 4);
    QVERIFY(text.starts_with(got));
    QVERIFY(source->error().has_value());
    QVERIFY(source->errorKind() == IssueKind::DamagedGzip);
}

void TstByteSource::zstdIsUnpackedAlsoInSeveralFrames()
{
    std::string text;
    for (int i = 0; i < 400'000; ++i)
        text += std::to_string(int64_t(i) * 7919 % 100'003) + "\n";
    const std::string packed = zstdPacked("hello ") + zstdPacked("world\n") + zstdPacked(text);
    const auto source = openMemory(packed, "x");
    ImportReport report;
    const std::optional<std::string> all = readAll(*source, 100'000'000, report);
    QVERIFY(all.has_value());
    QVERIFY(*all == "hello world\n" + text);
    QVERIFY(report.isEmpty());
}

void TstByteSource::zstdCutShortOrDamagedKeepsTheGoodPart()
{
    std::string text;
    for (int i = 0; i < 400'000; ++i)
        text += std::to_string(int64_t(i) * 7919 % 100'003) + "\n";
    const std::string packed = zstdPacked(text);
    const auto reads = [&](const std::string& bytes, const char* says) {
        const auto source = openMemory(bytes, "x");
        ImportReport report;
        const std::optional<std::string> all = readAll(*source, 100'000'000, report);
        reportSourceError(*source, report);
        return source->error() && source->errorKind() == IssueKind::DamagedGzip
            && source->error()->message.text().find(says) != std::string::npos && all && text.starts_with(*all)
            && all->size() > 1000;
    };
    QVERIFY(reads(packed.substr(0, packed.size() * 2 / 3), "ends in the middle"));
    std::string damaged = packed;
    damaged[packed.size() * 2 / 3] = char(damaged[packed.size() * 2 / 3] ^ 0x55);
    damaged[packed.size() * 2 / 3 + 1] = char(damaged[packed.size() * 2 / 3 + 1] ^ 0x55);
    const auto source = openMemory(damaged, "x");
    ImportReport report;
    readAll(*source, 100'000'000, report);
    QVERIFY(reads(zstdPacked(text) + "something else", "other data follows"));
}

void TstByteSource::aLimitOfUnpackingIsNoDamage()
{
    const auto said = [](const std::string& packed) {
        const auto source = openMemory(packed, "x.zst");
        ImportReport report;
        readAll(*source, 1'000, report);
        reportSourceError(*source, report);
        const auto issues = report.issues();
        return issues.empty()
            ? std::string("fine")
            : fmt::format("{}: {}", issueInfo(issues.front().kind).id, issues.front().first.front().message.text());
    };
    // A window of 256 MB, stated in the head of a frame: descriptor without a size, 8 bits of window.
    const std::string wide("\x28\xb5\x2f\xfd\x00\x90\x01\x00\x00", 9);
    QCOMPARE(said(wide),
        std::string("not-unpacked: the data was packed with a window of more than 128 MB, after 0 unpacked bytes"));
    // The same with one of 128 MB, and an empty block.
    QCOMPARE(said(std::string("\x28\xb5\x2f\xfd\x00\x88\x01\x00\x00", 9)), std::string("fine"));
    // Of a dictionary with number 7.
    QCOMPARE(said(std::string("\x28\xb5\x2f\xfd\x01\x58\x07\x01\x00\x00", 10)),
        std::string(
            "not-unpacked: the data was packed with a dictionary that is not in the file, after 0 unpacked bytes"));
    QVERIFY(said(zstdPacked("hello") + wide).starts_with("not-unpacked: "));
}

void TstByteSource::aFileThatShrinksIsSaid()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("shrinks.txt"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(1000, 'x'));
    file.close();
    auto source = openFile(path.toStdString(), "shrinks.txt");
    QVERIFY(source.isOk());
    QVERIFY(QFile::resize(path, 400));
    QCOMPARE(allOf(**source).size(), size_t(400));
    QVERIFY((*source)->error().has_value());
    ImportReport report;
    reportSourceError(**source, report);
    QCOMPARE(report.count(IssueKind::FileShrank), uint64_t(1));
}

void TstByteSource::aHoleEndsAFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sparse.txt"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(1 << 20, 'x'));
    file.close();
    QVERIFY(QFile::resize(path, qint64(40) << 30)); // as a writer leaves it that had asked for room and was stopped
    auto source = openFile(path.toStdString(), "sparse.txt");
    QVERIFY(source.isOk());
    std::vector<char> block(64 << 10);
    size_t read = 0;
    for (size_t got = 1; got > 0 && read < (size_t(1) << 30); read += got)
        got = (*source)->read(block.data(), block.size());
    if (read >= (size_t(1) << 30))
        QSKIP("this file system does not tell where files have holes");
    QCOMPARE(read, size_t(1) << 20);
    ImportReport report;
    reportSourceError(**source, report);
    QCOMPARE(report.count(IssueKind::TruncatedFile), uint64_t(1));
    QCOMPARE(report.issues()[0].first[0].offset.value_or(0), uint64_t(1) << 20);
}

void TstByteSource::whoSaysNoEndsAFile()
{
    const std::string text(1000, 'x');
    int blocks = 0;
    const auto source = watched(openMemory(text, "memory"), [&blocks](uint64_t, uint64_t) { return ++blocks < 3; });
    std::array<char, 100> block {};
    QCOMPARE(source->read(block.data(), block.size()), block.size());
    QCOMPARE(source->read(block.data(), block.size()), block.size());
    QCOMPARE(source->read(block.data(), block.size()), size_t(0));
    QCOMPARE(source->read(block.data(), block.size()), size_t(0));
    QCOMPARE(source->consumed(), uint64_t(200));
    QCOMPARE(blocks, 3); // it is not asked again
}

void TstByteSource::whatIsNoFileIsRefused()
{
    QTemporaryDir folder;
    QVERIFY(!openFile(folder.path().toStdString(), "folder").isOk());
    QVERIFY(!openFile(folder.filePath(QStringLiteral("absent")).toStdString(), "absent").isOk());
}

void TstByteSource::textBeyondTheLimitIsRefused()
{
    const std::string text(3 << 20, 'x');
    const auto source = openMemory(text, "large");
    ImportReport report;
    QVERIFY(!readAll(*source, 1 << 20, report).has_value());
    QCOMPARE(report.count(IssueKind::OversizedFile), uint64_t(1));
}

void TstByteSource::aProfileBeyondMemoryIsNotRead()
{
    HugeSource huge;
    ImportReport report;
    QVERIFY(!readProfile(huge, SIZE_MAX, 80, report));
    QCOMPARE(huge.reads, 0);
    QCOMPARE(report.count(IssueKind::OutOfMemory), uint64_t(1));
    // One that fits into memory, but is larger than the format's files, is none of memory's.
    const auto source = openMemory("0123456789", "memory");
    report = {};
    QVERIFY(!readProfile(*source, 9, 80, report));
    QCOMPARE(report.count(IssueKind::OversizedFile), uint64_t(1));
    QCOMPARE(report.issues().size(), size_t(1));
    const auto again = openMemory("0123456789", "memory");
    QCOMPARE(readProfile(*again, 10, 80, report).value_or(""), std::string("0123456789"));
}

BUBBLESCOPE_TEST(TstByteSource, QCoreApplication)

} // namespace bubblescope::tst_bytesource

#include "tst_bytesource.moc"
