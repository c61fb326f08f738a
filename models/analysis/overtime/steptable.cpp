// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steptable.h"

#include "parallel.h"
#include "partoftrace.h"
#include "playedsteps.h"
#include "ranksplit.h"
#include "roundedtime.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace bubblescope {

namespace {

constexpr float unknownMs = std::numeric_limits<float>::quiet_NaN();

float stepMs(TimeNs ns) { return float(double(ns) / nsPerMs); }

constexpr size_t measuresOfRuns = static_cast<size_t>(StepMeasure::ExpertComm) + 1;

/// A timer of a phase, as veRL's trainer (timing_s/gen, …) and OpenRLHF's (timing/generation, …) call it.
struct PhaseTimer {
    StepMeasure phase;
    std::string_view name;
    int place = 0; ///< the one with the least counts: others are inside it; those of equal place follow each other
};
constexpr PhaseTimer phaseTimers[] = {
    {StepMeasure::Generate, "gen", 0},
    {StepMeasure::Generate, "generation", 0},
    {StepMeasure::Generate, "generate", 0},
    {StepMeasure::Generate, "generate_sequences", 1},
    {StepMeasure::Generate, "rollout", 1},
    {StepMeasure::Reward, "reward", 0},
    {StepMeasure::Update, "update_actor", 0},
    {StepMeasure::Update, "update_critic", 0},
    {StepMeasure::Update, "update_policy", 1},
    {StepMeasure::Update, "ppo_train", 1},
    {StepMeasure::Update, "update", 2},
    {StepMeasure::WeightSync, "update_weights", 0},
    {StepMeasure::WeightSync, "sync_rollout_weights", 0},
    {StepMeasure::WeightSync, "weight_sync", 0},
    {StepMeasure::WeightSync, "broadcast", 1},
    {StepMeasure::WeightSync, "sync", 2},
};

const PhaseTimer* phaseOf(const LogTimer& timer)
{
    const auto found = std::find_if(std::begin(phaseTimers), std::end(phaseTimers),
        [&timer](const PhaseTimer& phase) { return phase.name == timer.name; });
    return found == std::end(phaseTimers) ? nullptr : found;
}

/// Of a log that times how it generates: an update by itself may be anything.
void addPhases(StepTable& table, const RunLog& log)
{
    struct Phase {
        int place = 0;
        double ms = 0;
    };
    std::map<std::pair<StepMeasure, size_t>, Phase> phases; // by step's index
    bool generates = false;
    for (const LogTimer& timer : log.timers) {
        const PhaseTimer* const known = phaseOf(timer);
        const auto at = std::lower_bound(table.steps().begin(), table.steps().end(), timer.step);
        if (!known || at == table.steps().end() || *at != timer.step)
            continue;
        const auto [phase, isNew]
            = phases.try_emplace({known->phase, size_t(at - table.steps().begin())}, Phase {known->place, timer.ms});
        if (!isNew && known->place == phase->second.place)
            phase->second.ms += timer.ms;
        else if (!isNew && known->place < phase->second.place)
            phase->second = {known->place, timer.ms};
        generates = generates || known->phase == StepMeasure::Generate;
    }
    if (!generates)
        return;
    for (const auto& [key, phase] : phases) {
        if (!table.has(key.first))
            table.add(key.first);
        table.set(key.first, 0, key.second, float(phase.ms));
    }
}

float measured(const TimeSplit& split, StepMeasure measure)
{
    switch (measure) {
    case StepMeasure::StepTime:
        return stepMs(split.total());
    case StepMeasure::Compute:
        return stepMs(split.compute());
    case StepMeasure::Waiting:
        return stepMs(split.waiting());
    case StepMeasure::Exposed:
        return stepMs(split.exposedCommunication());
    case StepMeasure::Bubble:
        return stepMs(split.bubble());
    case StepMeasure::Idle:
        return stepMs(split.idle());
    case StepMeasure::Forward:
        return stepMs(split.of(Category::Forward));
    case StepMeasure::Backward:
        return stepMs(split.of(Category::Backward) + split.of(Category::WeightGradient));
    case StepMeasure::Optimizer:
        return stepMs(split.of(Category::Optimizer));
    case StepMeasure::TensorComm:
        return stepMs(split.of(Category::TensorComm));
    case StepMeasure::PipelineComm:
        return stepMs(split.of(Category::PipelineComm));
    case StepMeasure::DataComm:
        return stepMs(split.of(Category::DataComm));
    case StepMeasure::ExpertComm:
        return stepMs(split.of(Category::ExpertComm));
    case StepMeasure::Generate:
    case StepMeasure::Reward:
    case StepMeasure::Update:
    case StepMeasure::WeightSync:
        break; // of logs only
    }
    return unknownMs;
}

} // namespace

std::string_view stepMeasureName(StepMeasure measure)
{
    static constexpr std::array<std::string_view, stepMeasureCount> names {"step time", "compute", "waiting",
        "exposed communication", "pipeline bubble", "idle", "forward", "backward", "optimizer",
        "tensor-parallel communication", "pipeline communication", "data-parallel communication",
        "expert-parallel communication", "generate", "reward", "update", "weight sync"};
    return names[static_cast<size_t>(measure)];
}

StepTable::StepTable(std::vector<Row> rows, std::vector<int64_t> steps)
    : m_rows(std::move(rows)), m_steps(std::move(steps))
{
}

void StepTable::add(StepMeasure measure)
{
    m_values[static_cast<size_t>(measure)].assign(m_rows.size() * m_steps.size(), unknownMs);
}

StepTable StepTable::ofRun(const RunContext& context)
{
    const Trace& trace = context.trace();
    std::vector<Row> rows;
    for (size_t r = 0; r < trace.ranks().size(); ++r)
        rows.push_back({trace.ranks()[r].rank, context.groups().stage(r), int(trace.ranks()[r].host)});
    std::vector<int64_t> steps;
    for (const Step& step : trace.steps())
        steps.push_back(step.number);
    StepTable table(std::move(rows), std::move(steps));
    if (table.isEmpty())
        return table;
    for (size_t m = 0; m < measuresOfRuns; ++m)
        table.add(StepMeasure(m));
    const std::vector<Waiting> waiting = findWaiting(context, trace.timing());
    const std::shared_ptr<const PlayedRun> played = playedRunOf(context, trace.timing());
    const std::vector<bool> cut = cutSteps(trace); // what is missing of them is not known
    forEachParallel(table.rowCount(), threadCount(), [&](size_t r) {
        const int32_t rank = table.m_rows[r].rank;
        const std::vector<TimeSplit> splits = splitRankSteps(context, trace.timing(), rank, waiting, *played);
        const std::span<const RankStep> own = trace.stepsOf(rank);
        for (size_t i = 0; i < splits.size(); ++i) {
            const auto at = std::lower_bound(table.m_steps.begin(), table.m_steps.end(), own[i].step.number);
            if (at == table.m_steps.end() || *at != own[i].step.number)
                continue;
            const auto step = size_t(at - table.m_steps.begin());
            for (size_t m = 0; m < measuresOfRuns && (cut.empty() || !cut[step]); ++m)
                table.set(StepMeasure(m), r, step, measured(splits[i], StepMeasure(m)));
        }
    });
    return table;
}

StepTable StepTable::ofLog(const RunLog& log)
{
    if (!log.rankSteps.empty()) {
        std::map<int, size_t> rowOf;
        int occurrences = 0;
        for (const RankStepTime& time : log.rankSteps) {
            rowOf.emplace(time.rank, 0);
            occurrences = std::max(occurrences, time.occurrence + 1);
        }
        std::vector<Row> rows;
        for (auto& [rank, row] : rowOf) {
            row = rows.size();
            rows.push_back({rank, -1, 0});
        }
        std::vector<int64_t> steps;
        for (int i = 1; i <= occurrences; ++i)
            steps.push_back(i);
        StepTable table(std::move(rows), std::move(steps));
        table.add(StepMeasure::StepTime);
        for (const RankStepTime& time : log.rankSteps)
            table.set(StepMeasure::StepTime, rowOf[time.rank], size_t(time.occurrence), float(time.ms));
        return table;
    }
    std::vector<int64_t> steps;
    std::vector<double> times;
    for (const LogStep& step : log.steps) {
        if (!step.stepMs || (!steps.empty() && step.step <= steps.back()))
            continue;
        steps.push_back(step.step);
        times.push_back(*step.stepMs);
    }
    if (steps.empty())
        return {};
    StepTable table({Row {}}, std::move(steps));
    table.add(StepMeasure::StepTime);
    for (size_t s = 0; s < times.size(); ++s)
        table.set(StepMeasure::StepTime, 0, s, float(times[s]));
    addPhases(table, log);
    return table;
}

} // namespace bubblescope
