// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planlocks.h"

#include "plandifference.h"
#include "plantext.h"
#include "schedule.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

struct LockWords {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::PlanLock)
};

/// All: a search leaves out what does not divide.
std::vector<std::string> sizesUpTo(int most)
{
    std::vector<std::string> sizes;
    for (int size = 1; size <= most; ++size)
        sizes.push_back(std::to_string(size));
    return sizes;
}

PlanLock lockOf(const std::string& knob, const QString& help)
{
    return {knob, help, {{LockWords::tr("%1: any").arg(planKnobText(knob)), {}}}};
}

void addMost(PlanLock& lock, int most)
{
    lock.choices.push_back({QStringLiteral("%1 ≤ %2").arg(planKnobText(lock.knob)).arg(most), sizesUpTo(most)});
}

void addValue(PlanLock& lock, const std::string& value)
{
    const QString text
        = LockWords::tr("%1 = %2").arg(planKnobText(lock.knob), planValueText(lock.knob, value));
    const auto isThere = [&value](const PlanLock::Choice& choice) { return choice.values == std::vector {value}; };
    if (!value.empty() && std::none_of(lock.choices.begin(), lock.choices.end(), isThere))
        lock.choices.push_back({text, {value}});
}

} // namespace

std::vector<PlanLock> planLocks(const JobDescription& job)
{
    const PlanSet stated = planSetOf(job);
    const auto own = [&stated](std::string_view key) {
        const auto found = std::find_if(stated.begin(), stated.end(), [key](const auto& entry) { return entry.first == key; });
        return found != stated.end() ? found->second : std::string();
    };
    std::vector<PlanLock> locks;
    PlanLock tensor = lockOf("tensor", LockWords::tr("GPUs that share each matrix (tensor parallelism)"));
    for (const int most : {8, 4, 2})
        addMost(tensor, most);
    addValue(tensor, "1");
    addValue(tensor, own("tensor"));
    locks.push_back(std::move(tensor));

    PlanLock stages = lockOf("stages", LockWords::tr("Stages of the pipeline"));
    for (const int most : {16, 8, 4})
        addMost(stages, most);
    addValue(stages, "1");
    addValue(stages, own("stages"));
    locks.push_back(std::move(stages));

    PlanLock context = lockOf("context", LockWords::tr("GPUs that share a sequence (context parallelism)"));
    addValue(context, "1");
    addValue(context, own("context"));
    locks.push_back(std::move(context));

    if (job.model.experts > 0) {
        PlanLock expert = lockOf("expert", LockWords::tr("GPUs that share the experts (expert parallelism)"));
        addMost(expert, 8);
        addValue(expert, "8");
        addValue(expert, own("expert"));
        locks.push_back(std::move(expert));
    }

    PlanLock schedule = lockOf("schedule", LockWords::tr("Order of passes in the pipeline"));
    schedule.choices.push_back(
        {LockWords::tr("no zero bubble"), {std::string(scheduleInfo(ScheduleKind::OneFOneB).key),
                                              std::string(scheduleInfo(ScheduleKind::Interleaved).key)}});
    for (const ScheduleKind kind : {ScheduleKind::OneFOneB, ScheduleKind::Interleaved, ScheduleKind::ZbH1})
        addValue(schedule, std::string(scheduleInfo(kind).key));
    addValue(schedule, own("schedule"));
    locks.push_back(std::move(schedule));

    PlanLock size = lockOf("microbatch-size", LockWords::tr("Samples of a microbatch"));
    for (const int most : {4, 2})
        addMost(size, most);
    addValue(size, "1");
    addValue(size, own("microbatch-size"));
    locks.push_back(std::move(size));

    PlanLock recompute = lockOf("recompute", LockWords::tr("What a backward pass computes again"));
    for (const Recompute kind : {Recompute::None, Recompute::Selective, Recompute::Full})
        addValue(recompute, std::string(recomputeKey(kind)));
    locks.push_back(std::move(recompute));

    PlanLock shard = lockOf("shard", LockWords::tr("What data-parallel ranks keep a part of (ZeRO 0 to 3, FSDP)"));
    for (const StateSharding kind :
        {StateSharding::None, StateSharding::Optimizer, StateSharding::Gradients, StateSharding::Parameters})
        addValue(shard, std::string(shardingKey(kind)));
    locks.push_back(std::move(shard));
    return locks;
}

std::vector<std::pair<std::string, std::vector<std::string>>> allowedBy(const std::vector<PlanLock>& locks)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> allowed;
    for (const PlanLock& lock : locks) {
        if (lock.isSet() && lock.chosen < lock.choices.size())
            allowed.emplace_back(lock.knob, lock.choices[lock.chosen].values);
    }
    return allowed;
}

} // namespace bubblescope
