// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsysranks.h"

#include "characters.h"
#include "plainnumber.h"
#include "rankvariables.h"
#include "textencoding.h"
#include "tracename.h"

#include <algorithm>
#include <set>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t mostVariables = 10'000;

} // namespace

NsysRanks::NsysRanks(SqliteFile& file, ImportReport& report) : m_report(report)
{
    SqliteRows facts = file.rows("TARGET_INFO_SYSTEM_ENV", {"name", "value"});
    while (facts.next()) {
        if (facts.text(0) == "Hostname"sv)
            m_host = toUtf8(facts.text(1).substr(0, 200));
    }
    SqliteRows settings = file.rows("META_DATA_CAPTURE", {"name", "value"});
    while (settings.next() && m_environment.size() < mostVariables) {
        if (!settings.text(0).ends_with(":ENVIRONMENT_VARIABLE"sv))
            continue;
        const std::string_view text = settings.text(1);
        const size_t equals = text.find('=');
        if (equals == std::string_view::npos)
            continue;
        std::string_view value = text.substr(equals + 1);
        if (value.size() > 1 && value.starts_with('"') && value.ends_with('"'))
            value = value.substr(1, value.size() - 2);
        m_environment.emplace(text.substr(0, equals), value.substr(0, 200));
    }
}

void NsysRanks::state(uint64_t process, int order, int32_t rank, int32_t size)
{
    if (rank < 0 || rank > largestRank)
        return;
    // The widest communicator is the job's.
    const auto [known, isNew] = m_stated.try_emplace({process, order}, Stated {rank, size});
    if (!isNew && (size > known->second.size || (size == known->second.size && rank < known->second.rank)))
        known->second = {rank, size};
}

std::optional<int> NsysRanks::variable(std::string_view name) const
{
    const auto found = m_environment.find(name);
    return found == m_environment.end() ? std::nullopt : toCount(found->second, largestRank);
}

std::optional<std::vector<int32_t>> NsysRanks::statedRanks(const std::vector<NsysUnit>& units, TracePart& part) const
{
    std::vector<int32_t> ranks;
    int32_t world = 0;
    for (size_t i = 0; i < units.size(); ++i) {
        const bool isAlone = (i == 0 || units[i - 1].process != units[i].process)
            && (i + 1 == units.size() || units[i + 1].process != units[i].process);
        int order = 0;
        while (size_t(order) < i && units[i - size_t(order) - 1].process == units[i].process)
            ++order;
        auto stated = m_stated.find({units[i].process, isAlone ? -1 : order});
        if (stated == m_stated.end() && isAlone)
            stated = m_stated.lower_bound({units[i].process, -1});
        if (stated == m_stated.end() || stated->first.first != units[i].process)
            return {};
        ranks.push_back(stated->second.rank);
        world = std::max(world, stated->second.size);
    }
    if (ranks.empty() || std::set<int32_t>(ranks.begin(), ranks.end()).size() != ranks.size())
        return {};
    if (world > *std::max_element(ranks.begin(), ranks.end()))
        part.layout.world = world;
    return ranks;
}

/// Of the only rank of a report.
std::optional<int32_t> NsysRanks::rankOfEnvironment(const std::string& fileName, TracePart& part)
{
    for (const auto& [name, size] : rankVariables) {
        const std::optional<int> rank = variable(name);
        if (!rank)
            continue;
        if (const std::optional<int> world = variable(size); world && *world > *rank)
            part.layout.world = *world;
        m_report.add(
            IssueKind::RankNotStated, std::nullopt, say("rank {} was taken from the variable {}", *rank, name));
        return *rank;
    }
    if (const std::optional<int> rank = rankOfFileName(fileName)) {
        m_report.add(IssueKind::RankNotStated, std::nullopt, say("rank {} was taken from the name", *rank));
        return *rank;
    }
    if (const std::optional<int> device = variable("CUDA_VISIBLE_DEVICES"sv)) {
        m_report.add(IssueKind::RankNotStated, std::nullopt,
            say("rank {} was taken from the variable {}", *device, "CUDA_VISIBLE_DEVICES"sv));
        return *device;
    }
    return {};
}

std::vector<int32_t> NsysRanks::settle(const std::vector<NsysUnit>& units, const std::string& fileName, TracePart& part)
{
    if (!m_host.empty())
        part.worker = WorkerName {m_host, -1};
    if (auto stated = statedRanks(units, part))
        return std::move(*stated);
    if (units.size() == 1)
        return {rankOfEnvironment(fileName, part).value_or(-1)};
    // A launcher of one process a GPU counts its nodes.
    std::optional<int> node;
    for (const std::string_view name : {"GROUP_RANK"sv, "NODE_RANK"sv, "SLURM_NODEID"sv, "SLURM_PROCID"sv})
        node = node ? node : variable(name);
    const int64_t first = int64_t(node.value_or(0)) * static_cast<int64_t>(units.size());
    std::vector<int32_t> ranks;
    for (size_t i = 0; i < units.size(); ++i) {
        const int64_t rank = first + static_cast<int64_t>(i);
        ranks.push_back(static_cast<int32_t>(rank <= largestRank ? rank : static_cast<int64_t>(i)));
    }
    part.countsRanks = !node;
    m_report.add(IssueKind::RankNotStated, std::nullopt,
        say("ranks {} to {} were numbered in the order of processes and GPUs", ranks.front(), ranks.back()));
    return ranks;
}

} // namespace bubblescope
