// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// What a plane defines by number. Writers count from 1, so nearly all are found without a search; other numbers are
/// allowed. What was not defined is T().
template <typename T> class NumberTable {
public:
    T& operator[](uint64_t number)
    {
        if (number >= nearCount)
            return m_far[number];
        if (number >= m_near.size())
            m_near.resize(number + 1);
        return m_near[number];
    }
    /// Valid until the next change.
    const T& of(uint64_t number) const
    {
        static const T none {};
        if (number < m_near.size())
            return m_near[number];
        const auto found = number < nearCount ? m_far.end() : m_far.find(number);
        return found == m_far.end() ? none : found->second;
    }
    /// visit(number, thing), also of numbers between that were not defined.
    template <typename Visit> void forEach(const Visit& visit) const
    {
        for (uint64_t number = 0; number < m_near.size(); ++number)
            visit(number, m_near[number]);
        for (const auto& [number, thing] : m_far)
            visit(number, thing);
    }

private:
    static constexpr uint64_t nearCount = 65'536;
    std::vector<T> m_near;
    std::unordered_map<uint64_t, T> m_far;
};

} // namespace bubblescope
