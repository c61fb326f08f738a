// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "pricing.h"
#include "schedulemessages.h"
#include "stepbuilder.h"
#include "stepdraft.h"

#include <vector>

namespace bubblescope {

/// True where a send holds its rank as long as its transfer: its node then has that cost, and its meeting none.
bool holdsSenders(const JobProfile& job, const Schedule& schedule);

/// The messages of a pipeline step under construction: what is sent over which link at which price, and which send
/// belongs to which receive.
class StepMessages {
public:
    /// All must outlive it. `own`: what the job's hardware takes for a transfer; `places`: drawn ranks per stage.
    StepMessages(const StructuredJob& made, const JobLayout& layout, const Pricing& own, StepDraft& draft, int places);

    /// Of a pipeline rank, which is `rank` of the job and the `place`-th drawn one of its stage. `node` is its call,
    /// which may send and receive; a call that joins the previous one has the same node.
    void add(int p, int place, int rank, const ScheduledOperation& operation, uint32_t node);
    /// Links sends to receives, once all ranks are there and the graph is finished.
    void link();

private:
    struct Message {
        uint32_t send = StepGraph::none; // spans
        uint32_t receive = StepGraph::none;
        uint32_t receiver = StepGraph::none; // node
        uint32_t meeting = StepGraph::none;
    };
    struct End {
        int p;
        int place;
        int rank;
        uint32_t node;
    };
    void addEnd(const End& end, Operation leg, const ScheduledOperation& operation, int microbatch);
    uint32_t channelOf(const GraphBuilder::Channel& channel, int place);
    double nsOf(int p, int peer, uint32_t kind);

    const JobProfile& m_job;
    const Schedule& m_schedule;
    const JobLayout& m_layout;
    const Pricing& m_own;
    StepDraft& m_draft;
    const int m_places;
    std::vector<Message> m_messages;   // by tag, microbatch, place
    std::vector<uint32_t> m_channels;  // by tag and place, the last one used: mostly the only one
    uint32_t m_call = StepGraph::none; // first record of the messages in transfer
    TimeNs m_heldBy = 0;               // the longest of them
};

} // namespace bubblescope
