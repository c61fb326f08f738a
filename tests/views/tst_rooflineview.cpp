// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formatting.h"
#include "profilerpicture.h"
#include "rooflineplot.h"
#include "rooflinestate.h"
#include "rooflineview.h"
#include "settled.h"
#include "smallfolders.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "workspace.h"

#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QStyle>
#include <QTableView>
#include <QTest>

#include <cmath>

namespace bubblescope::tst_rooflineview {

namespace {

constexpr std::string_view halves = "c10::BFloat16|1000,1000|1000,1;c10::BFloat16|1000,1000|1000,1";
constexpr std::string_view wholes = "float|1000,1000|1000,1;float|1000,1000|1000,1";
constexpr const char* square = "[1000, 1000] [1000, 1000]";

void call(ProfilerPicture& picture, std::string_view name, std::string_view shapes, TimeNs begin, TimeNs length,
    std::string_view inputs)
{
    const uint32_t span = picture.host(0, "thread 1", name, begin, begin + 5);
    picture.builder().setDetail(span, picture.builder().intern(shapes));
    picture.builder().setInputs(span, picture.builder().intern(inputs));
    picture.kernel(0, "stream 7", begin + 3, begin + 3 + length, picture.launch(0, "thread 1", begin + 1));
}

/// Two products of 2e9 operations in 20 us each, one in fp32 in 40 us, a sum of 1e6 in 10 us; 10 us nobody knows about.
/// The first begins at `start`, us.
Run operatorsOfAllSorts(TimeNs start = 0)
{
    ProfilerPicture picture;
    call(picture, "aten::mm", square, start, 20, halves);
    call(picture, "aten::mm", square, start + 100, 20, halves);
    call(picture, "aten::mm", square, start + 200, 40, wholes);
    call(picture, "aten::add", square, start + 300, 10, halves);
    call(picture, "aten::own", "[7]", start + 400, 10, "float|7|1");
    TraceBuilder::Options ofPart;
    ofPart.origin = 0;
    ImportReport report;
    Run run;
    run.name = "run";
    run.trace = std::make_shared<const Trace>(picture.builder().finish(ofPart, report));
    return run;
}

OpenedFolderPtr folderOf(std::vector<Run> runs)
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder.runs = std::move(runs);
    for (const Run& run : opened->folder.runs)
        opened->levels.emplace_back(*run.trace, run.trace->timing());
    return opened;
}

Run ofGpu(Run run, const char* name)
{
    run.machine.devices = {name};
    return run;
}

struct Shown {
    explicit Shown(std::vector<Run> runs)
    {
        workspace.document.setFolder(folderOf(std::move(runs)));
        view.resize(1100, 420);
        view.show();
        deliverEvents();
    }
    bool says(const QString& words) const
    {
        for (const QLabel* label : view.findChildren<QLabel*>()) {
            if (label->isVisibleTo(&view) && (label->text() + label->toolTip()).contains(words))
                return true;
        }
        return false;
    }
    QString plain(int row, RooflineModel::Column column) const
    {
        return view.model().data(view.model().index(row, int(column)), TableModel::PlainRole).toString();
    }

    Workspace workspace;
    RooflineState state {workspace.document, workspace.selection, workspace.window};
    RooflineView view {state, workspace.search};
};

} // namespace

class TstRooflineView : public QObject {
    Q_OBJECT
private slots:
    void everyOperatorAndShapeIsThereWithItsFigures()
    {
        using Column = RooflineModel::Column;
        Shown shown({operatorsOfAllSorts()});
        QCOMPARE(shown.view.model().rowCount(), 4);
        QCOMPARE(shown.plain(0, Column::Types), QStringLiteral("bf16"));
        QCOMPARE(shown.plain(0, Column::Calls), QStringLiteral("2"));
        QCOMPARE(shown.plain(0, Column::Time), QStringLiteral("0.04"));
        QCOMPARE(shown.plain(0, Column::Flops), QStringLiteral("100")); // 4e9 in 40 us
        QCOMPARE(shown.plain(0, Column::Bytes), QStringLiteral("0.3")); // 12e6 in 40 us
        QCOMPARE(shown.plain(0, Column::Intensity), QStringLiteral("333.333333"));
        QCOMPARE(shown.plain(0, Column::OfPeak), QStringLiteral("–")); // nobody knows the GPU
        QCOMPARE(shown.plain(1, Column::Types), QStringLiteral("fp32"));
        QCOMPARE(shown.plain(1, Column::Flops), QStringLiteral("50"));
        QCOMPARE(shown.view.plot()->pointCount(), size_t(3));
        QVERIFY(shown.says(formatShare(0.9))); // 90 of 100 us
        QVERIFY(shown.says(QStringLiteral("its data sheet is not known")));
        QVERIFY(shown.view.plot()->peaks().isEmpty());
        QCOMPARE(shown.view.plot()->reached().compute.size(), size_t(2));
    }

    void whatTheGpuCanDoIsThereWhereItIsKnown()
    {
        Shown shown({ofGpu(operatorsOfAllSorts(), "NVIDIA H100 80GB HBM3")});
        QVERIFY(!shown.view.plot()->peaks().isEmpty());
        QVERIFY(shown.says(QStringLiteral("data sheet of H100")));
        const double ofPeak = shown.plain(0, RooflineModel::Column::OfPeak).toDouble();
        const Roofs& peaks = shown.view.plot()->peaks();
        QVERIFY(std::abs(ofPeak - 100 * 100e12 / peaks.compute[0].flopsPerSecond) < 1e-6);
    }

    void aClickOnADotSearchesForItsCalls()
    {
        Shown shown({operatorsOfAllSorts()});
        RooflinePlot& plot = *shown.view.plot();
        plot.replot(QCustomPlot::rpImmediateRefresh);
        const std::optional<QPointF> at = plot.pixelOf(0);
        QVERIFY(at);
        QVERIFY(plot.axisRect()->rect().contains(at->toPoint()));
        QVERIFY(!plot.pixelOf(3)); // its work is not known
        QTest::mouseClick(&plot, Qt::LeftButton, {}, at->toPoint());
        QCOMPARE(plot.chosen(), 0);
        QCOMPARE(shown.workspace.search.matches().size(), size_t(3)); // also those of other types
        QTest::keyClick(&plot, Qt::Key_Home);                         // what computes least for each byte
        QCOMPARE(
            shown.workspace.search.text(), QStringLiteral("name=\"aten::add\" detail=\"[1000, 1000] [1000, 1000]\""));
        QCOMPARE(shown.workspace.search.matches().size(), size_t(1));
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(plot.chosen(), 1); // fp32 has twice the bytes
        emit shown.view.findChild<TablePanel*>()->rowActivated(3);
        QCOMPARE(
            shown.workspace.document.trace()->name(shown.workspace.selection.span()), std::string_view("aten::own"));
    }

    void aRangeHasOperatorsOfItsOwn_data()
    {
        QTest::addColumn<qint64>("start");
        QTest::newRow("of a run that begins at 0") << qint64(0);
        QTest::newRow("of one that begins later") << qint64(7000);
    }
    void aRangeHasOperatorsOfItsOwn()
    {
        QFETCH(qint64, start);
        Shown shown({operatorsOfAllSorts(start)});
        constexpr TimeNs us = 1000;
        QCOMPARE(shown.workspace.document.trace()->range().begin, start * us);
        shown.workspace.selection.setRange(TimeRange {(start + 150) * us, (start + 320) * us});
        deliverEvents();
        QCOMPARE(shown.view.model().rowCount(), 2);
        QVERIFY(shown.says(QStringLiteral("The selected range")));
        QCOMPARE(shown.plain(0, RooflineModel::Column::Types), QStringLiteral("fp32"));
    }

    void aComparedRunIsDrawnAsRings()
    {
        Shown shown({operatorsOfAllSorts(), operatorsOfAllSorts()});
        QVERIFY(!shown.says(QStringLiteral("Rings")));
        shown.workspace.document.setOtherRun(1);
        deliverEvents();
        QVERIFY(shown.says(QStringLiteral("Rings: run")));
        QCOMPARE(shown.view.model().found()->others.size(), size_t(4));
        shown.workspace.document.setOtherRun(-1);
        deliverEvents();
        QVERIFY(!shown.says(QStringLiteral("Rings")));
    }

    void withoutShapesItSaysHowToRecordThem()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "aten::mm", 0, 5);
        picture.kernel(0, "stream 7", 3, 20, picture.launch(0, "thread 1", 1));
        Run run;
        run.trace = std::make_shared<const Trace>(picture.finish());
        Shown shown({run});
        QVERIFY(shown.says(QStringLiteral("record_shapes=True")));
        QVERIFY(!shown.view.illustration().plot);
        shown.workspace.document.setFolder(nullptr);
        deliverEvents();
        QCOMPARE(shown.view.model().rowCount(), 0);
    }

    void nothingIsCutAtTheEdgesOfThePlot_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("as low as it gets") << QSize(420, 120);
        QTest::newRow("of a small window") << QSize(950, 170);
        QTest::newRow("of a large one") << QSize(2000, 900);
    }
    void nothingIsCutAtTheEdgesOfThePlot()
    {
        QFETCH(QSize, size);
        Shown shown({ofGpu(operatorsOfAllSorts(), "NVIDIA H100 80GB HBM3")});
        RooflinePlot& plot = *shown.view.plot();
        plot.resize(size);
        plot.replot(QCustomPlot::rpImmediateRefresh);
        const QRectF room = plot.axisRect()->rect();
        for (const int place : {0, 1, 2}) {
            const QPointF at = *plot.pixelOf(place);
            const double radius = plot.radiusOfDot(place);
            QVERIFY2(room.contains(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)),
                qPrintable(QStringLiteral("%1: %2, %3 +- %4").arg(place).arg(at.x()).arg(at.y()).arg(radius)));
        }
        std::vector<QRectF> labels;
        for (int i = 0; i < plot.itemCount(); ++i) {
            const auto* label = qobject_cast<QCPItemText*>(plot.item(i));
            if (!label || !label->visible())
                continue;
            const QRectF place(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition());
            QVERIFY2(room.contains(place),
                qPrintable(QStringLiteral("%1 at %2, %3").arg(label->text()).arg(place.left()).arg(place.top())));
            for (const QRectF& other : labels)
                QVERIFY2(!other.intersects(place), qPrintable(label->text()));
            labels.push_back(place);
            const bool isPeak = label->text().startsWith(QStringLiteral("half precision"));
            for (const int of : {0, 1, 2}) // what the data sheet states stands above all that was reached
                QVERIFY(!isPeak || !place.contains(*plot.pixelOf(of)));
        }
        QVERIFY(!labels.empty());
    }

    void kindsFitTheirColumn()
    {
        Shown shown({operatorsOfAllSorts()});
        const auto* table = shown.view.findChild<QTableView*>();
        const int column = int(RooflineModel::Column::Kind);
        shown.view.resize(900, 180);
        deliverEvents();
        const QModelIndex first = table->model()->index(0, column);
        for (const OperatorKind kind : {OperatorKind::Matrix, OperatorKind::Attention, OperatorKind::Convolution,
                 OperatorKind::Norm, OperatorKind::Elements}) {
            const int margin = 2 * (table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1);
            QVERIFY2(table->fontMetrics().horizontalAdvance(operatorKindText(kind)) + margin
                    <= table->visualRect(first).width(),
                qPrintable(operatorKindText(kind)));
        }
    }

    void tinyRatesHaveNoPowersOfTen()
    {
        auto found = std::make_shared<RooflineOperators>();
        OperatorUse use;
        use.name = "aten::all";
        use.calls = 1;
        use.deviceNs = 1e6;
        use.flops = 1000;
        use.bytes = 500;
        found->operators.push_back(use);
        RooflineModel model;
        model.setOperators(found);
        using Column = RooflineModel::Column;
        const auto cell = [&model](Column column) { return model.index(0, int(column)); };
        QCOMPARE(cell(Column::Flops).data().toString(), QStringLiteral("< %1").arg(formatNumber(0.001)));
        QCOMPARE(cell(Column::Bytes).data().toString(), QStringLiteral("< %1").arg(formatNumber(0.001)));
        QCOMPARE(cell(Column::Flops).data(TableModel::PlainRole).toDouble(), 1e-6); // as it is, in files
    }

    void aSimulatedStepSaysWhereItsOperatorsAre()
    {
        Shown shown({operatorsOfAllSorts()});
        auto simulation = std::make_shared<ShownSimulation>();
        simulation->step.run = operatorsOfAllSorts();
        simulation->step.run.origin = Origin::Modelled;
        shown.workspace.document.setSimulation(simulation);
        shown.workspace.document.setTimeline(Document::Timeline::Simulated);
        deliverEvents();
        QVERIFY(shown.says(QStringLiteral("No operators in a simulated step")));
        QVERIFY(!shown.says(QStringLiteral("Open the traces")));
        shown.workspace.document.setTimeline(Document::Timeline::Opened);
        deliverEvents();
        QVERIFY(!shown.says(QStringLiteral("No operators")));
        QCOMPARE(shown.view.model().rowCount(), 4);
    }

    void whatWasGivenUpIsNotBeingCounted()
    {
        Elsewhere elsewhere;
        ProfilerPicture picture;
        for (int i = 0; i < 70'000; ++i) // each is three spans: more than is counted at once
            call(picture, "aten::mm", square, i * 100, 20, halves);
        Run run;
        run.trace = std::make_shared<const Trace>(picture.finish());
        Workspace workspace;
        RooflineState state(workspace.document, workspace.selection, workspace.window);
        state.work().setBackground(elsewhere.function());
        workspace.document.setFolder(folderOf({run}));
        QVERIFY(!state.found());
        QCOMPARE(elsewhere.works.size(), size_t(1));
        state.work().giveUp(TraceWork::Task::Summary);
        QVERIFY(state.found() && state.found()->refusal);
        elsewhere.works.clear();
        workspace.selection.setRange(TimeRange {0, 1000}); // is another question
        QVERIFY(!state.found());
        elsewhere.finish(TraceWork::Task::Summary);
        QVERIFY(state.found() && !state.found()->refusal);
    }

    void dotsAreDrawnInTheColourOfTheirKind()
    {
        Shown shown({ofGpu(operatorsOfAllSorts(), "NVIDIA H100 80GB HBM3")});
        const QImage picture = shown.view.grab().toImage();
        const RooflinePlot& plot = *shown.view.plot();
        QCOMPARE(plot.kinds().size(), size_t(2));
        const QPoint at = plot.mapTo(&shown.view, plot.pixelOf(0)->toPoint());
        const QColor seen = picture.pixelColor(at);
        const QColor kind = RooflinePlot::kindColor(OperatorKind::Matrix, Palette::of(shown.view));
        const QColor ground = Palette::of(shown.view).surface;
        const auto distance = [&seen](const QColor& color) {
            return std::abs(seen.red() - color.red()) + std::abs(seen.green() - color.green())
                + std::abs(seen.blue() - color.blue());
        };
        QVERIFY(distance(kind) < distance(ground) + 60 && distance(ground) > 60);
    }
};

BUBBLESCOPE_TEST(TstRooflineView, QApplication)

} // namespace bubblescope::tst_rooflineview

#include "tst_rooflineview.moc"
