// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hostgroups.h"

#include "rankbins.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr TimeNs clockGap = 60'000'000'000; // the ranks of one host overlap, or nearly so

void detectHosts(const FileGroup& group, const std::vector<NamedPart>& parts, std::map<int, std::string>& hosts)
{
    struct Entry {
        TimeRange range;
        int rank;
    };
    std::vector<Entry> entries;
    for (const GroupedFile& file : group) {
        const TracePart& part = parts[file.part].part;
        for (size_t i = 0; i < part.ranks.size() && i < part.ranges.size(); ++i) {
            if (!part.ranges[i].isNothing())
                entries.push_back({part.ranges[i], part.ranks[i]});
        }
    }
    std::sort(
        entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.range.begin < b.range.begin; });
    std::vector<std::vector<int>> clusters;
    TimeNs end = 0;
    for (const Entry& entry : entries) {
        if (clusters.empty() || entry.range.begin - end > clockGap) {
            clusters.emplace_back();
            end = entry.range.end;
        }
        end = std::max(end, entry.range.end);
        clusters.back().push_back(entry.rank);
    }
    for (std::vector<int>& cluster : clusters)
        std::sort(cluster.begin(), cluster.end());
    std::sort(clusters.begin(), clusters.end());
    for (size_t i = 0; i < clusters.size(); ++i) {
        for (const int rank : clusters[i])
            hosts[rank] = fmt::format("host{}", i);
    }
}

} // namespace

std::vector<FileGroup> joinHosts(std::vector<FileGroup> groups, const std::vector<NamedPart>& parts)
{
    std::map<std::string, int> hostNumbers;
    RankBins taken; // hosts are numbered from INT_MIN, below all ranks
    struct Joined {
        size_t group = 0;
        size_t ranks = 0;
        size_t world = 0;
    };
    std::vector<Joined> bins;
    std::vector<FileGroup> made;
    for (FileGroup& group : groups) {
        std::set<int> members;
        bool isNamed = true;
        for (const GroupedFile& file : group)
            members.insert(parts[file.part].part.ranks.begin(), parts[file.part].part.ranks.end());
        const size_t ranks = members.size();
        for (const GroupedFile& file : group) {
            isNamed = isNamed && !file.name.host.empty();
            const auto host = hostNumbers.try_emplace(file.name.host, static_cast<int>(hostNumbers.size())).first;
            members.insert(std::numeric_limits<int>::min() + host->second);
        }
        const size_t bin = isNamed ? taken.find(members,
                               [&](size_t candidate) {
                                   if (bins[candidate].ranks >= bins[candidate].world)
                                       taken.close(candidate);
                                   return bins[candidate].ranks + ranks <= bins[candidate].world;
                               })
                                   : bins.size();
        if (bin < bins.size()) {
            std::move(group.begin(), group.end(), std::back_inserter(made[bins[bin].group]));
            bins[bin].ranks += ranks;
            taken.put(bin, members);
        } else {
            if (const std::optional<int> world = group.front().name.layout.world; isNamed && world) {
                bins.push_back({made.size(), ranks, static_cast<size_t>(std::max(*world, 0))});
                taken.put(taken.add(), members);
            }
            made.push_back(std::move(group));
        }
    }
    return made;
}

std::map<int, std::string> hostsOf(const FileGroup& group, const std::vector<NamedPart>& parts)
{
    std::map<int, std::string> hosts;
    const bool named
        = std::any_of(group.begin(), group.end(), [](const GroupedFile& file) { return !file.name.host.empty(); });
    if (!named)
        detectHosts(group, parts, hosts);
    for (const GroupedFile& file : group) {
        const std::string& host = file.name.host;
        for (const int rank : parts[file.part].part.ranks)
            hosts.emplace(rank, named && !host.empty() ? host : "host0");
    }
    return hosts;
}

} // namespace bubblescope
