// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QTabWidget;

namespace bubblescope {

/// Keys, reading the timeline, formats and issues, in one small window.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    enum class Page : uint8_t { Guide, Keys, Search, Formats, Issues, About };
    /// The page of keys lists those of the commands.
    HelpDialog(const QList<QAction*>& commands, QWidget* parent);
    void showPage(Page page);

private:
    QTabWidget* m_tabs;
};

} // namespace bubblescope
