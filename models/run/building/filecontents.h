// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "communicatorlog.h"
#include "gputelemetry.h"
#include "run.h"
#include "tracebuilder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// The process that wrote a file, as PyTorch's profilers name it: "gpu-7_4711.1694128201545.pt.trace.json" or
/// "gpu-7_4711_20240101120000123_ascend_pt/…".
struct WorkerName {
    std::string host;
    int64_t process = -1;
};

/// What the times of a file are relative to, and so which files are one run and which ranks share a host.
enum class ClockPolicy : unsigned char {
    /// The clock of its host. Names and stamps of the files say what belongs together, and on which host; without names
    /// of hosts, ranks whose times are far apart ran on several.
    Host,
    /// The clock of its host as a recorder took it, or the start of the file. The files of one recording may have
    /// unrelated names: they are grouped by world size, time and rank. Times that agree do not prove a single host.
    Recording,
    /// None: an order that is drawn in equal slots, costs, steps by their numbers.
    None,
};

/// What one file adds to a run's trace, and what its content and name state about the run.
struct TracePart {
    TracePart() = default;
    explicit TracePart(const ColumnPoolPtr& pool) : builder(pool) { }

    Run::Kind kind = Run::Kind::Measured;
    std::optional<Origin> origin; ///< of times whose origin is not the usual one for the kind
    ParallelLayout layout;
    MachineHints machine {};
    std::vector<int> ranks; ///< -1 if the file does not state its rank: it gets the next free one
    /// First start to last end of each of `ranks`, in file time. Empty if the importer does not know; nothing() for a
    /// rank without spans in the slice that was read.
    std::vector<TimeRange> ranges;
    /// The file counts its ranks from 0 without knowing their numbers in the job: those of other files may come first.
    bool countsRanks = false;
    ClockPolicy clock = ClockPolicy::Host;
    std::optional<WorkerName> worker; ///< if the file's name states it and its content agrees
    /// Start of the whole run, in file time; absent if this part starts with the run.
    std::optional<TimeNs> runStart;
    TraceBuilder builder;
};

/// Everything one file holds. Usually it is one thing, but there may be several.
struct FileContents {
    ColumnPoolPtr pool; ///< where spans are to lie
    std::vector<TracePart> traceParts;
    std::vector<LayerTable> layerTables;
    std::vector<Workload> workloads;
    std::vector<RunLog> runLogs;
    std::vector<BandwidthCurve> bandwidthCurves;
    std::vector<FlightDump> flightDumps; ///< in addition to their timeline
    std::vector<MemorySnapshot> memorySnapshots;
    std::vector<JobDescription> jobs;
    std::vector<GpuTelemetry> telemetry; ///< of GPUs on which a run of another file may have run
    std::vector<CommunicatorLog> communicators; ///< of one process, each with what it measured
    /// The importer accepted the file by its first bytes, but the rest is not in its format: list the file as not
    /// recognised.
    bool isForeign = false;
    bool isEmpty() const
    {
        return traceParts.empty() && layerTables.empty() && workloads.empty() && runLogs.empty()
            && bandwidthCurves.empty() && memorySnapshots.empty() && jobs.empty() && telemetry.empty()
            && communicators.empty();
    }
};

} // namespace bubblescope
