// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace bubblescope {

/// What takes time in proportion to a trace: done by whoever has threads for it, else at once. GUI thread only.
class TraceWork : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// What is wanted from the trace as a whole.
    enum class Task : uint8_t { Search, Durations, Summary, Part };
    using Work = std::function<std::function<void()>()>;
    /// Calls `work` on any thread, and what that returns on this one. A later work of the same task and object makes an
    /// earlier one needless.
    using Background = std::function<void(TraceWork& of, Task task, Work work)>;
    void setBackground(Background background) { m_background = std::move(background); }
    bool hasBackground() const { return bool(m_background); }

    /// Takes over what was made, unless it is not wanted any more; then false.
    using Take = std::function<bool()>;
    /// `work` takes time in proportion to `spans`, runs on any thread and must hold what it uses. True where that was
    /// little, or nobody has threads, and it was done at once; else `changed` is called once it was taken over.
    bool perform(Task task, size_t spans, std::function<Take()> work, std::function<void()> changed);
    /// A work of the task ended without a result.
    void giveUp(Task task) { emit givenUp(task); }

signals:
    void givenUp(bubblescope::TraceWork::Task task);

private:
    Background m_background;
};

} // namespace bubblescope
