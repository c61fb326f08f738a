// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QPointer>

#include <optional>
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

/// Every command of the window in one list, filtered while typing; Enter runs the selected one.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    /// Lists the actions that are enabled at the time of the call.
    CommandPalette(const QList<QAction*>& actions, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        QPointer<QAction> action;
        QString title;
    };
    void filter(const QString& typed);
    void run();

    std::vector<Entry> m_entries;
    QLineEdit* m_input;
    QListWidget* m_list;
};

} // namespace bubblescope
