// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace bubblescope {

/// A property that most spans have the same value of, by span. What lies behind the last span with another value takes
/// no memory: nothing at all where no span has one.
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
    /// The values up to the last unusual one, or some more.
    const std::vector<T>& stored() const { return m_values; }
    std::vector<T>& stored() { return m_values; }

private:
    std::vector<T> m_values;
};

} // namespace bubblescope
