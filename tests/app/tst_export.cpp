// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "consolecommands.h"
#include "exportcommand.h"
#include "exportcontrol.h"
#include "exportdialog.h"
#include "exportsource.h"
#include "exporttables.h"
#include "formatting.h"
#include "mainwindow.h"
#include "notebook.h"
#include "picturefile.h"
#include "reportpage.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "session.h"
#include "sessionjson.h"
#include "settings.h"
#include "shareddata.h"
#include "simulationinputs.h"
#include "testprogram.h"
#include "tracebuilder.h"
#include "tracefile.h"
#include "tracetext.h"
#include "vectorrows.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QMimeData>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <map>

namespace bubblescope::tst_export {

namespace {

OpenedFolderPtr openedDemo()
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder = makeSampleFolder(demoOptions()).value();
    return opened;
}

OpenedFolderPtr openedText(std::string_view text)
{
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.name = "a <run> & more\x01";
    run.trace = std::make_shared<const Trace>(traceFromText(text));
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

ShownSimulationPtr simulationOf(const RunFolder& folder, const std::string& knob)
{
    SimulateOptions options;
    options.knobs = {knob};
    Result<SimulatedInput> input = simulateFolder(folder, options);
    return input ? makeShown(std::move(input->step), input->knobs, openedStep(folder, input->source), false) : nullptr;
}

QByteArray svgOf(ExportSource& source, const ExportRequest& request)
{
    const auto picture = source.picture(request);
    return picture ? svgPicture(**picture, request.size) : QByteArray();
}

struct Seen {
    QStringList texts;
    QHash<QString, int> elements;
    bool isValid = false;
};
Seen read(const QByteArray& svg)
{
    Seen seen;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        ++seen.elements[xml.name().toString()];
        if (xml.name() == QLatin1String("text"))
            seen.texts << xml.readElementText();
    }
    seen.isValid = !xml.hasError();
    return seen;
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Of cells of 6 x 6 pixels those whose mean grey differs by more than a letter's edge makes it.
double differingShare(const QImage& one, const QImage& other)
{
    const QSize cells = one.size() / 6;
    const auto coarse = [&](const QImage& image) {
        return image.scaled(cells, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
            .convertToFormat(QImage::Format_Grayscale8);
    };
    const QImage a = coarse(one);
    const QImage b = coarse(other);
    int differing = 0;
    for (int y = 0; y < cells.height(); ++y) {
        for (int x = 0; x < cells.width(); ++x)
            differing += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 40 ? 1 : 0;
    }
    return double(differing) / std::max(1, cells.width() * cells.height());
}

/// So many ranks with spans of 1 ns, one in each of 2,000 places: more than there are columns.
std::string denseRanks(int ranks)
{
    std::string text;
    for (int rank = 0; rank < ranks; ++rank) {
        text += "rank" + std::to_string(rank) + ":";
        for (int i = 0; i < 2000; ++i)
            text += " [" + std::string(i % 2 ? "F" : "B") + "0 " + std::to_string(3 * i) + "-"
                + std::to_string(3 * i + 1 + (i * 7 + rank) % 2) + "]";
        text += "\n";
    }
    return text;
}

} // namespace

class TstExport : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support).*"))); }

    void theNameOfAFileTellsWhatItHolds()
    {
        QCOMPARE(exportFormatOf(QStringLiteral("a.SVG")), ExportFormat::Svg);
        QCOMPARE(exportFormatOf(QStringLiteral("a.json")), ExportFormat::ChromeTrace);
        QCOMPARE(exportFormatOf(QStringLiteral("a.json.gz")), ExportFormat::PackedChromeTrace);
        QCOMPARE(exportFormatOf(QStringLiteral("a.html")), ExportFormat::Report);
        QVERIFY(!exportFormatOf(QStringLiteral("svg")));
        QVERIFY(!exportFormatOf(QStringLiteral("a.gz")));
    }

    void sizesAreReadAsTheyAreWritten()
    {
        QCOMPARE(parsePictureSize("1600x900")->pixels, QSizeF(1600, 900));
        QCOMPARE(parsePictureSize("1600")->pixels, QSizeF(1600, 0));
        QCOMPARE(std::round(parsePictureSize("one-column")->widthMm()), 85.0);
        QCOMPARE(std::round(parsePictureSize("120x60mm")->widthMm()), 120.0);
        for (const char* wrong : {"", "x", "0x10", "12", "1600x", "nan", "99999x100", "10mmx20mm", "-5x9"})
            QVERIFY2(!parsePictureSize(wrong), wrong);
    }

    void aDrawingIsValidXmlWhateverTheNamesAre()
    {
        ExportSource source(openedText("rank0: [F0 0-10] [B0 12-30]\nrank1: [F0 3-10]"), nullptr);
        const Seen seen = read(svgOf(source, {}));
        QVERIFY(seen.isValid);
        QVERIFY(seen.texts.contains(QStringLiteral("a <run> & more\\u0001")));
        QVERIFY(seen.texts.contains(QStringLiteral("rank 1")));
        QVERIFY(seen.texts.contains(QStringLiteral("B0")));
        QCOMPARE(seen.elements.value(QStringLiteral("image")), 0);
    }

    void thereIsAtMostOneRectangleToARowAndColumn()
    {
        const Trace trace = traceFromText(denseRanks(3));
        const LevelOfDetail detail(trace, trace.timing());
        const WaitTable waits(trace, nullptr);
        const Palette palette = Palette::light();
        const SpanColors colors(palette, ColorBy::Category, trace);
        SpanScene scene;
        scene.trace = &trace;
        scene.timing = &trace.timing();
        scene.detail = &detail;
        scene.waits = &waits;
        scene.colors = &colors;
        scene.palette = &palette;
        scene.range = trace.range();
        const TimelineLayout layout(trace, {});
        QImage image(500, 200, QImage::Format_RGB32);
        QPainter painter(&image);
        VectorRows rows(scene, layout, QRectF(0, 0, 500, layout.contentHeight()), 1);
        rows.paint(painter);
        QVERIFY(rows.rectangleCount() > 0);
        QVERIFY(rows.rectangleCount() <= 3 * 500);
        QVERIFY(!rows.hasBitmap());
    }

    void moreThanSixtyFourDenseRowsAreABitmapBelowTexts()
    {
        ExportRequest request;
        request.size.pixels = QSizeF(1000, 3000);
        const auto drawn = [&request](int ranks) {
            ExportSource source(openedText(denseRanks(ranks)), nullptr);
            return svgOf(source, request);
        };
        const Seen few = read(drawn(40));
        QCOMPARE(few.elements.value(QStringLiteral("image")), 0);
        const QByteArray many = drawn(70);
        const Seen seen = read(many);
        QVERIFY(seen.isValid);
        QCOMPARE(seen.elements.value(QStringLiteral("image")), 1);
        QVERIFY(seen.texts.contains(QStringLiteral("rank 69")));
        QVERIFY(seen.elements.value(QStringLiteral("rect")) < few.elements.value(QStringLiteral("rect")));
        QVERIFY(many.size() < 5'000'000);
    }

    void aPageIsAsLargeAsAColumnAndItsTextCanBeCopied()
    {
        ExportSource source(openedDemo(), nullptr);
        ExportRequest request;
        request.size = PictureSize::ofPaper(PictureSize::oneColumnMm);
        const auto picture = source.picture(request);
        QVERIFY(picture.isOk());
        const QByteArray pdf = pdfPicture(**picture, request.size);
        QVERIFY(pdf.startsWith("%PDF-"));
        static const QRegularExpression box(QStringLiteral("/MediaBox \\[\\s*0\\s+0\\s+([0-9.]+)"));
        const double points = box.match(QString::fromLatin1(pdf)).captured(1).toDouble();
        QVERIFY2(std::abs(points - 85 / 25.4 * 72) < 1, qPrintable(QString::number(points)));
        QVERIFY(pdf.contains("/ToUnicode"));
    }

    void bothStandOneAboveTheOtherWithTheirOrigin()
    {
        const OpenedFolderPtr opened = openedDemo();
        ExportSource source(opened, simulationOf(opened->folder, "microbatches=16"));
        ExportRequest request;
        request.subject = ExportSubject::Both;
        const Seen seen = read(svgOf(source, request));
        const auto has = [&seen](const QString& word) {
            return std::any_of(seen.texts.begin(), seen.texts.end(),
                [&word](const QString& text) { return text.startsWith(word); });
        };
        QVERIFY(has(QStringLiteral("measured · step")));
        QVERIFY(has(QStringLiteral("modelled · step")));
        QCOMPARE(seen.texts.count(QStringLiteral("rank 0")), 2);
        QVERIFY2(std::any_of(seen.texts.begin(), seen.texts.end(), [](const QString& text) { return text.contains(QStringLiteral("longer")); }), qPrintable(seen.texts.join(QLatin1Char('|'))));
        source.setTimelineLook({}, ColorBy::Stage);
        QVERIFY(read(svgOf(source, request)).texts.filter(QStringLiteral("longer")).isEmpty());
    }

    void notesStandInThePicture()
    {
        ExportSource source(openedText("rank0: [F0 0-100]\nrank1: [F0 3-80]"), nullptr);
        Annotation note;
        note.subject = source.measured().document.noteSubject();
        note.range = {source.measured().document.trace()->origin() + 30'000'000,
            source.measured().document.trace()->origin() + 30'000'000};
        note.text = "look here";
        source.measured().document.notes().add(note);
        const Seen seen = read(svgOf(source, {}));
        QVERIFY(seen.isValid);
        QVERIFY(seen.texts.join(QLatin1Char(' ')).contains(QStringLiteral("look here")));
    }

    void stepsOutOfViewLeaveNoDotsInADrawing()
    {
        auto opened = std::make_shared<OpenedFolder>();
        RunLog log;
        for (int step = 1; step <= 20; ++step) {
            log.steps.push_back({});
            log.steps.back().step = step;
            log.steps.back().stepMs = step == 1 ? 9000 : 1600 + step % 3;
        }
        opened->folder.runLogs.push_back(std::move(log));
        ExportSource source(opened, nullptr);
        ExportRequest request;
        request.view = ExportView::Loss;
        QXmlStreamReader xml(svgOf(source, request));
        int dots = 0;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement || xml.name() != QLatin1String("circle"))
                continue;
            ++dots;
            QVERIFY(xml.attributes().value(QLatin1String("cx")).toDouble() > 0);
        }
        QCOMPARE(dots, 19);
    }

    void aPictureOfLayersNamesTheirTable()
    {
        auto opened = std::make_shared<OpenedFolder>(*openedText("rank0: [F0 0-10]"));
        LayerTable table;
        table.name = "a table of layers";
        table.rows.push_back({});
        table.rows.back().name = "attention";
        table.rows.back().forwardNs = 5e6;
        opened->folder.layerTables.push_back(std::move(table));
        ExportSource source(opened, nullptr);
        ExportRequest request;
        request.view = ExportView::Layers;
        QVERIFY(read(svgOf(source, request)).texts.contains(QStringLiteral("a table of layers")));
    }

    void whatThereIsNothingToDrawForIsRefused()
    {
        ExportSource source(openedText("rank0: [F0 0-10]"), nullptr);
        ExportRequest request;
        request.view = ExportView::Loss;
        QVERIFY(!source.picture(request).isOk());
        request.view = ExportView::Timeline;
        request.subject = ExportSubject::Simulated;
        QVERIFY(!source.picture(request).isOk());
    }

    void everyViewIsADrawing_data()
    {
        QTest::addColumn<int>("view");
        QTest::newRow("layers") << int(ExportView::Layers);
        QTest::newRow("stages") << int(ExportView::Stages);
    }
    void everyViewIsADrawing()
    {
        QFETCH(int, view);
        ExportSource source(openedDemo(), nullptr);
        ExportRequest request;
        request.view = ExportView(view);
        const Seen seen = read(svgOf(source, request));
        QVERIFY(seen.isValid);
        QVERIFY(seen.texts.contains(QStringLiteral("forward")));
        QCOMPARE(seen.elements.value(QStringLiteral("image")), 0);
    }

    void everyKindOfFileShowsTheSame_data()
    {
        QTest::addColumn<int>("view");
        QTest::addColumn<QString>("size");
        for (const auto& [name, view] : std::initializer_list<std::pair<const char*, ExportView>> {
                 {"timeline", ExportView::Timeline}, {"layers", ExportView::Layers}, {"stages", ExportView::Stages},
                 {"loss", ExportView::Loss}, {"steps", ExportView::Steps}}) {
            for (const char* size : {"one-column", "two-column", "900x500"})
                QTest::addRow("%s %s", name, size) << int(view) << QString::fromLatin1(size);
        }
    }

    /// Texts of another size or at another place would show, the edges of letters do not.
    void everyKindOfFileShowsTheSame()
    {
        QFETCH(int, view);
        QFETCH(QString, size);
        ExportSource source(openedDemo(), nullptr);
        ExportRequest request;
        request.view = ExportView(view);
        request.size = *parsePictureSize(size.toStdString());
        const auto picture = source.picture(request);
        QVERIFY(picture.isOk());
        // Drawings of a timeline have as many columns as a picture of it on paper, by default.
        const bool isOnPaper = size.endsWith(QLatin1String("column"));
        const double scale = isOnPaper && request.view == ExportView::Timeline ? 300.0 / request.size.dpi : 1;
        const QImage png = drawnPicture(**picture, request.size, scale);
        constexpr double mostDifferent = 0.035; // edges of bars fall between pixels

        QSvgRenderer renderer(svgPicture(**picture, request.size));
        QImage svg(png.size(), QImage::Format_RGB32);
        svg.fill(Qt::white);
        QPainter painter(&svg);
        renderer.render(&painter);
        painter.end();
        const double svgDifference = differingShare(png, svg);
        QVERIFY2(svgDifference < mostDifferent, qPrintable(QString::number(svgDifference)));

        const QString program = QStandardPaths::findExecutable(QStringLiteral("pdftoppm"));
        if (program.isEmpty())
            QSKIP("nothing rasterises a PDF here: pdftoppm (poppler) is missing");
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("a.pdf")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(pdfPicture(**picture, request.size));
        file.close();
        const QString stem = folder.filePath(QStringLiteral("a"));
        QCOMPARE(QProcess::execute(program, {QStringLiteral("-png"), QStringLiteral("-singlefile"),
                     QStringLiteral("-scale-to-x"), QString::number(png.width()), QStringLiteral("-scale-to-y"),
                     QString::number(png.height()), file.fileName(), stem}), 0);
        const double pdfDifference = differingShare(png, QImage(stem + QStringLiteral(".png")));
        QVERIFY2(pdfDifference < mostDifferent, qPrintable(QString::number(pdfDifference)));
        // Words of the axes once were as high as the page is wide.
        QProcess words;
        words.start(QStringLiteral("pdftotext"), {QStringLiteral("-bbox"), file.fileName(), QStringLiteral("-")});
        QVERIFY(words.waitForFinished());
        static const QRegularExpression word(
            QStringLiteral("<word xMin=\"([^\"]*)\" yMin=\"([^\"]*)\" xMax=\"([^\"]*)\" yMax=\"([^\"]*)\""));
        QRegularExpressionMatchIterator found = word.globalMatch(QString::fromUtf8(words.readAllStandardOutput()));
        QVERIFY(found.hasNext());
        constexpr double mostPixels = 60; // a title of an axis stands upright
        QList<QRectF> places;
        while (found.hasNext()) {
            const QRegularExpressionMatch match = found.next();
            const QRectF place(QPointF(match.captured(1).toDouble(), match.captured(2).toDouble()),
                QPointF(match.captured(3).toDouble(), match.captured(4).toDouble()));
            QVERIFY(place.height() < mostPixels * 72 / request.size.dpi);
            for (const QRectF& other : std::as_const(places)) { // letters leave a quarter of their line empty
                const QRectF shared = place.intersected(other);
                QVERIFY2(shared.width() < 1 || shared.height() < 0.3 * std::min(place.height(), other.height()),
                    "texts lie on each other");
            }
            places += place;
        }
    }

    void tablesAreExportedByName()
    {
        ExportSource source(openedDemo(), nullptr);
        const auto ranks = exportTable(source, QStringLiteral("ranks"));
        QVERIFY(ranks.isOk());
        QCOMPARE(ranks->csv.count(QLatin1Char('\n')), 1 + 8);
        QVERIFY(ranks->csv.startsWith(QStringLiteral("rank,stage,compute_ms,exposed_comm_ms")));
        for (const char* name : {"findings", "stages", "spans"})
            QVERIFY2(exportTable(source, QLatin1String(name)).isOk(), name);
        const auto cells = exportTable(source, QStringLiteral("rank-steps"));
        QVERIFY(cells.isOk());
        QCOMPARE(cells->csv.count(QLatin1Char('\n')), 1 + 8 * 12);
        QVERIFY(cells->csv.startsWith(QStringLiteral("rank,stage,host,step,step_time_ms,compute_ms,waiting_ms,")));
        QVERIFY(cells->csv.contains(QStringLiteral("\r\n7,3,node1,12,")));
        ExportSource bare(openedText("rank0: [F0 0-10]"), nullptr);
        QVERIFY(!exportTable(bare, QStringLiteral("steps")).isOk());
        QVERIFY(!exportTable(source, QStringLiteral("nonsense")).isOk());
    }

    void tablesAndReportsAreOfTheStepThatIsShown()
    {
        const OpenedFolderPtr opened = openedDemo();
        const std::string& run = opened->folder.runs.front().name;
        SummaryOptions ofStep;
        ofStep.step = 4;
        const auto usual = summaryInputs(opened->folder, {});
        const auto fourth = summaryInputs(opened->folder, ofStep);
        const double cost = fourth->front().findings.list.front().costNs;
        QVERIFY(cost != usual->front().findings.list.front().costNs);
        ofStep.run = "another";
        const auto others = summaryInputs(opened->folder, ofStep);
        QCOMPARE(others->front().findings.list.front().costNs, usual->front().findings.list.front().costNs);

        ExportSource source(opened, nullptr);
        QVERIFY(source.showStep(99).has_value()); // it says which there are
        QVERIFY(!source.showStep(4));
        QCOMPARE(shownInputs(source.measured()).step, std::optional(4));
        QCOMPARE(shownInputs(source.measured()).run, run);
        const auto table = exportTable(source, QStringLiteral("findings"));
        QVERIFY(table.isOk() && table->csv.contains(plainMilliseconds(cost)));
        const auto page = reportPage(source, {}, *summaryInputs(opened->folder, shownInputs(source.measured())));
        QVERIFY(page.isOk() && QString::fromUtf8(*page).contains(formatDuration(cost)));
    }

    void whatIfsThatAreKeptStandInReports()
    {
        const OpenedFolderPtr opened = openedDemo();
        ExportSource source(opened, nullptr);
        const auto inputs = summaryInputs(opened->folder, {});
        const QString heading = QStringLiteral("<h2>Kept what-ifs</h2>");
        const auto without = reportPage(source, {}, *inputs);
        QVERIFY(without.isOk() && !QString::fromUtf8(*without).contains(heading));
        KeptWhatIf kept;
        kept.knobs = "microbatches=16";
        kept.stepNs = kept.lowNs = kept.highNs = 1.25e9;
        source.setKeptWhatIfs({kept});
        const auto page = reportPage(source, {}, *inputs);
        QVERIFY(page.isOk());
        const QString html = QString::fromUtf8(*page);
        QVERIFY(html.contains(heading) && html.contains(QStringLiteral("microbatches 16")));
        QVERIFY(html.contains(formatDuration(1.25e9).toHtmlEscaped()));
    }

    void tokensAndMfuStandInReports()
    {
        const OpenedFolderPtr opened = openedDemo();
        ExportSource source(opened, nullptr);
        auto inputs = summaryInputs(opened->folder, {});
        inputs->front().throughput.reset();
        const auto without = reportPage(source, {}, *inputs);
        QVERIFY(without.isOk() && !QString::fromUtf8(*without).contains(QStringLiteral("tokens/s")));
        MeasuredThroughput& throughput = inputs->front().throughput.emplace();
        throughput.step = {2e6, 8e6, 1e8, 0.2};
        throughput.hardware.emplace().peakFlops = 1e15;
        const auto page = reportPage(source, {}, *inputs);
        QVERIFY(page.isOk());
        const QString html = QString::fromUtf8(*page);
        QVERIFY(html.contains(QStringLiteral("<b>%1</b> tokens/s · MFU <b>%2</b>").arg(formatNumber(8e6), formatShare(0.2))));
        QVERIFY(html.contains(QStringLiteral("%1 TFLOP/s of half precision").arg(formatNumber(1000))));
    }

    void aReportStandsAlone()
    {
        const OpenedFolderPtr opened = openedDemo();
        ExportSource source(opened, simulationOf(opened->folder, "microbatches=16"));
        const auto inputs = summaryInputs(opened->folder, {});
        const auto page = reportPage(source, {}, *inputs);
        QVERIFY(page.isOk());
        const QString html = QString::fromUtf8(*page);
        QVERIFY(html.contains(toText(inputs->front().findings.list.front().title)));
        QVERIFY(html.count(QStringLiteral("<svg ")) >= 3);
        QVERIFY(html.contains(QStringLiteral("<code>microbatches</code>")));
        // Findings are ordered by cost within groups, which have headings; the numbers count on.
        const auto& list = inputs->front().findings.list;
        QVERIFY(list.front().kind != list.back().kind);
        const auto second = std::find_if(
            list.begin(), list.end(), [&list](const Finding& finding) { return finding.kind != list.front().kind; });
        QVERIFY(html.contains(QStringLiteral("<h3>Faults</h3>\n<ol class=\"findings\" start=\"1\">")));
        QVERIFY(html.contains(
            QStringLiteral("</h3>\n<ol class=\"findings\" start=\"%1\">").arg(second - list.begin() + 1)));
        static const QRegularExpression foreign(QStringLiteral("(src|href)=\"(?!data:)|<script|url\\(http"));
        QVERIFY2(!foreign.match(html).hasMatch(), qPrintable(foreign.match(html).captured(0)));
        QVERIFY(!html.contains(QStringLiteral("<?xml")));
    }

    void aPackedTraceIsTheSameTrace()
    {
        QTemporaryDir folder;
        const RunFolder runs = makeSampleFolder(demoOptions()).value();
        const QString plain = folder.filePath(QStringLiteral("a.json"));
        const QString packed = folder.filePath(QStringLiteral("a.json.gz"));
        QVERIFY(!writeTraceFile({{&runs.runs.front(), {}}}, plain.toStdString()));
        QVERIFY(!writeTraceFile({{&runs.runs.front(), {}}}, packed.toStdString()));
        QVERIFY(contentsOf(packed).startsWith("\x1f\x8b"));
        QVERIFY(contentsOf(packed).size() * 4 < contentsOf(plain).size());
        const OpenedFolderPtr a = openSource({{plain.toStdString()}, false, false, {}}, false);
        const OpenedFolderPtr b = openSource({{packed.toStdString()}, false, false, {}}, false);
        QCOMPARE(textFromTrace(*a->folder.runs.front().trace), textFromTrace(*b->folder.runs.front().trace));
        QCOMPARE(a->folder.runs.front().trace->spanCount(), runs.runs.front().trace->spanCount());
    }

    void aCancelledTraceLeavesNoFile()
    {
        QTemporaryDir folder;
        const RunFolder runs = makeSampleFolder(demoOptions()).value();
        const QString path = folder.filePath(QStringLiteral("a.json"));
        uint64_t asked = 0;
        QVERIFY(!writeTraceFile({{&runs.runs.front(), {}}}, path.toStdString(), [&asked](uint64_t done, uint64_t all) {
            asked = all;
            return done * 2 < all;
        }));
        QCOMPARE(asked, uint64_t(runs.runs.front().trace->spanCount()));
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void theDialogShowsWhatItWouldWrite()
    {
        const OpenedFolderPtr opened = openedDemo();
        Settings settings(Settings::Storage::None);
        settings.setHintWasShown();
        MainWindow window(settings, nullptr);
        window.resize(1280, 720);
        window.show();
        window.show(opened);
        QCOMPARE(window.command(QStringLiteral("export"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_E));
        window.command(QStringLiteral("export"))->trigger();
        ExportDialog* dialog = window.exports().dialog();
        QVERIFY(dialog);
        dialog->refreshNow();
        QVERIFY(!dialog->preview().isNull());
        QCOMPARE(dialog->format(), ExportFormat::Png);
        const auto boxes = dialog->findChildren<QComboBox*>();
        for (const QComboBox* box : boxes)
            QVERIFY(!box->accessibleName().isEmpty());

        QTemporaryDir folder;
        QSignalSpy written(&window.exports(), &ExportControl::written);
        for (const auto& [format, name] : {std::pair(ExportFormat::Png, "a.png"), std::pair(ExportFormat::Svg, "a.svg"),
                 std::pair(ExportFormat::Csv, "a.csv"), std::pair(ExportFormat::ChromeTrace, "a.json"),
                 std::pair(ExportFormat::Report, "a.html")}) {
            const QString path = folder.filePath(QLatin1String(name));
            written.clear();
            window.exports().save(dialog->source(), dialog->request(), format, path);
            QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, 60000);
            QVERIFY2(!contentsOf(path).isEmpty(), name);
            // The next one is suggested beside it, named after the run.
            const QString next = window.exports().suggestedPath(QStringLiteral("timeline"), QStringLiteral(".png"));
            QCOMPARE(QFileInfo(next).absolutePath(), QFileInfo(path).absolutePath());
            QVERIFY2(QFileInfo(next).fileName().endsWith(QStringLiteral("-timeline.png")), qPrintable(next));
        }
        QSignalSpy failed(&window.exports(), &ExportControl::refused);
        window.exports().save(
            dialog->source(), dialog->request(), ExportFormat::Svg, folder.filePath(QStringLiteral("no/such.svg")));
        QCOMPARE(failed.size(), 1);
        dialog->close();
    }

    void theWholeRunIsMoreThanTheChosenStep()
    {
        const OpenedFolderPtr opened = openedDemo();
        Settings settings(Settings::Storage::None);
        settings.setHintWasShown();
        MainWindow window(settings, nullptr);
        window.resize(1280, 720);
        window.show();
        window.show(opened);
        const Step step = opened->folder.runs.front().trace->steps().back();
        window.workspace().window.setStep(step.number);
        window.command(QStringLiteral("export"))->trigger();
        ExportDialog* dialog = window.exports().dialog();
        QVERIFY(dialog);
        QComboBox* range = nullptr;
        for (QComboBox* box : dialog->findChildren<QComboBox*>()) {
            if (box->accessibleName() == QLatin1String("Range"))
                range = box;
        }
        QVERIFY(range->currentText().startsWith(QStringLiteral("Step %1:").arg(step.number)));
        QCOMPARE(dialog->request().range, step.range);
        const auto isOfTheStep = [&] {
            const QStringList texts = read(svgOf(dialog->source(), dialog->request())).texts;
            return texts.join(QLatin1Char('|')).contains(QStringLiteral("step %1: ").arg(step.number));
        };
        QVERIFY(isOfTheStep());
        range->setCurrentText(QStringLiteral("Whole run"));
        QCOMPARE(
            dialog->source().usualRange(dialog->request().subject), opened->folder.runs.front().trace->denseRange());
        QVERIFY(!isOfTheStep());
        range->setCurrentIndex(1);
        QVERIFY(isOfTheStep());
        dialog->close();
    }

    void aCopiedTableIsOfTheChosenRange()
    {
        const OpenedFolderPtr opened = openedDemo();
        const Trace& trace = *opened->folder.runs.front().trace;
        Settings settings(Settings::Storage::None);
        settings.setHintWasShown();
        MainWindow window(settings, nullptr);
        window.resize(1280, 720);
        window.show();
        window.show(opened);
        window.workspace().window.setStep(trace.steps().back().number);
        window.command(QStringLiteral("export"))->trigger();
        ExportDialog* dialog = window.exports().dialog();
        QVERIFY(dialog);
        std::map<QString, QComboBox*> boxes;
        for (QComboBox* box : dialog->findChildren<QComboBox*>())
            boxes[box->accessibleName()] = box;
        boxes[QStringLiteral("Format")]->setCurrentText(QStringLiteral("Table (CSV)"));
        QComboBox* table = boxes[QStringLiteral("Table")];
        for (int i = 0; i < table->count() && dialog->request().table != QLatin1String("spans"); ++i)
            table->setCurrentIndex(i);
        QCOMPARE(dialog->request().table, QStringLiteral("spans"));
        const auto copiedOptimizers = [&] {
            emit dialog->copyRequested();
            const QString csv = QApplication::clipboard()->text();
            return QRegularExpression(QStringLiteral("optimizer_step,[^,]*,(\\d+)")).match(csv).captured(1).toInt();
        };
        boxes[QStringLiteral("Range")]->setCurrentIndex(1);
        const int ofStep = copiedOptimizers(); // steps of ranks overlap
        QVERIFY2(ofStep >= int(trace.ranks().size()) && ofStep < 2 * int(trace.ranks().size()),
            qPrintable(QString::number(ofStep)));
        boxes[QStringLiteral("Range")]->setCurrentIndex(0);
        QCOMPARE(copiedOptimizers(), int(trace.ranks().size() * trace.steps().size()));
        dialog->close();
    }

    void panelsAreDrawnWhateverWasChosenForTheTimeline()
    {
        const OpenedFolderPtr opened = openedDemo();
        ExportDialog dialog(
            std::make_unique<ExportSource>(opened, simulationOf(opened->folder, "microbatches=16")), {}, {});
        const auto choose = [&dialog](const char* name, const char* what) {
            for (QComboBox* box : dialog.findChildren<QComboBox*>()) {
                if (box->accessibleName() == QLatin1String(name))
                    box->setCurrentText(QLatin1String(what));
            }
        };
        choose("What", "Both");
        choose("View", "Layers");
        dialog.refreshNow();
        QVERIFY(!dialog.preview().isNull());
        choose("View", "Timeline");
        QCOMPARE(dialog.request().subject, ExportSubject::Both);
    }

    void theCriticalPathIsDrawnWhereItIsAskedFor()
    {
        const OpenedFolderPtr opened = openedDemo();
        ExportSource source(opened, simulationOf(opened->folder, "microbatches=16"));
        ExportRequest request;
        request.showsCriticalPath = true;
        const QString name = QStringLiteral("critical path");
        QVERIFY(!source.hasCriticalPath(ExportSubject::Measured)); // nobody looked for it
        QVERIFY(read(svgOf(source, request)).texts.filter(name).isEmpty());
        const Run& run = *source.measured().document.openedRun();
        std::optional<RunAnalysis> analysis = analyzeRun(run, {});
        source.measured().diagnosis.setReasons(std::make_shared<const StepReasons>(run, *analysis));
        QVERIFY(source.hasCriticalPath(ExportSubject::Measured));
        const QByteArray with = svgOf(source, request);
        QCOMPARE(read(with).texts.filter(name).size(), 1);
        request.showsCriticalPath = false;
        const QByteArray without = svgOf(source, request);
        QVERIFY(read(without).texts.filter(name).isEmpty());
        const QByteArray color = Palette::light().criticalPath.name().toLatin1();
        QVERIFY(with.count(color) > 2);
        QCOMPARE(without.count(color), 0);

        request.subject = ExportSubject::Both; // the simulation knows its own
        request.showsCriticalPath = true;
        QVERIFY(source.hasCriticalPath(ExportSubject::Simulated));
        QVERIFY(!read(svgOf(source, request)).texts.filter(name).isEmpty());
    }

    void theCommandTakesWhatASessionHolds()
    {
        QTemporaryDir folder;
        SampleOptions options;
        options.stages = 2;
        options.tensor = 1;
        options.data = 1;
        options.microbatches = 4;
        const QString runPath = folder.filePath(QStringLiteral("run"));
        QVERIFY(writeSample(options, runPath.toStdString()).isOk());
        const OpenedFolderPtr opened = openSource({{runPath.toStdString()}, false, false, {}}, false);
        const Trace& trace = *opened->folder.runs.front().trace;

        Session session;
        session.paths << runPath;
        session.rows.showsCriticalPath = true;
        session.rows.collapsedStages = {0};
        session.view.run = QString::fromStdString(opened->folder.runs.front().name);
        session.view.range = TimeRange {trace.origin(), trace.origin() + trace.range().end / 2};
        Annotation note;
        note.kind = Annotation::Kind::Time;
        note.text = "here it begins";
        note.subject.run = opened->folder.runs.front().name;
        note.range = {trace.origin() + 1000, trace.origin() + 1000};
        session.notes.push_back(note);
        QFile file(folder.filePath(QStringLiteral("a.bubblescope")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(toJson(session, folder.path()));
        file.close();

        ExportCommand command;
        command.source.useCache = false;
        command.session = file.fileName().toStdString();
        const auto exported = [&](const char* name) {
            command.output = folder.filePath(QLatin1String(name)).toStdString();
            return exportTo(command) == ExitCode::Fine ? contentsOf(folder.filePath(QLatin1String(name)))
                                                       : QByteArray();
        };
        const Seen seen = read(exported("a.svg"));
        QVERIFY(seen.isValid);
        QCOMPARE(seen.texts.filter(QStringLiteral("here it begins")).size(), 1);
        QVERIFY(!seen.texts.filter(QStringLiteral("critical path")).isEmpty());
        QVERIFY(!seen.texts.contains(QStringLiteral("rank 0"))); // its stage is folded
        QVERIFY(seen.texts.contains(QStringLiteral("rank 1")));
        const Step& last = trace.steps().back();
        command.simulate.step = int(last.number);
        QVERIFY(!read(exported("last.svg")).texts.filter(stepText(last.number)).isEmpty());
        command.simulate.step.reset();

        QVERIFY(exported("a.json").contains("here it begins"));
        const auto spans = [&](const char* name) {
            return openSource({{folder.filePath(QLatin1String(name)).toStdString()}, false, false, {}}, false)
                ->folder.runs.front()
                .trace->spanCount();
        };
        QCOMPARE(spans("a.json"), trace.spanCount()); // whatever was in sight
        command.source.range = TimeRange {0, trace.range().end / 4};
        QVERIFY(!exported("b.json").isEmpty());
        QVERIFY(spans("b.json") > 0 && spans("b.json") < trace.spanCount() / 2);
        command.session += "x";
        QVERIFY(exported("c.svg").isEmpty());
    }

    void aStepIsDrawnWithItsOwnTimeAndPath()
    {
        QTemporaryDir folder;
        const std::string runPath = folder.filePath(QStringLiteral("run")).toStdString();
        SampleOptions options;
        options.steps = 3;
        QVERIFY(writeSample(options, runPath));
        ExportCommand command;
        command.source.paths = {runPath};
        command.source.useCache = false;
        command.output = folder.filePath(QStringLiteral("a.svg")).toStdString();
        command.request.showsCriticalPath = true;
        const auto exported = [&] {
            return exportTo(command) == ExitCode::Fine ? read(contentsOf(QString::fromStdString(command.output))) : Seen();
        };
        const OpenedFolderPtr opened = openSource(command.source, false);
        const Step& last = opened->folder.runs.front().trace->steps().back();
        const QString ofLast = QStringLiteral("step %1: %2").arg(last.number).arg(
            formatDuration(double(last.range.duration())));
        const auto says = [](const Seen& seen, const QString& what) { return !seen.texts.filter(what).isEmpty(); };
        QVERIFY(!says(exported(), ofLast));
        command.simulate.step = int(last.number);
        QVERIFY(says(exported(), ofLast));
        QVERIFY(exported().texts.contains(QStringLiteral("0\u00A0ms"))); // the ruler counts from the step, too
        // The path of the step that is in the range.
        command.simulate.step.reset();
        command.source.range = last.range;
        QVERIFY(says(exported(), QStringLiteral("critical path")));
        command.source.range = TimeRange {last.range.end * 10, last.range.end * 11};
        QCOMPARE(exportTo(command), ExitCode::Usage);
    }

    void thePictureOnTheClipboardIsWhatIsInSight()
    {
        const OpenedFolderPtr opened = openedDemo();
        Settings settings(Settings::Storage::None);
        MainWindow window(settings, nullptr);
        window.show(opened);
        window.exports().copyTimeline();
        const QMimeData* data = QApplication::clipboard()->mimeData();
        QVERIFY(data->hasImage());
        QVERIFY(read(data->data(QStringLiteral("image/svg+xml"))).isValid);
    }
};

BUBBLESCOPE_TEST(TstExport, QApplication)

} // namespace bubblescope::tst_export

#include "tst_export.moc"
