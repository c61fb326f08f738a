// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytesource.h"
#include "importreport.h"
#include "progress.h"
#include "run.h"
#include "tracebuilder.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A process, by the name that PyTorch's profilers give its file: "gpu-7_4711.1694128201545.pt.trace.json" or
/// "gpu-7_4711_20240101120000123_ascend_pt/…".
struct WorkerName {
    std::string host;
    int64_t process = -1;
};

/// What one file adds to a run's trace, and what its content and name tell about the run.
struct TracePart {
    Run::Kind kind = Run::Kind::Measured;
    std::optional<Origin> origin; ///< of times that are not of the usual one for the kind
    ParallelLayout layout;
    std::vector<int> ranks; ///< -1 for a file that does not tell its rank: it gets the next free one
    /// First start to last end of each of `ranks`, in file time; empty where the importer does not say, nothing() for a
    /// rank that has no span in the slice that was read.
    std::vector<TimeRange> ranges;
    /// The file counts its ranks from 0 without knowing their numbers in the job: those of other files may come first.
    bool countsRanks = false;
    /// Files of one recording may be named differently: they are grouped by world size, time and rank.
    bool groupsByTime = false;
    std::optional<WorkerName> worker; ///< where the file's name tells it, and what it holds agrees
    /// In file time, of the run that this is a part of; absent where the part begins with the run.
    std::optional<TimeNs> runStart;
    TraceBuilder builder;
};

/// All that one file holds. A file is usually one thing; nothing forbids several.
struct FileContents {
    std::vector<TracePart> traceParts;
    std::vector<LayerTable> layerTables;
    std::vector<Workload> workloads;
    std::vector<RunLog> runLogs;
    std::vector<BandwidthCurve> bandwidthCurves;
    /// The importer claimed the file by its first bytes, but what follows is not of its format after all: the file is
    /// to be listed as not recognised.
    bool isForeign = false;
    bool isEmpty() const
    {
        return traceParts.empty() && layerTables.empty() && workloads.empty() && runLogs.empty()
            && bandwidthCurves.empty();
    }
};

/// When what a file holds begins, in ns.
struct FileStart {
    TimeNs time = 0; ///< of the earliest record, base included
    TimeNs base = 0; ///< what the file adds to the times of its records
};

/// A file format. Importers are stateless: one object serves all threads.
class Importer
{
public:
    virtual ~Importer() = default;
    /// Stable, kebab-case.
    virtual std::string_view id() const = 0;
    /// For people: "rank trace (Echo / Megatron tracer)".
    virtual std::string_view displayName() const = 0;
    /// Usual names, for file dialogs: "*.txt".
    virtual std::vector<std::string_view> filePatterns() const = 0;
    /// 0 (not mine) to 100 (certainly mine), from the first bytes. The content decides, not the name.
    virtual int sniff(std::string_view head) const = 0;
    /// Reads all it can into `contents`; damage goes to the report with byte offsets. False only if cancelled.
    virtual bool import(ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
        = 0;
    /// Looks through the file without keeping anything. Nothing where the format cannot be read in slices.
    virtual std::optional<FileStart> findStart(ByteSource&, const ProgressFn&) const { return {}; }
    /// As import(), but keeps only what meets `slice`; all of it where the format has no slices. `slice` is in the times
    /// of the records, without FileStart::base, which may stand behind them.
    virtual bool importSlice(ByteSource& source, TimeRange slice, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const
    {
        static_cast<void>(slice);
        return import(source, contents, report, progress);
    }
};

/// How many bytes sniff() is given.
inline constexpr size_t sniffBytes = size_t(64) << 10;

} // namespace bubblescope
