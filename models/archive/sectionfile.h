// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytestreams.h"
#include "result.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a section of a file is: its kind, and the run and the part of it that it belongs to.
struct SectionKey {
    uint32_t kind = 0;
    uint32_t run = 0;
    uint32_t part = 0;
    auto operator<=>(const SectionKey&) const = default;
};

/// Where a section lies. Native values; a table with another byte order fails at the header.
struct SectionPlace {
    SectionKey key;
    uint32_t version = 0; ///< of what it holds, by its kind
    uint64_t offset = 0;
    uint64_t packedSize = 0;
    uint64_t size = 0;
    uint64_t checksum = 0; ///< of the packed bytes
};

/// Writes a file of packed sections with a table of them at its end, so that each can be read by itself.
class SectionWriter {
public:
    explicit SectionWriter(ByteSink& file);
    /// `packed` by packedText() from `size` bytes. In rising order of keys, of the kinds of IndexSection. False once
    /// writing has failed.
    bool add(SectionKey key, std::string_view packed, uint64_t size);
    bool finish();

private:
    ByteSink& m_file;
    std::vector<SectionPlace> m_places;
    uint64_t m_offset = 0;
};

/// Reads single sections: copied from the file when they are wanted, never mapped, so that a file that is cut, or
/// damaged, meanwhile ends in an error. Every section is checked before anything is taken from it. Several threads may
/// read at once.
class SectionReader {
public:
    /// Refuses what a newer version of the program wrote, and what an older one wrote that cannot be read any more.
    static Result<std::shared_ptr<const SectionReader>> open(const std::string& path);
    ~SectionReader();
    SectionReader(const SectionReader&) = delete;
    SectionReader& operator=(const SectionReader&) = delete;

    /// Null if there is none.
    const SectionPlace* find(SectionKey key) const;
    Result<std::string> read(SectionKey key) const;
    uint64_t fileSize() const { return m_size; }
    std::string folder() const;
    /// Differs between files of different contents.
    uint64_t identity() const { return m_identity; }

private:
    SectionReader() = default;
    bool readAt(uint64_t offset, void* data, size_t size) const;

    std::string m_path;
    int m_descriptor = -1;
    uint64_t m_size = 0;
    uint64_t m_identity = 0;
    std::vector<SectionPlace> m_places; ///< by key
};

} // namespace bubblescope
