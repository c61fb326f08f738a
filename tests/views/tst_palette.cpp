// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_palette {

class TstPalette : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void textOnEveryColourCanBeRead()
    {
        for (const Palette& palette : {Palette::light(), Palette::dark()}) {
            for (int i = 0; i < categoryCount; ++i) {
                const QColor color = palette.color(static_cast<Category>(i));
                QVERIFY2(contrastRatio(textOn(color), color) >= 4.5, qPrintable(color.name()));
            }
            for (int i = 0; i < 24; ++i)
                QVERIFY(contrastRatio(textOn(palette.stageColor(i)), palette.stageColor(i)) >= 4.5);
            for (int i = 0; i <= 20; ++i)
                QVERIFY(
                    contrastRatio(textOn(palette.sequentialColor(i / 20.0)), palette.sequentialColor(i / 20.0)) >= 4.5);
            for (int i = 0; i <= 20; ++i)
                QVERIFY(contrastRatio(textOn(palette.heatColor(i / 20.0)), palette.heatColor(i / 20.0)) >= 4.5);
            for (const QColor& ground : {palette.surface, palette.panel, palette.header}) {
                QVERIFY(contrastRatio(palette.text, ground) >= 4.5);
                QVERIFY2(contrastRatio(palette.mutedText, ground) >= 4.5, qPrintable(ground.name()));
            }
            QVERIFY(contrastRatio(palette.warningText, palette.warningSurface) >= 4.5);
            QVERIFY(contrastRatio(palette.noticeText, palette.noticeSurface) >= 4.5);
        }
        QCOMPARE(qRound(contrastRatio(Qt::white, Qt::black)), 21);
        QCOMPARE(Palette::light().color(Category::Forward), QColor(0x00, 0x72, 0xB2));
    }
};

BUBBLESCOPE_TEST(TstPalette, QCoreApplication)

} // namespace bubblescope::tst_palette

#include "tst_palette.moc"
