// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringpool.h"

#include <algorithm>
#include <cstring>
#include <xxhash.h>

namespace bubblescope {

namespace {

// Thousands of files have a pool each, most of them a small one.
constexpr size_t smallestBlock = 1u << 10;
constexpr size_t largestBlock = 1u << 20;
constexpr size_t fewestSlots = 32;

uint32_t hashOf(std::string_view text) { return static_cast<uint32_t>(XXH3_64bits(text.data(), text.size())); }

} // namespace

size_t StringPool::slotOf(std::string_view text, uint32_t hash) const
{
    const size_t mask = m_slots.size() - 1;
    size_t at = hash & mask;
    while (m_slots[at].id.isValid() && (m_slots[at].hash != hash || m_texts[m_slots[at].id.value] != text))
        at = (at + 1) & mask;
    return at;
}

void StringPool::growSlots()
{
    std::vector<Slot> old(std::max(fewestSlots, m_slots.size() * 2));
    old.swap(m_slots);
    for (const Slot& slot : old) {
        if (!slot.id.isValid())
            continue;
        size_t at = slot.hash & (m_slots.size() - 1);
        while (m_slots[at].id.isValid())
            at = (at + 1) & (m_slots.size() - 1);
        m_slots[at] = slot;
    }
}

std::string_view StringPool::kept(std::string_view text)
{
    if (text.empty())
        return "";
    const size_t needed = text.size() + 1; // those who know views as C strings need the 0
    if (m_blocks.empty() || needed > m_blockSize - m_blockUsed) {
        const size_t usual = std::clamp(m_bytes, smallestBlock, largestBlock);
        m_blockSize = std::max(needed, usual);
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_blockSize));
        m_blockUsed = 0;
        m_bytes += m_blockSize;
    }
    char* const place = m_blocks.back().get() + m_blockUsed;
    std::memcpy(place, text.data(), text.size());
    place[text.size()] = '\0';
    m_blockUsed += needed;
    return {place, text.size()};
}

StringId StringPool::intern(std::string_view text)
{
    if (m_texts.size() * 2 >= m_slots.size())
        growSlots();
    const uint32_t hash = hashOf(text);
    Slot& slot = m_slots[slotOf(text, hash)];
    if (!slot.id.isValid()) {
        m_texts.push_back(kept(text));
        slot = {hash, StringId(size() - 1)};
    }
    return slot.id;
}

StringId StringPool::find(std::string_view text) const
{
    return m_slots.empty() ? StringId() : m_slots[slotOf(text, hashOf(text))].id;
}

size_t StringPool::memoryBytes() const
{
    return m_bytes + m_texts.capacity() * sizeof(std::string_view) + m_slots.capacity() * sizeof(Slot);
}

} // namespace bubblescope
