// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "eventtime.h"

#include "decimaltime.h"
#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>

#include <fmt/format.h>

namespace bubblescope {

using namespace std::string_view_literals;

bool readEventTime(const JsonSlice& slice, uint64_t offset, ImportReport& report, TimeNs& time)
{
    const std::optional<TimeNs> value = slice.kind == JsonSlice::Kind::Container
        ? std::nullopt
        : parseDecimalTime(slice.text(), TimeUnit::Microseconds);
    if (value && *value <= latestTraceTime && *value >= -latestTraceTime) {
        time = *value;
        return true;
    }
    const bool tooLarge = value
        || (!slice.text().empty() && slice.text().find_first_not_of("0123456789.-+eE"sv) == std::string_view::npos);
    report.add(tooLarge ? IssueKind::TimeOutOfRange : IssueKind::BadTime, offset,
        slice.kind == JsonSlice::Kind::Absent
            ? say("an event without ts")
            : say("\"{}\" is {}", excerpt(slice.text()), tooLarge ? say("beyond 64-bit nanoseconds") : say("no number")));
    return false;
}

bool standsForNoTime(TimeRange others)
{
    constexpr TimeNs hour = 3'600'000'000'000;
    return !others.isNothing() && others.begin > std::max(hour, others.duration());
}

} // namespace bubblescope
