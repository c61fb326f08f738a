// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordtimes.h"

#include "decimaltime.h"
#include "textencoding.h"
#include "tracerecord.h"
#include "tracetime.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

bool looksLikeNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789.eE+-"sv) == std::string_view::npos
        && text.find_first_of("0123456789"sv) != std::string_view::npos;
}

} // namespace

int32_t recordNumber(std::string_view text)
{
    int32_t value = -1;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size() || value < 0)
        return -1;
    return value;
}

int16_t recordStage(std::string_view text)
{
    const int32_t value = recordNumber(text);
    return value <= std::numeric_limits<int16_t>::max() ? static_cast<int16_t>(value) : int16_t(-1);
}

bool RecordTimes::readTime(std::string_view text, const char* where, IssueKind kind, TimeNs& time)
{
    if (isNone(text))
        return false;
    const std::optional<TimeNs> value = parseDecimalTime(text, TimeUnit::Milliseconds);
    if (value && *value <= latestTraceTime && *value >= -latestTraceTime) {
        time = *value;
        return true;
    }
    const bool tooLarge = value || looksLikeNumber(text);
    m_report.add(tooLarge ? IssueKind::TimeOutOfRange : kind, offsetOf(where),
        say("\"{}\" is {}", excerpt(text), tooLarge ? say("beyond 64-bit nanoseconds") : say("no number")));
    return false;
}

// The time stamp in the file is the END of the interval.
RecordInterval RecordTimes::readInterval(
    std::string_view duration, std::string_view timestamp, const char* where, bool isSub)
{
    RecordInterval interval;
    if (!readTime(duration, where, IssueKind::BadNumber, interval.duration))
        interval.flags |= SpanFlag::notMeasured;
    if (interval.duration < 0) {
        m_report.add(IssueKind::NegativeDuration, offsetOf(where),
            say("a duration of {} ms is treated as 0", excerpt(duration)));
        interval.duration = 0;
        interval.flags |= SpanFlag::notMeasured;
    }
    TimeNs end = 0;
    const bool hasEnd = readTime(timestamp, where, IssueKind::BadTime, end);
    if (hasEnd && end != 0) {
        interval.timed = true;
        interval.end = end;
        interval.begin = end >= -latestTraceTime + interval.duration ? end - interval.duration : end;
        return interval;
    }
    interval.flags |= SpanFlag::untimed;
    if (interval.duration == 0)
        interval.flags |= SpanFlag::notMeasured;
    if (!isSub && (hasEnd || isNone(timestamp))) {
        const bool isStub = hasEnd && interval.duration == 0;
        m_report.add(isStub ? IssueKind::NotMeasured : IssueKind::MissingTime, offsetOf(where),
            isStub ? say("duration and time stamp are 0: placed after its predecessor")
                   : say("no time stamp: placed after its predecessor"));
    }
    return interval;
}

void RecordTimes::reportShape(ShapeProblem problem, const char* where)
{
    switch (problem) {
    case ShapeProblem::None:
    case ShapeProblem::Absent:
        return;
    case ShapeProblem::NotANumber:
        m_report.add(IssueKind::BadNumber, offsetOf(where),
            say("the shape is not a list of numbers; size of the message unknown"));
        return;
    case ShapeProblem::Unbalanced:
        m_report.add(IssueKind::UnbalancedBrackets, offsetOf(where), say("the shape's bracket does not close"));
        return;
    case ShapeProblem::Nested:
        m_report.add(IssueKind::NestingTooDeep, offsetOf(where),
            say("the shape is a list of lists; size of the message unknown"));
        return;
    case ShapeProblem::TooLarge:
        m_report.add(IssueKind::BadNumber, offsetOf(where), say("the size of the message does not fit 64 bits"));
        return;
    }
}

} // namespace bubblescope
