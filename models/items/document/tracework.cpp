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
        [guard = QPointer<TraceWork>(this), work = std::move(work), changed = std::move(changed)](
            const Deliver&) -> std::function<void()> {
            return [guard, take = work(), changed] {
                if (guard && take())
                    changed();
            };
        });
    return false;
}

void TraceWork::performInParts(
    Task task, std::function<Take(const DeliverPart& deliver)> work, std::function<void()> changed)
{
    const auto accept = [guard = QPointer<TraceWork>(this), changed = std::move(changed)](const Take& take) {
        if (guard && take())
            changed();
    };
    if (!m_background) {
        accept(work([&accept](const Take& part) {
            accept(part);
            return true;
        }));
        return;
    }
    m_background(*this, task, [work = std::move(work), accept](const Deliver& deliver) -> std::function<void()> {
        const Take last = work([&](Take part) { return deliver([accept, part = std::move(part)] { accept(part); }); });
        return [accept, last] { accept(last); };
    });
}

} // namespace bubblescope
