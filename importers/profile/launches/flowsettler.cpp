// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flowsettler.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace bubblescope {

using namespace std::string_view_literals;

bool FlowSettler::leadsToDevice(const ChromeEvent& event)
{
    const std::string_view category = event.category.text();
    // "cpu_to_cuda" of PyTorch's first profiler, "Flow_H2D_17_0" of Intel's unitrace.
    return (category == "ac2g"sv || category == "async_npu"sv || category == "async_cpu_to_gpu"sv
               || category == "HostToDevice"sv || category.starts_with("cpu_to_"sv)
               || category.starts_with("Flow_H2D_"sv))
        && !event.id.text().empty();
}

void FlowSettler::add(const ChromeEvent& event, TimeNs time)
{
    Flow flow;
    flow.id = std::hash<std::string_view>()(event.id.text());
    flow.process = m_builder.intern(jsonText(event.process.text(), longestEventText));
    flow.thread = m_builder.intern(jsonText(event.thread.text(), longestEventText));
    flow.time = time;
    flow.isStart = event.phase.text() == "s"sv;
    flow.isOfOperator = event.category.text() == "async_npu"sv;
    m_flows.push_back(flow);
}

void FlowSettler::settle(const EventLanes& lanes, TimeNs base, LaunchPairs& launches)
{
    if (m_flows.empty() || !launches.isEmpty())
        return;
    const std::vector<uint32_t> laneOfTrack = lanes.byTrack();
    using Begins = std::vector<std::pair<TimeNs, uint32_t>>;
    std::vector<Begins> spansOf(lanes.size());
    for (uint32_t span = 0; span < m_builder.spanCount(); ++span) {
        const TimeNs begin = m_builder.range(span).begin - base;
        spansOf[laneOfTrack[m_builder.trackOf(span).value]].emplace_back(begin, span);
    }
    for (Begins& begins : spansOf)
        std::sort(begins.begin(), begins.end());
    std::map<std::pair<StringId, StringId>, std::vector<uint32_t>> lanesOf;
    for (uint32_t i = 0; i < lanes.size(); ++i)
        lanesOf[{m_builder.intern(lanes[i].process), m_builder.intern(lanes[i].thread)}].push_back(i);

    const auto order = [](const Flow& flow) { return std::pair(!flow.isOfOperator, !flow.isStart); };
    std::stable_sort(m_flows.begin(), m_flows.end(), [&](const Flow& f, const Flow& g) { return order(f) < order(g); });
    std::set<uint64_t> operators;                    // flows that begin in an operator
    std::map<uint32_t, uint64_t> operatorOf;         // by span: the flow from its operator
    std::map<CallOnDevice, uint64_t> operatorOfCall; // the operator that made the call
    std::vector<Started> withoutOperator;
    for (const Flow& flow : std::exchange(m_flows, {})) {
        const auto ofThread = lanesOf.find({flow.process, flow.thread});
        if (ofThread == lanesOf.end())
            continue;
        for (const uint32_t lane : ofThread->second) {
            const EventPlace place = lanes[lane].place;
            const bool isDevice = place == EventPlace::Stream || place == EventPlace::Communication;
            if (isDevice == flow.isStart || (flow.isStart && place != EventPlace::Thread))
                continue;
            const Begins& begins = spansOf[lane];
            auto at = std::upper_bound(begins.begin(), begins.end(), std::pair(flow.time, ~uint32_t(0)));
            constexpr int furthest = 64; // calls searched that had ended by then
            for (int i = 0; i < furthest && at != begins.begin(); ++i) {
                const uint32_t span = (--at)->second;
                if (m_builder.range(span).end - base < flow.time)
                    continue;
                if (flow.isStart) {
                    launches.addCall(flow.id, lane, span);
                    if (flow.isOfOperator)
                        operators.insert(flow.id);
                } else if (flow.isOfOperator) {
                    launches.addStarted(flow.id, lane, span);
                    if (operators.contains(flow.id))
                        operatorOf.try_emplace(span, flow.id);
                } else if (const auto known = operatorOf.find(span); known != operatorOf.end()) {
                    operatorOfCall.try_emplace({flow.process, flow.id}, known->second);
                } else {
                    withoutOperator.push_back({{flow.process, flow.id}, lane, span});
                }
                break;
            }
        }
    }
    for (const Started& started : withoutOperator) {
        const auto known = operatorOfCall.find(started.call);
        launches.addStarted(
            known == operatorOfCall.end() ? started.call.second : known->second, started.lane, started.span);
    }
}

} // namespace bubblescope
