// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "otherprocessor.h"

#ifdef __GLIBC__
#include <pthread.h>
#include <sched.h>
#endif

namespace bubblescope {

void moveToOtherProcessor([[maybe_unused]] std::thread& thread)
{
#ifdef __GLIBC__
    cpu_set_t allowed;
    const int own = sched_getcpu();
    if (own < 0 || own >= CPU_SETSIZE || pthread_getaffinity_np(pthread_self(), sizeof allowed, &allowed) != 0)
        return;
    cpu_set_t others = allowed;
    CPU_CLR(size_t(own), &others);
    if (CPU_COUNT(&others) > 0 && pthread_setaffinity_np(thread.native_handle(), sizeof others, &others) == 0)
        pthread_setaffinity_np(thread.native_handle(), sizeof allowed, &allowed);
#endif
}

} // namespace bubblescope
