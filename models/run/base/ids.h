// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace bubblescope {

/// A typed index into a column: four bytes, and a track's number cannot be passed where a span's is meant.
template<typename Tag> struct Id {
    static constexpr uint32_t noValue = 0xffffffffu;
    uint32_t value = noValue;

    constexpr Id() = default;
    constexpr explicit Id(uint32_t v)
        : value(v)
    {
    }
    constexpr bool isValid() const { return value != noValue; }
    constexpr auto operator<=>(const Id&) const = default;
};

using SpanId = Id<struct SpanTag>;
using TrackId = Id<struct TrackTag>;
using RowId = Id<struct RowTag>;
using StringId = Id<struct StringTag>;

} // namespace bubblescope

template<typename Tag> struct std::hash<bubblescope::Id<Tag>> {
    size_t operator()(bubblescope::Id<Tag> id) const noexcept { return id.value; }
};
