// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hoststep.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <unordered_map>

namespace bubblescope {

namespace {
/// Of a step: what steps scatter by anyway.
constexpr double leastLagChange = 0.05;

/// How much further a device is behind its host when the host begins the next step than when it began this one:
/// between the ranges around them it may wait for the device. After the last recorded one it goes on as before that.
/// `before`, `next`: the steps beside it, of any rank, or null.
TimeNs lagChangeOf(const RankStep& own, const RankStep* before, const RankStep* next)
{
    const auto follows = [](const RankStep& one, const RankStep* other) {
        return other && other->isOfDevice() && other->rank == one.rank
            && other->step.number == int64_t(one.step.number) + 1;
    };
    if (follows(own, next))
        return next->lag - own.lag;
    TimeNs end = own.host.end;
    if (before && before->isOfDevice() && follows(*before, &own))
        end = std::max(end, own.host.begin + (own.host.begin - before->host.begin));
    return std::max<TimeNs>(0, own.step.range.end - end) - own.lag;
}
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
    const std::span<const RankStep> all = trace.rankSteps();
    for (size_t i = 0; i < all.size(); ++i) {
        const RankStep& own = all[i];
        if (own.host.isEmpty())
            continue;
        if (found.empty()) {
            found.resize(trace.steps().size());
            ranks.resize(found.size());
            for (size_t step = 0; step < found.size(); ++step)
                indexes.emplace(trace.steps()[step].number, step);
        }
        const auto index = indexes.find(own.step.number);
        if (index == indexes.end())
            continue;
        HostStep& sum = found[index->second] ? *found[index->second] : found[index->second].emplace();
        ++ranks[index->second];
        sum.deviceNs += double(own.step.range.duration());
        sum.hostNs += double(own.host.duration());
        if (own.isOfDevice()) {
            const RankStep* const before = i > 0 ? &all[i - 1] : nullptr;
            const RankStep* const next = i + 1 < all.size() ? &all[i + 1] : nullptr;
            sum.lagChangeNs += double(lagChangeOf(own, before, next));
        }
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
