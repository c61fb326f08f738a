// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankgroups.h"

#include <algorithm>
#include <map>
#include <set>

namespace bubblescope {

RankGroups::RankGroups(const Trace& trace, const ParallelLayout& layout)
    : m_layout(layout)
    , m_stage(trace.ranks().size(), -1)
    , m_place(trace.ranks().size(), -1)
    , m_next(trace.ranks().size(), -1)
{
    if (!placeByLayout(trace))
        placeByOrder(trace);
    if (m_stageCount < 2)
        return;
    std::map<std::pair<int, int>, int> at;
    for (size_t r = 0; r < m_stage.size(); ++r) {
        if (m_stage[r] >= 0)
            at.emplace(std::pair(m_stage[r], m_place[r]), static_cast<int>(r));
    }
    for (size_t r = 0; r < m_stage.size(); ++r) {
        const auto next = at.find({(m_stage[r] + 1) % m_stageCount, m_place[r]});
        if (m_stage[r] >= 0 && next != at.end())
            m_next[r] = next->second;
    }
}

bool RankGroups::placeByLayout(const Trace& trace)
{
    const int stages = m_layout.pipeline.value_or(0);
    const int world = m_layout.world.value_or(0);
    if (stages < 1 || world < stages || world % stages != 0)
        return false;
    const int perStage = world / stages;
    for (const RankInfo& rank : trace.ranks()) {
        if (rank.rank < 0 || rank.rank >= world || (rank.stage >= 0 && rank.stage != rank.rank / perStage))
            return false;
    }
    m_stageCount = stages;
    m_ranksPerStage = perStage;
    for (size_t r = 0; r < m_stage.size(); ++r) {
        m_stage[r] = trace.ranks()[r].rank / perStage;
        m_place[r] = trace.ranks()[r].rank % perStage;
    }
    return true;
}

void RankGroups::placeByOrder(const Trace& trace)
{
    std::map<int, std::vector<size_t>> byStage; // ranks are sorted, so each list is, too
    for (size_t r = 0; r < m_stage.size(); ++r) {
        m_stage[r] = trace.ranks()[r].stage;
        if (m_stage[r] >= 0)
            byStage[m_stage[r]].push_back(r);
    }
    if (byStage.empty())
        return;
    m_stageCount = std::max(byStage.rbegin()->first + 1, m_layout.pipeline.value_or(0));
    std::set<size_t> sizes;
    for (const auto& [stage, ranks] : byStage) {
        sizes.insert(ranks.size());
        m_ranksPerStage = std::max(m_ranksPerStage, static_cast<int>(ranks.size()));
    }
    for (const auto& [stage, ranks] : byStage) {
        const int32_t first = trace.ranks()[ranks.front()].rank;
        for (size_t i = 0; i < ranks.size(); ++i) {
            // If ranks are missing, the distance from the first rank of the stage is the better guess.
            m_place[ranks[i]] = sizes.size() == 1 ? static_cast<int>(i) : trace.ranks()[ranks[i]].rank - first;
        }
    }
}

int64_t RankGroups::group(size_t rank, Category kind) const
{
    const int64_t place = m_place[rank];
    if (place < 0)
        return -1;
    const auto size = [](std::optional<int> parallel) -> int64_t { return std::max(parallel.value_or(0), 0); };
    const int64_t tensor = size(m_layout.tensor);
    const int64_t context = std::max<int64_t>(size(m_layout.context), 1);
    const int64_t expert = size(m_layout.expert);
    // Keeps places of different stages apart.
    const int64_t base = int64_t(m_stage[rank]) << 32;
    switch (kind) {
    case Category::TensorComm:
        return tensor > 0 ? base + place / tensor : -1;
    case Category::ContextComm:
        return tensor > 0 ? base + place / (tensor * context) * tensor + place % tensor : -1;
    case Category::DataComm:
        return tensor > 0 ? base + place % tensor : -1;
    case Category::ExpertComm:
        return tensor > 0 && expert > 0 ? base + place / (tensor * expert) * tensor + place % tensor : -1;
    case Category::ExpertDataComm:
        return tensor > 0 && expert > 0 ? base + place % (tensor * expert) : -1;
    case Category::EmbeddingComm:
        return m_stage[rank] == 0 || m_stage[rank] + 1 == m_stageCount ? place : -1;
    default:
        return -1;
    }
}

int64_t RankGroups::modelReplica(size_t rank) const
{
    const int tensor = m_layout.tensor.value_or(0);
    const int context = std::max(m_layout.context.value_or(0), 1);
    return m_place[rank] >= 0 && tensor > 0 ? m_place[rank] / (tensor * context) : -1;
}

} // namespace bubblescope
