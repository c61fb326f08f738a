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

/// What the thread of a job sees of it. It outlives the job where that was destroyed before the thread ended: what it
/// tells then reaches nobody.
class JobThread {
public:
    /// False once the job was cancelled.
    bool mayContinue() const;
    /// Tells by BackgroundJob::progressed(); false once the job was cancelled.
    bool progress(uint64_t done, uint64_t total) const;
    ProgressFn progressFunction() const;
    /// Runs `call` in the thread of the job, in the order of telling; not at all once the job was cancelled.
    void tell(std::function<void()> call) const;

private:
    friend class BackgroundJob;
    struct Shared;
    explicit JobThread(std::shared_ptr<Shared> shared) : m_shared(std::move(shared)) { }
    void post(std::function<void()> call, bool evenWhenCancelled) const;
    void run(std::function<void(const JobThread&)>& work) const;

    std::shared_ptr<Shared> m_shared;
};

/// Work on a thread of its own, told about in the thread that made the job: progress, results, and as failed() whatever
/// it throws. The work holds what it uses, and nothing that may go while it runs: destroying the job cancels, waits for
/// `patience` and then leaves the thread behind. Only for one thread at a time, but for JobThread.
class BackgroundJob : public QObject {
    Q_OBJECT
public:
    using Work = std::function<void(const JobThread& thread)>;
    static constexpr std::chrono::milliseconds usualPatience {3000};

    explicit BackgroundJob(QObject* parent = nullptr);
    ~BackgroundJob() override;

    /// Once. Whoever wants to hear of it connects before control returns to the event loop.
    void start(Work work);
    /// The same with one result, which `done` gets in the thread of the job, unless that was cancelled.
    template <typename Make, typename Done> void start(Make make, Done done)
    {
        start(Work([make = std::move(make), done = std::move(done)](const JobThread& thread) {
            // Held, as functions that are told must be copied and a result need not be.
            auto result = std::make_shared<decltype(make(thread))>(make(thread));
            thread.tell([done, result] { done(std::move(*result)); });
        }));
    }
    /// The work ends as soon as it can; returns at once. Nothing is told from now on but over().
    virtual void cancel();
    bool isCancelled() const;
    /// Its thread has ended: destroying it will not wait.
    bool isOver() const;
    /// Tells results of an earlier job from those of the present one; no two jobs have the same.
    int number() const { return m_number; }
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

    /// Some thread is still at work; ending the program normally would take from it what it uses.
    static bool anyIsLeftBehind();

signals:
    void progressed(double share); ///< 0 .. 1
    /// What the work threw, in words; no result comes then.
    void failed(const bubblescope::Error& error);
    /// The last thing that is told, whether there was a result, a failure or neither.
    void over();

private:
    JobThread m_own;
    std::thread m_thread;
    std::chrono::milliseconds m_patience = usualPatience;
    int m_number;
};

/// Jobs that nobody listens to any more: each goes when its thread has ended, so that the window never waits.
class RetiredJobs {
public:
    RetiredJobs();
    ~RetiredJobs();
    /// Cancels it; a null one is none.
    void take(std::unique_ptr<BackgroundJob> job);
    /// It has told its result, but goes on with what nobody waits for.
    void letEnd(std::unique_ptr<BackgroundJob> job);
    /// None is at work any more.
    bool areOver() const;

private:
    void sweep();

    std::vector<std::unique_ptr<BackgroundJob>> m_jobs;
    QTimer m_sweep;
};

} // namespace bubblescope
