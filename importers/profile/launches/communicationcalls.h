// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "eventmeaning.h"
#include "slicecache.h"
#include "tracemetadata.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace bubblescope {

/// Reads the arguments of a communication: its process group, its size, its ranks.
class CommunicationCalls {
public:
    CommunicationCalls(TraceBuilder& builder, const TraceMetadata& metadata) : m_builder(builder), m_metadata(metadata)
    {
    }

    /// The description of the process group; empty if there is none.
    std::string_view descriptionOf(const ChromeArguments& arguments) const;
    /// Sets category, operation, bytes and detail. nullopt if the arguments state neither process group nor size.
    std::optional<CollectiveCall> describe(const ReadArguments& read, const EventMeaning& meaning, SpanRecord& span);
    /// Fetches from memory what describe() will look up.
    void expect(const ReadArguments& read) const
    {
        if (read.words)
            m_words.prefetch(*read.words);
    }
    /// For this program's own traces: the group is described in full at its first use and by number afterwards.
    std::optional<CollectiveCall> ownCallOf(const ChromeArguments& arguments);

private:
    /// What the words of a communication come to.
    struct Words {
        StringId detail;
        StringId dataType;
        uint32_t communicator = CollectiveCall::noCommunicator;
        int32_t groupSize = 0;
        Category category = Category::OtherComm;
        Operation operation = Operation::Other;
    };

    const Words& wordsOf(const ReadArguments& read);
    Words readWords(const ChromeArguments& arguments, std::string_view description);
    static CollectiveCall statedCall(const ChromeArguments& arguments, const Words& words);
    uint32_t communicatorOf(const ChromeArguments& arguments, std::string_view description, int32_t size);

    TraceBuilder& m_builder;
    const TraceMetadata& m_metadata;
    SliceCache<Words> m_words;
    Words m_longWords; ///< of a key too long to be kept
    std::unordered_map<uint64_t, uint32_t> m_ownCommunicators;
};

} // namespace bubblescope
