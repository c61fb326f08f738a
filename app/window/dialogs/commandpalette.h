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

/// "View › Colour by › Stage": where the command stands in the menus.
QString commandTitle(const QAction& action);

/// How well a text fits letters typed in order but with gaps ("ofo" finds "Open folder"); nothing where it does not.
/// More is better: beginnings of words and letters that stand together count most.
std::optional<int> fuzzyScore(const QString& typed, const QString& text);

/// Every command of the window in one list, narrowed down while typing; Enter runs the marked one.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    /// Takes the enabled actions at the moment of the call.
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
