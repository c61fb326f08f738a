// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpustatlines.h"

#include "gpusamples.h"
#include "logtext.h"
#include "numbertext.h"
#include "plainnumber.h"
#include "sampledtime.h"
#include "tablelines.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace bubblescope {

namespace {

/// "[0] NVIDIA A40 | 32°C,   0 % |     0 / 46068 MB |", with "-P" also ",  52 / 400 W" behind the share
struct GpuLine {
    int gpu = -1;
    std::optional<double> celsius;
    std::optional<double> percent;
    std::optional<double> watts;
};

/// The number that ends before that place, where a unit stands, if any.
std::optional<double> numberBefore(std::string_view text, size_t unit)
{
    if (unit == std::string_view::npos)
        return {};
    const std::string_view before = trimmed(text.substr(0, unit));
    const size_t begin = before.find_last_not_of("0123456789.");
    return parseNumber(before.substr(begin == std::string_view::npos ? 0 : begin + 1));
}

std::optional<GpuLine> gpuLine(std::string_view line)
{
    const size_t close = line.find(']');
    const size_t bar = line.find('|');
    if (!line.starts_with('[') || close == std::string_view::npos || bar == std::string_view::npos || bar < close)
        return {};
    const std::string_view memory = line.substr(bar + 1);
    const std::string_view state = memory.substr(0, std::min(memory.find('|'), memory.size()));
    const std::optional<int> gpu = toCount(line.substr(1, close - 1), GpuSamples::mostGpus - 1);
    if (!gpu || state.find('%') == std::string_view::npos || memory.find(" MB") == std::string_view::npos)
        return {};
    GpuLine read;
    read.gpu = *gpu;
    read.celsius = numberBefore(state, state.find("\xC2\xB0"));
    if (!read.celsius)
        read.celsius = numberBefore(state, state.find("'C")); // where a terminal has no degree sign
    // With its fan's speed before it ("-F"), and in brackets those of its coders behind it ("-e").
    const std::string_view shares = state.substr(0, std::min(state.find('('), state.size()));
    read.percent = numberBefore(shares, shares.rfind('%'));
    // "52 / 400 W": drawn, of what it may draw
    if (const size_t power = state.rfind(','); power != std::string_view::npos && state.find(" W") > power)
        read.watts = parseNumber(state.substr(power + 1, state.find_first_of("/W", power + 1) - power - 1));
    return read;
}

} // namespace

bool isGpustat(std::string_view head)
{
    bool hasTime = false;
    std::string buffer;
    for (int lines = 0; lines < 8 && !head.empty(); ++lines) {
        const size_t end = std::min(head.find('\n'), head.size());
        const std::string_view line = trimmed(logtext::withoutEscapes(head.substr(0, end), buffer));
        if (gpuLine(line))
            return hasTime;
        const size_t blank = line.find(' ');
        hasTime = hasTime || (blank != std::string_view::npos && sampledTime(line.substr(blank)));
        head.remove_prefix(std::min(end + 1, head.size()));
    }
    return false;
}

void readGpustat(TableLines& lines, std::string_view file, std::vector<GpuTelemetry>& telemetry, ImportReport& report)
{
    GpuSamples samples;
    std::string host;
    std::optional<SampledTime> time;
    std::string buffer;
    size_t rows = 0;
    bool isMore = true;
    for (; isMore; isMore = lines.next()) {
        if (!lines.mayKeepRow(rows))
            continue;
        const std::string_view line = trimmed(logtext::withoutEscapes(lines.line(), buffer));
        if (const std::optional<GpuLine> gpu = gpuLine(line)) {
            ++rows;
            if (!time) {
                report.add(IssueKind::BadRecord, lines.offset(), say("no line above it states host and time"));
                continue;
            }
            if (gpu->celsius)
                samples.add(host, gpu->gpu, temperatureName, time->ns, *gpu->celsius);
            if (gpu->percent)
                samples.add(host, gpu->gpu, utilizationName, time->ns, *gpu->percent);
            if (gpu->watts)
                samples.add(host, gpu->gpu, powerName, time->ns, *gpu->watts);
            continue;
        }
        // "s8   Wed Dec 24 10:59:12 2025  560.35.05"; marks of a loop around it state a time, too, and no host
        const size_t blank = line.find(' ');
        if (blank == std::string_view::npos || line.starts_with('='))
            continue;
        if (const std::optional<SampledTime> stated = sampledTime(line.substr(blank))) {
            host = std::string(line.substr(0, blank));
            time = stated;
        }
    }
    std::vector<GpuTelemetry> found = samples.take(file, false);
    telemetry.insert(telemetry.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
}

} // namespace bubblescope
