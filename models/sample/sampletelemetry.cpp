// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampletelemetry.h"

#include "median.h"
#include "roundedtime.h"
#include "samplerandom.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

// An H100 SXM at work: 1980 MHz is the most that it chooses, in steps of 15 (nvidia-smi -q -d SUPPORTED_CLOCKS); 700 W
// are its limit.
constexpr double fullClock = 1980;
constexpr double clockStep = 15;
constexpr double workingWatts = 640;
constexpr double healthyCelsius = 62;
constexpr double hotCelsius = 88;
constexpr uint64_t hotReasons = 0x60; // thermal slowdown, by software and by hardware

constexpr auto gridNs = TimeNs(nsPerMs); // of the stamps
constexpr TimeNs longestPeriod = 200 * gridNs;
constexpr TimeNs mostSamples = 20'000;         // of a GPU
constexpr TimeNs mostSamplesOfAll = 2'000'000; // 16 bytes each for every quantity: a run may have thousands of GPUs

/// Often enough to see a step, and no more than a file, or memory, should hold; whole ms.
TimeNs samplingPeriod(const std::vector<TimeRange>& steps, int gpus)
{
    std::vector<TimeNs> lengths;
    for (const TimeRange& step : steps)
        lengths.push_back(step.duration());
    const TimeNs whole = steps.back().end - steps.front().begin;
    const TimeNs most = std::clamp<TimeNs>(mostSamplesOfAll / std::max(gpus, 1), 1, mostSamples);
    const TimeNs period = std::max(std::min(medianOf(lengths) / 20, longestPeriod), whole / most);
    return std::max<TimeNs>((period + gridNs - 1) / gridNs, 1) * gridNs;
}

/// How many times as slow a GPU is held in a step.
double throttleOf(const SampleOptions& options, int host, int gpu, int64_t step)
{
    double factor = 1;
    for (const SampleOptions::Throttle& throttle : options.throttles) {
        if (throttle.host == host && throttle.gpu == gpu && step >= throttle.first && step <= throttle.last)
            factor *= throttle.factor;
    }
    return factor;
}

GpuTelemetry sampleGpu(const SamplePlan& plan, const SampleTimeline& timeline, int host, int gpu, TimeNs period)
{
    const SampleRandom random(plan.options.seed + 0x7e1e);
    GpuTelemetry made;
    made.host = fmt::format("node{}", host);
    made.file = made.host + "/nvidia-smi.csv";
    made.gpu = gpu;
    GpuTelemetry::Series clock {std::string(smClockName), {}, {}};
    GpuTelemetry::Series power {std::string(powerName), {}, {}};
    GpuTelemetry::Series heat {std::string(temperatureName), {}, {}};
    std::vector<uint64_t> reasons;
    const TimeNs hostClock = timeline.hostClock[size_t(host)];
    const TimeNs first = (timeline.steps.front().begin + hostClock) / gridNs * gridNs - period;
    const auto number = uint64_t(host) << 16 | uint64_t(gpu);
    size_t step = 0;
    uint64_t count = 0;
    for (TimeNs wall = first; wall - hostClock <= timeline.steps.back().end; wall += period, ++count) {
        while (step + 1 < timeline.steps.size() && timeline.steps[step + 1].begin <= wall - hostClock)
            ++step;
        const double factor = throttleOf(plan.options, host, gpu, int64_t(step) + 1);
        const double below = random.uniform(0, number, count) < 0.3 ? clockStep : 0;
        clock.times.push_back(wall);
        clock.values.push_back(clockStep * std::round((fullClock - below) / factor / clockStep));
        power.values.push_back(std::round((workingWatts + 12 * random.bell(1, number, count)) / factor * 100) / 100);
        heat.values.push_back(std::round((factor > 1 ? hotCelsius : healthyCelsius) + random.bell(2, number, count)));
        reasons.push_back(factor > 1 ? hotReasons : 0);
    }
    power.times = heat.times = clock.times;
    made.series = {clock, power, heat};
    for (const ThrottleReason& reason : throttleReasons) {
        if (std::none_of(reasons.begin(), reasons.end(), [&](uint64_t bits) { return (bits & reason.bit) != 0; }))
            continue;
        GpuTelemetry::Series series {fmt::format("{}{}", throttledPrefix, reason.name), clock.times, {}};
        for (const uint64_t bits : reasons)
            series.values.push_back((bits & reason.bit) != 0 ? 1 : 0);
        made.series.push_back(std::move(series));
    }
    return made;
}

} // namespace

std::vector<GpuTelemetry> makeSampleTelemetry(const SamplePlan& plan, const SampleTimeline& timeline)
{
    std::vector<GpuTelemetry> telemetry;
    if (timeline.steps.empty())
        return telemetry;
    const int gpus = plan.layout.world() / plan.layout.hosts;
    const TimeNs period = samplingPeriod(timeline.steps, plan.layout.world());
    for (int host = 0; host < plan.layout.hosts; ++host) {
        for (int gpu = 0; gpu < gpus; ++gpu)
            telemetry.push_back(sampleGpu(plan, timeline, host, gpu, period));
    }
    return telemetry;
}

} // namespace bubblescope
