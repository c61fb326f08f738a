// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracereader.h"

#include <algorithm>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// Arrows from the host to a device, by their usual categories; others tie passes or threads together.
bool leadsToDevice(std::string_view category)
{
    return category == "ac2g"sv || category == "async_npu"sv || category == "async_cpu_to_gpu"sv
        || category == "HostToDevice"sv;
}

} // namespace

void ChromeTraceReader::readFlow(const ChromeEvent& event, uint64_t offset)
{
    Flow flow;
    // Where calls and kernels say their number themselves, the arrows add nothing.
    if (!m_launches.isEmpty() || !leadsToDevice(event.category.text()) || event.id.text().empty()
        || !readTime(event.time, offset, flow.time) || !isInSlice(flow.time, flow.time))
        return;
    flow.id = SliceCache<int, 1>::hashOf({event.id.text()});
    flow.process = m_builder.intern(jsonText(event.process.text(), longestEventText));
    flow.thread = m_builder.intern(jsonText(event.thread.text(), longestEventText));
    flow.isStart = event.phase.text() == "s"sv;
    m_flows.push_back(flow);
}

/// An arrow begins in the innermost call at its time, and ends in what runs on its stream then.
void ChromeTraceReader::settleFlows()
{
    if (m_flows.empty() || !m_launches.isEmpty())
        return;
    const std::vector<uint32_t> laneOfTrack = lanesByTrack();
    using Begins = std::vector<std::pair<TimeNs, uint32_t>>;
    std::vector<Begins> spansOf(m_lanes.size());
    for (uint32_t span = 0; span < m_builder.spanCount(); ++span) {
        const TimeNs begin = m_builder.range(span).begin - m_base;
        spansOf[laneOfTrack[m_builder.trackOf(span).value]].emplace_back(begin, span);
    }
    for (Begins& begins : spansOf)
        std::sort(begins.begin(), begins.end());
    std::map<std::pair<StringId, StringId>, std::vector<uint32_t>> lanesOf;
    for (uint32_t i = 0; i < m_lanes.size(); ++i)
        lanesOf[{m_builder.intern(m_lanes[i].process), m_builder.intern(m_lanes[i].thread)}].push_back(i);

    for (const Flow& flow : std::exchange(m_flows, {})) {
        const auto lanes = lanesOf.find({flow.process, flow.thread});
        if (lanes == lanesOf.end())
            continue;
        for (const uint32_t lane : lanes->second) {
            const EventPlace place = m_lanes[lane].place;
            const bool isDevice = place == EventPlace::Stream || place == EventPlace::Communication;
            if (isDevice == flow.isStart || (flow.isStart && place != EventPlace::Thread))
                continue;
            const Begins& begins = spansOf[lane];
            auto at = std::upper_bound(begins.begin(), begins.end(), std::pair(flow.time, ~uint32_t(0)));
            constexpr int furthest = 64; // calls that were over by then
            for (int i = 0; i < furthest && at != begins.begin(); ++i) {
                const uint32_t span = (--at)->second;
                if (m_builder.range(span).end - m_base < flow.time)
                    continue;
                if (flow.isStart)
                    m_launches.addCall(flow.id, lane, span);
                else
                    m_launches.addStarted(flow.id, lane, span);
                break;
            }
        }
    }
}

} // namespace bubblescope
