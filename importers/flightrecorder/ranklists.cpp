// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranklists.h"

#include "plainnumber.h"

#include <algorithm>

namespace bubblescope {

RankLists::List RankLists::ofText(std::string_view text)
{
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return nullptr;
    const std::lock_guard lock(m_mutex);
    const auto known = m_known.find(text);
    if (List list = known == m_known.end() ? nullptr : known->second.lock())
        return list;
    std::vector<int32_t> ranks;
    for (size_t at = 1; at + 1 < text.size();) {
        const size_t end = std::min(text.find(',', at), text.size() - 1);
        while (at < end && text[at] == ' ')
            ++at;
        const auto rank = toCount(text.substr(at, end - at), largestRank);
        if (!rank)
            return nullptr;
        ranks.push_back(*rank);
        at = end + 1;
    }
    if (m_known.size() >= m_tidyAt) {
        std::erase_if(m_known, [](const auto& entry) { return entry.second.expired(); });
        m_tidyAt = std::max<size_t>(1024, 2 * m_known.size());
    }
    List list = std::make_shared<const std::vector<int32_t>>(std::move(ranks));
    m_known.insert_or_assign(std::string(text), list);
    return list;
}

} // namespace bubblescope
