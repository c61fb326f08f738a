// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chrometraceimporter.h"
#include "rungrouping.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "importtext.h"
#include "shareddata.h"

#include <QString>
#include <QStringList>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace bubblescope {

// Chrome traces written event by event, and the runs read from them.

inline const ChromeTraceImporter chromeTraceImporter;

inline QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

inline std::string span(std::string_view name, double ts, double dur, std::string_view more = R"("pid":1,"tid":1)")
{
    return fmt::format(R"({{"ph":"X","name":"{}","ts":{},"dur":{},{}}})", name, ts, dur, more);
}

inline std::string listOf(const std::vector<std::string>& events)
{
    return fmt::format("[{}]", fmt::join(events, ",\n"));
}

inline std::string traceOf(std::string_view list, std::string_view before = {}, std::string_view behind = {})
{
    return fmt::format("{{{}\"traceEvents\":{}{}}}", before, list, behind);
}

struct NamedText {
    std::string name;
    std::string text;
};

inline std::vector<Run> runsOf(const std::vector<NamedText>& files, ImportReport& report, const char* root = "folder")
{
    std::vector<NamedPart> parts;
    for (const NamedText& file : files) {
        Imported imported = importText(chromeTraceImporter, file.text, file.name);
        for (TracePart& part : imported.contents.traceParts)
            parts.push_back({file.name, std::move(part)});
        report.append(std::move(imported.report));
    }
    return groupRuns(std::move(parts), root, report);
}

/// Reads only the part of a trace inside the range; empty if it cannot be read.
inline std::vector<Run> runsOfSlice(const std::string& trace, TimeRange slice)
{
    const auto source = openMemory(trace, "rank0.json");
    FileContents contents;
    ImportReport report;
    std::vector<NamedPart> parts;
    if (chromeTraceImporter.importSlice({}, *source, slice, contents, report, {}) && !contents.traceParts.empty())
        parts.push_back({"rank0.json", std::move(contents.traceParts.front())});
    return groupRuns(std::move(parts), "folder", report);
}

inline Run runOf(const std::string& content, ImportReport& report, const std::string& name = "rank0.json")
{
    std::vector<Run> runs = runsOf({{name, content}}, report);
    return runs.size() == 1 ? std::move(runs.front()) : Run {};
}

/// "lane: name begin-end" for every span in ns of the file, by track and row.
inline QStringList pictureOf(const Trace& trace)
{
    QStringList lines;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        lines << QStringLiteral("%1: %2 %3-%4")
                     .arg(text(trace.trackName(trace.track(span))), text(trace.name(span)))
                     .arg(trace.begin(span) + trace.origin())
                     .arg(trace.end(span) + trace.origin());
    }
    return lines;
}

inline SpanId spanNamed(const Trace& trace, std::string_view name)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (trace.name(SpanId(i)) == name)
            return SpanId(i);
    }
    return {};
}

inline TimeNs totalDuration(const Trace& trace)
{
    TimeNs sum = 0;
    for (uint32_t i = 0; i < trace.spanCount(); ++i)
        sum += trace.duration(SpanId(i));
    return sum;
}

inline std::string fixture(const char* name)
{
    const auto source = openFile(testData(name), name);
    ImportReport report;
    return readAll(**source, size_t(1) << 24, report).value_or(std::string());
}

} // namespace bubblescope
