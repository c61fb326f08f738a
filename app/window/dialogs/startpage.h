// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QListWidget;
class QLabel;

namespace bubblescope {

/// What the window shows before anything is open: open a folder, recent folders, the demo, and a place to drop files.
/// The window handles the drop itself.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);
    /// Same as Settings::recent().
    void setRecent(const QStringList& entries);
    /// While files are dragged over the window.
    void setDropActive(bool active);

signals:
    void openFolderRequested();
    void openFilesRequested();
    void demoRequested();
    void recentRequested(const QStringList& paths);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QListWidget* m_recent;
    QLabel* m_recentTitle;
    QWidget* m_drop;
    bool m_dropActive = false;
};

} // namespace bubblescope
