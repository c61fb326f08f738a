// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runsteps.h"
#include "samplefolder.h"
#include "sanitized.h"
#include "settled.h"
#include "smallfolders.h"
#include "smallsample.h"
#include "stepsview.h"
#include "stragglersview.h"
#include "testprogram.h"
#include "workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>

namespace bubblescope::tst_stepsview {

namespace {

/// Step time 100 ms, but 300 ms on rank 3 in step 7.
StepTablePtr oneSlowCell(size_t ranks, size_t steps)
{
    std::vector<StepTable::Row> rows;
    for (size_t r = 0; r < ranks; ++r)
        rows.push_back({int32_t(r), int(r * 2 / ranks), int(r % 2)});
    std::vector<int64_t> numbers;
    for (size_t s = 0; s < steps; ++s)
        numbers.push_back(int64_t(s) + 1);
    StepTable table(std::move(rows), std::move(numbers));
    table.add(StepMeasure::StepTime);
    for (size_t r = 0; r < ranks; ++r) {
        for (size_t s = 0; s < steps; ++s)
            table.set(StepMeasure::StepTime, r, s, r == 3 && s == 6 ? 300 : 100);
    }
    return std::make_shared<const StepTable>(std::move(table));
}

OpenedFolderPtr openedSample()
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder = std::move(makeSampleFolder(smallSample(4))).value();
    return opened;
}

/// Of a log: 20 steps of the job.
OpenedFolderPtr openedLog()
{
    auto opened = std::make_shared<OpenedFolder>();
    RunLog log;
    for (int step = 1; step <= 20; ++step) {
        log.steps.push_back({});
        log.steps.back().step = step;
        log.steps.back().stepMs = 166 + step * 0.01;
    }
    opened->folder.runLogs.push_back(std::move(log));
    return opened;
}

ShownSimulationPtr modelledRun()
{
    auto shown = std::make_shared<ShownSimulation>();
    shown->step.run = openedSample()->folder.runs.front();
    shown->step.run.origin = Origin::Modelled;
    return shown;
}

/// One step, of more spans than are split at once.
OpenedFolderPtr longStep()
{
    TraceBuilder builder;
    const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
    SpanRecord span;
    span.track = track;
    span.name = builder.intern("forward_step");
    span.category = Category::Forward;
    for (int i = 0; i < 210'000; ++i) {
        span.begin = i * 100;
        span.end = i * 100 + 90;
        builder.addSpan(span);
    }
    builder.endStep(0, span.end);
    ImportReport report;
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.trace = std::make_shared<const Trace>(builder.finish({}, report));
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

/// Ranks 0 .. count - 1 in stages and hosts of so many; step time 100 ms, of `slow` 130 ms.
StepTablePtr oneSlowRank(size_t ranks, size_t perStage, size_t perHost, size_t slow)
{
    std::vector<StepTable::Row> rows;
    for (size_t r = 0; r < ranks; ++r)
        rows.push_back({int32_t(r), int(r / perStage), int(r / perHost)});
    StepTable table(std::move(rows), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    table.add(StepMeasure::StepTime);
    for (size_t r = 0; r < ranks; ++r) {
        for (size_t s = 0; s < table.stepCount(); ++s)
            table.set(StepMeasure::StepTime, r, s, r == slow ? 130 : 100 + float(r % 7) * 0.01f);
    }
    return std::make_shared<const StepTable>(std::move(table));
}

/// Those in sight, from the first to the last: where they are and what they say.
std::vector<std::pair<double, QString>> ticksOf(const QCPAxis* axis)
{
    QVector<double> ticks;
    QVector<QString> labels;
    axis->ticker()->generate(axis->range(), QLocale(), QLatin1Char('g'), 6, ticks, nullptr, &labels);
    std::vector<std::pair<double, QString>> found;
    for (qsizetype i = 0; i < ticks.size(); ++i) {
        if (axis->range().contains(ticks[i]) && !labels[i].isEmpty())
            found.emplace_back(axis->coordToPixel(ticks[i]), labels[i]);
    }
    return found;
}

struct Shown {
    Workspace workspace;
    RunSteps steps {workspace.document, workspace.inputs};
    StepsView view {workspace.document, workspace.inputs, workspace.selection, workspace.window, steps};
    explicit Shown(StepTablePtr table)
    {
        view.resize(900, 500);
        view.setAttribute(Qt::WA_DontShowOnScreen);
        view.show();
        steps.setTable(std::move(table));
        view.refreshNow();
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
    }
    const QCPAxisRect* cells() const { return view.plot()->axisRect(1); }
    void order(StepMatrix::Order order)
    {
        view.setOptions({StepMeasure::StepTime, order, StepMatrix::Scale::Value});
        view.refreshNow();
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
    }
    void turn(const QPointF& at, int by, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, view.plot()->mapToGlobal(at), {}, {0, by}, {}, modifiers, {}, false);
        QApplication::sendEvent(view.plot(), &event);
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
    }
    QStringList rowNames() const
    {
        QStringList names;
        for (const auto& [at, name] : ticksOf(cells()->axis(QCPAxis::atLeft)))
            names << name;
        return names;
    }
    QColor colorAt(int row, int step)
    {
        return view.plot()->toPixmap().toImage().pixelColor(view.cellCenter(row, step));
    }
};

} // namespace

class TstStepsView : public QObject {
    Q_OBJECT
private slots:
    void whatWasGivenUpIsNotBeingCompared()
    {
        Elsewhere elsewhere;
        Workspace workspace;
        RunSteps steps(workspace.document, workspace.inputs);
        steps.work().setBackground(elsewhere.function());
        workspace.document.setFolder(longStep());
        StepsView view(workspace.document, workspace.inputs, workspace.selection, workspace.window, steps);
        view.resize(900, 500);
        view.setAttribute(Qt::WA_DontShowOnScreen);
        view.show();
        view.refreshNow();
        const auto says = [&view](const QString& words) {
            const QList<QLabel*> labels = view.findChildren<QLabel*>();
            return std::any_of(
                labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(words); });
        };
        QVERIFY(says(QStringLiteral("Steps are being compared")));
        QVERIFY(!steps.whatIf());
        steps.work().giveUp(TraceWork::Task::Summary);
        view.refreshNow();
        QVERIFY(says(QStringLiteral("Steps could not be compared")));
        steps.work().giveUp(TraceWork::Task::Part);
        QVERIFY(steps.whatIf() && !*steps.whatIf());
        workspace.document.setFolder(longStep()); // is another question
        QVERIFY(!steps.isGivenUp());
        QVERIFY(!steps.table());
        elsewhere.finish(TraceWork::Task::Summary);
        QVERIFY(steps.table() && !steps.table()->isEmpty());
    }

    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void theCaptionExplainsWhatIsDrawn()
    {
        Shown shown(oneSlowCell(8, 20));
        const auto says = [&shown](const char* words) {
            for (const auto* label : shown.view.findChildren<QLabel*>()) {
                if (label->text().contains(QLatin1String(words)))
                    return true;
            }
            return false;
        };
        QVERIFY(says("20 steps of 8 ranks") && says("line: median rank") && says("slowest"));
        shown.view.resize(900, 140); // no room for the curves
        QCoreApplication::processEvents();
        QVERIFY(says("20 steps of 8 ranks") && !says("line: median rank") && says("slowest"));
    }

    void slowCellStandsOut()
    {
        Shown shown(oneSlowCell(8, 20));
        QVERIFY(shown.colorAt(3, 6) != shown.colorAt(3, 5));
        QCOMPARE(shown.colorAt(2, 6), shown.colorAt(3, 5));
        QCOMPARE(int(shown.view.matrix()->timesSlowest(3)), 1);
    }

    void theCurvesLieWithinTheirAxis()
    {
        Shown shown(oneSlowCell(8, 20));
        const QCPAxisRect* curves = shown.view.plot()->axisRect(0);
        const QCPRange range = curves->axis(QCPAxis::atLeft)->range();
        for (const StepMatrix::StepCurve& step : shown.view.matrix()->curve()) {
            QVERIFY(range.contains(double(step.median)));
            QVERIFY(range.contains(double(step.worst)));
        }
        QVERIFY(range.size() < 10 * double(shown.view.matrix()->curve().front().median));
    }

    void aLowPanelKeepsTheMatrixReadable()
    {
        Shown shown(oneSlowCell(8, 20));
        const QCPAxisRect* cells = shown.view.plot()->axisRect(1);
        shown.view.resize(900, 140);
        shown.view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        QVERIFY(!shown.view.plot()->axisRect(0)->visible());
        QVERIFY2(cells->height() > 40, qPrintable(QString::number(cells->height())));
        shown.view.resize(900, 500);
        shown.view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        QVERIFY(shown.view.plot()->axisRect(0)->visible());
    }

    void axesHaveTitlesWhereThereIsRoom()
    {
        Shown shown(oneSlowCell(8, 20));
        const auto titles = [&shown] {
            QStringList all;
            for (const QCPAxisRect* rect : shown.view.plot()->axisRects()) {
                for (const QCPAxis::AxisType side : {QCPAxis::atLeft, QCPAxis::atBottom})
                    all << rect->axis(side)->label();
            }
            for (const auto* scale : shown.view.plot()->findChildren<QCPColorScale*>())
                all << scale->label();
            return all;
        };
        for (const char* title : {"time", "rank", "step", "slowest", "Step time"})
            QVERIFY2(titles().contains(QLatin1String(title)), title);
        shown.view.resize(900, 140);
        QCoreApplication::processEvents();
        QVERIFY(titles().contains(QLatin1String("rank")) && !titles().contains(QLatin1String("step")));
        QVERIFY(shown.view.illustration().summary.contains(QLatin1String("line: median rank"))); // a picture is higher
    }

    void ticksDoNotTouchHoweverLowThePanelIs()
    {
        Shown shown(oneSlowCell(256, 20));
        const QCPColorScale* scale = shown.view.plot()->findChild<QCPColorScale*>();
        QVERIFY(scale);
        for (int height = 110; height < 330; height += isSanitized ? 18 : 6) {
            shown.view.resize(900, height);
            shown.view.plot()->replot(QCustomPlot::rpImmediateRefresh);
            QVERIFY(shown.view.plot()->axisRect(1)->height() >= 60);
            for (const QCPAxis* axis : {shown.view.plot()->axisRect(1)->axis(QCPAxis::atLeft), scale->axis()}) {
                const auto ticks = ticksOf(axis);
                QVERIFY(ticks.size() > 1);
                for (size_t i = 1; i < ticks.size(); ++i) {
                    const double apart = std::abs(ticks[i].first - ticks[i - 1].first);
                    QVERIFY2(apart >= QFontMetrics(axis->tickLabelFont()).height(),
                        qPrintable(QStringLiteral("%1 px apart at a height of %2").arg(apart).arg(height)));
                }
            }
        }
    }

    void theSlowestRowIsNamedHoweverLowThePanelIs()
    {
        Shown shown(oneSlowRank(8, 2, 4, 6));
        for (const int height : {150, 300}) {
            shown.view.resize(900, height);
            shown.view.plot()->replot(QCustomPlot::rpImmediateRefresh);
            const QStringList names = shown.rowNames();
            const bool isNamed = std::any_of(names.begin(), names.end(),
                [](const QString& name) { return name.section(QLatin1Char(' '), -1) == QStringLiteral("6"); });
            QVERIFY2(isNamed, qPrintable(names.join(QLatin1Char(' '))));
        }
    }

    void aLogHasAScaleWhoseTicksDiffer()
    {
        Shown shown(std::make_shared<const StepTable>(StepTable::ofLog(openedLog()->folder.runLogs.front())));
        QVERIFY(shown.view.plot()->findChild<QCPColorScale*>()->visible());
        const auto ticks = ticksOf(shown.view.plot()->axisRect(0)->axis(QCPAxis::atLeft));
        QVERIFY(ticks.size() > 1);
        for (size_t i = 1; i < ticks.size(); ++i)
            QVERIFY2(ticks[i].second != ticks[i - 1].second, qPrintable(ticks[i].second));
    }

    void measuredStepsOfALogComeBeforeAModelledOne()
    {
        Workspace workspace;
        RunSteps steps(workspace.document, workspace.inputs);
        StepsView view(workspace.document, workspace.inputs, workspace.selection, workspace.window, steps);
        StragglersView stragglers(workspace.document, workspace.selection, steps);
        workspace.document.setFolder(openedLog());
        workspace.document.setSimulation(modelledRun());
        view.refreshNow();
        QCOMPARE(view.matrix()->stepCount(), size_t(20));
        QVERIFY(!view.illustration().summary.contains(QStringLiteral("modelled")));
        const StepMatrix* const before = view.matrix();
        workspace.document.setSimulation(modelledRun()); // by a knob
        view.refreshNow();
        QCOMPARE(view.matrix(), before);
        stragglers.refreshNow(); // of what is modelled, which alone tells of ranks
        QVERIFY(stragglers.model().rowCount() > 0);

        workspace.document.setFolder(std::make_shared<OpenedFolder>());
        workspace.document.setSimulation(modelledRun());
        view.refreshNow();
        QVERIFY(view.matrix()->rowCount() > 1);
        QVERIFY(view.illustration().summary.contains(QStringLiteral("modelled")));
    }

    void slowCellStandsOutAmongManyMoreThanPixels()
    {
        Shown shown(oneSlowCell(2000, isSanitized ? 12'000 : 20'000));
        QVERIFY(shown.colorAt(3, 6) != shown.colorAt(1500, 9000));
    }

    void clickChoosesRankAndStepEverywhere()
    {
        Shown shown(oneSlowCell(8, 20));
        QTest::mouseClick(shown.view.plot(), Qt::LeftButton, {}, shown.view.cellCenter(3, 6));
        QCOMPARE(shown.workspace.window.step().value_or(0), int64_t(7));
    }

    void clickFindsWhatStandsOutAmongRanksOfOnePixel()
    {
        Shown shown(oneSlowRank(10'240, 640, 8, 777));
        shown.order(StepMatrix::Order::Value);
        const int x = shown.view.cellCenter(0, 6).x();
        for (const int below : {-2, 0, 1, 2}) { // the red line is a pixel high
            shown.workspace.selection.setRank(-1);
            QTest::mouseClick(shown.view.plot(), Qt::LeftButton, {}, {x, shown.cells()->top() + below});
            QCOMPARE(shown.workspace.selection.rank(), 777);
        }
        shown.order(StepMatrix::Order::Stage);
        shown.workspace.selection.setRank(-1);
        QTest::mouseClick(shown.view.plot(), Qt::LeftButton, {}, shown.view.cellCenter(777, 6));
        QCOMPARE(shown.workspace.selection.rank(), 777);
        const QPoint beside(shown.cells()->right() + 40, shown.view.cellCenter(777, 6).y()); // its bar
        shown.workspace.selection.setRank(-1);
        QTest::mouseClick(shown.view.plot(), Qt::LeftButton, {}, beside);
        QCOMPARE(shown.workspace.selection.rank(), 777);
    }

    void theBarOfTheTopRankIsSeen()
    {
        Shown shown(oneSlowRank(10'240, 640, 8, 777));
        shown.order(StepMatrix::Order::Value);
        const QImage image = shown.view.plot()->toPixmap().toImage();
        const QCPAxisRect* bars = shown.view.plot()->axisRect(2);
        const QColor bar = Palette::of(shown.view).finding;
        int lines = 0;
        for (int y = bars->top() - 2; y < bars->top() + 8; ++y)
            lines += image.pixelColor(bars->center().x(), y) == bar;
        QVERIFY2(lines >= 2, qPrintable(QString::number(lines)));
    }

    void wheelZoomsRanks_data()
    {
        QTest::addColumn<bool>("isBeside");
        QTest::newRow("with Ctrl") << false;
        QTest::newRow("beside the matrix") << true;
    }

    void wheelZoomsRanks()
    {
        QFETCH(bool, isBeside);
        Shown shown(oneSlowRank(10'240, 640, 8, 777));
        const auto at = [&] {
            const QPointF cell = shown.view.cellCenter(777, 6);
            return isBeside ? QPointF(shown.cells()->left() - 8, cell.y()) : cell;
        };
        const Qt::KeyboardModifiers zoom = isBeside ? Qt::NoModifier : Qt::ControlModifier;
        for (int i = 0; i < 3; ++i)
            shown.turn(at(), 1200, zoom);
        QCOMPARE(shown.view.visibleSteps().size(), 12.0);
        QVERIFY(shown.view.visibleRows().size() < 64);
        QVERIFY(shown.view.visibleRows().contains(777));
        QVERIFY(shown.rowNames().front().startsWith(QStringLiteral("stage 1 · 7")));
        shown.turn(at(), -1200, zoom | Qt::ShiftModifier);
        QVERIFY(shown.view.visibleRows().lower > 777);
        shown.workspace.selection.setRank(3); // by another view
        QVERIFY(shown.view.visibleRows().contains(3));
        QTest::mouseDClick(shown.view.plot(), Qt::LeftButton, {}, shown.view.cellCenter(3, 6));
        QCOMPARE(shown.view.visibleRows().size(), 10'240.0);
    }

    void stagesAndHostsAreNamedAndApart()
    {
        Shown shown(oneSlowRank(640, 160, 8, 7));
        shown.view.resize(900, 260);
        shown.order(StepMatrix::Order::Stage);
        QCOMPARE(shown.rowNames(), (QStringList {"stage 0", "stage 1", "stage 2", "stage 3"}));
        const int x = shown.view.cellCenter(0, 6).x();
        const QImage image = shown.view.plot()->toPixmap().toImage();
        const int edge = qRound(shown.cells()->axis(QCPAxis::atLeft)->coordToPixel(159.5));
        QVERIFY(image.pixelColor(x, edge) != image.pixelColor(x, edge + 4));
        shown.order(StepMatrix::Order::Host);
        QVERIFY(shown.rowNames().size() > 3);
        for (const QString& name : shown.rowNames())
            QVERIFY2(name.startsWith(QStringLiteral("host ")), qPrintable(name));
        shown.order(StepMatrix::Order::Value);
        for (const QString& name : shown.rowNames())
            QVERIFY2(name.toInt() >= 0 && !name.contains(QLatin1Char(' ')), qPrintable(name));
    }

    void aDragShowsWhatWasSelected()
    {
        Workspace workspace;
        RunSteps steps(workspace.document, workspace.inputs);
        StepsView view(workspace.document, workspace.inputs, workspace.selection, workspace.window, steps);
        workspace.document.setFolder(openedSample());
        view.resize(900, 400);
        view.show();
        deliverEvents();
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        const QPoint from = view.cellCenter(1, 1);
        const QPoint to = view.cellCenter(1, 2);
        const QPoint before = view.cellCenter(1, 0);
        const QImage image = view.plot()->toPixmap().toImage();
        const auto isOther = [&](const QPoint& at) {
            return view.plot()->toPixmap().toImage().pixelColor(at) != image.pixelColor(at);
        };
        QTest::mousePress(view.plot(), Qt::LeftButton, {}, from);
        QTest::mouseMove(view.plot(), to);
        QTest::mouseRelease(view.plot(), Qt::LeftButton, {}, to);
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        QVERIFY(workspace.selection.range());
        QVERIFY(isOther(from) && isOther(to) && !isOther(before));
        workspace.selection.setRange(std::nullopt);
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        QVERIFY(!isOther(from));
    }

    void lossAndGradientNormShareTheSteps()
    {
        Workspace workspace;
        RunSteps steps(workspace.document, workspace.inputs);
        StepsView view(workspace.document, workspace.inputs, workspace.selection, workspace.window, steps);
        auto opened = std::make_shared<OpenedFolder>(*openedLog());
        for (LogStep& step : opened->folder.runLogs.front().steps) {
            step.loss = 10.0 / step.step;
            step.gradientNorm = 100.0 + step.step;
        }
        workspace.document.setFolder(opened);
        view.resize(900, 500);
        view.show();
        deliverEvents();
        int drawn = 0;
        for (const QCPAxisRect* rect : view.plot()->axisRects()) {
            for (const QCPGraph* graph : rect->graphs())
                drawn += rect->visible() && graph->dataCount() == 20 && graph->valueAxis()->visible();
        }
        QCOMPARE(drawn, 2);
    }

    void deviationsAreToldApartWithoutRedAndGreen()
    {
        for (const Palette& palette : {Palette::light(), Palette::dark()}) {
            const QColor less = palette.deviationColor(-1);
            const QColor more = palette.deviationColor(1);
            QVERIFY(std::abs(less.blue() - more.blue()) > 60); // which those see who confuse red and green
            QCOMPARE(palette.deviationColor(0), palette.surface);
        }
    }

    void wheelZoomsAndPansWithinTheSteps()
    {
        Shown shown(oneSlowCell(8, 1000));
        const auto turn = [&shown, at = QPointF(shown.view.cellCenter(2, 300))](
                              int by, Qt::KeyboardModifiers modifiers) { shown.turn(at, by, modifiers); };
        turn(1200, {});
        QVERIFY(shown.view.visibleSteps().size() < 200);
        QVERIFY(shown.view.visibleSteps().contains(300));
        for (int i = 0; i < (isSanitized ? 20 : 200); ++i)
            turn(1200, Qt::ShiftModifier);
        QCOMPARE(shown.view.visibleSteps().lower, -0.5);
        turn(-24000, {});
        QCOMPARE(shown.view.visibleSteps().size(), 1000.0);
    }

    void panningShowsWhatDrawingAnewShows_data()
    {
        QTest::addColumn<double>("width");
        QTest::newRow("many steps in a pixel") << 9000.0;
        QTest::newRow("some") << 1500.0;
        QTest::newRow("many pixels for a step") << 70.0;
    }

    void panningShowsWhatDrawingAnewShows()
    {
        QFETCH(double, width);
        const StepTablePtr table = oneSlowCell(isSanitized ? 16 : 300, 20'000);
        Shown panned(table);
        for (const double from : {4000.0, 4000.3, 4100.7, 3950.2, 4600.0, 2000.0, 9000.0, 9000.0}) {
            panned.view.setVisibleSteps({from, from + width});
            panned.view.plot()->replot(QCustomPlot::rpImmediateRefresh);
            Shown anew(table);
            anew.view.setVisibleSteps({from, from + width});
            anew.view.plot()->replot(QCustomPlot::rpImmediateRefresh);
            QCOMPARE(panned.view.plot()->toPixmap().toImage(), anew.view.plot()->toPixmap().toImage());
        }
    }

    void rowsCanBeSortedAndCompared()
    {
        Shown shown(oneSlowCell(8, 20));
        shown.view.setOptions({StepMeasure::StepTime, StepMatrix::Order::Value, StepMatrix::Scale::Deviation});
        shown.view.refreshNow();
        QCOMPARE(shown.view.matrix()->row(0).rank, 3);
        QCOMPARE(shown.view.matrix()->value(0, 6), 2.0f);
        QCOMPARE(shown.view.matrix()->value(0, 5), 0.0f);
    }

    void aRunFillsMatrixAndStragglers()
    {
        Workspace workspace;
        RunSteps steps(workspace.document, workspace.inputs);
        StepsView view(workspace.document, workspace.inputs, workspace.selection, workspace.window, steps);
        StragglersView stragglers(workspace.document, workspace.selection, steps);
        view.refreshNow();
        QVERIFY(!view.matrix());
        workspace.document.setFolder(openedSample());
        view.refreshNow();
        stragglers.refreshNow();
        QVERIFY(view.matrix());
        QCOMPARE(view.matrix()->rowCount(), workspace.document.trace()->ranks().size());
        QCOMPARE(view.matrix()->stepCount(), workspace.document.trace()->steps().size());
        QVERIFY(stragglers.model().rowCount() > 4);
        const InequalityModel& parts = stragglers.model();
        const int last = parts.rowCount() - 1;
        QCOMPARE(parts.index(last, InequalityModel::PartColumn).data().toString(), QStringLiteral("step"));
        QCOMPARE(parts.index(last, InequalityModel::NameColumn).data().toLongLong(),
            qint64(workspace.document.trace()->steps().back().number));
        StragglerWhatIf launched;
        launched.launchSlowdown = 1.02;
        QVERIFY(InequalityModel::sentence(launched).contains(QStringLiteral("1.020 times as long again")));
        QVERIFY(view.illustration().plot);
        view.resize(700, 200);
        view.show();
        deliverEvents();
        int captions = 0;
        for (const QLabel* label : view.findChildren<QLabel*>()) {
            if (!label->toolTip().contains(QStringLiteral("how often a rank is the slowest")))
                continue;
            ++captions;
            QVERIFY2(label->text().endsWith(QChar(0x2026)), "cut without a sign of it");
        }
        QCOMPARE(captions, 1);
        for (const QComboBox* box : view.findChildren<QComboBox*>()) {
            for (int i = 0; i < box->count(); ++i)
                QVERIFY2(box->fontMetrics().horizontalAdvance(box->itemText(i)) < box->width(), "an entry is cut");
        }
        // Every rank has the same step time: who is slow is seen in what ranks compute, beside their peers.
        QVERIFY(view.illustration().summary.startsWith(QLatin1String("compute: "), Qt::CaseInsensitive));
        QVERIFY(view.matrix()->options().scale == StepMatrix::Scale::Deviation);
        view.setOptions({StepMeasure::StepTime, StepMatrix::Order::Stage, StepMatrix::Scale::Value});
        workspace.document.setFolder(openedSample());
        view.refreshNow();
        QVERIFY(view.matrix()->options().measure == StepMeasure::StepTime); // it was chosen
    }
};

BUBBLESCOPE_TEST(TstStepsView, QApplication)

} // namespace bubblescope::tst_stepsview

#include "tst_stepsview.moc"
