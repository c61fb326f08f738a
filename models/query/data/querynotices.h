// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace bubblescope {

/// What answers leave out, and why: printed beside each of them. Any thread.
class QueryNotices {
public:
    /// Each is kept once.
    void add(const Message& notice)
    {
        const std::lock_guard lock(m_mutex);
        const auto isSame = [&](const Message& known) { return known.text() == notice.text(); };
        if (std::none_of(m_all.begin(), m_all.end(), isSame))
            m_all.push_back(notice);
    }
    std::vector<Message> all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_all;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<Message> m_all;
};

} // namespace bubblescope
