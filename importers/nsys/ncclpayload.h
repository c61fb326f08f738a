// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sqlitefile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace bubblescope {

/// What NCCL attaches to its NVTX ranges; absent where the call does not say it.
struct NcclPayload {
    std::optional<uint64_t> communicator; ///< the same number on all of its ranks
    std::optional<int64_t> bytes;
    std::optional<int32_t> peer; ///< rank of the communicator
    std::optional<int32_t> rank; ///< own one, of the communicator
    std::optional<int32_t> ranks;
    std::optional<int32_t> device; ///< as CUDA numbers it in that process
};

/// Decodes payloads by the schemas that the report describes them with. Binary data begins with 32 bytes: the domain
/// and the schema as 32-bit numbers at 0 and 8, the sizes of the payload and of all as 64-bit numbers at 16 and 24;
/// then comes the payload, whose entries lie at the offsets of their schema.
class NcclPayloads {
public:
    explicit NcclPayloads(SqliteFile& file);
    bool isEmpty() const { return m_schemas.empty(); }
    std::optional<NcclPayload> decode(std::string_view binary) const;

private:
    enum class Field : uint8_t { Communicator, Bytes, Peer, Rank, Ranks, Device };
    struct Place {
        size_t offset = 0;
        size_t size = 0; ///< 4 or 8
    };
    using Schema = std::map<Field, Place>;

    static std::optional<Field> fieldOf(std::string_view name);
    std::map<int64_t, Schema> m_schemas; ///< by number
};

} // namespace bubblescope
