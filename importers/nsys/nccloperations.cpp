// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nccloperations.h"

#include "communicationnames.h"

#include <algorithm>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t furthest = 8; // calls that were over by then
constexpr size_t largestGroup = 4096;

} // namespace

void NcclOperations::add(uint64_t thread, TimeRange range, std::string_view name, const NcclPayload& payload)
{
    Call call {range, Kind::Other, {payload, collectiveOfName(name), false, false}};
    call.operation.isSend = name == "ncclSend"sv;
    call.operation.isMessage = call.operation.isSend || name == "ncclRecv"sv;
    if (name == "ncclGroupStart"sv)
        call.kind = Kind::GroupBegin;
    else if (name == "ncclGroupEnd"sv)
        call.kind = Kind::GroupEnd;
    else if (payload.communicator && (call.operation.isMessage || call.operation.operation != Operation::Other))
        call.kind = Kind::Operation;
    m_threads[thread].push_back(std::move(call));
}

std::optional<NcclOperations::Entry> NcclOperations::ofGroup(const Calls& calls, size_t end)
{
    std::optional<Entry> made;
    for (size_t i = end; i-- > 0 && end - i <= largestGroup;) {
        if (calls[i].kind == Kind::GroupBegin || calls[i].kind == Kind::GroupEnd)
            break;
        if (calls[i].kind != Kind::Operation)
            continue;
        const Entry& entry = calls[i].operation;
        if (!made) {
            made = entry;
            continue;
        }
        if (made->payload.communicator != entry.payload.communicator)
            return {};
        if (made->payload.bytes && entry.payload.bytes)
            made->payload.bytes
                = *made->payload.bytes + std::min(*entry.payload.bytes, INT64_MAX - *made->payload.bytes);
        if (made->payload.peer != entry.payload.peer || made->isSend != entry.isSend)
            made->isMessage = false; // several messages are one kernel
        if (made->operation != entry.operation)
            made->operation = Operation::Other;
    }
    return made;
}

std::optional<NcclOperations::Entry> NcclOperations::at(uint64_t thread, TimeNs time) const
{
    const auto found = m_threads.find(thread);
    if (found == m_threads.end())
        return {};
    const Calls& calls = found->second;
    auto next = std::upper_bound(
        calls.begin(), calls.end(), time, [](TimeNs t, const Call& call) { return t < call.range.begin; });
    for (size_t i = 0; i < furthest && next != calls.begin(); ++i) {
        --next;
        if (next->range.end < time)
            continue;
        if (next->kind == Kind::Operation)
            return next->operation;
        if (next->kind == Kind::GroupEnd)
            return ofGroup(calls, static_cast<size_t>(next - calls.begin()));
    }
    return {};
}

} // namespace bubblescope
