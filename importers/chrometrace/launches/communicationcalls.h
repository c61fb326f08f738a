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
    /// Sets category, operation, bytes and detail.
    void describe(const ChromeArguments& arguments, const EventMeaning& meaning, SpanRecord& span);
    /// nullopt if the arguments state neither process group nor size.
    std::optional<CollectiveCall> callOf(const ChromeArguments& arguments);
    /// For this program's own traces: the group is described in full at its first use and by number afterwards.
    std::optional<CollectiveCall> ownCallOf(const ChromeArguments& arguments);

private:
    CollectiveCall statedCall(const ChromeArguments& arguments);
    uint32_t communicatorOf(const ChromeArguments& arguments, int32_t size);

    TraceBuilder& m_builder;
    const TraceMetadata& m_metadata;
    SliceCache<uint32_t, 4> m_communicators;
    std::unordered_map<uint64_t, uint32_t> m_ownCommunicators;
};

} // namespace bubblescope
