// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "eventmeaning.h"
#include "tracebuilder.h"
#include "xplanemessages.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace bubblescope {

/// What the facts of an event, and of its kind, say.
struct XFacts {
    std::optional<uint64_t> correlation;
    std::optional<int> step;
    int64_t bytes = -1;
    std::string_view module;
    std::string_view operation;
    std::string_view source;
};

/// What the events of one kind share, found out once.
struct XKind {
    XFacts facts; ///< that stand at the kind
    std::string_view stated;
    std::string text; ///< the same, fit to be shown
    StringId name;

    /// How its events are drawn: on a thread with and without a number of what they started; as work of a device, as a
    /// copy, or as a range around work.
    enum Use { Call, Range, Work, Copy, Annotation };
    std::array<std::optional<EventMeaning>, Annotation + 1> meanings;

    StringId detail; ///< of the event before
    std::array<std::string_view, 3> detailParts;
};

/// The kinds of events of one plane, by number.
class XPlaneKinds {
public:
    /// All must outlive it.
    XPlaneKinds(const XPlane& plane, TraceBuilder& builder, const KernelNames& kernels);

    /// Valid until the next call for a number that is not in the plane.
    XKind& of(uint64_t number);
    /// Adds what a fact says.
    void take(std::string_view message, XFacts& facts) const;
    const EventMeaning& meaningOf(XKind& kind, XKind::Use use) const;
    /// Where an event lies in its program; mostly the same for all of a kind.
    StringId detailOf(XKind& kind, const XFacts& facts);

private:
    enum class Fact : uint8_t { None, Correlation, Step, CopyDetails, Module, Operation, Source };

    const XPlane& m_plane;
    TraceBuilder& m_builder;
    const KernelNames& m_kernels;
    NumberTable<Fact> m_facts;
    std::unordered_map<uint64_t, XKind> m_kinds;
    XKind m_unknown; ///< of a number that the plane does not have
};

} // namespace bubblescope
