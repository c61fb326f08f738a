// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "halfpairs.h"

#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t deepestSearch = 64; // for the B event that an E event names, and vice versa

} // namespace

void HalfPairs::add(uint32_t number, const Half& half)
{
    if (m_lanes.size() <= number)
        m_lanes.resize(number + 1);
    Lane& lane = m_lanes[number];
    if (lane.isInOrder && lane.last > half.span.begin) {
        lane.isInOrder = false;
        if (lane.hasPassedOver) {
            m_report.add(IssueKind::IncompleteBlock, half.span.offset,
                say("B and E events are not in order of time: pairs may be lost in this part, not without --range"));
        }
    }
    lane.last = std::max(lane.last, half.span.begin);
    if (m_slice && lane.isInOrder && passesOver(lane, half)) {
        lane.hasPassedOver = true;
        return;
    }
    lane.halves.push_back(half);
    ++m_count;
}

/// Skips pairs outside the slice: earlier ones are closed at once, of later ones only the open names are kept.
bool HalfPairs::passesOver(Lane& lane, const Half& half)
{
    const StringId name = half.span.name;
    if (half.span.begin >= m_slice->end) {
        if (!half.isEnd) {
            lane.behindSlice.push_back(name);
            return true;
        }
        std::vector<StringId>& open = lane.behindSlice;
        const auto stop = open.rbegin() + static_cast<ptrdiff_t>(std::min(open.size(), deepestSearch));
        const auto begin
            = std::find_if(open.rbegin(), stop, [name](StringId other) { return !name.isValid() || other == name; });
        if (begin == stop)
            return false;
        open.erase(std::prev(begin.base()));
        return true;
    }
    if (!half.isEnd || half.span.begin >= m_slice->begin)
        return false;
    const auto stop = lane.halves.rbegin() + static_cast<ptrdiff_t>(std::min(lane.halves.size(), deepestSearch));
    const auto begin = std::find_if(lane.halves.rbegin(), stop,
        [name](const Half& other) { return !other.isEnd && (!name.isValid() || other.span.name == name); });
    if (begin == stop)
        return false;
    lane.halves.erase(std::prev(begin.base()));
    --m_count;
    return true;
}

void HalfPairs::refuse(const Half& half)
{
    m_report.add(IssueKind::IncompleteBlock, half.span.offset,
        say("{}: \"{}\"", half.isEnd ? say("an E event without its B") : say("a B event without its E"),
            excerpt(m_builder.text(half.span.name))));
}

bool HalfPairs::pair(const AddSpan& add, const std::function<bool()>& mayContinue)
{
    for (uint32_t lane = 0; lane < m_lanes.size(); ++lane) {
        if (!m_lanes[lane].halves.empty() && !mayContinue())
            return false;
        pairLane(lane, add);
    }
    return true;
}

void HalfPairs::pairLane(uint32_t number, const AddSpan& addSpan)
{
    std::vector<Half> halves;
    halves.swap(m_lanes[number].halves);
    if (!m_lanes[number].isInOrder) {
        std::stable_sort(
            halves.begin(), halves.end(), [](const Half& a, const Half& b) { return a.span.begin < b.span.begin; });
    }
    std::vector<Half> open;
    std::vector<Half> early; // E events without a B event, at the current time
    const auto add = [&](const Half& half, TimeNs end) {
        SpanRecord span = half.span;
        span.end = end;
        if (meetsSlice(m_slice, span.begin, end))
            addSpan(span, number, half);
    };
    const auto isOf = [](const Half& end, const Half& begin) {
        return !end.span.name.isValid() || end.span.name == begin.span.name;
    };
    const auto refuseAll = [this](const std::vector<Half>& lost) {
        for (const Half& half : lost)
            refuse(half);
    };
    for (const Half& half : halves) {
        if (!early.empty() && early.front().span.begin != half.span.begin) {
            refuseAll(early);
            early.clear();
        }
        if (!half.isEnd) {
            // It does not matter which one: they all end at the same time.
            const auto stop = early.rbegin() + static_cast<ptrdiff_t>(std::min(early.size(), deepestSearch));
            const auto end = std::find_if(early.rbegin(), stop, [&](const Half& e) { return isOf(e, half); });
            if (end == stop) {
                open.push_back(half);
            } else {
                add(half, half.span.begin);
                early.erase(std::prev(end.base()));
            }
            continue;
        }
        if (open.empty()) {
            early.push_back(half);
            continue;
        }
        size_t at = open.size() - 1;
        for (size_t back = 0; back < std::min(open.size(), deepestSearch); ++back) {
            if (isOf(half, open[open.size() - 1 - back])) {
                at = open.size() - 1 - back;
                break;
            }
        }
        add(open[at], half.span.begin);
        open.erase(open.begin() + static_cast<ptrdiff_t>(at));
    }
    refuseAll(early);
    refuseAll(open);
}

} // namespace bubblescope
