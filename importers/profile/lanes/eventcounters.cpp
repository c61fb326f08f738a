// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "eventcounters.h"

#include "eventmeaning.h"
#include "plainnumber.h"

#include <limits>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t mostSeries = 10'000; // a file with more is naming its samples, not its series

} // namespace

void EventCounters::readCounter(const ChromeEvent& event, TimeNs time)
{
    if (event.arguments.kind != JsonSlice::Kind::Container)
        return;
    const std::string process = jsonText(event.process.text(), longestEventText);
    std::string name = jsonText(event.name.text(), longestEventText);
    if (!event.id.text().empty())
        name += fmt::format(" {}", jsonText(event.id.text(), longestEventText));
    const auto values = readCounterValues(event.arguments.text());
    for (const auto& [key, value] : values) {
        std::string series = values.size() == 1 ? name : fmt::format("{} {}", name, jsonText(key, longestEventText));
        add({process, std::move(series), -1, CounterSeries::Unit::Plain}, time, value);
    }
}

void EventCounters::readOwn(const ChromeEvent& event, TimeNs time)
{
    using Unit = CounterSeries::Unit;
    const auto device = std::max<int16_t>(toNumber<int16_t>(event.id.text()).value_or(-1), -1);
    for (const auto& [key, value] : readCounterValues(event.arguments.text())) {
        add({jsonText(event.process.text(), longestEventText), jsonText(event.name.text(), longestEventText), device,
                key == chromeArgumentName(ChromeArgument::Bytes) ? Unit::Bytes : Unit::Plain},
            time, value);
    }
}

void EventCounters::readAllocation(const ChromeEvent& event, TimeNs time)
{
    const ChromeArguments arguments = readChromeArguments(event.arguments.text());
    // c10::DeviceType 0 is the CPU; its device index means nothing.
    const bool isHost = arguments[ChromeArgument::DeviceType] == "0";
    const auto device = isHost ? std::nullopt : toNumber<int16_t>(arguments[ChromeArgument::DeviceId]);
    const std::string process = jsonText(event.process.text(), longestEventText);
    for (const ChromeArgument total : {ChromeArgument::TotalAllocated, ChromeArgument::TotalReserved}) {
        const auto bytes = toNumber<int64_t>(arguments[total]);
        // The host's allocator never reserves anything, but writes a zero each time.
        if (!bytes || *bytes < 0 || (isHost && total == ChromeArgument::TotalReserved))
            continue;
        add({process, std::string(chromeArgumentName(total)), device.value_or(-1), CounterSeries::Unit::Bytes}, time,
            static_cast<double>(*bytes));
    }
}

void EventCounters::add(Key key, TimeNs time, double value)
{
    auto known = m_series.find(key);
    if (known == m_series.end()) {
        if (m_series.size() >= mostSeries) {
            ++m_dropped;
            return;
        }
        known = m_series.emplace(std::move(key), Samples()).first;
    }
    known->second.times.push_back(time);
    known->second.values.push_back(value);
}

void EventCounters::finish(
    TraceBuilder& builder, TimeNs base, const std::function<int32_t(const std::string& process)>& rankOf)
{
    for (auto& [key, samples] : m_series) {
        CounterSeries header;
        header.name = builder.intern(key.name);
        header.rank = rankOf(key.process);
        header.device = key.device;
        header.unit = key.unit;
        for (TimeNs& time : samples.times)
            time += base;
        builder.addCounter(header, std::move(samples.times), std::move(samples.values));
    }
    m_series.clear();
}

} // namespace bubblescope
