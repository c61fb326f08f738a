// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace bubblescope {

/// Detects records that a file contains twice, identical to the last character, because it was overwritten in part or
/// joined from copies. Times rise in most files, so only records that are not the latest need a lookup.
class RepeatedRecords {
public:
    /// True if this exact text with this time was seen before.
    bool sawTimed(TimeNs time, std::string_view text)
    {
        const size_t hash = std::hash<std::string_view>()(text);
        if (m_rising.empty() || time > m_rising.back().first) {
            m_rising.emplace_back(time, hash);
            return m_isInCopy = false;
        }
        const auto at = std::lower_bound(m_rising.begin(), m_rising.end(), std::pair(time, size_t(0)));
        m_isInCopy = (at != m_rising.end() && *at == std::pair(time, hash)) || !m_others.insert(hash).second;
        return m_isInCopy;
    }
    /// Records without a time may repeat legitimately: they count as copies only next to other copies.
    bool sawUntimed(std::string_view text)
    {
        return !m_others.insert(std::hash<std::string_view>()(text)).second && m_isInCopy;
    }

private:
    std::vector<std::pair<TimeNs, size_t>> m_rising;
    std::unordered_set<size_t> m_others;
    bool m_isInCopy = false;
};

} // namespace bubblescope
