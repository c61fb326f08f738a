// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "clockpairs.h"

#include "roundedtime.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Collectives that disagree with the messages by more than this were grouped wrongly.
constexpr TimeNs largestDisagreement = 5'000'000;

/// A receive that is over before any message could be transferred found its data there: its end does not show when the
/// send ended. Sends that last until their receiver has the data have none of these.
bool foundItsData(const Trace& trace, SpanId receive, TimeNs shortestSend)
{
    return trace.range(receive).duration() < shortestSend / 2;
}

TimeNs halfway(TimeNs a, TimeNs b) { return a / 2 + b / 2 + (a % 2 + b % 2) / 2; }

} // namespace

TimeNs clockDifference(TimeNs a, TimeNs b)
{
    TimeNs result = 0;
    if (__builtin_sub_overflow(a, b, &result))
        return a < b ? -longestPlaced : longestPlaced;
    return std::clamp(result, -longestPlaced, longestPlaced);
}

TimeNs medianTime(std::vector<TimeNs> values)
{
    const size_t middle = values.size() / 2;
    std::nth_element(values.begin(), values.begin() + middle, values.end());
    if (values.size() % 2 == 1)
        return values[middle];
    return halfway(values[middle], *std::max_element(values.begin(), values.begin() + middle));
}

void ClockPair::estimate()
{
    // A receive ends slightly after its send, so each direction is biased; half the difference is not.
    TimeNs byMessages = 0;
    TimeNs bias = 0;
    if (!forward.empty() && !backward.empty()) {
        const TimeNs there = medianTime(forward);
        const TimeNs back = medianTime(backward);
        byMessages = halfway(there, -back);
        bias = halfway(there, back);
    } else if (!forward.empty()) {
        byMessages = medianTime(forward);
    } else if (!backward.empty()) {
        byMessages = -medianTime(backward);
    }
    const size_t messages = forward.size() + backward.size();
    offset = byMessages;
    if (!together.empty()) {
        const TimeNs byCollectives = medianTime(together);
        if (messages == 0) {
            offset = byCollectives;
        } else if (std::abs(clockDifference(byCollectives, byMessages)) <= largestDisagreement) {
            const double share = static_cast<double>(together.size()) / static_cast<double>(together.size() + messages);
            offset += std::llround(share * static_cast<double>(byCollectives - byMessages));
        } else {
            together.clear();
        }
    }
    deviations.clear();
    for (const TimeNs time : forward)
        deviations.push_back(std::abs(clockDifference(clockDifference(time, bias), offset)));
    for (const TimeNs time : backward)
        deviations.push_back(std::abs(clockDifference(clockDifference(bias, time), offset)));
    for (const TimeNs time : together)
        deviations.push_back(std::abs(clockDifference(time, offset)));
}

ClockPairs collectPairs(const Trace& trace, const MessageMatches& messages, const Collectives& collectives,
    const std::function<size_t(const Track&)>& clockOf)
{
    const auto hostOf = [&](SpanId span) { return static_cast<int>(clockOf(trace.track(trace.track(span)))); };
    ClockPairs pairs;
    TimeNs shortestSend = longestPlaced;
    for (const MessageMatch& match : messages.matches)
        shortestSend = std::min(shortestSend, trace.range(match.send).duration());
    for (const MessageMatch& match : messages.matches) {
        if (foundItsData(trace, match.receive, shortestSend))
            continue;
        const int from = hostOf(match.send);
        const int to = hostOf(match.receive);
        if (from == to)
            continue;
        const TimeNs later = clockDifference(trace.end(match.receive), trace.end(match.send));
        if (from < to)
            pairs[{from, to}].forward.push_back(later);
        else
            pairs[{to, from}].backward.push_back(later);
    }
    std::map<int, std::vector<TimeNs>> ends;
    for (const Collectives::Instance& instance : collectives.instances) {
        ends.clear();
        for (const SpanId member : collectives.membersOf(instance))
            ends[hostOf(member)].push_back(trace.end(member));
        for (auto later = ends.begin(); later != ends.end(); ++later) {
            if (later != ends.begin()) {
                const auto& [host, times] = *ends.begin();
                pairs[{host, later->first}].together.push_back(clockDifference(medianTime(later->second), medianTime(times)));
            }
        }
    }
    for (auto& [clocks, pair] : pairs)
        pair.estimate();
    return pairs;
}

} // namespace bubblescope
