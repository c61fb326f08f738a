// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebook.h"
#include "testprogram.h"
#include "timelinefigure.h"
#include "tracetext.h"
#include "workspace.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>

#include <set>

namespace bubblescope::tst_timelinefigure {

namespace {

constexpr TimeNs ms = 1'000'000;

/// A run that is open, as a panel of a picture.
struct Opened {
    explicit Opened(const std::string& picture, Run::Kind kind = Run::Kind::Measured)
    {
        Run run;
        run.name = "run";
        run.kind = kind;
        run.trace = std::make_shared<const Trace>(traceFromText(picture));
        auto folder = std::make_shared<OpenedFolder>();
        folder->levels.emplace_back(*run.trace, run.trace->timing());
        folder->folder.runs.push_back(std::move(run));
        workspace.document.setFolder(folder);
    }
    TimelinePanel panel(const QString& caption = {}) const
    {
        TimelinePanel made;
        made.workspace = &workspace;
        made.range = workspace.document.trace()->range();
        made.caption = caption;
        return made;
    }
    Workspace workspace;
};

std::string ranks(int count)
{
    std::string text;
    for (int rank = 0; rank < count; ++rank) {
        text += "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 8) + ": [F0 0-50] [B0 50-100]\n";
        text += "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 8) + " comm pp: [SF0 50-60]\n";
    }
    return text;
}

QImage painted(TimelineFigure& figure, QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    figure.paint(painter, QRectF(QPointF(), QSizeF(size)), 1);
    return image;
}

/// Lines of the image in which a colour stands.
std::set<int> linesWith(const QImage& image, const QColor& color)
{
    std::set<int> lines;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) == color.rgb())
                lines.insert(y);
        }
    }
    return lines;
}

/// First and last column of a colour.
std::pair<int, int> columnsWith(const QImage& image, const QColor& color)
{
    std::pair<int, int> columns {image.width(), -1};
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) == color.rgb())
                columns = {std::min(columns.first, x), std::max(columns.second, x)};
        }
    }
    return columns;
}

QStringList texts(const std::vector<Legend::Entry>& entries)
{
    QStringList all;
    for (const Legend::Entry& entry : entries)
        all << entry.text;
    return all;
}

} // namespace

class TstTimelineFigure : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support).*"))); }

    void spansStandWhereTheirTimesAre()
    {
        const Opened run("rank0 stage0: [F0 0-50] [B0 50-100]");
        const Palette palette = Palette::light();
        TimelineFigure figure(palette, {run.panel()});
        const QImage image = painted(figure, {1000, 200});
        const auto [forwardBegin, forwardEnd] = columnsWith(image, palette.color(Category::Forward));
        const auto [backwardBegin, backwardEnd] = columnsWith(image, palette.color(Category::Backward));
        QVERIFY(backwardEnd >= 997);
        // Each takes half of what the track tree leaves.
        QVERIFY(std::abs((forwardEnd - forwardBegin) - (backwardEnd - backwardBegin)) <= 2);
        QVERIFY(forwardEnd < backwardBegin && backwardBegin - forwardEnd <= 3);
        QVERIFY(forwardBegin < 310);
    }

    void onlyTheRangeOfThePanelIsShown()
    {
        const Opened run("rank0 stage0: [F0 0-50] [B0 50-100]");
        TimelinePanel panel = run.panel();
        panel.range = {60 * ms, 80 * ms};
        const Palette palette = Palette::light();
        TimelineFigure figure(palette, {panel});
        const QImage image = painted(figure, {1000, 200});
        QVERIFY(linesWith(image, palette.color(Category::Forward)).empty());
        QVERIFY(!linesWith(image, palette.color(Category::Backward)).empty());
    }

    void theNaturalHeightGrowsWithTheRanks()
    {
        const Palette palette = Palette::light();
        const auto heightOf = [&palette](int count, double most) {
            const Opened run(ranks(count));
            return TimelineFigure(palette, {run.panel()}).naturalHeight(1000, most);
        };
        QVERIFY(heightOf(2, 2000) < heightOf(4, 2000));
        QVERIFY(heightOf(4, 2000) < heightOf(8, 2000));
        QVERIFY(heightOf(1, 2000) >= 60);
    }

    void manyRanksFoldUntilAllOfThemFit()
    {
        const Palette palette = Palette::light();
        const Opened run(ranks(64));
        for (const double most : {4000.0, 1500.0, 700.0, 300.0}) {
            const TimelineFigure figure(palette, {run.panel()});
            QVERIFY2(figure.naturalHeight(1000, most) <= most, qPrintable(QString::number(most)));
        }
        // What is painted stays inside its area, down to groups that are closed.
        TimelineFigure figure(palette, {run.panel()});
        QImage image(1000, 400, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        figure.paint(painter, QRectF(0, 0, 1000, 300), 1);
        painter.end();
        for (int y = 301; y < 400; ++y)
            QCOMPARE(image.pixelColor(500, y), QColor(Qt::magenta));
        QVERIFY(!linesWith(image, palette.color(Category::Forward)).empty()
            || !linesWith(image, palette.color(Category::Backward)).empty());
    }

    void rowsShareTheHeightThatThereIs()
    {
        const Palette palette = Palette::light();
        const Opened run("rank0 stage0: [F0 0-100]");
        TimelineFigure figure(palette, {run.panel()});
        const auto low = linesWith(painted(figure, {1000, 70}), palette.color(Category::Forward)).size();
        const auto high = linesWith(painted(figure, {1000, 90}), palette.color(Category::Forward)).size();
        const auto highest = linesWith(painted(figure, {1000, 900}), palette.color(Category::Forward)).size();
        QVERIFY(low > 0 && low < high);
        QVERIFY2(highest <= 40, "one rank does not fill a page");
    }

    void panelsStandOneAboveTheOther()
    {
        const Palette palette = Palette::light();
        const Opened upper("rank0 stage0: [F0 0-100]");
        const Opened lower("rank0 stage0: [B0 0-100]");
        TimelineFigure figure(palette, {upper.panel(QStringLiteral("before")), lower.panel(QStringLiteral("after"))});
        const QImage image = painted(figure, {1000, 400});
        const std::set<int> forward = linesWith(image, palette.color(Category::Forward));
        const std::set<int> backward = linesWith(image, palette.color(Category::Backward));
        QVERIFY(!forward.empty() && !backward.empty());
        QVERIFY(*forward.rbegin() < 200 && *backward.begin() > 200);
        const double alone = TimelineFigure(palette, {upper.panel()}).naturalHeight(1000, 1000);
        QVERIFY(figure.naturalHeight(1000, 1000) > 2 * alone - 20);
    }

    void aCaptionTakesItsLine()
    {
        const Palette palette = Palette::light();
        const Opened run("rank0 stage0: [F0 0-100]");
        TimelineFigure plain(palette, {run.panel()});
        TimelineFigure named(palette, {run.panel(QStringLiteral("the run"))});
        const int plainTop = *linesWith(painted(plain, {1000, 300}), palette.color(Category::Forward)).begin();
        const int namedTop = *linesWith(painted(named, {1000, 300}), palette.color(Category::Forward)).begin();
        QCOMPARE(namedTop - plainTop, 20);
    }

    void legendsOfAllPanelsAreOne()
    {
        const Palette palette = Palette::light();
        const Opened upper("rank0 stage0: [F0 0-50] [B0 50-100]");
        const Opened lower("rank0 stage0: [F0 0-50] [optimizer 50-100]");
        const QStringList entries = texts(TimelineFigure(palette, {upper.panel(), lower.panel()}).legend());
        QCOMPARE(entries.count(QStringLiteral("forward")), 1);
        QVERIFY(entries.contains(QStringLiteral("backward")) && entries.contains(QStringLiteral("optimizer")));
        QVERIFY(!texts(TimelineFigure(palette, {upper.panel()}).legend()).contains(QStringLiteral("optimizer")));
    }

    void theLegendNamesWhatIsDrawnOnly()
    {
        const Opened run("rank0 stage0: [F0 0-50] [B0 50-100] [optimizer 100-120]");
        TimelinePanel part = run.panel();
        part.range = {0, 40 * ms};
        const QStringList entries = texts(TimelineFigure(Palette::light(), {part}).legend());
        QVERIFY(entries.contains(QStringLiteral("forward")));
        QVERIFY(!entries.contains(QStringLiteral("backward")) && !entries.contains(QStringLiteral("optimizer")));
    }

    void footnotesSayWhatToKeepInMind()
    {
        const Palette palette = Palette::light();
        const Opened measured("rank0 stage0: [F0 0-50]");
        const Opened plan("rank0 stage0: [F0 0-50]", Run::Kind::Plan);
        QVERIFY(TimelineFigure(palette, {measured.panel()}).footnotes().isEmpty());
        const QStringList notes = TimelineFigure(palette, {plan.panel(), plan.panel()}).footnotes();
        QCOMPARE(notes.size(), 1); // once for both
        QVERIFY(notes.front().contains(QStringLiteral("plan")));
    }

    void longNotesAreListedBelowUnlessTheyLieElsewhere()
    {
        Opened run("rank0 stage0: [F0 0-50] [B0 50-100]");
        NoteBook& book = run.workspace.document.notes();
        const auto add = [&](TimeNs time, const char* text) {
            Annotation note;
            note.range
                = {run.workspace.document.trace()->origin() + time, run.workspace.document.trace()->origin() + time};
            note.text = text;
            note.subject = run.workspace.document.noteSubject();
            book.add(note);
        };
        add(80 * ms, "This lies behind what the picture shows, and is as long as the other.");
        add(20 * ms, "This says more than there is room for in the band above the spans.");
        add(30 * ms, "short");
        TimelinePanel part = run.panel();
        part.range = {0, 50 * ms};
        QCOMPARE(TimelineFigure(Palette::light(), {part}).footnotes(),
            QStringList("1: This says more than there is room for in the band above the spans."));
        QCOMPARE(TimelineFigure(Palette::light(), {run.panel()}).footnotes().size(), 2);
    }

    void aPanelWithoutARunIsEmpty()
    {
        Workspace nothing;
        TimelinePanel panel;
        panel.workspace = &nothing;
        TimelineFigure figure(Palette::light(), {panel});
        QVERIFY(figure.legend().empty());
        QVERIFY(figure.footnotes().isEmpty());
        QVERIFY(figure.naturalHeight(1000, 1000) >= 60);
        const QImage image = painted(figure, {300, 100});
        QCOMPARE(image.pixelColor(150, 50), QColor(Qt::white));
    }
};

BUBBLESCOPE_TEST(TstTimelineFigure, QApplication)

} // namespace bubblescope::tst_timelinefigure

#include "tst_timelinefigure.moc"
