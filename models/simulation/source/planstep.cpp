// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planstep.h"

#include "refusal.h"
#include "roundedtime.h"
#include "tablestep.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace bubblescope {

namespace {

constexpr double assumedForwardMs = 10; // of one stage of the model
constexpr double assumedBackwardRatio = 2;
constexpr int largestChunk = 255;

/// Extracts the order of one step from a plan.
class PlanReader {
public:
    PlanReader(const Run& run, int step) : m_trace(*run.trace), m_step(step) { }

    Result<Schedule> read()
    {
        collect();
        if (m_passes.empty())
            return refusal(say("The plan names no forward or backward pass."), say("Choose a plan with passes."));
        for (const auto check : {&PlanReader::placeStages, &PlanReader::countPasses}) {
            if (std::optional<Error> error = (this->*check)())
                return *std::move(error);
        }
        writePrograms();
        nameSchedule();
        return std::move(m_schedule);
    }
    bool isKnownSchedule() const { return m_isKnown; }
    double messageBytes() const { return m_messageBytes; }

private:
    struct PlannedPass {
        int stage = 0;
        int microbatch = 0;
        Operation operation = Operation::Other;
        auto key() const { return std::tuple(stage, microbatch, operation); }
    };

    void collect()
    {
        const auto steps = m_trace.steps();
        std::map<int, TimeRange> ofStep;
        for (const RankStep& own : m_trace.rankSteps()) {
            if (size_t(m_step) < steps.size() && own.step.number == steps[size_t(m_step)].number)
                ofStep[own.rank] = own.step.range;
        }
        for (const Row& row : m_trace.rows()) {
            const int rank = m_trace.track(row.track).rank;
            const TimeRange range = ofStep[rank];
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const SpanId span(i);
                if (!range.contains(m_trace.begin(span)))
                    continue;
                if (isPass(m_trace.operation(span)) && m_trace.microbatch(span) >= 0 && m_trace.stage(span) >= 0) {
                    m_passes[rank].push_back({m_trace.stage(span), m_trace.microbatch(span), m_trace.operation(span)});
                }
                if (m_trace.operation(span) == Operation::SendForward)
                    m_messageBytes = std::max(m_messageBytes, double(m_trace.bytes(span)));
            }
        }
    }

    /// Finds which rank holds which pieces of the model; ranks are numbered consecutively.
    std::optional<Error> placeStages()
    {
        std::map<int, int> holders;
        std::vector<std::set<int>> ofRank;
        std::set<int> microbatches;
        for (const auto& [rank, passes] : m_passes) {
            std::set<int>& stages = ofRank.emplace_back();
            for (const PlannedPass& pass : passes) {
                stages.insert(pass.stage);
                microbatches.insert(pass.microbatch);
                const auto [holder, isNew] = holders.try_emplace(pass.stage, rank);
                if (!isNew && holder->second != rank) {
                    return refusal(
                        say("Stage {} of the plan is held by rank {} and rank {}.", pass.stage, holder->second, rank),
                        say("Give each stage to one rank."));
                }
            }
            if (stages.size() != ofRank.front().size() || stages.size() > largestChunk) {
                return refusal(say("Rank {} of the plan holds {} stages, the first rank {}.", rank, stages.size(),
                                   ofRank.front().size()),
                    say("Give all ranks the same number of stages."));
            }
        }
        for (int stage = 0; stage < int(holders.size()); ++stage) {
            if (!holders.contains(stage)) {
                return refusal(
                    say("The plan has no passes of stage {}.", stage), say("Add the file or row of that stage."));
            }
        }
        m_schedule.ranks = int(ofRank.size());
        m_schedule.chunks = int(ofRank.front().size());
        m_schedule.microbatches = int(microbatches.size());
        for (const std::set<int>& stages : ofRank)
            m_schedule.modelStage.insert(m_schedule.modelStage.end(), stages.begin(), stages.end());
        m_microbatches.assign(microbatches.begin(), microbatches.end());
        return std::nullopt;
    }

    /// Checks that every microbatch has one forward and backward per stage, and one weight gradient unless it is fused.
    std::optional<Error> countPasses()
    {
        std::map<std::tuple<int, int, Operation>, int> counts;
        for (const auto& [rank, passes] : m_passes) {
            for (const PlannedPass& pass : passes)
                ++counts[pass.key()];
        }
        for (int stage = 0; stage < m_schedule.modelStages(); ++stage) {
            for (const int microbatch : m_microbatches) {
                for (const Operation operation : {Operation::Forward, Operation::Backward, Operation::WeightGradient}) {
                    const auto found = counts.find({stage, microbatch, operation});
                    const int count = found == counts.end() ? 0 : found->second;
                    if (count == 1 || (count == 0 && operation == Operation::WeightGradient))
                        continue;
                    return refusal(say(count == 0 ? say("The plan has no {} of microbatch {} on stage {}.")
                                                      : say("The plan has more than one {} of microbatch {} on stage {}."),
                                       named(operationName(operation)), microbatch, stage),
                        say("Complete the plan."));
                }
            }
        }
        for (const auto& [key, count] : counts) {
            if (std::get<Operation>(key) == Operation::WeightGradient)
                m_split.insert({std::get<0>(key), std::get<1>(key)});
        }
        return std::nullopt;
    }

    void writePrograms()
    {
        int number = 0;
        for (const auto& [rank, passes] : m_passes) {
            RankProgram& program = m_schedule.programs.emplace_back();
            const auto first = m_schedule.modelStage.begin() + number * m_schedule.chunks;
            for (const PlannedPass& planned : passes) {
                ScheduledPass pass;
                pass.chunk = uint8_t(std::find(first, first + m_schedule.chunks, planned.stage) - first);
                pass.microbatch
                    = int32_t(std::lower_bound(m_microbatches.begin(), m_microbatches.end(), planned.microbatch)
                        - m_microbatches.begin());
                pass.pass = planned.operation == Operation::Forward         ? Pass::Forward
                    : planned.operation == Operation::WeightGradient        ? Pass::WeightGradient
                    : m_split.contains({planned.stage, planned.microbatch}) ? Pass::InputGradient
                                                                            : Pass::Backward;
                program.push_back(pass);
            }
            ++number;
        }
    }

    /// Finds the known schedule with the same order; otherwise one whose messages suit any order.
    void nameSchedule()
    {
        m_schedule.kind = m_split.empty() ? ScheduleKind::Interleaved : ScheduleKind::ZbAuto;
        for (const ScheduleInfo& info : schedules()) {
            ScheduleRequest request {info.kind, m_schedule.ranks, m_schedule.microbatches, 1};
            if (info.kind == ScheduleKind::Interleaved || info.kind == ScheduleKind::ZbV)
                request.chunks = m_schedule.chunks;
            const Result<Schedule> known = makeSchedule(request);
            if (!known || known->chunks != m_schedule.chunks || known->modelStage != m_schedule.modelStage)
                continue;
            const bool isSame = std::equal(known->programs.begin(), known->programs.end(), m_schedule.programs.begin(),
                [](const RankProgram& a, const RankProgram& b) {
                    return std::equal(
                        a.begin(), a.end(), b.begin(), b.end(), [](const ScheduledPass& p, const ScheduledPass& q) {
                            return p.pass == q.pass && p.chunk == q.chunk && p.microbatch == q.microbatch;
                        });
                });
            if (!isSame)
                continue;
            m_isKnown = true;
            m_schedule = *known; // including its phases
            return;
        }
    }

    const Trace& m_trace;
    const int m_step;
    std::map<int, std::vector<PlannedPass>> m_passes; // by rank of the plan
    std::vector<int> m_microbatches;                  // sorted
    std::set<std::pair<int, int>> m_split;            // stage and microbatch with a separate weight gradient
    Schedule m_schedule;
    double m_messageBytes = -1;
    bool m_isKnown = false;
};

/// Half of a backward pass is the weight gradient, whether that is separate or not.
std::vector<RankWork> assumedWork(int stages)
{
    std::vector<RankWork> all(static_cast<size_t>(stages));
    const auto piece = [](double ns, Category category) {
        WorkPiece made;
        made.ns = ns;
        made.category = category;
        return Work {made};
    };
    for (int stage = 0; stage < stages; ++stage) {
        RankWork& work = all[size_t(stage)];
        work.stage = stage;
        work.forward = piece(assumedForwardMs * nsPerMs, Category::Forward);
        work.backward = piece(assumedForwardMs * nsPerMs / 2, Category::Backward);
        work.weightGradient = piece(assumedForwardMs * nsPerMs / 2, Category::WeightGradient);
    }
    return all;
}

/// The passes of a table's model, partitioned into as many stages as the plan has.
std::optional<JobProfile> profileOfTables(const RunFolder& folder, int stages, int microbatches)
{
    TableOptions options;
    options.stages = stages;
    options.microbatches = microbatches;
    for (const LayerTable& table : folder.layerTables) {
        Result<JobProfile> job = profileOfTable(table, options);
        if (job)
            return std::move(job).value();
    }
    return std::nullopt;
}

} // namespace

Result<JobProfile> profileOfPlan(const Run& run, int step, const RunFolder& folder)
{
    PlanReader reader(run, step);
    Result<Schedule> read = reader.read();
    if (!read)
        return read.error();
    const Schedule& order = *read;
    const int stages = order.modelStages();
    std::optional<JobProfile> fromTable = profileOfTables(folder, stages, order.microbatches);
    JobProfile job = fromTable ? *fromTable : JobProfile();
    if (fromTable) {
        job.assumptions.emplace_back(say("Pass times come from the table {}.", job.name));
    } else {
        job.origin = Origin::Assumed;
        job.ranks = assumedWork(stages);
        using Size = GuessedSize::Of;
        job.guesses = {{Size::Tensor, 1}, {Size::Data, 1}, {Size::MicrobatchSize, 1}};
        job.assumptions.emplace_back(
            say("The plan states no times: a forward pass is assumed to take {} ms on every stage.", assumedForwardMs));
    }
    if (job.assumedBackwardRatio.value_or(0) == 0 && (!fromTable || job.assumedBackwardRatio)) {
        job.assumedBackwardRatio = assumedBackwardRatio;
        std::erase_if(
            job.assumptions, [](const Assumption& assumption) { return assumption.id == Assumption::Id::Backward; });
        job.assumptions.emplace_back(
            say("Backward times are unknown: {} times the forward pass is assumed.", assumedBackwardRatio),
            Assumption::Id::Backward);
    }
    if (job.messageBytes < 0 && reader.messageBytes() > 0)
        job.messageBytes = reader.messageBytes();
    job.name = run.name;
    job.gpusAreGiven = false;
    job.replicasAreAlike = true;
    job.stages = order.ranks;
    job.chunks = order.chunks;
    job.microbatches = order.microbatches;
    // Used when sizes change and the plan's own order cannot be kept.
    job.schedule = reader.isKnownSchedule()  ? order.kind
        : order.chunks > 1                   ? ScheduleKind::Interleaved
        : order.kind == ScheduleKind::ZbAuto ? order.kind
                                             : ScheduleKind::OneFOneB;
    job.blockingSends = false;
    for (int rank = 0; rank < order.ranks; ++rank) {
        for (int chunk = 0; chunk < order.chunks; ++chunk)
            job.ranks[size_t(order.stageOf(rank, chunk))].rank = rank * job.tensor * job.data;
    }
    std::stable_sort(
        job.ranks.begin(), job.ranks.end(), [](const RankWork& a, const RankWork& b) { return a.rank < b.rank; });
    const auto isOfNodes = [&](const GuessedSize& guess) { return guess.of == GuessedSize::Of::RanksPerNode; };
    std::erase_if(job.guesses, isOfNodes); // added again for the stages of the plan
    if (job.hasPeers())
        job.ranksPerNode = job.givenOr({}, GuessedSize::Of::RanksPerNode, assumedRanksPerNode);
    job.assumptions.emplace_back(reader.isKnownSchedule()
            ? say("The order is that of {}.", scheduleInfo(order.kind).name)
            : say("The order is the plan's own, none of the known schedules."));
    job.assumptions.emplace_back(
        say("The step is the pipeline alone: the plan does not state what gradients and optimizer take."));
    job.order = std::move(read).value();
    job.orderIsKnownSchedule = reader.isKnownSchedule();
    return job;
}

} // namespace bubblescope
