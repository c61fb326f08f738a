// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gputelemetry.h"
#include "importreport.h"
#include "trace.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// Brings what was sampled beside runs to their ranks, as counters: by host, by the place of a rank among those of its
/// host, and by the time of day. What cannot be told so is left out, and reported.
///
/// Host: as the samples state it, else a name that stands in that of their file as a word, else the only one of a run.
/// GPU: where as many were sampled as the host has ranks, in their order; where more were, rank modulo their number, if
/// no other host has ranks of the same block, else the ranks' order. Time: that of the files of the host's ranks, as
/// they have it. A time zone that is not stated is the whole hour, else quarter of an hour, at which the samples cover
/// the run; where several do, UTC is taken if it is one of them, and said.
class TelemetryPlacement {
public:
    /// The samples must outlive this object.
    explicit TelemetryPlacement(std::span<const GpuTelemetry> samples);

    /// `trace`: as read, before its clocks are aligned. Its samples from just before its begin to its end are added.
    Trace placed(Trace&& trace);
    /// Of files of which nothing was placed, why; and which time zones were assumed. After the last run.
    void report(ImportReport& report) const;

private:
    /// How far a file came, the farthest of all runs counts.
    enum class Reached : uint8_t { NoRun, NoHost, NoRank, NoTime, Placed };
    struct OfFile {
        Reached reached = Reached::NoRun;
        bool isZoneAssumed = false;
        int quarters = 0; ///< of an hour, by which its clock was taken to be ahead of UTC
    };
    /// Samples by GPU of one host.
    using OfHost = std::vector<size_t>;

    void reach(size_t sample, Reached reached);
    std::vector<OfHost> byHost(const Trace& trace);
    /// What is to be added to the times of these, which are all in UTC, or all of one zone that is not stated.
    std::optional<TimeNs> zoneFor(const OfHost& samples, TimeRange wall);

    std::span<const GpuTelemetry> m_samples;
    std::vector<OfFile> m_reached; ///< by sample
};

} // namespace bubblescope
