// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QLineEdit;
class QListWidget;

namespace bubblescope {

class ManualBrowser;

/// The manual: a list of its pages, the current page, and a search in all pages.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    /// The page of keys lists those of the commands.
    HelpDialog(const QList<QAction*>& commands, QWidget* parent);
    /// By id ("keys", "formats", "about"); empty shows the last page again.
    void showPage(const QString& id);

private:
    void search(const QString& text);
    /// Goes to the next match of the search, in this page or a later one.
    void goToNext();

    QLineEdit* m_search;
    QListWidget* m_list;
    ManualBrowser* m_browser;
};

} // namespace bubblescope
