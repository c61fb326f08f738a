// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who called what, in the window.
#include "callcount.h"
#include "calltreeview.h"
#include "flameplot.h"
#include "flameview.h"
#include "profilerpicture.h"
#include "settled.h"
#include "spancolors.h"
#include "testprogram.h"
#include "workspace.h"

#include <QComboBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>
#include <QtTest>

#include <algorithm>

namespace bubblescope::tst_callviews {

namespace {

constexpr TimeNs us = 1000;

/// On each of two ranks a step with an operator that launches a kernel.
OpenedFolderPtr twoRanks()
{
    ProfilerPicture picture;
    for (const int rank : {0, 1}) {
        picture.host(rank, "thread 1", "train.py(1): step", 0, 100);
        picture.host(rank, "thread 1", "nn.Module: Block_0", 0, 90);
        picture.host(rank, "thread 1", "aten::mm", 10, 40);
        picture.kernel(rank, "stream 7", 30, 60 + 10 * rank, picture.launch(rank, "thread 1", 20),
            Category::OtherCompute, "gemm");
    }
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.name = "run";
    run.trace = std::make_shared<const Trace>(picture.finish());
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

template <typename View> void show(View& view)
{
    view.resize(1000, 400);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    deliverEvents();
}

struct Panels {
    Workspace workspace;
    CallCount calls {workspace.document, workspace.selection, workspace.window, workspace.search};
};

/// The first node with that name; 0 if none.
uint32_t nodeCalled(const CallTree& tree, std::string_view name)
{
    for (uint32_t i = 1; i < tree.nodes().size(); ++i) {
        if (tree.trace()->strings().text(tree.nodes()[i].name) == name)
            return i;
    }
    return 0;
}

} // namespace

class TstCallViews : public QObject {
    Q_OBJECT
private slots:
    // The offscreen platform cannot hand size hints to a window manager; anything else is a failure.
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void theTreeFollowsTheSelection()
    {
        Panels panels;
        CallTreeView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        show(view);
        QCOMPARE(view.model().rowCount(), 0);
        panels.workspace.document.setFolder(twoRanks());
        QTRY_COMPARE(view.model().rowCount(), 1);
        const auto host = [&view] {
            return view.model().index(0, CallTreeModel::Host).data(CallTreeModel::PlainRole).toString();
        };
        QCOMPARE(host(), QStringLiteral("0.2"));
        panels.workspace.selection.setRange(TimeRange {0, 25 * us});
        QTRY_COMPARE(host(), QStringLiteral("0.05"));
        panels.workspace.selection.setRange({});
        panels.workspace.selection.setRank(1);
        panels.calls.setScope(CallCount::Scope::Rank);
        QTRY_COMPARE(host(), QStringLiteral("0.1"));
        panels.calls.setOf(CallTree::Of::Modules);
        QTRY_COMPARE(view.model().index(0, 0).data().toString(), QStringLiteral("nn.Module: Block_0"));
        panels.workspace.document.setFolder(nullptr);
        QTRY_COMPARE(view.model().rowCount(), 0);
    }

    void whatWasFoundIsCounted()
    {
        Panels panels;
        CallTreeView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        show(view);
        panels.workspace.document.setFolder(twoRanks());
        panels.workspace.search.setText(QStringLiteral("name=aten::mm"));
        panels.calls.setScope(CallCount::Scope::Found);
        QTRY_VERIFY(view.model().tree() && view.model().tree()->nodes().front().host == 60 * us);
    }

    void theChosenCallIsSelectedInTheTimeline()
    {
        Panels panels;
        CallTreeView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        show(view);
        panels.workspace.document.setFolder(twoRanks());
        QTRY_COMPARE(view.model().rowCount(), 1);
        auto* edit = view.findChild<QLineEdit*>();
        QTest::keyClicks(edit, QStringLiteral("GEMM"));
        QTest::keyClick(edit, Qt::Key_Return);
        const Trace& trace = *panels.workspace.document.trace();
        const SpanId longest = panels.workspace.selection.span();
        QVERIFY(longest.isValid());
        QCOMPARE(trace.name(longest), std::string_view("gemm"));
        QCOMPARE(trace.duration(longest), 40 * us); // that of rank 1
        QVERIFY(view.tree()->isExpanded(view.tree()->currentIndex().parent()));
        QTest::keyClick(view.tree(), Qt::Key_Left);
        QTest::keyClick(view.tree(), Qt::Key_Left);
        QCOMPARE(trace.name(panels.workspace.selection.span()), std::string_view("aten::mm"));
    }

    void flamesAreClickedAndWalkedThrough()
    {
        Panels panels;
        FlameView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        show(view);
        panels.workspace.document.setFolder(twoRanks());
        FlamePlot& plot = view.plot();
        QTRY_VERIFY(plot.layoutOfCalls().rows > 0);
        const CallTree& tree = *panels.calls.tree();
        const uint32_t mm = nodeCalled(tree, "aten::mm");
        QVERIFY(!plot.boxOf(mm).isEmpty());
        QTest::mouseClick(&plot, Qt::LeftButton, Qt::NoModifier, plot.boxOf(mm).center().toPoint());
        QCOMPARE(plot.current(), mm);
        QCOMPARE(tree.trace()->name(panels.workspace.selection.span()), std::string_view("aten::mm"));
        QVERIFY(plot.accessibleDescription().contains(QStringLiteral("aten::mm: 2 calls")));
        QTest::keyClick(&plot, Qt::Key_Up);
        QCOMPARE(plot.current(), tree.nodes()[mm].parent);
        QTest::keyClick(&plot, Qt::Key_Down);
        QCOMPARE(plot.current(), mm);
        const double before = plot.boxOf(mm).width();
        QTest::keyClick(&plot, Qt::Key_Return);
        QCOMPARE(plot.top(), mm);
        QVERIFY(plot.boxOf(mm).width() > 2 * before);
        QTest::keyClick(&plot, Qt::Key_Escape);
        QCOMPARE(plot.top(), tree.nodes()[mm].parent);
    }

    void whatHasNoTimeOnGpusIsNotZoomedTo()
    {
        Panels panels;
        FlameView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        show(view);
        panels.workspace.document.setFolder(twoRanks());
        FlamePlot& plot = view.plot();
        QTRY_VERIFY(plot.layoutOfCalls().rows > 0);
        const uint32_t launch = nodeCalled(*panels.calls.tree(), "cudaLaunchKernel");
        QTest::mouseClick(&plot, Qt::LeftButton, Qt::NoModifier, plot.boxOf(launch).center().toPoint());
        QCOMPARE(plot.current(), launch);
        plot.setOf(FlameLayout::Of::Devices);
        QTest::keyClick(&plot, Qt::Key_Return);
        QCOMPARE(plot.top(), uint32_t(0));
        QVERIFY(plot.layoutOfCalls().rows > 0);
    }

    void bothViewsSayThatModulesAreNotRecorded()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "aten::mm", 0, 10);
        auto opened = std::make_shared<OpenedFolder>();
        Run run;
        run.trace = std::make_shared<const Trace>(picture.finish());
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
        Panels panels;
        panels.calls.setOf(CallTree::Of::Modules);
        panels.workspace.document.setFolder(opened);
        CallTreeView tree(panels.calls, panels.workspace.selection, panels.workspace.window);
        FlameView flame(panels.calls, panels.workspace.selection, panels.workspace.window);
        for (PanelView* view : {static_cast<PanelView*>(&tree), static_cast<PanelView*>(&flame)}) {
            show(*view);
            const auto says = [view] {
                const QList<QLabel*> labels = view->findChildren<QLabel*>();
                return std::any_of(labels.begin(), labels.end(),
                    [](const QLabel* label) { return label->text().startsWith(QStringLiteral("No modules")); });
            };
            QTRY_VERIFY(says());
        }
    }

    void rowsAreAsHighAsThoseOfTablesAndShowAllFigures()
    {
        Panels panels;
        CallTreeView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        show(view);
        view.resize(1100, 400);
        panels.workspace.document.setFolder(twoRanks());
        QTRY_COMPARE(view.model().rowCount(), 1);
        const QTreeView& tree = *view.tree();
        QCOMPARE(tree.visualRect(view.model().index(0, 0)).height(), tree.fontMetrics().height() + 6);
        QVERIFY2(tree.header()->length() <= tree.viewport()->width(),
            qPrintable(QStringLiteral("%1 of %2").arg(tree.header()->length()).arg(tree.viewport()->width())));
        view.tree()->header()->resizeSection(CallTreeModel::Call, 500);
        view.resize(1000, 400);
        deliverEvents();
        QCOMPARE(tree.header()->sectionSize(CallTreeModel::Call), 500); // as the user wants it
    }

    void coloursOfKindsAreNamed()
    {
        Panels panels;
        FlameView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        show(view);
        panels.workspace.document.setFolder(twoRanks());
        FlamePlot& plot = view.plot();
        QTRY_VERIFY(plot.layoutOfCalls().rows > 0);
        QCOMPARE(plot.kinds(),
            std::vector<CallKind>({CallKind::Python, CallKind::Module, CallKind::Other, CallKind::Runtime}));
        const QImage picture = plot.grab().toImage();
        const QRectF all = plot.boxOf(0);
        for (const CallKind kind : plot.kinds()) {
            const QRgb wanted = FlamePlot::kindColor(kind, Palette::of(view)).rgb();
            int found = 0;
            for (int x = 0; x < picture.width(); ++x)
                found += picture.pixel(x, int(all.center().y())) == wanted;
            QVERIFY2(found > 2, qPrintable(QString::number(int(kind))));
        }
    }

    void whatHardlyHasHostsShowsGpusFirst()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "get_batch", 0, 10);
        picture.kernel(0, "stream 7", 20, 900, picture.launch(0, "thread 1", 12));
        auto opened = std::make_shared<OpenedFolder>();
        Run run;
        run.trace = std::make_shared<const Trace>(picture.finish());
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
        Panels panels;
        FlameView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        show(view);
        panels.workspace.document.setFolder(opened);
        QTRY_VERIFY(view.plot().layoutOfCalls().rows > 0);
        QComboBox* measure = nullptr;
        for (QComboBox* box : view.findChildren<QComboBox*>()) {
            if (box->accessibleName() == QLatin1String("What is as wide"))
                measure = box;
        }
        QVERIFY(measure);
        QCOMPARE(measure->currentText(), QStringLiteral("time on GPUs"));
        measure->setFocus();
        QTest::keyClick(measure, Qt::Key_Up);
        QCOMPARE(measure->currentText(), QStringLiteral("time on threads"));
        panels.workspace.selection.setRange(TimeRange {0, 500 * us});
        QTRY_VERIFY(panels.calls.tree() && panels.calls.tree()->nodes().front().device < 880 * us);
        deliverEvents();
        QCOMPARE(measure->currentText(), QStringLiteral("time on threads")); // the user's choice
    }

    void whatIsNotLookedForIsDimmed()
    {
        Panels panels;
        FlameView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        show(view);
        panels.workspace.document.setFolder(twoRanks());
        FlamePlot& plot = view.plot();
        QTRY_VERIFY(plot.layoutOfCalls().rows > 0);
        const auto colorOf = [&plot](uint32_t node) {
            const QRectF box = plot.boxOf(node);
            return plot.grab().toImage().pixelColor(int(box.right()) - 4, int(box.bottom()) - 3);
        };
        const uint32_t mm = nodeCalled(*panels.calls.tree(), "aten::mm");
        const uint32_t block = nodeCalled(*panels.calls.tree(), "nn.Module: Block_0");
        const QColor ofProduct = colorOf(mm);
        const QColor ofBlock = colorOf(block);
        QTest::keyClicks(view.findChild<QLineEdit*>(), QStringLiteral("mm"));
        QCOMPARE(colorOf(mm), ofProduct);
        QVERIFY(colorOf(block) != ofBlock);
    }

    void aNameHasOneColourInAllRuns()
    {
        const TracePtr trace = twoRanks()->folder.runs.front().trace;
        ProfilerPicture picture;
        picture.host(0, "thread 1", "other", 0, 10); // names have other numbers there
        picture.host(0, "thread 1", "aten::mm", 2, 4);
        const Trace other = picture.finish();
        const SpanColors colors(Palette::light(), ColorBy::Name, *trace);
        const SpanColors colorsOfOther(Palette::light(), ColorBy::Name, other);
        const auto colorOf = [](const SpanColors& of, const Trace& in, std::string_view name) {
            for (uint32_t i = 0; i < in.spanCount(); ++i) {
                if (in.name(SpanId(i)) == name)
                    return of.solid(of.indexOf(in, in.timing(), SpanId(i)));
            }
            return QRgb(0);
        };
        QVERIFY(colorOf(colors, *trace, "aten::mm") != colorOf(colors, *trace, "train.py(1): step"));
        QCOMPARE(colorOf(colors, *trace, "aten::mm"), colorOf(colorsOfOther, other, "aten::mm"));
    }

    void aHiddenViewDoesNothing()
    {
        Panels panels;
        CallTreeView view(panels.calls, panels.workspace.selection, panels.workspace.window);
        panels.workspace.document.setFolder(twoRanks());
        deliverEvents();
        QVERIFY(!panels.calls.tree());
        show(view);
        QTRY_VERIFY(panels.calls.tree());
        QCOMPARE(view.model().rowCount(), 1);
    }
};

BUBBLESCOPE_TEST(TstCallViews, QApplication)

} // namespace bubblescope::tst_callviews

#include "tst_callviews.moc"
