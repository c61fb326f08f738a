// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Level of detail of a synthetic job on 1,024 ranks: time to build, bytes per span, and the cost of a frame with 60
// visible rows at random zooms.
#include "levelofdetail.h"
#include "tracebuilder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

using namespace bubblescope;

namespace {

double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Frames are short: on a busy machine, only the thread's own time is comparable.
double cpuMilliseconds() { return 1e3 * double(std::clock()) / CLOCKS_PER_SEC; }

double percentile(std::vector<double>& values, double share)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
}

/// Forward and backward passes containing tensor-parallel communication, with sends and receives in between.
Trace syntheticTrace(uint32_t spans, int ranks)
{
    TraceBuilder builder;
    builder.reserve(spans);
    std::mt19937 random(1);
    const StringId name = builder.intern("step");
    const uint32_t perRank = spans / static_cast<uint32_t>(ranks);
    for (int rank = 0; rank < ranks; ++rank) {
        const auto stage = static_cast<int16_t>(rank * 16 / ranks);
        const TrackId compute = builder.track({rank, stage, Lane::Compute, Category::Other, "compute"});
        const TrackId tensor = builder.track({rank, stage, Lane::Communication, Category::TensorComm, "comm tp"});
        const TrackId pipeline = builder.track({rank, stage, Lane::Communication, Category::PipelineComm, "comm pp"});
        TimeNs time = 0;
        for (uint32_t i = 0; i < perRank; i += 10) {
            SpanRecord span;
            span.name = name;
            span.track = pipeline;
            span.category = Category::PipelineComm;
            span.begin = time;
            span.end = time += 200'000 + random() % 2'000'000;
            builder.addSpan(span);
            span.track = compute;
            span.category = i % 20 == 0 ? Category::Forward : Category::Backward;
            span.begin = time + 100'000;
            span.end = time += 10'000'000 + random() % 1'000'000;
            const uint32_t parent = builder.addSpan(span);
            TimeNs inner = span.begin;
            span.parent = parent;
            span.flags = SpanFlag::subOperation;
            span.track = tensor;
            span.category = Category::TensorComm;
            for (int k = 0; k < 8; ++k) {
                span.begin = inner += 500'000 + random() % 300'000;
                span.end = inner += 100'000 + random() % 200'000;
                builder.addSpan(span);
            }
        }
    }
    ImportReport report;
    return builder.finish({}, report);
}

void measure(uint32_t spans, int ranks)
{
    const Trace trace = syntheticTrace(spans, ranks);
    std::vector<double> builds;
    LevelOfDetail levels;
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        levels = LevelOfDetail(trace, trace.timing());
        builds.push_back(millisecondsSince(start));
    }
    const uint32_t count = trace.spanCount();
    std::printf("%u spans, %d ranks, %zu rows: built in %.0f ms, %.2f bytes per span, with the trace %.1f\n", count,
        ranks, trace.rows().size(), percentile(builds, 0.5), double(levels.memoryBytes()) / count,
        double(levels.memoryBytes() + trace.memoryBytes()) / count);

    std::mt19937_64 random(7);
    const auto rows = static_cast<uint32_t>(trace.rows().size());
    std::vector<LodCell> cells(1900);
    for (const bool wide : {true, false}) {
        std::vector<double> frames;
        for (int frame = 0; frame < 400; ++frame) {
            // Wide: from the whole run down to a thirtieth, where most is merged; otherwise any zoom.
            const double zoom = double(random() % 1000) / 1000 * (wide ? 5 : 24);
            const auto width = static_cast<TimeNs>(double(trace.range().duration()) / std::exp2(zoom)) + 1900;
            const TimeNs begin = TimeNs(random() % uint64_t(trace.range().duration())) - width / 2;
            const uint32_t firstRow = rows > 60 ? static_cast<uint32_t>(random() % (rows - 60)) : 0;
            const double start = cpuMilliseconds();
            for (uint32_t r = firstRow; r < std::min(firstRow + 60, rows); ++r)
                levels.columns(RowId(r), {begin, begin + width}, cells);
            frames.push_back(cpuMilliseconds() - start);
        }
        std::printf("  %s: 60 rows of 1900 columns in %.2f ms median, %.2f ms p99\n",
            wide ? "most of the run in sight" : "any zoom", percentile(frames, 0.5), percentile(frames, 0.99));
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1) {
        measure(static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)), argc > 2 ? std::atoi(argv[2]) : 1024);
        return 0;
    }
    measure(1'000'000, 1024);
    measure(10'000'000, 1024);
    measure(10'000'000, 20); // few, long rows
    return 0;
}
