// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace bubblescope {

/// Work proportional to the size of a trace: done in the background if there is one, else at once. GUI thread only.
class TraceWork : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// What is computed from the trace as a whole.
    enum class Task : uint8_t { Search, Durations, Summary, Part };
    using Work = std::function<std::function<void()>()>;
    /// Calls `work` on any thread, and the function that it returns on this one. A later work with the same task and
    /// object replaces an earlier one.
    using Background = std::function<void(TraceWork& of, Task task, Work work)>;
    void setBackground(Background background) { m_background = std::move(background); }
    bool hasBackground() const { return bool(m_background); }

    /// Accepts the result; false if it is no longer wanted.
    using Take = std::function<bool()>;
    /// `work` takes time proportional to `spans`, runs on any thread and must own what it uses. True if it was done at
    /// once, since it was small or there is no background; otherwise `changed` is called once the result was accepted.
    bool perform(Task task, size_t spans, std::function<Take()> work, std::function<void()> changed);
    /// A work of this task ended without a result.
    void giveUp(Task task) { emit givenUp(task); }

signals:
    void givenUp(bubblescope::TraceWork::Task task);

private:
    Background m_background;
};

} // namespace bubblescope
