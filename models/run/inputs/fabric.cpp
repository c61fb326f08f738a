// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fabric.h"

#include "characters.h"
#include "median.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace bubblescope {

namespace {

using ProcessKey = std::pair<std::string_view, int64_t>;

/// The digits from there on, without zeros before them.
std::string_view numberFrom(std::string_view text, size_t& at)
{
    while (at < text.size() && text[at] == '0')
        ++at;
    const size_t begin = at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return text.substr(begin, at - begin);
}

/// node2 before node10.
bool isHostBefore(std::string_view a, std::string_view b)
{
    size_t i = 0;
    size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const std::string_view first = numberFrom(a, i);
            const std::string_view second = numberFrom(b, j);
            if (first != second)
                return first.size() != second.size() ? first.size() < second.size() : first < second;
        } else if (a[i] != b[j]) {
            return a[i] < b[j];
        } else {
            ++i;
            ++j;
        }
    }
    const bool isOver = i == a.size();
    return isOver != (j == b.size()) ? isOver : a < b;
}

struct IsProcessBefore {
    bool operator()(const ProcessKey& a, const ProcessKey& b) const
    {
        return a.first != b.first ? isHostBefore(a.first, b.first) : a.second < b.second;
    }
};

std::vector<Fabric::Process> processesOf(std::span<const CommunicatorLog> logs)
{
    std::set<ProcessKey, IsProcessBefore> known;
    for (const CommunicatorLog& log : logs)
        known.emplace(log.host, log.process);
    std::vector<Fabric::Process> processes;
    for (const auto& [host, id] : known) {
        const bool isFirst = processes.empty() || processes.back().host != host;
        processes.push_back({std::string(host), id, isFirst ? 0 : processes.back().place + 1, -1});
    }
    return processes;
}

/// Operations of one group, gathered from its members.
class GroupMeasures {
public:
    GroupMeasures(Fabric& fabric, uint32_t group)
        : m_speeds(fabric.speeds), m_group(group), m_members(fabric.groups[group])
    {
    }
    void add(const CommunicatorLog& log)
    {
        for (const CommunicatorLog::Measured& one : log.measured) {
            if (isPointToPoint(one.operation))
                addMessage(log.rank, one);
            else
                m_collectives.push_back(&one);
        }
    }
    void finish()
    {
        takeCollectives();
        for (auto& [key, ends] : m_messages) {
            const auto& [from, to, bytes] = key;
            Fabric::Speed speed {m_group, Operation::SendForward, from, to, bytes, 0, 0};
            for (std::vector<double>& times : ends) {
                if (times.empty())
                    continue;
                const auto quarter = times.begin() + std::ptrdiff_t(times.size() / 4);
                std::nth_element(times.begin(), quarter, times.end());
                speed.ns = speed.ns > 0 ? std::min(speed.ns, *quarter) : *quarter;
                speed.count = std::max(speed.count, uint32_t(times.size()));
            }
            m_speeds.push_back(speed);
        }
    }

private:
    void addMessage(int32_t rank, const CommunicatorLog::Measured& one)
    {
        const bool sends = isSend(one.operation);
        const uint32_t own = m_members.member(rank);
        const uint32_t other = m_members.member(one.peer);
        if (other == Fabric::none)
            return;
        m_messages[{sends ? own : other, sends ? other : own, one.bytes}][sends ? 0 : 1].push_back(one.ns);
    }
    void takeCollectives()
    {
        const auto keyOf = [](const auto* one) { return std::tuple(one->operation, one->bytes, one->number, one->ns); };
        std::sort(m_collectives.begin(), m_collectives.end(),
            [&](const auto* a, const auto* b) { return keyOf(a) < keyOf(b); });
        std::vector<double> times;
        for (size_t i = 0; i < m_collectives.size(); ++i) {
            const CommunicatorLog::Measured& one = *m_collectives[i];
            const auto isAlike = [&one](const CommunicatorLog::Measured& other) {
                return other.operation == one.operation && other.bytes == one.bytes;
            };
            // The shortest of each number comes first.
            if (times.empty() || m_collectives[i - 1]->number != one.number)
                times.push_back(one.ns);
            if (i + 1 < m_collectives.size() && isAlike(*m_collectives[i + 1]))
                continue;
            const auto count = uint32_t(times.size());
            m_speeds.push_back({m_group, one.operation, Fabric::none, Fabric::none, one.bytes, count, medianOf(times)});
            times.clear();
        }
    }

    std::vector<Fabric::Speed>& m_speeds;
    uint32_t m_group;
    const Fabric::Group& m_members;
    std::vector<const CommunicatorLog::Measured*> m_collectives;
    std::map<std::tuple<uint32_t, uint32_t, double>, std::array<std::vector<double>, 2>> m_messages;
};

/// The ranks of the job, where a communicator holds all of it.
void numberProcesses(Fabric& fabric)
{
    const auto holdsAll = [&](const Fabric::Group& group) {
        return size_t(group.ranks) == fabric.processes.size() && group.members.size() == fabric.processes.size()
            && std::set<uint32_t>(group.members.begin(), group.members.end()).size() == group.members.size();
    };
    const auto whole = std::find_if(fabric.groups.begin(), fabric.groups.end(), holdsAll);
    for (size_t i = 0; whole != fabric.groups.end() && i < whole->members.size(); ++i)
        fabric.processes[whole->members[i]].rank = int32_t(i);
}

} // namespace

uint32_t Fabric::Group::member(int32_t rank) const
{
    const auto found = std::lower_bound(read.begin(), read.end(), rank);
    return found != read.end() && *found == rank ? members[size_t(found - read.begin())] : none;
}

Fabric fabricOf(std::span<const CommunicatorLog> logs)
{
    Fabric fabric;
    fabric.processes = processesOf(logs);
    std::map<ProcessKey, uint32_t> indexes;
    for (uint32_t i = 0; i < fabric.processes.size(); ++i)
        indexes.emplace(ProcessKey {fabric.processes[i].host, fabric.processes[i].id}, i);
    // What a name and a size would not tell apart, the id does.
    std::map<std::pair<std::string_view, int32_t>, std::vector<const CommunicatorLog*>> byGroup;
    for (const CommunicatorLog& log : logs) {
        if (log.rank >= 0 && log.rank < log.ranks && log.ranks <= Fabric::mostRanks)
            byGroup[{log.id, log.ranks}].push_back(&log);
    }
    using OfGroup = std::pair<Fabric::Group, const std::vector<const CommunicatorLog*>*>;
    std::vector<OfGroup> ordered;
    for (auto& [key, ofGroup] : byGroup) {
        std::stable_sort(ofGroup.begin(), ofGroup.end(),
            [](const CommunicatorLog* a, const CommunicatorLog* b) { return a->rank < b->rank; });
        const CommunicatorLog& first = *ofGroup.front();
        Fabric::Group group {first.id, first.name, first.ranks, first.nodes, {}, {}};
        for (const CommunicatorLog* log : ofGroup) {
            if (!group.read.empty() && group.read.back() == log->rank)
                continue;
            group.read.push_back(log->rank);
            group.members.push_back(indexes.at({log->host, log->process}));
        }
        ordered.emplace_back(std::move(group), &ofGroup);
    }
    std::stable_sort(ordered.begin(), ordered.end(),
        [](const OfGroup& a, const OfGroup& b) { return a.first.members < b.first.members; });
    for (auto& [group, ofGroup] : ordered) {
        fabric.groups.push_back(std::move(group));
        GroupMeasures measures(fabric, uint32_t(fabric.groups.size() - 1));
        for (const CommunicatorLog* log : *ofGroup)
            measures.add(*log);
        measures.finish();
    }
    numberProcesses(fabric);
    return fabric;
}

std::vector<BandwidthCurve> curvesOf(const Fabric& fabric)
{
    // By collective, ranks, and the most of them on a node.
    std::map<std::tuple<Operation, int, int>, std::map<double, std::vector<double>>> shapes;
    for (const Fabric::Speed& speed : fabric.speeds) {
        const Fabric::Group& group = fabric.groups[speed.group];
        const int ranks = group.ranks;
        if (speed.isMessage() || !isCollective(speed.operation) || ranks < 2)
            continue;
        // Where the log of its last member may be missing, the others say how long they waited for it as well.
        if (group.members.size() != size_t(ranks))
            continue;
        const int perNode = (ranks + group.nodes - 1) / group.nodes;
        shapes[{speed.operation, ranks, perNode}][speed.bytes].push_back(speed.ns);
    }
    std::vector<BandwidthCurve> curves;
    for (auto& [shape, sizes] : shapes) {
        BandwidthCurve curve;
        std::tie(curve.operation, curve.ranks, curve.ranksPerNode) = shape;
        curve.name = fmt::format("{} of {} ranks, measured by the job", operationName(curve.operation), curve.ranks);
        curve.isOfJob = true;
        for (auto& [bytes, times] : sizes)
            curve.points.push_back({bytes, medianOf(times)});
        curves.push_back(std::move(curve));
    }
    return curves;
}

} // namespace bubblescope
