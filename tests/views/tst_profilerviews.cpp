// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the views show of a profiler's run.
#include "counterpainter.h"
#include "details.h"
#include "ganttview.h"
#include "operatorsview.h"
#include "profilerpicture.h"
#include "settled.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "timelineplot.h"
#include "workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QPainter>
#include <QTableView>
#include <QtTest>

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

QString cell(const OperatorsView& view, int row, int column)
{
    return view.table()->table()->model()->index(row, column).data().toString();
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
