// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <exception>
#include <functional>

namespace bubblescope {

/// An application that can still save the user's work when an event handler throws. Qt cannot pass exceptions on: here
/// the event loop ends, and failure() returns the exception to the one who ran the loop.
class GuardedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;
    /// Called immediately on the first exception; exceptions of its own are dropped.
    void setRescue(std::function<void()> rescue) { m_rescue = std::move(rescue); }
    /// The first exception; null if there was none.
    std::exception_ptr failure() const { return m_failure; }

private:
    std::function<void()> m_rescue;
    std::exception_ptr m_failure;
};

} // namespace bubblescope
