// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "result.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace bubblescope {

/// A job as seen by its thread. Outlives the job if that is destroyed before the thread ends; then messages are
/// dropped.
class JobThread {
public:
    /// False once the job was cancelled.
    bool mayContinue() const;
    /// Emits BackgroundJob::progressed(); false once the job was cancelled.
    bool progress(uint64_t done, uint64_t total) const;
    ProgressFn progressFunction() const;
    /// Runs `call` in the thread that owns the job, in order of calls; never after the job was cancelled.
    void deliver(std::function<void()> call) const;

private:
    friend class BackgroundJob;
    struct Shared;
    explicit JobThread(std::shared_ptr<Shared> shared) : m_shared(std::move(shared)) { }
    void post(std::function<void()> call, bool evenWhenCancelled) const;
    void run(std::function<void(const JobThread&)>& work) const;

    std::shared_ptr<Shared> m_shared;
};

/// Work on a separate thread that reports to the thread that created the job: progress, results and, as failed(), all
/// exceptions. The work must own what it uses, and nothing that may be destroyed meanwhile: destroying the job cancels
/// it, waits for `patience` and then abandons the thread. Not thread-safe, except for JobThread.
class BackgroundJob : public QObject {
    Q_OBJECT
public:
    using Work = std::function<void(const JobThread& thread)>;
    static constexpr std::chrono::milliseconds usualPatience {3000};

    explicit BackgroundJob(QObject* parent = nullptr);
    ~BackgroundJob() override;

    /// Call it once. Signals are emitted only after control has returned to the event loop, so connect before that.
    void start(Work work);
    /// The same with one result, passed to `done` in the thread that owns the job unless the job was cancelled.
    template <typename Make, typename Done> void start(Make make, Done done)
    {
        start(Work([make = std::move(make), done = std::move(done)](const JobThread& thread) {
            // In a shared_ptr, because posted functions must be copyable and a result need not be.
            auto result = std::make_shared<decltype(make(thread))>(make(thread));
            thread.deliver([done, result] { done(std::move(*result)); });
        }));
    }
    /// Returns at once; the work ends as soon as it can. Afterwards only over() is emitted.
    virtual void cancel();
    bool isCancelled() const;
    /// True if its thread has ended: destroying the job will not wait.
    bool isOver() const;
    /// Distinguishes results of earlier jobs from those of the current one; unique.
    int number() const { return m_number; }
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

    /// True if an abandoned thread is still running; a normal exit would destroy what it uses.
    static bool anyIsLeftBehind();

signals:
    void progressed(double share); ///< 0 .. 1
    /// The work threw this; there will be no result.
    void failed(const bubblescope::Error& error);
    /// Emitted last, whether there was a result, a failure or neither.
    void over();

protected:
    bool event(QEvent* event) override;

private:
    JobThread m_own;
    std::thread m_thread;
    std::chrono::milliseconds m_patience = usualPatience;
    int m_number;
};

/// Jobs that nobody listens to any more: each is deleted when its thread has ended, so that the window never waits.
class RetiredJobs {
public:
    RetiredJobs();
    ~RetiredJobs();
    /// Cancels it; null is ignored.
    void take(std::unique_ptr<BackgroundJob> job);
    /// Lets a job that has delivered its result finish the rest in the background.
    void letEnd(std::unique_ptr<BackgroundJob> job);
    /// True if none is running.
    bool areOver() const;

private:
    void sweep();

    std::vector<std::unique_ptr<BackgroundJob>> m_jobs;
    QTimer m_sweep;
};

} // namespace bubblescope
