// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gputelemetry.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// Samples of GPUs as their readers find them.
class GpuSamples {
public:
    /// Of hosts with as many; greater numbers are those of no GPU.
    static constexpr int mostGpus = 1024;

    /// Ignores numbers of no GPU and times that no run has.
    void add(std::string_view host, int gpu, std::string_view name, TimeNs time, double value);
    /// The reasons as bits of NVML.
    void addReasons(std::string_view host, int gpu, TimeNs time, uint64_t reasons);
    bool isEmpty() const { return m_gpus.empty(); }
    /// By host and GPU, each series by time. Reasons that were never given have none.
    std::vector<GpuTelemetry> take(std::string_view file, bool isUtc);

private:
    struct Reasons {
        std::vector<TimeNs> times;
        std::vector<uint64_t> bits;
    };
    struct OfGpu {
        std::map<std::string, GpuTelemetry::Series, std::less<>> series;
        Reasons reasons;
    };
    OfGpu* ofGpu(std::string_view host, int gpu, TimeNs time);

    std::map<std::pair<std::string, int>, OfGpu> m_gpus;
    OfGpu* m_last = nullptr; // most samples of a line are of one GPU
    std::string m_lastHost;
    int m_lastGpu = -1;
};

} // namespace bubblescope
