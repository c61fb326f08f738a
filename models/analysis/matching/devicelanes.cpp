// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicelanes.h"

#include <algorithm>
#include <optional>

namespace bubblescope {

bool isProfilerRun(const Trace& trace) { return trace.hasThreads(); }

bool showsDevice(const Trace& trace, int32_t rank)
{
    const auto tracks = trace.tracksOf(rank);
    return isProfilerRun(trace) && std::any_of(tracks.begin(), tracks.end(), [](const Track& track) {
        return isDeviceLane(track.lane) && track.rowCount > 0;
    });
}

bool isOnStream(const Trace& trace, const Track& lane, const Track& stream)
{
    const std::string_view name = trace.strings().text(lane.name);
    const std::string_view ofStream = trace.strings().text(stream.name);
    if (stream.lane != Lane::Compute || ofStream.empty() || lane.rank != stream.rank)
        return false;
    const size_t at = name.find(ofStream);
    const size_t end = at + ofStream.size();
    return lane.name == stream.name
        || (lane.lane == Lane::Communication && at != std::string_view::npos && at > 0 && name[at - 1] == ' '
            && (end == name.size() || name[end] == ' '));
}

bool runsBetweenCompute(const Trace& trace, SpanId communication)
{
    const Track& own = trace.track(trace.track(communication));
    const auto tracks = trace.tracksOf(own.rank);
    return isProfilerRun(trace)
        && std::any_of(tracks.begin(), tracks.end(), [&](const Track& track) { return isOnStream(trace, own, track); });
}

DeviceWork deviceWork(const Trace& trace)
{
    DeviceWork work;
    if (!isProfilerRun(trace))
        return work;
    for (const Track& track : trace.tracks()) {
        if (!isDeviceLane(track.lane))
            continue;
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const SpanId span(i);
                const std::string_view name = trace.name(span);
                const bool isMoved = trace.category(span) == Category::MemoryCopy;
                // Profilers record a whole CUDA graph in place of its kernels.
                if ((isMoved && name.starts_with("Memset")) || name.starts_with("CUDA graph "))
                    continue;
                ++(isMoved ? work.copies : work.kernels);
                TimeNs& sum = isMoved ? work.copyNs : work.kernelNs;
                __builtin_add_overflow(sum, trace.duration(span), &sum);
            }
        }
    }
    return work;
}

size_t rankIndex(const Trace& trace, int32_t rank)
{
    const auto ranks = trace.ranks();
    const auto found = std::lower_bound(
        ranks.begin(), ranks.end(), rank, [](const RankInfo& info, int32_t number) { return info.rank < number; });
    return found != ranks.end() && found->rank == rank ? size_t(found - ranks.begin()) : ranks.size();
}

namespace {

/// The rank's own part of the step that lasts as long as the window: null if it has none, no value where the window is
/// no step.
std::optional<const RankStep*> ownStep(const Trace& trace, const RankInfo& rank, TimeRange window)
{
    const auto steps = trace.steps();
    const auto step
        = std::find_if(steps.begin(), steps.end(), [&](const Step& candidate) { return candidate.range == window; });
    if (step == steps.end())
        return std::nullopt;
    for (const RankStep& own : trace.stepsOf(rank.rank)) {
        if (own.step.number == step->number)
            return &own;
    }
    return nullptr; // the rank has fewer steps
}

} // namespace

TimeRange ownWindow(const Trace& trace, const RankInfo& rank, TimeRange window)
{
    const std::optional<const RankStep*> step = ownStep(trace, rank, window);
    if (!step)
        return window;
    return *step ? (*step)->step.range : TimeRange();
}

TimeRange ownHostWindow(const Trace& trace, const RankInfo& rank, TimeRange window)
{
    const std::optional<const RankStep*> step = ownStep(trace, rank, window);
    if (!step)
        return window;
    if (!*step)
        return {};
    return (*step)->isOfDevice() ? (*step)->host : (*step)->step.range;
}

} // namespace bubblescope
