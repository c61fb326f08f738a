// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadreporter.h"

#include <utility>

namespace bubblescope {

LoadReporter::LoadReporter(Report report) : m_report(std::move(report)) { }

void LoadReporter::setFiles(std::vector<const File*> files)
{
    m_files = std::move(files);
    m_progress.fileCount = static_cast<uint32_t>(m_files.size());
    m_progress.bytesTotal = 0;
    for (const File* file : m_files)
        m_progress.bytesTotal += file->size;
}

bool LoadReporter::report(bool always)
{
    if (m_cancelled)
        return false;
    if (!m_report)
        return true;
    std::unique_lock lock(m_mutex, std::defer_lock);
    if (always)
        lock.lock();
    else if (!lock.try_lock())
        return true; // another thread is reporting already
    const Clock::time_point now = Clock::now();
    if (!always && now - m_reported < std::chrono::milliseconds(33))
        return true;
    m_reported = now;
    m_progress.active.clear();
    m_progress.bytesDone = 0;
    m_progress.filesDone = m_filesDone;
    for (const File* file : m_files) {
        m_progress.bytesDone += file->done;
        if (file->active)
            m_progress.active.push_back({file->name, file->done, file->size});
    }
    if (!m_report(m_progress))
        m_cancelled = true;
    return !m_cancelled;
}

ProgressFn LoadReporter::scanProgress()
{
    return [this](uint64_t filesSeen, uint64_t) {
        m_progress.fileCount = static_cast<uint32_t>(filesSeen);
        return report(false);
    };
}

} // namespace bubblescope
