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

StepMessages::StepMessages(const Parts& parts, int places) : d(parts), m_places(places)
{
    const auto links = size_t(std::max(d.schedule.modelStages() - 1, 0));
    m_messages.resize(links * 2 * size_t(d.schedule.microbatches) * size_t(m_places));
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
    const uint32_t span = d.records.addMessage(leg, microbatch, end.node);
    if (m_call == StepGraph::none) {
        m_call = span;
    } else {
        d.records.setFlag(m_call, SpanFlag::fused);
        d.records.putInto(span, m_call, SpanFlag::fusedLeg);
    }
    const bool forward = leg == Operation::SendForward || leg == Operation::RecvForward;
    const bool upwards = leg == Operation::SendForward || leg == Operation::RecvBackward;
    const int stage = d.schedule.stageOf(end.p, operation.chunk);
    const int link = upwards ? stage : stage - 1;
    const int32_t tag = link * 2 + (forward ? 0 : 1);
    const int32_t wire = d.schedule.linkOf(operation.chunk);
    const int peerRank
        = d.job.replicasAreAlike ? d.layout.rank(peer, 0, 0) : end.place + d.layout.ranksPerStage() * peer;
    Message& message = m_messages[(size_t(tag) * size_t(d.schedule.microbatches) + size_t(microbatch)) * size_t(m_places)
        + size_t(end.place)];
    if (isReceive(leg)) {
        message.receive = span;
        message.receiver = end.node;
        d.builder.addReceive(end.node, channelOf({peerRank, end.rank, tag, wire}, end.place));
        return;
    }
    message.send = span;
    const uint32_t kind = d.step.kindOf(Operation::SendForward, Category::PipelineComm, d.job.messageBytes,
        d.layout.between(end.rank, peerRank));
    const TimeNs ns = roundedNs(nsOf(end.p, peer, kind));
    const bool holdsSender = holdsSenders(d.job, d.schedule);
    message.meeting
        = d.builder.addSend(end.node, channelOf({end.rank, peerRank, tag, wire}, end.place), holdsSender ? 0 : ns);
    if (holdsSender) {
        d.step.nodes[end.node].kind = kind;
        d.builder.addCost(end.node, std::max<TimeNs>(ns - m_heldBy, 0));
        m_heldBy = std::max(m_heldBy, ns);
    }
    d.meetings.add(message.meeting, {ns, kind, {int16_t(std::min(end.p, peer)), int16_t(std::max(end.p, peer))}});
    d.meetings.note(end.node, message.meeting);
}

uint32_t StepMessages::channelOf(const GraphBuilder::Channel& channel, int place)
{
    uint32_t& known = m_channels[size_t(channel.tag) * size_t(m_places) + size_t(place)];
    if (known == StepGraph::none || d.builder.channel(known) != channel)
        known = d.builder.numberOf(channel);
    return known;
}

/// As measured, or as priced.
double StepMessages::nsOf(int p, int peer, uint32_t kind)
{
    double ns = d.job.messageNs;
    const auto pipelineLink = size_t(std::min(p, peer));
    if (!d.job.messageNsOfLink.empty() && std::abs(p - peer) == 1 && pipelineLink < d.job.messageNsOfLink.size())
        ns = d.job.messageNsOfLink[pipelineLink];
    PricedTransfer& transfer = d.step.kinds[kind];
    if (ns < 0)
        return pricedNs(transfer, d.own);
    transfer.origin = d.job.origin;
    return ns;
}

void StepMessages::link()
{
    for (const Message& message : m_messages) {
        if (message.receiver != StepGraph::none)
            d.meetings.note(message.receiver, message.meeting);
        if (message.send != StepGraph::none && message.receive != StepGraph::none)
            d.step.links.emplace_back(message.send, message.receive);
    }
}

} // namespace bubblescope
