// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "colorstrip.h"
#include "detailspanel.h"
#include "findingsview.h"
#include "formatting.h"
#include "issuesview.h"
#include "losscurveview.h"
#include "rankcells.h"
#include "rankheatmap.h"
#include "searchresultsview.h"
#include "selectionview.h"
#include "sentence.h"
#include "settled.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "tracetext.h"
#include "workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QWheelEvent>
#include <QtTest>

#include <cmath>
#include <set>

namespace bubblescope::tst_runviews {

namespace {

constexpr TimeNs ms = 1000000;

const char* const picture = R"(
rank0 stage0: [F0 0-10] [F1 10-20] [B0 40-60] [B1 60-80]
rank0 stage0 comm tp: [allreduce 2-5 in F0]
rank1 stage1: [F0 10-30] [B0 30-50] [F1 50-70] [B1 70-100]
)";

OpenedFolderPtr folderFromText(const std::string& text)
{
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.name = "run";
    run.trace = std::make_shared<const Trace>(traceFromText(text));
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

RunLog lossLog(const char* name, int steps, double firstLoss)
{
    RunLog log;
    log.name = name;
    for (int i = 1; i <= steps; ++i) {
        LogStep step;
        step.step = i;
        step.loss = firstLoss / i;
        step.stepMs = i == 1 ? 7000 : 1600 + i;
        step.learningRate = 1e-4;
        log.steps.push_back(step);
    }
    return log;
}

OpenedFolderPtr folderWithLogs(std::vector<RunLog> logs)
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder.runLogs = std::move(logs);
    return opened;
}

template <typename View> void show(View& view, QSize size = QSize(1000, 300))
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    deliverEvents();
}

SpanId findSpan(const Trace& trace, std::string_view name)
{
    for (uint32_t s = 0; s < trace.spanCount(); ++s) {
        if (trace.name(SpanId(s)) == name)
            return SpanId(s);
    }
    return SpanId();
}

} // namespace

class TstRunViews : public QObject {
    Q_OBJECT

    static TablePanel* tableOf(QWidget& view) { return view.findChild<TablePanel*>(); }
    static void clickRow(QWidget& view, int row, int column)
    {
        QTableView* table = tableOf(view)->table();
        const QModelIndex index = table->model()->index(row, column);
        table->scrollTo(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, table->visualRect(index).center());
    }

private slots:
    // The offscreen platform cannot hand size hints to a window manager; anything else is a failure.
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void whatIsTriedIsGoneTo()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        FindingsView view(workspace.document, workspace.search, workspace.diagnosis);
        Findings findings;
        Finding& finding = findings.list.emplace_back();
        finding.title = "Rank 1 is slow";
        finding.evidence.ranks = {1};
        finding.tryKnobs = {{"straggler", "rank:1=0.5"}};
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        show(view, {900, 400});
        const QTableView* table = view.findChild<QTableView*>();
        QVERIFY(!table->isColumnHidden(FindingModel::KindColumn));
        view.resize(570, 400);
        QVERIFY(table->isColumnHidden(FindingModel::KindColumn));
        QVERIFY(table->isColumnHidden(FindingModel::ShareColumn)); // the words name it, too
        QVERIFY2(table->columnWidth(FindingModel::TitleColumn) >= 96, "the finding is cut");
        int widths = 0;
        for (const int column : {FindingModel::CostColumn, FindingModel::ShareColumn, FindingModel::TitleColumn})
            widths += table->columnWidth(column);
        QVERIFY(widths >= table->viewport()->width()); // rows reach the edge
        view.resize(300, 400); // the list keeps its part also where it was squeezed on the way
        view.resize(570, 400);
        QVERIFY2(table->columnWidth(FindingModel::TitleColumn) >= 96, "the finding is cut");
        view.resize(900, 400);
        QSignalSpy tries(&view, &FindingsView::tryRequested);
        for (QPushButton* button : view.findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Try it"))
                button->click(); // nothing is chosen in the list
        }
        QCOMPARE(tries.size(), 1);
        QCOMPARE(workspace.diagnosis.findingIndex(), 0);
        QCOMPARE(workspace.selection.rank(), 1);
    }

    void aButtonThatDoesNothingSaysWhy()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        FindingsView view(workspace.document, workspace.search, workspace.diagnosis);
        Findings findings;
        findings.list.resize(2);
        findings.list[0].title = "The pipeline fills and drains";
        findings.list[0].costNs = 5;
        findings.list[1] = findings.list[0];
        findings.list[1].tryKnobs = {{"microbatches", "8"}};
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        show(view, {900, 400});
        const auto saysSo = [&view] {
            const QList<Sentence*> lines = view.findChildren<Sentence*>();
            return std::any_of(lines.begin(), lines.end(), [](const Sentence* line) {
                return line->isVisible() && line->sentence() == QStringLiteral("No knob addresses this");
            });
        };
        QVERIFY(saysSo());
        for (const QPushButton* button : view.findChildren<QPushButton*>())
            QVERIFY2(button->isEnabled() || !button->toolTip().isEmpty(), qPrintable(button->text()));
        workspace.diagnosis.goToFinding(1);
        QVERIFY(!saysSo());
    }

    void aClickedFindingStaysSelectedWhenThoseOfItsStepReplaceTheList()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        FindingsView view(workspace.document, workspace.search, workspace.diagnosis);
        Findings findings;
        findings.list.resize(2);
        findings.list[0].id = "slow-host";
        findings.list[0].title = "Host node5 is slow";
        findings.list[1].id = "transient-blips";
        findings.list[1].title = "Steps 200 and 201 took longer";
        findings.list[1].evidence.steps = {200, 201};
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        show(view, {900, 400});
        const QTableView* table = view.findChild<QTableView*>();
        const auto middle = [&](int row) { return table->visualRect(table->model()->index(row, 1)).center(); };
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, middle(1));
        QCOMPARE(workspace.diagnosis.findingIndex(), 1);
        std::swap(findings.list[0], findings.list[1]); // of another step, at other costs
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        view.refreshNow();
        QVERIFY(table->selectionModel()->isRowSelected(0, {}) && !table->selectionModel()->isRowSelected(1, {}));
        const QList<QLabel*> labels = view.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->text().contains(QStringLiteral("<b>Steps 200 and 201")); }));
    }

    void aLowPanelSaysWhatWouldHelpWithoutScrolling()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        FindingsView view(workspace.document, workspace.search, workspace.diagnosis);
        Findings findings;
        Finding& finding = findings.list.emplace_back();
        finding.title = "Stage 3 has more work than the others";
        finding.costNs = 160e6;
        finding.sentence = "Stage 3 computes 101.53 ms for a microbatch, 1.25 times the median of the other stages "
                           "(81.08 ms); they wait for it.";
        finding.suggestion = "The last stage also holds the output layer and the loss: give it fewer layers, or split "
                             "the vocabulary over more ranks.";
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        show(view, {950, 148}); // as in a window of 1280 x 720
        view.refreshNow();
        deliverEvents();
        const auto* words = view.findChild<QScrollArea*>()->widget();
        QVERIFY2(words->height() <= view.findChild<QScrollArea*>()->viewport()->height(), "all of it is in sight");
        const QString tight = qobject_cast<const QLabel*>(words)->text();
        QVERIFY(tight.contains(QStringLiteral("What would help</span>: ")));
        view.resize(950, 400);
        deliverEvents();
        QVERIFY(qobject_cast<const QLabel*>(words)->text() != tight);
        view.resize(950, 148);
        deliverEvents();
        QCOMPARE(qobject_cast<const QLabel*>(words)->text(), tight);
    }

    void aLineDoesNotEndWithinANumber()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        FindingsView view(workspace.document, workspace.search, workspace.diagnosis);
        Findings findings;
        Finding& finding = findings.list.emplace_back();
        finding.title = "Rank 2 gets too many tokens";
        finding.sentence = QStringLiteral("Rank 2 is given %1 tokens.").arg(formatCount(6535)).toStdString();
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        show(view, {950, 148});
        view.refreshNow();
        deliverEvents();
        QTextDocument shown;
        shown.setHtml(qobject_cast<const QLabel*>(view.findChild<QScrollArea*>()->widget())->text());
        QVERIFY2(shown.toRawText().contains(QStringLiteral("6\u00a0535 tokens")), qPrintable(shown.toPlainText()));
    }

    void lookingForFindingsShowsItsProgressAndCanBeEnded()
    {
        Workspace workspace;
        auto opened = std::make_shared<OpenedFolder>();
        Run run;
        run.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-10]"));
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
        workspace.document.setFolder(opened);
        FindingsView view(workspace.document, workspace.search, workspace.diagnosis);
        view.resize(900, 400); // a low one leaves the verdict to the first row
        view.show();
        const auto button = [&view](const char* text) {
            for (QPushButton* candidate : view.findChildren<QPushButton*>()) {
                if (candidate->isVisible() && candidate->text() == QLatin1String(text))
                    return candidate;
            }
            return static_cast<QPushButton*>(nullptr);
        };
        const auto says = [&view](const char* text) {
            const auto labels = view.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [text](const QLabel* label) {
                return label->isVisible() && label->text().contains(QLatin1String(text));
            });
        };
        QVERIFY(!button("Cancel"));
        view.setProgress(0.45);
        view.refreshNow();
        QVERIFY(says("45.0"));
        QSignalSpy stops(&view, &FindingsView::stopRequested);
        QSignalSpy looks(&view, &FindingsView::lookRequested);
        QTest::mouseClick(button("Cancel"), Qt::LeftButton);
        QCOMPARE(stops.size(), 1);
        view.refreshNow();
        QVERIFY(says("You stopped"));
        QTest::mouseClick(button("Look again"), Qt::LeftButton);
        QCOMPARE(looks.size(), 1);
        // What was found before stays in sight while another step is looked at.
        Findings findings;
        findings.verdict = "Rank 1 is slow.";
        findings.list.emplace_back().title = "Rank 1 is slow";
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        view.refreshNow();
        QVERIFY(!button("Cancel") && says("Rank 1 is slow."));
        view.setProgress(0.5);
        view.refreshNow();
        QVERIFY(button("Cancel") && says("Below: what was found before."));
    }

    void whatSomeStepsLoseIsOfTheMeanStep()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        FindingsView view(workspace.document, workspace.search, workspace.diagnosis);
        Findings findings;
        for (const char* title : {"Rank 1 is slow", "Step 7 is slow"}) {
            Finding& finding = findings.list.emplace_back();
            finding.title = title;
            finding.sentence = "It takes longer.";
            finding.costNs = 2e6;
            finding.share = 0.25;
        }
        findings.list.back().evidence.steps = {7};
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        show(view, {900, 400});
        const auto words = [&view] {
            return QTextDocumentFragment::fromHtml(
                view.findChild<QScrollArea*>()->widget()->property("text").toString())
                .toPlainText()
                .simplified();
        };
        const auto tip = [&view](int row) {
            return view.model().index(row, FindingModel::ShareColumn).data(Qt::ToolTipRole).toString().simplified();
        };
        QVERIFY2(words().contains(QStringLiteral("2.000 ms, 25.0 % of the step (measured)")), qPrintable(words()));
        QVERIFY2(tip(0).endsWith(QStringLiteral("25.0 % of the step")), qPrintable(tip(0)));
        workspace.diagnosis.markFinding(1);
        QVERIFY2(words().contains(QStringLiteral("25.0 % of the mean step (measured)")), qPrintable(words()));
        QVERIFY2(tip(1).endsWith(QStringLiteral("25.0 % of the mean step")), qPrintable(tip(1)));
    }

    void findingsOfALogLeadToTheirStep()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWithLogs({lossLog("a.log", 20, 20)}));
        FindingsView view(workspace.document, workspace.search, workspace.diagnosis);
        view.resize(500, 300);
        Findings findings;
        findings.list.emplace_back().title = "Gradients are synchronized";
        findings.list.emplace_back().title = "Step 7 is slow";
        findings.list.back().evidence.steps = {7};
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        const auto showWhere = [&] {
            view.refreshNow();
            for (const QPushButton* button : view.findChildren<QPushButton*>()) {
                if (button->text() == QLatin1String("Show where"))
                    return button->isEnabled();
            }
            return false;
        };
        workspace.diagnosis.goToFinding(0);
        QVERIFY(!workspace.window.step() && !showWhere()); // the whole log is where it is
        workspace.diagnosis.goToFinding(1);
        QCOMPARE(workspace.window.step(), std::optional<int64_t>(7));
        QVERIFY(showWhere());
    }

    void clickingACurveSelectsTheStep()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWithLogs({lossLog("a.log", 20, 20), lossLog("b.log", 10, 4)}));
        LossCurveView view(workspace.document, workspace.inputs, workspace.window);
        show(view);
        QCOMPARE(view.shownFigures(), std::vector<StepFigure>({StepFigure::Loss, StepFigure::StepTime}));
        const auto point = view.pointAt(0, 7, StepFigure::Loss);
        QVERIFY(point);
        QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, *point);
        QCOMPARE(workspace.window.step(), std::optional<int64_t>(7));
        QCOMPARE(workspace.inputs.runLogIndex(), 0);
        deliverEvents();
        const auto other = view.pointAt(1, 3, StepFigure::Loss);
        QVERIFY(other);
        QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, *other);
        QCOMPARE(workspace.window.step(), std::optional<int64_t>(3));
        QCOMPARE(workspace.inputs.runLogIndex(), 1);
        QTest::keyClick(view.plot(), Qt::Key_Right);
        QCOMPARE(workspace.window.step(), std::optional<int64_t>(4));
        QTest::keyClick(view.plot(), Qt::Key_Escape);
        QVERIFY(!workspace.window.step());
    }

    void curvesCanBeChosen()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWithLogs({lossLog("a.log", 20, 20)}));
        LossCurveView view(workspace.document, workspace.inputs, workspace.window);
        show(view);
        view.setFigureShown(StepFigure::LearningRate, true);
        view.setFigureShown(StepFigure::Loss, false);
        QTRY_COMPARE(view.shownFigures(), std::vector<StepFigure>({StepFigure::LearningRate, StepFigure::StepTime}));
        QVERIFY(!view.pointAt(0, 7, StepFigure::Loss));
    }

    void aSlowFirstStepIsMarkedAtTheEdge()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWithLogs({lossLog("a.log", 20, 20)}));
        LossCurveView view(workspace.document, workspace.inputs, workspace.window);
        show(view);
        const auto slow = view.pointAt(0, 1, StepFigure::StepTime);
        const auto usual = view.pointAt(0, 10, StepFigure::StepTime);
        QVERIFY(slow && usual);
        QVERIFY(slow->y() < 0); // out of the pane
        QVERIFY(usual->y() > 20 && usual->y() < 280);
    }

    void aFolderWithoutLogsSaysSo()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        LossCurveView view(workspace.document, workspace.inputs, workspace.window);
        show(view);
        QVERIFY(!view.plot()->isVisible());
    }

    void clickingACellSelectsTheRank()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        RankHeatMap view(workspace.document, workspace.selection, workspace.window, workspace.figures);
        show(view, {500, 300});
        QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, view.cellCenter(1));
        QCOMPARE(workspace.selection.rank(), 1);
        QTest::keyClick(view.plot(), Qt::Key_Up);
        QCOMPARE(workspace.selection.rank(), 0);
        QTest::keyClick(view.plot(), Qt::Key_Escape);
        QCOMPARE(workspace.selection.rank(), -1);
    }

    void theHeatMapShowsTheChosenFigure()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        RankHeatMap view(workspace.document, workspace.selection, workspace.window, workspace.figures);
        show(view, {500, 300});
        QCOMPARE(view.value(1), 0.9);  // 90 of 100 ms
        QCOMPARE(view.value(0), 0.57); // 60 of 100 ms, 3 of them in an all-reduce
        view.setMetric(RankHeatMap::Metric::ExposedCommunication);
        QTRY_COMPARE(view.value(0), 0.03);
        view.setMetric(RankHeatMap::Metric::StepTime);
        QTRY_COMPARE(view.value(1), double(90 * ms));
        view.setMetric(RankHeatMap::Metric::Busy);
        workspace.selection.setRange(TimeRange {30 * ms, 50 * ms});
        QTRY_COMPARE(view.value(0), 0.5);
        QVERIFY(std::isnan(view.value(99)));
    }

    void aThousandRanksHaveACellEach()
    {
        std::string text;
        for (int rank = 0; rank < 1024; ++rank)
            text += "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 128) + ": [F0 0-"
                + std::to_string(1 + rank % 7) + "]\n";
        Workspace workspace;
        workspace.document.setFolder(folderFromText(text));
        RankHeatMap view(workspace.document, workspace.selection, workspace.window, workspace.figures);
        show(view, {800, 300});
        for (const int rank : {0, 127, 128, 700, 1023}) {
            QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, view.cellCenter(rank));
            QCOMPARE(workspace.selection.rank(), rank);
        }
        const auto* strip = view.findChild<ColorStrip*>();
        QVERIFY(!strip->isVisible()); // cells shrink before they scroll
        view.resize(300, 300);
        QTRY_VERIFY(strip->isVisible()); // the scale beside the cells is out of sight
        const auto saysWhatColumnsAre = [&view] {
            const auto labels = view.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->isVisible() && label->text().contains(QLatin1String("data parallel"));
            });
        };
        QVERIFY(saysWhatColumnsAre()); // so is the middle of the axis
        QVERIFY(view.plot()->xAxis->label().isEmpty());
        view.resize(2400, 300);
        QTRY_VERIFY(!strip->isVisible());
        QVERIFY(!saysWhatColumnsAre());
        QVERIFY(view.plot()->xAxis->label().contains(QLatin1String("data parallel")));
    }

    void ranksOpenOnWhatTheyComputeBesideTheirPeers()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText("rank0 stage0: [F0 0-50] [B0 90-100]\n"
                                                    "rank1 stage0: [F0 0-50] [B0 90-100]\n"
                                                    "rank2 stage0: [F0 0-80] [B0 90-100]\n"));
        RankHeatMap view(workspace.document, workspace.selection, workspace.window, workspace.figures);
        show(view, {500, 300});
        QCOMPARE(view.metric(), RankHeatMap::Metric::BesidePeers);
        QTRY_COMPARE(view.value(2), 0.5); // 90 of 60 ms
        QCOMPARE(view.value(0), 0.0);
        const auto* cells = dynamic_cast<RankCells*>(view.plot()->plottable(0));
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        const auto* scale = dynamic_cast<QCPColorScale*>(view.plot()->plotLayout()->element(0, 1));
        QVERIFY(scale);
        QCOMPARE(scale->rect().top(), view.plot()->axisRect()->rect().top());
        QCOMPARE(scale->rect().bottom(), view.plot()->axisRect()->rect().bottom());
        const QImage image = view.plot()->toPixmap().toImage();
        const auto ground = [&](int rank) {
            return image.pixelColor(cells->rectOf(*view.grid().find(rank)).topLeft() + QPoint(2, 2));
        };
        const Palette palette = Palette::of(view);
        QCOMPARE(ground(0), palette.deviationColor(0));
        QCOMPARE(ground(2), palette.deviationColor(1));
        // Another run does not change what was chosen.
        view.setMetric(RankHeatMap::Metric::Waiting);
        workspace.document.setFolder(folderFromText(picture));
        deliverEvents();
        QCOMPARE(view.metric(), RankHeatMap::Metric::Waiting);
    }

    void oneRankIsASentence()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText("rank0: [F0 0-50] [B0 90-100]\n"));
        RankHeatMap view(workspace.document, workspace.selection, workspace.window, workspace.figures);
        show(view, {500, 300});
        QVERIFY(!view.plot()->isVisible());
        const auto says = [&view](const QString& words) {
            const auto labels = view.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&words](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
        };
        QTRY_VERIFY(says(formatShare(0.6)));
    }

    void magnifiedCellsCanBeHit()
    {
        std::string text;
        for (int rank = 0; rank < 1024; ++rank)
            text += "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 128) + ": [F0 0-1]\n";
        Workspace workspace;
        workspace.document.setFolder(folderFromText(text));
        RankHeatMap view(workspace.document, workspace.selection, workspace.window, workspace.figures);
        show(view, {500, 300});
        const auto* cells = dynamic_cast<RankCells*>(view.plot()->plottable(0));
        const auto width = [&] { return cells->rectOf(*view.grid().find(0)).width(); };
        QVERIFY(width() < 6);
        const QPointF at = view.cellCenter(5);
        QWheelEvent turn(
            at, view.plot()->mapToGlobal(at), {}, {0, 120}, {}, Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.plot(), &turn);
        QTRY_VERIFY(width() >= 7); // with a gap of one
    }

    void cellsOfTheHeatMapHaveEqualGaps()
    {
        std::string text;
        for (int rank = 0; rank < 64; ++rank)
            text += "rank" + std::to_string(rank) + ": [F0 0-1]\n";
        Workspace workspace;
        workspace.document.setFolder(folderFromText(text));
        RankHeatMap view(workspace.document, workspace.selection, workspace.window, workspace.figures);
        show(view, {500, 300});
        const auto* cells = dynamic_cast<RankCells*>(view.plot()->plottable(0));
        const RankGrid grid(*workspace.document.run());
        for (int width = 120; width < 320; width += 7) { // cells of about 8 pixels among them
            view.resize(width, 300);
            deliverEvents();
            std::set<int> gaps;
            for (int column = 1; column < grid.columns(); ++column)
                gaps.insert(cells->rectOf(*grid.at(column, 0)).left() - cells->rectOf(*grid.at(column - 1, 0)).right());
            QVERIFY2(gaps.size() == 1, qPrintable(QString::number(width)));
        }
    }

    void detailsFollowTheSelection()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        DetailsPanel view(workspace);
        show(view, {300, 600});
        QCOMPARE(view.model().fields().front().label, QStringLiteral("run"));
        const SpanId inside = findSpan(*workspace.document.trace(), "allreduce");
        const SpanId parent = workspace.document.trace()->parent(inside);
        QVERIFY(parent.isValid());
        workspace.selection.setSpan(inside);
        QTRY_COMPARE(view.model().fields().front().label, QStringLiteral("allreduce"));
        int row = 0;
        while (view.model().fields()[size_t(row)].label != QStringLiteral("inside of"))
            ++row;
        workspace.window.setVisibleRange({0, 1}); // before what it goes to
        clickRow(view, row, 1);
        QCOMPARE(workspace.selection.span(), parent);
        const TimeRange there = workspace.window.visibleRange();
        QVERIFY(there.contains(workspace.document.trace()->range(parent)));
        QCOMPARE(workspace.window.historyRanges().back(), there); // a place that one can come back from
        workspace.selection.setSpan(SpanId());
        QTRY_VERIFY(view.model().fields().front().isHeading);
    }

    void longDetailsTakeMoreThanOneLine()
    {
        auto opened = std::make_shared<OpenedFolder>(*folderFromText(picture));
        for (const char* const host : {"node0", "node1"})
            opened->folder.runs[0].clocks.push_back({host, -604'781'214'496'000, 10'240, 504, true});
        Workspace workspace;
        workspace.document.setFolder(opened);
        DetailsPanel view(workspace);
        show(view, {230, 600});
        const auto& fields = view.model().fields();
        const QTableView* table = tableOf(view)->table();
        const auto heightOf = [&](const QString& label) {
            const auto field = std::find_if(
                fields.begin(), fields.end(), [&label](const DetailField& f) { return f.label == label; });
            return field == fields.end() ? 0 : table->rowHeight(int(field - fields.begin()));
        };
        QVERIFY(heightOf(QStringLiteral("kind")) > 0);
        QVERIFY(heightOf(QStringLiteral("node1")) > heightOf(QStringLiteral("kind")) + 8);
    }

    void issuesAndUnknownFilesAreListed()
    {
        auto opened = std::make_shared<OpenedFolder>();
        opened->folder.report.setFile("log.txt");
        opened->folder.report.add(IssueKind::BadNumber, 17, "nan");
        opened->folder.unrecognised = {"picture.png", "weird\nname"};
        Workspace workspace;
        IssuesView view(workspace.document);
        QSignalSpy titles(&view, &IssuesView::titleChanged);
        workspace.document.setFolder(opened);
        QCOMPARE(titles.size(), 1);
        QCOMPARE(view.title(), QStringLiteral("Issues 1"));
        show(view);
        QCOMPARE(tableOf(view)->visibleRowCount(), 1);
        QCOMPARE(view.findChild<QListWidget*>()->count(), 2);
        workspace.document.setFolder(folderFromText(picture));
        QTRY_VERIFY(!tableOf(view)->isVisible());
        QCOMPARE(view.title(), QStringLiteral("Issues"));
    }

    void aLowPanelListsIssuesBesideTheirWords()
    {
        auto opened = std::make_shared<OpenedFolder>();
        for (const IssueKind kind : {IssueKind::BadRecord, IssueKind::UnknownColumns, IssueKind::NotMeasured})
            opened->folder.report.add(kind, std::nullopt, "something");
        opened->folder.unrecognised = {"a.yaml", "b.json", "c.txt", "d.bin"};
        Workspace workspace;
        IssuesView view(workspace.document);
        workspace.document.setFolder(opened);
        show(view);
        view.resize(940, 160);
        QCoreApplication::processEvents();
        const QTableView* table = tableOf(view)->table();
        QVERIFY(table->viewport()->height() >= 3 * table->rowHeight(0));
        QVERIFY(table->isColumnHidden(IssueModel::OffsetColumn)); // nothing has a place
        auto placed = std::make_shared<OpenedFolder>(*opened);
        placed->folder.report.add(IssueKind::TruncatedFile, 1414, "something");
        workspace.document.setFolder(placed);
        view.refreshNow();
        QVERIFY(!table->isColumnHidden(IssueModel::OffsetColumn));
        auto useless = std::make_shared<OpenedFolder>();
        useless->folder.unrecognised = {"a.yaml", "b.json"};
        workspace.document.setFolder(useless);
        view.refreshNow();
        QVERIFY(!table->isVisible() && view.findChild<QListWidget*>()->isVisible());
    }

    void theWordsBesideTheTableAreComplete()
    {
        auto opened = std::make_shared<OpenedFolder>();
        const std::string reason = "it was written by " + std::string(200, 'x') + " or on another kind of machine";
        opened->folder.report.add(IssueKind::UnreadableFile, std::nullopt, reason);
        Workspace workspace;
        IssuesView view(workspace.document);
        workspace.document.setFolder(opened);
        show(view);
        const auto labels = view.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [&](const QLabel* label) { return label->text().contains(QString::fromStdString(reason)); }));
    }

    void columnsOfATableAreNamedFromItsIssue()
    {
        auto opened = std::make_shared<OpenedFolder>();
        const QString file = QStringLiteral("sub/own\u202e.csv"); // is shown otherwise
        opened->folder.report.setFile(file.toStdString());
        opened->folder.report.add(IssueKind::UnknownColumns, std::nullopt, "who, what, from, took");
        Workspace workspace;
        IssuesView view(workspace.document);
        QSignalSpy requested(&view, &IssuesView::columnsRequested);
        workspace.document.setFolder(opened);
        show(view);
        QVERIFY(view.columnsButton()->isVisible() && view.copyButton()->isHidden());
        view.columnsButton()->click();
        QCOMPARE(requested.takeFirst().at(0).toString(), file);
    }

    void theSelectedRangeIsCounted()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        SelectionView view(workspace.document, workspace.selection, workspace.window, workspace.figures,
            workspace.search, workspace.work);
        show(view);
        workspace.selection.setRange(TimeRange {0, 20 * ms});
        QTRY_VERIFY(!view.isCounting() && view.model().rowCount() > 0);
        view.findChild<QComboBox*>()->setCurrentIndex(1);
        QTRY_COMPARE(view.model().index(0, 0).data().toString(), QStringLiteral("forward"));
        QTRY_COMPARE(view.model().index(0, SelectionModel::TotalColumn).data(TableModel::PlainRole).toString(),
            QStringLiteral("30")); // 10 + 10 on rank 0, 10 on rank 1
        workspace.selection.setRange(std::nullopt);
        QTRY_COMPARE(view.model().index(0, 0).data().toString(), QStringLiteral("backward"));
    }

    void matchesAreListedAndGoneTo()
    {
        Workspace workspace;
        workspace.document.setFolder(folderFromText(picture));
        SearchResultsView view(workspace.document, workspace.selection, workspace.search, workspace.window);
        show(view);
        QVERIFY(!tableOf(view)->isVisible());
        const std::string name(workspace.document.trace()->name(findSpan(*workspace.document.trace(), "allreduce")));
        workspace.search.setText(QString::fromStdString(name));
        QTRY_COMPARE(view.model().rowCount(), 1);
        tableOf(view)->table()->setFocus();
        clickRow(view, 0, 0);
        QCOMPARE(workspace.selection.span(), spanOf(*view.model().matchAt(0), *workspace.document.trace()));
        QTest::keyClick(tableOf(view)->table(), Qt::Key_Return);
        QCOMPARE(workspace.search.index(), 0);
        workspace.search.setText(QStringLiteral("no such span"));
        QTRY_VERIFY(!tableOf(view)->isVisible());
    }

    void aBarListsItsSpansAlone()
    {
        std::string text = "rank0 stage0:";
        int at = 0;
        for (int i = 0; i < 30; ++i) {
            const int length = i < 20 ? 1 : 50;
            text += " [optimizer " + std::to_string(at) + "-" + std::to_string(at + length) + "]";
            at += length;
        }
        Workspace workspace;
        workspace.document.setFolder(folderFromText(text));
        SearchResultsView view(workspace.document, workspace.selection, workspace.search, workspace.window);
        workspace.search.setText(QString::fromUtf8(workspace.document.trace()->name(SpanId(0)).data(),
            qsizetype(workspace.document.trace()->name(SpanId(0)).size())));
        show(view);
        QCOMPARE(view.model().rowCount(), 30);
        const int last = static_cast<int>(view.histogram().bars.size()) - 1;
        QVERIFY(last > 0);
        QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, view.barCenter(last));
        QCOMPARE(view.model().rowCount(), 10);
        QCOMPARE(workspace.search.highlighted()->byBegin.size(), size_t(10));
        QCOMPARE(workspace.search.matches().size(), size_t(30));
        QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, view.barCenter(last));
        QCOMPARE(view.model().rowCount(), 30);
        QCOMPARE(workspace.search.highlighted()->byBegin.size(), size_t(30));
        QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, view.barCenter(last));
        workspace.search.setText(QStringLiteral("opt")); // another search starts with all of its matches
        QTRY_COMPARE(view.model().rowCount(), 30);
        QCOMPARE(workspace.search.highlighted()->byBegin.size(), size_t(30));
    }
};

BUBBLESCOPE_TEST(TstRunViews, QApplication)

} // namespace bubblescope::tst_runviews

#include "tst_runviews.moc"
