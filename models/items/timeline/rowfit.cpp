// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowfit.h"

#include "levelofdetail.h"

#include <algorithm>
#include <limits>
#include <set>

namespace bubblescope {

namespace {

constexpr double rareShare = 0.005;       // of the time of the run
constexpr size_t mostFittedTracks = 400;  // in sight; with more, nobody expects to see all of them
constexpr size_t mostOpenedTracks = 2000; // the same, of groups that were opened
constexpr size_t mostLaidOut = 20'000;    // each try of a height goes over all of them
constexpr double tallestRow = 38;
constexpr double tallestLine = 30;  // of a collapsed rank
constexpr double lowestRow = 12;    // its labels can still be read
constexpr double lowestPacked = 11; // a line of packedRow pixels
constexpr double mostScrolled = 3;  // lines of ranks are worth it while a third of them is in sight

std::vector<double> heightsBetween(double tallest, double lowest, double step = 1)
{
    std::vector<double> heights;
    for (double height = tallest; height >= lowest; height -= step)
        heights.push_back(height);
    return heights;
}

/// Ranks without those that others stand for, which take no room: heights are tried without them. Empty for all.
std::set<int> standingRanks(const Trace& trace, const TimelineLayout::Options& options)
{
    std::set<int> standing;
    if (options.alike.empty())
        return standing;
    std::set<int> behind;
    for (const auto& [representative, others] : options.alike) {
        if (options.openedAlike.count(representative) == 0)
            behind.insert(others.begin(), others.end());
    }
    for (const RankInfo& rank : trace.ranks()) {
        if (behind.count(rank.rank) == 0 && (options.onlyRanks.empty() || options.onlyRanks.count(rank.rank) > 0))
            standing.insert(rank.rank);
    }
    return standing;
}

/// The tallest open rank and how much all others lack of it.
struct Unevenness {
    double tallest = 0;
    double lack = 0; ///< of all together; 0 if they stay as they are
};

Unevenness unevenness(const TimelineLayout& layout)
{
    constexpr double mostFilled = 1.5; // of the lowest one: more of it would be empty than a lane or two
    Unevenness found;
    double lowest = std::numeric_limits<double>::infinity();
    double sum = 0;
    size_t count = 0;
    for (const RankBlock& block : layout.blocks()) {
        const double height = block.lanesBottom - block.top;
        if (block.isCollapsed || height <= 0)
            continue;
        found.tallest = std::max(found.tallest, height);
        lowest = std::min(lowest, height);
        sum += height;
        ++count;
    }
    if (count > 1 && found.tallest <= mostFilled * lowest)
        found.lack = double(count) * found.tallest - sum;
    return found;
}

bool standTooMany(const Trace& trace, const std::set<int>& standing, bool areOpened)
{
    const auto tracks = trace.tracks();
    if (standing.empty())
        return tracks.size() > (trace.ranks().size() <= mostSeenTogether ? mostOpenedTracks : mostFittedTracks);
    const auto stands = [&standing](const Track& track) { return standing.count(track.rank) > 0; };
    return size_t(std::count_if(tracks.begin(), tracks.end(), stands))
        > (areOpened ? mostOpenedTracks : mostFittedTracks);
}

} // namespace

std::vector<bool> rareLanes(const Trace& trace, const LevelOfDetail& detail)
{
    std::vector<bool> rare(trace.tracks().size(), false);
    const TimeRange whole {trace.range().begin, trace.range().end + 1};
    for (uint32_t t = 0; t < rare.size(); ++t) {
        const Lane lane = trace.track(TrackId(t)).lane;
        if (lane == Lane::Compute || lane == Lane::Thread)
            continue;
        TimeNs busy = 0;
        for (uint32_t r = 0; r < trace.track(TrackId(t)).rowCount; ++r)
            busy += detail.busyTime(RowId(trace.track(TrackId(t)).firstRow + r), whole);
        rare[t] = double(busy) < rareShare * double(whole.duration());
    }
    return rare;
}

std::map<int, double> evenHeights(const TimelineLayout& layout)
{
    std::map<int, double> heights;
    const Unevenness uneven = unevenness(layout);
    for (const RankBlock& block : layout.blocks()) {
        if (uneven.lack > 0 && !block.isCollapsed && block.lanesBottom > block.top)
            heights[block.rank] = uneven.tallest;
    }
    return heights;
}

double evenContentHeight(const TimelineLayout& layout) { return layout.contentHeight() + unevenness(layout).lack; }

std::optional<double> usualHeight(const Trace& trace)
{
    if (trace.tracks().size() > mostFittedTracks)
        return std::nullopt;
    return evenContentHeight(TimelineLayout(trace, TimelineLayout::Options()));
}

TimelineLayout::Options fittedRows(const Trace& trace, TimelineLayout::Options options, double height,
    const std::vector<bool>& rare, Collapse collapse, const std::vector<bool>& others)
{
    constexpr double usual = TimelineLayout::usualRowHeight;
    options.rowHeight = usual;
    options.thin.clear();
    options.isPacked = false;
    if (height <= 0 || trace.tracks().size() > mostLaidOut)
        return options;
    const std::set<int> standing = standingRanks(trace, options);
    const bool areOpened = !standing.empty() && !options.openedAlike.empty();
    if (standTooMany(trace, standing, areOpened))
        return options;
    // Heights are rounded row by row, so try them instead of computing the largest that fits; taller rows never take
    // less.
    const auto heightOf = [&](TimelineLayout::Options tried) {
        if (!standing.empty())
            tried.onlyRanks = standing;
        const TimelineLayout layout(trace, tried);
        return evenContentHeight(layout) + layout.pinnedHeight();
    };
    const auto fits = [&](const TimelineLayout::Options& tried) { return heightOf(tried) <= height; };
    /// Of the row heights in `heights`, tallest first, the first that fits; the last if none does.
    const auto tallestOf = [&fits](TimelineLayout::Options tried, const std::vector<double>& heights) {
        const auto found = std::partition_point(heights.begin(), heights.end(), [&](double rowHeight) {
            tried.rowHeight = rowHeight;
            return !fits(tried);
        });
        tried.rowHeight = found == heights.end() ? heights.back() : *found;
        return tried;
    };
    if (fits(options))
        return tallestOf(options, heightsBetween(tallestRow, usual, 2));
    TimelineLayout::Options thinner = options;
    thinner.thin = rare;
    thinner = tallestOf(thinner, heightsBetween(usual, lowestRow));
    if (fits(thinner))
        return thinner;
    if (!others.empty()) {
        TimelineLayout::Options briefer = options;
        briefer.thin = rare;
        briefer.others = others;
        briefer = tallestOf(briefer, heightsBetween(usual, lowestRow));
        if (fits(briefer))
            return briefer;
    }
    if (collapse != Collapse::Never) {
        TimelineLayout::Options collapsed = options;
        for (const RankInfo& rank : trace.ranks())
            collapsed.collapsedRanks.insert(rank.rank);
        collapsed = tallestOf(collapsed, heightsBetween(tallestLine, lowestRow));
        if (!fits(collapsed)) {
            TimelineLayout::Options packed = collapsed;
            packed.isPacked = true;
            packed = tallestOf(packed, heightsBetween(tallestLine, lowestPacked));
            if (fits(packed))
                return packed;
        }
        // Whoever opens a group of lines does not expect all others to unfold.
        if (areOpened || heightOf(collapsed) <= height * (collapse == Collapse::IfMostFit ? mostScrolled : 1))
            return collapsed;
    }
    return options;
}

const TimelineLayout::Options& RowFits::of(const Trace& trace, Question question)
{
    constexpr size_t mostKnown = 4;
    const auto known = std::find_if(
        m_known.begin(), m_known.end(), [&question](const Answer& answer) { return answer.question == question; });
    if (known != m_known.end()) {
        std::rotate(known, known + 1, m_known.end());
        return m_known.back().fitted;
    }
    if (m_known.size() == mostKnown)
        m_known.erase(m_known.begin());
    TimelineLayout::Options fitted
        = fittedRows(trace, question.options, question.height, question.rare, question.collapse, question.others);
    return m_known.emplace_back(Answer {std::move(question), std::move(fitted)}).fitted;
}

} // namespace bubblescope
