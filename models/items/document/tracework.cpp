// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracework.h"

#include <QPointer>

#include <utility>

namespace bubblescope {

namespace {

constexpr size_t littleWork = 200'000; // in spans; takes a few milliseconds

} // namespace

bool TraceWork::perform(Task task, size_t spans, std::function<Take()> work, std::function<void()> changed)
{
    if (!m_background || spans <= littleWork) {
        work()();
        return true;
    }
    m_background(*this, task,
        [guard = QPointer<TraceWork>(this), work = std::move(work),
            changed = std::move(changed)]() -> std::function<void()> {
            return [guard, take = work(), changed] {
                if (guard && take())
                    changed();
            };
        });
    return false;
}

} // namespace bubblescope
