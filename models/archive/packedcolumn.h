// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"

#include <bit>
#include <cstring>
#include <span>

namespace bubblescope {

/// How the values of a column are written: as they are, or each as its difference from the one before.
enum class ColumnCoding : uint8_t { Values, Differences };

namespace packing {
template <typename T>
using Bits = std::conditional_t<sizeof(T) == 1, uint8_t,
    std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;

/// Small numbers of either sign become small ones without.
template <typename U> U folded(U value) { return U(U(value << 1) ^ U(U(0) - U(value >> (sizeof(U) * 8 - 1)))); }
template <typename U> U unfolded(U value) { return U(U(value >> 1) ^ U(U(0) - U(value & 1))); }
} // namespace packing

/// Writes a column so that it compresses well: bytes of equal weight together, without those that are 0 in all values.
template <typename T> void packColumn(BinaryWriter& archive, std::span<const T> values, ColumnCoding coding)
{
    using U = packing::Bits<T>;
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) == sizeof(U));
    const size_t count = values.size();
    std::vector<U> coded(count);
    U before = 0;
    U all = 0;
    for (size_t i = 0; i < count; ++i) {
        const U value = std::bit_cast<U>(values[i]);
        coded[i] = packing::folded(coding == ColumnCoding::Differences ? U(value - before) : value);
        before = value;
        all |= coded[i];
    }
    const size_t width = std::max<size_t>(1, (size_t(std::bit_width(all)) + 7) / 8);
    std::vector<uint8_t> plane(count);
    archive(static_cast<uint64_t>(count), static_cast<uint8_t>(width));
    for (size_t byte = 0; byte < width; ++byte) {
        for (size_t i = 0; i < count; ++i)
            plane[i] = static_cast<uint8_t>(coded[i] >> (8 * byte));
        archive.bytes(plane.data(), count);
    }
}

/// Fails the archive unless it holds as many values as there is room for. Before anything is allocated, a false width is
/// refused.
template <typename T> void unpackColumn(BinaryReader& archive, std::span<T> values, ColumnCoding coding)
{
    using U = packing::Bits<T>;
    uint64_t count = 0;
    uint8_t width = 0;
    archive(count, width);
    if (!archive.isOk() || count != values.size() || width == 0 || width > sizeof(U)
        || count > archive.remaining() / width)
        return archive.fail();
    std::vector<U> coded(count, 0);
    std::vector<uint8_t> plane(count);
    for (size_t byte = 0; byte < width; ++byte) {
        if (!archive.bytes(plane.data(), count))
            return;
        for (size_t i = 0; i < count; ++i)
            coded[i] = U(coded[i] | U(U(plane[i]) << (8 * byte)));
    }
    U before = 0;
    for (size_t i = 0; i < count; ++i) {
        const U value = packing::unfolded(coded[i]);
        before = coding == ColumnCoding::Differences ? U(before + value) : value;
        values[i] = std::bit_cast<T>(before);
    }
}

/// The same for a column whose length is not known otherwise.
template <typename T, typename Allocator>
void unpackColumn(BinaryReader& archive, std::vector<T, Allocator>& values, uint64_t count, ColumnCoding coding)
{
    if (!archive.isOk() || count > archive.remaining())
        return archive.fail();
    values.resize(count);
    unpackColumn(archive, std::span(values), coding);
}

} // namespace bubblescope
