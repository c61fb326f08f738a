// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chromecounters.h"

#include "chromeevent.h"
#include "chromeeventtext.h"
#include "jsoncursor.h"
#include "tracetime.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr int counterSteps = 1000; // samples per counter, however long the run

} // namespace

void ChromeCounters::addRecorded(const Trace& trace, int64_t firstProcess)
{
    const auto out = std::back_inserter(m_events.text());
    const CounterTable& counters = trace.counters();
    for (const CounterSeries& series : counters.series) {
        std::string name;
        appendJsonText(name, trace.strings().text(series.name));
        const bool isBytes = series.unit == CounterSeries::Unit::Bytes;
        const std::string_view unit = isBytes ? chromeArgumentName(ChromeArgument::Bytes) : "value";
        for (size_t i = 0; i < series.sampleCount; ++i) {
            const TimeNs time = counters.timesOf(series)[i];
            if (!meetsSlice(m_range, time, time))
                continue;
            m_events.begin("C", firstProcess + series.rank, 0);
            m_events.text() += ",\"cat\":\"counter\",\"ts\":";
            m_events.addTime(time);
            if (series.device >= 0)
                fmt::format_to(out, ",\"id\":{}", series.device);
            fmt::format_to(out, ",\"name\":\"{}\",\"args\":{{\"{}\":{}}}}}", name, unit, counters.valuesOf(series)[i]);
            if (!m_events.flush())
                return;
        }
    }
}

void ChromeCounters::addComputed(const Trace& trace, const Timing& timing, std::string_view prefix, int64_t process)
{
    const TimeRange range = m_range ? trace.range().intersected(*m_range) : trace.range();
    if (range.isEmpty() || m_events.isRefused() || !trace.ranksAreComparable())
        return;
    m_events.begin("M", process, 0);
    m_events.text() += ",\"name\":\"process_name\",\"args\":{\"name\":\"";
    appendJsonText(m_events.text(), prefix);
    m_events.text() += "counters\"}}";
    const double width = double(range.duration()) / counterSteps;
    // Adds to each bucket its share of [from, to).
    const auto add = [&](std::vector<double>& counts, TimeNs from, TimeNs to) {
        const double first = double(from - range.begin) / width;
        const double last = double(to - range.begin) / width;
        const int end = std::min(counterSteps, int(std::ceil(last)));
        for (int i = std::max(0, int(first)); i < end; ++i)
            counts[size_t(i)] += std::max(0.0, std::min(last, i + 1.0) - std::max(first, double(i)));
    };
    std::vector<double> busy(counterSteps);
    for (const Row& row : trace.rows()) {
        const bool isCompute = trace.track(row.track).lane == Lane::Compute;
        for (uint32_t i = 0; isCompute && row.depth == 0 && row.kind == Row::Kind::Nested && i < row.spanCount; ++i)
            add(busy, timing.begin[row.firstSpan + i], timing.end[row.firstSpan + i]);
    }
    addSamples(process, "busy ranks", busy, range);
    if (trace.links().empty())
        return;
    std::vector<double> messages(counterSteps);
    for (const Link& link : trace.links())
        add(messages, timing.begin[link.from.value], timing.end[link.to.value]);
    addSamples(process, "messages in flight", messages, range);
}

void ChromeCounters::addSamples(
    int64_t process, std::string_view name, const std::vector<double>& values, TimeRange range)
{
    const auto steps = static_cast<TimeNs>(values.size());
    int64_t last = -1;
    for (TimeNs i = 0; i < steps && m_events.flush(); ++i) {
        const auto hundredths = static_cast<int64_t>(std::llround(values[static_cast<size_t>(i)] * 100));
        if (hundredths == last)
            continue;
        last = hundredths;
        m_events.begin("C", process, 0);
        m_events.text() += ",\"ts\":";
        m_events.addTime(range.begin + static_cast<TimeNs>(double(range.duration()) / double(steps) * double(i)));
        fmt::format_to(std::back_inserter(m_events.text()), ",\"name\":\"{}\",\"args\":{{\"value\":{}.{:02}}}}}", name,
            hundredths / 100, hundredths % 100);
    }
}

} // namespace bubblescope
