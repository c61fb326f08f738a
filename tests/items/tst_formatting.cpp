// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "countedtext.h"
#include "decimalcomma.h"
#include "formatting.h"
#include "testprogram.h"
#include "typednumber.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace bubblescope::tst_formatting {

class TstFormatting : public QObject {
    Q_OBJECT

    /// Special spaces and the minus sign replaced by plain ones, so that expectations can be typed.
    static QString typed(QString text)
    {
        return text.replace(QChar(0x202f), QLatin1Char(' '))
            .replace(QChar(0x00a0), QLatin1Char(' '))
            .replace(QChar(0x2212), QLatin1Char('-'))
            .replace(QChar(0x2013), QLatin1Char('-'));
    }

private slots:
    void namesThatMisleadAreShownAsTheirCodes()
    {
        const std::string name = "a\x1b[31m\xe2\x80\xae" "b\n";
        QCOMPARE(toText(name), QStringLiteral("a\\u001b[31m\\u202eb\n"));
        QCOMPARE(toText(QString::fromStdString(name)), QStringLiteral("a\\u001b[31m\\u202eb\\u000a"));
        QCOMPARE(exactText(name).toStdString(), name);
        QCOMPARE(toText(std::string_view("Zürich \xe8\xa8\x93")), QStringLiteral("Zürich \u8a13"));
    }

    void countedNounsFitTheirNumber()
    {
        const auto text = [](qint64 count) {
            return typed(countedText(count, QStringLiteral("1 file"), QStringLiteral("%1 files")));
        };
        QCOMPARE(text(0), QStringLiteral("0 files"));
        QCOMPARE(text(1), QStringLiteral("1 file"));
        QCOMPARE(text(12'345), QStringLiteral("12 345 files"));
    }

    void numbersAreTypedAsTheLanguageWritesThem()
    {
        QCOMPARE(typedNumber(QStringLiteral("48.5 GB/s")), QStringLiteral("48.5 GB/s"));
        const DecimalComma german;
        QCOMPARE(typedNumber(QStringLiteral("48.5 GB/s")), QStringLiteral("48,5 GB/s"));
        QCOMPARE(withPoint(QStringLiteral("48,5")), QStringLiteral("48.5"));
        QCOMPARE(withPoint(QStringLiteral("48.5")), QStringLiteral("48.5"));
    }

    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void durationsPickTheirUnit_data()
    {
        QTest::addColumn<double>("ns");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << 0.0 << "0 ns";
        QTest::newRow("ns") << 850.0 << "850 ns";
        QTest::newRow("below a microsecond") << 999.6 << "1.000 µs";
        QTest::newRow("µs") << 12300.0 << "12.30 µs";
        QTest::newRow("below a millisecond") << 999999.0 << "1.000 ms";
        QTest::newRow("ms") << 41.3e6 << "41.30 ms";
        QTest::newRow("seed") << 165.87e6 << "165.87 ms";
        QTest::newRow("s") << 1613.34e6 << "1.613 s";
        QTest::newRow("long") << 12345.678e9 << "12 345.68 s";
        QTest::newRow("negative") << -41.3e6 << "-41.30 ms";
        QTest::newRow("unknown") << std::numeric_limits<double>::quiet_NaN() << "-";
    }
    void durationsPickTheirUnit()
    {
        QFETCH(double, ns);
        QFETCH(QString, text);
        QCOMPARE(typed(formatDuration(ns)), text);
    }

    void differencesShowTheirSign()
    {
        QCOMPARE(typed(formatDurationDifference(12e6)), QStringLiteral("+12.00 ms"));
        QCOMPARE(typed(formatDurationDifference(-12e6)), QStringLiteral("-12.00 ms"));
        QCOMPARE(typed(formatDurationDifference(0)), QStringLiteral("0 ns"));
        QCOMPARE(typed(formatShareDifference(-0.185)), QStringLiteral("-18.5 %"));
        QCOMPARE(typed(formatShareDifference(0.02)), QStringLiteral("+2.0 %"));
    }

    void clockOffsetsKeepTheirMilliseconds()
    {
        QCOMPARE(typed(formatMilliseconds(604781214500000)), QStringLiteral("604 781 214.50 ms"));
        QCOMPARE(typed(formatMilliseconds(-300000, 1)), QStringLiteral("-0.3 ms"));
    }

    void exactDurationsLoseNoDigit()
    {
        QCOMPARE(typed(formatDurationExactly(165870001)), QStringLiteral("165.870001 ms"));
        QCOMPARE(typed(formatDurationExactly(165870000)), QStringLiteral("165.87 ms"));
        QCOMPARE(typed(formatDurationExactly(850)), QStringLiteral("850 ns"));
    }

    void rangesShareOneUnit()
    {
        QCOMPARE(typed(formatRange({0, 911400000})), QStringLiteral("0 - 911 ms"));
        QCOMPARE(typed(formatRange({300000000, 312345678})), QStringLiteral("300.0 - 312.3 ms"));
        QCOMPARE(typed(formatRange({1000, 1850})), QStringLiteral("1.000 - 1.850 µs"));
    }

    void ticksHaveTheDecimalsThatTellThemApart()
    {
        QCOMPARE(typed(TimeFormat::forTicks(100e6, 1400e6).text(1300e6)), QStringLiteral("1 300 ms"));
        QCOMPARE(typed(TimeFormat::forTicks(0.5e6, 900e6).text(312.5e6)), QStringLiteral("312.5 ms"));
        QCOMPARE(typed(TimeFormat::forTicks(200, 3e6).text(1000200)), QStringLiteral("1.0002 ms"));
        QCOMPARE(typed(TimeFormat::forTicks(2.5e6, 15e6).text(7.5e6)), QStringLiteral("7.5 ms"));
        QCOMPARE(typed(TimeFormat::forTicks(0.25e6, 1.5e6).text(0.75e6)), QStringLiteral("0.75 ms"));
        QCOMPARE(typed(TimeFormat::forTicks(5e9, 60e9).text(35e9)), QStringLiteral("35 s"));
        QCOMPARE(typed(TimeFormat::forTicks(1, 100).text(42)), QStringLiteral("42 ns"));
    }

    void columnsUseTheUnitOfTheirLargest()
    {
        const TimeFormat format = TimeFormat::forColumn(59.765e6);
        QCOMPARE(typed(format.text(59.765e6)), QStringLiteral("59.77 ms"));
        QCOMPARE(typed(format.text(0.191e6)), QStringLiteral("0.19 ms"));
        QCOMPARE(format.inUnit(2e6), 2.0);
    }

    void sharesStayShort()
    {
        QCOMPARE(typed(formatShare(0.66)), QStringLiteral("66.0 %"));
        QCOMPARE(typed(formatShare(0.045)), QStringLiteral("4.5 %"));
        QCOMPARE(typed(formatShare(1)), QStringLiteral("100 %"));
        QCOMPARE(typed(formatShare(0)), QStringLiteral("0 %"));
        QCOMPARE(typed(formatShare(0.0001)), QStringLiteral("< 0.1 %"));
    }

    void bytesAreDecimal()
    {
        QCOMPARE(typed(formatBytes(512)), QStringLiteral("512 B"));
        QCOMPARE(typed(formatBytes(8388608)), QStringLiteral("8.39 MB"));
        QCOMPARE(typed(formatBytes(2818572288.0)), QStringLiteral("2.82 GB"));
        QCOMPARE(typed(formatBytes(999.9e6)), QStringLiteral("1.00 GB"));
        QCOMPARE(typed(formatBandwidth(48.5e9)), QStringLiteral("48.5 GB/s"));
    }

    void countsAreGrouped()
    {
        QCOMPARE(typed(formatCount(85369937)), QStringLiteral("85 369 937"));
        QCOMPARE(typed(formatCount(999)), QStringLiteral("999"));
        QCOMPARE(typed(formatCount(-1204)), QStringLiteral("-1 204"));
        QVERIFY(formatCount(1204).contains(QChar(0x202f)));
    }

    void numbersKeepSignificantDigits()
    {
        QCOMPARE(typed(formatNumber(10.42067, 4)), QStringLiteral("10.42"));
        QCOMPARE(typed(formatNumber(0.000125)), QStringLiteral("0.000125"));
        QCOMPARE(typed(formatNumber(3e-5)), QStringLiteral("3e-05"));
        QCOMPARE(typed(formatNumber(12345678)), QStringLiteral("12 345 678"));
        QCOMPARE(typed(formatNumber(21.490000)), QStringLiteral("21.49"));
    }

    void machinesGetPlainNumbers()
    {
        QCOMPARE(plainNumber(1204), QStringLiteral("1204"));
        QCOMPARE(plainNumber(0.1), QStringLiteral("0.1"));
        QCOMPARE(plainNumber(std::numeric_limits<double>::infinity()), QString());
        QCOMPARE(plainMilliseconds(165870001), QStringLiteral("165.870001"));
        QCOMPARE(plainMilliseconds(-500000), QStringLiteral("-0.5"));
    }

    void layoutsNameWhatIsKnown()
    {
        ParallelLayout layout;
        QCOMPARE(layoutText(layout), QString());
        layout.tensor = 2;
        layout.pipeline = 4;
        layout.microbatches = 16;
        QCOMPARE(typed(layoutText(layout)), QStringLiteral("TP 2 · PP 4 · 16 microbatches"));
    }

    void figuresOfSentencesAreTypesetAndNothingElse()
    {
        QCOMPARE(figureText("12345.6 ms"), QStringLiteral("12\u202f345.6\u00a0ms"));
        QCOMPARE(figureText("-3.00 ms"), QStringLiteral("\u22123.00\u00a0ms"));
        QCOMPARE(figureText("3,667"), QStringLiteral("3\u202f667"));
        QCOMPARE(figureText("-1,234,567"), QStringLiteral("\u22121\u202f234\u202f567"));
        QCOMPARE(figureText("3,66"), QStringLiteral("3,66"));
        QCOMPARE(figureText("9,9,9,5"), QStringLiteral("9,9,9,5")); // layers of stages
        QCOMPARE(figureText("< 0.1 %"), QStringLiteral("<\u00a00.1\u00a0%"));
        for (const char* text : {"rank 10240", "10240", "fwd 12 ms late", "1.2.3 ms", "12 apples", "ms", ""})
            QCOMPARE(figureText(text), QString::fromUtf8(text));
    }

    void momentsHaveTheDigitsOfWhatHappenedThen()
    {
        QCOMPARE(typed(formatMoment(1'234'567'890, 12'000)), QStringLiteral("1 234.5679 ms"));
        QCOMPARE(typed(formatMoment(1'234'567'890, 69'000'000)), QStringLiteral("1 234.6 ms"));
        QCOMPARE(typed(formatMoment(850, 10)), QStringLiteral("850 ns"));
    }

    void whatTellsNamesApartStays()
    {
        const QStringList names {QStringLiteral("PP rank 0, TP rank 0, compute"), QStringLiteral("PP rank 0, TP rank 0, pp-comm")};
        QCOMPARE(elidedApart(names, 14), (QStringList {QStringLiteral("…compute"), QStringLiteral("…pp-comm")}));
        QCOMPARE(elidedApart({QStringLiteral("a"), QStringLiteral("ab")}, 14), (QStringList {QStringLiteral("a"), QStringLiteral("ab")}));
        QCOMPARE(elidedApart({QStringLiteral("run of 00:06:12"), QStringLiteral("run of 00:07:12")}, 12),
            (QStringList {QStringLiteral("…00:06:12"), QStringLiteral("…00:07:12")}));
        QCOMPARE(elidedApart({QStringLiteral("alone_and_long")}, 5), QStringList {QStringLiteral("al…ng")});
    }

    void longNamesLoseTheirMiddle()
    {
        QCOMPARE(elideMiddle(QStringLiteral("abcdefghij"), 5), QStringLiteral("ab…ij"));
        QCOMPARE(elideMiddle(QStringLiteral("abc"), 5), QStringLiteral("abc"));
    }
};

BUBBLESCOPE_TEST(TstFormatting, QCoreApplication)

} // namespace bubblescope::tst_formatting

#include "tst_formatting.moc"
