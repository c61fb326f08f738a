// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The panels around the timeline: where they stand and how much room they have.
#include "mainwindow.h"

#include "comparedtimelines.h"
#include "detailspanel.h"
#include "exportcontrol.h"
#include "recordcontrol.h"
#include "settings.h"
#include "tablepanel.h"

#include <QDockWidget>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>

namespace bubblescope {

namespace {
const QStringList rightPanels {QStringLiteral("details"), QStringLiteral("simulate"), QStringLiteral("ranks")};

/// Of the panels below the timeline: less in a low window.
int heightBesideTimeline(int window) { return std::min(270, window * 3 / 10); }
} // namespace

/// Details of the span that was chosen last, in whichever of the two timelines.
QWidget* MainWindow::makeDetails()
{
    auto* pages = new QStackedWidget(this);
    Workspace& lower = m_timelines->lowerWorkspace();
    auto* details = new DetailsPanel(*m_workspace, pages);
    pages->addWidget(details);
    m_records = new RecordControl(*m_workspace, *details, this);
    pages->addWidget(new DetailsPanel(lower, pages));
    connect(&m_workspace->selection, &Selection::spanChanged, pages, [this, pages] {
        if (m_workspace->selection.span().isValid() || !m_timelines->isComparing())
            pages->setCurrentIndex(0);
    });
    connect(&lower.selection, &Selection::spanChanged, pages, [this, &lower, pages] {
        if (const SpanId span = lower.selection.span(); span.isValid())
            pages->setCurrentIndex(m_timelines->openedSpan(span).isValid() ? 0 : 1);
        else if (!m_timelines->isComparing())
            pages->setCurrentIndex(0);
    });
    connect(&m_workspace->document, &Document::simulationChanged, pages, [this, pages] {
        if (!m_timelines->isComparing())
            pages->setCurrentIndex(0);
    });
    return pages;
}

QDockWidget* MainWindow::addPanel(const QString& name, const QString& title, QWidget* view, Qt::DockWidgetArea area)
{
    auto* panel = new QDockWidget(title, m_docks);
    panel->setObjectName(name);
    panel->setWidget(view);
    view->setAccessibleName(title);
    m_docks->addDockWidget(area, panel);
    m_panels.push_back(panel);
    for (TablePanel* table : view->findChildren<TablePanel*>())
        connect(table, &TablePanel::csvRequested, this,
            [this](const QString& name, const QString& csv) { m_export->exportTable(name, csv); });
    for (const auto signal : {&QDockWidget::visibilityChanged, &QDockWidget::topLevelChanged})
        connect(panel, signal, &m_titleBarDelay, [this] { m_titleBarDelay.start(); });
    connect(panel, &QDockWidget::dockLocationChanged, &m_titleBarDelay, [this] { m_titleBarDelay.start(); });
    return panel;
}

QDockWidget* MainWindow::dock(const QString& name) const
{
    for (QDockWidget* panel : m_panels) {
        if (panel->objectName() == name)
            return panel;
    }
    return nullptr;
}

/// A panel among tabs has its name on the tab, and is moved by dragging that: a title would only repeat it.
void MainWindow::updateTitleBars()
{
    for (QDockWidget* panel : m_panels) {
        const QList<QDockWidget*> tabs = m_docks->tabifiedDockWidgets(panel);
        const bool isTab = !panel->isFloating()
            && std::any_of(tabs.begin(), tabs.end(), [](const QDockWidget* tab) { return !tab->isHidden(); });
        if (isTab == (panel->titleBarWidget() != nullptr))
            continue;
        QWidget* old = panel->titleBarWidget();
        panel->setTitleBarWidget(isTab ? new QWidget(panel) : nullptr);
        delete old;
    }
}

void MainWindow::arrangeDocks()
{
    // Side by side for a moment they would ask for more room than the screen has.
    for (QDockWidget* panel : m_panels) {
        panel->setFloating(false);
        panel->hide();
    }
    QDockWidget* firstBelow = nullptr;
    for (QDockWidget* panel : m_panels) {
        const bool isRight = rightPanels.contains(panel->objectName());
        m_docks->addDockWidget(isRight ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea, panel);
        if (isRight) { // details above, one of the others below
            if (panel->objectName() == QLatin1String("ranks"))
                m_docks->tabifyDockWidget(dock(QStringLiteral("simulate")), panel);
            continue;
        }
        if (firstBelow)
            m_docks->tabifyDockWidget(firstBelow, panel);
        else
            firstBelow = panel;
    }
    for (QDockWidget* panel : m_panels)
        panel->setVisible(panel->objectName() != QLatin1String("compare")); // until something is compared
    sizeDocks();
    firstBelow->raise();
    dock(QStringLiteral("simulate"))->raise();
}

void MainWindow::sizeDocks()
{
    constexpr int widthOfDetails = 326;
    QDockWidget* details = dock(QStringLiteral("details"));
    m_docks->resizeDocks({details, dock(QStringLiteral("simulate"))}, {260, 420}, Qt::Vertical);
    m_docks->resizeDocks({details}, {widthOfDetails}, Qt::Horizontal);
    m_docks->resizeDocks({dock(QStringLiteral("layers"))}, {heightBesideTimeline(height())}, Qt::Vertical);
}

/// Without a timeline the panels get its room.
void MainWindow::shareRoom()
{
    // Sizes of docks hold only once these are on screen, which the first folder brings about.
    if (!m_wasSized && m_settings.layout().isEmpty())
        sizeDocks();
    m_wasSized = true;
    const bool hasRun = m_workspace->document.run() != nullptr;
    QDockWidget* panel = dock(QStringLiteral("layers"));
    if (hasRun != m_hasTimelineRoom && !panel->isFloating())
        m_docks->resizeDocks(
            {panel}, {hasRun ? heightBesideTimeline(height()) : m_docks->height() * 7 / 10}, Qt::Vertical);
    m_hasTimelineRoom = hasRun;
}

} // namespace bubblescope
