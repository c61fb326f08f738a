// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "communicationcalls.h"

#include "communicationnames.h"
#include "plainnumber.h"

#include <algorithm>

namespace bubblescope {

using namespace std::string_view_literals;

std::string_view CommunicationCalls::descriptionOf(const ChromeArguments& arguments) const
{
    const std::string_view stated = arguments[ChromeArgument::GroupDescription];
    if (!stated.empty() && stated != "undefined"sv)
        return stated;
    const TraceMetadata::ProcessGroup* const known = m_metadata.group(arguments[ChromeArgument::GroupName]);
    return known ? std::string_view(known->description) : std::string_view();
}

void CommunicationCalls::describe(const ChromeArguments& arguments, const EventMeaning& meaning, SpanRecord& span)
{
    std::string_view group = descriptionOf(arguments);
    if (group.empty())
        group = arguments[ChromeArgument::GroupName];
    span.bytes = bytesOfCommunication(arguments).larger();
    const Key key {arguments[ChromeArgument::CollectiveName], arguments[ChromeArgument::DataType], group,
        arguments[ChromeArgument::GroupSize]};
    const bool isShort = key[0].size() + key[1].size() + key[2].size() + key[3].size() <= longestCachedKey;
    const uint64_t hash = isShort ? m_descriptions.hashOf(key) : 0;
    const Description* known = isShort ? m_descriptions.find(key, hash) : nullptr;
    const Description told = known ? *known : descriptionFor(key);
    if (isShort && !known)
        m_descriptions.insert(key, hash, told);
    if (!meaning.isCommRecord) {
        span.category = told.category;
        span.operation = told.operation != Operation::Other ? told.operation : meaning.operation;
    }
    if (told.detail.isValid())
        span.detail = told.detail;
}

CommunicationCalls::Description CommunicationCalls::descriptionFor(const Key& key)
{
    const auto& [collective, dataType, group, size] = key;
    std::string detail;
    for (const std::string_view text : key) {
        if (text.empty())
            continue;
        if (!detail.empty())
            detail += ", ";
        detail += jsonText(text, 200);
    }
    if (!size.empty())
        detail += " ranks";
    return {detail.empty() ? StringId() : m_builder.intern(detail), categoryOfProcessGroup(group),
        collectiveOfName(collective)};
}

std::optional<CollectiveCall> CommunicationCalls::callOf(const ChromeArguments& arguments)
{
    const CommunicationBytes bytes = bytesOfCommunication(arguments);
    if (!arguments.has(ChromeArgument::GroupName) && !arguments.has(ChromeArgument::Sequence) && bytes.larger() < 0)
        return {};
    CollectiveCall call = statedCall(arguments);
    call.inBytes = bytes.in;
    call.outBytes = bytes.out;
    return call;
}

CollectiveCall CommunicationCalls::statedCall(const ChromeArguments& arguments)
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

uint32_t CommunicationCalls::communicatorOf(const ChromeArguments& arguments, int32_t size)
{
    const std::string_view name = arguments[ChromeArgument::GroupName];
    const std::string_view description = descriptionOf(arguments);
    const Key key {
        name, description, arguments[ChromeArgument::GroupRanks], arguments[ChromeArgument::GroupSize]};
    const bool isShort = key[0].size() + key[1].size() + key[2].size() <= longestCachedKey;
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
    if (const auto* listed = m_metadata.group(name); communicator.ranks.empty() && listed)
        communicator.ranks = listed->ranks;
    communicator.size = communicator.ranks.empty() ? size : static_cast<int32_t>(communicator.ranks.size());
    const uint32_t number = m_builder.communicator(std::move(communicator));
    if (isShort)
        m_communicators.insert(key, hash, number);
    return number;
}

std::optional<CollectiveCall> CommunicationCalls::ownCallOf(const ChromeArguments& arguments)
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

} // namespace bubblescope
