// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sourcerecord.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_sourcerecord {

class TstSourceRecord : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string written(const QByteArray& text)
    {
        QFile file(m_folder.filePath(QStringLiteral("file")));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write a temporary file");
        return file.fileName().toStdString();
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aLineIsReadWithItsNumber_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("offset");
        QTest::addColumn<int>("line");
        QTest::addColumn<QByteArray>("record");
        QTest::newRow("first") << QByteArray("one\ntwo\nthree\n") << 0 << 1 << QByteArray("one");
        QTest::newRow("last") << QByteArray("one\ntwo\nthree") << 8 << 3 << QByteArray("three");
        QTest::newRow("inside a line") << QByteArray("one\nrank:2 x\n") << 9 << 2 << QByteArray("2 x");
        QTest::newRow("carriage returns") << QByteArray("one\r\ntwo\r\nthree\r\n") << 10 << 3 << QByteArray("three");
        QTest::newRow("a record inside quotes")
            << QByteArray("op(sub=['a=1,b=2', 'a=3'])\n") << 9 << 1 << QByteArray("a=1,b=2");
        QTest::newRow("an object over lines") << QByteArray("[\n{\"a\": \"}\\\"{\",\n \"b\": {}},\n{}]") << 2 << 2
                                              << QByteArray("{\"a\": \"}\\\"{\",\n \"b\": {}}");
        QTest::newRow("an object that is not closed")
            << QByteArray("[{\"a\": [1") << 1 << 1 << QByteArray("{\"a\": [1");
    }
    void aLineIsReadWithItsNumber()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, offset);
        QFETCH(int, line);
        QFETCH(QByteArray, record);
        const Result<SourceRecord> read = readSourceRecord(written(text), uint64_t(offset));
        QVERIFY(read);
        QCOMPARE(int(read->line), line);
        QCOMPARE(QByteArray::fromStdString(read->text), record);
        QVERIFY(!read->isCut);
    }

    void farIntoAFile()
    {
        QByteArray text;
        for (int i = 0; i < 200'000; ++i)
            text += "line " + QByteArray::number(i) + "\n";
        const auto offset = text.indexOf("line 150000\n");
        const Result<SourceRecord> read = readSourceRecord(written(text), uint64_t(offset));
        QVERIFY(read);
        QCOMPARE(int(read->line), 150'001);
        QCOMPARE(QByteArray::fromStdString(read->text), QByteArray("line 150000"));
    }

    void anEndlessRecordIsCut()
    {
        const Result<SourceRecord> read = readSourceRecord(written(QByteArray(1'000'000, 'x')), 500);
        QVERIFY(read);
        QVERIFY(read->isCut);
        QCOMPARE(read->text.size(), mostRecordText);
    }

    void whatIsNotThereIsAnError()
    {
        QVERIFY(!readSourceRecord(written("short\n"), 100));
        QVERIFY(!readSourceRecord("/nonexistent/file", 0));
        QVERIFY(!readSourceRecord(written(QByteArray("SQLite format 3\0\1", 17)), 0));
        QVERIFY(!readSourceRecord(written("one\ntwo\n"), 4, [](uint64_t, uint64_t) { return false; }));
    }
};

BUBBLESCOPE_TEST(TstSourceRecord, QCoreApplication)

} // namespace bubblescope::tst_sourcerecord

#include "tst_sourcerecord.moc"
