// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Stands for some pieces of text: a hash so wide that no two keys of any input have the same.
struct SliceKey {
    uint64_t low = 0;
    uint64_t high = 0;
    bool operator==(const SliceKey&) const = default;
};

/// None for texts of more than 4 KiB, which are not worth remembering.
std::optional<SliceKey> sliceKeyOf(std::initializer_list<std::string_view> pieces);
/// The same key, of texts of any length.
SliceKey wideKeyOf(std::initializer_list<std::string_view> pieces);

/// Of a key in a hash table.
struct SliceKeyHash {
    size_t operator()(SliceKey key) const { return static_cast<size_t>(key.low); }
};

/// Caches the meaning of text slices, so that text repeated a million times is interpreted once. Bounded in count:
/// clears itself when full. A look-up allocates nothing and touches one place in memory.
template <typename Value> class SliceCache {
public:
    /// Null if the key is unknown; valid until the next insert().
    const Value* find(SliceKey key) const
    {
        if (m_slots.empty())
            return nullptr;
        const Slot& slot = m_slots[slotOf(key)];
        return slot.isTaken ? &slot.value : nullptr;
    }

    /// Fetches from memory what find() will look at.
    void prefetch(SliceKey key) const
    {
        if (!m_slots.empty())
            __builtin_prefetch(&m_slots[key.low & (m_slots.size() - 1)]);
    }

    /// The key must not exist yet.
    const Value& insert(SliceKey key, const Value& value)
    {
        if (m_count >= maximumEntries) {
            m_slots.clear();
            m_count = 0;
        }
        if (++m_count * 2 > m_slots.size())
            grow();
        Slot& slot = m_slots[slotOf(key)];
        slot = {key, true, value};
        return slot.value;
    }

private:
    static constexpr size_t maximumEntries = size_t(1) << 18;

    /// Open addressing; at least half of the slots are free.
    struct Slot {
        SliceKey key;
        bool isTaken = false;
        Value value {};
    };
    /// Where the key is, or belongs.
    size_t slotOf(SliceKey key) const
    {
        size_t at = key.low & (m_slots.size() - 1);
        while (m_slots[at].isTaken && m_slots[at].key != key)
            at = (at + 1) & (m_slots.size() - 1);
        return at;
    }
    void grow()
    {
        std::vector<Slot> former(m_slots.empty() ? 64 : m_slots.size() * 2);
        former.swap(m_slots);
        for (Slot& slot : former) {
            if (slot.isTaken)
                m_slots[slotOf(slot.key)] = std::move(slot);
        }
    }

    std::vector<Slot> m_slots; // a power of two, or none
    size_t m_count = 0;
};

} // namespace bubblescope
