// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tasks and merges that are killed at any moment leave nothing that is taken for whole. BUBBLESCOPE_KILLS says how many
// times; a few by default.
#include "indexing.h"
#include "runindex.h"
#include "samplecommand.h"
#include "sanitized.h"
#include "smallsample.h"
#include "testprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <time.h>

namespace bubblescope::tst_indexkills {

namespace {
int kills()
{
    const int wanted = qEnvironmentVariableIntValue("BUBBLESCOPE_KILLS");
    return wanted > 0 ? wanted : isSanitized ? 12 : 24;
}

/// Runs the program and kills it some microseconds after `isDue` is true, or lets it end.
void runAndKill(const QStringList& arguments, int64_t afterUs, const std::function<bool()>& isDue)
{
    QProcess process;
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(QStringLiteral(BUBBLESCOPE_CLI_PROGRAM), arguments);
    process.waitForStarted();
    while (!isDue() && !process.waitForFinished(0)) { }
    const timespec moment {time_t(afterUs / 1'000'000), long(afterUs % 1'000'000) * 1000};
    nanosleep(&moment, nullptr);
    process.kill();
    process.waitForFinished();
}

/// How long it takes when nobody kills it.
int64_t microsecondsOf(const QStringList& arguments)
{
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.start(QStringLiteral(BUBBLESCOPE_CLI_PROGRAM), arguments);
    process.waitForFinished();
    return timer.nsecsElapsed() / 1000;
}

int filesNow(const QString& folder) { return int(QDir(folder).entryList(QDir::Files).size()); }
} // namespace

class TstIndexKills : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void killedTaskLeavesNothingThatAMergeTakesForWhole();
    void killedMergeLeavesTheFormerIndexOrTheNewOne();
    void mergesAtOnceAllEndWell();
    void filesOfOthersStay();

private:
    QStringList call(const QString& index, const QStringList& mode) const
    {
        return QStringList {QStringLiteral("index"), m_run, QStringLiteral("-o"), index, QStringLiteral("--threads"),
                   QStringLiteral("1")}
            + mode;
    }

    QTemporaryDir m_folder;
    QString m_run;
    QString m_whole; ///< an index that nobody disturbed
    std::string m_summary;
    std::map<std::string, uint32_t> m_spans; ///< by file
};

void TstIndexKills::initTestCase()
{
    SampleOptions options = smallSample(2);
    options.data = 32; // a task lasts long enough to be killed in time on any machine
    m_run = m_folder.filePath(QStringLiteral("run"));
    m_whole = m_folder.filePath(QStringLiteral("whole.bubbleindex"));
    QVERIFY(writeSample(options, m_run.toStdString()).isOk());
    QCOMPARE(indexed({m_run.toStdString()}, m_whole.toStdString(), 1), ExitCode::Fine);
    m_summary = digestOf(m_whole.toStdString());
    const OpenedFolderPtr opened = openedQuietly(m_run.toStdString());
    for (const Run& run : opened->folder.runs) {
        const Trace& trace = *run.trace;
        for (uint32_t i = 0; i < trace.spanCount(); ++i)
            ++m_spans[trace.files()[trace.source(SpanId(i)).file]];
    }
    QVERIFY(m_spans.size() >= 64);
}

void TstIndexKills::killedTaskLeavesNothingThatAMergeTakesForWhole()
{
    const QStringList task {QStringLiteral("--shard"), QStringLiteral("0/1")};
    QString index = m_folder.filePath(QStringLiteral("0.bubbleindex"));
    QRandomGenerator random(7);
    int complete = 0;
    for (int i = 1; i <= kills(); ++i) {
        if (i % 6 == 1) // otherwise the next one goes on where the last one was killed
            index = m_folder.filePath(QStringLiteral("%1.bubbleindex").arg(i));
        const QString pieces = QString::fromStdString(IndexPlaces(index.toStdString()).pieces());
        const int due = filesNow(pieces) + random.bounded(int(m_spans.size()) / 8);
        runAndKill(call(index, task), random.bounded(500), [&] { return filesNow(pieces) >= due; });
        const std::optional<IndexInput> input = listInput({m_run.toStdString()});
        const std::optional<MergedPieces> merged = mergePieces(*input, index.toStdString(), 1);
        uint64_t expected = 0;
        for (const auto& [file, spans] : m_spans) {
            const bool isMissing = std::binary_search(merged->missing.begin(), merged->missing.end(), file);
            expected += isMissing ? 0 : spans;
        }
        QCOMPARE(merged->folder.statistics.spans, expected);
        complete += merged->missing.empty() ? 1 : 0;
    }
    // In the end the rest is made, and it is as if nothing had happened.
    QCOMPARE(indexed({m_run.toStdString()}, index.toStdString(), 1), ExitCode::Fine);
    QVERIFY(filesIn(index) == filesIn(m_whole));
    QVERIFY2(complete < kills(), "every kill came too late");
}

void TstIndexKills::killedMergeLeavesTheFormerIndexOrTheNewOne()
{
    const QString index = m_folder.filePath(QStringLiteral("merged.bubbleindex"));
    const QStringList merge {QStringLiteral("--merge")};
    QVERIFY(!indexShard(*listInput({m_run.toStdString()}), index.toStdString(), {}, 1).error);
    const int64_t usual = microsecondsOf(call(index, merge));
    QRandomGenerator random(8);
    const std::string place = IndexPlaces(index.toStdString()).run();
    for (int i = 0; i < kills(); ++i) {
        if (i % 3 == 0)
            QFile::remove(QString::fromStdString(place));
        runAndKill(call(index, merge), random.bounded(int(usual)), [] { return true; });
        if (QFile::exists(QString::fromStdString(place)))
            QCOMPARE(QByteArray::fromStdString(digestOf(index.toStdString())), QByteArray::fromStdString(m_summary));
        else
            QVERIFY(openedQuietly(index.toStdString())->folder.isEmpty());
    }
    QCOMPARE(indexed({m_run.toStdString()}, index.toStdString(), 1), ExitCode::Fine);
    QVERIFY(filesIn(index) == filesIn(m_whole));
}

void TstIndexKills::mergesAtOnceAllEndWell()
{
    constexpr int rounds = isSanitized ? 1 : 4;
    constexpr int atOnce = 5;
    const QString index = m_folder.filePath(QStringLiteral("atonce.bubbleindex"));
    QVERIFY(!indexShard(*listInput({m_run.toStdString()}), index.toStdString(), {}, 1).error);
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::unique_ptr<QProcess>> merges;
        for (int i = 0; i < atOnce; ++i) {
            merges.push_back(std::make_unique<QProcess>());
            merges.back()->start(
                QStringLiteral(BUBBLESCOPE_CLI_PROGRAM), call(index, {QStringLiteral("--merge")}));
        }
        for (const auto& merge : merges) {
            QVERIFY(merge->waitForFinished(-1));
            QVERIFY2(merge->exitCode() == 0, merge->readAllStandardError().constData());
        }
        QVERIFY(filesIn(index) == filesIn(m_whole));
    }
}

void TstIndexKills::filesOfOthersStay()
{
    const QString index = m_folder.filePath(QStringLiteral("shared.bubbleindex"));
    QCOMPARE(indexed({m_run.toStdString()}, index.toStdString(), 1), ExitCode::Fine);
    const QStringList foreign {QStringLiteral("run.index.bak"), QStringLiteral("run.index.backup"),
        QStringLiteral("memory.md"), QStringLiteral("pieces/notes.txt")};
    for (const QString& name : foreign)
        QVERIFY(isWritten((index + QLatin1Char('/') + name).toStdString(), "mine"));
    const QStringList left {QStringLiteral("pieces/0123456789abcdef.piece"),
        QStringLiteral("pieces/0123456789abcdef.piece.unfinished-0"), QStringLiteral("run.index.unfinished-9"),
        QStringLiteral("memory.unfinished-0")};
    for (const QString& name : left)
        QVERIFY(isWritten((index + QLatin1Char('/') + name).toStdString(), "left"));
    QProcess merge;
    merge.start(QStringLiteral(BUBBLESCOPE_CLI_PROGRAM), call(index, {QStringLiteral("--merge")}));
    QVERIFY(merge.waitForFinished(-1));
    QCOMPARE(merge.exitCode(), 0);
    const QByteArray said = merge.readAllStandardError();
    const std::map<QString, QByteArray> files = filesIn(index);
    for (const QString& name : foreign) {
        QVERIFY2(files.contains(name), qPrintable(name));
        QVERIFY2(said.contains(name.toUtf8()), said.constData());
    }
    QCOMPARE(files.size(), filesIn(m_whole).size() + size_t(foreign.size()));
}

BUBBLESCOPE_TEST(TstIndexKills, QCoreApplication)

} // namespace bubblescope::tst_indexkills

#include "tst_indexkills.moc"
