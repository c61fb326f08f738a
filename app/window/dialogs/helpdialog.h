// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QLineEdit;
class QListWidget;

namespace bubblescope {

class ManualBrowser;

/// The manual: its pages listed, one of them shown, all of them searched.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    /// The page of keys lists those of the commands.
    HelpDialog(const QList<QAction*>& commands, QWidget* parent);
    /// By its id ("keys", "formats", "about"); an empty one leaves the page that was shown last.
    void showPage(const QString& id);

private:
    void search(const QString& text);
    /// The next place of what is searched for, in this page or one of the next.
    void goToNext();

    QLineEdit* m_search;
    QListWidget* m_list;
    ManualBrowser* m_browser;
};

} // namespace bubblescope
