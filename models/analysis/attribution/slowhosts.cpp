// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slowhosts.h"

#include "median.h"

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

constexpr double nearlyAllRanks = 0.8; // of a host
constexpr size_t fewestSlowRanks = 2;
constexpr double aboutAsSlow = 0.8; // of what the slowest of a fault computes longer

} // namespace

std::vector<SlowHosts> findSlowHosts(std::span<const PacedRank> ranks)
{
    struct Host {
        size_t ranks = 0;
        std::vector<double> slow {};
    };
    std::map<int, Host> hosts;
    for (const PacedRank& rank : ranks) {
        Host& host = hosts[rank.host];
        ++host.ranks;
        if (rank.isSlow)
            host.slow.push_back(rank.factor);
    }
    std::vector<SlowHosts> single;
    for (auto& [number, host] : hosts) {
        if (hosts.size() >= 2 && host.slow.size() >= fewestSlowRanks
            && double(host.slow.size()) >= nearlyAllRanks * double(host.ranks))
            single.push_back({{number}, medianOf(host.slow)});
    }
    std::stable_sort(
        single.begin(), single.end(), [](const SlowHosts& a, const SlowHosts& b) { return a.factor > b.factor; });
    std::vector<SlowHosts> faults;
    for (SlowHosts& host : single) {
        if (!faults.empty() && host.factor - 1 >= aboutAsSlow * (faults.back().factor - 1))
            faults.back().hosts.push_back(host.hosts.front());
        else
            faults.push_back(std::move(host));
    }
    for (SlowHosts& fault : faults)
        std::sort(fault.hosts.begin(), fault.hosts.end());
    return faults;
}

} // namespace bubblescope
