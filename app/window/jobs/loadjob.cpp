// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadjob.h"

#include "freedmemory.h"

#include <QPromise>
#include <QThread>

namespace bubblescope {

LoadJob::LoadJob(FolderLoad load, int number, QObject* parent)
    : QObject(parent), m_load(std::move(load)), m_number(number)
{
    connect(&m_watcher, &QFutureWatcher<OpenedFolderPtr>::progressValueChanged, this, &LoadJob::progressChanged);
    connect(&m_watcher, &QFutureWatcher<OpenedFolderPtr>::finished, this, [this] {
        const QFuture<OpenedFolderPtr> future = m_watcher.future();
        const bool complete = m_shared->isComplete && !future.isCanceled() && future.resultCount() > 0;
        emit finished(complete ? future.resultAt(future.resultCount() - 1) : nullptr);
    });
    connect(&m_watcher, &QFutureWatcher<OpenedFolderPtr>::resultReadyAt, this, [this](int index) {
        // Parts that were overtaken, and the whole, which finished() brings, are not worth a rebuild of the window.
        const int count = m_watcher.future().resultCount();
        if (!m_shared->isComplete && index == count - 1 && !m_watcher.isCanceled())
            emit partReady(m_watcher.resultAt(index));
    });
}

LoadJob::~LoadJob()
{
    m_watcher.disconnect(this);
    cancel();
    if (m_thread)
        m_thread->wait();
}

void LoadJob::start()
{
    QPromise<OpenedFolderPtr> promise;
    m_watcher.setFuture(promise.future());
    m_thread.reset(QThread::create(
        [shared = m_shared, load = m_load](QPromise<OpenedFolderPtr> result) mutable {
            result.start();
            int tick = 0;
            load.progress = [&](const LoadProgress& progress) {
                {
                    const std::lock_guard lock(shared->mutex);
                    shared->progress = progress;
                }
                result.setProgressValue(++tick);
                return !result.isCanceled();
            };
            load.partial = [&](OpenedFolderPtr part) { result.addResult(std::move(part)); };
            FolderLoader loader(std::move(load));
            if (OpenedFolderPtr opened = loader.load()) {
                shared->isComplete = true;
                result.addResult(std::move(opened));
            }
            result.finish();
            returnFreedMemory();
            loader.store();
        },
        std::move(promise)));
    m_thread->start();
}

void LoadJob::cancel() { m_watcher.cancel(); }

bool LoadJob::isOver() const { return !m_thread || m_thread->isFinished(); }

LoadProgress LoadJob::progress() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->progress;
}

} // namespace bubblescope
