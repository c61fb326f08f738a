// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracestep.h"

#include "rankgroups.h"
#include "stepgraph.h"
#include "timesplit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

constexpr uint32_t none = StepGraph::none;

double median(std::vector<double>& values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle : (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// Nodes [first, last) of one recorded operation.
struct Instance {
    uint32_t first;
    uint32_t last;
};

class Profiler {
public:
    Profiler(const TraceGraph& step, const Run& run) : m_step(step), m_run(run), m_trace(*run.trace) { }

    Result<JobProfile> make()
    {
        m_meetings.assign(m_step.nodes.size(), none);
        for (uint32_t m = 0; m < m_step.meetings.size(); ++m) {
            for (const uint32_t node : m_step.membersOf(m_step.meetings[m]))
                m_meetings[node] = m;
        }
        measureTransfers();
        m_job.name = m_run.name;
        m_job.origin = Origin::Measured;
        const ParallelLayout& layout = m_run.layout;
        const std::shared_ptr<const RunContext> context = contextOf(m_run);
        const RankGroups& groups = context->groups();
        const int world = int(m_trace.ranks().size());
        m_job.stages = groups.stageCount();
        using Size = GuessedSize::Of;
        m_job.tensor = std::max(m_job.toldOr(layout.tensor, Size::Tensor, 1), 1);
        m_job.expert = layout.expert.value_or(1);
        if (m_job.stages < 1)
            return refusal(say("The run does not state which stage each rank holds."));
        if (layout.world.value_or(world) != world) {
            return refusal(say("Only {} of {} ranks were opened.", world, *layout.world),
                say("Open the traces of all ranks to change the schedule or the layout."));
        }
        if (world % (m_job.stages * m_job.tensor) != 0) {
            return refusal(say("{} ranks are not {} stages x {} tensor-parallel ranks x replicas.", world, m_job.stages,
                m_job.tensor));
        }
        m_job.data = world / (m_job.stages * m_job.tensor);
        // Data parallelism follows from the remaining GPUs.
        if (!layout.data && (!layout.world || !layout.tensor))
            m_job.guesses.push_back({Size::Data, m_job.data});
        const bool fits = m_job.expert >= 1 && m_job.data % m_job.expert == 0;
        if (!fits)
            m_job.expert = 1;
        if (!fits || (!layout.expert && exchangesTokens()))
            m_job.guesses.push_back({Size::Expert, m_job.expert});
        m_job.microbatchSize = m_job.toldOr(layout.microbatchSize, Size::MicrobatchSize, 1);
        if (knowsHosts(m_trace) || world == 1)
            m_job.ranksPerNode = ranksPerNode();
        else
            m_job.ranksPerNode = m_job.toldOr({}, Size::RanksPerNode, assumedRanksPerNode);
        if (layout.layers && *layout.layers >= m_job.stages) {
            for (int s = 0; s < m_job.stages; ++s)
                m_job.layersOfStage.push_back(
                    *layout.layers / m_job.stages + (s < *layout.layers % m_job.stages ? 1 : 0));
            if (m_job.stages > 1) {
                m_job.assumptions.emplace_back(
                    say("Layers are assumed to be spread evenly over the stages."), Assumption::Id::LayersOfStages);
            }
        }
        for (uint32_t r = 0; r < uint32_t(world); ++r) {
            if (m_trace.ranks()[r].rank != int32_t(r) || groups.stage(r) != int(r) / (world / m_job.stages)) {
                return refusal(say("Rank {} is not where Megatron's rank order puts it.", m_trace.ranks()[r].rank));
            }
            if (std::optional<Error> error = addRank(r, groups.stage(r)))
                return *std::move(error);
        }
        measureMessages();
        findSchedule();
        m_job.statedStepNs = double(m_step.window.duration());
        m_job.statedOrigin = Origin::Measured;
        return std::move(m_job);
    }

private:
    static Error refusal(Message message, Message advice = {}) { return {std::move(message), std::move(advice), {}}; }

    bool exchangesTokens() const
    {
        return std::any_of(m_step.nodes.begin(), m_step.nodes.end(), [this](const TraceGraph::Node& node) {
            return node.isCommunication && m_trace.category(node.span) == Category::ExpertComm;
        });
    }

    int ranksPerNode() const
    {
        std::vector<int> perHost(m_trace.hosts().size(), 0);
        for (const RankInfo& rank : m_trace.ranks())
            ++perHost[rank.host];
        return std::max(1, *std::max_element(perHost.begin(), perHost.end()));
    }

    WorkPiece pieceOf(uint32_t n, bool isTop) const
    {
        const TraceGraph::Node& node = m_step.nodes[n];
        WorkPiece piece;
        piece.category = m_trace.category(node.span);
        if (!node.isCommunication) {
            piece.computeClass = m_trace.operation(node.operation) == Operation::OptimizerStep
                ? ComputeClass::MemoryBound
                : isCompute(piece.category) ? ComputeClass::Matrix
                                            : ComputeClass::Host;
            return piece;
        }
        const uint32_t meeting = m_meetings[n];
        if (meeting != none && m_step.meetings[meeting].isHidden) {
            piece.operation = Operation::AllReduce;
            piece.category = Category::OtherComm;
            return piece;
        }
        piece.name = std::string(m_trace.name(node.span));
        piece.operation = m_trace.operation(node.span);
        if (!isCollective(piece.operation))
            piece.operation = Operation::AllReduce;
        piece.bytes = double(m_trace.bytes(node.span));
        piece.isAsynchronous = isTop && node.isStream;
        return piece;
    }

    /// Communication recorded without its partners counts no longer than what matched ones take: the rest was
    /// waiting.
    double lengthOf(uint32_t n) const
    {
        if (m_meetings[n] != none)
            return double(m_step.meetings[m_meetings[n]].transfer);
        const auto cost = double(m_step.graph.cost(n));
        if (!m_step.nodes[n].isCommunication)
            return cost;
        const auto usual = m_usualTransfer.find(kindOf(m_step.nodes[n].span));
        return usual == m_usualTransfer.end() ? cost : std::min(cost, usual->second);
    }

    using Kind = std::tuple<Operation, Category, int64_t>;
    Kind kindOf(SpanId span) const { return {m_trace.operation(span), m_trace.category(span), m_trace.bytes(span)}; }

    void measureTransfers()
    {
        std::map<Kind, std::vector<double>> transfers;
        for (const TraceGraph::Meeting& meeting : m_step.meetings) {
            if (!meeting.isMessage && !meeting.isHidden)
                transfers[kindOf(meeting.span)].push_back(double(meeting.transfer));
        }
        for (auto& [kind, lengths] : transfers)
            m_usualTransfer[kind] = median(lengths);
    }

    /// For each piece the median over the instances that have the usual number of pieces.
    Work typical(const std::vector<Instance>& instances) const
    {
        std::map<uint32_t, int> votes;
        for (const Instance& i : instances)
            ++votes[i.last - i.first];
        const auto usual = std::max_element(
            votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        if (usual == votes.end())
            return {};
        const auto model = std::find_if(
            instances.begin(), instances.end(), [&](const Instance& i) { return i.last - i.first == usual->first; });
        Work work;
        std::vector<double> lengths;
        for (uint32_t k = 0; k < usual->first; ++k) {
            lengths.clear();
            for (const Instance& i : instances) {
                if (i.last - i.first == usual->first)
                    lengths.push_back(lengthOf(i.first + k));
            }
            WorkPiece piece = pieceOf(model->first + k, false);
            piece.ns = median(lengths);
            if (piece.ns > 0 || piece.isCommunication())
                work.push_back(std::move(piece));
        }
        return work;
    }

    /// The first microbatch is omitted: it is slower for other reasons.
    std::vector<float> variation(const std::vector<Instance>& instances) const
    {
        constexpr double largest = 1.5; // beyond this it is an event, not noise
        std::vector<double> compute;
        for (size_t i = instances.size() > 2 ? 1 : 0; i < instances.size(); ++i) {
            double ns = 0;
            for (uint32_t n = instances[i].first; n < instances[i].last; ++n)
                ns += m_step.nodes[n].isCommunication ? 0 : double(m_step.graph.cost(n));
            compute.push_back(ns);
        }
        std::vector<double> sorted = compute;
        const double usual = median(sorted);
        std::vector<float> factors;
        for (const double ns : compute) {
            const double factor = usual > 0 ? ns / usual : 1;
            factors.push_back(float(factor > 1 / largest && factor < largest ? factor : 1));
        }
        return factors;
    }

    std::optional<Error> addRank(uint32_t r, int stage)
    {
        std::array<std::vector<Instance>, operationCount> instances;
        RankWork made;
        made.rank = int(r);
        made.stage = stage;
        double gaps = 0;
        int gapCount = 0;
        const uint32_t end = m_step.firstNode[r + 1];
        Work gradients; // overlapping compute
        for (uint32_t n = m_step.firstNode[r]; n < end;) {
            const TraceGraph::Node& node = m_step.nodes[n];
            uint32_t next = n + 1;
            while (next < end && m_step.nodes[next].operation == node.operation)
                ++next;
            const Operation operation = m_trace.operation(node.operation);
            if (node.isStream) {
                gradients.push_back(pieceOf(n, true));
                gradients.back().ns = lengthOf(n);
            } else {
                if (n > m_step.firstNode[r] && m_step.graph.lead(n) <= longestHostGap) {
                    gaps += double(m_step.graph.lead(n));
                    ++gapCount;
                }
                if (isCollective(operation)) {
                    made.finalize.push_back(pieceOf(n, true));
                    made.finalize.back().ns = lengthOf(n);
                } else {
                    instances[size_t(operation)].push_back({n, next});
                }
            }
            n = next;
        }
        const auto work = [&](Operation operation) { return typical(instances[size_t(operation)]); };
        made.getBatch = work(Operation::GetBatch);
        made.forward = work(Operation::Forward);
        made.loss = work(Operation::Loss);
        made.backward = work(Operation::Backward);
        made.weightGradient = work(Operation::WeightGradient);
        Work& last = made.weightGradient.empty() ? made.backward : made.weightGradient;
        last.insert(last.end(), gradients.begin(), gradients.end());
        made.optimizer = work(Operation::OptimizerStep);
        made.forwardVariation = variation(instances[size_t(Operation::Forward)]);
        made.backwardVariation = variation(instances[size_t(Operation::Backward)]);
        made.gapNs = gapCount ? gaps / gapCount : 0;
        const auto forwards = int(instances[size_t(Operation::Forward)].size());
        if (forwards == 0)
            return refusal(say("Rank {} has no forward pass in this step.", r));
        if (m_job.microbatches != forwards && r > 0) {
            return refusal(say("Rank {} runs {} forward passes, rank 0 runs {}.", r, forwards, m_job.microbatches),
                say("Only steps in which every rank runs the same number of passes can be rescheduled."));
        }
        m_job.microbatches = forwards;
        if (const auto stated = m_run.layout.microbatches; stated && *stated > 0 && forwards != *stated)
            return refusal(say("Rank {} runs {} forward passes for {} microbatches.", r, forwards, *stated),
                say("Which piece of the model each pass belongs to is not recorded."));
        if (!gradients.empty() && r == 0)
            m_job.assumptions.emplace_back(
                say("If the order changes, gradients are assumed to be synchronized after the last backward pass."));
        m_job.ranks.push_back(std::move(made));
        return std::nullopt;
    }

    void measureMessages()
    {
        std::vector<std::vector<double>> byLink(size_t(std::max(m_job.stages - 1, 0)));
        std::vector<double> all;
        const int perStage = m_job.tensor * m_job.data;
        for (const TraceGraph::Meeting& meeting : m_step.meetings) {
            if (!meeting.isMessage)
                continue;
            const auto members = m_step.membersOf(meeting);
            const auto link
                = size_t(std::min(m_step.nodes[members[0]].rank, m_step.nodes[members[1]].rank)) / size_t(perStage);
            all.push_back(double(meeting.transfer));
            if (link < byLink.size())
                byLink[link].push_back(all.back());
            m_job.messageBytes = std::max(m_job.messageBytes, double(m_trace.bytes(meeting.span)));
        }
        if (all.empty())
            return;
        m_job.messageNs = median(all);
        for (std::vector<double>& link : byLink)
            m_job.messageNsOfLink.push_back(link.empty() ? m_job.messageNs : median(link));
    }

    /// Finds the schedule that explains the order of passes on the first rank of each stage.
    void findSchedule()
    {
        const int perStage = m_job.tensor * m_job.data;
        for (const ScheduleInfo& info : schedules()) {
            ScheduleRequest request;
            request.kind = info.kind;
            request.ranks = m_job.stages;
            request.microbatches = m_job.microbatches;
            const Result<Schedule> schedule = makeSchedule(request);
            if (!schedule || schedule->chunks != 1)
                continue;
            bool same = true;
            for (int stage = 0; stage < m_job.stages && same; ++stage)
                same = follows(uint32_t(stage * perStage), schedule->programs[size_t(stage)]);
            if (same) {
                m_job.schedule = info.kind;
                return;
            }
        }
        m_job.assumptions.emplace_back(say("The measured passes follow none of the known schedules: 1F1B is assumed where "
                                           "the order changes."),
            Assumption::Id::Schedule);
    }

    bool follows(uint32_t r, const RankProgram& program) const
    {
        size_t at = 0;
        for (uint32_t n = m_step.firstNode[r]; n < m_step.firstNode[r + 1]; ++n) {
            if (n > m_step.firstNode[r] && m_step.nodes[n - 1].operation == m_step.nodes[n].operation)
                continue;
            const Operation operation = m_trace.operation(m_step.nodes[n].operation);
            if (operation != Operation::Forward && operation != Operation::Backward
                && operation != Operation::WeightGradient)
                continue;
            if (at == program.size())
                return false;
            const ScheduledPass& pass = program[at++];
            const Operation expected = pass.pass == Pass::Forward ? Operation::Forward
                : pass.pass == Pass::WeightGradient               ? Operation::WeightGradient
                                                                  : Operation::Backward;
            const int microbatch = m_trace.microbatch(m_step.nodes[n].operation);
            if (operation != expected || (microbatch >= 0 && microbatch != pass.microbatch))
                return false;
        }
        return at == program.size();
    }

    const TraceGraph& m_step;
    const Run& m_run;
    const Trace& m_trace;
    JobProfile m_job;
    std::vector<uint32_t> m_meetings; // by node
    std::map<Kind, double> m_usualTransfer;
};

} // namespace

bool knowsHosts(const Trace& trace)
{
    return trace.hosts().size() > 1 || (trace.hosts().size() == 1 && !trace.hosts().front().empty());
}

Result<JobProfile> profileOf(const TraceGraph& step, const Run& run) { return Profiler(step, run).make(); }

} // namespace bubblescope
