// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Merges that take more memory than they may.
#include "indexing.h"

#include "samplecommand.h"
#include "spillfile.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

namespace bubblescope::tst_mergememory {

class TstMergeMemory : public QObject {
    Q_OBJECT

private slots:
    void theFileHasNoName();
    void aMergeWithLittleMemoryGivesTheSameBytes_data();
    void aMergeWithLittleMemoryGivesTheSameBytes();
};

void TstMergeMemory::theFileHasNoName()
{
    const QTemporaryDir folder;
    const int descriptor = openSpillFile(folder.path().toStdString());
    QVERIFY(descriptor >= 0);
    QVERIFY(QDir(folder.path()).isEmpty(QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot));
    ::close(descriptor);
    QCOMPARE(openSpillFile("/proc/nowhere"), -1);
}

void TstMergeMemory::aMergeWithLittleMemoryGivesTheSameBytes_data()
{
    QTest::addColumn<QString>("scratch");
    QTest::newRow("in the index") << QString();
    QTest::newRow("in a folder") << QStringLiteral("scratch");
    QTest::newRow("nowhere") << QStringLiteral("nowhere"); // then it takes what it takes
}

void TstMergeMemory::aMergeWithLittleMemoryGivesTheSameBytes()
{
    QFETCH(const QString, scratch);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("scratch")));
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
    command.scratch = scratch.isEmpty() ? std::string() : folder.filePath(scratch).toStdString();
    {
        const SilentOutput silence;
        QCOMPARE(runIndex(command), ExitCode::Fine);
    }
    QVERIFY(filesIn(folderOfIndex) == expected);
}

BUBBLESCOPE_TEST(TstMergeMemory, QCoreApplication)

} // namespace bubblescope::tst_mergememory

#include "tst_mergememory.moc"
