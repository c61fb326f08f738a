// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ncclpayload.h"

#include <limits>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t headerSize = 32;
constexpr size_t schemaAt = 8;
// Of NVTX's payload entries.
constexpr int64_t typeInt = 5;
constexpr int64_t typeUnsignedInt = 6;
constexpr int64_t typeInt32 = 15;
constexpr int64_t typeUnsignedInt32 = 16;

uint64_t bitsAt(std::string_view bytes, size_t at, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

std::optional<int32_t> countOf(uint64_t bits)
{
    if (bits > static_cast<uint64_t>(std::numeric_limits<int32_t>::max()))
        return {};
    return static_cast<int32_t>(bits);
}

} // namespace

std::optional<NcclPayloads::Field> NcclPayloads::fieldOf(std::string_view name)
{
    static constexpr std::pair<std::string_view, Field> fields[] = {{"NCCL communicator ID"sv, Field::Communicator},
        {"Message size [bytes]"sv, Field::Bytes}, {"Peer rank"sv, Field::Peer}, {"Rank"sv, Field::Rank},
        {"No. of ranks"sv, Field::Ranks}, {"CUDA device"sv, Field::Device}};
    for (const auto& [word, field] : fields) {
        if (word == name)
            return field;
    }
    return {};
}

NcclPayloads::NcclPayloads(SqliteFile& file)
{
    SqliteRows entries = file.rows("NVTX_PAYLOAD_SCHEMA_ENTRIES", {"schemaId", "name", "type", "offset"});
    while (entries.next()) {
        const auto schema = entries.integer(0);
        const auto field = fieldOf(entries.text(1));
        const int64_t type = entries.integer(2).value_or(-1);
        const int64_t offset = entries.integer(3).value_or(0);
        const bool isShort
            = type == typeInt || type == typeUnsignedInt || type == typeInt32 || type == typeUnsignedInt32;
        if (schema && field && offset >= 0 && offset < 4096)
            m_schemas[*schema][*field] = {static_cast<size_t>(offset), isShort ? size_t(4) : size_t(8)};
    }
}

std::optional<NcclPayload> NcclPayloads::decode(std::string_view binary) const
{
    if (binary.size() <= headerSize)
        return {};
    const auto schema = m_schemas.find(static_cast<int64_t>(bitsAt(binary, schemaAt, 4)));
    if (schema == m_schemas.end())
        return {};
    const std::string_view payload = binary.substr(headerSize);
    NcclPayload decoded;
    for (const auto& [field, place] : schema->second) {
        if (place.offset + place.size > payload.size())
            continue;
        const uint64_t bits = bitsAt(payload, place.offset, place.size);
        switch (field) {
        case Field::Communicator:
            decoded.communicator = bits;
            break;
        case Field::Bytes:
            if (bits <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
                decoded.bytes = static_cast<int64_t>(bits);
            break;
        case Field::Peer:
            decoded.peer = countOf(bits);
            break;
        case Field::Rank:
            decoded.rank = countOf(bits);
            break;
        case Field::Ranks:
            decoded.ranks = countOf(bits);
            break;
        case Field::Device:
            decoded.device = countOf(bits);
            break;
        }
    }
    return decoded;
}

} // namespace bubblescope
