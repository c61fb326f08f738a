// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsyscommunicators.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr int32_t largestCommunicator = 1 << 20;

/// -1 where the member is not among the units.
int32_t rankOf(std::pair<uint64_t, int> member, const std::vector<NsysUnit>& units, const std::vector<int32_t>& ranks)
{
    const auto first = std::lower_bound(units.begin(), units.end(), NsysUnit {member.first, -1});
    const auto behind
        = std::upper_bound(units.begin(), units.end(), NsysUnit {member.first, std::numeric_limits<int64_t>::max()});
    // A process numbers its GPUs on its own; where it has one, the number shows nothing.
    const ptrdiff_t order = behind - first > 1 ? std::max(member.second, 0) : 0;
    return order < behind - first ? ranks[static_cast<size_t>(first + order - units.begin())] : -1;
}

} // namespace

NcclPayload NsysCommunicators::addRange(
    NsysOwner thread, TimeRange range, std::string_view name, std::string_view binary, NsysRanks& ranks)
{
    const NcclPayload payload = m_payloads.decode(binary).value_or(NcclPayload());
    m_operations.add(thread.number, range, name, payload);
    const bool isMember = payload.communicator && payload.rank && payload.ranks;
    if (isMember && *payload.ranks <= largestCommunicator && *payload.rank < *payload.ranks) {
        const int order = payload.device.value_or(-1);
        ranks.state(thread.process(), order, *payload.rank, *payload.ranks);
        Known& known = m_communicators[*payload.communicator];
        known.members.try_emplace(*payload.rank, thread.process(), order);
        known.size = *payload.ranks;
    }
    return payload;
}

void NsysCommunicators::addCall(NsysOwner thread, uint32_t number, TimeNs time)
{
    if (m_kernels.empty() || m_operations.isEmpty())
        return;
    if (const auto operation = m_operations.at(thread.number, time))
        m_launched.emplace(std::pair(thread.process(), number), *operation);
}

uint32_t NsysCommunicators::numberOf(
    uint64_t id, TraceBuilder& builder, const std::vector<NsysUnit>& units, const std::vector<int32_t>& ranks)
{
    Known& known = m_communicators[id];
    if (known.number)
        return *known.number;
    Communicator communicator;
    communicator.name = builder.intern(fmt::format("{:016x}", id));
    communicator.size = known.size;
    for (const auto& [rank, member] : known.members)
        communicator.ranks.push_back(rankOf(member, units, ranks));
    const bool isWhole = std::cmp_equal(known.members.size(), known.size);
    if (!isWhole || std::find(communicator.ranks.begin(), communicator.ranks.end(), -1) != communicator.ranks.end())
        communicator.ranks.clear();
    known.number = builder.communicator(std::move(communicator));
    return *known.number;
}

void NsysCommunicators::settle(
    ProfileTrace& trace, const std::vector<NsysUnit>& units, const std::vector<int32_t>& ranks)
{
    for (const Kernel& kernel : m_kernels) {
        const auto launched = m_launched.find({kernel.process, kernel.number});
        if (launched == m_launched.end() || !launched->second.payload.communicator)
            continue;
        const NcclOperations::Entry& operation = launched->second;
        CollectiveCall call;
        call.span = SpanId(kernel.span);
        call.communicator = numberOf(*operation.payload.communicator, trace.builder, units, ranks);
        call.inBytes = operation.payload.bytes.value_or(-1);
        const Communicator& communicator = trace.builder.communicatorAt(call.communicator);
        call.groupSize = communicator.size;
        const int32_t peer = operation.payload.peer.value_or(-1);
        if (peer >= 0 && std::cmp_less(peer, communicator.ranks.size()))
            call.peer = communicator.ranks[static_cast<size_t>(peer)];
        trace.builder.addCollective(call);
        if (call.inBytes >= 0)
            trace.builder.setBytes(kernel.span, call.inBytes);
        if (operation.operation != Operation::Other)
            trace.builder.setMeaning(kernel.span, trace.builder.category(kernel.span), operation.operation);
        if (operation.isMessage && call.peer >= 0)
            trace.communication.addMessage(kernel.span, kernel.lane, operation.isSend, call);
    }
}

} // namespace bubblescope
