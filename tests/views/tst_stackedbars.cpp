// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stackedbars.h"
#include "testprogram.h"

#include <QApplication>
#include <QImage>
#include <QPixmap>
#include <QTest>

namespace bubblescope::tst_stackedbars {

namespace {

/// Of bars as tall as these, in a narrow plot.
QImage drawn(const std::vector<double>& heights, const QString& caption)
{
    constexpr int side = 220;
    BarPicture picture; // outlives the axes
    for (const double height : heights) {
        StackedBar bar;
        bar.caption = caption;
        bar.parts.push_back({height, Qt::blue, {}});
        picture.bars.push_back(bar);
    }
    QCustomPlot plot;
    plot.setFont(QApplication::font());
    new StackedBars(plot.xAxis, plot.yAxis, picture); // the plot owns it
    plot.xAxis->setRange(-StackedBars::edge, double(heights.size()) - 1 + StackedBars::edge);
    plot.yAxis->setRange(0, 10);
    return plot.toPixmap(side, side).toImage();
}

} // namespace

class TstStackedBars : public QObject {
    Q_OBJECT
private slots:
    void theTallestOfAFewKeepsItsCaption()
    {
        const QString wide = QStringLiteral("753.33 ms of something");
        QVERIFY(drawn({1, 5, 2, 3}, wide) != drawn({1, 5, 2, 3}, QString()));
        // Of many equal layers none is the tallest.
        const std::vector<double> many(40, 5.0);
        QCOMPARE(drawn(many, wide), drawn(many, QString()));
    }
};

BUBBLESCOPE_TEST(TstStackedBars, QApplication)

} // namespace bubblescope::tst_stackedbars

#include "tst_stackedbars.moc"
