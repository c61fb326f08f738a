// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "devicespans.h"
#include "hostthreads.h"

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace bubblescope {

/// A kernel begins within this time after what it waited for; otherwise it had another reason.
inline constexpr TimeNs promptStart = 10'000;
/// What follows on a stream may begin so much before the end of what it waited for: clocks tick in steps, converters
/// round, and a dependent launch begins early.
inline constexpr TimeNs clockError = 5'000;

/// As far as clocks show.
inline bool isOverBy(const Trace& trace, SpanId span, TimeNs time) { return trace.end(span) <= time + clockError; }

/// What a device works off one after the other, as far as is known.
struct DeviceStream {
    DeviceSpans::Lane lane;      ///< with the collectives that ran on it
    std::vector<TrackId> tracks; ///< of all of them
    bool isOne = false;          ///< the lane of a process group holds what runs on any stream
};
std::vector<DeviceStream> streamsOf(const Trace& trace, const DeviceSpans& device);
/// The stream with most operations; null if there is none.
const DeviceSpans::Lane* busiestStream(const Trace& trace, const DeviceSpans& device);
SpanId lastEnded(const Trace& trace, const DeviceSpans::Lane& lane);

/// Launched one after the other; the kernels of a graph have one launch, and may run at once.
bool areInOrder(const Trace& trace, SpanId before, SpanId span);

/// A stream runs what it is given in the order of the launches, whatever a clock says: the spans of a lane by begin, with
/// those that were launched by calls of their own in the order of these. Where one thread launches what others ask it to,
/// calls of either kind are recorded: then only calls of one thread have an order.
std::vector<SpanId> inLaunchOrder(const Trace& trace, std::vector<SpanId> byBegin);

/// When operations of a device were launched, or begin where that was not recorded.
class LaunchOrder {
public:
    LaunchOrder() = default;
    /// Of one rank; `trace` must outlive this object.
    explicit LaunchOrder(const Trace& trace) : m_trace(&trace) { }

    TimeNs time(SpanId span) const;
    /// The last one of the lane that was launched before; invalid if none was.
    SpanId lastBefore(const DeviceSpans::Lane& lane, TimeNs time);

private:
    const Trace* m_trace = nullptr;
    /// By lane: when its spans were launched, and the index of the last one in the lane that was launched until then.
    std::map<TrackId, std::vector<std::pair<TimeNs, size_t>>> m_launches;
};

/// What streams wait for without a call that shows it.
struct UnrecordedWaits {
    std::vector<std::pair<SpanId, SpanId>> pairs; ///< what is awaited, and what waits
    bool ofCollectives = false;                   ///< compute is taken to wait for them
    bool areSeen = false; ///< some compute ran beside one, or began as one ended although it had long been launched
};
/// A collective waits for the compute that was launched before it, as in PyTorch; compute waits for it unless some ran
/// beside it.
UnrecordedWaits unrecordedWaits(const Trace& trace, const DeviceSpans& device, const std::vector<HostThread>& threads);

/// The host's time from the begin of a device's step to that of the next one, in which the step is launched.
TimeRange launchTimeOf(std::span<const RankStep> steps, std::span<const RankStep>::iterator step);
/// A device's step is over when its work is: what its host does after the last launch belongs to the next one.
TimeRange untilLastLaunch(const Trace& trace, const DeviceSpans& device, TimeRange step);
/// What was launched in a time of the host: from the end of what had been launched before, or else from its own first
/// operation, to the end of its last one.
TimeRange stepOfDevice(const Trace& trace, int32_t rank, const DeviceSpans& device, TimeRange host);

} // namespace bubblescope
