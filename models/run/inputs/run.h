// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bandwidthcurve.h"
#include "fabric.h"
#include "flightdump.h"
#include "importreport.h"
#include "jobdescription.h"
#include "layertable.h"
#include "machinehints.h"
#include "memorysnapshot.h"
#include "result.h"
#include "runlog.h"
#include "trace.h"
#include "workload.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// How a job is spread over its GPUs. What is not known is absent.
struct ParallelLayout {
    std::optional<int> world;
    std::optional<int> tensor;
    std::optional<int> pipeline;
    std::optional<int> data;
    std::optional<int> expert;
    std::optional<int> context;
    std::optional<int> microbatches;
    std::optional<int> microbatchSize;
    std::optional<int> layers;
    bool operator==(const ParallelLayout&) const = default;
};

/// How one host's clock was brought to the first host's.
struct HostClock {
    std::string host;
    TimeNs shift = 0; ///< added to the host's times
    TimeNs residual = 0; ///< median absolute deviation of the matches after the shift
    uint32_t matches = 0; ///< messages and collectives that span it
    bool aligned = true; ///< false: no match, its ranks are drawn from their own start
};

class RunContext;

/// One run that has a timeline (or, for a plan, an order).
struct Run {
    /// Simulated: a step as a model played it. Like a measured one it has ranks that ran together, but nothing in it
    /// was recorded, so nothing is to be aligned or doubted.
    enum class Kind : uint8_t { Measured, Scaling, Plan, Simulated };
    std::string name;
    Kind kind = Kind::Measured;
    Origin origin = Origin::Measured;
    ParallelLayout layout;
    std::vector<std::string> files;
    std::vector<int> missingRanks;
    /// Ranks that were recorded, but have nothing in the part of the run that was read.
    int ranksOutsidePart = 0;
    std::vector<HostClock> clocks;
    MachineHints machine {};
    TracePtr trace; ///< never null
    /// Who belongs together in it, once somebody found out; analyses ask contextOf().
    std::shared_ptr<const RunContext> context;
    /// What its communicators measured, of the folder that it is in; null if nothing did.
    std::shared_ptr<const Fabric> fabric;

    /// Its ranks ran together, on one time line: it has steps, and they can be re-timed.
    bool hasCommonTime() const { return kind == Kind::Measured || kind == Kind::Simulated; }
    int rankCount() const { return static_cast<int>(trace->ranks().size()); }
    int stageCount() const;
};

/// Index of the step of that number, as people know it; refused with what numbers there are.
Result<int> stepNumbered(const Run& run, int64_t number);

/// "measured", "scaling", "plan" or "simulated".
const char* runKindName(Run::Kind kind);

struct LoadStatistics {
    uint64_t files = 0;
    uint64_t bytes = 0;
    uint64_t spans = 0;
    double seconds = 0;
    bool fromCache = false;
};

/// Everything that was found in what the user opened.
struct RunFolder {
    std::string path; ///< as the user named it
    std::vector<Run> runs;
    std::vector<LayerTable> layerTables;
    std::vector<Workload> workloads;
    std::vector<RunLog> runLogs;
    std::vector<BandwidthCurve> bandwidthCurves; ///< for the cost model
    Fabric fabric;                               ///< what communicators of a job measured
    std::vector<FlightDump> flightDumps;         ///< of jobs that hang: see hangsAmong()
    std::vector<MemorySnapshot> memorySnapshots;
    std::vector<JobDescription> jobs;            ///< that do not exist yet
    std::vector<std::string> unrecognised; ///< files, relative to path
    ImportReport report;
    LoadStatistics statistics;

    bool isEmpty() const
    {
        return runs.empty() && layerTables.empty() && workloads.empty() && runLogs.empty() && bandwidthCurves.empty()
            && memorySnapshots.empty() && jobs.empty() && fabric.isEmpty();
    }
};

/// Lets the measured runs of a folder know what its communicators measured.
void shareFabric(RunFolder& folder);

} // namespace bubblescope
