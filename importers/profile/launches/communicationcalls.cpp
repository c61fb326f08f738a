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

std::optional<CollectiveCall> CommunicationCalls::describe(
    const ReadArguments& read, const EventMeaning& meaning, SpanRecord& span)
{
    const ChromeArguments& arguments = read.arguments;
    const CommunicationBytes bytes = bytesOfCommunication(arguments);
    const Words& words = wordsOf(read);
    span.bytes = bytes.larger();
    if (!meaning.isCommRecord) {
        const bool isNamed = words.category != Category::OtherComm || !isCommunication(meaning.category);
        span.category = isNamed ? words.category : meaning.category;
        span.operation = words.operation != Operation::Other ? words.operation : meaning.operation;
    }
    if (words.detail.isValid())
        span.detail = words.detail;
    if (!arguments.has(ChromeArgument::GroupName) && !arguments.has(ChromeArgument::Sequence) && bytes.larger() < 0)
        return {};
    CollectiveCall call = statedCall(arguments, words);
    call.inBytes = bytes.in;
    call.outBytes = bytes.out;
    return call;
}

/// One look for all that the words tell: each misses the processor's cache where a run has many groups.
const CommunicationCalls::Words& CommunicationCalls::wordsOf(const ReadArguments& read)
{
    const std::string_view description = descriptionOf(read.arguments);
    const bool isStated = description == read.arguments[ChromeArgument::GroupDescription];
    const std::optional<SliceKey> key = read.words && isStated ? read.words : wordsKeyOf(read.arguments, description);
    if (!key)
        return m_longWords = readWords(read.arguments, description);
    if (const Words* const known = m_words.find(*key))
        return *known;
    return m_words.insert(*key, readWords(read.arguments, description));
}

CommunicationCalls::Words CommunicationCalls::readWords(const ChromeArguments& arguments, std::string_view description)
{
    const std::string_view collective = arguments[ChromeArgument::CollectiveName];
    const std::string_view dataType = arguments[ChromeArgument::DataType];
    const std::string_view name = arguments[ChromeArgument::GroupName];
    const std::string_view size = arguments[ChromeArgument::GroupSize];
    const std::string_view group = description.empty() ? name : description;
    std::string detail;
    for (const std::string_view text : {collective, dataType, group, size}) {
        if (text.empty())
            continue;
        if (!detail.empty())
            detail += ", ";
        detail += jsonText(text, 200);
    }
    if (!size.empty())
        detail += " ranks";
    Words words;
    if (!detail.empty())
        words.detail = m_builder.intern(detail);
    if (!dataType.empty())
        words.dataType = m_builder.intern(jsonText(dataType, 100));
    words.groupSize = std::max(toNumber<int32_t>(size).value_or(0), 0);
    if (!name.empty())
        words.communicator = communicatorOf(arguments, description, words.groupSize);
    words.category = categoryOfProcessGroup(group);
    words.operation = collectiveOfName(collective);
    return words;
}

CollectiveCall CommunicationCalls::statedCall(const ChromeArguments& arguments, const Words& words)
{
    const auto rank
        = [&](ChromeArgument argument) { return std::max(toNumber<int32_t>(arguments[argument]).value_or(-1), -1); };
    CollectiveCall call;
    call.sequence = toNumber<int64_t>(arguments[ChromeArgument::Sequence]).value_or(-1);
    call.commsId = toNumber<uint64_t>(arguments[ChromeArgument::CommsId]).value_or(0);
    call.dataType = words.dataType;
    call.groupSize = words.groupSize;
    call.peer = std::max(rank(ChromeArgument::SourceRank), rank(ChromeArgument::DestinationRank));
    call.communicator = words.communicator;
    return call;
}

uint32_t CommunicationCalls::communicatorOf(
    const ChromeArguments& arguments, std::string_view description, int32_t size)
{
    const std::string_view name = arguments[ChromeArgument::GroupName];
    Communicator communicator;
    communicator.name = m_builder.intern(jsonText(name, longestEventText));
    if (!description.empty())
        communicator.description = m_builder.intern(jsonText(description, longestEventText));
    communicator.ranks = ranksOfText(arguments[ChromeArgument::GroupRanks]);
    if (const auto* listed = m_metadata.group(name); communicator.ranks.empty() && listed)
        communicator.ranks = listed->ranks;
    communicator.size = communicator.ranks.empty() ? size : static_cast<int32_t>(communicator.ranks.size());
    return m_builder.communicator(std::move(communicator));
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
    ReadArguments stated {arguments, {}};
    if (known != m_ownCommunicators.end())
        stated.arguments.set(ChromeArgument::GroupName, {});
    CollectiveCall call = statedCall(arguments, wordsOf(stated));
    call.inBytes = in;
    call.outBytes = out;
    if (known != m_ownCommunicators.end())
        call.communicator = known->second;
    else if (group && call.communicator != CollectiveCall::noCommunicator)
        m_ownCommunicators.emplace(*group, call.communicator);
    return call;
}

} // namespace bubblescope
