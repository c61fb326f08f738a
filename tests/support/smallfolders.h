// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"
#include "tracetext.h"
#include "tracework.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

/// Opened folders and a background for tests of the parts of a Workspace.
namespace bubblescope {

inline constexpr TimeNs ms = 1'000'000;

/// One run per picture, starting with "run 0".
inline OpenedFolderPtr folderWith(const std::vector<const char*>& pictures)
{
    auto opened = std::make_shared<OpenedFolder>();
    for (const char* picture : pictures) {
        Run run;
        run.name = "run " + std::to_string(opened->folder.runs.size());
        run.trace = std::make_shared<const Trace>(traceFromText(picture));
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
    }
    return opened;
}

inline constexpr const char* pipeline = R"(
rank0 stage0: [F0 0-100] [F1 100-200] [B0 400-600] [B1 600-800]
rank1 stage1: [F0 100-300] [B0 300-500] [F1 500-700] [B1 700-1000]
)";

inline SpanId spanNamed(const Trace& trace, int rank, Operation operation, int microbatch)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        if (trace.track(trace.track(span)).rank == rank && trace.operation(span) == operation
            && trace.microbatch(span) == microbatch)
            return span;
    }
    return SpanId();
}

/// A rank that computes for 90 ms in each of its three steps of 100 ms.
inline OpenedFolderPtr threeSteps()
{
    TraceBuilder builder;
    const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
    for (int step = 0; step < 3; ++step) {
        SpanRecord span;
        span.track = track;
        span.begin = step * 100 * ms;
        span.end = span.begin + 90 * ms;
        span.name = builder.intern("forward_step");
        span.category = Category::Forward;
        span.operation = Operation::Forward;
        builder.addSpan(span);
        builder.endStep(0, span.end);
    }
    ImportReport report;
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.trace = std::make_shared<const Trace>(builder.finish({}, report));
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

/// Forward and backward passes of one rank, alternating.
inline OpenedFolderPtr folderOfPasses(int spans)
{
    TraceBuilder builder;
    const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
    const StringId names[] = {builder.intern("forward_step"), builder.intern("backward_step")};
    for (int i = 0; i < spans; ++i) {
        SpanRecord span;
        span.track = track;
        span.begin = i * 100;
        span.end = i * 100 + 90;
        span.name = names[i % 2];
        builder.addSpan(span);
    }
    ImportReport report;
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.trace = std::make_shared<const Trace>(builder.finish({}, report));
    opened->folder.runs.push_back(run);
    return opened;
}

/// A background that works when told to.
struct Elsewhere {
    std::map<TraceWork::Task, TraceWork::Work> works;

    TraceWork::Background function()
    {
        return [this](TraceWork&, TraceWork::Task task, TraceWork::Work work) { works[task] = std::move(work); };
    }
    void finish(TraceWork::Task task)
    {
        const TraceWork::Work work = std::exchange(works[task], nullptr);
        works.erase(task);
        if (work)
            work(tell())();
    }
    /// What is told meanwhile is heard at once.
    static TraceWork::Deliver tell()
    {
        return [](const std::function<void()>& call) {
            call();
            return true;
        };
    }
};

} // namespace bubblescope
