// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "machinecores.h"

#include "controlgroups.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#ifdef __GLIBC__
#include <sched.h>
#endif

namespace bubblescope {

namespace {
/// µs of processor time in each period; both 0 for no limit: "max" is no number, and -1 none of a limit.
struct Quota {
    int64_t time = 0;
    int64_t period = 0;
};

Quota quotaIn(const std::string& folder)
{
    Quota quota;
    if (std::ifstream(folder + "/cpu.max") >> quota.time >> quota.period)
        return quota;
    quota = {};
    if (std::ifstream(folder + "/cpu.cfs_quota_us") >> quota.time
        && std::ifstream(folder + "/cpu.cfs_period_us") >> quota.period)
        return quota;
    return {};
}

unsigned allowedCores()
{
#ifdef __GLIBC__
    constexpr size_t most = 1 << 16;
    for (size_t size = CPU_SETSIZE; size <= most; size *= 2) { // the kernel wants room for all that it can have
        std::vector<cpu_set_t> cores(size / CPU_SETSIZE);
        const size_t bytes = cores.size() * sizeof(cpu_set_t);
        if (sched_getaffinity(0, bytes, cores.data()) == 0)
            return unsigned(std::max(CPU_COUNT_S(bytes, cores.data()), 1));
    }
#endif
    return std::max(std::thread::hardware_concurrency(), 1u);
}
} // namespace

unsigned containerCores(std::string_view root, std::string_view groups)
{
    unsigned least = 0;
    forEachControlGroup(root, groups, "cpu", [&least](const std::string& folder) {
        const Quota quota = quotaIn(folder);
        if (quota.time <= 0 || quota.period <= 0)
            return;
        const double cores = std::min(std::ceil(double(quota.time) / double(quota.period)), 1e6);
        least = least > 0 ? std::min(least, unsigned(cores)) : unsigned(cores);
    });
    return least;
}

unsigned availableCores()
{
    static const unsigned cores = [] {
        const unsigned allowed = allowedCores();
        const unsigned busy = containerCores("/sys/fs/cgroup", ownControlGroups());
        return busy > 0 ? std::min(allowed, busy) : allowed;
    }();
    return cores;
}

} // namespace bubblescope
