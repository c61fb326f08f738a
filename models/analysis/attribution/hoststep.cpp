// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hoststep.h"

#include <cmath>
#include <unordered_map>

namespace bubblescope {

namespace {
/// Of a step: what steps scatter by anyway.
constexpr double leastLagChange = 0.05;
} // namespace

HostStep::Queue HostStep::queue() const
{
    if (std::abs(lagChangeNs) <= leastLagChange * deviceNs)
        return Queue::Steady;
    return lagChangeNs > 0 ? Queue::Fills : Queue::Drains;
}

std::string_view HostStep::queueKey() const
{
    switch (queue()) {
    case Queue::Steady:
        return "steady";
    case Queue::Fills:
        return "fills";
    case Queue::Drains:
        break;
    }
    return "drains";
}

bool HostStep::differs() const { return std::abs(hostNs - deviceNs) > leastLagChange * deviceNs; }

std::vector<std::optional<HostStep>> hostSteps(const Trace& trace)
{
    std::vector<std::optional<HostStep>> found;
    std::vector<size_t> ranks;
    std::unordered_map<int32_t, size_t> indexes; // by number
    for (const RankStep& own : trace.rankSteps()) {
        if (own.host.isEmpty())
            continue;
        if (found.empty()) {
            found.resize(trace.steps().size());
            ranks.resize(found.size());
            for (size_t i = 0; i < found.size(); ++i)
                indexes.emplace(trace.steps()[i].number, i);
        }
        const auto index = indexes.find(own.step.number);
        if (index == indexes.end())
            continue;
        HostStep& sum = found[index->second] ? *found[index->second] : found[index->second].emplace();
        ++ranks[index->second];
        sum.deviceNs += double(own.step.range.duration());
        sum.hostNs += double(own.host.duration());
        sum.lagChangeNs += own.isOfDevice() ? double(own.lagAtEnd() - own.lag) : 0;
        sum.isStated = sum.isStated || own.isStated();
    }
    for (size_t i = 0; i < found.size(); ++i) {
        if (!found[i])
            continue;
        found[i]->deviceNs /= double(ranks[i]);
        found[i]->hostNs /= double(ranks[i]);
        found[i]->lagChangeNs /= double(ranks[i]);
    }
    return found;
}

std::optional<HostStep> hostStepOf(const Trace& trace, size_t step)
{
    const std::vector<std::optional<HostStep>> steps = hostSteps(trace);
    return step < steps.size() ? steps[step] : std::nullopt;
}

bool changesQueue(const std::vector<std::optional<HostStep>>& steps, size_t step)
{
    return step < steps.size() && steps[step] && steps[step]->queue() != HostStep::Queue::Steady;
}

} // namespace bubblescope
