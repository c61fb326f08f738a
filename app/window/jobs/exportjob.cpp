// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportjob.h"

#include <new>

namespace bubblescope {

ExportJob::ExportJob(Work work, QObject* parent) : BackgroundJob(parent)
{
    start([this, work = std::move(work)] {
        int told = -1;
        const auto progress = [this, &told](uint64_t done, uint64_t all) {
            const int percent = all > 0 ? int(done * 100 / all) : 0;
            if (percent != told)
                tell([this, percent] { emit advanced(percent); });
            told = percent;
            return !m_stops;
        };
        bool isDone = false;
        try {
            isDone = work(progress) && !m_stops;
        } catch (const std::bad_alloc&) {
            isDone = false;
        }
        tell([this, isDone] { emit finished(isDone); });
    });
}

} // namespace bubblescope
