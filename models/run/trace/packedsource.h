// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

namespace bubblescope {

/// How a column keeps where a span was read: the file above, the byte offset in the low 44 bits (17 TB).
inline constexpr int sourceOffsetBits = 44;

inline constexpr uint64_t packedSource(uint64_t file, uint64_t offset)
{
    return (file << sourceOffsetBits) | (offset & ((uint64_t(1) << sourceOffsetBits) - 1));
}

inline constexpr SourcePosition unpackedSource(uint64_t packed)
{
    return {static_cast<uint32_t>(packed >> sourceOffsetBits), packed & ((uint64_t(1) << sourceOffsetBits) - 1)};
}

} // namespace bubblescope
