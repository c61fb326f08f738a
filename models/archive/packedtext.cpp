// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "packedtext.h"

#include "checksum.h"

#include <algorithm>
#include <memory>
#include <new>
#include <zstd.h>

namespace bubblescope {

namespace {
constexpr int packingLevel = 1;

struct FreePacker {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
struct FreeUnpacker {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};
} // namespace

std::string packedText(std::string_view text)
{
    // Kept for the next one: making a context costs more than packing a small text.
    thread_local const std::unique_ptr<ZSTD_CCtx, FreePacker> packer(ZSTD_createCCtx());
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    const size_t size = packer ? ZSTD_compressCCtx(packer.get(), packed.data(), packed.size(), text.data(), text.size(),
                                     packingLevel)
                               : size_t(-1);
    if (ZSTD_isError(size)) // it can only be memory
        throw std::bad_alloc();
    packed.resize(size);
    packed.shrink_to_fit();
    return packed;
}

std::optional<std::string> unpackedText(std::string_view packed, uint64_t size)
{
    thread_local const std::unique_ptr<ZSTD_DStream, FreeUnpacker> unpacker(ZSTD_createDStream());
    if (!unpacker)
        throw std::bad_alloc();
    ZSTD_initDStream(unpacker.get());
    constexpr size_t mostAhead = 64; // times the packed size, at once
    std::string text;
    ZSTD_inBuffer from {packed.data(), packed.size(), 0};
    size_t filled = 0;
    for (size_t left = 1; left != 0;) {
        if (filled == text.size()) {
            if (filled >= size && filled > 0)
                return std::nullopt;
            text.resize(std::min<uint64_t>(std::max<uint64_t>(size, 1), filled + packed.size() * mostAhead + 64));
        }
        ZSTD_outBuffer to {text.data(), text.size(), filled};
        const size_t consumed = from.pos;
        left = ZSTD_decompressStream(unpacker.get(), &to, &from);
        if (ZSTD_isError(left) || (to.pos == filled && from.pos == consumed && left != 0))
            return std::nullopt;
        filled = to.pos;
    }
    text.resize(filled);
    if (filled != size || from.pos != from.size)
        return std::nullopt;
    return text;
}

uint64_t checksumOf(std::string_view text)
{
    Checksum checksum;
    checksum.add(text.data(), text.size());
    return checksum.value();
}

} // namespace bubblescope
