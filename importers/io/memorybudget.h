// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope {

/// How far a file has been read, and what became of it.
struct ReadSoFar {
    uint64_t consumed = 0; ///< bytes on disk
    uint64_t size = 0;     ///< bytes on disk of the whole file
    uint64_t spans = 0;    ///< kept of them
    uint64_t pendingBytes = 0; ///< bytes that are held beside the spans until the file is read
};

/// Memory that can still be had without swapping, in bytes; nothing where the system does not say. Heeds the limit of a
/// container.
std::optional<uint64_t> availableMemory();

/// Spans that the whole file will give and a few more, judged by what was read so far; for reserving, so bounded.
size_t spansToExpect(const ReadSoFar& soFar);
/// Bytes that the rest of the file, and what is made of it, will need, judged by what was read so far.
uint64_t memoryNeeded(const ReadSoFar& soFar);
/// A sentence if the file and those read at the same time, which need `others` bytes, need more than `available`.
std::optional<Message> refusalFor(const ReadSoFar& soFar, uint64_t available, uint64_t others = 0);

/// What one file will still need, visible to all that are read at the same time, as long as the object lives.
class MemoryClaim {
public:
    MemoryClaim() = default;
    ~MemoryClaim() { set(0); }
    MemoryClaim(const MemoryClaim&) = delete;
    MemoryClaim& operator=(const MemoryClaim&) = delete;
    void set(uint64_t bytes);
    /// Of all other claims.
    uint64_t others() const;

private:
    uint64_t m_bytes = 0;
};

} // namespace bubblescope
