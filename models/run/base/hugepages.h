// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bubblescope {

/// Resizes a vector, new memory of which comes in large pages where the system has them: filling gigabytes in small ones
/// costs more than what they are filled with.
template <typename T> void resizeInLargePages(std::vector<T>& values, size_t count, T value = T())
{
    values.reserve(count);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr uintptr_t page = 4096;
    constexpr size_t worthWhile = size_t(8) << 20;
    if (count * sizeof(T) >= worthWhile) {
        const auto begin = (reinterpret_cast<uintptr_t>(values.data()) + page - 1) / page * page;
        const auto end = reinterpret_cast<uintptr_t>(values.data() + count) / page * page;
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE); // a wish: it may fail
    }
#endif
    values.resize(count, value);
}

} // namespace bubblescope
