// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panelhost.h"

#include "document.h"
#include "hangingrun.h"
#include "rowfit.h"

#include <QDataStream>
#include <QPlainTextEdit>
#include <QTabBar>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace bubblescope {

namespace {
const QStringList rightPanels {QStringLiteral("details"), QStringLiteral("simulate"), QStringLiteral("ranks")};

/// Only shown while there is something in them.
const QStringList rarePanels {QStringLiteral("compare"), QStringLiteral("hang"), QStringLiteral("history"),
    QStringLiteral("memory"), QStringLiteral("operators"), QStringLiteral("roofline"), QStringLiteral("tree"),
    QStringLiteral("flame"), QStringLiteral("idle")};

constexpr int lowestPanel = 110;
constexpr int narrowestRight = 260;    // knobs with their names
constexpr int narrowestTimeline = 480; // beside it
constexpr int lowestTimeline = 240;    // above panels, with its axis and legend
constexpr int lowestBelow = 130;
constexpr int highestBelow = 380;
constexpr int linesOfASpan = 18;    // in Details: all that is known of a usual one
constexpr int heightForKnobs = 410; // in Simulate: the answer, what helps most and some knobs
constexpr int aroundRows = 285; // menu, toolbar, overview, messages, time axis, legend, tabs and status line
} // namespace

PanelHost::PanelHost(QWidget* parent) : QMainWindow(parent)
{
    setWindowFlags(Qt::Widget);
    setObjectName(QStringLiteral("docks"));
    setDockNestingEnabled(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_titleBarDelay.setSingleShot(true);
    connect(&m_titleBarDelay, &QTimer::timeout, this, &PanelHost::updateTitleBars);
}

QDockWidget* PanelHost::add(const QString& name, const QString& title, QWidget* view, Qt::DockWidgetArea area)
{
    QDockWidget* panel = newPanel(name, title);
    place(panel, view, area);
    return panel;
}

QDockWidget* PanelHost::newPanel(const QString& name, const QString& title)
{
    auto* panel = new QDockWidget(title, this);
    panel->setObjectName(name);
    return panel;
}

void PanelHost::place(QDockWidget* panel, QWidget* view, Qt::DockWidgetArea area)
{
    panel->setWidget(view);
    view->setAccessibleName(panel->windowTitle());
    view->setMinimumHeight(lowestPanel); // else the highest of all tabs decides how much is left of a low window
    addDockWidget(area, panel);
    m_panels.push_back(panel);
    for (const auto signal : {&QDockWidget::visibilityChanged, &QDockWidget::topLevelChanged})
        connect(panel, signal, &m_titleBarDelay, [this] { m_titleBarDelay.start(); });
    connect(panel, &QDockWidget::dockLocationChanged, &m_titleBarDelay, [this] { m_titleBarDelay.start(); });
}

QDockWidget* PanelHost::panel(const QString& name) const
{
    for (QDockWidget* panel : m_panels) {
        if (panel->objectName() == name)
            return panel;
    }
    return nullptr;
}

void PanelHost::bringUp(const QString& name)
{
    panel(name)->show();
    panel(name)->raise();
}

void PanelHost::enter(const QString& name)
{
    bringUp(name);
    for (auto* editor : panel(name)->widget()->findChildren<QPlainTextEdit*>()) {
        if (!editor->isReadOnly())
            editor->setFocus(Qt::OtherFocusReason);
    }
}

void PanelHost::setApplies(const QString& name, bool applies)
{
    if (applies)
        m_applying.insert(name);
    else
        m_applying.remove(name);
    if (panel(name)->isHidden() == applies)
        panel(name)->setVisible(applies);
}

/// A panel among tabs has its name on the tab, which can also be dragged: hide its title bar.
void PanelHost::updateTitleBars()
{
    dressTabs();
    for (QDockWidget* panel : m_panels) {
        const QList<QDockWidget*> tabs = tabifiedDockWidgets(panel);
        const bool isTab = !panel->isFloating()
            && std::any_of(tabs.begin(), tabs.end(), [](const QDockWidget* tab) { return !tab->isHidden(); });
        if (isTab == (panel->titleBarWidget() != nullptr))
            continue;
        QWidget* old = panel->titleBarWidget();
        panel->setTitleBarWidget(isTab ? new QWidget(panel) : nullptr);
        delete old;
    }
}

void PanelHost::arrange(int windowHeight)
{
    m_savedSize = {};
    m_isSizedByUser = false;
    // Side by side, even for a moment, they would need more room than the screen has.
    for (QDockWidget* panel : m_panels) {
        panel->setFloating(false);
        panel->hide();
    }
    QDockWidget* firstBelow = nullptr;
    for (QDockWidget* panel : m_panels) {
        const bool isRight = rightPanels.contains(panel->objectName());
        addDockWidget(isRight ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea, panel);
        if (isRight) { // details at the top, another panel below
            if (panel->objectName() == QLatin1String("ranks"))
                tabifyDockWidget(this->panel(QStringLiteral("simulate")), panel);
            continue;
        }
        if (firstBelow)
            tabifyDockWidget(firstBelow, panel);
        else
            firstBelow = panel;
    }
    for (QDockWidget* panel : m_panels)
        panel->setVisible(!rarePanels.contains(panel->objectName()) || m_applying.contains(panel->objectName()));
    resizePanels(windowHeight);
    firstBelow->raise();
    panel(QStringLiteral("simulate"))->raise();
}

QByteArray PanelHost::layout() const
{
    QByteArray layout;
    QDataStream out(&layout, QIODevice::WriteOnly);
    // What was restored has its size until a folder is shown; nothing has one before.
    const QSize shownSize = m_wasSized ? size() : QSize();
    out << (isVisible() || m_savedSize.isEmpty() ? shownSize : m_savedSize) << saveState(layoutVersion)
        << quint8(m_room) << m_isSizedByUser;
    const Shares now = isVisible() ? shares() : m_savedShares;
    out << now.right << now.below << now.details;
    return layout;
}

bool PanelHost::stands(const char* name, Qt::DockWidgetArea area) const
{
    QDockWidget* panel = this->panel(QLatin1String(name));
    return !panel->isFloating() && dockWidgetArea(panel) == area;
}

PanelHost::Shares PanelHost::shares() const
{
    Shares shares;
    for (QDockWidget* panel : m_panels) {
        if (panel->isFloating() || panel->visibleRegion().isEmpty() || size().isEmpty())
            continue; // behind another tab it has an old size
        const Qt::DockWidgetArea area = dockWidgetArea(panel);
        if (area == Qt::RightDockWidgetArea)
            shares.right = std::max(shares.right, double(panel->width()) / width());
        if (area == Qt::BottomDockWidgetArea)
            shares.below = std::max(shares.below, double(panel->height()) / height());
    }
    const QDockWidget* details = panel(QStringLiteral("details"));
    if (shares.right > 0 && !details->visibleRegion().isEmpty() && details->height() < height())
        shares.details = double(details->height()) / height();
    return shares;
}

/// Sizes of a large window would leave a small one next to no timeline.
void PanelHost::takeShares(const Shares& shares)
{
    const auto partOf = [](double share, int whole, int least, int leastBeside) {
        return std::clamp(int(std::lround(share * whole)), least, std::max(least, whole - leastBeside));
    };
    QDockWidget* details = panel(QStringLiteral("details"));
    QDockWidget* simulate = panel(QStringLiteral("simulate"));
    const bool isRight = stands("details", Qt::RightDockWidgetArea) && !details->isHidden();
    if (shares.details > 0 && isRight && stands("simulate", Qt::RightDockWidgetArea) && !simulate->isHidden()) {
        const int above = partOf(shares.details, height(), lowestPanel, lowestPanel);
        resizeDocks({details, simulate}, {above, height() - above}, Qt::Vertical);
    }
    if (shares.right > 0 && isRight)
        resizeDocks({details}, {partOf(shares.right, width(), narrowestRight, narrowestTimeline)}, Qt::Horizontal);
    for (QDockWidget* panel : m_panels) {
        if (shares.below <= 0 || panel->isFloating() || panel->isHidden()
            || dockWidgetArea(panel) != Qt::BottomDockWidgetArea)
            continue;
        resizeDocks({panel}, {partOf(shares.below, height(), lowestPanel, lowestTimeline)}, Qt::Vertical);
        break; // tabs have one height
    }
}

void PanelHost::restore(const QByteArray& layout)
{
    QDataStream in(layout);
    in >> m_savedSize >> m_savedState;
    const bool isRead = in.status() == QDataStream::Ok;
    bool isSized = isRead && !m_savedSize.isEmpty();
    // A floating panel would be shown before there is a window to stand in front of; shown twice in a row, it would be
    // where the window manager had not yet moved it to.
    for (QDockWidget* panel : m_panels)
        panel->setAttribute(Qt::WA_DontShowOnScreen, !isVisible());
    if (!restoreState(m_savedState, layoutVersion))
        isSized = restoreState(layout, layoutVersion); // of version 0.9, which kept no size
    for (QDockWidget* panel : m_panels)
        panel->setAttribute(Qt::WA_DontShowOnScreen, !isVisible() && panel->isFloating());
    m_wasSized = m_wasSized || isSized;
    if (!isRead || size() == m_savedSize)
        m_savedSize = {};
    quint8 room = 0;
    in >> room; // older layouts were for a timeline that takes all it can get
    if (isSized && in.status() == QDataStream::Ok && room <= quint8(TimelineRoom::Full))
        m_room = TimelineRoom(room);
    bool isSizedByUser = true;
    in >> isSizedByUser; // of an older layout nobody knows
    m_isSizedByUser = m_isSizedByUser || (isSized && (isSizedByUser || in.status() != QDataStream::Ok));
    Shares shares;
    in >> shares.right >> shares.below >> shares.details;
    const auto isShare = [](double share) { return share >= 0 && share < 1; };
    const bool areShares
        = in.status() == QDataStream::Ok && isShare(shares.right) && isShare(shares.below) && isShare(shares.details);
    m_savedShares = areShares ? shares : Shares(); // older layouts have none
    updateTitleBars();
}

void PanelHost::dressTabs()
{
    for (QTabBar* bar : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        bar->setElideMode(Qt::ElideNone); // buttons to scroll are better than tabs named "La…", "Lo…"
        connect(bar, &QTabBar::tabBarClicked, this, &PanelHost::enterTab, Qt::UniqueConnection);
    }
}

void PanelHost::enterTab(int index)
{
    const auto* bar = qobject_cast<const QTabBar*>(sender());
    for (QDockWidget* panel : m_panels) {
        if (bar && panel->windowTitle() == bar->tabText(index))
            enter(panel->objectName());
    }
}

/// Panels that had to fit into another window meanwhile, with what is in front now.
void PanelHost::restoreSizes()
{
    if (m_savedSize.isEmpty() || !isVisible())
        return;
    std::vector<QDockWidget*> inFront;
    std::copy_if(m_panels.begin(), m_panels.end(), std::back_inserter(inFront),
        [](const QDockWidget* panel) { return !panel->visibleRegion().isEmpty(); });
    const bool isLast = size() == m_savedSize;
    if (!isLast && m_savedShares.right + m_savedShares.below > 0)
        return takeShares(m_savedShares);
    restoreState(m_savedState, layoutVersion);
    if (isLast)
        m_savedSize = {};
    for (QDockWidget* panel : inFront)
        panel->raise();
    updateTitleBars();
}

bool PanelHost::event(QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress) { // on a border between panels: the user sizes them now
        m_savedSize = {};
        m_isSizedByUser = true;
    }
    return QMainWindow::event(event);
}

void PanelHost::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    followSize();
    restoreSoon();
}

void PanelHost::restoreSoon()
{
    if (m_savedSize.isEmpty() || std::exchange(m_restoresSoon, true))
        return;
    // Not from here: Qt is laying these panels out, and goes on with what a restored layout has freed. Before painting.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_restoresSoon = false;
            restoreSizes();
            followSize();
        },
        Qt::QueuedConnection);
}

/// Sizes that nobody chose are those for the window as it is now.
void PanelHost::followSize()
{
    if (!m_document || !isVisible() || m_isSizedByUser || !m_savedSize.isEmpty()
        || !stands("layers", Qt::BottomDockWidgetArea) || !stands("details", Qt::RightDockWidgetArea))
        return;
    m_room = roomOf(*m_document, window()->height());
    resizePanels(window()->height());
}

void PanelHost::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    for (QDockWidget* panel : m_panels) {
        if (!panel->testAttribute(Qt::WA_DontShowOnScreen))
            continue;
        const bool isShown = !panel->isHidden();
        panel->hide();
        panel->setAttribute(Qt::WA_DontShowOnScreen, false);
        panel->setVisible(isShown);
    }
    restoreSizes();
    restoreSoon(); // shares hold once these panels are laid out
}

void PanelHost::resizePanels(int windowHeight)
{
    const int widthOfDetails = std::clamp(width() / 6, 326, 460);
    QDockWidget* details = panel(QStringLiteral("details"));
    const int forASpan = linesOfASpan * (fontMetrics().height() + 6) + 30; // and the title
    const int heightOfDetails = std::max(height() * 3 / 8, std::min(forASpan, height() - heightForKnobs));
    resizeDocks(
        {details, panel(QStringLiteral("simulate"))}, {heightOfDetails, height() - heightOfDetails}, Qt::Vertical);
    resizeDocks({details}, {widthOfDetails}, Qt::Horizontal);
    resizeDocks({panel(QStringLiteral("layers"))}, {heightOfPanels(m_room, windowHeight)}, Qt::Vertical);
}

/// Below a timeline whose rows need all that there is, panels give way first in a low window.
int PanelHost::heightOfPanels(TimelineRoom room, int windowHeight) const
{
    switch (room) {
    case TimelineRoom::None:
        return height() * 7 / 10;
    case TimelineRoom::Low:
        return std::max(windowHeight * 3 / 8, lowestBelow);
    case TimelineRoom::Full:
        break;
    }
    return std::clamp(std::max((windowHeight - 520) / 2, windowHeight * 6 / 25), lowestBelow, highestBelow);
}

/// Of a job that hangs, the board says more than the little that was recorded before; layers of one rank more than its
/// row.
PanelHost::TimelineRoom PanelHost::roomOf(const Document& document, int windowHeight) const
{
    const Run* run = document.run();
    const bool isModelled = run && !document.openedRun();
    if (!run || hangLeads(document) || (isModelled && run->rankCount() == 1))
        return TimelineRoom::None;
    if (isModelled && document.folder() && !document.folder()->jobs.empty())
        return TimelineRoom::Low; // its plan leads: what could be needs rows, too
    const int halves = document.simulation() && !isModelled ? 2 : 1;
    const int left = windowHeight - aroundRows - heightOfPanels(TimelineRoom::Low, windowHeight);
    const std::optional<double> rows = usualHeight(*run->trace);
    return rows && *rows * halves <= left ? TimelineRoom::Low : TimelineRoom::Full;
}

void PanelHost::shareRoom(const Document& document, int windowHeight)
{
    m_document = &document;
    const TimelineRoom before = std::exchange(m_room, roomOf(document, windowHeight));
    // Dock sizes only take effect on screen, which starts with the first folder.
    if (!std::exchange(m_wasSized, true))
        resizePanels(windowHeight);
    QDockWidget* below = panel(QStringLiteral("layers"));
    const bool keepsSize = m_isSizedByUser && m_room != TimelineRoom::None && before != TimelineRoom::None;
    if (m_room != before && !keepsSize && !below->isFloating())
        resizeDocks({below}, {heightOfPanels(m_room, windowHeight)}, Qt::Vertical);
}

} // namespace bubblescope
