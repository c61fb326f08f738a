// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "legendlines.h"
#include "testprogram.h"

#include <QApplication>
#include <QFontMetrics>
#include <QtTest>

namespace bubblescope::tst_legendlines {

class TestLegendLines : public QObject {
    Q_OBJECT

    /// "0 1 | 2 +1": entries by line, and how many are not shown.
    static QString text(const LegendLines& lines)
    {
        QStringList texts;
        for (int line = 0; line < lines.count(); ++line) {
            QStringList entries;
            for (size_t i = lines[line].first; i < lines[line].second; ++i)
                entries << QString::number(i);
            if (line + 1 == lines.count() && !lines.rest().isEmpty())
                entries << lines.rest();
            texts << entries.join(QLatin1Char(' '));
        }
        return texts.join(QStringLiteral(" | "));
    }

private slots:
    void entriesBreakLikeText()
    {
        QCOMPARE(text(LegendLines({100, 100, 100, 250, 10}, 200)), QStringLiteral("0 1 | 2 | 3 | 4"));
        QCOMPARE(text(LegendLines({}, 200)), QString());
    }

    void whatHasNoLineIsCountedAtTheEndOfTheLast()
    {
        const QFontMetrics font {QFont()};
        LegendLines lines({100, 100, 100, 100, 100}, 200);
        lines.limit(3, font);
        QCOMPARE(text(lines), QStringLiteral("0 1 | 2 3 | 4")); // nothing is left out
        lines.limit(2, font);
        QCOMPARE(text(lines), QStringLiteral("0 1 | 2 +2")); // 3 gives way to the number
        LegendLines roomy({100, 100, 80, 300}, 200);
        roomy.limit(2, font);
        QCOMPARE(text(roomy), QStringLiteral("0 1 | 2 +1"));
    }
};

BUBBLESCOPE_TEST(TestLegendLines, QApplication)

} // namespace bubblescope::tst_legendlines

#include "tst_legendlines.moc"
