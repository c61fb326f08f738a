// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpusamples.h"

#include "tracetime.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// By time; of equal times the last counts, as where a sampler was started twice.
void sortByTime(GpuTelemetry::Series& series)
{
    const auto unordered = std::adjacent_find(series.times.begin(), series.times.end(), std::greater_equal<>());
    if (unordered == series.times.end())
        return;
    std::vector<size_t> order(series.times.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return series.times[a] < series.times[b]; });
    GpuTelemetry::Series sorted {series.name, {}, {}};
    for (const size_t at : order) {
        if (!sorted.times.empty() && sorted.times.back() == series.times[at]) {
            sorted.values.back() = series.values[at];
            continue;
        }
        sorted.times.push_back(series.times[at]);
        sorted.values.push_back(series.values[at]);
    }
    series = std::move(sorted);
}

} // namespace

GpuSamples::OfGpu* GpuSamples::ofGpu(std::string_view host, int gpu, TimeNs time)
{
    if (gpu < 0 || gpu >= mostGpus || time < 0 || time > latestTraceTime)
        return nullptr;
    if (!m_last || m_lastGpu != gpu || m_lastHost != host) {
        m_last = &m_gpus[{std::string(host), gpu}];
        m_lastHost = host;
        m_lastGpu = gpu;
    }
    return m_last;
}

void GpuSamples::add(std::string_view host, int gpu, std::string_view name, TimeNs time, double value)
{
    OfGpu* const of = ofGpu(host, gpu, time);
    if (!of)
        return;
    auto known = of->series.find(name);
    if (known == of->series.end())
        known = of->series.emplace(std::string(name), GpuTelemetry::Series {std::string(name), {}, {}}).first;
    known->second.times.push_back(time);
    known->second.values.push_back(value);
}

void GpuSamples::addReasons(std::string_view host, int gpu, TimeNs time, uint64_t reasons)
{
    if (OfGpu* const of = ofGpu(host, gpu, time)) {
        of->reasons.times.push_back(time);
        of->reasons.bits.push_back(reasons);
    }
}

std::vector<GpuTelemetry> GpuSamples::take(std::string_view file, bool isUtc)
{
    std::vector<GpuTelemetry> all;
    for (auto& [key, of] : m_gpus) {
        GpuTelemetry& made = all.emplace_back();
        made.file = file;
        made.host = key.first;
        made.gpu = key.second;
        made.isUtc = isUtc;
        for (auto& [name, series] : of.series)
            made.series.push_back(std::move(series));
        uint64_t ever = 0;
        for (const uint64_t bits : of.reasons.bits)
            ever |= bits;
        for (const ThrottleReason& reason : throttleReasons) {
            if ((ever & reason.bit) == 0)
                continue;
            GpuTelemetry::Series& series = made.series.emplace_back();
            series.name = fmt::format("{}{}", throttledPrefix, reason.name);
            series.times = of.reasons.times;
            for (const uint64_t bits : of.reasons.bits)
                series.values.push_back((bits & reason.bit) != 0 ? 1 : 0);
        }
        for (GpuTelemetry::Series& series : made.series)
            sortByTime(series);
        std::erase_if(made.series, [](const GpuTelemetry::Series& series) { return series.times.empty(); });
    }
    std::erase_if(all, [](const GpuTelemetry& gpu) { return gpu.series.empty(); });
    m_gpus.clear();
    m_last = nullptr;
    return all;
}

} // namespace bubblescope
