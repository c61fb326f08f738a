// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "communicationranges.h"
#include "eventlanes.h"
#include "launchpairs.h"

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Identifies communications that do not say what they are: kernels by the host ranges that launched them, messages by
/// their peers, NCCL's SendRecv by what else the program calls.
class CommunicationSettler {
public:
    CommunicationSettler(TraceBuilder& builder, const EventLanes& lanes) : m_builder(builder), m_lanes(lanes) { }

    /// Called once for every name.
    void noteName(StringId id, std::string_view name, std::string_view category, const EventMeaning& meaning);
    /// Adds a host range inside which a communication is launched (nccl:all_reduce), in the file's times.
    void addRange(uint32_t lane, TimeRange range, const CommunicationRanges::Communication& communication)
    {
        m_ranges.add(lane, range, communication);
    }
    void addMessage(uint32_t span, uint32_t lane, bool isSend, const CollectiveCall& call)
    {
        m_messages.push_back({span, lane, isSend, call.peer, call.communicator});
    }
    /// Adds the host's record of a message that the next launch of its thread belongs to, in the file's times.
    void addRecord(uint32_t lane, TimeNs begin, bool isSend, const CollectiveCall& call)
    {
        m_records.push_back({lane, begin, isSend, call, -1, -1});
    }
    /// Adds a range that names both ends of such a message (nccl:send 1->2); the host's own records count more.
    void addEnds(uint32_t lane, TimeNs begin, const MessageEnds& ends, int64_t bytes)
    {
        CollectiveCall call;
        call.inBytes = call.outBytes = bytes;
        m_records.push_back({lane, begin, ends.isSend, call, ends.own, ends.peer});
    }
    /// Adds a range of a pipeline schedule that launches one message (PP:1RECV_F0), in the file's times.
    void addAction(uint32_t lane, TimeRange range, const EventMeaning& meaning)
    {
        m_actions.push_back({lane, range, meaning.message, meaning.stage, meaning.microbatch});
    }
    /// Adds an NCCL SendRecv kernel whose purpose is not stated.
    void addMessageKernel(uint32_t span) { m_messageKernels.push_back(span); }
    size_t memoryBytes() const
    {
        return m_messages.size() * sizeof(Message) + m_records.size() * sizeof(Record)
            + m_actions.size() * sizeof(Action);
    }

    /// An asynchronous communication may enclose the operators of a whole pass; their launches stay theirs. `base`: the
    /// shift that was added to the spans' times.
    void settleLaunches(const std::vector<LaunchPairs::Pair>& launches, TimeNs base);
    /// Messages that were batched say what they are where the host records them, or names ranges for them: one kernel
    /// then sends and receives all that was recorded since the one before, as a fused call. `ranks`: of every lane.
    void settleRecords(const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks, TimeNs base);
    /// Messages to a later stage carry activations, to an earlier one gradients. A group lists its ranks by stage; with
    /// more than two ranks, the last one's successor is the first. `ranks`: the rank of every lane.
    void settleMessages(const std::vector<int32_t>& ranks);
    void settleMessageKernels();
    /// By rank, its place in the process group that is called the pipeline's, and lists its ranks by stage.
    std::map<int32_t, std::set<int16_t>> stages(const std::vector<int32_t>& ranks) const;

private:
    struct Message {
        uint32_t span;
        uint32_t lane;
        bool isSend;
        int32_t peer;
        uint32_t communicator;
    };
    struct Record {
        uint32_t lane;
        TimeNs begin;
        bool isSend;
        CollectiveCall call;
        int32_t place; ///< of a range that names both ends: its own in the group; else -1
        int32_t peerPlace;
    };
    struct Action {
        uint32_t lane;
        TimeRange range;
        Operation operation;
        int16_t stage;
        int32_t microbatch;
    };
    void dropNamedTwice();
    bool takeAction(uint32_t kernel, uint32_t lane, TimeNs time);
    void takeRecord(uint32_t span, const Record& record, int32_t rank);
    uint32_t addLeg(uint32_t kernel);
    void settleRanges(TimeNs base);
    void takeFromRange(const LaunchPairs::Pair& launch, TimeNs base);

    TraceBuilder& m_builder;
    const EventLanes& m_lanes;
    CommunicationRanges m_ranges;
    std::set<StringId> m_parts; ///< names of host ranges that are parts of communications
    std::vector<Message> m_messages;
    std::vector<Record> m_records;
    std::vector<Action> m_actions;
    std::map<int32_t, std::set<int16_t>> m_places; ///< by rank: in its pipeline, as ranges name them
    std::vector<uint32_t> m_messageKernels;
    bool m_hasAllToAll = false;
    bool m_hasMessages = false;
};

} // namespace bubblescope
