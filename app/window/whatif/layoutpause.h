// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <vector>

class QWidget;

namespace bubblescope {

/// Keeps the size of docks while a slider moves. Each answer changes the text of labels, and each such change would lay
/// the whole window out again, which takes longer than drawing it. What was asked for meanwhile is done after a pause.
class LayoutPause : public QObject {
public:
    /// Of the main windows, one in the other, around this widget.
    explicit LayoutPause(QWidget& inside);
    ~LayoutPause() override;

    /// Begins, or goes on for a moment.
    void extend();
    void end();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Held {
        QPointer<QWidget> window;
        bool wantsLayout = false;
    };
    QWidget& m_inside;
    QTimer m_moment;
    std::vector<Held> m_held; // none: not begun
};

} // namespace bubblescope
