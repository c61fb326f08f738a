// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "communicationsettler.h"

#include "communicationnames.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace bubblescope {

using namespace std::string_view_literals;

void CommunicationSettler::noteName(
    StringId id, std::string_view name, std::string_view category, const EventMeaning& meaning)
{
    if (meaning.isLaunch || meaning.isCommRecord || meaning.isCommRange || name.starts_with("c10d::"sv))
        m_parts.insert(id);
    if (category == "user_annotation"sv && name.starts_with("nccl:"sv)) {
        m_hasAllToAll = m_hasAllToAll || collectiveOfName(name) == Operation::AllToAll;
        m_hasMessages
            = m_hasMessages || name.find("send") != std::string::npos || name.find("recv") != std::string::npos;
    }
}

void CommunicationSettler::settleLaunches(const std::vector<LaunchPairs::Pair>& launches, TimeNs base)
{
    if (m_ranges.isEmpty())
        return;
    settleRanges(base);
    for (const LaunchPairs::Pair& launch : launches)
        takeFromRange(launch, base);
    m_ranges = {};
}

void CommunicationSettler::settleRanges(TimeNs base)
{
    const std::vector<uint32_t> laneOfTrack = m_lanes.byTrack();
    for (uint32_t span = 0; span < m_builder.spanCount(); ++span) {
        const uint32_t lane = laneOfTrack[m_builder.trackOf(span).value];
        if (!m_ranges.hasLane(lane) || m_parts.count(m_builder.name(span)) > 0)
            continue;
        const TimeRange range = m_builder.range(span);
        m_ranges.addOther(lane, {range.begin - base, range.end - base});
    }
    m_ranges.settle();
}

/// What a backend launches belongs to the enclosing communication if no other range lies in between. The kernel's own
/// name and arguments take precedence.
void CommunicationSettler::takeFromRange(const LaunchPairs::Pair& launch, TimeNs base)
{
    const auto around = m_ranges.at(launch.lane, m_builder.range(launch.call).begin - base);
    if (!around.communication)
        return;
    const CommunicationRanges::Communication& communication = *around.communication;
    const Category category = m_builder.category(launch.started);
    if (category == Category::OtherCompute && around.isInnermost
        && !isComputeKernel(m_builder.text(m_builder.name(launch.started))))
        m_builder.setMeaning(launch.started, Category::OtherComm, communication.operation);
    else if (!isCommunication(category))
        return;
    else if (m_builder.operation(launch.started) == Operation::Other && communication.operation != Operation::Other)
        m_builder.setMeaning(launch.started, category, communication.operation);
    if (m_builder.bytes(launch.started) < 0)
        m_builder.setBytes(launch.started, communication.bytes);
}

/// A range names places in a group that nothing else tells of: ranks where they are the same, else only the direction.
void CommunicationSettler::takeRecord(uint32_t span, const Record& record, int32_t rank)
{
    CollectiveCall call = record.call;
    call.span = SpanId(span);
    m_builder.setBytes(span, std::max(call.inBytes, call.outBytes));
    if (record.place >= 0) {
        // In a group of stages only neighbours talk, and the last one to the first.
        const bool wraps = record.place != rank && std::abs(record.peerPlace - record.place) > 1;
        const bool isLater = wraps ? record.peerPlace < record.place : record.peerPlace > record.place;
        m_builder.setMeaning(span, Category::PipelineComm,
            record.isSend ? (isLater ? Operation::SendForward : Operation::SendBackward)
                          : (isLater ? Operation::RecvBackward : Operation::RecvForward));
        if (std::abs(record.peerPlace - record.place) == 1 && record.place <= std::numeric_limits<int16_t>::max())
            m_places[rank].insert(static_cast<int16_t>(record.place));
        if (record.place != rank)
            return;
        call.peer = record.peerPlace;
    }
    m_builder.addCollective(call);
    addMessage(span, record.lane, record.isSend, call);
}

/// Where the host records messages itself, ranges that name them show nothing more.
void CommunicationSettler::dropNamedTwice()
{
    std::set<uint32_t> recorded;
    for (const Record& record : m_records) {
        if (record.place < 0)
            recorded.insert(record.lane);
    }
    std::erase_if(
        m_records, [&recorded](const Record& record) { return record.place >= 0 && recorded.count(record.lane) > 0; });
}

/// True if the kernel was launched by a message of a pipeline schedule.
bool CommunicationSettler::takeAction(uint32_t kernel, uint32_t lane, TimeNs time)
{
    const auto after = std::upper_bound(m_actions.begin(), m_actions.end(), std::pair(lane, time),
        [](const auto& at, const Action& action) { return at < std::pair(action.lane, action.range.begin); });
    if (after == m_actions.begin())
        return false;
    const Action& action = *std::prev(after);
    if (action.lane != lane || action.range.end < time)
        return false;
    m_builder.setMeaning(kernel, Category::PipelineComm, action.operation);
    m_builder.setPass(kernel, Category::PipelineComm, action.stage, action.microbatch);
    return true;
}

/// The second record of a kernel that sends and receives.
uint32_t CommunicationSettler::addLeg(uint32_t kernel)
{
    SpanRecord leg;
    leg.track = m_builder.trackOf(kernel);
    leg.begin = m_builder.range(kernel).begin;
    leg.end = m_builder.range(kernel).end;
    leg.name = m_builder.name(kernel);
    leg.category = m_builder.category(kernel);
    leg.flags = SpanFlag::fusedLeg;
    leg.parent = kernel;
    m_builder.setFlag(kernel, SpanFlag::fused);
    return m_builder.addSpan(leg);
}

void CommunicationSettler::settleRecords(
    const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks, TimeNs base)
{
    if (m_records.empty() && m_actions.empty())
        return;
    constexpr ptrdiff_t mostBatched = 16; // what is more was launched by calls that were not recorded
    dropNamedTwice();
    std::sort(m_actions.begin(), m_actions.end(), [](const Action& a, const Action& b) {
        return std::pair(a.lane, a.range.begin) < std::pair(b.lane, b.range.begin);
    });
    const std::set<uint32_t> kernels(m_messageKernels.begin(), m_messageKernels.end());
    const std::vector<uint32_t> laneOfTrack = m_lanes.byTrack();
    // RCCL runs all that it does in kernels of one name ("ncclDevKernel_Generic").
    const auto mayCarryMessages = [&](uint32_t kernel) {
        return kernels.count(kernel) > 0
            || (m_builder.category(kernel) == Category::OtherComm && m_builder.operation(kernel) == Operation::Other);
    };
    const auto statesNothing = [&](uint32_t kernel) {
        return mayCarryMessages(kernel) && m_lanes[laneOfTrack[m_builder.trackOf(kernel).value]].group.empty();
    };
    std::vector<std::tuple<uint32_t, TimeNs, uint32_t>> calls; // lane, time, kernel
    for (const LaunchPairs::Pair& launch : launches) {
        if (isCommunication(m_builder.category(launch.started)))
            calls.emplace_back(launch.lane, m_builder.range(launch.call).begin - base, launch.started);
    }
    std::sort(calls.begin(), calls.end());
    std::stable_sort(m_records.begin(), m_records.end(),
        [](const Record& a, const Record& b) { return std::pair(a.lane, a.begin) < std::pair(b.lane, b.begin); });
    std::set<uint32_t> found;
    auto record = m_records.begin();
    for (const auto& [lane, time, kernel] : calls) {
        while (record != m_records.end() && record->lane < lane)
            ++record;
        const auto first = record;
        while (record != m_records.end() && record->lane == lane && record->begin <= time)
            ++record;
        const auto count = record - first;
        if (!statesNothing(kernel))
            continue;
        if (count == 0 || count > mostBatched) {
            if (takeAction(kernel, lane, time))
                found.insert(kernel);
            continue;
        }
        found.insert(kernel);
        takeRecord(kernel, *first, ranks[lane]);
        for (auto next = std::next(first); next != record; ++next)
            takeRecord(addLeg(kernel), *next, ranks[lane]);
    }
    std::erase_if(m_messageKernels, [&found](uint32_t kernel) { return found.count(kernel) > 0; });
    m_records = {};
    m_actions = {};
}

void CommunicationSettler::settleMessages(const std::vector<int32_t>& ranks)
{
    // Positions of ranks in their group, sorted by rank: do not search groups of thousands for every message.
    std::unordered_map<uint32_t, std::vector<std::pair<int32_t, int64_t>>> placesOf;
    const auto placesIn = [&](uint32_t communicator) -> const std::vector<std::pair<int32_t, int64_t>>& {
        const auto [known, isNew] = placesOf.try_emplace(communicator);
        if (isNew) {
            for (const int32_t rank : m_builder.communicatorAt(communicator).ranks)
                known->second.emplace_back(rank, known->second.size());
            std::sort(known->second.begin(), known->second.end());
        }
        return known->second;
    };
    const auto placeOf = [](const std::vector<std::pair<int32_t, int64_t>>& places, int64_t rank) {
        const auto found = std::lower_bound(
            places.begin(), places.end(), rank, [](const auto& place, int64_t wanted) { return place.first < wanted; });
        return found != places.end() && found->first == rank ? found->second : int64_t(-1);
    };
    for (const Message& message : m_messages) {
        const Category category = m_builder.category(message.span);
        if (category != Category::PipelineComm && category != Category::OtherComm)
            continue;
        int64_t own = ranks[message.lane];
        int64_t peer = message.peer;
        int64_t size = 0;
        if (message.communicator != CollectiveCall::noCommunicator) {
            const auto& places = placesIn(message.communicator);
            const int64_t ownPlace = placeOf(places, own);
            const int64_t peerPlace = placeOf(places, peer);
            if (ownPlace >= 0 && peerPlace >= 0) {
                own = ownPlace;
                peer = peerPlace;
                size = static_cast<int64_t>(places.size());
            }
        }
        const bool wraps = size > 2 && std::abs(own - peer) == size - 1;
        const bool isLater = wraps ? peer < own : peer > own;
        m_builder.setMeaning(message.span, Category::PipelineComm,
            message.isSend ? (isLater ? Operation::SendForward : Operation::SendBackward)
                           : (isLater ? Operation::RecvBackward : Operation::RecvForward));
    }
}

std::map<int32_t, std::set<int16_t>> CommunicationSettler::stages(const std::vector<int32_t>& ranks) const
{
    std::map<int32_t, std::set<int16_t>> stages = m_places;
    std::set<std::pair<int32_t, uint32_t>> known; // a group has thousands of messages
    for (const Message& message : m_messages) {
        const int32_t rank = ranks[message.lane];
        if (message.communicator == CollectiveCall::noCommunicator || !known.emplace(rank, message.communicator).second)
            continue;
        const Communicator& group = m_builder.communicatorAt(message.communicator);
        const StringId named = group.description.isValid() ? group.description : group.name;
        const auto place = std::find(group.ranks.begin(), group.ranks.end(), rank);
        const ptrdiff_t stage = place - group.ranks.begin();
        if (group.ranks.size() > 1 && place != group.ranks.end() && stage <= std::numeric_limits<int16_t>::max()
            && named.isValid() && categoryOfProcessGroup(m_builder.text(named)) == Category::PipelineComm)
            stages[rank].insert(static_cast<int16_t>(stage));
    }
    return stages;
}

void CommunicationSettler::settleMessageKernels()
{
    // If the program calls all-to-all and sends no messages, these kernels are all-to-alls.
    if (!m_hasAllToAll || m_hasMessages)
        return;
    for (const uint32_t span : m_messageKernels)
        m_builder.setMeaning(span, Category::OtherComm, Operation::AllToAll);
}

} // namespace bubblescope
