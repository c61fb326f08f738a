// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace bubblescope {

/// A property by span that has the same value for most spans. Values after the last span that differs take no memory:
/// none at all if no span differs.
template <typename T, T usual = T()> class Column {
public:
    T operator[](size_t at) const { return at < m_values.size() ? m_values[at] : usual; }
    void set(size_t at, T value)
    {
        if (at < m_values.size()) {
            m_values[at] = value;
        } else if (value != usual) {
            m_values.resize(at, usual);
            m_values.push_back(value);
        }
    }
    /// The values up to the last one that differs, possibly more.
    const std::vector<T>& stored() const { return m_values; }
    std::vector<T>& stored() { return m_values; }

private:
    std::vector<T> m_values;
};

} // namespace bubblescope
