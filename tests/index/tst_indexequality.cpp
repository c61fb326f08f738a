// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// An index says what the opened folder says, however many tasks made it.
#include "commandline.h"
#include "consolecommands.h"
#include "hanganalysis.h"
#include "hangs.h"
#include "hangwords.h"
#include "indexing.h"
#include "samplecommand.h"
#include "sanitized.h"
#include "shareddata.h"
#include "smallsample.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_indexequality {

class TstIndexEquality : public QObject {
    Q_OBJECT

private slots:
    void bytesDoNotDependOnTheNumberOfTasks_data();
    void bytesDoNotDependOnTheNumberOfTasks();
    void summaryIsThatOfTheOpenedFolder_data();
    void summaryIsThatOfTheOpenedFolder();
    void summaryOfASampleIsThatOfItsFolder_data();
    void summaryOfASampleIsThatOfItsFolder();
    void secondRunReadsNothing();
    void changedFileIsIndexedAnew();
    void missingTasksAreNamedAndTheRestIsRight();
    void indexInsideTheFolderIsNoPartOfIt();
    void severalPathsAreIndexedTogether();
    void anIndexOfDumpsSaysWhoHangs();
    void commandLineIsChecked_data();
    void commandLineIsChecked();
};

namespace {
std::string sampleIn(const QTemporaryDir& folder, const SampleOptions& options)
{
    const std::string path = folder.filePath(QStringLiteral("run")).toStdString();
    return writeSample(options, path).isOk() ? path : std::string();
}

std::string indexIn(const QTemporaryDir& folder, const QString& name)
{
    return folder.filePath(name + QStringLiteral(".bubbleindex")).toStdString();
}
} // namespace

void TstIndexEquality::bytesDoNotDependOnTheNumberOfTasks_data()
{
    QTest::addColumn<int>("shards");
    for (const int shards : {2, 7, isSanitized ? 16 : 64})
        QTest::addRow("%d", shards) << shards;
}

void TstIndexEquality::bytesDoNotDependOnTheNumberOfTasks()
{
    QFETCH(int, shards);
    const QTemporaryDir folder;
    const std::string run = sampleIn(folder, smallSample());
    const std::string one = indexIn(folder, QStringLiteral("one"));
    const std::string many = indexIn(folder, QStringLiteral("many"));
    QCOMPARE(indexed({run}, one, 1), ExitCode::Fine);
    QCOMPARE(indexed({run}, many, uint32_t(shards)), ExitCode::Fine);
    const auto ofOne = filesIn(QString::fromStdString(one));
    QVERIFY(ofOne.size() > 6);
    QVERIFY(ofOne == filesIn(QString::fromStdString(many)));
}

void TstIndexEquality::summaryIsThatOfTheOpenedFolder_data()
{
    REQUIRE_SHARED_DATA();
    QTest::addColumn<QString>("path");
    const QDir data(sharedDataFolder());
    for (const QString& source : data.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        QStringList inside
            = QDir(data.filePath(source)).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        for (qsizetype i = 1; isSanitized && inside.size() > 4 && i < inside.size(); ++i)
            inside.remove(i, std::min<qsizetype>(2, inside.size() - i)); // every third
        for (const QString& run : inside.isEmpty() ? QStringList {QString()} : inside) {
            const QString name = run.isEmpty() ? source : source + QLatin1Char('/') + run;
            QTest::newRow(qPrintable(name)) << data.filePath(name);
        }
    }
}

void TstIndexEquality::summaryIsThatOfTheOpenedFolder()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QString, path);
    const QTemporaryDir folder;
    const std::string index = indexIn(folder, QStringLiteral("run"));
    const bool hasNothing = openedQuietly(path.toStdString())->folder.isEmpty();
    QCOMPARE(indexed({path.toStdString()}, index, 3), hasNothing ? ExitCode::NothingUsable : ExitCode::Fine);
    const std::string expected = summaryOf(path.toStdString());
    QCOMPARE(QByteArray::fromStdString(summaryOf(index)), QByteArray::fromStdString(expected));
    QCOMPARE(QByteArray::fromStdString(digestOf(index)), QByteArray::fromStdString(expected));
}

void TstIndexEquality::summaryOfASampleIsThatOfItsFolder_data()
{
    QTest::addColumn<int>("data");
    QTest::newRow("16 ranks") << 4;
    QTest::newRow(isSanitized ? "64 ranks" : "256 ranks") << (isSanitized ? 16 : 64);
}

void TstIndexEquality::summaryOfASampleIsThatOfItsFolder()
{
    QFETCH(int, data);
    SampleOptions options = smallSample(1);
    options.stages = 4;
    options.data = data;
    const QTemporaryDir folder;
    const std::string run = sampleIn(folder, options);
    const std::string index = indexIn(folder, QStringLiteral("run"));
    QCOMPARE(indexed({run}, index, 2), ExitCode::Fine);
    const std::string expected = summaryOf(run);
    QCOMPARE(QByteArray::fromStdString(summaryOf(index)), QByteArray::fromStdString(expected));
    QCOMPARE(QByteArray::fromStdString(digestOf(index)), QByteArray::fromStdString(expected));
}

void TstIndexEquality::secondRunReadsNothing()
{
    const QTemporaryDir folder;
    const std::string run = sampleIn(folder, smallSample());
    const std::string index = indexIn(folder, QStringLiteral("run"));
    const std::optional<IndexInput> input = listInput({run});
    const ShardResult first = indexShard(*input, index, {}, 1);
    const ShardResult second = indexShard(*input, index, {}, 1);
    QCOMPARE(first.indexed, first.files);
    QVERIFY(second.indexed < 3); // a table and its neighbours are looked at again
    QVERIFY(indexProgress(*input, index).missing.empty());
}

void TstIndexEquality::changedFileIsIndexedAnew()
{
    const QTemporaryDir folder;
    const std::string run = sampleIn(folder, smallSample());
    const std::string index = indexIn(folder, QStringLiteral("run"));
    QCOMPARE(indexed({run}, index, 1), ExitCode::Fine);
    const size_t files = filesIn(QString::fromStdString(index)).size();
    const QString changed = QString::fromStdString(listInput({run})->files.front().path);
    QFile file(changed);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.resize(file.size() / 2));
    file.close();
    QCOMPARE(indexProgress(*listInput({run}), index).missing.size(), size_t(1));
    QCOMPARE(indexed({run}, index, 1), ExitCode::Fine);
    QCOMPARE(QByteArray::fromStdString(summaryOf(index)), QByteArray::fromStdString(summaryOf(run)));
    QCOMPARE(filesIn(QString::fromStdString(index)).size(), files); // what it was before is gone
}

void TstIndexEquality::missingTasksAreNamedAndTheRestIsRight()
{
    SampleOptions options = smallSample(1);
    options.stages = 4;
    options.data = 4;
    const QTemporaryDir folder;
    const std::string run = sampleIn(folder, options);
    const std::string index = indexIn(folder, QStringLiteral("run"));
    const std::optional<IndexInput> input = listInput({run});
    for (const uint32_t shard : {0u, 1u, 3u})
        QVERIFY(!indexShard(*input, index, {shard, 4}, 1).error);
    IndexCommand merge;
    merge.index = index;
    merge.merge = true;
    {
        const SilentOutput silence;
        QCOMPARE(runIndex(merge), ExitCode::OpenedWithErrors);
    }
    // The same files without those of the missing task.
    for (const uint32_t file : input->filesOf({2, 4}))
        QVERIFY(QFile::remove(QString::fromStdString(input->files[file].path)));
    const OpenedFolderPtr opened = openedQuietly(index);
    const OpenedFolderPtr expected = openedQuietly(run);
    QCOMPARE(opened->folder.runs.size(), expected->folder.runs.size());
    QVERIFY(!opened->folder.runs.front().missingRanks.empty());
    QCOMPARE(opened->folder.runs.front().missingRanks, expected->folder.runs.front().missingRanks);
    QCOMPARE(opened->folder.report.count(IssueKind::UnreadableFile), input->filesOf({2, 4}).size());
    QCOMPARE(QByteArray::fromStdString(summaryOf(index)), QByteArray::fromStdString(summaryOf(run)));
}

void TstIndexEquality::indexInsideTheFolderIsNoPartOfIt()
{
    const QTemporaryDir folder;
    const std::string run = sampleIn(folder, smallSample(1));
    const std::string before = summaryOf(run);
    QCOMPARE(indexed({run}, run + "/of.bubbleindex", 1), ExitCode::Fine);
    QCOMPARE(QByteArray::fromStdString(summaryOf(run)), QByteArray::fromStdString(before));
}

void TstIndexEquality::severalPathsAreIndexedTogether()
{
    const QTemporaryDir folder;
    const std::string run = sampleIn(folder, smallSample(1));
    const std::string index = indexIn(folder, QStringLiteral("both"));
    const std::vector<std::string> paths {run + "/node0", run + "/node1"};
    QCOMPARE(indexed(paths, index, 2), ExitCode::Fine);
    FolderLoad load;
    load.paths = paths;
    load.levels = false;
    const Result<std::string> expected = summaryJson(FolderLoader(std::move(load)).load()->folder, {});
    QCOMPARE(QByteArray::fromStdString(summaryOf(index)), QByteArray::fromStdString(*expected));
    QCOMPARE(indexed({run}, index, 1), ExitCode::Usage); // it is an index of other paths
}

void TstIndexEquality::anIndexOfDumpsSaysWhoHangs()
{
    REQUIRE_SHARED_DATA();
    const std::string dumps = sharedData("flight_recorder/gpu_error_1st");
    const QTemporaryDir folder;
    const std::string index = indexIn(folder, QStringLiteral("hang"));
    QCOMPARE(indexed({dumps}, index, 3), ExitCode::Fine);
    {
        const SilentOutput silence;
        QCOMPARE(runHang({{index}}), ExitCode::Suspect);
    }
    const RunFolder opened = openedQuietly(index)->folder;
    const RunFolder expected = openedQuietly(dumps)->folder;
    QCOMPARE(hangsAmong(opened.flightDumps).size(), size_t(1));
    QCOMPARE(
        hangSentence(analyseHang(opened.flightDumps)).text(), hangSentence(analyseHang(expected.flightDumps)).text());
    QCOMPARE(hangOf(opened.runs.front(), opened), 0);
}

void TstIndexEquality::commandLineIsChecked_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("isFine");
    QTest::newRow("all") << QStringLiteral("index run -o x.bubbleindex") << true;
    QTest::newRow("shard") << QStringLiteral("index run -o x.bubbleindex --shard 3/16") << true;
    QTest::newRow("merge of what is known") << QStringLiteral("index -o x.bubbleindex --merge") << true;
    QTest::newRow("status") << QStringLiteral("index --status x.bubbleindex --json --shards 4") << true;
    QTest::newRow("Slurm") << QStringLiteral("index run -o x.bubbleindex --slurm 8 --partition a --sbatch=--mem=8G --sbatch=--qos=b") << true;
    QTest::newRow("no index") << QStringLiteral("index run") << false;
    QTest::newRow("another name") << QStringLiteral("index run -o x") << false;
    QTest::newRow("no such shard") << QStringLiteral("index run -o x.bubbleindex --shard 16/16") << false;
    QTest::newRow("two modes") << QStringLiteral("index run -o x.bubbleindex --shard 1/2 --merge") << false;
    QTest::newRow("partition of what") << QStringLiteral("index run -o x.bubbleindex --partition a") << false;
    QTest::newRow("status of two") << QStringLiteral("index run --status x.bubbleindex") << false;
}

void TstIndexEquality::commandLineIsChecked()
{
    QFETCH(QString, line);
    QFETCH(bool, isFine);
    std::vector<std::string> arguments;
    for (const QString& word : line.split(QLatin1Char(' ')))
        arguments.push_back(word.toStdString());
    const Command command = parseCommandLine(arguments, Program::Console);
    QCOMPARE(std::holds_alternative<IndexCommand>(command), isFine);
}

BUBBLESCOPE_TEST(TstIndexEquality, QCoreApplication)

} // namespace bubblescope::tst_indexequality

#include "tst_indexequality.moc"
