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
#include <limits>
#include <map>

namespace bubblescope {

namespace {

constexpr float unknownMs = std::numeric_limits<float>::quiet_NaN();

float stepMs(TimeNs ns) { return float(double(ns) / nsPerMs); }

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
    }
    return unknownMs;
}

} // namespace

std::string_view stepMeasureName(StepMeasure measure)
{
    static constexpr std::array<std::string_view, stepMeasureCount> names {"step time", "compute", "waiting",
        "exposed communication", "pipeline bubble", "idle", "forward", "backward", "optimizer",
        "tensor-parallel communication", "pipeline communication", "data-parallel communication",
        "expert-parallel communication"};
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
    for (size_t m = 0; m < stepMeasureCount; ++m)
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
            for (size_t m = 0; m < stepMeasureCount && (cut.empty() || !cut[step]); ++m)
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
    return table;
}

} // namespace bubblescope
