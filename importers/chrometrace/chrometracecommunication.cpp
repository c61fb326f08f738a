// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracereader.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

namespace bubblescope {

using namespace std::string_view_literals;

/// Of the process group; empty where nobody describes it.
std::string_view ChromeTraceReader::descriptionOf(const ChromeArguments& arguments) const
{
    const std::string_view stated = arguments[ChromeArgument::GroupDescription];
    if (!stated.empty() && stated != "undefined"sv)
        return stated;
    const auto known = m_groups.find(arguments[ChromeArgument::GroupName]);
    return known == m_groups.end() ? std::string_view() : std::string_view(known->second.description);
}

void ChromeTraceReader::takeCommunication(const ChromeArguments& arguments, const NameEntry& entry, SpanRecord& span)
{
    std::string_view group = descriptionOf(arguments);
    if (group.empty())
        group = arguments[ChromeArgument::GroupName];
    span.bytes = bytesOfCommunication(arguments).larger();
    if (!entry.meaning.isCommRecord) {
        span.category = categoryOfProcessGroup(group);
        const Operation stated = collectiveOfName(arguments[ChromeArgument::CollectiveName]);
        span.operation = stated != Operation::Other ? stated : entry.meaning.operation;
    }
    std::string detail;
    const auto add = [&detail](std::string_view before, std::string_view text, std::string_view behind) {
        if (!text.empty())
            detail += fmt::format("{}{}{}{}", detail.empty() ? ""sv : ", "sv, before, jsonText(text, 200), behind);
    };
    add({}, arguments[ChromeArgument::CollectiveName], {});
    add({}, arguments[ChromeArgument::DataType], {});
    add({}, group, {});
    add({}, arguments[ChromeArgument::GroupSize], " ranks"sv);
    if (!detail.empty())
        span.detail = m_builder.intern(detail);
}

/// Nothing where the arguments tell neither the group nor the size of a communication.
std::optional<CollectiveCall> ChromeTraceReader::callOf(const ChromeArguments& arguments)
{
    const CommunicationBytes bytes = bytesOfCommunication(arguments);
    if (!arguments.has(ChromeArgument::GroupName) && !arguments.has(ChromeArgument::Sequence) && bytes.larger() < 0)
        return {};
    CollectiveCall call = statedCall(arguments);
    call.inBytes = bytes.in;
    call.outBytes = bytes.out;
    return call;
}

CollectiveCall ChromeTraceReader::statedCall(const ChromeArguments& arguments)
{
    const auto rank
        = [&](ChromeArgument argument) { return std::max(toNumber<int32_t>(arguments[argument]).value_or(-1), -1); };
    CollectiveCall call;
    call.sequence = toNumber<int64_t>(arguments[ChromeArgument::Sequence]).value_or(-1);
    call.commsId = toNumber<uint64_t>(arguments[ChromeArgument::CommsId]).value_or(0);
    if (arguments.has(ChromeArgument::DataType))
        call.dataType = m_builder.intern(jsonText(arguments[ChromeArgument::DataType], 100));
    call.groupSize = std::max(rank(ChromeArgument::GroupSize), 0);
    call.peer = std::max(rank(ChromeArgument::SourceRank), rank(ChromeArgument::DestinationRank));
    if (arguments.has(ChromeArgument::GroupName))
        call.communicator = communicatorOf(arguments, call.groupSize);
    return call;
}

uint32_t ChromeTraceReader::communicatorOf(const ChromeArguments& arguments, int32_t size)
{
    const std::string_view name = arguments[ChromeArgument::GroupName];
    const std::string_view description = descriptionOf(arguments);
    const std::array<std::string_view, 4> key {
        name, description, arguments[ChromeArgument::GroupRanks], arguments[ChromeArgument::GroupSize]};
    const bool isShort = key[0].size() + key[1].size() + key[2].size() <= longestKey;
    const uint64_t hash = isShort ? m_communicators.hashOf(key) : 0;
    if (isShort) {
        if (const uint32_t* known = m_communicators.find(key, hash))
            return *known;
    }
    Communicator communicator;
    communicator.name = m_builder.intern(jsonText(name, longestEventText));
    if (!description.empty())
        communicator.description = m_builder.intern(jsonText(description, longestEventText));
    communicator.ranks = ranksOfText(arguments[ChromeArgument::GroupRanks]);
    if (const auto listed = m_groups.find(name); communicator.ranks.empty() && listed != m_groups.end())
        communicator.ranks = listed->second.ranks;
    communicator.size = communicator.ranks.empty() ? size : static_cast<int32_t>(communicator.ranks.size());
    const uint32_t number = m_builder.communicator(std::move(communicator));
    if (isShort)
        m_communicators.insert(key, hash, number);
    return number;
}

/// As this program's writer states it: the group in full where it occurs first, by its number from then on.
std::optional<CollectiveCall> ChromeTraceReader::ownCallOf(const ChromeArguments& arguments)
{
    const auto group = toNumber<uint64_t>(arguments[ChromeArgument::Communicator]);
    const auto bytes = [&](ChromeArgument argument) {
        return std::max<int64_t>(toNumber<int64_t>(arguments[argument]).value_or(-1), -1);
    };
    const int64_t in = bytes(ChromeArgument::InBytes);
    const int64_t out = bytes(ChromeArgument::OutBytes);
    if (!group && !arguments.has(ChromeArgument::Sequence) && in < 0 && out < 0)
        return {};
    const auto known = group ? m_ownCommunicators.find(*group) : m_ownCommunicators.end();
    ChromeArguments told = arguments;
    if (known != m_ownCommunicators.end())
        told.set(ChromeArgument::GroupName, {});
    CollectiveCall call = statedCall(told);
    call.inBytes = in;
    call.outBytes = out;
    if (known != m_ownCommunicators.end())
        call.communicator = known->second;
    else if (group && call.communicator != CollectiveCall::noCommunicator)
        m_ownCommunicators.emplace(*group, call.communicator);
    return call;
}

void ChromeTraceReader::settleOwnLaunches()
{
    for (const auto& [started, callNumber] : m_ownLaunches) {
        const auto call = m_ownNumbers.find(callNumber);
        if (call != m_ownNumbers.end() && call->second != started
            && std::max(call->second, started) < m_builder.spanCount())
            m_builder.addLaunch(call->second, started);
    }
}

void ChromeTraceReader::settleLaunches()
{
    // There are millions of them, and processes are found by name.
    std::vector<int32_t> ranks;
    for (const EventLane& lane : m_lanes)
        ranks.push_back(rankOf(lane));
    settleCommunicationRanges();
    const std::vector<LaunchPairs::Pair> pairs = m_launches.take([&ranks](uint32_t lane) { return ranks[lane]; });
    for (const LaunchPairs::Pair& pair : pairs) {
        m_builder.addLaunch(pair.call, pair.started);
        if (!m_communicationRanges.isEmpty())
            takeFromRange(pair);
    }
    if (!m_phases.isEmpty())
        settlePhases(pairs, ranks);
    settleHostOperators(ranks);
    m_phases = {};
    m_communicationRanges = {};
}

/// An asynchronous communication may span the operators of a whole pass: what they launch is theirs.
void ChromeTraceReader::settleCommunicationRanges()
{
    if (m_communicationRanges.isEmpty())
        return;
    const std::vector<uint32_t> laneOfTrack = lanesByTrack();
    for (uint32_t span = 0; span < m_builder.spanCount(); ++span) {
        const uint32_t lane = laneOfTrack[m_builder.trackOf(span).value];
        if (!m_communicationRanges.hasLane(lane) || m_partsOfCommunication.count(m_builder.name(span)) > 0)
            continue;
        const TimeRange range = m_builder.range(span);
        m_communicationRanges.addOther(lane, {range.begin - m_base, range.end - m_base});
    }
    m_communicationRanges.settle();
}

/// What a backend launches belongs to the communication that it was asked for, where nothing else lies between the two.
/// What the kernel's name and arguments say weighs more.
void ChromeTraceReader::takeFromRange(const LaunchPairs::Pair& launch)
{
    const auto around = m_communicationRanges.at(launch.lane, m_builder.range(launch.call).begin - m_base);
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

/// Towards a later stage of the pipeline go activations, towards an earlier one gradients. The ranks of a group are
/// listed by stage; the last one's successor is the first where more than two take turns.
void ChromeTraceReader::settleMessages()
{
    // Where ranks stand in their group, by rank; a group of thousands has as many messages.
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
        int64_t own = rankOf(m_lanes[message.lane]);
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

} // namespace bubblescope
