// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h"
#include "visibletext.h"

#include <QTest>

namespace bubblescope::tst_visibletext {

class TstVisibleText : public QObject {
    Q_OBJECT
private slots:
    void namesOfAnyLanguageStay()
    {
        for (const char* name : {"", "rank0.json", "Zürich µs", "訓練", "אימון", "👩‍💻", "a\xc2\xa0z"}) {
            QVERIFY2(isVisible(name), name);
            QCOMPARE(visibleText(name), std::string(name));
        }
    }

    void whatMisleadsBecomesItsCode_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("colour") << QByteArray("a\x1b[31mb") << QByteArray("a\\u001b[31mb");
        QTest::newRow("title") << QByteArray("\x1b]0;x\x07") << QByteArray("\\u001b]0;x\\u0007");
        QTest::newRow("line") << QByteArray("a\r\nb\t") << QByteArray("a\\u000d\\u000ab\\u0009");
        QTest::newRow("delete") << QByteArray("a\x7f") << QByteArray("a\\u007f");
        QTest::newRow("8 bit") << QByteArray("\xc2\x9b"
                                             "31m")
                               << QByteArray("\\u009b31m");
        QTest::newRow("override") << QByteArray("x\xe2\x80\xaegnp.exe\xe2\x80\xac")
                                  << QByteArray("x\\u202egnp.exe\\u202c");
        QTest::newRow("isolates") << QByteArray("\xe2\x81\xa6\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9")
                                  << QByteArray("\\u2066\\u2067\\u2068\\u2069");
        QTest::newRow("marks") << QByteArray("\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c") << QByteArray("\\u200e\\u200f\\u061c");
        QTest::newRow("separators") << QByteArray("\xe2\x80\xa8\xe2\x80\xa9") << QByteArray("\\u2028\\u2029");
        QTest::newRow("no UTF-8") << QByteArray("a\x9b\xff"
                                                "b")
                                  << QByteArray("a\\x9b\\xffb");
        QTest::newRow("cut") << QByteArray("a\xe2\x80") << QByteArray("a\\xe2\\x80");
        QTest::newRow("overlong") << QByteArray("\xc0\x9b") << QByteArray("\\xc0\\x9b");
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\\xed\\xa0\\x80");
    }
    void whatMisleadsBecomesItsCode()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, shown);
        const std::string text = visibleText(name.toStdString());
        QCOMPARE(QByteArray::fromStdString(text), shown);
        QVERIFY(!isVisible(name.toStdString()));
        QVERIFY(isVisible(text));
    }

    void lineBreaksMayStay()
    {
        QCOMPARE(visibleText("a\nb\x1b\n", "\n"), std::string("a\nb\\u001b\n"));
        QVERIFY(isVisible("a\n\tb", "\n\t"));
        QVERIFY(!isVisible("a\n\tb", "\n"));
    }

    void everyPairOfBytesGivesAText()
    {
        for (int i = 0; i < 65536; ++i) {
            const std::string pair {char(i >> 8), char(i)};
            if (!isVisible(visibleText(pair)) || !isVisible(visibleText(pair + "\x80\x80z")))
                QFAIL(qPrintable(QString::number(i, 16)));
        }
    }
};

BUBBLESCOPE_TEST(TstVisibleText, QCoreApplication)

} // namespace bubblescope::tst_visibletext

#include "tst_visibletext.moc"
