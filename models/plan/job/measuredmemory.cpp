// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "measuredmemory.h"

#include "measuretext.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

double MeasuredMemory::mostBytes() const
{
    if (printedBytes > 0)
        return printedBytes;
    return gpuBytes > 0 ? std::min(modelledBytes, gpuBytes) : modelledBytes;
}

MeasuredMemory::Limits MeasuredMemory::limitsOf(double askedBytes, double usable) const
{
    const double most = mostBytes();
    if (modelledBytes <= 0 || most <= 0)
        return {usable, usable};
    const bool holdsTheRun = gpuBytes > 0 && askedBytes >= gpuBytes;
    const double room = holdsTheRun ? std::max(usable, most) : usable;
    const auto [sure, possible] = std::minmax({modelledBytes * (room / most), modelledBytes + (room - most)});
    // It may have taken much less than all of its GPUs.
    const bool isKnown = printedBytes > 0 || most == modelledBytes;
    return {sure, isKnown ? possible : std::numeric_limits<double>::infinity()};
}

std::optional<std::pair<double, double>> MeasuredMemory::expected(double modelled) const
{
    if (printedBytes <= 0 || modelledBytes <= 0)
        return std::nullopt;
    const auto [least, most]
        = std::minmax({modelled * (printedBytes / modelledBytes), modelled + (printedBytes - modelledBytes)});
    return std::pair(std::max(least, 0.0), std::max(most, 0.0));
}

MeasuredMemory measuredMemory(const PlannedMemory& own, double printedBytes, double gpuBytes)
{
    return {own.stages.empty() ? 0 : own.fullest().totalBytes(), printedBytes, gpuBytes};
}

double usableBeside(const std::optional<MeasuredMemory>& run, double gpuBytes, TrainingFramework framework)
{
    const double usable = usableBytes(gpuBytes, framework);
    return run && gpuBytes > 0 ? run->limitsOf(gpuBytes, usable).sure : usable;
}

bool fitsBeside(const std::optional<MeasuredMemory>& run, const PlannedMemory& memory, double gpuBytes,
    TrainingFramework framework)
{
    return memory && (gpuBytes <= 0 || memory.fullest().totalBytes() <= usableBeside(run, gpuBytes, framework));
}

Message measuredMemoryText(const MeasuredMemory& run)
{
    if (run.modelledBytes <= 0)
        return {};
    if (run.printedBytes > 0) {
        return say("It ran, and prints {} of a GPU where {} are modelled: other sizes are taken to differ from the "
                   "model by the same share, or by as many bytes.",
            bytesText(run.printedBytes), bytesText(run.modelledBytes));
    }
    if (run.mostBytes() < run.modelledBytes) {
        return say("It ran, though {} of a GPU are modelled, more than the {} of the one that it is taken to have run "
                   "on: what it took is not printed. Sizes of which no more is modelled fit as well; whether others do "
                   "is not known.",
            bytesText(run.modelledBytes), bytesText(run.gpuBytes));
    }
    return {};
}

} // namespace bubblescope
