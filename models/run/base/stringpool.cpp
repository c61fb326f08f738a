// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringpool.h"

namespace bubblescope {

StringId StringPool::intern(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end())
        return found->second;
    m_storage.emplace_back(text);
    const StringId id(size());
    m_texts.push_back(m_storage.back());
    m_ids.emplace(m_texts.back(), id);
    return id;
}

StringId StringPool::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? StringId() : found->second;
}

size_t StringPool::memoryBytes() const
{
    size_t bytes = m_texts.capacity() * sizeof(std::string_view);
    for (const std::string& text : m_storage)
        bytes += sizeof(std::string) + (text.capacity() > 15 ? text.capacity() + 1 : 0);
    return bytes + m_ids.size() * (sizeof(std::string_view) + sizeof(StringId) + 2 * sizeof(void*));
}

} // namespace bubblescope
