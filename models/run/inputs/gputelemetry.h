// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What was sampled of one GPU beside a run: clocks, power, temperature, and why its clock was held down.
struct GpuTelemetry {
    struct Series {
        std::string name;          ///< one of the names below, which become those of counters
        std::vector<TimeNs> times; ///< since 1970, ascending
        std::vector<double> values;
        bool operator==(const Series&) const = default;
    };
    std::string file;
    std::string host;   ///< as the content states it; empty if only the file's name may tell
    int32_t gpu = 0;    ///< as the driver counts the GPUs of a host
    bool isUtc = false; ///< else its times are those of an unknown time zone
    std::vector<Series> series;
    bool operator==(const GpuTelemetry&) const = default;
};

/// Of the multiprocessors (SM; GFX with AMD), which all work of a kernel follows.
inline constexpr std::string_view smClockName = "SM clock (MHz)";
inline constexpr std::string_view memoryClockName = "memory clock (MHz)";
inline constexpr std::string_view powerName = "power (W)";
inline constexpr std::string_view temperatureName = "temperature (°C)";
inline constexpr std::string_view utilizationName = "utilization (%)";
/// A series of each reason that was ever given: 1 while it is, else 0.
inline constexpr std::string_view throttledPrefix = "throttled: ";

/// Why a driver holds a clock down: a bit of NVML's nvmlClocksEventReasons (nvml.h), and its column in nvidia-smi.
struct ThrottleReason {
    uint64_t bit;
    std::string_view name;
    std::string_view column; ///< behind "clocks_event_reasons."
};
/// Without 1, an idle GPU, which is no reason.
inline constexpr std::array<ThrottleReason, 8> throttleReasons {{
    {0x2, "applications clocks setting", "applications_clocks_setting"},
    {0x4, "power cap", "sw_power_cap"},
    {0x8, "hardware slowdown", "hw_slowdown"},
    {0x10, "sync boost", "sync_boost"},
    {0x20, "thermal slowdown by software", "sw_thermal_slowdown"},
    {0x40, "thermal slowdown by hardware", "hw_thermal_slowdown"},
    {0x80, "power brake", "hw_power_brake_slowdown"},
    {0x100, "display clocks setting", "display_clock_setting"},
}};

} // namespace bubblescope
