// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "eventlanes.h"

#include "tracetime.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr int32_t unsettledRank = std::numeric_limits<int32_t>::min(); // until everything is read

/// Of one process; collectives of any further group are drawn where their stream is.
constexpr uint32_t mostGroupLanes = 256;

std::string_view placeKey(EventPlace place)
{
    static constexpr std::string_view keys = "tscgyp";
    return keys.substr(static_cast<size_t>(place), 1);
}

SliceKey idOf(std::string_view process, std::string_view thread, EventPlace place, std::string_view group)
{
    return wideKeyOf({process, thread, placeKey(place), group});
}

void noteStream(EventLane& lane, std::string_view stream)
{
    if (lane.hasStreams && lane.stream == stream)
        return;
    lane.stream = lane.hasStreams ? std::string() : jsonText(stream, longestEventText);
    lane.hasStreams = true;
}

} // namespace

uint32_t EventLanes::laneOf(
    const ChromeEvent& event, EventPlace place, std::string_view group, std::string_view description, bool isMessage)
{
    const bool isOfGroup = place == EventPlace::Communication && !group.empty() && !isMessage;
    const auto note = [&event, isOfGroup](EventLane& lane) {
        lane.hasNoCategory = lane.hasNoCategory && event.category.text().empty();
        if (isOfGroup)
            noteStream(lane, event.thread.text());
    };
    const std::string_view thread = isOfGroup ? std::string_view() : event.thread.text();
    const std::string_view process = event.process.text();
    const std::optional<SliceKey> key = sliceKeyOf({process, thread, placeKey(place), group});
    if (const uint32_t* known = key ? m_cache.find(*key) : nullptr) {
        note(m_lanes[*known]);
        return *known;
    }
    if (key && !group.empty()) {
        const auto lanes = m_groupLanes.try_emplace(std::string(process)).first;
        if (lanes->second == mostGroupLanes)
            return laneOf(event, place);
        ++lanes->second;
    }
    EventLane lane;
    lane.process = jsonText(process, longestEventText);
    lane.thread = jsonText(thread, longestEventText);
    lane.place = place;
    lane.group = jsonText(group, longestEventText);
    lane.description = jsonText(description, longestEventText);
    const uint32_t number = laneOf(std::move(lane));
    if (key)
        m_cache.insert(*key, number);
    note(m_lanes[number]);
    return number;
}

uint32_t EventLanes::laneOf(EventLane lane)
{
    const auto number = static_cast<uint32_t>(m_lanes.size());
    const auto [known, isNew] = m_ids.try_emplace(idOf(lane.process, lane.thread, lane.place, lane.group), number);
    if (isNew) {
        lane.track
            = m_builder.track({unsettledRank, -1, Lane::Thread, Category::Other, fmt::format("lane {}", number)});
        m_lanes.push_back(std::move(lane));
    }
    return known->second;
}

uint32_t EventLanes::addSpan(SpanRecord span, uint32_t number)
{
    EventLane& lane = m_lanes[number];
    lane.range = lane.range.united({span.begin, span.end});
    lane.busy += std::min(span.end - span.begin, latestTraceTime - std::min(lane.busy, latestTraceTime));
    span.track = lane.track;
    return m_builder.addSpan(span);
}

std::optional<uint32_t> EventLanes::find(const std::string& process, const std::string& thread, EventPlace place) const
{
    const auto found = m_ids.find(idOf(process, thread, place, {}));
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

std::vector<uint32_t> EventLanes::byTrack() const
{
    std::vector<uint32_t> lanes;
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        lanes.resize(std::max<size_t>(lanes.size(), m_lanes[i].track.value + 1), 0);
        lanes[m_lanes[i].track.value] = i;
    }
    return lanes;
}

std::map<int32_t, uint32_t> EventLanes::computeStreams(const std::vector<int32_t>& ranks) const
{
    std::map<int32_t, uint32_t> busiest;
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        if (m_lanes[i].place != EventPlace::Stream)
            continue;
        uint32_t& best = busiest.try_emplace(ranks[i], i).first->second;
        if (m_lanes[i].busy > m_lanes[best].busy)
            best = i;
    }
    return busiest;
}

std::set<int32_t> EventLanes::ranksWithDevice(const std::vector<int32_t>& ranks) const
{
    std::set<int32_t> found;
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        if (isOnDevice(m_lanes[i].place) && !m_lanes[i].range.isNothing())
            found.insert(ranks[i]);
    }
    return found;
}

} // namespace bubblescope
