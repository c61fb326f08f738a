// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
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
    std::deque<std::string> m_storage; // elements of a deque never move
    std::vector<std::string_view> m_texts;
    std::unordered_map<std::string_view, StringId> m_ids;
};

} // namespace bubblescope
