// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runspace.h"

#include "closestword.h"
#include "numbertext.h"
#include "refusal.h"
#include "schedule.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace bubblescope {

const std::vector<std::string_view>& RunSpace::knobs()
{
    static const std::vector<std::string_view> keys {
        "tensor", "stages", "data", "expert", "microbatches", "schedule", "chunks", "partition", "overlap"};
    return keys;
}

std::string RunSpace::setOf(const Knobs& combination)
{
    std::vector<std::string_view> keys = knobs();
    keys.insert(keys.end(), {"context", "microbatch-size", "recompute", "shard"});
    std::string text;
    for (const std::string_view knob : keys) {
        if (const std::string value = knobText(combination, knob); !value.empty())
            text.append(text.empty() ? "" : " ").append(knob).append("=").append(value);
    }
    return text;
}

Result<RunSpace> RunSpace::of(const Simulator& simulator, const PlanSpace& space)
{
    const std::vector<std::string_view>& keys = knobs();
    for (const auto& [key, values] : space.allowed) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            const std::string_view meant = closestWord(key, keys);
            return refusal(say("--allow {}: no such knob is searched.", key),
                meant.empty() ? say("Searched are {}.", fmt::join(keys, ", ")) : say("Did you mean {}?", meant));
        }
    }
    return RunSpace(simulator, space);
}

std::vector<Knobs> RunSpace::layouts() const
{
    std::vector<Knobs> all;
    const std::optional<int> tensor = own("tensor");
    const std::optional<int> stages = own("stages");
    const std::optional<int> data = own("data");
    if (!tensor || !stages || !data) {
        addExperts(all, {});
        return all;
    }
    const int64_t gpus = int64_t(*tensor) * *stages * *data;
    for (int t = 1; t <= gpus; ++t) {
        if (gpus % t != 0 || !mayBe("tensor", t, *tensor))
            continue;
        for (int p = 1; p <= gpus / t; ++p) {
            const int64_t d = gpus / t / p;
            if (gpus / t % p != 0 || !mayBe("stages", p, *stages) || !mayBe("data", int(d), *data))
                continue;
            Knobs knobs;
            if (t != *tensor || p != *stages) {
                knobs.tensor = t;
                knobs.stages = p;
                knobs.data = int(d);
            }
            addExperts(all, knobs);
        }
    }
    return all;
}

std::vector<Knobs> RunSpace::orders(const Knobs& layout) const
{
    std::vector<Knobs> all;
    const int stages = stagesOf(layout);
    const bool moves = layout.tensor.has_value();
    const std::string ownSchedule = m_simulator->ownValue("schedule");
    if (!limits("schedule") || isAllowed("schedule", ownSchedule) || stages == 1)
        all.push_back(layout);
    if (stages < 2 || m_simulator->whyNot("schedule"))
        return all;
    for (const ScheduleInfo& info : schedules()) {
        const bool isOwn = info.key == ownSchedule || info.name == ownSchedule;
        // The automatic one tries dozens of orders, GPipe keeps all activations: only if somebody asks.
        const bool isUsual = info.kind != ScheduleKind::ZbAuto && info.kind != ScheduleKind::GPipe;
        if (limits("schedule") ? !isAllowed("schedule", info.key) : !isUsual)
            continue;
        Knobs knobs = layout;
        knobs.schedule = info.kind;
        if (info.kind != ScheduleKind::Interleaved) {
            if (!isOwn)
                all.push_back(knobs);
            continue;
        }
        for (const int chunks : {2, 3, 4, 8}) {
            if (!isAllowed("chunks", std::to_string(chunks)) || (isOwn && !moves && own("chunks") == chunks))
                continue;
            knobs.chunks = chunks;
            all.push_back(knobs);
        }
    }
    return all;
}

std::vector<Knobs> RunSpace::details(const Knobs& order) const
{
    std::vector<Knobs> all;
    if (isAllowed("partition", "even") || !limits("partition"))
        all = overlaps(order);
    // Weight gradients that are passes of their own are not spread over a partition.
    const bool splits
        = order.schedule && (scheduleInfo(*order.schedule).splitsBackward || *order.schedule == ScheduleKind::DualPipe);
    if (splits || stagesOf(order) < 2 || m_simulator->whyNot("partition") || !isAllowed("partition", "balanced"))
        return all;
    Knobs knobs = order;
    knobs.partition = m_simulator->balancedPartition(order);
    if (!knobs.partition.empty() && knobText(knobs, "partition") != m_simulator->ownValue("partition")) {
        const std::vector<Knobs> balanced = overlaps(knobs);
        all.insert(all.end(), balanced.begin(), balanced.end());
    }
    return all;
}

std::optional<Knobs> RunSpace::usualDetail(const Knobs& order) const
{
    if (limits("partition") && !isAllowed("partition", "even"))
        return std::nullopt;
    const std::vector<Knobs> some = overlaps(order);
    return some.empty() ? std::nullopt : std::optional(some.back());
}

std::vector<std::vector<Knobs>> RunSpace::habits(const Knobs& from) const
{
    std::vector<std::vector<Knobs>> all;
    if (m_simulator->whyNot("shard"))
        return all;
    const auto setTo = [&](std::vector<Knobs>& values, std::string_view knob, const std::string& text) {
        const std::string now = knobText(from, knob);
        Knobs knobs = from;
        if (text != (now.empty() ? m_simulator->ownValue(knob) : now) && setKnob(knobs, knob, text))
            values.push_back(std::move(knobs));
    };
    std::vector<Knobs> recomputes;
    for (const char* text : {"none", "selective", "full"})
        setTo(recomputes, "recompute", text);
    all.push_back(std::move(recomputes));
    std::vector<Knobs> shards;
    for (const char* text : {"none", "optimizer", "gradients", "parameters"})
        setTo(shards, "shard", text);
    all.push_back(std::move(shards));
    // Who keeps the batch lets the number of microbatches follow, and who keeps the GPUs the replicas.
    std::vector<Knobs> sizes;
    if (const std::optional<int> size = value(from, "microbatch-size"); size && !from.microbatches) {
        for (const int other : {*size / 2, *size * 2}) {
            if (other >= 1)
                setTo(sizes, "microbatch-size", std::to_string(other));
        }
    }
    all.push_back(std::move(sizes));
    std::vector<Knobs> contexts;
    const std::optional<int> context = value(from, "context");
    const std::optional<int> data = value(from, "data");
    if (context && data) {
        for (const int other : {*context / 2, *context * 2}) {
            const int64_t both = int64_t(*context) * *data;
            if (other < 1 || both % other != 0)
                continue;
            setTo(contexts, "context", std::to_string(other));
            if (!contexts.empty() && contexts.back().context == other)
                contexts.back().data = int(both / other);
        }
    }
    all.push_back(std::move(contexts));
    return all;
}

std::vector<Knobs> RunSpace::all() const
{
    std::vector<Knobs> all;
    for (const Knobs& layout : layouts()) {
        for (const Knobs& order : orders(layout)) {
            const std::vector<Knobs> some = details(order);
            all.insert(all.end(), some.begin(), some.end());
        }
    }
    return all;
}

std::optional<int> RunSpace::own(std::string_view knob) const
{
    const std::optional<int64_t> value = parseInteger(m_simulator->ownValue(knob));
    return value && *value >= 1 && *value <= DescriptionLimits::gpus ? std::optional(int(*value)) : std::nullopt;
}

std::optional<int> RunSpace::value(const Knobs& knobs, std::string_view knob) const
{
    const std::optional<int64_t> moved = parseInteger(knobText(knobs, knob));
    return moved && *moved >= 1 && *moved <= DescriptionLimits::gpus ? std::optional(int(*moved)) : own(knob);
}

const std::vector<std::string>* RunSpace::limits(std::string_view knob) const
{
    for (const auto& [key, values] : m_space->allowed) {
        if (key == knob)
            return &values;
    }
    return nullptr;
}

bool RunSpace::isAllowed(std::string_view knob, std::string_view value) const
{
    const std::vector<std::string>* values = limits(knob);
    return !values || std::find(values->begin(), values->end(), value) != values->end();
}

/// What the input is, it may stay; anything else it must answer to.
bool RunSpace::mayBe(std::string_view knob, int value, int ownValue) const
{
    return isAllowed(knob, std::to_string(value)) && (value == ownValue || !m_simulator->whyNot(knob));
}

int RunSpace::stagesOf(const Knobs& layout) const { return layout.stages.value_or(own("stages").value_or(1)); }

std::vector<int> RunSpace::expertSizes() const
{
    std::vector<int> sizes {0}; // as it is
    const std::optional<int> ranks = own("expert");
    if (!ranks || m_simulator->whyNot("expert"))
        return sizes;
    for (int size = 1; size <= 2 * *ranks; size *= 2) {
        if (size != *ranks && isAllowed("expert", std::to_string(size)))
            sizes.push_back(size);
    }
    if (limits("expert") && !isAllowed("expert", std::to_string(*ranks)))
        sizes.erase(sizes.begin());
    return sizes;
}

void RunSpace::addExperts(std::vector<Knobs>& all, const Knobs& groups) const
{
    for (const int expert : expertSizes()) {
        Knobs knobs = groups;
        if (expert > 0)
            knobs.expert = expert;
        const std::vector<std::string>* counts = limits("microbatches");
        if (!counts || m_simulator->whyNot("microbatches")) {
            all.push_back(knobs);
            continue;
        }
        for (const std::string& count : *counts) {
            Knobs counted = knobs;
            if (setKnob(counted, "microbatches", count))
                all.push_back(counted);
        }
    }
}

std::vector<Knobs> RunSpace::overlaps(const Knobs& knobs) const
{
    std::vector<Knobs> all;
    const bool answers = !m_simulator->whyNot("overlap");
    const std::string now = m_simulator->ownValue("overlap");
    if (isAllowed("overlap", now) || !answers)
        all.push_back(knobs);
    if (answers && now == "off" && isAllowed("overlap", "on")) {
        all.push_back(knobs);
        all.back().overlap = true;
    }
    return all;
}

} // namespace bubblescope
