// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "iterationclock.h"

#include "decimaltime.h"
#include "eventmeaning.h"
#include "plainnumber.h"
#include "textencoding.h"
#include "tracetime.h"

#include <fmt/format.h>

namespace bubblescope {

using namespace std::string_view_literals;

bool IterationClock::appliesTo(const ChromeEvent& event)
{
    return event.time.kind == JsonSlice::Kind::Absent
        && (event.relativeTime.kind != JsonSlice::Kind::Absent || event.name.text() == "iteration"sv);
}

bool IterationClock::read(const ChromeEvent& event, uint64_t offset, bool isEnd, TimeNs& time)
{
    const auto nanoseconds = [](const JsonSlice& slice) -> std::optional<TimeNs> {
        const auto value = parseDecimalTime(slice.text(), TimeUnit::Nanoseconds);
        // One day: no iteration is longer, and sums of many must not overflow.
        constexpr TimeNs longest = TimeNs(86'400) * 1'000'000'000;
        return value && *value >= 0 && *value <= longest ? value : std::nullopt;
    };
    if (const auto rank = toNumber<int32_t>(event.globalRank.text()); rank && *rank >= 0 && *rank <= 10'000'000)
        m_rank = *rank;
    if (const auto stage = toNumber<int16_t>(event.pipelineRank.text()); stage && *stage >= 0)
        m_stage = *stage;
    if (m_begin > latestTraceTime / 2) {
        m_report.add(IssueKind::TimeOutOfRange, offset, say("the iterations last longer than 64-bit nanoseconds"));
        return false;
    }
    if (event.name.text() == "iteration"sv) {
        if (isEnd) {
            m_begin += nanoseconds(event.wallTime).value_or(0);
        } else {
            m_begin += nanoseconds(event.padding).value_or(0);
            m_steps.add({jsonText(event.process.text(), longestEventText), ++m_iterations, m_begin});
        }
        time = m_begin;
        return true;
    }
    const auto relative = nanoseconds(event.relativeTime);
    if (!relative) {
        m_report.add(IssueKind::BadTime, offset, say("\"{}\" is not a time", excerpt(event.relativeTime.text())));
        return false;
    }
    time = m_begin + *relative;
    return true;
}

} // namespace bubblescope
