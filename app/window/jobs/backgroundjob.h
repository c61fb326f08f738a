// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThread>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace bubblescope {

/// Work on a thread of its own, told about in the thread that made it. Whoever derives stops and waits in the
/// destructor, while what the work uses is still there.
class BackgroundJob : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    /// Ends as soon as it can; returns at once.
    virtual void stop() = 0;
    /// Its thread has ended: destroying it will not wait.
    bool isOver() const { return !m_thread || m_thread->isFinished(); }

protected:
    void start(std::function<void()> work)
    {
        m_thread.reset(QThread::create(std::move(work)));
        m_thread->start();
    }
    void stopAndWait()
    {
        stop();
        if (m_thread)
            m_thread->wait();
    }
    /// Runs it in the thread of this object.
    template <typename Call> void tell(Call call)
    {
        QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
    }

private:
    std::unique_ptr<QThread> m_thread;
};

/// Jobs that nobody listens to any more: each goes when its thread has ended, so that the window never waits.
class RetiredJobs {
public:
    RetiredJobs()
    {
        m_sweep.setInterval(200);
        QObject::connect(&m_sweep, &QTimer::timeout, &m_sweep, [this] {
            std::erase_if(m_jobs, [](const std::unique_ptr<BackgroundJob>& job) { return job->isOver(); });
            if (m_jobs.empty())
                m_sweep.stop();
        });
    }
    void take(std::unique_ptr<BackgroundJob> job)
    {
        if (!job)
            return;
        job->stop();
        job->disconnect();
        m_jobs.push_back(std::move(job));
        m_sweep.start();
    }

private:
    std::vector<std::unique_ptr<BackgroundJob>> m_jobs;
    QTimer m_sweep;
};

} // namespace bubblescope
