// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtables.h"

#include "rowtable.h"

namespace bubblescope {

namespace {

using Type = QueryColumn::Type;
using Use = QueryColumn::Use;
using Per = RowTable::Per;

void integerOf(const std::optional<int>& value, QueryCell& cell) { value ? cell.integer(*value) : cell.null(); }

/// A size of the layout that a run states.
template <std::optional<int> ParallelLayout::*member> void layoutCell(const QueryRow& row, QueryCell& cell)
{
    const Run* run = row.input->recorded();
    integerOf(run ? run->layout.*member : std::optional<int>(), cell);
}

double tokensOf(const StepThroughput& step) { return step.tokensPerSecond; }
double teraflopsOf(const StepThroughput& step) { return step.flopsPerSecondPerGpu() / 1e12; }
double mfuOf(const StepThroughput& step) { return step.mfu; }

/// NULL for 0 as well: a peak that is not known.
template <double (*figure)(const StepThroughput&)> void throughputCell(const QueryRow& row, QueryCell& cell)
{
    const std::optional<MeasuredThroughput> throughput = row.input->throughput();
    const double value = throughput ? figure(throughput->step) : 0;
    value > 0 ? cell.real(value) : cell.null();
}

int stepsOf(const QueryRow& row)
{
    if (const RunLog* log = row.input->log())
        return int(log->stepCount());
    return row.input->run() && !row.input->isHang() ? row.input->analysis().summary.steps : 0;
}

RowTable::Definition runsTable()
{
    return {"runs", "Everything that was opened: recorded runs, logs, workloads, layer tables and described jobs", Per::Input,
        [](const QueryRow&) { return size_t(1); },
        {runColumn(),
            {{"name", Type::Text, {}, "as in the window"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(row.input->name()); }},
            {{"kind", Type::Text, {}, "run, hang (what its dumps recorded), run log, workload, layer table or described job"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(row.input->kind()); }},
            {{"recording", Type::Text, {}, "measured, scaling or plan; simulated for a modelled step; NULL for a log"},
                [](const QueryRow& row, QueryCell& cell) {
                    const Run* run = row.input->run();
                    cell.keptOrNull(run ? runKindName(run->kind) : "");
                }},
            {{"origin", Type::Text, {}, "measured, modelled or assumed"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(originName(row.input->origin())); }},
            {{"step_ns", Type::Real, "ns", "time of the representative step; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    const double ns = row.input->stepNs();
                    ns > 0 ? cell.real(ns) : cell.null();
                }},
            {{"step", Type::Integer, {}, "number of the representative step; NULL without a timeline, or where none ended"},
                [](const QueryRow& row, QueryCell& cell) {
                    if (row.input->run() && !row.input->isHang())
                        cell.integer(row.input->stepNumber(row.input->representativeStep()));
                    else
                        cell.null();
                }},
            {{"steps", Type::Integer, {}, "how many there are"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(stepsOf(row)); }},
            {{"ranks", Type::Integer, {}, "with a timeline"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(row.input->run() ? row.input->run()->rankCount() : 0);
                }},
            {{"ranks_outside", Type::Integer, {}, "ranks without a span in the representative step"},
                [](const QueryRow& row, QueryCell& cell) {
                    const Run* run = row.input->run();
                    cell.integer(run ? row.input->analysis().summary.ranksWithout + run->ranksOutsidePart : 0);
                }},
            {{"stages", Type::Integer, {}, "of the pipeline"},
                [](const QueryRow& row, QueryCell& cell) {
                    const RunLog* log = row.input->log();
                    cell.integer(log ? log->stageCount() : row.input->run() ? row.input->run()->stageCount() : 0);
                }},
            {{"spans", Type::Integer, {}, "records of the timeline"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(row.input->run() ? row.input->spanCount() : 0);
                }},
            {{"begin_ns", Type::Integer, "ns", "first begin of a span; NULL without a timeline"},
                [](const QueryRow& row, QueryCell& cell) {
                    row.input->run() ? cell.integer(row.trace().range().begin) : cell.null();
                }},
            {{"end_ns", Type::Integer, "ns", "last end of a span; NULL without a timeline"},
                [](const QueryRow& row, QueryCell& cell) {
                    row.input->run() ? cell.integer(row.trace().range().end) : cell.null();
                }},
            {{"clock_ns", Type::Integer, "ns", "time 0 on the clock of the files; NULL without a timeline"},
                [](const QueryRow& row, QueryCell& cell) {
                    row.input->run() ? cell.integer(row.trace().origin()) : cell.null();
                }},
            {{"world", Type::Integer, {}, "GPUs of the job; NULL if not stated"},
                layoutCell<&ParallelLayout::world>},
            {{"tensor", Type::Integer, {}, "tensor-parallel size; NULL if not stated"},
                layoutCell<&ParallelLayout::tensor>},
            {{"pipeline", Type::Integer, {}, "pipeline-parallel size; NULL if not stated"},
                layoutCell<&ParallelLayout::pipeline>},
            {{"data", Type::Integer, {}, "data-parallel size; NULL if not stated"},
                layoutCell<&ParallelLayout::data>},
            {{"expert", Type::Integer, {}, "expert-parallel size; NULL if not stated"},
                layoutCell<&ParallelLayout::expert>},
            {{"context", Type::Integer, {}, "context-parallel size; NULL if not stated"},
                layoutCell<&ParallelLayout::context>},
            {{"microbatches", Type::Integer, {}, "per step and replica; NULL if not stated"},
                layoutCell<&ParallelLayout::microbatches>},
            {{"microbatch_size", Type::Integer, {}, "samples of a microbatch; NULL if not stated"},
                layoutCell<&ParallelLayout::microbatchSize>},
            {{"layers", Type::Integer, {}, "of the model; NULL if not stated"},
                layoutCell<&ParallelLayout::layers>},
            {{"tokens_s", Type::Real, "1/s", "tokens of all GPUs in the measured step; NULL where model or batch is not known"},
                throughputCell<tokensOf>},
            {{"tflops_gpu", Type::Real, "TFLOP/s", "of a GPU, by the model's FLOPs; NULL where these are not known"},
                throughputCell<teraflopsOf>},
            {{"mfu", Type::Real, {}, "0 to 1: of the GPU's peak in half precision; NULL where it is not known"},
                throughputCell<mfuOf>},
            {{"verdict", Type::Text, {}, "one sentence: what stands out"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(row.input->findings().verdict.text()); }}}};
}

RowTable::Definition ranksTable()
{
    return {"ranks", "The ranks of a run", Per::Run, [](const QueryRow& part) { return part.trace().ranks().size(); },
        {runColumn(),
            {{"rank", Type::Integer, {}, "global number", Use::Narrowing},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().ranks()[row.index].rank); }},
            {{"stage", Type::Integer, {}, "of the pipeline; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integerOrNull(row.spans->context().groups().stage(row.index));
                }},
            {{"host", Type::Integer, {}, "number of its host in table hosts"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().ranks()[row.index].host); }},
            {{"clock", Type::Text, {},
                 "reference, aligned, or own start: then nothing tells what happened elsewhere at its times"},
                [](const QueryRow& row, QueryCell& cell) {
                    constexpr std::array<std::string_view, 3> states {"reference", "aligned", "own start"};
                    cell.kept(states[size_t(row.trace().ranks()[row.index].clock)]);
                }},
            {{"shift_ns", Type::Integer, "ns", "what was added to its times"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().ranks()[row.index].shift); }},
            {{"begin_ns", Type::Integer, "ns", "its first begin"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().rangeOf(row.trace().ranks()[row.index]).begin); }},
            {{"end_ns", Type::Integer, "ns", "its last end"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().rangeOf(row.trace().ranks()[row.index]).end); }}},
        nullptr,
        [](const QueryRow& part, const QueryBounds& bounds) {
            const auto wanted = bounds.range(1);
            const auto all = part.trace().ranks();
            const auto first = std::partition_point(
                all.begin(), all.end(), [&](const RankInfo& rank) { return rank.rank < wanted.first; });
            const auto last
                = std::partition_point(first, all.end(), [&](const RankInfo& rank) { return rank.rank <= wanted.last; });
            return std::pair(size_t(first - all.begin()), size_t(last - all.begin()));
        }};
}

const HostClock* clockOf(const QueryRow& row)
{
    const Run& run = *row.input->run();
    return row.index < run.clocks.size() ? &run.clocks[row.index] : nullptr;
}

RowTable::Definition hostsTable()
{
    return {"hosts", "How the clock of each host was brought to the first one's", Per::Run,
        [](const QueryRow& part) {
            return std::max({part.input->run()->clocks.size(), part.trace().hosts().size(), size_t(1)});
        },
        {runColumn(),
            {{"host", Type::Integer, {}, "its number in this run"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(row.index)); }},
            {{"name", Type::Text, {}, "NULL if not stated"},
                [](const QueryRow& row, QueryCell& cell) {
                    const HostClock* clock = clockOf(row);
                    const auto names = row.trace().hosts();
                    cell.keptOrNull(clock && !clock->host.empty() ? std::string_view(clock->host)
                            : row.index < names.size()            ? std::string_view(names[row.index])
                                                                  : std::string_view());
                }},
            {{"shift_ns", Type::Integer, "ns", "what was added to its times; NULL where it could not be aligned"},
                [](const QueryRow& row, QueryCell& cell) {
                    const HostClock* clock = clockOf(row);
                    !clock || clock->aligned ? cell.integer(clock ? clock->shift : 0) : cell.null();
                }},
            {{"residual_ns", Type::Integer, "ns", "median deviation of the matches after the shift"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(clockOf(row) ? clockOf(row)->residual : 0); }},
            {{"matches", Type::Integer, {}, "messages and collectives that span it"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(clockOf(row) ? clockOf(row)->matches : 0); }}}};
}

/// The only step of a run that numbers none is the run.
TimeRange rangeOfStep(const QueryRow& row)
{
    const auto steps = row.trace().steps();
    return row.index < steps.size() ? steps[row.index].range : row.trace().range();
}

RowTable::Definition stepsTable()
{
    return {"steps", "The training steps of a run, over all ranks; those of hosts overlap where a pipeline is skewed",
        Per::Run, [](const QueryRow& part) { return size_t(part.input->stepCount()); },
        {runColumn(),
            {{"step", Type::Integer, {}, "its number; 1 where the run numbers none"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.input->stepNumber(int(row.index))); }},
            {{"begin_ns", Type::Integer, "ns",
                 "first begin of any rank; of devices that go on while others are in the step before, the end of that"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(rangeOfStep(row).begin); }},
            {{"end_ns", Type::Integer, "ns", "last end of any rank"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(rangeOfStep(row).end); }},
            {{"duration_ns", Type::Integer, "ns", "end_ns - begin_ns"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(rangeOfStep(row).duration()); }}}};
}

RowTable::Definition rankStepsTable()
{
    return {"rank_steps", "The training steps of each rank; none where the run numbers none", Per::Run,
        [](const QueryRow& part) { return part.trace().rankSteps().size(); },
        {runColumn(),
            {{"rank", Type::Integer, {}, "global number"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().rankSteps()[row.index].rank); }},
            {{"step", Type::Integer, {}, "its number"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().rankSteps()[row.index].step.number); }},
            {{"begin_ns", Type::Integer, "ns", "when the rank began it"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(row.trace().rankSteps()[row.index].step.range.begin);
                }},
            {{"end_ns", Type::Integer, "ns", "when the rank ended it"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(row.trace().rankSteps()[row.index].step.range.end);
                }},
            {{"duration_ns", Type::Integer, "ns", "end_ns - begin_ns"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(row.trace().rankSteps()[row.index].step.range.duration());
                }},
            {{"host_begin_ns", Type::Integer, "ns",
                 "of a device's step, when its host began to launch it; NULL for other steps"},
                [](const QueryRow& row, QueryCell& cell) {
                    const RankStep& own = row.trace().rankSteps()[row.index];
                    if (!own.host.isEmpty())
                        cell.integer(own.host.begin);
                }},
            {{"host_end_ns", Type::Integer, "ns", "when its host was done with it; NULL for other steps"},
                [](const QueryRow& row, QueryCell& cell) {
                    const RankStep& own = row.trace().rankSteps()[row.index];
                    if (!own.host.isEmpty())
                        cell.integer(own.host.end);
                }},
            {{"lag_ns", Type::Integer, "ns",
                 "how far the device was behind its host when it began the step; NULL for other steps"},
                [](const QueryRow& row, QueryCell& cell) {
                    const RankStep& own = row.trace().rankSteps()[row.index];
                    if (own.isOfDevice())
                        cell.integer(own.lag);
                }}}};
}

const StageSummary* stageOf(const QueryRow& row)
{
    return row.step >= 0 ? &row.input->step(row.step).summary.stages[row.index] : nullptr;
}

double perMicrobatchNs(const QueryRow& row, size_t index)
{
    if (row.step < 0)
        return row.input->logStages()[index].forwardNs;
    const StageSummary& stage = row.input->step(row.step).summary.stages[index];
    return double(stage.forwardPerMicrobatch.value_or(0)) + double(stage.backwardPerMicrobatch.value_or(0));
}

size_t stagesIn(const QueryRow& part)
{
    return part.step >= 0 ? part.input->step(part.step).summary.stages.size() : part.input->logStages().size();
}

RowTable::Definition stagesTable()
{
    return {"stages", "The stages of the pipeline in each step", Per::StepOrLog, stagesIn,
        {runColumn(), stepColumn(),
            {{"stage", Type::Integer, {}, "its number"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(stageOf(row) ? stageOf(row)->stage : row.input->logStages()[row.index].stage);
                }},
            {{"ranks", Type::Integer, {}, "that run it; NULL for a log"},
                [](const QueryRow& row, QueryCell& cell) {
                    stageOf(row) ? cell.integer(stageOf(row)->ranks) : cell.null();
                }},
            {{"forward_ns", Type::Real, "ns", "forward time of a microbatch, the median; NULL if not recorded"},
                [](const QueryRow& row, QueryCell& cell) {
                    const StageSummary* stage = stageOf(row);
                    if (!stage)
                        cell.real(row.input->logStages()[row.index].forwardNs);
                    else if (stage->forwardPerMicrobatch)
                        cell.real(double(*stage->forwardPerMicrobatch));
                    else
                        cell.null();
                }},
            {{"backward_ns", Type::Real, "ns",
                 "backward time of a microbatch with the weight gradient, the median; NULL if not recorded"},
                [](const QueryRow& row, QueryCell& cell) {
                    const StageSummary* stage = stageOf(row);
                    if (stage && stage->backwardPerMicrobatch)
                        cell.real(double(*stage->backwardPerMicrobatch));
                    else
                        cell.null();
                }},
            {{"busy_share", Type::Real, {}, "compute of its ranks, of ranks x step, 0 to 1; NULL for a log"},
                [](const QueryRow& row, QueryCell& cell) {
                    const StageSummary* stage = stageOf(row);
                    stage ? cell.real(
                        partsOf(row.trace(), row.input->step(row.step).summary, *stage).share(TimePart::Compute))
                          : cell.null();
                }},
            {{"imbalance", Type::Real, {},
                 "forward and backward against the mean of all stages: 0.25 is a quarter longer"},
                [](const QueryRow& row, QueryCell& cell) {
                    const size_t count = stagesIn(row);
                    double mean = 0;
                    for (size_t i = 0; i < count; ++i)
                        mean += perMicrobatchNs(row, i) / double(count);
                    cell.real(mean > 0 ? perMicrobatchNs(row, row.index) / mean - 1 : 0);
                }}}};
}

} // namespace

void addRunTables(QueryTables& tables)
{
    for (RowTable::Definition (*make)() : {runsTable, ranksTable, hostsTable, stepsTable, rankStepsTable, stagesTable})
        tables.push_back(std::make_unique<RowTable>(make()));
}

} // namespace bubblescope
