// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankgroups.h"

#include "statedcollectives.h"

#include "waiting.h"

#include <algorithm>
#include <cstdlib>
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
    std::map<int, std::vector<size_t>> byStage; // ranks are sorted, so each list is
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
            // With ranks missing the distance from the first of the stage is the better guess.
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
    // Places of one stage stay apart from those of the next.
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

namespace {

/// Members of one collective end together, whatever their clocks' distance: half of the ends at least lie that close.
bool endTogether(const Trace& trace, const std::vector<const std::vector<SpanId>*>& sequences)
{
    constexpr TimeNs closeEnds = 100'000;
    const std::vector<SpanId>& first = *sequences.front();
    std::vector<TimeNs> distances(first.size());
    const auto middle = distances.begin() + static_cast<ptrdiff_t>(distances.size() / 2);
    for (const std::vector<SpanId>* sequence : sequences) {
        for (size_t k = 0; k < first.size(); ++k)
            distances[k] = trace.end((*sequence)[k]) - trace.end(first[k]);
        std::nth_element(distances.begin(), middle, distances.end());
        // One or two cannot tell a clock's distance from another group's time.
        const TimeNs offset = first.size() < 3 ? 0 : *middle;
        for (TimeNs& distance : distances)
            distance = std::abs(distance - offset);
        std::nth_element(distances.begin(), middle, distances.end());
        if (distances.empty() || *middle > closeEnds)
            return false;
    }
    return true;
}

} // namespace

bool namesProcessGroup(const Trace& trace, const Track& track)
{
    return track.lane == Lane::Communication && track.rank >= 0
        && (track.group == Category::OtherComm || trace.strings().text(track.name).ends_with(')'));
}

Collectives matchCollectives(const Trace& trace, const ParallelLayout& layout, SpanId memberOf)
{
    const RankGroups groups(trace, layout);
    std::map<int32_t, size_t> rankIndex;
    for (size_t r = 0; r < trace.ranks().size(); ++r)
        rankIndex.emplace(trace.ranks()[r].rank, r);

    // Where the layout does not tell, lanes named after a process group (or after nothing known) are taken for those of
    // one; whether it is so is checked below.
    constexpr int64_t firstNamed = int64_t(1) << 62;
    const auto groupOf = [&](size_t rank, const Track& track, Category kind) -> int64_t {
        const int64_t known = groups.group(rank, kind);
        if (known >= 0 || !namesProcessGroup(trace, track))
            return known;
        return firstNamed + track.name.value;
    };

    const bool isForOne = memberOf.isValid();
    if (isForOne && statesCollective(trace, memberOf))
        return matchStatedCollectives(trace, memberOf).matched;
    const Category onlyCategory = isForOne ? trace.category(memberOf) : Category::Other;
    int64_t onlyGroup = -1;
    if (isForOne) {
        const Track& track = trace.track(trace.track(memberOf));
        const auto rank = rankIndex.find(track.rank);
        onlyGroup = rank != rankIndex.end() ? groupOf(rank->second, track, onlyCategory) : -1;
        if (onlyGroup < 0)
            return {};
    }

    using Sequence = std::vector<SpanId>;
    struct Group {
        std::map<size_t, Sequence> members;
    };
    std::map<std::pair<Category, int64_t>, Group> all;
    for (const Row& row : trace.rows()) {
        const Track& track = trace.track(row.track);
        const auto rank = rankIndex.find(track.rank);
        if (rank == rankIndex.end() || track.lane == Lane::Stream || row.kind == Row::Kind::FusedLegs)
            continue;
        if (isForOne && groupOf(rank->second, track, onlyCategory) != onlyGroup)
            continue;
        std::array<Sequence*, categoryCount> sequences {};
        std::array<bool, categoryCount> known {};
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const SpanId span(i);
            if (!isCollective(trace.operation(span))
                || trace.hasFlag(span, SpanFlag::launchOnly | SpanFlag::notMeasured)
                || (isForOne && trace.category(span) != onlyCategory) || statesCollective(trace, span))
                continue;
            const auto kind = static_cast<size_t>(trace.category(span));
            if (!known[kind]) {
                known[kind] = true;
                const int64_t group = groupOf(rank->second, track, trace.category(span));
                if (group >= 0)
                    sequences[kind] = &all[{trace.category(span), group}].members[rank->second];
            }
            if (sequences[kind])
                sequences[kind]->push_back(span);
        }
    }

    Collectives result = isForOne ? Collectives() : matchStatedCollectives(trace).matched;
    for (auto& [key, group] : all) {
        if (group.members.size() < 2)
            continue;
        const auto byTime
            = [&](SpanId a, SpanId b) { return std::pair(trace.begin(a), a) < std::pair(trace.begin(b), b); };
        std::vector<const Sequence*> sequences;
        for (auto& [rank, sequence] : group.members) {
            if (!std::is_sorted(sequence.begin(), sequence.end(), byTime))
                std::sort(sequence.begin(), sequence.end(), byTime);
            sequences.push_back(&sequence);
        }
        const Sequence& first = *sequences.front();
        const bool agree = std::all_of(sequences.begin(), sequences.end(), [&](const Sequence* s) {
            return std::equal(s->begin(), s->end(), first.begin(), first.end(),
                [&](SpanId a, SpanId b) { return trace.operation(a) == trace.operation(b); });
        });
        if (agree && key.second >= firstNamed && !endTogether(trace, sequences))
            continue;
        for (size_t k = 0; agree && k < first.size(); ++k) {
            const bool isAsked = !isForOne
                || std::any_of(sequences.begin(), sequences.end(),
                    [&](const Sequence* sequence) { return (*sequence)[k] == memberOf; });
            if (!isAsked)
                continue;
            result.instances.push_back(
                {static_cast<uint32_t>(result.members.size()), static_cast<uint32_t>(sequences.size())});
            for (const Sequence* sequence : sequences)
                result.members.push_back((*sequence)[k]);
        }
    }
    return result;
}

Collectives matchOptimizerSteps(const Trace& trace, const ParallelLayout& layout)
{
    const RankGroups groups(trace, layout);
    std::map<int32_t, std::vector<SpanId>> ofRank;
    for (const Row& row : trace.rows()) {
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            if (trace.operation(SpanId(i)) == Operation::OptimizerStep && !trace.parent(SpanId(i)).isValid())
                ofRank[trace.track(row.track).rank].push_back(SpanId(i));
        }
    }
    std::map<std::pair<int64_t, size_t>, std::vector<SpanId>> meetings; // replica, occurrence
    for (size_t r = 0; r < trace.ranks().size(); ++r) {
        const int64_t replica = groups.modelReplica(r);
        const auto found = ofRank.find(trace.ranks()[r].rank);
        if (replica < 0 || found == ofRank.end())
            continue;
        std::vector<SpanId>& spans = found->second;
        std::sort(spans.begin(), spans.end(), [&](SpanId a, SpanId b) { return trace.begin(a) < trace.begin(b); });
        for (size_t k = 0; k < spans.size(); ++k)
            meetings[{replica, k}].push_back(spans[k]);
    }
    Collectives result;
    std::vector<TimeNs> ends;
    for (const auto& [key, members] : meetings) {
        if (members.size() < 2)
            continue;
        ends.clear();
        TimeNs lastBegin = trace.begin(members.front());
        for (const SpanId member : members) {
            ends.push_back(trace.end(member));
            lastBegin = std::max(lastBegin, trace.begin(member));
        }
        std::sort(ends.begin(), ends.end());
        bool together = false;
        for (size_t i = 0; i + ends.size() / 2 < ends.size(); ++i)
            together = together || ends[i + ends.size() / 2] - ends[i] <= largestEndSpread;
        if (!together || ends.front() < lastBegin)
            continue;
        result.instances.push_back(
            {static_cast<uint32_t>(result.members.size()), static_cast<uint32_t>(members.size())});
        result.members.insert(result.members.end(), members.begin(), members.end());
    }
    return result;
}

} // namespace bubblescope
