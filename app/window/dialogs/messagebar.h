// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace bubblescope {

/// A plain line across the window: what happened, and what can be done about it. Hidden while it has no text.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    enum class Tone : uint8_t { Good, Notice, Warning };

    explicit MessageBar(QWidget* parent = nullptr);

    /// `action` is the text of a button that emits actionTriggered(); may be empty. `details` are the tooltip and, on a
    /// click, more lines.
    void show(Tone tone, const QString& text, const QString& action = {}, const QString& details = {});
    void clear();
    QString text() const { return m_text; }
    /// A permanent line has no button to close it.
    void setClosable(bool closable);

signals:
    void actionTriggered();
    void closed();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyColours();
    void elide();

    Tone m_tone = Tone::Notice;
    QString m_text;
    QLabel* m_icon;
    QLabel* m_label;
    QPushButton* m_action;
    QToolButton* m_close;
    QToolButton* m_more; ///< shows and hides the details
    QLabel* m_details;
    QColor m_surface;
};

} // namespace bubblescope
