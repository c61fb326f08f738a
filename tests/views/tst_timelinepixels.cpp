// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is painted fast is compared with the slow way, pixel by pixel.
#include "labelpainter.h"
#include "spanraster.h"
#include "testprogram.h"
#include "timelinelook.h"
#include "timelineoverlay.h"
#include "tracetext.h"

#include <QApplication>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_timelinepixels {

namespace {

constexpr TimeNs ms = 1'000'000;
constexpr QRgb unset = 0xFF123456;
constexpr QRgb ground = 0xFFFEDCBA;

/// Two boxes with a gap between, one pixel to a millisecond.
struct TwoBoxes {
    Trace trace = traceFromText("rank0: [F0 0-100] [B0 300-400]");
    LevelOfDetail detail {trace, trace.timing()};
    WaitTable waits {trace, nullptr};
    Palette palette = Palette::light();
    SpanColors colors {palette, ColorBy::Category, trace};
    SpanScene scene;

    /// `bubble` is what the figures count as one.
    explicit TwoBoxes(TimeRange bubble = {})
    {
        RankWaits loss;
        loss.bubbles.add(bubble, SpanId());
        waits = WaitTable(trace, nullptr, std::make_shared<const BubblesAndWaits>(std::vector<RankWaits> {loss}));
        scene.trace = &trace;
        scene.timing = &trace.timing();
        scene.detail = &detail;
        scene.waits = &waits;
        scene.colors = &colors;
        scene.palette = &palette;
        scene.range = {0, 400 * ms};
    }
};

QImage imageWithGround(int height, int groundLines)
{
    QImage image(400, height, QImage::Format_RGB32);
    image.fill(unset);
    for (int y = 0; y < groundLines; ++y) {
        for (int x = 0; x < image.width(); ++x)
            image.setPixel(x, y, ground);
    }
    return image;
}

} // namespace

class TstTimelinePixels : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void markersTellTheTimeOfTheAxis()
    {
        const Palette palette = Palette::light();
        const auto picture = [&palette](TimeNs origin) {
            QImage image(400, 120, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            const TimeScale scale({origin, origin + 1'000'000}, 0, 400);
            const OverlayFrame frame {QRectF(0, 24, 400, 96), QRectF(0, 0, 400, 24), scale, &palette, origin};
            paintMarkers(painter, frame, {origin + 300'000, origin + 700'000});
            return image;
        };
        QCOMPARE(picture(5'000'000'000), picture(0));
    }

    void marksStandWhereTheyAreAndNoneIsTooThinToSee()
    {
        TimelineLook look;
        QSignalSpy changed(&look, &TimelineLook::marksChanged);
        look.setMarks({{3, {{500, 700}, {100, 100}, {600, 650}, {650, 800}}}, {-1, {{90, 120}}}});
        QCOMPARE(look.marks().at(3), (std::vector<TimeRange> {{100, 100}, {500, 800}}));
        QCOMPARE(look.markedTimes(), (std::vector<TimeRange> {{90, 120}, {500, 800}}));
        look.setMarks({{3, {{100, 100}, {500, 800}}}, {-1, {{90, 120}}}});
        QCOMPARE(changed.size(), 1);
        const Palette palette = Palette::light();
        QImage image(1000, 20, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        const OverlayFrame frame {QRectF(0, 0, 1000, 20), QRectF(), TimeScale({0, 1000}, 0, 1000), &palette};
        paintMarks(painter, frame, look.marks().at(3), 5, 3);
        painter.end();
        const auto isMarked = [&](int x, int y) { return image.pixelColor(x, y) == palette.accent; };
        QVERIFY(isMarked(100, 6) && isMarked(101, 6) && isMarked(500, 5) && isMarked(799, 7));
        QVERIFY(!isMarked(98, 6) && !isMarked(103, 6) && !isMarked(498, 6) && !isMarked(802, 6) && !isMarked(600, 4)
            && !isMarked(600, 8));
    }

    void aLaneTakesTheGroundOfItsFirstLineDownToItsLast()
    {
        const TwoBoxes lane;
        QImage image = imageWithGround(22, 1);
        SpanRaster raster(lane.scene, image, 0, image.width(), 1);
        raster.paintLane(RowId(0), 0, 20, false, true, false);
        for (int x = 101; x < 299; ++x) {
            for (int y = 0; y < 20; ++y)
                QCOMPARE(image.pixel(x, y), ground);
        }
        QCOMPARE(image.pixel(50, 19), lane.palette.color(Category::Forward).rgb());
        QCOMPARE(image.pixel(0, 19), ground); // a rounded corner
        QCOMPARE(image.pixel(50, 20), unset);
    }

    void bubblesAreDottedInEveryLineButNotOverBoxes()
    {
        const TwoBoxes lane({0, 400 * ms});
        for (const int scale : {1, 2}) {
            QImage image = imageWithGround(20, 20);
            SpanRaster raster(lane.scene, image, 0, image.width(), scale);
            raster.paintLane(RowId(0), 0, 20, true, true, false);
            for (int y = 0; y < 20; ++y) {
                for (int x = 101; x < 299; ++x) {
                    const bool isDot = Palette::isDot(x, y, scale);
                    QCOMPARE(image.pixel(x, y), (isDot ? lane.palette.bubbleDots : lane.palette.bubble).rgb());
                }
                for (int x = 10; x < 90; ++x)
                    QCOMPARE(image.pixel(x, y), lane.palette.color(Category::Forward).rgb());
            }
        }
    }

    void barsStandOnTheGroundThatIsThere()
    {
        const TwoBoxes lane;
        for (const int columnWidth : {1, 3}) {
            QImage image = imageWithGround(20, 20);
            SpanRaster raster(lane.scene, image, 0, image.width(), 1);
            raster.paintUtilisation({RowId(0), RowId(0)}, 2, 16, columnWidth);
            for (int y = 0; y < 20; ++y) {
                const bool isInside = y >= 2 && y < 18;
                QCOMPARE(image.pixel(350, y), isInside ? lane.palette.color(Category::Backward).rgb() : ground);
                QCOMPARE(image.pixel(200, y), ground);
            }
        }
    }

    void barsOfBubblesAreDotted()
    {
        const TwoBoxes lane({100 * ms, 300 * ms});
        QImage image = imageWithGround(20, 20);
        SpanRaster raster(lane.scene, image, 0, image.width(), 1);
        raster.paintUtilisation({RowId(0)}, 2, 16, 1);
        for (int y = 2; y < 18; ++y) {
            for (int x = 110; x < 290; ++x)
                QCOMPARE(image.pixel(x, y),
                    (Palette::isDot(x, y - 2, 1) ? lane.palette.bubbleDots : lane.palette.bubble).rgb());
            QCOMPARE(image.pixel(350, y), lane.palette.color(Category::Backward).rgb());
        }
    }

    void labelsAreBlendedAlikeOnOneColourAndOnMany()
    {
        LabelPainter painter;
        QFont font;
        font.setPixelSize(13);
        painter.setFont(font);
        const QRgb other = 0xFF00A0E0;
        QImage plain = imageWithGround(20, 20);
        QImage second(plain.size(), QImage::Format_RGB32);
        second.fill(other);
        QImage striped = plain;
        for (int x = 1; x < striped.width(); x += 2) {
            for (int y = 0; y < striped.height(); ++y)
                striped.setPixel(x, y, other);
        }
        for (QImage* image : {&plain, &second, &striped})
            QVERIFY(painter.draw(*image, 0, 0, 200, 20, QStringLiteral("allreduce"), 0xFF101010));
        QVERIFY(plain != imageWithGround(20, 20));
        for (int x = 0; x < striped.width(); ++x) {
            for (int y = 0; y < striped.height(); ++y)
                QCOMPARE(striped.pixel(x, y), (x % 2 == 0 ? plain : second).pixel(x, y));
        }
    }
};

BUBBLESCOPE_TEST(TstTimelinePixels, QApplication)

} // namespace bubblescope::tst_timelinepixels

#include "tst_timelinepixels.moc"
