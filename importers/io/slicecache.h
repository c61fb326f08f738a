// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Longest key worth caching, in bytes.
inline constexpr size_t longestCachedKey = 4096;

/// Caches the meaning of text slices, so that text repeated a million times is interpreted once. Bounded in count and
/// bytes: clears itself when full. Lookups allocate nothing.
template <typename Value, size_t Pieces> class SliceCache {
public:
    using Key = std::array<std::string_view, Pieces>;

    /// Null if the key is unknown; valid until the next insert(). `hash` is hashOf(key).
    const Value* find(const Key& key, uint64_t hash) const
    {
        if (m_slots.empty())
            return nullptr;
        for (size_t at = hash & (m_slots.size() - 1); m_slots[at] != 0; at = (at + 1) & (m_slots.size() - 1)) {
            const Entry& entry = m_entries[m_slots[at] - 1];
            if (entry.hash == hash && equals(entry, key))
                return &entry.value;
        }
        return nullptr;
    }

    /// The key must not exist yet.
    const Value& insert(const Key& key, uint64_t hash, const Value& value)
    {
        if (m_entries.size() >= maximumEntries || m_textBytes >= maximumBytes) {
            m_entries.clear();
            m_slots.clear();
            m_textBytes = 0;
        }
        Entry entry {hash, {}, {}, value};
        for (size_t i = 0; i < Pieces; ++i) {
            entry.sizes[i] = static_cast<uint32_t>(key[i].size());
            entry.text.append(key[i]);
        }
        m_textBytes += entry.text.size();
        m_entries.push_back(std::move(entry));
        if (m_entries.size() * 2 > m_slots.size())
            grow();
        else
            place(m_entries.size());
        return m_entries.back().value;
    }

    static uint64_t hashOf(const Key& key)
    {
        uint64_t hash = 0x9e3779b97f4a7c15ull;
        for (const std::string_view piece : key) {
            const char* p = piece.data();
            size_t left = piece.size();
            hash = mix(hash, left);
            for (; left >= 8; p += 8, left -= 8) {
                uint64_t word;
                std::memcpy(&word, p, 8);
                hash = mix(hash, word);
            }
            if (left > 0) {
                uint64_t word = 0;
                std::memcpy(&word, p, left);
                hash = mix(hash, word);
            }
        }
        return hash ^ (hash >> 29);
    }

private:
    static constexpr size_t maximumEntries = size_t(1) << 18;
    static constexpr size_t maximumBytes = size_t(32) << 20;

    struct Entry {
        uint64_t hash;
        std::array<uint32_t, Pieces> sizes;
        std::string text; // the pieces, concatenated
        Value value;
    };

    static uint64_t mix(uint64_t hash, uint64_t word)
    {
        hash = (hash ^ word) * 0xd6e8feb86659fd93ull;
        return hash ^ (hash >> 32);
    }
    static bool equals(const Entry& entry, const Key& key)
    {
        const char* text = entry.text.data();
        for (size_t i = 0; i < Pieces; ++i) {
            if (entry.sizes[i] != key[i].size())
                return false;
            if (!key[i].empty() && std::memcmp(text, key[i].data(), key[i].size()) != 0)
                return false;
            text += key[i].size();
        }
        return true;
    }
    void place(size_t number)
    {
        size_t at = m_entries[number - 1].hash & (m_slots.size() - 1);
        while (m_slots[at] != 0)
            at = (at + 1) & (m_slots.size() - 1);
        m_slots[at] = static_cast<uint32_t>(number);
    }
    void grow()
    {
        m_slots.assign(m_slots.empty() ? 64 : m_slots.size() * 2, 0);
        for (size_t number = 1; number <= m_entries.size(); ++number)
            place(number);
    }

    std::vector<Entry> m_entries;
    std::vector<uint32_t> m_slots; // entry number plus one; 0 is free
    size_t m_textBytes = 0;
};

} // namespace bubblescope
