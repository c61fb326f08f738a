// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "progress.h"
#include "run.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Takes text piece by piece; false ends the writing.
using TextSink = std::function<bool(std::string_view)>;

/// Writes runs as a Chrome trace, which Perfetto, chrome://tracing and ChromeTraceImporter open: ranks are processes,
/// lanes threads, messages and launches flows; how many ranks are busy, and messages under way, are counters beside the
/// run's own. Read back it is the same run to the nanosecond. Memory is bounded: a bit per span and one block of text.
class ChromeTraceWriter {
public:
    explicit ChromeTraceWriter(TextSink sink);
    /// Told about the spans of the run that is being added; false ends the writing.
    void setProgress(ProgressFn progress) { m_progress = std::move(progress); }
    /// Kind, origin and layout of the run that is added first: they are the file's.
    void setRun(const Run& run);
    /// Of the runs that are added from now on, only what meets this, in ns from the run's start; nothing for all.
    void setRange(std::optional<TimeRange> range) { m_range = range; }

    /// Every run begins at the first one's origin. `prefix` goes before the names of its processes, as in "simulated "
    /// for a run that is written beside the measured one. False where the sink refused.
    bool addRun(const Trace& trace, const Timing& timing, std::string_view prefix = {});
    /// Notes of the run that was added last, as instant events.
    bool addNotes(const Trace& trace, const std::vector<AnchoredNote>& notes);
    /// Closes the file; to be called once, after the last run.
    bool finish();

private:
    void writeHead(TimeNs origin);
    void writeProcess(const Trace& trace, int32_t rank, std::string_view prefix);
    void writeLanes(const Trace& trace);
    void writeSteps(const Trace& trace);
    void writeSpans(const Trace& trace, const Timing& timing);
    void writeSpan(const Trace& trace, const Timing& timing, SpanId span, TrackId track, bool statesParent);
    void writeCall(const Trace& trace, const CollectiveCall& call);
    void writeFlows(const Trace& trace, const Timing& timing);
    void writeFlow(const Trace& trace, const Link& link, std::string_view kind, TimeNs sent, TimeNs received);
    void writeSeries(const Trace& trace);
    void writeCounters(const Trace& trace, const Timing& timing, std::string_view prefix);
    void writeCounter(int64_t process, std::string_view name, const std::vector<double>& values, TimeRange range);
    void begin(std::string_view phase, int64_t process, uint64_t thread);
    bool flush(bool always);
    int64_t processOf(int32_t rank) const { return m_firstProcess + rank; }
    bool isWanted(TimeRange range) const
    {
        return !m_range || (range.begin < m_range->end && range.end >= m_range->begin);
    }

    TextSink m_sink;
    ProgressFn m_progress;
    std::optional<TimeRange> m_range;
    std::vector<bool> m_communicatorIsStated; ///< of the run that is being added
    std::string m_text;
    std::string m_facts; ///< members of the head
    int64_t m_firstProcess = 1;
    int64_t m_nextProcess = 1;
    uint64_t m_flow = 0;
    uint64_t m_firstSpan = 0; ///< number of the run's first span in the file
    uint64_t m_nextSpan = 0;
    uint64_t m_firstCommunicator = 0; ///< number of the run's first process group in the file
    uint64_t m_nextCommunicator = 0;
    bool m_hasHead = false;
    bool m_hasEvent = false;
    bool m_isRefused = false;
};

} // namespace bubblescope
