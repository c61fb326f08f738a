// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"
#include "conversionadvice.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <string>

using namespace bubblescope;

class TstConversionAdvice : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void binaryFormatsGetASentence_data();
    void binaryFormatsGetASentence();
    void textAndUnknownFilesGetNone_data();
    void textAndUnknownFilesGetNone();
    void folderListsThemWithTheirAdvice();
};

void TstConversionAdvice::binaryFormatsGetASentence_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nsys") << QByteArray("\x01\x02\x00report", 9) << "a/report1.nsys-rep"
                          << "Nsight Systems report";
    QTest::newRow("nsys export") << QByteArray("SQLite format 3\0\x10", 17) << "report1.sqlite"
                                 << "SQLite export";
    QTest::newRow("database") << QByteArray("SQLite format 3\0\x10", 17) << "cache.db"
                              << "SQLite database";
    QTest::newRow("xplane") << QByteArray("\x0a\x05\x08\x00", 4) << "host.xplane.pb"
                            << "XLA profile";
    QTest::newRow("pickle 4") << QByteArray("\x80\x04\x95\x10\x00", 5) << "trace.pkl"
                              << "Python pickle";
    QTest::newRow("pickle 2, any name") << QByteArray("\x80\x02}q\x00", 5) << "data"
                                        << "Python pickle";
}

void TstConversionAdvice::binaryFormatsGetASentence()
{
    QFETCH(QByteArray, head);
    QFETCH(QString, name);
    QFETCH(QString, expected);
    const auto advice = conversionAdvice(head.toStdString(), name.toStdString());
    QVERIFY(advice.has_value());
    const QString text = QString::fromUtf8(advice->data(), static_cast<qsizetype>(advice->size()));
    QVERIFY2(text.contains(expected), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("first")), qPrintable(text));
}

void TstConversionAdvice::textAndUnknownFilesGetNone_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QString>("name");
    QTest::newRow("empty") << QByteArray() << "empty.nsys-rep";
    QTest::newRow("text") << QByteArray("rank:0:forward_step(") << "rank0.txt";
    QTest::newRow("chrome trace") << QByteArray("{\"traceEvents\": [") << "trace.json";
    QTest::newRow("notes about a report") << QByteArray("see the other folder\n") << "old.nsys-rep";
    QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n") << "plot.png";
    QTest::newRow("Latin-1 euro, not pickle") << QByteArray("\x80 5000") << "costs.txt";
}

void TstConversionAdvice::textAndUnknownFilesGetNone()
{
    QFETCH(QByteArray, head);
    QFETCH(QString, name);
    QVERIFY(!conversionAdvice(head.toStdString(), name.toStdString()));
}

void TstConversionAdvice::folderListsThemWithTheirAdvice()
{
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    std::ofstream(path + "/run.pkl", std::ios::binary) << "\x80\x04\x95\x10";
    std::ofstream(path + "/notes.txt") << "a stranger without advice\n";
    ImportReport report;
    const FolderScan scan = scanPaths({path}, ImporterRegistry::builtin(), report);
    QCOMPARE(scan.unrecognised, (std::vector<std::string> {"notes.txt", "run.pkl"}));
    QCOMPARE(report.issues().size(), size_t(1));
    QCOMPARE(report.issues()[0].kind, IssueKind::ConvertFirst);
    QCOMPARE(report.issues()[0].file, std::string("run.pkl"));
    QVERIFY(report.issues()[0].first[0].message.find("pickle") != std::string::npos);
}

QTEST_APPLESS_MAIN(TstConversionAdvice)
#include "tst_conversionadvice.moc"
