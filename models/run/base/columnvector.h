// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnpool.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace bubblescope {

/// Takes what is a page or more from a pool, which goes along with copies, moves and swaps; without one, everything
/// from plain memory, where sanitizers watch it.
template <typename T> class ColumnAllocator {
public:
    using value_type = T;
    using propagate_on_container_copy_assignment = std::true_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    using is_always_equal = std::false_type;

    ColumnAllocator() = default;
    ColumnAllocator(ColumnPoolPtr pool) noexcept : m_pool(std::move(pool)) { } // NOLINT(google-explicit-constructor)
    template <typename U> ColumnAllocator(const ColumnAllocator<U>& other) noexcept : m_pool(other.pool()) { }
    // A vector that was moved from keeps its allocator, so that there is no moving.
    ColumnAllocator(const ColumnAllocator&) = default;
    ColumnAllocator& operator=(const ColumnAllocator&) = default;
    ~ColumnAllocator() = default;

    const ColumnPoolPtr& pool() const { return m_pool; }

    T* allocate(size_t count)
    {
        if (count > std::numeric_limits<size_t>::max() / sizeof(T))
            throw std::bad_array_new_length();
        if (m_pool && count * sizeof(T) >= ColumnPool::leastBlock) {
            if (void* const block = m_pool->allocate(count * sizeof(T)))
                return static_cast<T*>(block);
        }
        return std::allocator<T>().allocate(count);
    }
    void deallocate(T* block, size_t count) noexcept
    {
        if (!m_pool || count * sizeof(T) < ColumnPool::leastBlock || !m_pool->free(block, count * sizeof(T)))
            std::allocator<T>().deallocate(block, count);
    }
    template <typename U> bool operator==(const ColumnAllocator<U>& other) const { return m_pool == other.pool(); }

private:
    ColumnPoolPtr m_pool;
};

/// A value for each of many spans, in the pool of the run that they are of.
template <typename T> using ColumnVector = std::vector<T, ColumnAllocator<T>>;

/// The pool of a vector.
template <typename T> ColumnPoolPtr poolOf(const ColumnVector<T>& values) { return values.get_allocator().pool(); }

} // namespace bubblescope
