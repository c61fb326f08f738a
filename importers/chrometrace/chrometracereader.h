// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "communicationcalls.h"
#include "eventnames.h"
#include "flowsettler.h"
#include "halfpairs.h"
#include "iterationclock.h"
#include "iterationmarks.h"
#include "launcharguments.h"
#include "operatorarguments.h"
#include "owntrace.h"
#include "profiletrace.h"
#include "slicecache.h"
#include "tracemetadata.h"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Turns the events of one Chrome trace into spans: X events directly, B and E events in pairs. Metadata that names
/// lanes, threads and ranks may follow the spans, so it is resolved in finish().
class ChromeTraceReader {
public:
    /// Events outside `slice` (in the file's own times) are skipped. `kernels` must outlive the reader.
    ChromeTraceReader(TracePart& part, ImportReport& report, std::string fileName, std::optional<TimeRange> slice = {},
        const KernelNames& kernels = *KernelNames::builtin());

    void readEvent(const ChromeEvent& event, uint64_t offset);
    /// Fetches from memory what reading the event, soon, will look up.
    void expect(const ChromeEvent& event) const
    {
        if (event.readArguments)
            m_calls.expect(*event.readArguments);
    }
    void readMember(std::string_view key, const JsonSlice& value, uint64_t offset)
    {
        m_metadata.read(key, value, offset);
    }
    /// The file ends too early.
    void noteCut() { m_trace.steps.noteCut(); }
    /// Number of spans and unpaired B and E events so far.
    uint64_t keptEvents() const { return m_builder.spanCount() + m_halves.count(); }
    /// Memory held in addition to the spans until finish(): unpaired events, flows and the like.
    uint64_t pendingBytes() const;
    /// Returns false if `mayContinue`, polled now and then, returned false; nothing may be read after that.
    bool finish(const std::function<bool()>& mayContinue = [] { return true; });

private:
    /// What an event states in addition to its span.
    struct Described {
        uint32_t lane = 0;
        std::optional<uint64_t> correlation;
        std::optional<CollectiveCall> call; ///< its `span` is not set yet
        bool isSend = false;                ///< only for point-to-point calls
        std::optional<int> step;            ///< as JAX numbers those that a program marks
        CommunicationRanges::Communication around; ///< whose launches it encloses, if it is such a range
    };

    struct ReadSpan {
        SpanRecord span;
        Described described;
        EventMeaning meaning;
    };

    bool isInSlice(TimeNs begin, TimeNs end) const;
    bool readTime(const JsonSlice& slice, uint64_t offset, TimeNs& time);
    void readSpan(const ChromeEvent& event, uint64_t offset);
    void addSpan(const SpanRecord& span, Described& described, const EventMeaning& meaning);
    void settleAtZero();
    void addInstants();
    bool readDuration(const ChromeEvent& event, uint64_t offset, SpanRecord& span);
    /// Of an operator's inputs; invalid where none are recorded.
    struct Inputs {
        StringId shapes;
        StringId all; ///< see inputtext.h
    };
    Inputs inputsOf(std::string_view arguments);
    /// How a kernel was launched, see launchtext.h; invalid where that is not recorded.
    StringId launchOf(std::string_view arguments);
    /// Began on a thread and has not ended: an E event need not say again of what kind its event is.
    struct Begun {
        uint32_t lane = 0;
        StringId name;
    };
    static std::vector<Begun>::iterator endedBy(StringId name, std::vector<Begun>& begun);
    void readHalf(const ChromeEvent& event, uint64_t offset, bool isEnd);
    void readInstant(const ChromeEvent& event, uint64_t offset);
    void readCounter(const ChromeEvent& event, uint64_t offset);
    void readFlow(const ChromeEvent& event, uint64_t offset);
    Described describe(const ChromeEvent& event, const EventNames::Entry& entry, uint64_t offset, SpanRecord& span);
    Described describeArguments(const ChromeEvent& event, const EventNames::Entry& entry, SpanRecord& span);

    TracePart& m_part;
    TraceBuilder& m_builder;
    ImportReport& m_report;
    const std::string m_fileName;
    const std::optional<TimeRange> m_slice;
    TraceMetadata m_metadata;
    ProfileTrace m_trace;
    IterationClock m_iterations;
    IterationMarks m_iterationMarks;
    HalfPairs m_halves;
    std::unordered_map<SliceKey, std::vector<Begun>, SliceKeyHash> m_begun; ///< by process and thread
    OwnTrace m_own;
    FlowSettler m_flows;
    CommunicationCalls m_calls;
    const KernelNames& m_kernels;
    EventNames m_names;
    /// Named by the program, as a range without a duration.
    struct Instant {
        StringId process;
        StringId thread;
        StringId name;
        TimeNs time = 0;
        uint64_t offset = 0;
    };
    std::vector<Instant> m_instants;
    std::vector<ReadSpan> m_atZero; ///< spans that state the time 0, which may stand for none
    SliceCache<Inputs> m_inputs;     ///< by what is recorded of them
    SliceCache<StringId> m_launches; ///< likewise
};

} // namespace bubblescope
