// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <exception>
#include <functional>

namespace bubblescope {

/// An application that lives long enough to save what the user wrote where something is thrown while an event is
/// handled. Qt could not hand that on: here it ends the event loop, and failure() is for whoever ran that.
class GuardedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;
    /// Called at once, the first time; what it throws itself is dropped.
    void setRescue(std::function<void()> rescue) { m_rescue = std::move(rescue); }
    /// What was thrown first; null for nothing.
    std::exception_ptr failure() const { return m_failure; }

private:
    std::function<void()> m_rescue;
    std::exception_ptr m_failure;
};

} // namespace bubblescope
