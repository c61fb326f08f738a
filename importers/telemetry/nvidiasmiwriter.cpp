// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nvidiasmiwriter.h"

#include "roundedtime.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace bubblescope {

namespace {

const GpuTelemetry::Series* seriesNamed(const GpuTelemetry& gpu, std::string_view name)
{
    const auto found = std::find_if(gpu.series.begin(), gpu.series.end(),
        [name](const GpuTelemetry::Series& series) { return series.name == name; });
    return found == gpu.series.end() ? nullptr : &*found;
}

std::string stampOfSample(TimeNs time)
{
    using namespace std::chrono;
    const auto ms = time / TimeNs(nsPerMs);
    const sys_days day = floor<days>(sys_time<milliseconds>(milliseconds(ms)));
    const year_month_day date(day);
    const int64_t ofDay = ms - int64_t(day.time_since_epoch().count()) * 86'400'000;
    return fmt::format("{:04}/{:02}/{:02} {:02}:{:02}:{:02}.{:03}", int(date.year()), unsigned(date.month()),
        unsigned(date.day()), ofDay / 3'600'000, ofDay / 60'000 % 60, ofDay / 1000 % 60, ofDay % 1000);
}

} // namespace

std::string writeNvidiaSmi(std::span<const GpuTelemetry> gpus)
{
    std::string text = "timestamp, index, clocks.current.sm [MHz], power.draw [W], temperature.gpu, "
                       "clocks_event_reasons.active\n";
    if (gpus.empty() || gpus.front().series.empty())
        return text;
    const auto out = std::back_inserter(text);
    const std::vector<TimeNs>& times = gpus.front().series.front().times;
    for (size_t i = 0; i < times.size(); ++i) {
        for (const GpuTelemetry& gpu : gpus) {
            const auto value = [&](std::string_view name, std::string_view unit, int digits) {
                const GpuTelemetry::Series* const series = seriesNamed(gpu, name);
                return series && i < series->values.size() ? fmt::format("{:.{}f}{}", series->values[i], digits, unit)
                                                           : std::string("[N/A]");
            };
            uint64_t reasons = 0;
            for (const ThrottleReason& reason : throttleReasons) {
                const GpuTelemetry::Series* const series
                    = seriesNamed(gpu, fmt::format("{}{}", throttledPrefix, reason.name));
                reasons |= series && i < series->values.size() && series->values[i] > 0 ? reason.bit : 0;
            }
            fmt::format_to(out, "{}, {}, {}, {}, {}, 0x{:016X}\n", stampOfSample(times[i]), gpu.gpu,
                value(smClockName, " MHz", 0), value(powerName, " W", 2), value(temperatureName, "", 0), reasons);
        }
    }
    return text;
}

} // namespace bubblescope
