// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "otherprocessor.h"

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>

namespace bubblescope {

/// Batches that another thread prepares ahead of this one, in order. Batches are reused, so their content is allocated
/// and freed on that thread only.
template <typename Batch> class WorkAhead {
public:
    /// Fills a batch, which may still hold earlier content; false at the end.
    using Make = std::function<bool(Batch&)>;

    /// Without a second thread, or if it cannot be started, next() makes each batch itself.
    explicit WorkAhead(Make make, bool onThread = true) : m_make(std::move(make))
    {
        if (!onThread)
            return;
        try {
            m_thread = std::thread([this] { run(); });
            moveToOtherProcessor(m_thread);
        } catch (const std::system_error&) {
        }
    }
    /// Waits for the batch in progress.
    ~WorkAhead()
    {
        if (!m_thread.joinable())
            return;
        {
            const std::lock_guard lock(m_mutex);
            m_isStopped = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }
    WorkAhead(const WorkAhead&) = delete;
    WorkAhead& operator=(const WorkAhead&) = delete;

    /// Whether next() has an answer at once. Never without a second thread.
    bool isReady()
    {
        if (!m_thread.joinable())
            return false;
        const std::lock_guard lock(m_mutex);
        return m_made > m_taken || m_isOver;
    }
    /// Valid until the next call; null after the last batch. Rethrows exceptions of `make`.
    const Batch* next()
    {
        if (!m_thread.joinable())
            return m_make(m_batches.front()) ? &m_batches.front() : nullptr;
        std::unique_lock lock(m_mutex);
        m_returned = m_taken;
        m_changed.notify_all();
        m_changed.wait(lock, [this] { return m_made > m_taken || m_isOver; });
        if (m_made > m_taken)
            return &m_batches[m_taken++ % m_batches.size()];
        if (m_failure)
            std::rethrow_exception(m_failure);
        return nullptr;
    }

private:
    void run()
    {
        std::unique_lock lock(m_mutex);
        try {
            for (;;) {
                m_changed.wait(lock, [this] { return m_made - m_returned < m_batches.size() || m_isStopped; });
                if (m_isStopped)
                    return;
                lock.unlock();
                const bool isMade = m_make(m_batches[m_made % m_batches.size()]);
                lock.lock();
                if (!isMade)
                    break;
                ++m_made;
                m_changed.notify_all();
            }
        } catch (...) {
            if (!lock.owns_lock())
                lock.lock();
            m_failure = std::current_exception();
        }
        m_isOver = true;
        m_changed.notify_all();
    }

    Make m_make;
    std::array<Batch, 4> m_batches;
    std::mutex m_mutex; ///< for the members below
    std::condition_variable m_changed;
    uint64_t m_made = 0;
    uint64_t m_taken = 0;
    uint64_t m_returned = 0;
    std::exception_ptr m_failure;
    bool m_isStopped = false;
    bool m_isOver = false;
    std::thread m_thread;
};

} // namespace bubblescope
