// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankorder.h"

#include <algorithm>
#include <span>
#include <utility>

namespace bubblescope {

RankOrder::RankOrder(TimelineLayout::Options& options) : m_options(options) { }

void RankOrder::take(const CollapsedRows::RunName& name)
{
    if (name == m_shownRun)
        return;
    if (name.first != m_shownRun.first)
        m_before.clear();
    else
        m_before[m_shownRun] = m_options.order;
    m_shownRun = name;
    const auto before = m_before.find(name);
    m_options.order = before != m_before.end() ? before->second : std::vector<int>();
}

bool RankOrder::set(std::vector<int> order)
{
    if (order == m_options.order)
        return false;
    m_options.order = std::move(order);
    return true;
}

TimelineLayout RankOrder::all(const Trace& trace) const
{
    TimelineLayout::Options whole;
    whole.sort = m_options.sort;
    whole.busyByRank = m_options.busyByRank;
    whole.outliers = m_options.outliers;
    whole.order = m_options.order;
    return TimelineLayout(trace, whole);
}

std::vector<int> RankOrder::withRank(const Trace& trace, int rank, std::optional<int> before) const
{
    const TimelineLayout layout = all(trace);
    const auto& blocks = layout.blocks();
    const auto moved = std::ranges::find(blocks, rank, &RankBlock::rank);
    if (moved == blocks.end() || before == rank)
        return {};
    std::vector<int> order;
    for (size_t i = 0; i < blocks.size(); ++i) {
        const bool isOfStage = blocks[i].stage == moved->stage;
        if (isOfStage && blocks[i].rank == before)
            order.push_back(rank);
        if (blocks[i].rank != rank)
            order.push_back(blocks[i].rank);
        const bool endsStage = isOfStage && (i + 1 == blocks.size() || blocks[i + 1].stage != moved->stage);
        if (endsStage && !before)
            order.push_back(rank);
    }
    return order.size() == blocks.size() ? order : std::vector<int>(); // else `before` is of another stage
}

std::vector<int> RankOrder::withStage(const Trace& trace, int stage, std::optional<int> before) const
{
    const TimelineLayout layout = all(trace);
    const auto& stages = layout.stages();
    const auto moved = std::ranges::find(stages, stage, &StageGroup::stage);
    if (moved == stages.end() || before == stage)
        return {};
    std::vector<int> order;
    const auto add = [&](const StageGroup& group) {
        for (const RankBlock& block : std::span(layout.blocks()).subspan(group.firstBlock, group.blockCount))
            order.push_back(block.rank);
    };
    for (const StageGroup& group : stages) {
        if (group.stage == before)
            add(*moved);
        if (group.stage != stage)
            add(group);
    }
    if (!before)
        add(*moved);
    return order.size() == layout.blocks().size() ? order : std::vector<int>();
}

} // namespace bubblescope
