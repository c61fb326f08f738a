// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracereader.h"
#include "textencoding.h"

#include <algorithm>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t deepestSearch = 64; // for the begin that an end names, and back

} // namespace

/// Of a part of a long file only halves that reach into it are kept: pairs in front of it are closed at once, those
/// behind it are counted by name.
bool ChromeTraceReader::passesOver(EventLane& lane, const HalfEvent& half)
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
        [name](const HalfEvent& other) { return !other.isEnd && (!name.isValid() || other.span.name == name); });
    if (begin == stop)
        return false;
    lane.halves.erase(std::prev(begin.base()));
    --m_halves;
    return true;
}

/// Begins and ends of a thread are taken by time, at equal times in the file's order. An end closes the innermost open
/// begin of its name, or the innermost of all where it has none. An end in front of its begin of the same time closes
/// that one.
void ChromeTraceReader::pairHalves(uint32_t number)
{
    std::vector<HalfEvent> halves;
    halves.swap(m_lanes[number].halves);
    if (!m_lanes[number].isInOrder) {
        std::stable_sort(halves.begin(), halves.end(),
            [](const HalfEvent& a, const HalfEvent& b) { return a.span.begin < b.span.begin; });
    }
    std::vector<HalfEvent> open;
    std::vector<HalfEvent> early; // ends without a begin, at the present time
    const auto add = [&](HalfEvent half, TimeNs end) {
        half.span.end = end;
        if (isInSlice(half.span.begin, end))
            addSpan(half.span, number, half.meaning);
    };
    const auto isOf = [](const HalfEvent& end, const HalfEvent& begin) {
        return !end.span.name.isValid() || end.span.name == begin.span.name;
    };
    const auto refuse = [this](const HalfEvent& half) {
        m_report.add(IssueKind::IncompleteBlock, half.span.offset,
            fmt::format("{}: \"{}\"", half.isEnd ? "an E event without its B" : "a B event without its E",
                excerpt(m_builder.text(half.span.name))));
    };
    for (const HalfEvent& half : halves) {
        if (!early.empty() && early.front().span.begin != half.span.begin) {
            std::for_each(early.begin(), early.end(), refuse);
            early.clear();
        }
        if (!half.isEnd) {
            // Which of several does not matter: they end at the same time.
            const auto stop = early.rbegin() + static_cast<ptrdiff_t>(std::min(early.size(), deepestSearch));
            const auto end = std::find_if(early.rbegin(), stop, [&](const HalfEvent& e) { return isOf(e, half); });
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
    std::for_each(early.begin(), early.end(), refuse);
    std::for_each(open.begin(), open.end(), refuse);
}

} // namespace bubblescope
