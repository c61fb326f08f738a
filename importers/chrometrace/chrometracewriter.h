// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "chromeeventtext.h"
#include "progress.h"
#include "run.h"
#include "tracetime.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Writes runs as a Chrome trace for Perfetto, chrome://tracing and ChromeTraceImporter: ranks become processes, lanes
/// threads, messages and launches flows; busy ranks and messages in flight are counters next to the run's own. Reading
/// it back gives the same run to the nanosecond. Memory is bounded: one bit per span and one block of text.
class ChromeTraceWriter {
public:
    explicit ChromeTraceWriter(TextSink sink);
    /// Reports progress over the spans of the run being added; returning false stops the writer.
    void setProgress(ProgressFn progress) { m_progress = std::move(progress); }
    /// Sets kind, origin and layout of the file: those of the first run.
    void setRun(const Run& run);
    /// Limits the runs added from now on to spans that meet this range, in ns from the start of the run.
    void setRange(std::optional<TimeRange> range) { m_range = range; }
    /// The number of the only step of the runs added from now on: a modelled step does not know whose it is of.
    void setStepNumber(std::optional<int64_t> number) { m_stepNumber = number; }

    /// All runs begin at the origin of the first. `prefix` is prepended to the process names, such as "simulated " for
    /// a run written next to the measured one. False if the sink refused.
    bool addRun(const Trace& trace, const Timing& timing, std::string_view prefix = {});
    /// Writes the notes of the last added run as instant events.
    bool addNotes(const Trace& trace, const std::vector<AnchoredNote>& notes);
    /// Closes the file; call it once, after the last run.
    bool finish();

private:
    void writeHead(TimeNs origin);
    void writeProcess(const Trace& trace, int32_t rank, std::string_view prefix);
    void writeLanes(const Trace& trace);
    void writeSteps(const Trace& trace);
    void writeStep(const RankStep& step, TimeRange range, std::string_view category);
    void writeSpans(const Trace& trace, const Timing& timing);
    void writeSpan(const Trace& trace, const Timing& timing, SpanId span, TrackId track, bool statesParent);
    void writeCall(const Trace& trace, const CollectiveCall& call);
    void writeFlows(const Trace& trace, const Timing& timing);
    void writeFlow(const Trace& trace, const Link& link, std::string_view kind, TimeNs sent, TimeNs received);
    int64_t processOf(int32_t rank) const { return m_firstProcess + rank; }
    bool isWanted(TimeRange range) const { return meetsSlice(m_range, range.begin, range.end); }

    ChromeEventText m_events;
    ProgressFn m_progress;
    std::optional<TimeRange> m_range;
    std::optional<int64_t> m_stepNumber;
    std::vector<bool> m_communicatorIsStated; ///< of the run being added
    std::string m_facts; ///< JSON members of the file's head
    int64_t m_firstProcess = 1;
    int64_t m_nextProcess = 1;
    uint64_t m_flow = 0;
    uint64_t m_firstSpan = 0; ///< number of this run's first span in the file
    uint64_t m_nextSpan = 0;
    uint64_t m_firstCommunicator = 0; ///< number of this run's first process group in the file
    uint64_t m_nextCommunicator = 0;
    bool m_hasHead = false;
};

} // namespace bubblescope
