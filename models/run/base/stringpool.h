// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"

#include <memory>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Stores every distinct text once. Views stay valid as long as the pool lives, even if it is moved.
class StringPool
{
public:
    StringPool() = default;
    StringPool(StringPool&&) = default;
    StringPool& operator=(StringPool&&) = default;
    StringPool(const StringPool&) = delete;
    StringPool& operator=(const StringPool&) = delete;

    StringId intern(std::string_view text);
    /// The id of a text in the pool; invalid if it is not there.
    StringId find(std::string_view text) const;
    /// Empty for an invalid id.
    std::string_view text(StringId id) const { return id.value < m_texts.size() ? m_texts[id.value] : std::string_view(); }
    uint32_t size() const { return static_cast<uint32_t>(m_texts.size()); }
    size_t memoryBytes() const;

private:
    /// Open addressing; at least half of the slots are free.
    struct Slot {
        uint32_t hash = 0;
        StringId id;
    };
    /// Where the text is, or belongs.
    size_t slotOf(std::string_view text, uint32_t hash) const;
    void growSlots();
    std::string_view kept(std::string_view text);

    std::vector<std::unique_ptr<char[]>> m_blocks; // of characters: they never move
    size_t m_blockUsed = 0;                        // of the last one
    size_t m_blockSize = 0;
    size_t m_bytes = 0; // of all blocks
    std::vector<std::string_view> m_texts;
    std::vector<Slot> m_slots; // a power of two, or none
};

} // namespace bubblescope
