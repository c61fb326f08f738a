// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "derivedtrace.h"
#include "findings.h"
#include "formatting.h"
#include "ganttview.h"
#include "legend.h"
#include "palette.h"
#include "pathoverlay.h"
#include "rangetrail.h"
#include "settled.h"
#include "spantext.h"
#include "testprogram.h"
#include "timelinecontroller.h"
#include "timelineoverlay.h"
#include "tracetext.h"
#include "workspace.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <vector>

namespace bubblescope::tst_ganttview {

namespace {

constexpr TimeNs ms = 1'000'000;

const char* const pipeline = R"(
rank0 stage0: [F0 0-100] [B0 400-600]
rank0 stage0 comm pp: [SF0 100-110] [RB0 110-400]
rank1 stage1: [F0 110-200] [B0 200-380] [optimizer 600-640]
rank1 stage1 comm pp: [RF0 0-110] [SB0 380-400]
)";

/// A view of a run, on a screen that is not there.
class Fixture {
public:
    explicit Fixture(const char* picture = pipeline, Run::Kind kind = Run::Kind::Measured) : view(&workspace)
    {
        Trace trace = traceFromText(picture);
        std::vector<Link> links;
        const auto link = [&](Operation from, Operation to) {
            const SpanId send = find(trace, from);
            const SpanId receive = find(trace, to);
            if (send.isValid() && receive.isValid())
                links.push_back({send, receive});
        };
        link(Operation::SendForward, Operation::RecvForward);
        link(Operation::SendBackward, Operation::RecvBackward);
        Run run;
        run.kind = kind;
        run.trace = std::make_shared<const Trace>(DerivedTrace::linked(std::move(trace), links));
        show(std::move(run));
    }
    explicit Fixture(Run run) : view(&workspace) { show(std::move(run)); }
    static SpanId find(const Trace& trace, Operation operation, int rank = -1)
    {
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            if (trace.operation(SpanId(i)) == operation
                && (rank < 0 || trace.track(trace.track(SpanId(i))).rank == rank))
                return SpanId(i);
        }
        return SpanId();
    }
    SpanId find(Operation operation, int rank = -1) const { return find(*workspace.document.trace(), operation, rank); }
    TimelinePlot& plot() { return view.plot(); }
    QPoint centerOf(SpanId span) { return plot().rectOf(span).center().toPoint(); }
    QPoint at(TimeNs time, SpanId onRowOf)
    {
        return QPoint(int(std::lround(plot().timeScale().x(time))), centerOf(onRowOf).y());
    }
    void wheel(QPointF point, int delta, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(
            point, plot().mapToGlobal(point), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&plot(), &event);
    }

    /// As the program does on a thread.
    void explain()
    {
        Run run = *workspace.document.run();
        run.layout.pipeline = 2;
        run.layout.world = 2;
        run.layout.tensor = 1;
        std::optional<RunAnalysis> analysis = analyzeRun(run);
        workspace.diagnosis.setReasons(std::make_shared<const StepReasons>(run, *analysis));
    }

    Workspace workspace;
    GanttView view;

private:
    void show(Run run)
    {
        auto opened = std::make_shared<OpenedFolder>();
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
        workspace.document.setFolder(opened);
        view.resize(1000, 500);
        view.show();
        (void)QTest::qWaitForWindowExposed(&view);
        view.plot().setFocus();
    }
};

/// Two steps of 1 s, the second one at 1 s.
Run twoSteps()
{
    TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-400] [B0 400-1000] [F0 1000-1400] [B0 1400-2000]");
    builder.addStep(0, {7, {0, 1000 * ms}});
    builder.addStep(0, {8, {1000 * ms, 2000 * ms}});
    Run run;
    ImportReport report;
    run.trace = std::make_shared<const Trace>(builder.finish({}, report));
    return run;
}

/// Two ranks of one tensor-parallel group, and a receive whose send is not in the trace.
Run tensorRun()
{
    Run run;
    run.trace = std::make_shared<const Trace>(traceFromText(R"(
rank0 stage0: [F0 0-80] [F1 100-200]
rank0 stage0 comm tp: [allreduce 80-100]
rank0 stage0 comm pp: [RF1 200-300]
rank1 stage0: [F0 0-20] [F1 100-200]
rank1 stage0 comm tp: [allreduce 20-100]
)"));
    run.layout.world = 2;
    run.layout.tensor = 2;
    run.layout.pipeline = 1;
    return run;
}

int countOf(const QImage& image, const QRect& part, const QColor& color)
{
    int count = 0;
    const QRect inside = part.intersected(image.rect());
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x)
            count += image.pixel(x, y) == color.rgb() ? 1 : 0;
    }
    return count;
}

} // namespace

class TstGanttView : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void whatIsSelectedStaysInSightWhereTheViewGetsLower()
    {
        std::string picture;
        for (int rank = 0; rank < 12; ++rank)
            picture += "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 3) + ": [F0 0-100] [B0 100-300]\n";
        Fixture f(picture.c_str());
        f.view.resize(1000, 900);
        QCoreApplication::processEvents();
        const SpanId last = f.find(Operation::Forward, 11);
        f.workspace.selection.setSpan(last);
        QVERIFY(f.plot().geometryOfParts().spans.contains(f.centerOf(last)));
        f.view.resize(1000, 260);
        QCoreApplication::processEvents();
        QVERIFY(f.plot().geometryOfParts().spans.contains(f.centerOf(last)));
    }

    void breadcrumbsNameTheStepsVisited()
    {
        Fixture f(twoSteps());
        TimeWindow& window = f.workspace.window;
        window.commitPlace();
        window.setStep(8);
        window.commitPlace();
        const TimeRange fitted = window.visibleRange();
        window.setVisibleRange({fitted.begin - ms, fitted.end + ms}); // the same step with more air
        QVERIFY(window.visibleRange() != fitted);
        window.commitPlace();
        window.setVisibleRange({1100 * ms, 1300 * ms});
        window.commitPlace();
        QStringList crumbs;
        for (const RangeTrail::Crumb& crumb : f.view.findChild<RangeTrail*>()->crumbs())
            crumbs += crumb.text;
        crumbs.replaceInStrings(QRegularExpression(QStringLiteral("[^\\x20-\\x7e]")), QString());
        QCOMPARE(crumbs.join(QStringLiteral(" > ")), QStringLiteral("run > step 8 > 100300ms"));
        window.setStep(7);
        window.back(); // to the place before, which lies in a step that is named
        crumbs.clear();
        for (const RangeTrail::Crumb& crumb : f.view.findChild<RangeTrail*>()->crumbs())
            crumbs += crumb.text;
        crumbs.replaceInStrings(QRegularExpression(QStringLiteral("[^\\x20-\\x7e]")), QString());
        QCOMPARE(crumbs.join(QStringLiteral(" > ")), QStringLiteral("run > step 8 > 100300ms"));
        QCOMPARE(window.step(), std::optional<int64_t>(8)); // whose clock it is
    }

    void breadcrumbsLeadFromTheWholeToItsParts()
    {
        Fixture f(twoSteps());
        TimeWindow& window = f.workspace.window;
        const auto crumbs = [&f] {
            QStringList texts;
            for (const RangeTrail::Crumb& crumb : f.view.findChild<RangeTrail*>()->crumbs())
                texts += crumb.text;
            return texts;
        };
        const auto visit = [&window](TimeRange range) {
            window.setVisibleRange(range);
            window.commitPlace();
        };
        window.commitPlace();
        visit({100 * ms, 300 * ms}); // a part of the first step, then all of it
        QCOMPARE(crumbs().size(), 2);
        visit({0, 1000 * ms});
        QCOMPARE(crumbs(), (QStringList {QStringLiteral("run"), QStringLiteral("step 7")}));
        visit({200 * ms, 400 * ms});
        QCOMPARE(crumbs().size(), 3);
        QCOMPARE(crumbs().at(1), QStringLiteral("step 7"));
        visit({500 * ms, 600 * ms}); // beside it
        QCOMPARE(crumbs().size(), 3);
        window.back();
        window.back(); // what lies in the step can be gone to again
        QCOMPARE(crumbs().mid(0, 2), (QStringList {QStringLiteral("run"), QStringLiteral("step 7")}));
        QCOMPARE(crumbs().size(), 3);
    }

    void aClickSelectsTheSpanAndShowsItsArrow()
    {
        Fixture f;
        const SpanId send = f.find(Operation::SendForward);
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, f.centerOf(send));
        QCOMPARE(f.workspace.selection.span().value, send.value);
        QCOMPARE(f.workspace.selection.rank(), 0);
        const auto arrows = f.plot().visibleArrows();
        QCOMPARE(arrows.size(), size_t(1));
        QCOMPARE(arrows[0].to.value, f.find(Operation::RecvForward).value);
        // A click where nothing is takes the selection back.
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, f.at(630 * ms, send));
        QVERIFY(!f.workspace.selection.span().isValid());
    }

    void aClickOnACollectiveMarksItsMembersInOrderOfArrival()
    {
        Fixture f(tensorRun());
        const SpanId early = f.find(Operation::AllReduce, 1);
        const SpanId late = f.find(Operation::AllReduce, 0);
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, f.centerOf(early));
        QCOMPARE(f.workspace.selection.span(), early);
        QCOMPARE(f.workspace.selection.collective(), (std::vector<SpanId> {early, late}));
        // The mark of the last one says so, in the accent.
        const QImage marked = f.plot().grab().toImage();
        const QRect box = f.plot().rectOf(late).toRect();
        QVERIFY(countOf(marked, box.adjusted(-30, -8, 30, 8), f.plot().palettes().accent) > 30);
        f.workspace.selection.setSpan(f.find(Operation::Forward, 0));
        QVERIFY(f.workspace.selection.collective().empty());
        const QImage plain = f.plot().grab().toImage();
        QVERIFY(countOf(plain, box.adjusted(-30, -8, 30, 8), f.plot().palettes().accent) < 30);
    }

    void waitingOfACollectiveAndOfALonelyReceiveIsHatched()
    {
        Fixture f(tensorRun());
        f.plot().rows().setRowHeight(30);
        const QImage image = f.plot().grab().toImage();
        const QColor hatch = f.plot().palettes().waitingLines;
        const auto hatched = [&](SpanId span, double from, double to) {
            const QRectF box = f.plot().rectOf(span);
            const QRectF part(
                box.left() + box.width() * from + 2, box.top() + 2, box.width() * (to - from) - 4, box.height() - 4);
            return countOf(image, part.toRect(), hatch) > 5;
        };
        const SpanId early = f.find(Operation::AllReduce, 1); // 20-100, its partner comes at 80
        QVERIFY(hatched(early, 0, 0.75));
        QVERIFY(!hatched(early, 0.75, 1));
        QVERIFY(!hatched(f.find(Operation::AllReduce, 0), 0, 1));
        QVERIFY(!hatched(f.find(Operation::RecvForward, 0), 0, 1)); // which is a pipeline bubble: dotted
    }

    /// Nothing in the record says that an optimizer waits for the others: that its ends coincide does.
    void waitingInsideAnOptimizerIsHatched()
    {
        Run run;
        run.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-100] [optimizer 100-600]\n"
                                                                "rank1 stage1: [F0 0-500] [optimizer 500-600]"));
        run.layout.world = 2;
        run.layout.pipeline = 2;
        run.layout.tensor = 1;
        Fixture f(run);
        f.plot().rows().setRowHeight(30);
        const QImage image = f.plot().grab().toImage();
        const QColor hatch = f.plot().palettes().waitingLines;
        const auto part = [&](int rank, double from, double to) {
            const QRectF box = f.plot().rectOf(f.find(Operation::OptimizerStep, rank));
            return QRectF(
                box.left() + box.width() * from + 2, box.top() + 2, box.width() * (to - from) - 4, box.height() - 4)
                .toRect();
        };
        QVERIFY(countOf(image, part(0, 0, 0.8), hatch) > 20);
        QCOMPARE(countOf(image, part(0, 0.8, 1), hatch), 0);
        QCOMPARE(countOf(image, part(1, 0, 1), hatch), 0);
    }

    void screenReadersAreAnsweredWithATableOfTheSpansInSight()
    {
        Fixture f;
        QAccessibleInterface* timeline = QAccessible::queryAccessibleInterface(&f.plot());
        QVERIFY(timeline);
        QCOMPARE(timeline->role(), QAccessible::Table);
        QCOMPARE(timeline->text(QAccessible::Name), QStringLiteral("Timeline"));
        QAccessibleTableInterface* table = timeline->tableInterface();
        QVERIFY(table);
        QCOMPARE(table->rowCount(), int(f.workspace.document.trace()->spanCount()));
        QCOMPARE(table->columnDescription(1), QStringLiteral("span"));
        QCOMPARE(timeline->childCount(), table->rowCount() * table->columnCount());
        QCOMPARE(table->rowDescription(0), QStringLiteral("rank 0 compute"));
        QAccessibleInterface* cell = table->cellAt(1, 1);
        QVERIFY(cell->isValid());
        QCOMPARE(cell->text(QAccessible::Name), QStringLiteral("B0, microbatch 0"));
        QVERIFY(cell->text(QAccessible::Description).contains(QStringLiteral("duration ") + formatDuration(200e6)));
        QCOMPARE(table->cellAt(1, 3)->text(QAccessible::Name), formatDuration(200e6));
        QCOMPARE(cell->tableCellInterface()->rowIndex(), 1);
        QCOMPARE(timeline->indexOfChild(cell), 1 * 4 + 1);
        QCOMPARE(timeline->child(5), cell);
        const QPoint middle = cell->rect().center();
        QCOMPARE(timeline->childAt(middle.x(), middle.y()), cell);
        // A line that is selected selects its span, and the other way round.
        QVERIFY(table->selectRow(1));
        QCOMPARE(f.workspace.selection.span(), f.find(Operation::Backward, 0));
        QVERIFY(cell->state().selected);
        f.workspace.selection.setSpan(f.find(Operation::Forward, 0));
        QCOMPARE(table->selectedRows(), QList<int> {0});
        QCOMPARE(timeline->focusChild(), table->cellAt(0, 1));
        // Less in sight: fewer lines; places that are gone say so.
        QAccessibleInterface* last = table->cellAt(table->rowCount() - 1, 1);
        f.workspace.window.setVisibleRange({10 * ms, 20 * ms});
        QCOMPARE(table->rowCount(), 2); // forward, and the receive that waits
        QVERIFY(!last->isValid());
        QVERIFY(last->text(QAccessible::Name).isEmpty());
        QVERIFY(!table->cellAt(7, 1));
    }

    void aTableForScreenReadersIsBounded()
    {
        std::string text = "rank0 stage0:";
        for (int i = 0; i < 5000; ++i)
            text += " [F" + std::to_string(i) + " " + std::to_string(i) + "-" + std::to_string(i + 1) + "]";
        Fixture f(text.c_str());
        QAccessibleInterface* timeline = QAccessible::queryAccessibleInterface(&f.plot());
        QVERIFY(timeline->tableInterface()->rowCount() > 10);
        QVERIFY(timeline->tableInterface()->rowCount() <= 64);
    }

    void onlyMatchesOfTheChosenDurationsAreLit()
    {
        Fixture f("rank0 stage0: [F0 0-100] [F1 100-400]");
        const SpanId brief(0);
        const SpanId lengthy(1);
        f.workspace.search.setText(QStringLiteral("F"));
        const auto colorOf = [&f](SpanId span) {
            const QRectF box = f.plot().rectOf(span);
            return f.plot().grab().toImage().pixelColor(QPointF(box.left() + 8, box.bottom() - 3).toPoint());
        };
        const QColor lit = colorOf(brief);
        QCOMPARE(colorOf(lengthy), lit);
        f.workspace.search.setDurations(TimeRange {200 * ms, 500 * ms});
        QVERIFY(colorOf(brief) != lit);
        QCOMPARE(colorOf(lengthy), lit);
        f.workspace.search.setDurations(std::nullopt);
        QCOMPARE(colorOf(brief), lit);
    }

    void theTreePrintsWhatTheHeadlineAndTheStagesCount()
    {
        Fixture f("rank0 stage0: [F0 0-100 [allreduce 20-60]]\nrank1 stage1: [F0 100-190]\n");
        const auto share = [&f](auto matches) {
            for (const TimelineRow& row : f.plot().rows().layout().rows()) {
                if (matches(row))
                    return shareOf(f.plot().headers(), row);
            }
            return -2.0;
        };
        const auto ofStage = [&share](int stage) {
            return share(
                [stage](const TimelineRow& row) { return row.kind == TimelineRow::Kind::Stage && row.stage == stage; });
        };
        const auto ofRank = [&share](int rank) {
            return share([rank](const TimelineRow& row) { return row.rank == rank && row.isMain; });
        };
        // 60 of 190 ms: communication inside a pass is not computing.
        QCOMPARE(ofStage(0), 60.0 / 190);
        const std::shared_ptr<const RunSummary> summary = f.workspace.figures.ofRun();
        QCOMPARE(
            ofStage(0), partsOf(*f.workspace.document.trace(), *summary, summary->stages[0]).share(TimePart::Compute));
        QCOMPARE(ofRank(0), ofStage(0));
        QCOMPARE(ofStage(1), 90.0 / 190);
        f.plot().rows().setRankCollapsed(1, true);
        QCOMPARE(
            share([](const TimelineRow& row) { return row.kind == TimelineRow::Kind::CollapsedRank; }), 90.0 / 190);
        // A range that is selected limits it here as everywhere.
        f.workspace.selection.setRange(TimeRange {0, 50 * ms});
        QTRY_COMPARE(ofStage(0), 20.0 / 50);
        QCOMPARE(f.workspace.figures.extent(), Figures::Extent::Range);
        f.workspace.selection.setRange(std::nullopt);
        QTRY_COMPARE(ofStage(0), 60.0 / 190);
    }

    void hoverSetsTheCrosshairAndNamesTheSpan()
    {
        Fixture f;
        const SpanId span = f.find(Operation::Backward, 0);
        QTest::mouseMove(&f.plot(), f.centerOf(span));
        QTRY_COMPARE(f.plot().controller().hoveredSpan().value, span.value);
        QVERIFY(f.workspace.window.crosshair().has_value());
        QVERIFY(std::abs(double(*f.workspace.window.crosshair() - 500 * ms)) < 3 * f.plot().timeScale().nsPerPixel());
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&f.plot(), &leave);
        QVERIFY(!f.workspace.window.crosshair());
        QVERIFY(!f.plot().controller().hoveredSpan().isValid());
    }

    void aMenuTakesThePlaceOfTheCard()
    {
        Fixture f;
        const SpanId span = f.find(Operation::Backward, 0);
        const QPoint place = f.centerOf(span);
        QMouseEvent moved(QEvent::MouseMove, QPointF(place), QPointF(f.plot().mapToGlobal(place)), Qt::NoButton,
            Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&f.plot(), &moved);
        QCOMPARE(f.plot().controller().hoveredSpan().value, span.value);
        QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
        QTest::ignoreMessage(QtWarningMsg, "This plugin does not support grabbing the keyboard");
        QContextMenuEvent asked(QContextMenuEvent::Mouse, place, f.plot().mapToGlobal(place));
        QCoreApplication::sendEvent(&f.plot(), &asked);
        QVERIFY(!f.plot().controller().hoveredSpan().isValid());
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu && !menu->actions().isEmpty());
        menu->close();
    }

    void theTooltipSaysWhatIsKnown()
    {
        Fixture f;
        const SpanId receive = f.find(Operation::RecvForward);
        const WaitTable waits(*f.workspace.document.trace(), f.workspace.figures.waiting());
        QStringList lines;
        for (const auto& [label, value] : spanFacts(*f.workspace.document.run(), waits, receive))
            lines << label + QLatin1Char('=') + value;
        const QString text = lines.join(QLatin1Char('|'));
        QVERIFY2(text.contains(QStringLiteral("duration=110")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("waits=100")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("transfer=10")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("share of")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("origin=measured")), qPrintable(text));
    }

    void aDragSelectsARangeWhoseEdgesSnapToSpans()
    {
        Fixture f;
        const SpanId span = f.find(Operation::Backward, 0); // 400-600
        const QPoint from = f.at(400 * ms, span) + QPoint(2, 0);
        const QPoint to = f.at(600 * ms, span) + QPoint(-3, 0);
        QTest::mousePress(&f.plot(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&f.plot(), (from + to) / 2);
        QTest::mouseMove(&f.plot(), to);
        QTest::mouseRelease(&f.plot(), Qt::LeftButton, {}, to);
        QVERIFY(f.workspace.selection.range().has_value());
        QCOMPARE(*f.workspace.selection.range(), (TimeRange {400 * ms, 600 * ms}));
        QVERIFY(!f.workspace.selection.span().isValid()); // a drag is no click
    }

    void theEdgesOfASelectedRangeAreHandles()
    {
        Fixture f;
        f.workspace.selection.setRange(TimeRange {200 * ms, 300 * ms});
        const int y = f.plot().geometryOfParts().spans.bottom() - 3; // below all rows: nothing to snap to
        const auto x = [&](TimeNs time) { return int(std::lround(f.plot().timeScale().x(time))); };
        QTest::mousePress(&f.plot(), Qt::LeftButton, {}, QPoint(x(300 * ms), y));
        QTest::mouseMove(&f.plot(), QPoint(x(500 * ms), y));
        QTest::mouseRelease(&f.plot(), Qt::LeftButton, {}, QPoint(x(500 * ms), y));
        const TimeRange range = f.workspace.selection.range().value_or(TimeRange {});
        QCOMPARE(range.begin, 200 * ms);
        QVERIFY(std::abs(double(range.end - 500 * ms)) < 2 * f.plot().timeScale().nsPerPixel());
    }

    void aDoubleClickZoomsToTheSpanAndBackReturns()
    {
        Fixture f;
        const TimeRange all = f.workspace.window.visibleRange();
        const SpanId span = f.find(Operation::Forward, 1);
        QTest::mouseDClick(&f.plot(), Qt::LeftButton, {}, f.centerOf(span));
        QVERIFY(f.workspace.window.visibleRange().contains(TimeRange {110 * ms, 200 * ms}));
        QVERIFY(f.workspace.window.visibleRange().duration() < 130 * ms);
        QTest::keyClick(&f.plot(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(f.workspace.window.visibleRange(), all);
        QTest::keyClick(&f.plot(), Qt::Key_Right, Qt::AltModifier);
        QVERIFY(f.workspace.window.visibleRange().duration() < 130 * ms);
    }

    void ranksAndStagesAreDraggedByTheirNames()
    {
        Fixture f(R"(
rank0 stage0: [F0 0-100]
rank1 stage0: [F0 0-100]
rank2 stage0: [F0 0-100]
rank3 stage1: [F0 0-100]
)");
        const auto ranks = [&f] {
            std::vector<int> found;
            for (const RankBlock& block : f.plot().rows().layout().blocks())
                found.push_back(block.rank);
            return found;
        };
        const auto middleOf = [&f](double top, double bottom) {
            const TimelineGeometry g = f.plot().geometryOfParts();
            return QPoint(60, int(g.contentTop() + (top + bottom) / 2 - g.scroll));
        };
        const auto rankAt = [&](size_t index) {
            const RankBlock& block = f.plot().rows().layout().blocks()[index];
            return middleOf(block.top, block.bottom);
        };
        const auto drag = [&f](QPoint from, QPoint to) {
            QTest::mousePress(&f.plot(), Qt::LeftButton, {}, from);
            QTest::mouseMove(&f.plot(), (from + to) / 2);
            QTest::mouseMove(&f.plot(), to);
            const bool showsPlace = f.plot().controller().dropLine().has_value();
            QTest::mouseRelease(&f.plot(), Qt::LeftButton, {}, to);
            return showsPlace;
        };
        QVERIFY(drag(rankAt(0), rankAt(2) + QPoint(0, 4)));
        QCOMPARE(ranks(), (std::vector<int> {1, 2, 0, 3}));
        QVERIFY(!f.plot().controller().dropLine());
        QVERIFY(drag(rankAt(2), rankAt(0) - QPoint(0, 4)));
        QCOMPARE(ranks(), (std::vector<int> {0, 1, 2, 3}));
        // No rank leaves its stage: dropped among those of another it is the last of its own.
        QVERIFY(drag(rankAt(0), rankAt(3) + QPoint(0, 4)));
        QCOMPARE(ranks(), (std::vector<int> {1, 2, 0, 3}));
        // A click moves nothing, nor does Esc.
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, rankAt(1));
        QVERIFY(!drag(rankAt(1), rankAt(1) + QPoint(0, 5)));
        QTest::mousePress(&f.plot(), Qt::LeftButton, {}, rankAt(0));
        QTest::mouseMove(&f.plot(), rankAt(1));
        QTest::mouseMove(&f.plot(), rankAt(2) + QPoint(0, 4));
        QTest::keyClick(&f.plot(), Qt::Key_Escape);
        QTest::mouseRelease(&f.plot(), Qt::LeftButton, {}, rankAt(2));
        QCOMPARE(ranks(), (std::vector<int> {1, 2, 0, 3}));
        // Stages with all of their ranks.
        const auto& stages = f.plot().rows().layout().stages();
        const TimelineRow& header = f.plot().rows().layout().rows()[stages[1].row];
        QVERIFY(drag(middleOf(header.top, header.bottom()), middleOf(stages[0].top, stages[0].top + 8)));
        QCOMPARE(ranks(), (std::vector<int> {3, 1, 2, 0}));
    }

    void ranksMoveByKeysAndMenu()
    {
        Fixture f("rank0: [F0 0-100]\nrank1: [F0 0-100]\nrank2: [F0 0-100]\n");
        const auto ranks = [&f] {
            std::vector<int> found;
            for (const RankBlock& block : f.plot().rows().layout().blocks())
                found.push_back(block.rank);
            return found;
        };
        f.workspace.selection.setRank(0);
        QTest::keyClick(&f.plot(), Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(&f.plot(), Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(&f.plot(), Qt::Key_Down, Qt::AltModifier); // it is the last
        QCOMPARE(ranks(), (std::vector<int> {1, 2, 0}));
        QTest::keyClick(&f.plot(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(ranks(), (std::vector<int> {1, 0, 2}));
        const std::unique_ptr<QMenu> menu(f.view.createContextMenu({}, 2, -1));
        const QList<QAction*> entries = menu->actions();
        const auto up = std::ranges::find_if(
            entries, [](const QAction* entry) { return entry->text().startsWith(QLatin1String("Move rank 2 up")); });
        QVERIFY(up != entries.end());
        (*up)->trigger();
        QCOMPARE(ranks(), (std::vector<int> {1, 2, 0}));
        // A screen reader is told the lines in their order.
        f.workspace.selection.setSpan(SpanId(0)); // which has them told again
        const QString told = f.plot().accessibleDescription();
        const QString spoken = told.mid(told.indexOf(QLatin1String("Visible")));
        const qsizetype first = spoken.indexOf(QLatin1String("rank 1"));
        QVERIFY2(first >= 0 && first < spoken.lastIndexOf(QLatin1String("rank 0")), qPrintable(spoken));
        for (QAction* action : f.view.viewActions()) {
            if (action->objectName() == QLatin1String("rows.order")) {
                QVERIFY(action->isEnabled());
                action->trigger();
                QVERIFY(!action->isEnabled());
            }
        }
        QCOMPARE(ranks(), (std::vector<int> {0, 1, 2}));
    }

    void lettersZoomAndPan()
    {
        Fixture f;
        f.workspace.window.setVisibleRange({200 * ms, 400 * ms});
        QTest::keyClick(&f.plot(), Qt::Key_D);
        QCOMPARE(f.workspace.window.visibleRange(), (TimeRange {220 * ms, 420 * ms}));
        QTest::keyClick(&f.plot(), Qt::Key_A, Qt::ShiftModifier);
        QCOMPARE(f.workspace.window.visibleRange(), (TimeRange {120 * ms, 320 * ms}));
        QTest::keyClick(&f.plot(), Qt::Key_W);
        QVERIFY(std::abs(double(f.workspace.window.visibleRange().duration() - 160 * ms)) < 10);
        QTest::keyClick(&f.plot(), Qt::Key_S);
        QVERIFY(std::abs(double(f.workspace.window.visibleRange().duration() - 200 * ms)) < 10);
        QTest::keyClick(&f.plot(), Qt::Key_Right);
        QVERIFY(f.workspace.window.visibleRange().begin > 125 * ms);
        QTest::keyClick(&f.plot(), Qt::Key_Home);
        QVERIFY(f.workspace.window.visibleRange().contains(TimeRange {0, 640 * ms}));
    }

    void theWheelZoomsAtTheCursorAndPans()
    {
        Fixture f;
        f.workspace.window.setVisibleRange({100 * ms, 500 * ms});
        const QPointF point = f.at(200 * ms, f.find(Operation::Forward, 0));
        const TimeNs under = f.plot().timeScale().time(point.x());
        f.wheel(point, 120, Qt::ControlModifier);
        QVERIFY(std::abs(double(f.workspace.window.visibleRange().duration() - 320 * ms)) < 10);
        QVERIFY(std::abs(double(f.plot().timeScale().time(point.x()) - under)) < 10);
        const TimeNs begin = f.workspace.window.visibleRange().begin;
        f.wheel(point, -120, Qt::ShiftModifier);
        QVERIFY(std::abs(double(f.workspace.window.visibleRange().begin - begin - 32 * ms)) < 10);
        const double height = f.plot().rows().options().rowHeight;
        f.wheel(point, -120, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(f.plot().rows().options().rowHeight, height - 2);
    }

    void commaAndPeriodWalkAlongTheTrackUpAndDownAcross()
    {
        Fixture f;
        f.workspace.selection.setSpan(f.find(Operation::Forward, 1));
        QTest::keyClick(&f.plot(), Qt::Key_Period);
        QCOMPARE(f.workspace.selection.span().value, f.find(Operation::Backward, 1).value);
        QTest::keyClick(&f.plot(), Qt::Key_Comma);
        QTest::keyClick(&f.plot(), Qt::Key_Comma); // at the first it stays
        QCOMPARE(f.workspace.selection.span().value, f.find(Operation::Forward, 1).value);
        QTest::keyClick(&f.plot(), Qt::Key_Up);
        QCOMPARE(f.workspace.selection.span().value, f.find(Operation::RecvBackward, 0).value);
        QTest::keyClick(&f.plot(), Qt::Key_Down);
        QCOMPARE(
            f.workspace.document.trace()->track(f.workspace.document.trace()->track(f.workspace.selection.span())).rank,
            1);
    }

    void fCentresTheSelectionThenFitsIt()
    {
        Fixture f;
        f.workspace.window.setVisibleRange({0, 200 * ms});
        f.workspace.selection.setSpan(f.find(Operation::Backward, 0)); // 400-600
        QTest::keyClick(&f.plot(), Qt::Key_F);
        QCOMPARE(f.workspace.window.visibleRange(), (TimeRange {400 * ms, 600 * ms}));
        QTest::keyClick(&f.plot(), Qt::Key_F);
        QCOMPARE(f.workspace.window.visibleRange(), (TimeRange {370 * ms, 630 * ms}));
    }

    void shiftFBringsAllRanksIntoSight()
    {
        Fixture f;
        f.plot().rows().setRowHeight(TimelineLayout::maximumRowHeight);
        f.plot().rows().setStageFilter(1);
        QTest::keyClick(&f.plot(), Qt::Key_F, Qt::ShiftModifier);
        QCOMPARE(f.plot().rows().layout().blocks().size(), size_t(2));
        QVERIFY(f.plot().rows().hasAutomaticRowHeight());
        QCOMPARE(f.plot().rows().maximumScroll(), 0.0);
    }

    void aFindingIsFittedAmongAllRanks()
    {
        Fixture f;
        const auto actions = f.view.viewActions();
        const auto fit = std::find_if(actions.begin(), actions.end(),
            [](const QAction* action) { return action->objectName() == QLatin1String("rows.finding"); });
        QVERIFY(fit != actions.end());
        QVERIFY(!(*fit)->isEnabled());
        Finding finding;
        finding.evidence.spans = {f.find(Operation::Backward, 1)};
        finding.evidence.range = {200 * ms, 380 * ms};
        auto findings = std::make_shared<Findings>();
        findings->list.push_back(finding);
        f.workspace.diagnosis.setFindings(findings);
        f.workspace.diagnosis.goToFinding(0);
        QVERIFY((*fit)->isEnabled());
        f.plot().rows().setStageFilter(0);
        f.plot().rows().setRowHeight(TimelineLayout::maximumRowHeight);
        f.workspace.window.showAll();
        (*fit)->trigger();
        QCOMPARE(f.plot().rows().layout().blocks().size(), size_t(2));
        QCOMPARE(f.plot().rows().maximumScroll(), 0.0);
        QVERIFY(f.workspace.window.visibleRange().duration() < 600 * ms);
        QCOMPARE(f.workspace.selection.span(), finding.evidence.spans.front());
    }

    void twoMarkersStandAndEscapeClearsOneThingAtATime()
    {
        Fixture f;
        QTest::keyClick(&f.plot(), Qt::Key_M);
        f.workspace.window.panBy(-0.2);
        QTest::keyClick(&f.plot(), Qt::Key_M);
        QTest::keyClick(&f.plot(), Qt::Key_M);
        QCOMPARE(f.plot().look().markers().size(), size_t(2));
        f.workspace.selection.setSpan(f.find(Operation::Forward, 0));
        f.workspace.selection.setRange(TimeRange {1, 2 * ms});
        f.workspace.search.setText(QStringLiteral("forward"));
        QTest::keyClick(&f.plot(), Qt::Key_Escape);
        QVERIFY(!f.workspace.selection.span().isValid());
        QCOMPARE(f.workspace.selection.rank(), -1);
        QVERIFY(f.workspace.selection.range());
        QTest::keyClick(&f.plot(), Qt::Key_Escape);
        QVERIFY(!f.workspace.selection.range());
        QCOMPARE(f.plot().look().markers().size(), size_t(2));
        QTest::keyClick(&f.plot(), Qt::Key_Escape);
        QVERIFY(f.plot().look().markers().empty());
        QVERIFY(f.workspace.search.isSearching());
        QTest::keyClick(&f.plot(), Qt::Key_Escape);
        QVERIFY(!f.workspace.search.isSearching());
    }

    void groupsCollapseByClickAndByKey()
    {
        Fixture f;
        const auto rowCount = [&] { return f.plot().rows().layout().rows().size(); };
        QCOMPARE(rowCount(), size_t(6));
        const TimelineGeometry g = f.plot().geometryOfParts();
        const double headerY = g.contentTop() + TimelineLayout::stageHeight / 2;
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, QPoint(12, int(headerY)));
        QVERIFY(f.plot().rows().layout().stages()[0].isCollapsed);
        QCOMPARE(rowCount(), size_t(4));
        QTest::keyClick(&f.plot(), Qt::Key_Right);
        QCOMPARE(rowCount(), size_t(6));
        // A click on its name selects the stage; on a rank's name, the rank.
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, QPoint(60, int(headerY)));
        QCOMPARE(f.workspace.selection.stage(), 0);
        const TimelineRow& first = f.plot().rows().layout().rows()[1];
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, QPoint(50, int(g.yOf(first) + 8)));
        QCOMPARE(f.workspace.selection.rank(), 0);
        QTest::keyClick(&f.plot(), Qt::Key_Left);
        QVERIFY(f.plot().rows().layout().blocks()[0].isCollapsed);
        QCOMPARE(rowCount(), size_t(5));
    }

    void lowLanesAreNamedWhereThePointerIs()
    {
        Fixture f;
        f.plot().rows().setRowHeight(TimelineLayout::minimumRowHeight);
        const std::vector<TimelineRow>& rows = f.plot().rows().layout().rows();
        const auto low = std::find_if(rows.begin(), rows.end(),
            [](const TimelineRow& row) { return row.kind == TimelineRow::Kind::Lane && row.height < 9; });
        QVERIFY(low != rows.end());
        const TimelineGeometry g = f.plot().geometryOfParts();
        const QPoint at(g.header.width() - 12, int(g.yOf(*low) + low->height / 2));
        QHelpEvent help(QEvent::ToolTip, at, f.plot().mapToGlobal(at));
        QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
        QApplication::sendEvent(&f.plot(), &help);
        const QString name
            = toText(f.workspace.document.trace()->trackName(low->track)).remove(QStringLiteral("comm "));
        QTRY_VERIFY2(QToolTip::text().startsWith(rankText(low->rank)), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(name), qPrintable(name));
        QToolTip::hideText();
    }

    void theContextMenuPinsFiltersAndSorts()
    {
        Fixture f;
        const TrackId track = f.workspace.document.trace()->track(f.find(Operation::RecvForward));
        const auto trigger = [&](const QString& words) {
            std::unique_ptr<QMenu> menu(f.view.createContextMenu(track, 1, 1));
            for (QAction* action : menu->actions()) {
                if (action->text().contains(words)) {
                    action->trigger();
                    return true;
                }
            }
            return false;
        };
        QVERIFY(trigger(QStringLiteral("to the top")));
        QVERIFY(f.plot().rows().isPinned(track));
        QCOMPARE(f.plot().rows().layout().pinnedRows().size(), size_t(1));
        QVERIFY(trigger(QStringLiteral("Unpin")));
        QVERIFY(f.plot().rows().layout().pinnedRows().empty());
        QVERIFY(trigger(QStringLiteral("of every rank")));
        QCOMPARE(f.plot().rows().layout().rows().size(), size_t(4));
        QVERIFY(f.view.notice().contains(QStringLiteral("comm pp")));
        QVERIFY(trigger(QStringLiteral("Show everything")));
        QVERIFY(trigger(QStringLiteral("Only rank 1")));
        QCOMPARE(f.plot().rows().layout().blocks().size(), size_t(1));
        QVERIFY(f.view.notice().contains(QStringLiteral("rank 1")));
        QVERIFY(trigger(QStringLiteral("Show everything")));
        QVERIFY(!trigger(QStringLiteral("Sort by busy"))); // about the whole timeline: in the View menu
    }

    void theContextMenuOfASpanIsShortAndAboutIt()
    {
        Fixture f;
        const SpanId span = f.find(Operation::RecvForward);
        const TracePtr trace = f.workspace.document.trace();
        f.workspace.selection.setRange(trace->range());
        const QPoint point = f.plot().rectOf(span).center().toPoint();
        std::unique_ptr<QMenu> menu(f.view.createContextMenu(trace->track(span), 1, 1, point));
        int entries = 0;
        QStringList texts;
        for (const QAction* action : menu->actions()) {
            entries += action->isSeparator() ? 0 : 1;
            texts << action->text();
        }
        QVERIFY2(entries <= 12, qPrintable(texts.join(QLatin1Char('\n'))));
        QVERIFY2(texts.filter(QStringLiteral("Zoom to this span")).size() == 1, qPrintable(texts.join(QLatin1Char('\n'))));
        QCOMPARE(texts.filter(QStringLiteral("Ctrl+C")).size(), 1);
    }

    void theColumnOfNamesCanBeDragged()
    {
        Fixture f;
        const int before = f.plot().geometryOfParts().header.width();
        const QPoint edge(before - 1, 60);
        QTest::mousePress(&f.plot(), Qt::LeftButton, {}, edge);
        QTest::mouseMove(&f.plot(), edge + QPoint(20, 0));
        QTest::mouseMove(&f.plot(), edge + QPoint(60, 0));
        QTest::mouseRelease(&f.plot(), Qt::LeftButton, {}, edge + QPoint(60, 0));
        QCOMPARE(f.plot().geometryOfParts().header.width(), before + 60);
        QCOMPARE(f.plot().geometryOfParts().spans.left(), before + 60);
        QVERIFY(!f.workspace.selection.range());
    }

    void ranksThatAreAlikeAreOneUntilOpened()
    {
        std::string many;
        for (int rank = 0; rank < 100; ++rank) {
            const std::string end = rank == 42 ? "150" : "100";
            many += "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 50) + ": [F0 0-" + end
                + "] [B0 200-300]\n";
        }
        Fixture f(many.c_str());
        const auto shown = [&] { return f.plot().rows().layout().blocks().size(); };
        QVERIFY(f.plot().rows().groupsAlike());
        QCOMPARE(shown(), size_t(3)); // one of each stage, and rank 42
        const auto& rows = f.plot().rows().layout().rows();
        const auto alike = std::find_if(
            rows.begin(), rows.end(), [](const TimelineRow& row) { return row.kind == TimelineRow::Kind::Alike; });
        QVERIFY(alike != rows.end());
        const int representative = alike->rank;
        const TimelineGeometry g = f.plot().geometryOfParts();
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, QPoint(60, int(g.yOf(*alike) + alike->height / 2)));
        QCOMPARE(shown(), size_t(51));
        f.plot().rows().setAlikeOpen(representative, false);
        QCOMPARE(shown(), size_t(3));
        // What is gone to opens what hides it.
        const SpanId hidden = f.find(Operation::Backward, representative == 99 ? 98 : 99);
        QVERIFY(f.plot().rectOf(hidden).isNull());
        f.workspace.window.revealSpan(hidden);
        QVERIFY(!f.plot().rectOf(hidden).isNull());
    }

    void theNameOfARankStaysAboveTheRanksLikeIt()
    {
        std::string many;
        for (int rank = 0; rank < 100; ++rank) {
            many += fmt::format(
                "rank{0} stage{1}: [F0 0-100] [B0 200-300]\nrank{0} stage{1} comm tp: [allreduce 10-20]\n"
                "rank{0} stage{1} comm dp: [allreduce 300-320]\n",
                rank, rank / 50);
        }
        Fixture f(many.c_str());
        const TimelineLayout& layout = f.plot().rows().layout();
        TimelineHeaders headers = f.plot().headers();
        int seen = 0;
        for (headers.geometry.scroll = 0; headers.geometry.scroll < layout.contentHeight();
             headers.geometry.scroll += 3) {
            for (const TimelineRow& row : layout.rows()) {
                if (row.kind != TimelineRow::Kind::Alike)
                    continue;
                ++seen;
                constexpr double line = 16;
                QVERIFY(rankLabelTop(headers, layout.blocks()[row.block]) + line <= headers.geometry.yOf(row));
            }
        }
        QVERIFY(seen > 2);
    }

    void onlyRanksThatDifferAreLeft()
    {
        std::string ranks;
        for (int rank = 0; rank < 6; ++rank) {
            const std::string end = rank == 4 ? "150" : "100";
            ranks += "rank" + std::to_string(rank) + " stage0: [F0 0-" + end + "] [B0 200-300]\n";
        }
        Fixture f(ranks.c_str());
        QVERIFY(!f.plot().rows().groupsAlike()); // six are not many
        f.plot().rows().setShowsOnlyDiffering(true);
        QCOMPARE(f.plot().rows().layout().blocks().size(), size_t(1));
        QCOMPARE(f.plot().rows().layout().blocks().front().rank, 4);
        QVERIFY2(f.view.notice().contains(QStringLiteral("rank 4")), qPrintable(f.view.notice()));
        f.view.showEverything();
        QCOMPARE(f.plot().rows().layout().blocks().size(), size_t(6));
        QVERIFY(f.view.notice().isEmpty());
    }

    void theCriticalPathIsDrawnAndNamedInTheLegend()
    {
        Fixture f;
        f.explain();
        const Palette palette = Palette::of(f.view);
        const SpanId forward = f.find(Operation::Forward, 0);
        const QRect foot = f.plot().rectOf(forward).toRect();
        const auto isMarked = [&] {
            return f.plot().grab().toImage().pixelColor(foot.center().x(), foot.bottom() - 1) == palette.criticalPath;
        };
        QVERIFY(!isMarked());
        QTest::keyClick(&f.plot(), Qt::Key_C);
        QVERIFY(f.plot().hasCriticalPath());
        QVERIFY(isMarked());
        const auto& entries = f.view.legend().entries();
        QVERIFY(std::any_of(entries.begin(), entries.end(),
            [](const Legend::Entry& entry) { return entry.text == QStringLiteral("critical path"); }));
        QTest::keyClick(&f.plot(), Qt::Key_C);
        QVERIFY(!isMarked());
    }

    void aLongPathCostsPixelsNotSpans()
    {
        std::vector<CriticalPath::Piece> path;
        std::string text = "rank0 stage0:";
        for (int i = 0; i < 20000; ++i)
            text += " [F" + std::to_string(i) + " " + std::to_string(i) + "-" + std::to_string(i + 1) + "]";
        const Trace trace = traceFromText(text + "\nrank1 stage0: [F0 0-1]");
        const SpanId elsewhere = Fixture::find(trace, Operation::Forward, 1);
        for (uint32_t i = 0; i < 20000; ++i)
            path.push_back({i % 2 ? elsewhere : SpanId(i), 0, {i * ms, (i + 1) * ms}, Category::Forward, false});
        const TimelineLayout layout(trace, {});
        OverlayFrame frame;
        frame.area = QRectF(200, 0, 1000, 500);
        TimelineGeometry geometry;
        geometry.spans = frame.area.toRect();
        frame.scale = TimeScale({0, 20000 * ms}, 200, 1000);
        const PathOverlay overlay(trace, path);
        const size_t whole = overlay.picture(frame, layout, geometry).bars.size();
        QVERIFY2(whole > 900 && whole < 4000, qPrintable(QString::number(whole)));
        frame.scale = TimeScale({5000 * ms, 5010 * ms}, 200, 1000);
        const size_t near = overlay.picture(frame, layout, geometry).bars.size();
        QVERIFY2(near >= 10 && near < 30, qPrintable(QString::number(near)));
    }

    void aBubbleSaysWhyAndCanBeChosen()
    {
        Fixture f;
        f.explain();
        const SpanId forward = f.find(Operation::Forward, 1);
        const QPoint idle = f.at(50 * ms, forward);
        const Bubble* bubble = f.plot().bubbleAtPoint(idle);
        QVERIFY(bubble);
        QCOMPARE(bubble->cause, BubbleCause::PipelineFill);
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, idle);
        QVERIFY(f.workspace.selection.bubble());
        QCOMPARE(f.workspace.selection.rank(), 1);
        QVERIFY(!f.workspace.selection.span().isValid());
        QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, f.centerOf(forward));
        QVERIFY(!f.workspace.selection.bubble());
        // On the lane that waits, the tooltip says the same.
        const SpanId receive = f.find(Operation::RecvForward, 1);
        QVERIFY(waitingSentence(f.workspace.diagnosis.reasons().get(), receive)
                    .contains(QStringLiteral("rank 0 (stage 0)")));
    }

    void whatIsClickedStaysWhereItIs()
    {
        std::string many;
        for (int rank = 0; rank < 60; ++rank)
            many += "rank" + std::to_string(rank) + " stage0: [F0 0-100] [B0 100-300]\n";
        Fixture f(many.c_str());
        TimelineRows& rows = f.plot().rows();
        const RankBlock& block = rows.layout().blocks()[12];
        const QRectF spans = f.plot().geometryOfParts().spans;
        const auto row = std::find_if(rows.layout().rows().begin(), rows.layout().rows().end(),
            [&](const TimelineRow& one) { return one.rank == block.rank && one.hasSpans(); });
        rows.setScroll(row->bottom() - TimelineLayout::stageHeight - 6); // little of it is seen below the header
        const double scroll = rows.scrollOffset();
        const double y = spans.top() + TimelineLayout::stageHeight + 2;
        for (double down = 0; down < 30 && f.workspace.selection.rank() != block.rank; ++down)
            QTest::mouseClick(&f.plot(), Qt::LeftButton, {}, QPointF(spans.center().x(), y + down - 10).toPoint());
        QCOMPARE(f.workspace.selection.rank(), block.rank);
        QCOMPARE(rows.scrollOffset(), scroll);
    }

    void whatASearchFindsIsScrolledToAndTheRestIsDimmed()
    {
        std::string many;
        for (int rank = 0; rank < 60; ++rank)
            many += "rank" + std::to_string(rank) + " stage0: [F0 0-100] [B0 100-300]\n";
        many += "rank59 stage0 comm dp: [reduce_scatter 300-400]\n";
        Fixture f(many.c_str());
        QCOMPARE(f.plot().rows().scrollOffset(), 0.0);
        QVERIFY(f.plot().rows().maximumScroll() > 100);
        const SpanId forward = f.find(Operation::Forward, 0);
        const QPoint place = f.centerOf(forward) + QPoint(0, 7); // beside the label
        const QColor bright = f.plot().grab().toImage().pixelColor(place);
        f.workspace.search.setText(QStringLiteral("scatter"));
        const QColor dim = f.plot().grab().toImage().pixelColor(place);
        QVERIFY(dim.lightness() > bright.lightness() + 40);
        f.workspace.search.goToMatch(0);
        QVERIFY(f.plot().rows().scrollOffset() > 100);
        QVERIFY(
            QRectF(f.plot().geometryOfParts().spans).contains(f.plot().rectOf(f.workspace.selection.span()).center()));
    }

    void spansHaveTheirColoursAndWaitingIsHatched()
    {
        Fixture f;
        const QImage image = f.plot().grab().toImage();
        const Palette palette = Palette::of(f.view);
        const QRect forward = f.plot().rectOf(f.find(Operation::Forward, 0)).toRect();
        QCOMPARE(image.pixelColor(forward.left() + 6, forward.center().y()), palette.color(Category::Forward));
        QCOMPARE(image.pixelColor(f.plot().rectOf(f.find(Operation::Backward, 0)).toRect().topLeft() + QPoint(5, 5)),
            palette.color(Category::Backward));
        // RB0 waits from 110 to 380, which is a pipeline bubble, and transfers until 400.
        const QPoint waiting = f.at(250 * ms, f.find(Operation::RecvBackward));
        bool hasDot = false;
        bool hasGround = false;
        for (int i = 0; i < 100; ++i) {
            const QColor pixel = image.pixelColor(waiting + QPoint(i % 10, i / 10 - 5));
            hasDot = hasDot || pixel == palette.bubbleDots;
            hasGround = hasGround || pixel == palette.bubble;
        }
        QVERIFY(hasDot && hasGround);
        const QPoint transfer(f.at(385 * ms, f.find(Operation::RecvBackward)).x(),
            int(f.plot().rectOf(f.find(Operation::RecvBackward)).top()) + 1); // above the label
        QCOMPARE(image.pixelColor(transfer), palette.color(Category::PipelineComm));
        // Between F0 and B0 rank 0 idles.
        int bubble = 0;
        const QPoint idle = f.at(150 * ms, f.find(Operation::Forward, 0));
        for (int i = 0; i < 20; ++i)
            bubble += image.pixelColor(idle + QPoint(i, -8)) == palette.bubble ? 1 : 0;
        QVERIFY(bubble > 10);
    }

    void aRareSpanDoesNotVanishAmongAThousand()
    {
        std::string text = "rank0 stage0:";
        for (int i = 0; i < 3000; ++i)
            text += i == 1500 ? " [B0 15000-15008]"
                              : " [F0 " + std::to_string(i * 10) + "-" + std::to_string(i * 10 + 1) + "]";
        Fixture f(text.c_str());
        const QImage image = f.plot().grab().toImage();
        const SpanId rare = f.find(Operation::Backward, 0);
        const QPoint place = f.centerOf(rare);
        bool isGreen = false;
        for (int x = -2; x <= 2; ++x) {
            const QColor pixel = image.pixelColor(place + QPoint(x, 0));
            isGreen = isGreen || pixel.green() > pixel.blue() + 5;
        }
        QVERIFY(isGreen);
        // And it is found by the mouse where three share a pixel.
        QVERIFY(f.plot().spanAtPoint(place).isValid());
    }

    void ranksRecordedOneAfterAnotherAreNeverCalledSimultaneous()
    {
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10]\nrank1 stage1: [F0 30000-30010]\n");
        TraceBuilder::Options options;
        options.ranksAreComparable = false;
        ImportReport report;
        Run run;
        run.kind = Run::Kind::Scaling;
        run.trace = std::make_shared<const Trace>(builder.finish(options, report));
        Fixture f(run);
        QVERIFY(f.view.notice().contains(QStringLiteral("own start")));
        QVERIFY(f.workspace.window.visibleRange().duration() < 20 * ms);
    }

    void aPlanSaysThatItHasNoTimes()
    {
        Fixture f("rank0 stage0: [F0 0-1] [B0 1-2]\n", Run::Kind::Plan);
        QVERIFY(f.view.notice().contains(QStringLiteral("order only, no times")));
        QVERIFY(!f.plot().headers().hasTimes);
    }

    void cardsDoNotCoverWhatTheyDescribe()
    {
        const QRectF bounds(0, 0, 800, 400);
        const QSizeF size(200, 120);
        const QRectF high(100, 50, 300, 60);
        QVERIFY(placedCard(size, bounds, {150, 52}, high).top() >= high.bottom());
        const QRectF low(100, 300, 300, 60);
        const QRectF above = placedCard(size, bounds, {150, 350}, low);
        QVERIFY(above.bottom() <= low.top());
        QVERIFY(bounds.contains(above));
        const QRectF all(0, 10, 800, 380); // neither above nor below it
        QVERIFY(bounds.contains(placedCard(size, bounds, {790, 390}, all)));
        QVERIFY(bounds.contains(placedCard(size, bounds, {790, 200}, {})));
    }

    void aLowTimelineKeepsALineOfItsLegend()
    {
        Fixture f;
        f.view.resize(300, 400);
        QVERIFY(f.view.legend().isVisible());
        QTRY_VERIFY(f.view.legend().height() > 2 * f.view.fontMetrics().height());
        f.view.resize(300, 120);
        QVERIFY(f.view.legend().isVisible());
        QTRY_VERIFY(f.view.legend().height() < 2 * f.view.fontMetrics().height());
        f.view.setFootVisible(false);
        f.view.resize(300, 400);
        QVERIFY(!f.view.legend().isVisible());
    }

    void aLegendWithoutRoomCountsWhatItLeavesOut()
    {
        Fixture f;
        Legend& legend = f.view.legend();
        f.view.resize(420, 400);
        const int all = legend.heightForWidth(200);
        f.view.resize(420, 200);
        QVERIFY2(legend.heightForWidth(200) < all, "one line in a low timeline");
        QCOMPARE(legend.heightForWidth(200), legend.heightForWidth(2000));
        QVERIFY(legend.toolTip().contains(legend.entries().back().text)); // nothing is lost
    }

    void aLegendFromRightToLeftReadsAsTheTimeline()
    {
        Fixture f;
        f.view.resize(900, 400);
        Legend& legend = f.view.legend();
        const QImage usual = legend.grab().toImage();
        legend.setLayoutDirection(Qt::RightToLeft);
        QCOMPARE(legend.grab().toImage(), usual);
    }

    void missingRanksAreNotSaidTwice()
    {
        Run run;
        run.trace = std::make_shared<const Trace>(traceFromText(pipeline));
        run.missingRanks = {2, 3};
        Fixture f(run);
        QVERIFY(!f.view.notice().contains(QStringLiteral("2, 3"))); // the window says it, once
    }

    void outliersDoNotStretchTheViewAndAreMentioned()
    {
        std::string text = "rank0 stage0:";
        for (int i = 0; i < 300; ++i)
            text += " [F0 " + std::to_string(i * 10) + "-" + std::to_string(i * 10 + 9) + "]";
        text += " [F0 900000000-900000001]";
        Fixture f(text.c_str());
        QVERIFY(f.workspace.window.visibleRange().duration() < 4000 * ms);
        QVERIFY2(f.view.notice().contains(QStringLiteral("far beyond")), qPrintable(f.view.notice()));
    }

    void withoutARunItSaysWhatIsMissing()
    {
        Workspace workspace;
        GanttView view(&workspace);
        view.setPlaceholder(QStringLiteral("No trace here"), QStringLiteral("The folder holds a workload only."));
        view.resize(600, 300);
        const QImage blank = view.renderImage(QSize(600, 300));
        QCOMPARE(blank.size(), QSize(600, 300));
        QVERIFY(blank.pixelColor(5, 5) == blank.pixelColor(590, 290));
        view.setPlaceholder(QStringLiteral("Another title"), QStringLiteral("x"));
        QVERIFY(view.renderImage(QSize(600, 300)) != blank);
    }

    void aPictureOfAnySizeIsDrawnWithoutAWindow()
    {
        auto opened = std::make_shared<OpenedFolder>();
        Run run;
        run.trace = std::make_shared<const Trace>(traceFromText(pipeline)); // and without levels of detail
        opened->folder.runs.push_back(run);
        Workspace workspace;
        GanttView view(&workspace);
        workspace.document.setFolder(opened);
        const QImage image = view.renderImage(QSize(1280, 720));
        QCOMPARE(image.size(), QSize(1280, 720));
        int blue = 0;
        const QColor forward = Palette::of(view).color(Category::Forward);
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                blue += image.pixelColor(x, y) == forward ? 1 : 0;
        }
        QVERIFY(blue > 2000);
    }

    void theLegendNamesWhatIsInSightAndNeverMovesThePlot()
    {
        Fixture f;
        f.explain();
        const auto texts = [&f] {
            QStringList all;
            for (const Legend::Entry& entry : f.view.legend().entries())
                all << entry.text;
            return all;
        };
        f.view.resize(260, 500); // several lines
        deliverEvents();
        const int height = f.view.legend().height();
        QVERIFY(texts().contains(QStringLiteral("backward")) && texts().contains(QStringLiteral("optimizer")));
        f.workspace.window.setVisibleRange({10 * ms, 90 * ms});
        QTRY_VERIFY(!texts().contains(QStringLiteral("backward")));
        QVERIFY(texts().contains(QStringLiteral("forward")) && texts().contains(QStringLiteral("bubble")));
        QVERIFY(!texts().contains(QStringLiteral("optimizer")));
        f.workspace.window.setVisibleRange({420 * ms, 590 * ms});
        QTRY_COMPARE(texts().contains(QStringLiteral("backward")), true);
        QVERIFY(!texts().contains(QStringLiteral("forward")));
        deliverEvents();
        QCOMPARE(f.view.legend().height(), height);
    }

    void theLegendNamesWhatIsThere()
    {
        Fixture f;
        const auto texts = [&] {
            QStringList all;
            for (const Legend::Entry& entry : f.view.legend().entries())
                all << entry.text;
            return all;
        };
        QVERIFY(texts().contains(QStringLiteral("forward")));
        QVERIFY(texts().contains(QStringLiteral("bubble")));
        QVERIFY(!texts().contains(QStringLiteral("waiting"))); // its receives are bubbles
        QVERIFY(!texts().contains(QStringLiteral("tensor parallel")));
        f.view.setColorBy(ColorBy::Stage);
        QVERIFY(texts().contains(QStringLiteral("stage 1")));
        QVERIFY(!texts().contains(QStringLiteral("forward")));
    }

    void screenReadersAreToldWhatIsShownAndSelected()
    {
        Fixture f;
        f.workspace.selection.setSpan(f.find(Operation::Forward, 1));
        QCOMPARE(f.plot().accessibleName(), QStringLiteral("Timeline"));
        const QString text = f.plot().accessibleDescription();
        QVERIFY2(text.contains(QStringLiteral("2 ranks")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("rank 1")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("stage 1")), qPrintable(text));
    }
};

BUBBLESCOPE_TEST(TstGanttView, QApplication)

} // namespace bubblescope::tst_ganttview

#include "tst_ganttview.moc"
