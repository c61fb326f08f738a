// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

namespace bubblescope {

/// A ring around whatever has the keyboard's focus in a window, once the focus was moved by keys; gone after a click.
/// Styles show the focus of some widgets hardly or not at all. Follows its widget.
class FocusRing : public QWidget {
    Q_OBJECT
public:
    explicit FocusRing(QWidget* window);

    /// The widget with the ring; null if there is none.
    QWidget* target() const { return m_target; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void surround(QWidget* widget);
    void place();

    QPointer<QWidget> m_target;
};

} // namespace bubblescope
