// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadjob.h"

#include "runcache.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

namespace bubblescope {

/// Shared by both threads.
struct LoadJob::Shared {
    std::mutex mutex;
    LoadProgress progress;
    std::atomic<int> newest {0}; ///< number of the latest part; the complete folder is newer than all parts
};

LoadJob::LoadJob(FolderLoad load, QObject* parent)
    : BackgroundJob(parent), m_load(std::move(load)), m_shared(std::make_shared<Shared>())
{
    connect(this, &BackgroundJob::over, this, [this] { finish(nullptr); });
}

void LoadJob::start()
{
    // The thread may outlive the owner of the cache.
    const auto cache = m_load.cache ? std::make_shared<const RunCache>(*m_load.cache) : nullptr;
    m_load.cache = cache.get();
    BackgroundJob::start([load = std::exchange(m_load, {}), cache, shared = m_shared, self = this](
                             const JobThread& thread) { read(load, shared, self, thread); });
}

/// Runs on the thread of the job; `self` is only passed to posted calls.
void LoadJob::read(FolderLoad load, const std::shared_ptr<Shared>& shared, LoadJob* self, const JobThread& thread)
{
    load.progress = [&](const LoadProgress& progress) {
        {
            const std::lock_guard lock(shared->mutex);
            shared->progress = progress;
        }
        thread.deliver([self] { emit self->progressChanged(); });
        return thread.mayContinue();
    };
    load.partial = [&](const OpenedFolderPtr& part) {
        // Superseded parts are not worth updating the window.
        thread.deliver([self, shared, part, number = ++shared->newest] {
            if (number == shared->newest)
                emit self->partReady(part);
        });
    };
    FolderLoader loader(std::move(load));
    if (const OpenedFolderPtr opened = loader.load()) {
        ++shared->newest;
        thread.deliver([self, opened] { self->finish(opened); });
    }
    try {
        loader.store([&thread](uint64_t, uint64_t) { return thread.mayContinue(); });
    } catch (const std::exception&) {
        // Not cached, then: it is read again next time.
    }
}

void LoadJob::finish(const OpenedFolderPtr& opened)
{
    if (!std::exchange(m_isFinished, true))
        emit finished(opened);
}

LoadProgress LoadJob::loadProgress() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->progress;
}

} // namespace bubblescope
