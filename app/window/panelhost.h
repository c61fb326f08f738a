// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QMainWindow>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <utility>
#include <vector>

namespace bubblescope {

class Document;

/// The panels around the timeline, with their positions and sizes. A window inside the window, so that messages and
/// overview span the whole width of the outer one.
class PanelHost : public QMainWindow {
    Q_OBJECT
public:
    /// Increment when the set of panels changes, so that an old layout is not applied to new panels.
    static constexpr int layoutVersion = 10;

    explicit PanelHost(QWidget* parent = nullptr);

    QDockWidget* add(const QString& name, const QString& title, QWidget* view, Qt::DockWidgetArea area);
    /// Adds a view that is made of `arguments` and of its panel as parent: of one that moves there all parts would be
    /// styled again.
    template <typename View, typename... Arguments>
    View* make(const QString& name, const QString& title, Qt::DockWidgetArea area, Arguments&&... arguments)
    {
        QDockWidget* panel = newPanel(name, title);
        auto* view = new View(std::forward<Arguments>(arguments)..., panel);
        place(panel, view, area);
        return view;
    }
    /// The same of a view whose title contains a count; the panel's title follows it.
    template <typename View, typename... Arguments>
    View* makeCounting(const QString& name, const QString& title, Qt::DockWidgetArea area, Arguments&&... arguments)
    {
        View* view = make<View>(name, title, area, std::forward<Arguments>(arguments)...);
        QDockWidget* panel = this->panel(name);
        connect(view, &View::titleChanged, panel, [view, panel] { panel->setWindowTitle(view->title()); });
        return view;
    }
    const std::vector<QDockWidget*>& panels() const { return m_panels; }
    QDockWidget* panel(const QString& name) const; ///< null if there is none
    /// Shows it in front, even if it was closed.
    void bringUp(const QString& name);
    /// The same because the user asked for this panel: one to write in also has the focus.
    void enter(const QString& name);

    /// Panels with nothing to show in a folder give their tabs to the others.
    void setApplies(const QString& name, bool applies);

    /// Moves all panels to their default positions. `windowHeight` determines the room left for the timeline.
    void arrange(int windowHeight);
    /// Where the panels stand and how much room they have, in a window of which size.
    QByteArray layout() const;
    /// Takes back what layout() gave, or saveState(); nothing for a foreign one. Sizes hold when the window comes to
    /// its own late, as it does where it is maximised; in a window of another size panels have the same share of it.
    void restore(const QByteArray& layout);
    /// Panels get the room that the timeline does not need, unless the user has sized them; from now on also when the
    /// window gets another size. The first call sizes panels that no stored layout has placed.
    void shareRoom(const Document& document, int windowHeight);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// How much of the window the timeline needs: little, as where there is none, part of it for a few ranks, or all that
    /// it can get.
    enum class TimelineRoom : uint8_t { None, Low, Full };
    TimelineRoom roomOf(const Document& document, int windowHeight) const;
    int heightOfPanels(TimelineRoom room, int windowHeight) const;
    QDockWidget* newPanel(const QString& name, const QString& title);
    void place(QDockWidget* panel, QWidget* view, Qt::DockWidgetArea area);
    void updateTitleBars();
    void dressTabs();
    void enterTab(int index);
    void resizePanels(int windowHeight);
    void restoreSizes();
    void restoreSoon();
    /// Of the window that the panels take: of its width those on the right, of its height those below, and of the
    /// former Details. 0 where there are none.
    struct Shares {
        double right = 0;
        double below = 0;
        double details = 0;
    };
    Shares shares() const;
    void takeShares(const Shares& shares);
    bool stands(const char* name, Qt::DockWidgetArea area) const;
    void followSize();

    std::vector<QDockWidget*> m_panels;
    QSet<QString> m_applying; ///< of those that are shown only while there is something in them
    QTimer m_titleBarDelay;
    QSize m_savedSize; ///< of this window when its layout was saved; empty once that is on screen
    QByteArray m_savedState;
    Shares m_savedShares; ///< when its layout was saved
    bool m_restoresSoon = false;
    QPointer<const Document> m_document; ///< that shares the room
    TimelineRoom m_room = TimelineRoom::Full;
    bool m_isSizedByUser = false;
    bool m_wasSized = false;
};

} // namespace bubblescope
