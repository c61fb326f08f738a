// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace bubblescope {

class CallCount;

/// The line above a view of calls: which of them, what was counted, and a name to look for.
class CallBar : public QWidget {
    Q_OBJECT
public:
    explicit CallBar(CallCount& calls, QWidget* parent = nullptr);

    /// Before the text.
    void addChoice(QWidget* box);
    QLineEdit* searchEdit() const { return m_search; }
    /// Of the calls that are shown, where it is not still counting.
    void showText(const QString& text);

private:
    CallCount& m_calls;
    QHBoxLayout* m_layout;
    QComboBox* m_of;
    QComboBox* m_scope;
    QLabel* m_label;
    QLineEdit* m_search;
};

} // namespace bubblescope
