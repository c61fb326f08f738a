// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnvector.h"

#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace bubblescope {

/// Leaves default-constructed values uninitialised. Copies of a vector are scratch space, or changed at once: they do
/// not lie in its pool.
template <typename T> struct UninitializedAllocator : ColumnAllocator<T> {
    using propagate_on_container_copy_assignment = std::false_type;
    template <typename U> struct rebind {
        using other = UninitializedAllocator<U>;
    };
    UninitializedAllocator() = default;
    UninitializedAllocator(ColumnPoolPtr pool) noexcept // NOLINT(google-explicit-constructor)
        : ColumnAllocator<T>(std::move(pool))
    {
    }
    template <typename U>
    UninitializedAllocator(const UninitializedAllocator<U>& other) noexcept : ColumnAllocator<T>(other.pool())
    {
    }
    UninitializedAllocator select_on_container_copy_construction() const { return {}; }

    template <typename U> void construct(U* place) noexcept { ::new (static_cast<void*>(place)) U; }
    template <typename U, typename... Arguments> void construct(U* place, Arguments&&... arguments)
    {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
};

/// A vector of numbers whose resize() writes nothing: filling a large vector mostly costs the first touch of its
/// memory, which the threads that fill it share this way.
template <typename T> using RawVector = std::vector<T, UninitializedAllocator<T>>;

/// The pool of a vector.
template <typename T> ColumnPoolPtr poolOf(const RawVector<T>& values) { return values.get_allocator().pool(); }

} // namespace bubblescope
