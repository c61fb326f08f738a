// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plandifference.h"

#include "describedjob.h"
#include "schedule.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace bubblescope {

namespace {

constexpr auto setKnobs = std::to_array<std::string_view>({"gpus", "tensor", "stages", "data", "context", "expert",
    "expert-tensor", "microbatch-size", "microbatches", "schedule", "chunks", "partition", "recompute", "shard",
    "overlap", "sequence", "sequence-parallel", "precision", "capacity-factor", "offload", "framework"});

} // namespace

PlanSet planSetOf(const JobDescription& job)
{
    PlanSet set;
    const bool hasPipeline = job.layout.stages.value_or(1) > 1;
    const bool hasReplicas = job.layout.data.value_or(1) > 1 || job.layout.context.value_or(1) > 1;
    const bool isInterleaved = job.layout.chunks.value_or(1) > 1;
    const std::optional<ScheduleKind> schedule = scheduleFromKey(job.layout.schedule);
    const bool splitsBackward = schedule && scheduleInfo(*schedule).splitsBackward;
    for (const std::string_view knob : setKnobs) {
        const bool isOfExperts = knob == "expert" || knob == "expert-tensor";
        // Orders that split backward passes are made of 1F1B's pieces; another partition would not be the same job.
        const bool hasPartition = hasPipeline && !splitsBackward;
        const bool isUsual = (knob == "sequence-parallel" && job.layout.tensor.value_or(1) == 1)
            || (knob == "offload" && !job.layout.offloadsOptimizer.value_or(false));
        if (isUsual || (isOfExperts && job.model.experts == 0) || (knob == "partition" && !hasPartition)
            || (knob == "chunks" && !isInterleaved) || (knob == "overlap" && !hasReplicas))
            continue;
        if (std::string value = describedValue(job, knob); !value.empty())
            set.emplace_back(knob, std::move(value));
    }
    return set;
}

std::string planSetText(const PlanSet& set)
{
    std::string text;
    for (const auto& [knob, value] : set)
        text.append(text.empty() ? "" : " ").append(knob).append("=").append(value);
    return text;
}

std::vector<PlanChange> planChanges(const JobDescription& from, const JobDescription& to)
{
    std::vector<PlanChange> changes;
    const PlanSet before = planSetOf(from);
    for (const auto& [knob, value] : planSetOf(to)) {
        const std::string_view name = knob;
        const auto old
            = std::find_if(before.begin(), before.end(), [&](const auto& entry) { return entry.first == name; });
        const bool follows = knob == "microbatches" || knob == "sequence-parallel"; // from others
        if (old == before.end() ? !follows : old->second != value)
            changes.push_back({knob, old == before.end() ? std::string() : old->second, value});
    }
    return changes;
}

} // namespace bubblescope
