// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "checksum.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace bubblescope {

void Checksum::addStripe(const unsigned char* data)
{
    // Four independent lanes: the multiplications of one stripe overlap in the processor.
    std::array<uint64_t, 4> words;
    std::memcpy(words.data(), data, stripe);
    for (size_t i = 0; i < words.size(); ++i)
        m_lanes[i] = std::rotl(m_lanes[i] + words[i] * second, 31) * first;
}

void Checksum::add(const void* data, size_t size)
{
    const auto* at = static_cast<const unsigned char*>(data);
    m_total += size;
    if (m_restSize > 0) {
        const size_t taken = std::min(size, stripe - m_restSize);
        std::memcpy(m_rest.data() + m_restSize, at, taken);
        m_restSize += taken;
        at += taken;
        size -= taken;
        if (m_restSize < stripe)
            return;
        addStripe(m_rest.data());
        m_restSize = 0;
    }
    for (; size >= stripe; at += stripe, size -= stripe)
        addStripe(at);
    if (size > 0)
        std::memcpy(m_rest.data(), at, size);
    m_restSize = size;
}

uint64_t Checksum::value() const
{
    uint64_t value
        = std::rotl(m_lanes[0], 1) + std::rotl(m_lanes[1], 7) + std::rotl(m_lanes[2], 12) + std::rotl(m_lanes[3], 18);
    value += m_total;
    for (size_t i = 0; i < m_restSize; ++i)
        value = std::rotl(value ^ (m_rest[i] * second), 11) * first;
    value ^= value >> 33;
    value *= second;
    value ^= value >> 29;
    value *= first;
    value ^= value >> 32;
    return value;
}

} // namespace bubblescope
