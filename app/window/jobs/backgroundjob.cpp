// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backgroundjob.h"

#include "otherprocessor.h"
#include "thrownerror.h"

#include <QMetaObject>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>

namespace bubblescope {

namespace {
std::atomic<int> jobsSoFar {0};
std::atomic<int> leftBehind {0};
} // namespace

/// Shared by both threads.
struct JobThread::Shared {
    std::mutex mutex; ///< for `job`, `isOver` and `isLeftBehind`
    std::condition_variable ended;
    BackgroundJob* job = nullptr; ///< null once it is destroyed
    bool isOver = false;
    bool isLeftBehind = false;
    std::atomic<bool> stops {false};
    std::atomic<int> percent {-1}; ///< last one emitted
};

bool JobThread::mayContinue() const { return !m_shared->stops; }

bool JobThread::progress(uint64_t done, uint64_t total) const
{
    const double share = total > 0 ? std::min(double(done) / double(total), 1.0) : 0;
    const int percent = int(100 * share);
    if (m_shared->percent.exchange(percent) != percent) {
        deliver([shared = m_shared, share] {
            // Runs in the thread that owns the job, which still exists.
            emit shared->job->progressed(share);
        });
    }
    return mayContinue();
}

ProgressFn JobThread::progressFunction() const
{
    return [thread = *this](uint64_t done, uint64_t total) { return thread.progress(done, total); };
}

void JobThread::deliver(std::function<void()> call) const { post(std::move(call), false); }

void JobThread::post(std::function<void()> call, bool evenWhenCancelled) const
{
    const std::lock_guard lock(m_shared->mutex);
    if (!m_shared->job || (m_shared->stops && !evenWhenCancelled))
        return;
    // Calls posted to a job are dropped with it.
    QMetaObject::invokeMethod(
        m_shared->job,
        [shared = m_shared, call = std::move(call), evenWhenCancelled] {
            if (!shared->stops || evenWhenCancelled)
                call();
        },
        Qt::QueuedConnection);
}

void JobThread::run(std::function<void(const JobThread&)>& work) const
{
    const auto noMatterWhat = [](const auto& call) {
        try {
            call();
        } catch (...) { // out of memory even for the message: over() is not emitted, but isOver() is set
        }
    };
    try {
        work(*this);
    } catch (...) {
        noMatterWhat([&, thrown = std::current_exception()] {
            deliver([shared = m_shared, error = whatWasThrown(thrown)] { emit shared->job->failed(error); });
        });
    }
    // Release what the work holds before anyone considers it over.
    work = nullptr;
    noMatterWhat([&] { post([shared = m_shared] { emit shared->job->over(); }, true); });
    const std::lock_guard lock(m_shared->mutex);
    m_shared->isOver = true;
    if (m_shared->isLeftBehind)
        --leftBehind;
    m_shared->ended.notify_all();
}

BackgroundJob::BackgroundJob(QObject* parent)
    : QObject(parent), m_own(std::make_shared<JobThread::Shared>()), m_number(++jobsSoFar)
{
    m_own.m_shared->job = this;
    m_own.m_shared->isOver = true; // until it is started
}

BackgroundJob::~BackgroundJob()
{
    JobThread::Shared& shared = *m_own.m_shared;
    shared.stops = true;
    std::unique_lock lock(shared.mutex);
    shared.job = nullptr;
    const bool hasEnded = shared.ended.wait_for(lock, m_patience, [&shared] { return shared.isOver; });
    if (!hasEnded) {
        shared.isLeftBehind = true;
        ++leftBehind;
    }
    lock.unlock();
    if (m_thread.joinable())
        hasEnded ? m_thread.join() : m_thread.detach();
}

void BackgroundJob::start(Work work)
{
    m_own.m_shared->isOver = false;
    try {
        m_thread = std::thread([thread = m_own, work]() mutable { thread.run(work); });
        moveToOtherProcessor(m_thread);
    } catch (const std::system_error&) {
        // No thread could be started: handle it like an exception of the work.
        work = [](const JobThread&) { throw std::bad_alloc(); };
        m_own.run(work);
    }
}

/// Calls are posted under this lock. Qt's queue puts the two threads in order, but by a futex of its own, of which a
/// thread sanitizer knows nothing; the lock it sees.
bool BackgroundJob::event(QEvent* event)
{
    m_own.m_shared->mutex.lock();
    m_own.m_shared->mutex.unlock();
    return QObject::event(event);
}

void BackgroundJob::cancel() { m_own.m_shared->stops = true; }

bool BackgroundJob::isCancelled() const { return m_own.m_shared->stops; }

bool BackgroundJob::isOver() const
{
    const std::lock_guard lock(m_own.m_shared->mutex);
    return m_own.m_shared->isOver;
}

bool BackgroundJob::anyIsLeftBehind() { return leftBehind > 0; }

RetiredJobs::RetiredJobs()
{
    m_sweep.setInterval(200);
    QObject::connect(&m_sweep, &QTimer::timeout, &m_sweep, [this] { sweep(); });
}

RetiredJobs::~RetiredJobs()
{
    // Cancel all of them first, so that waiting for one does not delay the others.
    for (const std::unique_ptr<BackgroundJob>& job : m_jobs)
        job->cancel();
}

void RetiredJobs::take(std::unique_ptr<BackgroundJob> job)
{
    if (job)
        job->cancel();
    letEnd(std::move(job));
}

void RetiredJobs::letEnd(std::unique_ptr<BackgroundJob> job)
{
    if (!job)
        return;
    job->disconnect();
    m_jobs.push_back(std::move(job));
    m_sweep.start();
}

bool RetiredJobs::areOver() const
{
    return std::all_of(m_jobs.begin(), m_jobs.end(), [](const auto& job) { return job->isOver(); });
}

void RetiredJobs::sweep()
{
    std::erase_if(m_jobs, [](const std::unique_ptr<BackgroundJob>& job) { return job->isOver(); });
    if (m_jobs.empty())
        m_sweep.stop();
}

} // namespace bubblescope
