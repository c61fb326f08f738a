// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importtext.h"
#include "rungrouping.h"

#include <QStringList>

#include <fmt/format.h>

#include <string>
#include <vector>

namespace bubblescope {

/// Recordings, read and grouped into runs.
struct RecordedRun {
    std::vector<Run> runs;
    ImportReport report;
    const Trace& trace() const { return *runs.at(0).trace; }
};

inline RecordedRun openRecordings(const Importer& importer, const std::vector<std::string>& paths)
{
    RecordedRun opened;
    std::vector<NamedPart> parts;
    for (const std::string& path : paths) {
        Imported imported = importFile(importer, path);
        for (TracePart& part : imported.contents.traceParts)
            parts.push_back({path.substr(path.rfind('/') + 1), std::move(part)});
        opened.report.append(std::move(imported.report));
    }
    opened.runs = groupRuns(std::move(parts), "folder", opened.report);
    return opened;
}

/// "r0 stream 7: gemm 10-20 compute 64 bytes <hipLaunchKernel 5", of every span.
inline QStringList spanLines(const Trace& trace)
{
    QStringList lines;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        const TrackId track = trace.track(span);
        std::string line = fmt::format("r{} {}: {} {}-{} {}", trace.track(track).rank, trace.trackName(track),
            trace.name(span), trace.begin(span), trace.end(span), categoryKey(trace.category(span)));
        if (trace.bytes(span) >= 0)
            line += fmt::format(" {} bytes", trace.bytes(span));
        if (const SpanId launch = trace.launchOf(span); launch.isValid())
            line += fmt::format(" <{} {}", trace.name(launch), trace.begin(launch));
        lines << QString::fromStdString(line);
    }
    lines.sort();
    return lines;
}

/// Of all spans of a category, in ns.
inline TimeNs sumOfCategory(const Trace& trace, Category category)
{
    TimeNs sum = 0;
    for (uint32_t i = 0; i < trace.spanCount(); ++i)
        sum += trace.category(SpanId(i)) == category ? trace.duration(SpanId(i)) : 0;
    return sum;
}

} // namespace bubblescope
