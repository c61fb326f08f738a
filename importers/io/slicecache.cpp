// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slicecache.h"

#include <xxhash.h>

#include <array>
#include <cstring>

namespace bubblescope {

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
    const XXH128_hash_t hash = XXH3_128bits(text.data(), used);
    return SliceKey {hash.low64, hash.high64};
}

} // namespace bubblescope
