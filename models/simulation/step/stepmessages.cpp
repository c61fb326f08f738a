// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepmessages.h"

#include "roundedtime.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

bool holdsSenders(const JobProfile& job, const Schedule& schedule)
{
    return job.blockingSends && sendProtocolOf(schedule.kind) == SendProtocol::Posted;
}

StepMessages::StepMessages(
    const StructuredJob& made, const JobLayout& layout, const Pricing& own, StepDraft& draft, int places)
    : m_job(made.job), m_schedule(made.schedule), m_layout(layout), m_own(own), m_draft(draft), m_places(places)
{
    const auto links = size_t(std::max(m_schedule.modelStages() - 1, 0));
    m_messages.resize(links * 2 * size_t(m_schedule.microbatches) * size_t(m_places));
    m_channels.resize(links * 2 * size_t(m_places), StepGraph::none);
}

void StepMessages::add(int p, int place, int rank, const ScheduledOperation& operation, uint32_t node)
{
    if (!operation.joinsPrevious) {
        m_call = StepGraph::none;
        m_heldBy = 0;
    }
    const End end {p, place, rank, node};
    addEnd(end, operation.operation, operation, operation.microbatch);
    if (operation.isFused())
        addEnd(end, operation.second, operation, operation.secondMicrobatch);
}

void StepMessages::addEnd(const End& end, Operation leg, const ScheduledOperation& operation, int microbatch)
{
    const int peer = operation.peer;
    const uint32_t span = m_draft.records.addMessage(leg, microbatch, end.node);
    if (m_call == StepGraph::none) {
        m_call = span;
    } else {
        m_draft.records.setFlag(m_call, SpanFlag::fused);
        m_draft.records.putInto(span, m_call, SpanFlag::fusedLeg);
    }
    const bool forward = leg == Operation::SendForward || leg == Operation::RecvForward;
    const bool upwards = leg == Operation::SendForward || leg == Operation::RecvBackward;
    const int stage = m_schedule.stageOf(end.p, operation.chunk);
    const int link = upwards ? stage : stage - 1;
    const int32_t tag = link * 2 + (forward ? 0 : 1);
    const int32_t wire = m_schedule.linkOf(operation.chunk);
    const int peerRank
        = m_job.replicasAreAlike ? m_layout.rank(peer, 0, 0) : end.place + m_layout.ranksPerStage() * peer;
    Message& message
        = m_messages[(size_t(tag) * size_t(m_schedule.microbatches) + size_t(microbatch)) * size_t(m_places)
            + size_t(end.place)];
    if (isReceive(leg)) {
        message.receive = span;
        message.receiver = end.node;
        m_draft.builder.addReceive(end.node, channelOf({peerRank, end.rank, tag, wire}, end.place));
        return;
    }
    message.send = span;
    const uint32_t kind = m_draft.step.kindOf(
        Operation::SendForward, Category::PipelineComm, m_job.messageBytes, m_layout.between(end.rank, peerRank));
    const TimeNs ns = roundedNs(nsOf(end.p, peer, kind));
    const bool holdsSender = holdsSenders(m_job, m_schedule);
    message.meeting = m_draft.builder.addSend(
        end.node, channelOf({end.rank, peerRank, tag, wire}, end.place), holdsSender ? 0 : ns);
    if (holdsSender) {
        m_draft.step.nodes[end.node].kind = kind;
        m_draft.builder.addCost(end.node, std::max<TimeNs>(ns - m_heldBy, 0));
        m_heldBy = std::max(m_heldBy, ns);
    }
    m_draft.meetings.add(message.meeting, {ns, kind, {int16_t(std::min(end.p, peer)), int16_t(std::max(end.p, peer))}});
    m_draft.meetings.note(end.node, message.meeting);
}

uint32_t StepMessages::channelOf(const GraphBuilder::Channel& channel, int place)
{
    uint32_t& known = m_channels[size_t(channel.tag) * size_t(m_places) + size_t(place)];
    if (known == StepGraph::none || m_draft.builder.channel(known) != channel)
        known = m_draft.builder.numberOf(channel);
    return known;
}

/// As measured, or as priced.
double StepMessages::nsOf(int p, int peer, uint32_t kind)
{
    double ns = m_job.messageNs;
    const auto pipelineLink = size_t(std::min(p, peer));
    if (!m_job.messageNsOfLink.empty() && std::abs(p - peer) == 1 && pipelineLink < m_job.messageNsOfLink.size())
        ns = m_job.messageNsOfLink[pipelineLink];
    PricedTransfer& transfer = m_draft.step.kinds[kind];
    if (ns < 0)
        return pricedNs(transfer, m_own);
    transfer.origin = m_job.origin;
    return ns;
}

void StepMessages::link()
{
    for (const Message& message : m_messages) {
        if (message.receiver != StepGraph::none)
            m_draft.meetings.note(message.receiver, message.meeting);
        if (message.send != StepGraph::none && message.receive != StepGraph::none)
            m_draft.step.links.emplace_back(message.send, message.receive);
    }
}

} // namespace bubblescope
