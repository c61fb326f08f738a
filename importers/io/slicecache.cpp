// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slicecache.h"

#include <xxhash.h>

#include <array>
#include <cstring>
#include <string>

namespace bubblescope {

namespace {

SliceKey hashOf(std::string_view text)
{
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return {hash.low64, hash.high64};
}

} // namespace

std::optional<SliceKey> sliceKeyOf(std::initializer_list<std::string_view> pieces)
{
    std::array<char, 4096> text; // the pieces, each after its length, which keeps them apart
    size_t used = 0;
    for (const std::string_view piece : pieces) {
        const auto size = static_cast<uint32_t>(piece.size());
        if (piece.size() + sizeof(size) > text.size() - used)
            return {};
        std::memcpy(text.data() + used, &size, sizeof(size));
        if (!piece.empty())
            std::memcpy(text.data() + used + sizeof(size), piece.data(), piece.size());
        used += sizeof(size) + piece.size();
    }
    return hashOf({text.data(), used});
}

SliceKey wideKeyOf(std::initializer_list<std::string_view> pieces)
{
    if (const std::optional<SliceKey> key = sliceKeyOf(pieces))
        return *key;
    std::string text;
    for (const std::string_view piece : pieces) {
        const auto size = static_cast<uint32_t>(piece.size());
        text.append(reinterpret_cast<const char*>(&size), sizeof(size)).append(piece);
    }
    return hashOf(text);
}

} // namespace bubblescope
