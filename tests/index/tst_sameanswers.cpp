// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever is opened answers summary, simulate and query alike where its files are read, where they come from the cache,
// and where an index holds them.
#include "answers.h"
#include "indexing.h"
#include "openedquery.h"
#include "querydatabase.h"
#include "queryschema.h"
#include "runcache.h"
#include "samplecommand.h"
#include "sanitized.h"
#include "shareddata.h"
#include "simulatefolder.h"
#include "smallsample.h"
#include "testprogram.h"

#include <QDir>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_sameanswers {

class TstSameAnswers : public QObject {
    Q_OBJECT

private slots:
    void cacheAndIndexAnswerAsTheFiles_data();
    void cacheAndIndexAnswerAsTheFiles();
};

namespace {
/// Of a folder that the cache holds, or is about to hold.
struct CachedOpening {
    OpenedFolderPtr opened;
    bool isStored = false;
};
CachedOpening openedBesides(const RunCache& cache, const std::string& path)
{
    FolderLoad load;
    load.paths = {path};
    load.levels = false;
    load.cache = &cache;
    FolderLoader loader(std::move(load));
    CachedOpening opening {loader.load()};
    opening.isStored = loader.store();
    return opening;
}

/// All columns but the numbers of what has no order of its own: messages and collectives are numbered as they are found.
QString allOf(const QueryTable& table)
{
    QStringList columns;
    for (const QueryColumn& column : table.columns()) {
        const bool isFound = table.name() == "messages" || table.name() == "collectives";
        const bool isNumber
            = isFound ? column.name == "id" : table.name() == "collective_members" && column.name == "collective";
        if (!isNumber)
            columns << QStringLiteral("\"%1\"").arg(QString::fromStdString(std::string(column.name)));
    }
    return QStringLiteral("SELECT %1 FROM %2")
        .arg(columns.join(QStringLiteral(", ")), QString::fromStdString(std::string(table.name())));
}

/// By what was asked.
using Answers = std::map<QString, QByteArray>;
Answers answersOf(const OpenedFolderPtr& opened)
{
    Answers answers;
    const Result<std::string> summary = summaryJson(knownOf(*opened), {});
    answers[QStringLiteral("summary")] = QByteArray::fromStdString(summary ? *summary : summary.error().message.text());
    for (const char* knob : {"", "compute-scale=0.9", "microbatches=16"}) {
        if (isSanitized && knob == std::string_view("compute-scale=0.9"))
            continue; // what the other two build is timed anew
        SimulateOptions options;
        if (*knob != '\0')
            options.knobs = {knob};
        const Result<SimulatedInput> simulated = simulateFolder(opened->folder, options);
        answers[QStringLiteral("simulate ") + QLatin1String(knob)] = QByteArray::fromStdString(
            simulated ? simulationJson(simulated->report) : simulated.error().message.text());
    }
    const auto database = QueryDatabase::open(queryDataOf(opened));
    for (const auto& table : queryTables()) {
        if (table->isFunction() || !database)
            continue;
        const QString sql = allOf(*table);
        QStringList rows = answerTo(**database, sql.toStdString());
        rows.sort(); // by the number that is left out
        answers[sql] = rows.join(QLatin1Char('\n')).toUtf8();
    }
    return answers;
}

/// Of an index, rows that name one of several equal partners are not asked: it keeps messages and groups in another order
/// than a folder finds them in.
bool isOfOrder(const QString& question)
{
    static const QStringList tables {QStringLiteral("collectives"), QStringLiteral("collective_members"),
        QStringLiteral("bubbles"), QStringLiteral("critical_path"), QStringLiteral("evidence"),
        QStringLiteral("idle_causes"), QStringLiteral("stragglers")};
    return question.startsWith(QLatin1String("SELECT")) && tables.contains(question.section(QLatin1Char(' '), -1));
}

QString firstDifference(const Answers& found, const Answers& expected, bool isIndex = false)
{
    for (const auto& [question, answer] : expected) {
        if (isIndex && isOfOrder(question))
            continue;
        const auto at = found.find(question);
        if (at == found.end())
            return question + QStringLiteral(": no answer");
        if (at->second == answer)
            continue;
        const QList<QByteArray> own = at->second.split('\n');
        const QList<QByteArray> other = answer.split('\n');
        for (qsizetype i = 0; i < std::max(own.size(), other.size()); ++i) {
            if (own.value(i) != other.value(i))
                return QStringLiteral("%1\n  line %2: %3\n  not %4")
                    .arg(question)
                    .arg(i + 1)
                    .arg(QString::fromUtf8(own.value(i)), QString::fromUtf8(other.value(i)));
        }
    }
    return {};
}
} // namespace

void TstSameAnswers::cacheAndIndexAnswerAsTheFiles_data()
{
    QTest::addColumn<QString>("path"); // empty: a made run
    QTest::newRow("sample") << QString();
    QSet<QString> folders;
    for (const QString& file : testFiles())
        folders << QFileInfo(file).path();
    QStringList sorted(folders.begin(), folders.end());
    sorted.sort();
    for (const QString& folder : sorted)
        QTest::newRow(qPrintable(QDir(projectFolder()).relativeFilePath(folder))) << folder;
    if (!hasSharedData())
        return;
    // Each source, of those with many runs the first and every tenth.
    const QDir data(sharedDataFolder());
    int place = 0;
    for (const QString& source : data.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        // bytedance_st is of its kind, and much shorter; one of two others tells as much of memory.
        if (isSanitized && (source == QStringLiteral("bytedance_ar") || place++ % 2 != 0))
            continue;
        const QStringList inside
            = QDir(data.filePath(source)).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        if (inside.isEmpty())
            QTest::newRow(qPrintable(source)) << data.filePath(source);
        for (qsizetype i = 0; i < (isSanitized ? std::min<qsizetype>(1, inside.size()) : inside.size()); i += 10) {
            const QString name = source + QLatin1Char('/') + inside[i];
            QTest::newRow(qPrintable(name)) << data.filePath(name);
        }
    }
}

void TstSameAnswers::cacheAndIndexAnswerAsTheFiles()
{
    QFETCH(QString, path);
    const QTemporaryDir folder;
    const bool isSample = path.isEmpty();
    if (isSample) {
        path = folder.filePath(QStringLiteral("run"));
        QVERIFY(writeSample(smallSample(), path.toStdString()).isOk());
    }
    const OpenedFolderPtr files = openedQuietly(path.toStdString());
    const Answers expected = answersOf(files);

    const RunCache cache(folder.filePath(QStringLiteral("cache")).toStdString(), "test");
    const CachedOpening first = openedBesides(cache, path.toStdString());
    if (!isSanitized || !first.isStored) // what it has stored is asked below
        QCOMPARE(firstDifference(answersOf(first.opened), expected), QString());
    QVERIFY(first.isStored || !isSample);
    if (first.isStored) {
        const CachedOpening second = openedBesides(cache, path.toStdString());
        QVERIFY(second.opened->folder.statistics.fromCache);
        QCOMPARE(firstDifference(answersOf(second.opened), expected), QString());
    }

    const std::string index = folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
    const ExitCode code = indexed({path.toStdString()}, index, 2);
    QCOMPARE(code == ExitCode::Fine, !files->folder.isEmpty());
    if (QFileInfo::exists(QString::fromStdString(index)))
        QCOMPARE(firstDifference(answersOf(openedQuietly(index)), expected, true), QString());
}

BUBBLESCOPE_TEST(TstSameAnswers, QCoreApplication)

} // namespace bubblescope::tst_sameanswers

#include "tst_sameanswers.moc"
