// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorpeaks.h"

#include "measuredthroughput.h"

#include <algorithm>
#include <string_view>

namespace bubblescope {

namespace {
bool isHalfPrecision(std::string_view dataTypes) { return dataTypes == "bf16" || dataTypes == "fp16"; }
} // namespace

std::optional<Hardware> hardwareOfRun(const Run& run)
{
    return namedHardware(run.machine);
}

std::vector<std::optional<double>> sharesOfPeak(const std::vector<OperatorUse>& operators, const Hardware& hardware)
{
    std::vector<std::optional<double>> shares;
    for (const OperatorUse& use : operators) {
        std::optional<double>& share = shares.emplace_back();
        const std::optional<double> flops = use.flopsPerSecond();
        const std::optional<double> bytes = use.bytesPerSecond();
        const bool isHalf = isHalfPrecision(use.dataTypes);
        if (isHalf && flops && hardware.peakFlops > 0)
            share = *flops / hardware.peakFlops;
        if (bytes && hardware.memoryBandwidth > 0 && (isHalf || (flops && *flops <= *bytes)))
            share = std::max(share.value_or(0), *bytes / hardware.memoryBandwidth);
    }
    return shares;
}

Roofs peakRoofs(const Hardware& hardware)
{
    Roofs roofs;
    if (hardware.peakFlops > 0) {
        for (const char* const types : {"bf16", "fp16"})
            roofs.compute.push_back({types, hardware.peakFlops});
    }
    roofs.bytesPerSecond = hardware.memoryBandwidth;
    return roofs;
}

} // namespace bubblescope
