// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"
#include "importtext.h"
#include "sanitized.h"
#include "shareddata.h"
#include "testprogram.h"
#include "textencoding.h"

#include <algorithm>
#include <limits>

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_everyfile {

namespace {

QStringList sharedFiles()
{
    QStringList files;
    if (!hasSharedData())
        return files;
    const QDir root(sharedDataFolder());
    QDirIterator iterator(root.path(), QDir::Files, QDirIterator::Subdirectories);
    while (iterator.hasNext())
        files << root.relativeFilePath(iterator.next());
    files.sort();
    return files;
}

void addFileRows()
{
    QTest::addColumn<QString>("file");
    for (const QString& file : sharedFiles())
        QTest::newRow(qPrintable(file)) << file;
}

QByteArray contentOf(const QString& file, qint64 most = std::numeric_limits<qint64>::max())
{
    QFile opened(QDir(sharedDataFolder()).filePath(file));
    return opened.open(QIODevice::ReadOnly) ? opened.read(std::min(most, opened.size())) : QByteArray();
}

/// Whether its descriptor says how sure it is. The readers of logs each have figures of their own, up to that of the
/// descriptor.
bool states(const Importer& importer, int sureness)
{
    const std::vector<FormatSignature> signatures = importer.facts().signatures;
    return std::any_of(signatures.begin(), signatures.end(), [&](const FormatSignature& one) {
        return one.sureness == sureness || (importer.id() == "run-log" && sureness <= one.sureness);
    });
}

/// Which importer of tables and workloads has to win; empty where none of them may.
QString expectedTableImporter(const QString& file)
{
    static const struct {
        QRegularExpression path;
        const char* id;
    } expectations[] = {
        {QRegularExpression(QStringLiteral("^seeds/002_")), "work-items"},
        {QRegularExpression(QStringLiteral("^neusight/prediction/.*\\.csv$")), "neusight-prediction"},
        {QRegularExpression(QStringLiteral("^neusight/(prediction|DLmodel_configs)/.*\\.json$")),
            "layer-table-companion"},
        {QRegularExpression(QStringLiteral("^simai/.*(22B|compute-|ns3_)-?EndToEnd\\.csv$")), "simai-result"},
        {QRegularExpression(QStringLiteral("^(seeds/003_|astra_sim_v1/|simai/.*\\.txt$)")), "simai-workload"},
    };
    for (const auto& [path, id] : expectations) {
        if (path.match(file).hasMatch())
            return QString::fromLatin1(id);
    }
    return {};
}

bool isTableImporter(const Importer& importer)
{
    static const std::string_view ids[]
        = {"work-items", "neusight-prediction", "layer-table-companion", "simai-result", "simai-workload"};
    return std::find(std::begin(ids), std::end(ids), importer.id()) != std::end(ids);
}

/// What can be shown must be text that widgets and JSON take.
QByteArray firstBadText(const FileContents& contents)
{
    const auto check = [](const std::string& text) { return isUtf8(text) ? QByteArray() : QByteArray(text.c_str()); };
    for (const LayerTable& table : contents.layerTables) {
        if (!isUtf8(table.name))
            return check(table.name);
        for (const LayerRow& row : table.rows) {
            if (!isUtf8(row.name))
                return check(row.name);
        }
    }
    for (const Workload& workload : contents.workloads) {
        for (const WorkloadRow& row : workload.rows) {
            if (!isUtf8(row.name))
                return check(row.name);
        }
    }
    return {};
}

} // namespace

/// Every real file we have: it opens or is a stranger, and it does so in bounded time, whole or damaged.
class TstEveryFile : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void tablesAndWorkloadsAreClaimedByTheirImporterAlone_data() { addFileRows(); }
    void tablesAndWorkloadsAreClaimedByTheirImporterAlone();
    void recognisedFileHoldsSomething_data() { addFileRows(); }
    void recognisedFileHoldsSomething();
    void damagedFileIsSurvived_data() { addFileRows(); }
    void damagedFileIsSurvived();
    void everyImporterSurvivesTheFilesOfOthers_data();
    void everyImporterSurvivesTheFilesOfOthers();
};

void TstEveryFile::tablesAndWorkloadsAreClaimedByTheirImporterAlone()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QString, file);
    const std::string head = contentOf(file, sniffBytes).toStdString();
    const QString expected = expectedTableImporter(file);
    QStringList claims;
    for (const auto& importer : ImporterRegistry::builtin().importers()) {
        const int sureness = importer->sniff(head);
        QVERIFY2(sureness == 0 || states(*importer, sureness), importer->id().data());
        if (sureness > 0 && (!expected.isEmpty() || isTableImporter(*importer)))
            claims << QString::fromUtf8(importer->id().data(), static_cast<qsizetype>(importer->id().size()));
    }
    // A table's model looks like any config.json and is told from it by its name, see tst_jobdescription.
    if (expected == QLatin1String("layer-table-companion"))
        claims.removeAll(QStringLiteral("job-description"));
    QCOMPARE(claims, expected.isEmpty() ? QStringList() : QStringList {expected});
}

void TstEveryFile::recognisedFileHoldsSomething()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QString, file);
    const std::string path = QDir(sharedDataFolder()).filePath(file).toStdString();
    const Importer* importer = ImporterRegistry::builtin().find(readHead(path, sniffBytes));
    if (!importer || expectedTableImporter(file) == QLatin1String("layer-table-companion"))
        return;
    const Imported imported = importFile(*importer, path);
    QVERIFY(imported.finished);
    // A table that is named after the process that wrote it is one of a recording.
    for (const TracePart& part : imported.contents.traceParts)
        QVERIFY(part.clock == importer->facts().clock || importer->id() == "operation-table");
    // What looks like a log and holds no step is listed as not recognised, a database of another program with an advice.
    const bool isLog = importer->id() == "run-log" && imported.issues().isEmpty();
    if (imported.contents.isEmpty() && (isLog || (imported.contents.isForeign && !imported.issues().isEmpty())))
        return;
    // Of a file that several programs wrote nobody can tell whose an event is.
    const bool isMixed = importer->id() == "chrome-trace"
        && std::any_of(imported.report.issues().begin(), imported.report.issues().end(), [](const Issue& issue) {
               return !issue.first.empty()
                   && issue.first.front().message.text().find("several programs wrote") != std::string::npos;
           });
    if (imported.contents.isEmpty() && isMixed)
        return;
    // A dump without operations is no timeline, but tells who hangs.
    QVERIFY2(!imported.contents.isEmpty() || !imported.contents.flightDumps.empty(), imported.issues().constData());
    QCOMPARE(firstBadText(imported.contents), QByteArray());
}

void TstEveryFile::damagedFileIsSurvived()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QString, file);
    const QByteArray whole = contentOf(file);
    const Importer* importer = ImporterRegistry::builtin().find(whole.left(sniffBytes).toStdString());
    if (!importer)
        return;

    QByteArray spoilt = whole;
    for (qsizetype i = 1000; i < spoilt.size(); i += 997)
        spoilt[i] = static_cast<char>(i * 131);
    const struct {
        const char* what;
        QByteArray text;
    } damages[] = {
        {"cut", whole.left(whole.size() * 6 / 10)},
        {"CRLF", QByteArray(whole).replace("\n", "\r\n")},
        {"one line", QByteArray(whole).replace("\n", " ")},
        {"bytes changed", spoilt},
        {"zeros at the end", whole + QByteArray(5000, '\0')},
    };
    // A sanitizer sees one of a large file, another of the next.
    const size_t step = isSanitized && whole.size() > 20'000 ? std::size(damages) : 1;
    for (size_t i = static_cast<size_t>(whole.size()) % step; i < std::size(damages); i += step) {
        const auto& [what, text] = damages[i];
        const Imported imported = importText(*importer, {text.constData(), static_cast<size_t>(text.size())});
        QVERIFY2(imported.finished, what);
        QCOMPARE(firstBadText(imported.contents), QByteArray());
    }
}

void TstEveryFile::everyImporterSurvivesTheFilesOfOthers_data()
{
    QTest::addColumn<QString>("id");
    for (const auto& importer : ImporterRegistry::builtin().importers()) {
        const QString id = QString::fromUtf8(importer->id().data(), static_cast<qsizetype>(importer->id().size()));
        QTest::newRow(qPrintable(id)) << id;
    }
}

void TstEveryFile::everyImporterSurvivesTheFilesOfOthers()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QString, id);
    for (const auto& importer : ImporterRegistry::builtin().importers()) {
        if (importer->id() != id.toStdString())
            continue;
        const QStringList files = sharedFiles();
        constexpr qsizetype step = isSanitized ? 7 : 1;
        for (qsizetype i = id.size() % step; i < files.size(); i += step) {
            const QString& file = files[i];
            // The beginning tells: what is not its own is given up or read as damage.
            const QByteArray text = contentOf(file, isSanitized ? 50'000 : 200'000);
            const Imported imported = importText(*importer, {text.constData(), static_cast<size_t>(text.size())});
            QVERIFY2(imported.finished, qPrintable(file));
        }
    }
}

BUBBLESCOPE_TEST(TstEveryFile, QCoreApplication)

} // namespace bubblescope::tst_everyfile

#include "tst_everyfile.moc"
