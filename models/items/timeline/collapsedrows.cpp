// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collapsedrows.h"

#include "document.h"
#include "interleavedtrace.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr size_t ranksShownOpen = 48; // with more ranks, all start collapsed to one line each

bool change(std::set<int>& collapsed, int number, bool isCollapsed)
{
    return isCollapsed ? collapsed.insert(number).second : collapsed.erase(number) > 0;
}

/// Ranks that others represent.
std::set<int> representedRanks(const TimelineLayout::Options& options)
{
    std::set<int> represented;
    for (const auto& [representative, others] : options.alike)
        represented.insert(others.begin(), others.end());
    return represented;
}

/// As far as the lanes of its ranks allow: one line says nothing of a pair of lanes, and little of one rank's threads.
/// `shown`: how many ranks are not represented by others.
Collapse collapseToFit(const Trace& trace, size_t shown)
{
    std::map<int, int> lanes;
    int mostLanes = 0;
    for (uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.track(TrackId(t));
        if (isModelled(trace, TrackId(t)))
            return Collapse::Never;
        mostLanes = std::max(mostLanes, ++lanes[track.rank]);
    }
    if (trace.ranks().size() > 1 && shown <= mostSeenTogether)
        return Collapse::IfMostFit;
    return mostLanes <= 2 && !trace.hasThreads() ? Collapse::IfAllFit : Collapse::Never; // two: as in a modelled step
}

} // namespace

CollapsedRows::RunName CollapsedRows::nameOf(const Document& document)
{
    const RunFolder* folder = document.folder();
    const Run* opened = document.openedRun();
    // The same name with other ranks is another run, or a simulation with other stages.
    const size_t ranks = document.trace() ? document.trace()->ranks().size() : 0;
    std::string name = opened ? opened->name : std::string();
    name += '\n';
    name += std::to_string(ranks);
    if (document.showsSimulation() && document.simulation()->halves.opened)
        name += "\nlane by lane";
    return {folder ? folder->path : std::string(), name};
}

CollapsedRows::CollapsedRows(TimelineLayout::Options& options) : m_options(options) { }

void CollapsedRows::take(const RunName& name, const Trace* trace)
{
    if (name == m_shownRun && m_hasTaken)
        return;
    if (name.first != m_shownRun.first)
        m_before.clear();
    else if (m_hasTaken)
        m_before[m_shownRun] = {m_options.collapsedRanks, m_options.collapsedStages, m_ofRun};
    m_shownRun = name;
    m_followed.reset();
    m_hasTaken = trace != nullptr;
    if (!trace)
        return;
    const auto before = m_before.find(name);
    m_options.collapsedRanks = before != m_before.end() ? before->second.ranks : std::set<int>();
    m_options.collapsedStages = before != m_before.end() ? before->second.stages : std::set<int>();
    m_ofRun = before != m_before.end()
        ? before->second.ofRun
        : collapseToFit(*trace, trace->ranks().size() - representedRanks(m_options).size());
    if (before == m_before.end())
        collapseMany(*trace);
}

void CollapsedRows::collapseMany(const Trace& trace)
{
    if (trace.ranks().size() <= ranksShownOpen)
        return;
    const std::set<int> behind = representedRanks(m_options);
    const bool areFew = trace.ranks().size() - behind.size() <= ranksShownOpen;
    for (const RankInfo& rank : trace.ranks()) {
        if (!areFew || behind.count(rank.rank) > 0)
            m_options.collapsedRanks.insert(rank.rank);
    }
}

bool CollapsedRows::setRank(int rank, bool collapsed)
{
    const bool isKept = keepFitted();
    return change(m_options.collapsedRanks, rank, collapsed) || isKept;
}

bool CollapsedRows::setStage(int stage, bool collapsed) { return change(m_options.collapsedStages, stage, collapsed); }

void CollapsedRows::set(std::set<int> ranks, std::set<int> stages)
{
    keepFitted();
    m_options.collapsedRanks = std::move(ranks);
    m_options.collapsedStages = std::move(stages);
}

bool CollapsedRows::follow(const std::set<int>& ranks, const std::set<int>& stages)
{
    Followed followed {m_shownRun, ranks, stages};
    if (m_followed == followed)
        return false;
    m_followed = std::move(followed);
    if (chosenRanks() == ranks && m_options.collapsedStages == stages)
        return false;
    (m_chosen ? *m_chosen : m_options.collapsedRanks) = ranks;
    m_options.collapsedStages = stages;
    return true;
}

bool CollapsedRows::setMayCollapseToFit(bool may)
{
    if (may == m_mayCollapseToFit)
        return false;
    m_mayCollapseToFit = may;
    if (mayCollapseToFit() == Collapse::Never)
        unfit();
    return true;
}

void CollapsedRows::fit(std::set<int> ranks)
{
    if (ranks != m_options.collapsedRanks)
        m_chosen = std::exchange(m_options.collapsedRanks, std::move(ranks));
}

void CollapsedRows::fitAgain()
{
    unfit();
    m_options.collapsedRanks.clear();
    m_options.collapsedStages.clear();
    m_ofRun = Collapse::IfMostFit;
}

void CollapsedRows::unfit()
{
    if (m_chosen)
        m_options.collapsedRanks = *std::exchange(m_chosen, std::nullopt);
}

void CollapsedRows::stayAsTheyAre()
{
    keepFitted();
    m_mayCollapseToFit = false;
    m_ofRun = Collapse::Never;
}

bool CollapsedRows::keepFitted()
{
    if (!std::exchange(m_chosen, std::nullopt))
        return false;
    m_mayCollapseToFit = false;
    m_ofRun = Collapse::Never;
    return true;
}

} // namespace bubblescope
