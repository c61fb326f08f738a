// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logtext.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_logtext {

namespace {

QByteArray stripped(std::string_view line)
{
    std::string buffer;
    const std::string_view text = logtext::withoutEscapes(line, buffer);
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

class TstLogText : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void escapesOfAllKindsAreTakenOut()
    {
        QCOMPARE(stripped("plain"), QByteArray("plain"));
        QCOMPARE(stripped("\x1b[31mred\x1b[0m"), QByteArray("red"));
        QCOMPARE(stripped("\x1b[38;2;180;60;0mtrue\x1b[39m colour"), QByteArray("true colour"));
        QCOMPARE(stripped("a\x1b[2K\x1b[1Gb"), QByteArray("ab"));
        QCOMPARE(stripped("\x1b]0;title\atext"), QByteArray("text"));
        QCOMPARE(stripped("\x1b]8;;http://x\x1b\\link"), QByteArray("link"));
    }

    void escapesThatAreCutTakeNothingElse()
    {
        QCOMPARE(stripped("end\x1b"), QByteArray("end"));
        QCOMPARE(stripped("end\x1b["), QByteArray("end"));
        QCOMPARE(stripped("end\x1b[38;2;1"), QByteArray("end"));
        QCOMPARE(stripped("a\x1b[3\x1b[31mb"), QByteArray("ab"));
        QCOMPARE(stripped("a\x1b]never closed"), QByteArray("a"));
    }

    void numbersWithGroupsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        QTest::addColumn<qsizetype>("used");
        QTest::newRow("plain") << QByteArray("503 x") << 503.0 << qsizetype(3);
        QTest::newRow("group") << QByteArray("5,878  tflops") << 5878.0 << qsizetype(5);
        QTest::newRow("groups") << QByteArray("1,234,567.5,") << 1234567.5 << qsizetype(11);
        QTest::newRow("list") << QByteArray("5, 6") << 5.0 << qsizetype(1);
        QTest::newRow("no group of two") << QByteArray("5,87") << 5.0 << qsizetype(1);
        QTest::newRow("no group of four") << QByteArray("5,8789") << 5.0 << qsizetype(1);
        QTest::newRow("sign") << QByteArray("+1.5e3,") << 1500.0 << qsizetype(6);
        QTest::newRow("glued") << QByteArray("869.27rank_id: 1") << 869.27 << qsizetype(6);
        QTest::newRow("unit and list") << QByteArray("3ms,123") << 3.0 << qsizetype(1);
    }
    void numbersWithGroupsAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, value);
        QFETCH(qsizetype, used);
        logtext::Cursor cursor(std::string_view(text.constData(), static_cast<size_t>(text.size())));
        const auto number = cursor.number(true);
        QVERIFY(number.has_value());
        QCOMPARE(number->value, value);
        QCOMPARE(static_cast<qsizetype>(cursor.position()), used);
    }

    void notANumberIsNotFiniteOrNone()
    {
        QVERIFY(!logtext::Cursor("nan").number()->isFinite);
        QVERIFY(!logtext::Cursor("-inf").number()->isFinite);
        QVERIFY(!logtext::Cursor("1e999").number()->isFinite);
        QVERIFY(!logtext::Cursor("N/A").number().has_value());
        QVERIFY(!logtext::Cursor("").number(true).has_value());
        QVERIFY(!logtext::Cursor("99999999999999999999").integer().has_value());
    }

    void keysDoNotAnswerForLongerWords()
    {
        QCOMPARE(logtext::numberAfter("lm-loss: 3.5 loss: 2.5", "loss:")->value, 2.5);
        QVERIFY(!logtext::numberAfter("max_allocated: 3", "allocated:").has_value());
        QVERIFY(!logtext::integerAfter("tp=0", "tp=", 1, 10).has_value());
        QCOMPARE(logtext::integerAfter("dtp=4 tp=2", "tp=", 1, 10), std::optional(2));
    }

    /// A view that was never set has no pointer, which the functions of C must not be given.
    void nothingIsFoundInNothing()
    {
        QVERIFY(!logtext::numberAfter({}, "loss:").has_value());
        QCOMPARE(logtext::find({}, {}), size_t(0));
        QCOMPARE(logtext::find("loss", {}, 4), size_t(4));
        QCOMPARE(logtext::find("loss", "l", 4), std::string_view::npos);
        QCOMPARE(logtext::find("loss", {}, 5), std::string_view::npos);
    }

    void timeStampsAreMillisecondsApart()
    {
        const auto at = [](const char* text) { return logtext::timeStampMs(text); };
        QCOMPARE(*at("1970-01-01 00:00:01,250"), int64_t(1250));
        QCOMPARE(*at("x: 2024-03-01 00:00:00.000") - *at("2024-02-29T23:59:59"), int64_t(1000));
        QCOMPARE(*at("2025-01-01 00:00:00") - *at("2024-12-31 00:00:00"), int64_t(86400000));
        QCOMPARE(*at("2026-05-22 18:32:09,278") / 1000, int64_t(1779474729));
        QCOMPARE(*at("05/22/2026 18:32:09 - INFO"), *at("2026-05-22 18:32:09"));
        QCOMPARE(*at("2026/05/22 18:32:09"), *at("2026-05-22 18:32:09"));
        QVERIFY(!at("2026/05-22 18:32:09"));
        QVERIFY(!at("22/05/2026 18:32:09")); // who writes so is not known by the first of twelve days
        QVERIFY(!at("2026-13-22 18:32:09"));
        QVERIFY(!at("12:34:56"));
        QVERIFY(!at(":::::::::::::::::::::::::"));
        QVERIFY(!at("2026-05-22 18:32"));
    }
};

BUBBLESCOPE_TEST(TstLogText, QCoreApplication)

} // namespace bubblescope::tst_logtext

#include "tst_logtext.moc"
