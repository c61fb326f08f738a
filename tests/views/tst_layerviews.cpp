// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layercostview.h"
#include "plotstyle.h"
#include "sentence.h"
#include "settled.h"
#include "stageview.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "tracetext.h"
#include "workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include <cmath>

namespace bubblescope::tst_layerviews {

namespace {

LayerRow row(const char* name, double forwardMs)
{
    LayerRow r;
    r.name = name;
    r.forwardNs = forwardMs * 1e6;
    return r;
}

LayerTable oneLayerTable(const char* name)
{
    LayerTable table;
    table.name = name;
    table.rows = {row("embed", 1), row("norm", 2), row("attention", 3), row("head", 10)};
    table.block = {1, 3};
    table.layerCount = 6;
    return table;
}

RunLog stageLog()
{
    RunLog log;
    log.name = "run.log";
    log.microbatches = 1;
    for (const int step : {1, 2, 3}) {
        log.blocks.push_back({step, 0, 0, {{StageBlock::embedding, 1.0 * step, 1, 1}, {0, 4, 1, 4}, {1, 2, 1, 2}}, 0});
        log.blocks.push_back({step, 1, 1, {{1, 3, 1, 3}, {StageBlock::head, 8, 1, 8}}, 0});
        log.steps.push_back({});
        log.steps.back().step = step;
    }
    return log;
}

OpenedFolderPtr folderWith(std::vector<LayerTable> tables, std::vector<RunLog> logs)
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder.layerTables = std::move(tables);
    opened->folder.runLogs = std::move(logs);
    return opened;
}

template <typename View> void show(View& view)
{
    view.resize(1000, 300);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    deliverEvents();
}

} // namespace

class TstLayerViews : public QObject {
    Q_OBJECT

    static StackedBarPlot* plotOf(QWidget& view) { return view.findChild<StackedBarPlot*>(); }
    static TablePanel* tableOf(QWidget& view) { return view.findChild<TablePanel*>(); }
    static void clickBar(QWidget& view, int bar)
    {
        QTest::mouseClick(plotOf(view), Qt::LeftButton, Qt::NoModifier, plotOf(view)->barCenter(bar));
    }

private slots:
    void draggingAStageBoundaryMovesALayer()
    {
        Workspace workspace;
        LayerCostView view(workspace);
        view.resize(900, 400);
        view.show();
        workspace.document.setFolder(folderWith({oneLayerTable("gpt")}, {}));
        workspace.inputs.setFoldedLayers(8);
        view.setPartition({4, 4});
        view.refreshNow();
        auto* plot = view.findChild<StackedBarPlot*>();
        QCOMPARE(plot->zones().size(), size_t(2));
        QSignalSpy moved(&view, &LayerCostView::partitionMoved);
        const double line = plot->zones()[1].begin;
        const auto pixel = [plot](double place) {
            return QPoint(int(std::lround(plot->xAxis->coordToPixel(place))), plot->axisRect()->center().y());
        };
        QTest::mousePress(plot, Qt::LeftButton, {}, pixel(line));
        QTest::mouseMove(plot, pixel(line - 2));
        QCOMPARE(view.partition(), (std::vector<int> {2, 6}));
        QTest::mouseRelease(plot, Qt::LeftButton, {}, pixel(line - 2));
        QVERIFY(moved.count() >= 2);
        QVERIFY(!moved.back().at(1).toBool());
        QCOMPARE(moved.back().at(0).value<std::vector<int>>(), (std::vector<int> {2, 6}));
    }
    void aLowChartKeepsRoomForCaptions()
    {
        Workspace workspace;
        LayerCostView view(workspace);
        view.resize(900, 190);
        view.show();
        workspace.document.setFolder(folderWith({oneLayerTable("gpt")}, {}));
        view.refreshNow();
        StackedBarPlot* plot = plotOf(view);
        plot->replot();
        bool found = false;
        const double highest = plot->plottable(0)->getValueRange(found).upper;
        QVERIFY(found);
        QVERIFY(plot->yAxis->coordToPixel(highest) - plot->axisRect()->top() >= plot->fontMetrics().height());
        QVERIFY(plot->yAxis->ticker()->tickCount() <= std::max(1, plot->axisRect()->height() / plot->fontMetrics().height()));
    }
    void aLowPanelLeavesItsChartMoreThanHalf()
    {
        Workspace workspace;
        LayerCostView view(workspace);
        view.resize(940, 170);
        view.show();
        LayerTable table = oneLayerTable("gpt");
        for (LayerRow& layer : table.rows) {
            layer.backwardNs = layer.forwardNs;
            layer.weightGradientNs = layer.forwardNs;
        }
        workspace.document.setFolder(folderWith({table, table}, {}));
        view.refreshNow();
        deliverEvents();
        QVERIFY2(plotOf(view)->height() > view.height() / 2, qPrintable(QString::number(plotOf(view)->height())));
        const auto* sentence = view.findChild<Sentence*>();
        QVERIFY(sentence->text().size() < sentence->sentence().size());
        QCOMPARE(sentence->toolTip(), sentence->sentence());
        view.resize(940, 400);
        deliverEvents();
        QCOMPARE(sentence->text(), sentence->sentence());
    }
    void aPartitionOfAnotherNumberOfLayersIsNotDrawn()
    {
        Workspace workspace;
        LayerCostView view(workspace);
        workspace.document.setFolder(folderWith({oneLayerTable("gpt")}, {}));
        workspace.inputs.setFoldedLayers(6);
        view.setPartition({4, 4});
        view.refreshNow();
        QVERIFY(view.findChild<StackedBarPlot*>()->zones().empty());
    }

    // The offscreen platform cannot hand size hints to a window manager; anything else is a failure.
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void clickingABarSelectsTheLayer()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({oneLayerTable("gpt")}, {}));
        LayerCostView view(workspace);
        show(view);
        QCOMPARE(plotOf(view)->bars().size(), size_t(8)); // prologue, 6 layers, epilogue
        clickBar(view, 3);
        QCOMPARE(workspace.selection.layer(), QStringLiteral("2"));
        QCOMPARE(plotOf(view)->selected(), std::vector<int>({3}));
        QTest::keyClick(plotOf(view), Qt::Key_Right);
        QCOMPARE(workspace.selection.layer(), QStringLiteral("3"));
        QTest::keyClick(plotOf(view), Qt::Key_End);
        QCOMPARE(workspace.selection.layer(), QStringLiteral("epilogue"));
        QTest::keyClick(plotOf(view), Qt::Key_Escape);
        QCOMPARE(workspace.selection.layer(), QString());
    }

    void choosingARowSelectsItsLayerAndMarksAllRepeats()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({oneLayerTable("gpt")}, {}));
        LayerCostView view(workspace);
        show(view);
        QTableView* table = tableOf(view)->table();
        const QRect cell = table->visualRect(table->model()->index(2, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, cell.center());
        QCOMPARE(workspace.selection.layer(), QStringLiteral("attention"));
        QCOMPARE(plotOf(view)->selected(), std::vector<int>({1, 2, 3, 4, 5, 6}));
    }

    void theSpinBoxFoldsTheTableOut()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({oneLayerTable("gpt")}, {}));
        LayerCostView view(workspace);
        show(view);
        auto* box = view.findChild<QSpinBox*>();
        QVERIFY(box->isVisible());
        QCOMPARE(box->value(), 6);
        box->setValue(3);
        QCOMPARE(workspace.inputs.foldedLayers(), 3);
        QTRY_COMPARE(plotOf(view)->bars().size(), size_t(5));
        workspace.inputs.setFoldedLayers(12);
        QTRY_COMPARE(box->value(), 12);
    }

    void layersAreThoseOfWhatTheTimelineIsModelledOf()
    {
        Workspace workspace;
        auto opened = std::make_shared<OpenedFolder>();
        opened->folder.layerTables = {oneLayerTable("gpt"), oneLayerTable("llama")};
        Workload workload;
        workload.name = "w";
        workload.rows.resize(2);
        for (WorkloadRow& row : workload.rows)
            row.forward.computeNs = 1e6;
        opened->folder.workloads.push_back(workload);
        workspace.document.setFolder(opened);
        LayerCostView view(workspace);
        show(view);
        auto* sources = view.findChild<QComboBox*>();
        QCOMPARE(sources->currentText(), QStringLiteral("Table: gpt"));
        workspace.inputs.setModelled({SimulationSource::Kind::Workload, 0, 0});
        QTRY_COMPARE(sources->currentText(), QStringLiteral("Workload: w"));
        sources->setCurrentIndex(1);
        emit sources->activated(1);
        workspace.inputs.setModelled({SimulationSource::Kind::Workload, 0, 0}); // simulated again
        QTRY_COMPARE(sources->currentText(), QStringLiteral("Table: llama"));
        workspace.inputs.setModelled({SimulationSource::Kind::LayerTable, 0, 0});
        QTRY_COMPARE(sources->currentText(), QStringLiteral("Table: gpt"));
    }

    void sourcesCanBeChosen()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({oneLayerTable("one"), oneLayerTable("two")}, {stageLog()}));
        LayerCostView view(workspace);
        show(view);
        auto* box = view.findChild<QComboBox*>();
        QVERIFY(box->isVisible());
        QCOMPARE(box->count(), 3);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(workspace.inputs.layerTableIndex(), 1);
        QTest::keyClick(box, Qt::Key_Down);
        QTRY_COMPARE(plotOf(view)->bars().size(), size_t(4)); // embed, 0, 1, lm_head
        QVERIFY(!view.findChild<QSpinBox*>()->isVisible());
    }

    void stagesAreCutThroughASharedLayer()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({}, {stageLog()}));
        LayerCostView view(workspace);
        show(view);
        const auto& zones = plotOf(view)->zones();
        QCOMPARE(zones.size(), size_t(2));
        QCOMPARE(zones[0].end, 2.0); // the middle of layer 1, which both stages run
        QCOMPARE(zones[1].begin, 2.0);
        QCOMPARE(zones[1].end, 3.5);
        QCOMPARE(zones[1].name, QStringLiteral("stage 1"));
    }

    void theStepChosenAnywhereIsShown()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({}, {stageLog()}));
        LayerCostView view(workspace);
        show(view);
        QCOMPARE(plotOf(view)->bars()[0].parts[0].ns, 2.5e6);
        workspace.window.setStep(3);
        QTRY_COMPARE(plotOf(view)->bars()[0].parts[0].ns, 3e6);
    }

    void nothingToShowSaysWhy()
    {
        Workspace workspace;
        LayerCostView layers(workspace);
        StageView stages(workspace);
        show(layers);
        show(stages);
        QVERIFY(!plotOf(layers)->isVisible());
        QVERIFY(!plotOf(stages)->isVisible());
        workspace.document.setFolder(folderWith({oneLayerTable("gpt")}, {}));
        QTRY_VERIFY(plotOf(layers)->isVisible());
        QVERIFY(!plotOf(stages)->isVisible());
        workspace.document.setFolder(nullptr);
        QTRY_VERIFY(!plotOf(layers)->isVisible());
    }

    void aHiddenViewIsMadeUpForWhenShown()
    {
        Workspace workspace;
        LayerCostView view(workspace);
        workspace.document.setFolder(folderWith({oneLayerTable("gpt")}, {}));
        QCOMPARE(view.model().rowCount(), 0);
        view.refreshNow();
        QCOMPARE(view.model().rowCount(), 4);
    }

    void clickingAStageSelectsIt()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({}, {stageLog()}));
        StageView view(workspace);
        show(view);
        QCOMPARE(plotOf(view)->bars().size(), size_t(2));
        clickBar(view, 1);
        QCOMPARE(workspace.selection.stage(), 1);
        QCOMPARE(tableOf(view)->currentRow(), 1);
        workspace.selection.setStage(0);
        QCOMPARE(plotOf(view)->selected(), std::vector<int>({0}));
        bool isNamed = false;
        for (const QLabel* label : view.findChildren<QLabel*>())
            isNamed |= label->isVisible() && label->text().contains(QStringLiteral("stage 1 is the slowest"));
        QVERIFY(isNamed);
    }

    void measuredStagesOfALogComeBeforeModelledOnes()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({}, {stageLog()}));
        auto shown = std::make_shared<ShownSimulation>();
        shown->step.run.name = "step";
        shown->step.run.origin = Origin::Modelled;
        shown->step.run.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-10] [B0 40-60]"));
        workspace.document.setSimulation(shown);
        StageView view(workspace);
        show(view);
        const auto* box = view.findChild<QComboBox*>();
        QCOMPARE(box->currentText(), QStringLiteral("Log: run.log"));
        QCOMPARE(box->itemText(1), QStringLiteral("Modelled: step"));
        QCOMPARE(plotOf(view)->bars().size(), size_t(2));
    }

    void aRangeLimitsTheTimesOfATraceAndIsNamed()
    {
        auto opened = std::make_shared<OpenedFolder>();
        Run run;
        run.trace = std::make_shared<const Trace>(traceFromText(R"(
rank0 stage0: [F0 0-10] [F1 10-40] [B0 40-60] [B1 60-80]
rank1 stage1: [F0 10-30] [B0 30-40] [F1 40-70] [B1 70-100])"));
        opened->folder.runs.push_back(std::move(run));
        Workspace workspace;
        workspace.document.setFolder(opened);
        StageView stages(workspace);
        LayerCostView layers(workspace);
        show(stages);
        show(layers);
        for (PanelView* view : {static_cast<PanelView*>(&stages), static_cast<PanelView*>(&layers)}) {
            workspace.selection.setRange(std::nullopt);
            QTRY_COMPARE(plotOf(*view)->bars()[0].parts[0].ns, 20e6); // median of F0 and F1
            workspace.selection.setRange(TimeRange {0, 35'000'000});
            QTRY_COMPARE(plotOf(*view)->bars()[0].parts[0].ns, 10e6); // F1 is cut by the range
            bool isNamed = false;
            for (const QLabel* label : view->findChildren<QLabel*>())
                isNamed |= label->isVisible() && label->text().contains(QStringLiteral("in the selected range, 0.0"));
            QVERIFY(isNamed);
        }
    }

    void aLegendWithoutRoomForALineCountsWhatItLeavesOut()
    {
        const auto drawn = [](std::vector<LegendRow::Entry> entries) {
            LegendRow legend;
            legend.setEntries(std::move(entries));
            const int line = legend.heightForWidth(legend.sizeHint().width());
            legend.resize(legend.minimumSizeHint().width(), line * 5 / 2);
            return legend.grab().toImage();
        };
        const LegendRow::Entry forward {QStringLiteral("weight gradient"), Qt::blue};
        const LegendRow::Entry backward {QStringLiteral("backward"), Qt::red};
        const LegendRow::Entry other {QStringLiteral("other compute"), Qt::green};
        const QImage image = drawn({forward, backward, other});
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                QVERIFY(image.pixelColor(x, y) != QColor(Qt::green)); // not half of it
        }
        QVERIFY(image != drawn({forward, backward})); // but its number
    }

    void aLegendTakesTwoLinesRatherThanCutItsNames()
    {
        LegendRow legend;
        legend.setEntries({{QStringLiteral("forward"), Qt::blue}, {QStringLiteral("weight gradient"), Qt::red},
            {QStringLiteral("communication"), Qt::green}});
        const int line = legend.heightForWidth(legend.sizeHint().width());
        QCOMPARE(legend.sizeHint().height(), line);
        QCOMPARE(legend.heightForWidth(legend.sizeHint().width() - 1), 2 * line);
        QCOMPARE(legend.heightForWidth(1), 3 * line);
        QVERIFY(legend.minimumSizeHint().width() < legend.sizeHint().width());
    }

    void aLegendTakesALineOfItsOwnRatherThanSeveralBesideControls()
    {
        QWidget panel;
        auto* column = new QVBoxLayout(&panel);
        auto* row = new QHBoxLayout;
        auto* own = new QHBoxLayout;
        column->addLayout(row);
        column->addLayout(own);
        auto* control = new QWidget(&panel);
        control->setMinimumWidth(200);
        row->addWidget(control);
        auto* legend = new LegendRow(&panel);
        legend->setEntries({{QStringLiteral("forward"), Qt::blue}, {QStringLiteral("weight gradient"), Qt::red},
            {QStringLiteral("communication"), Qt::green}});
        legend->moveTo(row, own);
        panel.setAttribute(Qt::WA_DontShowOnScreen);
        panel.show();
        const int whole = legend->sizeHint().width();
        panel.resize(whole + 260, 200);
        QVERIFY(row->indexOf(legend) >= 0 && own->isEmpty());
        panel.resize(whole + 60, 200);
        QVERIFY(row->indexOf(legend) < 0 && own->indexOf(legend) >= 0);
        legend->setMostLines(1); // in a low panel a line is worth more than names
        QVERIFY(row->indexOf(legend) >= 0);
    }

    void tablesSortFilterAndCopy()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({oneLayerTable("gpt")}, {}));
        LayerCostView view(workspace);
        show(view);
        TablePanel* panel = tableOf(view);
        const int forward = view.model().place(LayerModel::Column::Forward);
        panel->table()->sortByColumn(forward, Qt::DescendingOrder);
        QVERIFY(panel->csv().section(QStringLiteral("\r\n"), 1, 1).startsWith(QStringLiteral("head,")));
        QTest::keyClicks(panel->filterEdit(), QStringLiteral("ATTENTION"));
        QCOMPARE(panel->visibleRowCount(), 1);
        panel->table()->setFocus();
        panel->table()->selectAll();
        QTest::keyClick(panel->table(), Qt::Key_C, Qt::ControlModifier);
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(QStringLiteral("layer\tpart\tforward (ms)")), qPrintable(copied));
        QVERIFY(copied.contains(QStringLiteral("\nattention\tlayer × 6\t3\t")));
        QSignalSpy spy(panel, &TablePanel::rowChosen);
        panel->selectRows({2});
        QCOMPARE(spy.size(), 0); // what others chose is not told back
    }

    void csvQuotesAndDisarmsFormulas()
    {
        LayerTable table = oneLayerTable("gpt");
        table.rows[0].name = "a,\"b\"";
        table.rows[1].name = "=HYPERLINK()";
        LayerModel model;
        model.setCosts(layerCosts(table, 1));
        TablePanel panel(model, QStringLiteral("Layers"));
        QToolButton* button = nullptr;
        for (QToolButton* candidate : panel.findChildren<QToolButton*>()) {
            if (candidate->text() == QStringLiteral("CSV"))
                button = candidate;
        }
        QVERIFY(button && button->isHidden()); // nobody would write the file
        QSignalSpy spy(&panel, &TablePanel::csvRequested);
        QVERIFY(!button->isHidden());
        button->click();
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.front()[0].toString(), QStringLiteral("Layers"));
        const QString csv = panel.csv();
        QVERIFY(csv.contains(QStringLiteral("\"a,\"\"b\"\"\",")));
        QVERIFY(csv.contains(QStringLiteral("\r\n'=HYPERLINK()")));
    }

    void namesOnTheAxisNeverOverlap_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<double>("pixels");
        QStringList layers {QStringLiteral("embed")};
        for (int i = 0; i < 96; ++i)
            layers.append(QString::number(i));
        layers.append(QStringLiteral("lm_head"));
        QStringList rows;
        for (int i = 0; i < 51; ++i)
            rows.append(QStringLiteral("transformer_h_0_something_%1").arg(i));
        for (const double pixels : {60.0, 300.0, 900.0, 4000.0}) {
            QTest::addRow("layers %d", int(pixels)) << layers << pixels;
            QTest::addRow("rows %d", int(pixels)) << rows << pixels;
        }
    }
    void namesOnTheAxisNeverOverlap()
    {
        QFETCH(QStringList, names);
        QFETCH(double, pixels);
        const QCPRange range(-0.5, double(names.size()) - 0.5);
        const auto width = [](const QString& name) { return 7.0 * double(name.size()); };
        const auto places = NameTicker::fittingPlaces(names, range, pixels, width);
        QVERIFY(!places.isEmpty());
        const double perPlace = pixels / range.size();
        for (int i = 0; i + 1 < places.size(); ++i) {
            const auto half = [&](double place) { return width(NameTicker::shortName(names[int(place)])) / 2; };
            QVERIFY((places[i + 1] - places[i]) * perPlace >= half(places[i]) + half(places[i + 1]));
        }
    }

    void aPlotThatGrewShowsAllNamesAtOnce()
    {
        QCustomPlot plot;
        const QSharedPointer<NameTicker> ticker(new NameTicker(plot.xAxis));
        ticker->setNames({QStringLiteral("Block_0"), QStringLiteral("Block_1"), QStringLiteral("Block_2")});
        plot.xAxis->setTicker(ticker);
        plot.xAxis->setRange(-0.5, 2.5);
        plot.setViewport(QRect(0, 0, 150, 100));
        plot.replot();
        plot.setViewport(QRect(0, 0, 900, 300));
        plot.replot();
        QCOMPARE(plot.xAxis->tickVector(), QVector<double>({0, 1, 2}));
    }

    void namesThatAreNoNumbersComeFirst()
    {
        const QStringList names {
            QStringLiteral("embed"), QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("lm_head")};
        const auto places = NameTicker::fittingPlaces(
            names, QCPRange(-0.5, 3.5), 170, [](const QString& name) { return 7.0 * double(name.size()); });
        QVERIFY(places.contains(0));
        QVERIFY(places.contains(3));
    }
};

BUBBLESCOPE_TEST(TstLayerViews, QApplication)

} // namespace bubblescope::tst_layerviews

#include "tst_layerviews.moc"
