// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A view computes what it shows when it is seen, in whatever dock it stands.
#include "panelview.h"
#include "settled.h"
#include "testprogram.h"

#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QTest>

namespace bubblescope::tst_panelview {

namespace {

class CountedView : public PanelView {
public:
    explicit CountedView(QWidget* parent = nullptr) : PanelView(parent) { setContent(new QLabel(this)); }
    using PanelView::invalidate;
    using PanelView::isInFront;
    using PanelView::startOver;

    int refreshed = 0;
    int lettingGo = 0;

protected:
    void refresh() override
    {
        ++refreshed;
        showContent();
    }
    void letGo() override { ++lettingGo; }
};

/// Two views in tabs of one place, of which the first is in front, and a third whose dock is not shown yet.
struct Tabs {
    Tabs()
    {
        window.setCentralWidget(new QWidget);
        for (int i = 0; i < 3; ++i) {
            docks[i] = new QDockWidget(QString::number(i), &window);
            docks[i]->setWidget(views[i] = new CountedView);
            window.addDockWidget(Qt::BottomDockWidgetArea, docks[i]);
            if (i > 0)
                window.tabifyDockWidget(docks[0], docks[i]);
        }
        docks[2]->hide();
        docks[0]->raise();
        window.resize(800, 600);
        window.show();
        deliverEvents();
        shown = views[0]->refreshed;
    }
    /// How often each view was computed, that in front since it was shown.
    QList<int> refreshed() const { return {views[0]->refreshed - shown, views[1]->refreshed, views[2]->refreshed}; }

    QMainWindow window;
    QDockWidget* docks[3];
    CountedView* views[3];
    int shown = 0;
};

} // namespace

class TstPanelView : public QObject {
    Q_OBJECT
private slots:
    void aTabBehindOthersDoesNoWorkUntilItIsInFront()
    {
        Tabs tabs;
        QVERIFY(tabs.shown > 0);
        QVERIFY(tabs.views[1]->isVisible() && !tabs.views[1]->isInFront()); // Qt keeps it visible
        QCOMPARE(tabs.refreshed(), QList<int>({0, 0, 0}));
        for (CountedView* view : tabs.views)
            view->invalidate();
        deliverEvents();
        QCOMPARE(tabs.refreshed(), QList<int>({1, 0, 0}));
        tabs.docks[1]->raise();
        QCOMPARE(tabs.refreshed(), QList<int>({1, 1, 0})); // before it is painted
        deliverEvents();
        tabs.docks[0]->raise();
        tabs.docks[1]->raise();
        deliverEvents();
        QCOMPARE(tabs.refreshed(), QList<int>({1, 1, 0})); // nothing has changed
        tabs.views[0]->invalidate();
        tabs.views[1]->invalidate();
        deliverEvents();
        QCOMPARE(tabs.refreshed(), QList<int>({1, 2, 0}));
    }

    void aDockThatIsShownBehindOthersDoesNoWork()
    {
        Tabs tabs;
        tabs.docks[2]->show();
        tabs.views[2]->invalidate();
        deliverEvents();
        QCOMPARE(tabs.refreshed(), QList<int>({0, 0, 0}));
        tabs.docks[2]->raise();
        QCOMPARE(tabs.refreshed(), QList<int>({0, 0, 1}));
    }

    void whatIsLeftInFrontCatchesUp()
    {
        Tabs tabs;
        tabs.docks[0]->hide();
        deliverEvents();
        QCOMPARE(tabs.refreshed(), QList<int>({0, 1, 0}));
    }

    void aFloatingPanelIsInFrontAnywhere()
    {
        Tabs tabs;
        tabs.docks[1]->setFloating(true);
        tabs.docks[1]->move(-2000, -2000); // on a screen to the left of the first one
        deliverEvents();
        const int before = tabs.views[1]->refreshed;
        QVERIFY(before > 0);
        tabs.views[1]->invalidate();
        deliverEvents();
        QCOMPARE(tabs.views[1]->refreshed, before + 1);
    }

    void anotherRunIsNotShownBehindButLetGo()
    {
        Tabs tabs;
        for (CountedView* view : tabs.views)
            view->startOver();
        deliverEvents();
        QCOMPARE(tabs.refreshed(), QList<int>({1, 0, 0}));
        QCOMPARE(tabs.views[0]->lettingGo, 0);
        QCOMPARE(tabs.views[1]->lettingGo, 1);
        QCOMPARE(tabs.views[2]->lettingGo, 1);
        tabs.docks[1]->raise();
        QCOMPARE(tabs.refreshed(), QList<int>({1, 1, 0}));
    }

    void aPictureNeedsNoTabInFront()
    {
        Tabs tabs;
        tabs.views[1]->refreshNow();
        QCOMPARE(tabs.refreshed(), QList<int>({0, 1, 0}));
        tabs.docks[1]->raise();
        deliverEvents();
        QCOMPARE(tabs.refreshed(), QList<int>({0, 1, 0}));
    }

    void aPageOfAViewIsSeenWithIt()
    {
        Tabs tabs;
        auto* page = new CountedView(tabs.views[1]);
        page->show();
        deliverEvents();
        QCOMPARE(page->refreshed, 0);
        tabs.docks[1]->raise();
        QCOMPARE(page->refreshed, 1);
    }
};

BUBBLESCOPE_TEST(TstPanelView, QApplication)

} // namespace bubblescope::tst_panelview

#include "tst_panelview.moc"
