// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "communicationranges.h"
#include "eventlanes.h"
#include "launchpairs.h"

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What communications are that say too little of themselves: kernels by the ranges of the host in which they were
/// launched, messages by their peers, NCCL's SendRecv by what else the program calls.
class CommunicationSettler {
public:
    CommunicationSettler(TraceBuilder& builder, const EventLanes& lanes) : m_builder(builder), m_lanes(lanes) { }

    /// Of every name once.
    void noteName(StringId id, std::string_view name, std::string_view category, const EventMeaning& meaning);
    /// A range of the host in which a communication is launched (nccl:all_reduce); times are the file's.
    void addRange(uint32_t lane, TimeRange range, const CommunicationRanges::Communication& communication)
    {
        m_ranges.add(lane, range, communication);
    }
    void addMessage(uint32_t span, uint32_t lane, bool isSend, const CollectiveCall& call)
    {
        m_messages.push_back({span, lane, isSend, call.peer, call.communicator});
    }
    /// NCCL's SendRecv of which nothing tells what it is for.
    void addMessageKernel(uint32_t span) { m_messageKernels.push_back(span); }
    size_t memoryBytes() const { return m_messages.size() * sizeof(Message); }

    /// An asynchronous communication may span the operators of a whole pass: what they launch is theirs. `base`: what
    /// was added to the times of the spans.
    void settleLaunches(const std::vector<LaunchPairs::Pair>& launches, TimeNs base);
    /// Towards a later stage of the pipeline go activations, towards an earlier one gradients. The ranks of a group are
    /// listed by stage; the last one's successor is the first where more than two take turns. `ranks`: of every lane.
    void settleMessages(const std::vector<int32_t>& ranks);
    void settleMessageKernels();

private:
    struct Message {
        uint32_t span;
        uint32_t lane;
        bool isSend;
        int32_t peer;
        uint32_t communicator;
    };
    void settleRanges(TimeNs base);
    void takeFromRange(const LaunchPairs::Pair& launch, TimeNs base);

    TraceBuilder& m_builder;
    const EventLanes& m_lanes;
    CommunicationRanges m_ranges;
    std::set<StringId> m_parts; ///< names of the host's ranges that communications consist of
    std::vector<Message> m_messages;
    std::vector<uint32_t> m_messageKernels;
    bool m_hasAllToAll = false;
    bool m_hasMessages = false;
};

} // namespace bubblescope
