// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimaltime.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>

namespace bubblescope::tst_decimaltime {

class TstDecimalTime : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void readsExactly_data();
    void readsExactly();
    void refusesWhatIsNoTime_data();
    void refusesWhatIsNoTime();
    void writesWhatItReads();
};

void TstDecimalTime::readsExactly_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("unit");
    QTest::addColumn<qint64>("expected");
    const int ms = static_cast<int>(TimeUnit::Milliseconds);
    const int us = static_cast<int>(TimeUnit::Microseconds);
    const int ns = static_cast<int>(TimeUnit::Nanoseconds);
    QTest::newRow("a trace's time stamp") << "16109898840.42" << ms << qint64(16109898840420000);
    QTest::newRow("whole") << "0" << ms << qint64(0);
    QTest::newRow("no digit ahead") << ".5" << ms << qint64(500000);
    QTest::newRow("no digit behind") << "7." << ms << qint64(7000000);
    QTest::newRow("negative") << "-1.25" << ms << qint64(-1250000);
    QTest::newRow("plus") << "+3" << us << qint64(3000);
    QTest::newRow("exponent") << "1.5e3" << us << qint64(1500000);
    QTest::newRow("negative exponent") << "15e-1" << us << qint64(1500);
    QTest::newRow("beyond 2^53") << "1234567890123456789" << ns << qint64(1234567890123456789);
    QTest::newRow("beyond 2^53 in us") << "9007199254740993.125" << us << qint64(9007199254740993125);
    QTest::newRow("half up") << "0.0005" << us << qint64(1);
    QTest::newRow("below half") << "0.00049999999999999999999" << us << qint64(0);
    QTest::newRow("half up below zero") << "-0.0005" << us << qint64(0);
    QTest::newRow("beyond half below zero") << "-0.00051" << us << qint64(-1);
    QTest::newRow("many digits") << "1.00000000000000000000000000000000" << ms << qint64(1000000);
    QTest::newRow("many zeros ahead") << "000000000000000000000000000000001" << ms << qint64(1000000);
    QTest::newRow("largest") << "9223372036854775807" << ns << std::numeric_limits<qint64>::max();
}

void TstDecimalTime::readsExactly()
{
    QFETCH(QString, text);
    QFETCH(int, unit);
    QFETCH(qint64, expected);
    const auto time = parseDecimalTime(text.toStdString(), static_cast<TimeUnit>(unit));
    QVERIFY(time.has_value());
    QCOMPARE(qint64(*time), expected);
}

void TstDecimalTime::refusesWhatIsNoTime_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
        {"", "-", ".", "nan", "-nan", "inf", "NaN or Inf", "None", "1,5", "1.2.3", "0x10", "1e", "12ms", " 1", "1 ",
            "9223372036854775808", "99999999999999999999", "1e30", "1e999999999999", "9223372036854.7758085e6"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TstDecimalTime::refusesWhatIsNoTime()
{
    QFETCH(QString, text);
    QVERIFY(!parseDecimalTime(text.toStdString(), TimeUnit::Nanoseconds).has_value());
}

void TstDecimalTime::writesWhatItReads()
{
    QCOMPARE(formatDecimalTime(165'870'000, TimeUnit::Milliseconds), std::string("165.87"));
    QCOMPARE(formatDecimalTime(165'000'000, TimeUnit::Milliseconds, 2), std::string("165.00"));
    QCOMPARE(formatDecimalTime(-1'250'000, TimeUnit::Milliseconds), std::string("-1.25"));
    QCOMPARE(formatDecimalTime(5, TimeUnit::Nanoseconds, 1), std::string("5.0"));
    QCOMPARE(formatDecimalTime(std::numeric_limits<TimeNs>::min(), TimeUnit::Nanoseconds),
        std::string("-9223372036854775808"));
}

BUBBLESCOPE_TEST(TstDecimalTime, QCoreApplication)

} // namespace bubblescope::tst_decimaltime

#include "tst_decimaltime.moc"
