// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Merges that take more memory than they may.
#include "indexing.h"

#include "filememory.h"
#include "indexplaces.h"
#include "samplecommand.h"
#include "sanitized.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <numeric>
#include <unistd.h>

namespace bubblescope::tst_filememory {

namespace {
uint64_t residentBytes()
{
    std::ifstream statm("/proc/self/statm");
    uint64_t all = 0;
    uint64_t resident = 0;
    statm >> all >> resident;
    return resident * uint64_t(sysconf(_SC_PAGESIZE));
}
} // namespace

class TstFileMemory : public QObject {
    Q_OBJECT

private slots:
    void largeBlocksLieInTheFile();
    void theyOutliveIt();
    void moreThanMayBeInMemoryLeavesIt();
    void withoutAFileEverythingIsAsUsual();
    void aMergeWithLittleMemoryGivesTheSameBytes();
};

void TstFileMemory::largeBlocksLieInTheFile()
{
    const QTemporaryDir folder;
    const FileMemory memory(folder.path().toStdString(), uint64_t(1) << 40);
    QVERIFY(memory.isOn());
    QVERIFY(QDir(folder.path()).isEmpty(QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot)); // it has no name
    {
        const std::vector<char> small(1000);
        QCOMPARE(FileMemory::bytes(), uint64_t(0));
        std::vector<uint32_t> some(FileMemory::usualLeastBlock);
        const std::vector<uint32_t> many(20'000'000, 7);
        QVERIFY(FileMemory::bytes() >= (some.size() + many.size()) * sizeof(uint32_t));
        std::iota(some.begin(), some.end(), 0u);
        const std::vector<uint32_t> copy = some;
        QVERIFY(copy == some && many.back() == 7);
    }
    QCOMPARE(FileMemory::bytes(), uint64_t(0));
}

void TstFileMemory::theyOutliveIt()
{
    const QTemporaryDir folder;
    std::vector<uint32_t> numbers;
    {
        const FileMemory memory(folder.path().toStdString(), uint64_t(1) << 40);
        numbers.resize(1'000'000);
    }
    std::iota(numbers.begin(), numbers.end(), 0u);
    QCOMPARE(std::accumulate(numbers.begin(), numbers.end(), uint64_t(0)), uint64_t(499'999'500'000));
    const uint64_t before = FileMemory::bytes();
    const std::vector<uint32_t> usual(1'000'000);
    QCOMPARE(FileMemory::bytes(), before);
    std::vector<uint32_t>().swap(numbers);
    QCOMPARE(FileMemory::bytes(), uint64_t(0));
}

void TstFileMemory::moreThanMayBeInMemoryLeavesIt()
{
    if (isSanitized)
        QSKIP("what a sanitizer keeps lies in memory, too");
    constexpr uint64_t room = 160u << 20;
    const QTemporaryDir folder;
    const FileMemory memory(folder.path().toStdString(), residentBytes() + room);
    if (!memory.isOn())
        QSKIP("no file can be made here");
    std::vector<std::vector<uint64_t>> columns;
    for (uint64_t c = 0; c < 12; ++c) { // 480 MB
        columns.emplace_back(5'000'000);
        std::iota(columns.back().begin(), columns.back().end(), c);
    }
    QTRY_VERIFY(residentBytes() < FileMemory::bytes());
    for (uint64_t c = 0; c < columns.size(); ++c) {
        for (uint64_t i = 0; i < columns[c].size(); i += 997)
            QCOMPARE(columns[c][i], c + i);
    }
}

void TstFileMemory::withoutAFileEverythingIsAsUsual()
{
    const FileMemory memory("/proc/nowhere", 1000);
    QVERIFY(!memory.isOn());
    const std::vector<uint32_t> many(1'000'000, 3);
    QCOMPARE(FileMemory::bytes(), uint64_t(0));
    QCOMPARE(many.back(), 3u);
}

void TstFileMemory::aMergeWithLittleMemoryGivesTheSameBytes()
{
    const QTemporaryDir folder;
    const std::string run = folder.filePath(QStringLiteral("run")).toStdString();
    const std::string index = folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
    SampleOptions options;
    options.data = 8;
    options.steps = 3;
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, index, 2), ExitCode::Fine);
    const QString folderOfIndex = QString::fromStdString(index);
    const std::map<QString, QByteArray> expected = filesIn(folderOfIndex);
    IndexCommand command;
    command.index = index;
    command.merge = true;
    command.memory = 1 << 20;
    {
        const SilentOutput silence;
        QCOMPARE(runIndex(command), ExitCode::Fine);
    }
    QVERIFY(filesIn(folderOfIndex) == expected);
    QCOMPARE(FileMemory::bytes(), uint64_t(0));
}

BUBBLESCOPE_TEST(TstFileMemory, QCoreApplication)

} // namespace bubblescope::tst_filememory

#include "tst_filememory.moc"
