// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QWidget;

namespace bubblescope {

/// Lets folders and files be dropped on a window.
class FolderDrop : public QObject {
    Q_OBJECT
public:
    /// `window` owns it.
    explicit FolderDrop(QWidget& window);

signals:
    void hovered(bool isOver); ///< something that could be opened
    void dropped(const QStringList& paths);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace bubblescope
