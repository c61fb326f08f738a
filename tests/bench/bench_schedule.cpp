// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Generates every schedule for 64 stages and 512 microbatches, and measures what a knob in the Simulate pane needs at
// 64 x 64: schedule, graph, times.
#include "medianms.h"
#include "pipelinegraph.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>

using namespace bubblescope;

namespace {

constexpr double goalMs = 20;

ScheduleRequest requestOf(ScheduleKind kind, int ranks, int microbatches, int limit)
{
    ScheduleRequest request {kind, ranks, microbatches};
    request.chunks = kind == ScheduleKind::Interleaved ? 4 : 1;
    request.memoryLimit = limit;
    request.costs = PassCosts::uniform(request.modelStages(), 18'522'000, 18'086'000, 9'337'000, 601'000);
    return request;
}

size_t passesOf(const Schedule& schedule)
{
    size_t passes = 0;
    for (const RankProgram& program : schedule.programs)
        passes += program.size();
    return passes;
}

void measure(ScheduleKind kind, int limit)
{
    const ScheduleRequest large = requestOf(kind, 64, 512, limit > 0 ? limit * 64 : 0);
    size_t passes = 0;
    const double generatedMs = medianMs(21, [&] {
        const Result<Schedule> schedule = makeSchedule(large);
        passes = schedule ? passesOf(*schedule) : 0;
    });

    ScheduleRequest small = requestOf(kind, 64, kind == ScheduleKind::DualPipe ? 128 : 64, limit > 0 ? limit * 64 : 0);
    Retiming retiming;
    double stepMs = 0;
    const auto knob = [&](bool blocking) {
        return medianMs(11, [&] {
            const Result<Schedule> schedule = makeSchedule(small);
            if (!schedule)
                return;
            const Result<PipelineGraph> pipeline = makePipelineGraph(*schedule, small.costs, {blocking});
            if (pipeline)
                stepMs = double(timePipeline(*pipeline, retiming).makespan) / 1e6;
        });
    };
    const double freeMs = knob(false);
    const double blockingMs = knob(true);
    fmt::print("{:<16} {:>7} passes: {:6.2f} ms{}   64 x {}, timed: {:6.2f} ms, with blocking sends {:6.2f} ms ({:.0f} "
               "ms step)\n",
        fmt::format("{}{}", scheduleInfo(kind).key, limit > 0 ? fmt::format(" limit {}p", limit) : ""), passes,
        generatedMs, generatedMs > goalMs ? " (missed)" : "", small.microbatches, freeMs, blockingMs, stepMs);
}

} // namespace

int main()
{
    fmt::print("median to generate 64 stages x 512 microbatches, goal {} ms\n", goalMs);
    for (const ScheduleInfo& info : schedules()) {
        if (info.kind == ScheduleKind::ZbAuto) {
            measure(info.kind, 1);
            measure(info.kind, 2);
        } else {
            measure(info.kind, 0);
        }
    }
    return 0;
}
