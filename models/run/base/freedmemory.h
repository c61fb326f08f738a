// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace bubblescope {

/// Returns freed memory to the system: after reading or analysing a large run, glibc retains as much as the run itself
/// takes.
inline void returnFreedMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/// Empties a container and gives up its memory, which `container = {}` and clear() would keep for more.
template <typename Container> void discard(Container& container) { container = Container(); }

/// While one lives, large blocks that are freed serve the next ones: work that is done again and again for another
/// answer spends more time on memory that is new than on anything else.
class KeptMemory {
public:
    KeptMemory()
    {
#ifdef __GLIBC__
        mallopt(M_MMAP_MAX, 0);
        mallopt(M_TRIM_THRESHOLD, -1);
#endif
    }
    ~KeptMemory()
    {
#ifdef __GLIBC__
        constexpr int usualMaps = 65536; // glibc's own
        constexpr int usualTrim = 128 << 10;
        mallopt(M_MMAP_MAX, usualMaps);
        mallopt(M_TRIM_THRESHOLD, usualTrim);
        returnFreedMemory();
#endif
    }
    KeptMemory(const KeptMemory&) = delete;
    KeptMemory& operator=(const KeptMemory&) = delete;
};

} // namespace bubblescope
