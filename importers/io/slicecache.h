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
        for (size_t at = hash & (m_slots.size() - 1); m_slots[at].number != 0; at = (at + 1) & (m_slots.size() - 1)) {
            if (m_slots[at].tag != tagOf(hash))
                continue;
            const Entry& entry = m_entries[m_slots[at].number - 1];
            if (entry.hash == hash && equals(entry, key))
                return &entry.value;
        }
        return nullptr;
    }

    /// The key must not exist yet.
    const Value& insert(const Key& key, uint64_t hash, const Value& value)
    {
        if (m_entries.size() >= maximumEntries || m_texts.size() >= maximumBytes) {
            m_entries.clear();
            m_slots.clear();
            m_texts.clear();
        }
        Entry entry {hash, static_cast<uint32_t>(m_texts.size()), {}, value};
        for (size_t i = 0; i < Pieces; ++i) {
            entry.sizes[i] = static_cast<uint32_t>(key[i].size());
            m_texts.append(key[i]);
        }
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
        uint32_t text; // index into m_texts
        std::array<uint32_t, Pieces> sizes;
        Value value;
    };
    /// Most slots are told from others without a look at their entry, which is seldom in the processor's cache.
    struct Slot {
        uint32_t number = 0; // of the entry, plus one; 0 is free
        uint32_t tag = 0;
    };
    static uint32_t tagOf(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }

    static uint64_t mix(uint64_t hash, uint64_t word)
    {
        hash = (hash ^ word) * 0xd6e8feb86659fd93ull;
        return hash ^ (hash >> 32);
    }
    bool equals(const Entry& entry, const Key& key) const
    {
        const char* text = m_texts.data() + entry.text;
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
        const uint64_t hash = m_entries[number - 1].hash;
        size_t at = hash & (m_slots.size() - 1);
        while (m_slots[at].number != 0)
            at = (at + 1) & (m_slots.size() - 1);
        m_slots[at] = {static_cast<uint32_t>(number), tagOf(hash)};
    }
    void grow()
    {
        m_slots.assign(m_slots.empty() ? 64 : m_slots.size() * 2, {});
        for (size_t number = 1; number <= m_entries.size(); ++number)
            place(number);
    }

    std::vector<Entry> m_entries;
    std::vector<Slot> m_slots;
    std::string m_texts; // the pieces of all entries
};

} // namespace bubblescope
