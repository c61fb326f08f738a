// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace bubblescope {

/// A copy-on-write value: copying is cheap, whatever the size. Must not be read after it was moved
/// from.
template <typename T> class Shared {
public:
    Shared() : m_value(std::make_shared<T>()) { }
    Shared& operator=(T&& value)
    {
        m_value = std::make_shared<T>(std::move(value));
        return *this;
    }

    const T& operator*() const { return *m_value; }
    const T* operator->() const { return m_value.get(); }
    /// True if they share one value: says nothing of two equal ones.
    bool isSameAs(const Shared& other) const { return m_value == other.m_value; }
    decltype(auto) operator[](size_t at) const { return std::as_const(*m_value)[at]; }

    /// Access for changes; copies the value first if there are other owners. A value that cannot be copied must have
    /// none. Not while other threads copy this object.
    T& edit()
    {
        if constexpr (std::is_copy_constructible_v<T>) {
            if (m_value.use_count() > 1)
                m_value = std::make_shared<T>(*m_value);
        }
        return *m_value;
    }

private:
    std::shared_ptr<T> m_value;
};

} // namespace bubblescope
