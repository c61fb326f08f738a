// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// A sink in memory.
class MemorySink : public ByteSink {
public:
    bool write(std::string_view bytes) override
    {
        text.append(bytes);
        return true;
    }
    std::string text;
};

/// Everything that `fill` writes.
template <typename Fill> std::string archived(const Fill& fill)
{
    MemorySink sink;
    BinaryWriter archive(sink);
    fill(archive);
    archive.flush();
    return std::move(sink.text);
}

/// Reads a whole text with `take`, which may fail the archive; false if it did, or left something over.
template <typename Take> bool restored(std::string_view text, const Take& take)
{
    BinaryReader archive(text);
    take(archive);
    return archive.isOk() && archive.remaining() == 0;
}

/// Compressed by Zstandard at its fastest usual level.
std::string packedText(std::string_view text);
/// nullopt unless it holds exactly `size` bytes. Memory grows with what really comes out, whatever `size` claims.
std::optional<std::string> unpackedText(std::string_view packed, uint64_t size);
/// XXH64 of a text.
uint64_t checksumOf(std::string_view text);

} // namespace bubblescope
