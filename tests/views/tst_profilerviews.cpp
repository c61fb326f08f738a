// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the views show of a profiler's run.
#include "counterpainter.h"
#include "details.h"
#include "ganttview.h"
#include "idlecausesview.h"
#include "legend.h"
#include "operatorsview.h"
#include "profilerpicture.h"
#include "settled.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "timelineplot.h"
#include "timelinerows.h"
#include "workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QTableView>
#include <QtTest>

#include <algorithm>
#include <cstddef>

namespace bubblescope::tst_profilerviews {

namespace {

constexpr TimeNs us = 1000;

OpenedFolderPtr folderOf(ProfilerPicture picture)
{
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.name = "run";
    run.trace = std::make_shared<const Trace>(picture.finish());
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

/// Two products, one after the other, and the memory that they need.
ProfilerPicture products()
{
    ProfilerPicture picture;
    picture.host(0, "thread 1", "model.py(7): forward", 0, 100);
    for (int i = 0; i < 2; ++i) {
        const TimeNs begin = 10 + i * 40;
        picture.host(0, "thread 1", "aten::mm", begin, begin + 30);
        picture.kernel(0, "stream 7", begin + 20, begin + 50, picture.launch(0, "thread 1", begin + 10),
            Category::OtherCompute, "gemm<float>(\"a\")");
    }
    CounterSeries memory;
    memory.name = picture.builder().intern("Total Allocated");
    memory.rank = 0;
    memory.device = 0;
    memory.unit = CounterSeries::Unit::Bytes;
    picture.builder().addCounter(memory, {10 * us, 40 * us, 90 * us}, {1e6, 3e6, 2e6});
    return picture;
}

SpanId spanCalled(const Trace& trace, std::string_view name)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (trace.name(SpanId(i)) == name)
            return SpanId(i);
    }
    return {};
}

template <typename View> void show(View& view, QSize size = QSize(1000, 400))
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    deliverEvents();
}

template <typename View> QString cell(const View& view, int row, int column)
{
    return view.table()->table()->model()->index(row, column).data().toString();
}

/// The GPU of each rank waits for its input, `more` µs longer on each further rank.
ProfilerPicture waitingForInput(int ranks, TimeNs more)
{
    ProfilerPicture picture;
    for (int rank = 0; rank < ranks; ++rank) {
        const TimeNs late = 1500 + rank * more;
        picture.kernel(rank, "stream 7", 0, 100, picture.launch(rank, "thread 1", 0));
        picture.host(rank, "thread 1", "DataLoader.__next__", 50, late);
        picture.kernel(rank, "stream 7", late + 2, 20'000, picture.launch(rank, "thread 1", late));
    }
    return picture;
}

void click(const IdleCausesView& view, int row, int column = 0)
{
    const QTableView& table = *view.table()->table();
    QTest::mouseClick(
        table.viewport(), Qt::LeftButton, Qt::NoModifier, table.visualRect(table.model()->index(row, column)).center());
}

QString emptyText(const QWidget& view)
{
    QStringList shown;
    for (const QLabel* label : view.findChildren<QLabel*>())
        shown << (label->isVisible() ? label->text() : QString());
    return shown.join(QLatin1Char(' ')).simplified();
}

} // namespace

class TstProfilerViews : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void anArrowLeadsFromTheCallToItsKernel()
    {
        Workspace workspace;
        GanttView view(&workspace);
        show(view);
        workspace.document.setFolder(folderOf(products()));
        const Trace& trace = *workspace.document.trace();
        const Link launch = trace.launches().front();
        workspace.selection.setSpan(launch.to);
        QCOMPARE(view.plot().selectedLaunches().size(), size_t(1));
        QCOMPARE(view.plot().selectedLaunches().front().from, launch.from);
        workspace.selection.setSpan(trace.parent(launch.from)); // the operator
        QCOMPARE(view.plot().selectedLaunches().size(), size_t(1));
        workspace.selection.setSpan(spanCalled(trace, "model.py(7): forward"));
        QCOMPARE(view.plot().selectedLaunches().size(), size_t(2));
    }

    void detailsLeadFromTheKernelToThePythonFrame()
    {
        const OpenedFolderPtr opened = folderOf(products());
        const Run& run = opened->folder.runs.front();
        QStringList values;
        for (const DetailField& field : spanDetails(run, run.trace->launches().front().to, {}))
            values << field.label + QLatin1Char('=') + field.value;
        const QString all = values.join(QLatin1Char('\n'));
        QVERIFY2(all.contains(QStringLiteral("operator=aten::mm")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("model.py(7): forward")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("cudaLaunchKernel")), qPrintable(all));
    }

    void aCounterHasARowBelowItsRank()
    {
        const OpenedFolderPtr opened = folderOf(products());
        const TimelineLayout layout(*opened->folder.runs.front().trace, {});
        QCOMPARE(layout.rows().back().kind, TimelineRow::Kind::Counter);
        QCOMPARE(layout.rows().back().rank, 0);
        QVERIFY(!layout.rows().back().hasSpans());
        QCOMPARE(layout.contentHeight() >= layout.rows().back().bottom(), true);
    }

    void aFoldedThreadShowsItsOutermostCalls()
    {
        const OpenedFolderPtr opened = folderOf(products());
        const Trace& trace = *opened->folder.runs.front().trace;
        TimelineLayout::Options options;
        const TimelineLayout open(trace, options);
        options.foldsThreads = true;
        const TimelineLayout folded(trace, options);
        QCOMPARE(open.rows().size() - folded.rows().size(), size_t(2)); // the products and their launches
        const int row = folded.rowOf(trace.row(spanCalled(trace, "cudaLaunchKernel")));
        QCOMPARE(row, folded.rowOf(trace.row(spanCalled(trace, "model.py(7): forward"))));
        QCOMPARE(folded.rows()[size_t(row)].fold, TimelineRow::Fold::Folded);
    }

    void threadsOfATallRankStartFolded()
    {
        ProfilerPicture picture = products();
        for (int i = 0; i < 40; ++i)
            picture.host(0, "thread 2", "deep", i, 100 - i);
        Workspace workspace;
        GanttView view(&workspace);
        show(view);
        workspace.document.setFolder(folderOf(products()));
        QVERIFY(!view.plot().rows().foldsThreads());
        workspace.document.setFolder(folderOf(std::move(picture)));
        QVERIFY(view.plot().rows().foldsThreads());
        const size_t rows = view.plot().rows().layout().rows().size();
        view.plot().rows().setFoldsThreads(false);
        QCOMPARE(view.plot().rows().layout().rows().size(), rows + 41);

        // What is looked for is never hidden.
        view.plot().rows().setFoldsThreads(true);
        workspace.search.setText(QStringLiteral("forward"));
        QVERIFY(view.plot().rows().foldsThreads());
        workspace.search.setText(QStringLiteral("aten::mm"));
        QVERIFY(!view.plot().rows().foldsThreadsOf(0));
        view.plot().rows().setFoldsThreads(true);
        view.plot().rows().scrollToSpan(spanCalled(*workspace.document.trace(), "cudaLaunchKernel"));
        QVERIFY(!view.plot().rows().foldsThreadsOf(0));
    }

    void allRanksWithThreadsAreInSight()
    {
        ProfilerPicture picture;
        for (int rank = 0; rank < 8; ++rank) {
            picture.host(rank, "thread 1", "outer", 0, 1000);
            for (int i = 0; i < 9; ++i) {
                const TimeNs begin = 10 + i * 100;
                picture.host(rank, "thread 2", "backward", begin, begin + 60);
                picture.host(rank, "thread 2", "inner", begin + 1, begin + 30);
                picture.kernel(rank, "stream 7", begin + 20, begin + 90, picture.launch(rank, "thread 2", begin + 10));
            }
            picture.host(rank, "thread 3", "watches", 0, 900);
            picture.host(rank, "thread 4", "watches", 0, 900);
            picture.collective(rank, "group", 950, 990);
        }
        Workspace workspace;
        GanttView view(&workspace);
        show(view, {1000, 330});
        workspace.document.setFolder(folderOf(std::move(picture)));
        TimelineRows& rows = view.plot().rows();
        const auto others = [&rows](int rank) -> const TimelineRow* {
            for (const TimelineRow& row : rows.layout().rows()) {
                if (row.kind == TimelineRow::Kind::Others && row.rank == rank)
                    return &row;
            }
            return nullptr;
        };
        // Too low for anything but a line each.
        QCOMPARE(rows.maximumScroll(), 0.0);
        QVERIFY(rows.layout().blocks().front().isCollapsed);
        // With more room the lanes of the step: what computes and communicates, and the thread that launches it.
        int height = 330;
        while (rows.layout().blocks().front().isCollapsed && height < 900) {
            view.resize(1000, height += 10);
            deliverEvents();
        }
        QCOMPARE(rows.maximumScroll(), 0.0);
        const double fitted = rows.layout().contentHeight();
        QCOMPARE(rows.layout().blocks().size(), size_t(8));
        QVERIFY(others(0) && others(7));
        QCOMPARE(others(0)->others, 3u);
        const Trace& trace = *workspace.document.trace();
        QStringList lanes;
        for (const TimelineRow& row : rows.layout().rows()) {
            if (row.kind == TimelineRow::Kind::Lane && row.rank == 0 && trace.row(row.row).depth == 0)
                lanes << QString::fromStdString(std::string(trace.trackName(row.track)));
        }
        QCOMPARE(
            lanes, (QStringList {QStringLiteral("stream 7"), QStringLiteral("group"), QStringLiteral("thread 2")}));
        QVERIFY(rows.chosenOptions().others.empty()); // pictures have all lanes
        // A click on the line shows all lanes of that rank, and another one takes them away again.
        const auto clickOn = [&view](const TimelineRow& row) {
            const TimelineGeometry g = view.plot().geometryOfParts();
            QTest::mouseClick(
                &view.plot(), Qt::LeftButton, Qt::NoModifier, QPoint(120, int(g.yOf(row) + row.height / 2)));
        };
        const size_t before = rows.layout().rows().size();
        clickOn(*others(1));
        QVERIFY(!rows.options().isBrief(1) && rows.options().isBrief(0));
        QVERIFY(rows.layout().rows().size() >= before + 3);
        QVERIFY(!rows.layout().blocks().front().isCollapsed); // the others stay as they are
        clickOn(*others(1));
        QVERIFY(rows.options().isBrief(1));
        QCOMPARE(rows.layout().rows().size(), before);
        // Two clicks in a row are for that line, too, whatever name was clicked before.
        const TimelineGeometry g = view.plot().geometryOfParts();
        QTest::mouseClick(&view.plot(), Qt::LeftButton, Qt::NoModifier,
            QPoint(120, int(g.contentTop() + rows.layout().blocks()[3].top + 4 - g.scroll)));
        QCOMPARE(workspace.selection.rank(), 3);
        clickOn(*others(1));
        QVERIFY(!rows.options().isBrief(1));
        QTest::mouseDClick(&view.plot(), Qt::LeftButton, Qt::NoModifier,
            QPoint(120, int(view.plot().geometryOfParts().yOf(*others(1)) + others(1)->height / 2)));
        QVERIFY(!rows.layout().blocks()[3].isCollapsed);
        rows.setOthersOpen(1, false);
        // Lanes that are asked for by name are no others.
        rows.setLaneFilter(QStringLiteral("thread 3"));
        QVERIFY(!others(0) && !others(7));
        const auto& filtered = rows.layout().rows();
        QCOMPARE(std::count_if(filtered.begin(), filtered.end(),
                     [](const TimelineRow& row) { return row.kind == TimelineRow::Kind::Lane; }),
            std::ptrdiff_t(8));
        rows.setLaneFilter({});
        QVERIFY(others(0));
        // Nothing that is looked for stays hidden.
        rows.scrollToSpan(spanCalled(trace, "watches"));
        QVERIFY(!rows.options().isBrief(0));
        // The notice of the filter has gone with it: in the same height rows are fitted as they were at first.
        rows.fitAllRanks();
        QVERIFY(rows.options().isBrief(0));
        QCOMPARE(rows.maximumScroll(), 0.0);
        QCOMPARE(rows.layout().contentHeight(), fitted);
        // Nor in a line that shows another lane.
        view.resize(1000, 330);
        deliverEvents();
        QVERIFY(rows.layout().blocks().front().isCollapsed);
        const RowId ofOuter = trace.row(spanCalled(trace, "watches"));
        rows.scrollToSpan(spanCalled(trace, "watches"));
        const int index = rows.layout().rowOf(ofOuter);
        QVERIFY(index >= 0 && rows.layout().rows()[size_t(index)].kind == TimelineRow::Kind::Lane);
        QVERIFY(rows.layout().blocks().back().isCollapsed);
    }

    void lanesOfARankThatOnlyTheLowerTimelineHasOpen()
    {
        const auto pictured = [](int ranks) {
            ProfilerPicture picture;
            for (int rank = 0; rank < ranks; ++rank) {
                picture.kernel(rank, "stream 7", 30, 90, picture.launch(rank, "thread 1", 10));
                for (const char* thread : {"thread 2", "thread 3", "thread 4", "thread 5"})
                    picture.host(rank, thread, "watches", 0, 90);
            }
            return picture;
        };
        Workspace above;
        Workspace below;
        TimelineRows upper(above);
        TimelineRows lower(below);
        above.document.setFolder(folderOf(pictured(4)));
        below.document.setFolder(folderOf(pictured(5)));
        lower.setLeader(&upper);
        for (int height = 40; upper.options().others.empty() && height < 1500; height += 4) {
            upper.setViewHeight(height);
            lower.setViewHeight(height);
        }
        QVERIFY(!upper.options().others.empty());
        QVERIFY(lower.options().isBrief(0) && lower.options().isBrief(4));
        lower.setOthersOpen(4, true); // which the upper one has not
        QVERIFY(!lower.options().isBrief(4) && lower.options().isBrief(0) && upper.options().isBrief(0));
        lower.setOthersOpen(0, true);
        QVERIFY(!lower.options().isBrief(4) && !lower.options().isBrief(0) && !upper.options().isBrief(0));
        lower.setOthersOpen(0, false);
        lower.setOthersOpen(4, false);
        QVERIFY(lower.options().isBrief(4) && lower.options().isBrief(0) && upper.options().isBrief(0));
        lower.setLeader(nullptr);
    }

    void oneRankWithThreadsKeepsItsLanes()
    {
        ProfilerPicture picture = products();
        for (int i = 0; i < 30; ++i)
            picture.host(0, "thread " + std::to_string(i + 2), "watches", 0, 900);
        Workspace workspace;
        GanttView view(&workspace);
        show(view, {1000, 200});
        workspace.document.setFolder(folderOf(std::move(picture)));
        QVERIFY(view.plot().rows().options().others.empty());
        QVERIFY(!view.plot().rows().layout().blocks().front().isCollapsed);
    }

    void onlyRanksThatAreAskedForUnfold()
    {
        ProfilerPicture picture = products();
        for (int rank = 0; rank < 3; ++rank)
            picture.host(rank, "thread 2", "outer", 0, 100);
        picture.host(1, "thread 2", "inner", 10, 20);
        Workspace workspace;
        GanttView view(&workspace);
        show(view);
        workspace.document.setFolder(folderOf(std::move(picture)));
        view.plot().rows().setFoldsThreads(true);
        const size_t rows = view.plot().rows().layout().rows().size();
        view.plot().rows().scrollToSpan(spanCalled(*workspace.document.trace(), "inner"));
        QCOMPARE(view.plot().rows().layout().rows().size(), rows + 1);
        QVERIFY(view.plot().rows().foldsThreadsOf(0) && !view.plot().rows().foldsThreadsOf(1) && view.plot().rows().foldsThreadsOf(2));
        view.plot().rows().setThreadsFolded({1}, true);
        QCOMPARE(view.plot().rows().layout().rows().size(), rows);
        view.plot().rows().setFoldsThreads(false);
        view.plot().rows().setThreadsFolded({1}, true);
        QVERIFY(!view.plot().rows().foldsThreadsOf(0) && view.plot().rows().foldsThreadsOf(1));
    }

    void aCounterIsAsHighAsItsValue()
    {
        const OpenedFolderPtr opened = folderOf(products());
        const Trace& trace = *opened->folder.runs.front().trace;
        CounterPainter counters(trace);
        QCOMPARE(counters.largest(0), 3e6);
        QImage picture(100, 40, QImage::Format_RGB32);
        picture.fill(Qt::white);
        QPainter painter(&picture);
        counters.paint(painter, 0, QRectF(0, 0, 100, 40), TimeScale({0, 100 * us}, 0, 100), Palette::light());
        painter.end();
        const auto heightAt = [&](int x) {
            int height = 0;
            for (int y = 0; y < picture.height(); ++y)
                height += picture.pixelColor(x, y) != QColor(Qt::white);
            return height;
        };
        QCOMPARE(heightAt(5), 0); // before the first sample
        QVERIFY2(qAbs(heightAt(60) - 38) <= 1, qPrintable(QString::number(heightAt(60))));
        QVERIFY2(qAbs(heightAt(25) - 38 / 3) <= 2, qPrintable(QString::number(heightAt(25))));
        QVERIFY2(qAbs(heightAt(95) - 38 * 2 / 3) <= 2, qPrintable(QString::number(heightAt(95))));
        // The last value holds until the recording ends, not until the axis does.
        QCOMPARE(trace.range().end, 100 * us);
        picture.fill(Qt::white);
        QPainter wide(&picture);
        counters.paint(wide, 0, QRectF(0, 0, 100, 40), TimeScale({0, 200 * us}, 0, 100), Palette::light());
        wide.end();
        QVERIFY(heightAt(48) > 20);
        QCOMPARE(heightAt(52), 0);
        const CounterSeries& series = trace.counters().series.front();
        QCOMPARE(counterValueAt(trace.counters(), series, 50 * us), std::optional<double>(3e6));
        QVERIFY(!counterValueAt(trace.counters(), series, 5 * us));
    }

    void operatorsAreListedAndLightTheirSpans()
    {
        Workspace workspace;
        OperatorsView view(workspace.document, workspace.selection, workspace.window, workspace.search);
        show(view);
        workspace.document.setFolder(folderOf(products()));
        QTRY_COMPARE(view.table()->visibleRowCount(), 1);
        QCOMPARE(cell(view, 0, 2), QStringLiteral("2"));
        emit view.table()->rowChosen(0);
        QCOMPARE(workspace.search.matches().size(), size_t(2)); // though the name holds quotes
        view.findChild<QComboBox*>()->setCurrentIndex(1);
        QTRY_COMPARE(cell(view, 0, 0), QStringLiteral("aten::mm"));
        view.findChild<QComboBox*>()->setCurrentIndex(2);
        QTRY_COMPARE(view.table()->visibleRowCount(), 3);
        workspace.selection.setRange(TimeRange {0, 15 * us});
        QTRY_COMPARE(view.table()->visibleRowCount(), 2); // the frame and one operator
    }

    void idleGpusAreListedByCauseAndAClickGoesThere()
    {
        using Column = IdleCauseModel::Column;
        Workspace workspace;
        IdleCausesView view(workspace);
        show(view);
        workspace.document.setFolder(folderOf(waitingForInput(1, 0)));
        QTRY_COMPARE(view.model().rowCount(), 2);
        QVERIFY(view.table()->isVisible());
        QCOMPARE(view.model().placeOf(Column::Rank), -1);
        QVERIFY(!view.findChild<QComboBox*>()->isVisible()); // there is nothing to choose for one rank
        QCOMPARE(cell(view, 0, 0), QStringLiteral("input"));
        QCOMPARE(cell(view, 0, 1), QStringLiteral("DataLoader.__next__"));
        QCOMPARE(cell(view, 1, 0), QStringLiteral("not recorded"));
        // Together they are the host wait of the bar.
        const TimeParts parts = workspace.figures.ofPart()->parts();
        const auto plain = [&view](int row, Column column) {
            return view.model().index(row, view.model().placeOf(column)).data(TableModel::PlainRole).toDouble();
        };
        QCOMPARE(plain(0, Column::Time), 1.4);
        QCOMPARE(plain(0, Column::Time) + plain(1, Column::Time), parts.of(TimePart::HostWait) / 1e6);
        QVERIFY(qAbs(plain(0, Column::Share) + plain(1, Column::Share) - 100 * parts.share(TimePart::HostWait)) < 1e-6);
        QCOMPARE(plain(0, Column::Recorded), 1.45); // with what the GPU worked
        QCOMPARE(plain(0, Column::Count), 1.0);

        click(view, 0);
        const Trace& trace = *workspace.document.trace();
        QCOMPARE(workspace.selection.span(), spanCalled(trace, "DataLoader.__next__"));
        const TimeRange pause {100 * us, 1501 * us};
        QVERIFY(workspace.window.visibleRange().contains(pause));
        QVERIFY(workspace.window.visibleRange().duration() <= 3 * pause.duration());
        QCOMPARE(view.model().rowCount(), 2); // what is listed stays
        // What was not recorded is shown by what ends it.
        QTest::keyClick(view.table()->table(), Qt::Key_Down);
        QCOMPARE(trace.begin(workspace.selection.span()), 1502 * us);
    }

    void idleGpusAreListedOfAllRanksOrRankByRank()
    {
        using Column = IdleCauseModel::Column;
        Workspace workspace;
        IdleCausesView view(workspace);
        show(view);
        workspace.document.setFolder(folderOf(waitingForInput(3, 300)));
        QTRY_COMPARE(view.model().rowCount(), 2);
        const auto time = [&view](int row) {
            return view.model().index(row, view.model().placeOf(Column::Time)).data(TableModel::PlainRole).toDouble();
        };
        QCOMPARE(time(0), 1.7);                    // the mean of 1.4, 1.7 and 2.0
        QCOMPARE(view.model().cause(0)->rank, 2u); // where the longest pause is
        auto* box = view.findChild<QComboBox*>();
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(view.model().rowCount(), 6);
        QCOMPARE(cell(view, 0, view.model().placeOf(Column::Rank)), QStringLiteral("2"));
        QCOMPARE(time(0), 2.0);
        QCOMPARE(time(2), 1.4);
        click(view, 2);
        QCOMPARE(workspace.selection.rank(), 0);
        // Sorted by a click on the header, filtered and copied as all tables.
        QTableView& table = *view.table()->table();
        const int rank = view.model().placeOf(Column::Rank);
        QTest::mouseClick(table.horizontalHeader()->viewport(), Qt::LeftButton, Qt::NoModifier,
            QPoint(table.horizontalHeader()->sectionViewportPosition(rank) + 10, 8));
        QCOMPARE(cell(view, 0, rank), QStringLiteral("0"));
        QTest::keyClicks(view.table()->filterEdit(), QStringLiteral("dataload"));
        QCOMPARE(view.table()->visibleRowCount(), 3);
        table.setFocus();
        table.selectAll();
        QVERIFY2(view.table()->tsv().startsWith(QStringLiteral("cause\tmeanwhile\trank\tidle (ms)")),
            qPrintable(view.table()->tsv()));
        // Of the range that is selected, as all figures.
        view.table()->filterEdit()->clear();
        workspace.selection.setRange(TimeRange {0, 600 * us});
        QTRY_COMPARE(time(0), 0.5);
    }

    void noIdleGpusAreSaidInWords()
    {
        Workspace workspace;
        IdleCausesView view(workspace);
        show(view);
        QVERIFY2(emptyText(view).contains(QStringLiteral("is recorded by a profiler")), qPrintable(emptyText(view)));
        ProfilerPicture busy;
        busy.kernel(0, "stream 7", 2, 50, busy.launch(0, "thread 1", 0));
        busy.kernel(0, "stream 7", 50, 90, busy.launch(0, "thread 1", 5));
        workspace.document.setFolder(folderOf(std::move(busy)));
        workspace.selection.setRange(TimeRange {10 * us, 80 * us});
        QTRY_COMPARE(workspace.figures.extent(), Figures::Extent::Range);
        deliverEvents();
        QVERIFY2(emptyText(view).contains(
                     QStringLiteral("Each kernel of the range was launched before its GPU had no work.")),
            qPrintable(emptyText(view)));
        ProfilerPicture unknown;
        unknown.host(0, "thread 1", "step", 0, 100);
        unknown.kernel(0, "stream 7", 0, 20);
        unknown.kernel(0, "stream 7", 80, 100);
        workspace.document.setFolder(folderOf(std::move(unknown)));
        deliverEvents();
        QVERIFY2(emptyText(view).contains(QStringLiteral("no launch was recorded that says why")),
            qPrintable(emptyText(view)));
    }

    void theLegendOfAProfilerRunFitsALowWindow()
    {
        ProfilerPicture picture;
        TimeNs at = 0;
        for (const Category category : {Category::Forward, Category::Backward, Category::Optimizer,
                 Category::OtherCompute, Category::MemoryCopy, Category::Other}) {
            picture.kernel(0, "stream 7", at, at + 10, picture.launch(0, "thread 1", at), category);
            at += 10;
        }
        picture.collective(0, "pg", at, at + 10, picture.launch(0, "thread 1", at));
        Workspace workspace;
        GanttView view(&workspace);
        show(view, QSize(945, 368)); // as in a window of 1280 x 720
        workspace.document.setFolder(folderOf(std::move(picture)));
        deliverEvents();
        const Legend& legend = view.legend();
        QVERIFY(legend.entries().size() >= 9);
        QVERIFY2(legend.height() < 2 * view.fontMetrics().height(), qPrintable(QString::number(legend.height())));
        QVERIFY(legend.toolTip().contains(QStringLiteral("other communication"))); // in full
        view.resize(1700, 368);
        deliverEvents();
        QVERIFY(legend.height() < 2 * view.fontMetrics().height());
    }

    void aRunWithoutAProfilerSaysSo()
    {
        Workspace workspace;
        OperatorsView view(workspace.document, workspace.selection, workspace.window, workspace.search);
        show(view);
        QVERIFY(view.table()->isHidden() || !view.table()->isVisible());
    }
};

BUBBLESCOPE_TEST(TstProfilerViews, QApplication)

} // namespace bubblescope::tst_profilerviews

#include "tst_profilerviews.moc"
