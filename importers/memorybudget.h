// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope {

/// How far a file has been read, and what became of it.
struct ReadSoFar {
    uint64_t consumed = 0; ///< bytes on disk
    uint64_t size = 0;     ///< bytes on disk of the whole file
    uint64_t spans = 0;    ///< kept of them
};

/// Memory that can still be had without swapping, in bytes; nothing where the system does not say. Heeds the limit of a
/// container.
std::optional<uint64_t> availableMemory();

/// Judged by what was read so far: a sentence where the rest of the file would need more memory than `available`.
std::optional<std::string> refusalFor(const ReadSoFar& soFar, uint64_t available);

} // namespace bubblescope
