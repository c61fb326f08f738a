// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QPointer>

#include <optional>
#include <functional>
#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace bubblescope {

/// "View › Colour by › Stage": the place of the command in the menus.
QString commandTitle(const QAction& action);

/// How well a text matches letters typed in order with gaps ("ofo" finds "Open folder"); nullopt if it does not.
/// Greater is better: beginnings of words and adjacent letters count most.
std::optional<int> fuzzyScore(const QString& typed, const QString& text);

/// Every command of the window, and what else the typed words name, in one list, filtered while typing; Enter runs the
/// selected one.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    /// Something that is not a command: "Go to rank 5".
    struct Place {
        QString title;
        std::function<void()> go; ///< empty if there is no such place
    };
    using PlaceFinder = std::function<std::vector<Place>(const QString& typed)>;
    /// Lists the actions that are enabled at the time of the call. `places` may be empty.
    CommandPalette(const QList<QAction*>& actions, PlaceFinder places, const QString& hint, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        QPointer<QAction> action;
        QString title;
    };
    void filter(const QString& typed);
    void run();

    std::vector<Entry> m_entries;
    PlaceFinder m_findPlaces;
    std::vector<Place> m_places; ///< for what is typed
    QLineEdit* m_input;
    QListWidget* m_list;
};

} // namespace bubblescope
