// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hoststep.h"

#include <cmath>

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

std::optional<HostStep> hostStepOf(const Trace& trace, size_t step)
{
    HostStep sum;
    size_t ranks = 0;
    for (const RankStep& own : trace.rankSteps()) {
        if (!own.isOfDevice() || own.step.number != trace.steps()[step].number)
            continue;
        ++ranks;
        sum.deviceNs += double(own.step.range.duration());
        sum.hostNs += double(own.host.duration());
        sum.lagChangeNs += double(own.lagAtEnd() - own.lag);
    }
    if (ranks == 0)
        return {};
    const double all = double(ranks);
    return HostStep {sum.deviceNs / all, sum.hostNs / all, sum.lagChangeNs / all};
}

bool changesQueue(const Trace& trace, size_t step)
{
    const std::optional<HostStep> found = hostStepOf(trace, step);
    return found && found->queue() != HostStep::Queue::Steady;
}

} // namespace bubblescope
