// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnvector.h"

#include <cstddef>
#include <utility>

namespace bubblescope {

/// A property by span that has the same value for most spans. Values after the last span that differs take no memory:
/// none at all if no span differs.
template <typename T, T usual = T()> class Column {
public:
    Column() = default;
    explicit Column(ColumnPoolPtr pool) : m_values(std::move(pool)) { }

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
    const ColumnVector<T>& stored() const { return m_values; }
    ColumnVector<T>& stored() { return m_values; }

private:
    ColumnVector<T> m_values;
};

} // namespace bubblescope
