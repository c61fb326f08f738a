// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope {

/// How far a file has been read, and what that took.
struct ReadSoFar {
    uint64_t consumed = 0; ///< of the bytes on disk
    uint64_t size = 0;     ///< of the whole file on disk, in bytes
    uint64_t spans = 0;    ///< kept so far
    uint64_t pendingBytes = 0; ///< bytes held in addition to the spans until the file is read
};

/// Memory available without swapping, in bytes, within the limit of the container; nullopt if the system does not
/// tell.
std::optional<uint64_t> availableMemory();

/// Expected number of spans in the whole file plus a margin, extrapolated; for reserving, so it is bounded.
size_t spansToExpect(const ReadSoFar& soFar);
/// Bytes that the rest of the file and the resulting data will need, extrapolated from what was read so far.
uint64_t memoryNeeded(const ReadSoFar& soFar);
/// A message if this file and those read concurrently, which need `others` bytes, need more than `available`.
std::optional<Message> refusalFor(const ReadSoFar& soFar, uint64_t available, uint64_t others = 0);

/// Memory that one file will still need, shared with the files read concurrently while the object lives.
class MemoryClaim {
public:
    MemoryClaim() = default;
    ~MemoryClaim() { set(0); }
    MemoryClaim(const MemoryClaim&) = delete;
    MemoryClaim& operator=(const MemoryClaim&) = delete;
    void set(uint64_t bytes);
    /// Sum of all other claims.
    uint64_t others() const;

private:
    uint64_t m_bytes = 0;
};

} // namespace bubblescope
