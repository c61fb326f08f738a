// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chrometracestream.h"
#include "communicationnames.h"
#include "communicationranges.h"
#include "eventcounters.h"
#include "eventmeaning.h"
#include "importer.h"
#include "launchpairs.h"
#include "launchphases.h"
#include "plainnumber.h"
#include "slicecache.h"
#include "tracetime.h"

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// The word for a lane in this program's own traces.
std::string_view chromeLaneWord(Lane lane);

/// Calls take(name, size) for every size of a layout, by the names in this program's own traces.
template <typename Layout, typename Take> void forEachLayoutSize(Layout& layout, const Take& take)
{
    take("world", layout.world);
    take("tensor", layout.tensor);
    take("pipeline", layout.pipeline);
    take("data", layout.data);
    take("expert", layout.expert);
    take("context", layout.context);
    take("microbatches", layout.microbatches);
    take("microbatch_size", layout.microbatchSize);
    take("layers", layout.layers);
}

/// Turns the events of one Chrome trace into spans: X events as they are, B and E events in pairs. What lanes, threads
/// and ranks are called may stand behind the spans, so it is settled in finish().
class ChromeTraceReader {
public:
    /// Events that do not meet `slice`, in their own times, are passed over.
    ChromeTraceReader(TracePart& part, ImportReport& report, std::string fileName, std::optional<TimeRange> slice = {});

    void readEvent(const ChromeEvent& event, uint64_t offset);
    void readMember(std::string_view key, const JsonSlice& value, uint64_t offset);
    /// Instead of readEvent(), for those who only want to know when the trace begins.
    void readTimeOnly(const ChromeEvent& event);
    std::optional<FileStart> start() const;
    /// Spans and halves of spans so far.
    uint64_t keptEvents() const { return m_builder.spanCount() + m_halves; }
    /// Bytes that are held beside the spans until finish(): of halves, arrows and the like.
    uint64_t besides() const;
    /// False where `goesOn`, asked now and then, says no: then nothing may be read any more.
    bool finish(const std::function<bool()>& goesOn = [] { return true; });

private:
    struct NameEntry {
        StringId name;
        EventMeaning meaning;
        bool isDamaged = false; ///< no UTF-8
    };
    /// A B or an E event, until its partner is known.
    struct HalfEvent {
        SpanRecord span; ///< begin is its time
        EventMeaning meaning;
        bool isEnd = false;
    };
    /// What an event says beside its span.
    struct Described {
        uint32_t lane = 0;
        std::optional<uint64_t> correlation;
        std::optional<CollectiveCall> call; ///< without its span
        bool isSend = false;                ///< of a call with a peer
    };
    struct EventLane {
        std::string process;
        std::string thread;
        EventPlace place = EventPlace::Thread;
        std::string group;       ///< process group of a communication lane
        std::string description; ///< of that group
        TrackId track;
        TimeRange range = TimeRange::nothing();
        std::vector<HalfEvent> halves;
        std::vector<StringId> behindSlice; ///< names of begins there, until their ends
        TimeNs lastHalf = std::numeric_limits<TimeNs>::min();
        bool hasPassedOver = false; ///< halves outside of the slice
        bool isInOrder = true;     ///< the halves came by time
        bool hasNoCategory = true; ///< none of its events has one
        TimeNs busy = 0;
    };
    struct Process {
        std::string name;
        std::string labels;
        int16_t stage = -1; ///< as this program's writer states it
        int32_t rank = -1;
    };
    /// What metadata says of a thread.
    struct ThreadName {
        std::string name;
        std::string lane;  ///< as this program's writer states it
        std::string group; ///< category key
    };
    struct ProcessGroup {
        std::string description;
        std::vector<int32_t> ranks;
    };
    struct Message {
        uint32_t span;
        uint32_t lane;
        bool isSend;
        int32_t peer;
        uint32_t communicator;
    };
    /// One end of an arrow from a call to what it starts.
    struct Flow {
        uint64_t id = 0; ///< hash of its text
        StringId process;
        StringId thread;
        TimeNs time = 0;
        bool isStart = false;
    };
    struct StepBegin {
        std::string process;
        int number;
        TimeNs begin;
        std::optional<TimeNs> end = std::nullopt;      ///< as this program's writer states it
        std::optional<TimeNs> rangeEnd = std::nullopt; ///< of the host's range around the step
    };
    struct Pass {
        uint32_t span;
        uint32_t lane;
        Category category;
        Operation operation;
        int16_t stage;
        int32_t microbatch;
    };
    static constexpr int32_t largestMicrobatch = 1'000'000;
    static constexpr size_t longestKey = 4096; ///< of what is remembered; longer text is worked out every time

    bool isInSlice(TimeNs begin, TimeNs end) const;
    void readSpan(const ChromeEvent& event, uint64_t offset);
    void readHalf(const ChromeEvent& event, uint64_t offset, bool isEnd);
    void readMetadata(const ChromeEvent& event);
    void readInstant(const ChromeEvent& event, uint64_t offset);
    void readCounter(const ChromeEvent& event, uint64_t offset);
    void readOtherData(std::string_view text);
    void readDistributedInfo(std::string_view text, uint64_t offset);
    void readProcessGroup(std::string name, std::string description, std::vector<int32_t> ranks);
    bool readTime(const JsonSlice& slice, uint64_t offset, TimeNs& time);
    bool readIterationTime(const ChromeEvent& event, uint64_t offset, bool isEnd, TimeNs& time);
    const NameEntry& entryFor(const ChromeEvent& event, uint64_t offset);
    void noteDamagedName(const ChromeEvent& event, uint64_t offset);
    Described describe(const ChromeEvent& event, const NameEntry& entry, uint64_t offset, SpanRecord& span);
    std::string_view descriptionOf(const ChromeArguments& arguments) const;
    void takeCommunication(const ChromeArguments& arguments, const NameEntry& entry, SpanRecord& span);
    CollectiveCall statedCall(const ChromeArguments& arguments);
    std::optional<CollectiveCall> callOf(const ChromeArguments& arguments);
    uint32_t communicatorOf(const ChromeArguments& arguments, int32_t size);
    std::optional<CollectiveCall> ownCallOf(const ChromeArguments& arguments);
    void takeOwnArguments(const ChromeArguments& arguments, SpanRecord& span);
    uint32_t laneOf(const ChromeEvent& event, EventPlace place, std::string_view group, std::string_view description);
    uint32_t addSpan(const SpanRecord& span, uint32_t lane, const EventMeaning& meaning);
    void pairHalves(uint32_t lane);
    bool passesOver(EventLane& lane, const HalfEvent& half);

    void noteCategory(const ChromeEvent& event, uint32_t lane)
    {
        m_lanes[lane].hasNoCategory = m_lanes[lane].hasNoCategory && event.category.text().empty();
    }
    void readFlow(const ChromeEvent& event, uint64_t offset);
    void settleDevices();
    void settleFlows();
    void settleLaunches();
    void settleOwnLaunches();
    void settleCommunicationRanges();
    void takeFromRange(const LaunchPairs::Pair& launch);
    void takePhase(uint32_t span, const LaunchPhases::Phase& phase);
    void settlePhases(const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks);
    void settleHostOperators(const std::vector<int32_t>& ranks);
    std::vector<uint32_t> lanesByTrack() const;
    void settleMessages();
    void settleRanks();
    std::optional<WorkerName> workerOfFile() const;
    void settleTracks();
    std::string nameApart(const TrackKey& key, const EventLane& lane, std::set<std::string>& taken) const;
    std::set<int32_t> ranksWithDevice() const;
    void settleMeanings();
    void settleSteps();
    void settleParents();
    int32_t rankOfProcess(const std::string& process) const;
    int32_t rankOf(const EventLane& lane) const { return rankOfProcess(lane.process); }
    std::string laneName(const EventLane& lane) const;

    TracePart& m_part;
    TraceBuilder& m_builder;
    ImportReport& m_report;
    std::string m_fileName;
    std::vector<EventLane> m_lanes;
    std::map<std::tuple<std::string, std::string, EventPlace, std::string>, uint32_t> m_laneIds;
    SliceCache<uint32_t, 4> m_laneCache;
    SliceCache<NameEntry, 2> m_names;
    NameEntry m_nameScratch;
    std::map<std::string, Process, std::less<>> m_processes;
    std::map<std::pair<std::string, std::string>, ThreadName> m_threads;
    std::vector<StepBegin> m_steps;
    std::vector<Pass> m_passes;
    std::vector<uint32_t> m_messageKernels;
    std::unordered_map<uint64_t, uint32_t> m_ownNumbers; ///< of the writer's spans that others name
    std::vector<std::pair<uint32_t, uint64_t>> m_ownParents;
    std::vector<std::pair<uint32_t, uint64_t>> m_ownLaunches; ///< what was started, and its call's number
    std::unordered_map<uint64_t, uint32_t> m_ownCommunicators;
    std::optional<int32_t> m_rank;
    std::map<std::string, ProcessGroup, std::less<>> m_groups; ///< as the head of the file lists them, by name
    SliceCache<uint32_t, 4> m_communicators;
    LaunchPairs m_launches;
    LaunchPhases m_phases;
    std::set<StringId> m_operators; ///< names of PyTorch's operators
    std::vector<Flow> m_flows; ///< of traces whose events have no correlation
    CommunicationRanges m_communicationRanges;
    std::set<StringId> m_partsOfCommunication; ///< names of the host's ranges that communications consist of
    std::vector<Message> m_messages;
    EventCounters m_counters;
    std::optional<int32_t> m_rankOfEvents; ///< as events without a process state it
    int16_t m_stage = -1;                  ///< of m_rank, as the file states it
    TimeNs m_iterationBegin = 0;
    int m_iterations = 0;
    std::optional<TimeRange> m_slice;
    std::optional<TimeNs> m_earliest;
    uint64_t m_halves = 0;
    TimeNs m_base = 0;    ///< the file's times are relative to this
    bool m_isOwn = false; ///< written by this program
    bool m_hasAllToAll = false;
    bool m_hasMessages = false;
    int m_microbatches = 0;
};

} // namespace bubblescope
