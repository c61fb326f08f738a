// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracetasks.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

TraceTasks::TraceTasks(QObject* parent) : QObject(parent) { }

TraceTasks::~TraceTasks()
{
    // Cancel all of them first, so that waiting for one does not delay the others.
    for (auto& [key, lane] : m_lanes) {
        if (lane.job)
            lane.job->cancel();
    }
}

TraceWork::Background TraceTasks::function()
{
    return [tasks = QPointer<TraceTasks>(this)](TraceWork& of, TraceWork::Task task, TraceWork::Work work) {
        if (!tasks)
            return;
        Lane& lane = tasks->m_lanes[{&of, task}];
        lane.of = &of;
        lane.task = task;
        if (lane.isRunning || tasks->m_isHeld)
            lane.next = std::move(work);
        else
            tasks->start(lane, std::move(work));
    };
}

void TraceTasks::setHeld(bool isHeld)
{
    m_isHeld = isHeld;
    for (auto& [key, lane] : m_lanes) {
        if (!lane.isRunning)
            startNext(lane);
    }
}

bool TraceTasks::isBusy() const
{
    const auto waits = [](const auto& lane) { return bool(lane.second.next); };
    return m_running > 0 || std::any_of(m_lanes.begin(), m_lanes.end(), waits);
}

void TraceTasks::start(Lane& lane, TraceWork::Work work)
{
    lane.isRunning = true;
    lane.job = std::make_unique<BackgroundJob>();
    connect(lane.job.get(), &BackgroundJob::failed, this, [this, &lane](const Error& error) {
        if (lane.of)
            lane.of->giveUp(lane.task);
        emit failed(error);
    });
    // Deferred: a job must not be destroyed inside its own signal.
    connect(
        lane.job.get(), &BackgroundJob::over, this, [this, &lane] { goOn(lane); }, Qt::QueuedConnection);
    ++m_running;
    const auto run = [work = std::move(work)](const JobThread& thread) {
        return work([&thread](std::function<void()> call) {
            thread.deliver(std::move(call));
            return thread.mayContinue();
        });
    };
    lane.job->start(run, [](const std::function<void()>& finish) { finish(); });
}

void TraceTasks::goOn(Lane& lane)
{
    --m_running;
    lane.isRunning = false;
    startNext(lane);
}

void TraceTasks::startNext(Lane& lane)
{
    if (lane.next && !m_isHeld)
        start(lane, std::exchange(lane.next, nullptr));
}

} // namespace bubblescope
