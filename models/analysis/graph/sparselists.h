// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

/// Lists of numbers by key, stored back to back. A key without numbers takes little more than a bit.
class SparseLists {
public:
    /// A key, and a number of its list.
    struct Entry {
        uint32_t key;
        uint32_t number;
    };

    SparseLists() = default;
    /// Lists keep the order of their entries. O(keys / 64 + entries).
    SparseLists(size_t keys, std::span<const Entry> entries) : m_blocks(keys / 64 + 1)
    {
        for (const Entry& entry : entries)
            m_blocks[entry.key / 64].keys |= bitOf(entry.key);
        uint32_t known = 0;
        for (Block& block : m_blocks) {
            block.first = known;
            known += uint32_t(std::popcount(block.keys));
        }
        // Shifted by one: filling a list moves its start to that of the next one.
        m_first.assign(size_t(known) + 2, 0);
        for (const Entry& entry : entries)
            ++m_first[indexOf(entry.key) + 2];
        for (size_t i = 2; i < m_first.size(); ++i)
            m_first[i] += m_first[i - 1];
        m_numbers.resize(m_first.back());
        for (const Entry& entry : entries)
            m_numbers[m_first[indexOf(entry.key) + 1]++] = entry.number;
    }
    std::span<const uint32_t> of(uint32_t key) const
    {
        if ((m_blocks[key / 64].keys & bitOf(key)) == 0)
            return {};
        const uint32_t index = indexOf(key);
        return std::span(m_numbers).subspan(m_first[index], m_first[index + 1] - m_first[index]);
    }

private:
    struct Block {
        uint64_t keys = 0; // that have numbers
        uint32_t first = 0;
    };
    static uint64_t bitOf(uint32_t key) { return uint64_t(1) << (key % 64); }
    uint32_t indexOf(uint32_t key) const
    {
        const Block& block = m_blocks[key / 64];
        return block.first + uint32_t(std::popcount(block.keys & (bitOf(key) - 1)));
    }

    std::vector<Block> m_blocks;
    std::vector<uint32_t> m_first; // by key that has numbers
    std::vector<uint32_t> m_numbers;
};

} // namespace bubblescope
