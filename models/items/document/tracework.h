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
    enum class Task : uint8_t { Search, RankSearch, RankSums, Durations, Summary, Part, IdleCauses };
    /// Has a function called on this thread; false if the work is to end.
    using Deliver = std::function<bool(std::function<void()> call)>;
    using Work = std::function<std::function<void()>(const Deliver& deliver)>;
    /// Calls `work` on any thread, and the function that it returns on this one. A later work with the same task and
    /// object replaces an earlier one that has not begun.
    using Background = std::function<void(TraceWork& of, Task task, Work work)>;
    void setBackground(Background background) { m_background = std::move(background); }
    bool hasBackground() const { return bool(m_background); }

    /// Accepts the result; false if it is no longer wanted.
    using Take = std::function<bool()>;
    /// `work` takes time proportional to `spans`, runs on any thread and must own what it uses. True if it was done at
    /// once, since it was small or there is no background; otherwise `changed` is called once the result was accepted.
    bool perform(Task task, size_t spans, std::function<Take()> work, std::function<void()> changed);
    /// Takes a part of the result, or what is known so far; false if the work is to end.
    using DeliverPart = std::function<bool(Take part)>;
    /// The same for work that takes long, and delivers parts meanwhile: `changed` is called for each that was accepted.
    void performInParts(Task task, std::function<Take(const DeliverPart& deliver)> work, std::function<void()> changed);
    /// A work of this task ended without a result.
    void giveUp(Task task) { emit givenUp(task); }

signals:
    void givenUp(bubblescope::TraceWork::Task task);

private:
    Background m_background;
};

} // namespace bubblescope
