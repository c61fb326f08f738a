// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Samples of GPUs, read and placed beside a small run; seeds in importers/telemetry/samples.
#include "telemetryimporter.h"
#include "telemetryplacement.h"
#include "tracebuilder.h"

#include <cstdlib>

using namespace bubblescope;

namespace {

Trace runAt(TimeNs start)
{
    TraceBuilder builder;
    for (int rank = 0; rank < 4; ++rank) {
        SpanRecord span;
        span.track = builder.track({rank, 0, Lane::Compute, Category::Other, "compute"});
        span.begin = start;
        span.end = start + 10'000'000'000;
        span.name = builder.intern("forward");
        builder.addSpan(span);
        builder.setHost(rank, rank < 2 ? "node0" : "node1");
    }
    ImportReport report;
    return builder.finish({}, report);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::unique_ptr<Importer> importer = makeTelemetryImporter();
    importer->sniff(text);
    FileContents contents;
    ImportReport report;
    const auto source = openMemory(text, "node1/smi.csv");
    importer->import(*source, contents, report, {});
    for (const GpuTelemetry& gpu : contents.telemetry) {
        for (const GpuTelemetry::Series& series : gpu.series) {
            if (series.times.empty() || series.times.size() != series.values.size())
                std::abort();
        }
    }
    TelemetryPlacement placement(contents.telemetry);
    for (const TimeNs start : {TimeNs(0), TimeNs(1'772'359'200) * 1'000'000'000}) {
        const Trace trace = placement.placed(runAt(start));
        for (const TimeNs time : trace.counters().times) {
            if (time > trace.range().end)
                std::abort();
        }
    }
    placement.report(report);
    return 0;
}
