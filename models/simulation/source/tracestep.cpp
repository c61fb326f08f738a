// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracestep.h"

#include "expertwork.h"
#include "layerslices.h"
#include "layerwork.h"
#include "median.h"
#include "numbertext.h"
#include "passlayers.h"
#include "rankgroups.h"
#include "rankpasses.h"
#include "recordedschedule.h"
#include "refusal.h"
#include "slowstages.h"
#include "stepgraph.h"
#include "timesplit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace bubblescope {

namespace {

/// 4096 of "[1024, 1, 4096] …"; 0 for none.
int lastDimension(std::string_view detail)
{
    const size_t end = detail.find(']');
    if (end == std::string_view::npos)
        return 0;
    const size_t begin = detail.find_last_of("[, ", end - std::min<size_t>(end, 1)) + 1;
    const std::optional<int64_t> number = parseInteger(detail.substr(begin, end - begin));
    return number && *number > 0 && *number <= std::numeric_limits<int>::max() ? int(*number) : 0;
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
        m_meetings.assign(m_step.nodes.size(), StepGraph::none);
        for (uint32_t m = 0; m < m_step.meetings.size(); ++m) {
            for (const uint32_t node : m_step.membersOf(m_step.meetings[m]))
                m_meetings[node] = m;
        }
        measureTransfers();
        const std::shared_ptr<const RunContext> context = contextOf(m_run);
        measureApart(context->collectives());
        m_job.name = m_run.name;
        m_job.origin = Origin::Measured;
        const ParallelLayout& layout = m_run.layout;
        const RankGroups& groups = context->groups();
        const int world = int(m_trace.ranks().size());
        m_job.stages = groups.stageCount();
        using Size = GuessedSize::Of;
        m_job.tensor = std::max(m_job.givenOr(layout.tensor, Size::Tensor, 1), 1);
        m_job.expert = layout.expert.value_or(1);
        if (m_job.stages < 1)
            return refusal(say("The run does not state which stage each rank holds."));
        if (layout.world.value_or(world) != world) {
            return refusal(say("Only {} of {} ranks were opened.", world, *layout.world),
                say("Open the traces of all ranks to change the schedule or the layout."));
        }
        if (world % (m_job.stages * m_job.tensor) != 0) {
            return refusal(say("{} ranks are not a multiple of TP {} x PP {}.", world, m_job.tensor, m_job.stages));
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
        m_job.microbatchSize = m_job.givenOr(layout.microbatchSize, Size::MicrobatchSize, 1);
        if (knowsHosts(m_trace) || world == 1)
            m_job.ranksPerNode = ranksPerNode();
        else
            m_job.ranksPerNode = m_job.givenOr({}, Size::RanksPerNode, assumedRanksPerNode);
        if (std::optional<Error> error = whyPassesStay(m_step, m_run))
            return *std::move(error);
        m_job.microbatches = forwardPasses(m_step, m_trace, 0);
        m_job.ranks.reserve(m_trace.ranks().size());
        for (uint32_t r = 0; r < uint32_t(world); ++r)
            addRank(r, groups.stage(r));
        if (layout.layers && *layout.layers >= m_job.stages)
            findLayers(*layout.layers);
        measureMessages();
        findSchedule();
        m_job.statedStepNs = double(m_step.window.duration());
        m_job.statedOrigin = Origin::Measured;
        m_job.slowRanks = slowRanks(m_job);
        m_job.doubtedRanks = perhapsSlowRanks(m_job);
        findSlowStages(m_job);
        findLateBegins();
        m_job.variations = std::make_shared<const std::vector<std::vector<float>>>(std::move(m_variations));
        return std::move(m_job);
    }

private:

    /// Optimizers end with no communication: a slow GPU leaves the step later than its peers, and begins the next one
    /// as much later. In the first step of a run it does not.
    void findLateBegins()
    {
        std::vector<double> begins;
        for (const RankWork& work : m_job.ranks)
            begins.push_back(work.gaps.beginNs());
        const double usual = medianOf(begins);
        int late = 0;
        int inTime = 0;
        for (RankWork& work : m_job.ranks) {
            const double factor = slownessOf(m_job.slowRanks, work.rank);
            if (factor <= 1)
                continue;
            const double expected = computeOf(work.optimizer) * (1 - 1 / factor);
            const double found = work.gaps.beginNs() - usual;
            const bool isLate = found > expected / 2 && found < expected * 2;
            work.lateNs = isLate ? expected : 0;
            ++(isLate ? late : inTime);
        }
        m_job.slowRanksBeginLate = late > inTime;
        for (RankWork& work : m_job.ranks)
            work.lateNs = m_job.slowRanksBeginLate ? work.lateNs : 0;
    }

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
                : isCompute(piece.category) ? ComputeClass::Layers
                                            : ComputeClass::Host;
            return piece;
        }
        const uint32_t meeting = m_meetings[n];
        if (meeting != StepGraph::none && m_step.meetings[meeting].isHidden) {
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

    /// Recorded without its partners, or with ends too far apart to have met them, communication counts no longer than
    /// where it was shortest: the rest was waiting.
    double lengthOf(uint32_t n) const
    {
        if (m_meetings[n] != StepGraph::none)
            return double(m_step.meetings[m_meetings[n]].transfer);
        const auto cost = double(m_step.graph.cost(n));
        if (!m_step.nodes[n].isCommunication)
            return cost;
        if (const auto apart = m_apart.find(m_step.nodes[n].span); apart != m_apart.end())
            return apart->second;
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
            m_usualTransfer[kind] = medianOf(lengths);
    }

    /// Collectives whose records do not fit together: the shortest of them holds the least waiting.
    void measureApart(const Collectives& collectives)
    {
        std::map<SpanId, double> lengths;
        for (uint32_t n = 0; n < m_step.nodes.size(); ++n) {
            if (m_step.nodes[n].isCommunication && m_step.nodes[n].isUnmatched)
                lengths.emplace(m_step.nodes[n].span, double(m_step.graph.cost(n)));
        }
        for (const Collectives::Instance& instance : collectives.instances) {
            double shortest = std::numeric_limits<double>::max();
            for (const SpanId member : collectives.membersOf(instance)) {
                const auto length = lengths.find(member);
                shortest = std::min(shortest, length == lengths.end() ? -1 : length->second);
            }
            if (instance.memberCount < 2 || shortest < 0)
                continue;
            for (const SpanId member : collectives.membersOf(instance))
                m_apart.emplace(member, shortest);
        }
    }

    /// Of several instances.
    struct Typical {
        Work work;
        uint32_t size = 0;            ///< usual number of nodes
        std::vector<uint32_t> places; ///< of the pieces among them
    };
    /// For each piece the median over the instances that have the usual number of pieces.
    Typical typical(const std::vector<Instance>& instances) const
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
        Typical made;
        made.size = usual->first;
        std::vector<double> lengths;
        for (uint32_t k = 0; k < usual->first; ++k) {
            lengths.clear();
            for (const Instance& i : instances) {
                if (i.last - i.first == usual->first)
                    lengths.push_back(lengthOf(i.first + k));
            }
            WorkPiece piece = pieceOf(model->first + k, false);
            piece.ns = medianOf(lengths);
            if (piece.ns > 0 || piece.isCommunication()) {
                made.work.push_back(std::move(piece));
                made.places.push_back(k);
            }
        }
        return made;
    }

    /// A pass, in which experts vary on their own, and how the rest of it does.
    Work pass(const std::vector<Instance>& instances, std::vector<float>& others)
    {
        constexpr double largest = 4; // of what an expert is usually sent
        Typical made = typical(instances);
        const std::vector<bool> isExpert = expertPieces(made.work);
        std::vector<uint32_t> apart;
        for (size_t i = 0; i < made.work.size() && instances.size() > 1; ++i) {
            WorkPiece& piece = made.work[i];
            if (!isExpert[i] || piece.isCommunication())
                continue;
            std::vector<float> factors;
            for (const Instance& instance : instances) {
                const bool isUsual = instance.last - instance.first == made.size;
                const double factor = isUsual ? lengthOf(instance.first + made.places[i]) / piece.ns : 1;
                factors.push_back(float(factor > 1 / largest && factor < largest ? factor : 1));
            }
            piece.ns *= centred(factors);
            piece.variation = int(m_variations.size());
            m_variations.push_back(std::move(factors));
            apart.push_back(made.places[i]);
        }
        others = variation(instances, made.size, apart);
        const double mean = centred(others);
        for (WorkPiece& piece : made.work)
            piece.ns *= piece.isCommunication() || piece.variation >= 0 ? 1 : mean;
        return std::move(made.work);
    }

    /// Divides by their mean, which it returns: work that moves to others takes its variation not along. Without the first,
    /// which may be slower than all.
    static double centred(std::vector<float>& factors)
    {
        if (factors.size() < 3)
            return 1;
        const double mean
            = std::accumulate(factors.begin() + 1, factors.end(), 0.0) / double(factors.size() - 1);
        for (float& factor : factors)
            factor = float(factor / mean);
        return mean;
    }

    /// Events are left out, but of the first: it may be slower for reasons that every step has. `apart`: nodes of an
    /// instance of that size that do not count.
    std::vector<float> variation(
        const std::vector<Instance>& instances, uint32_t size, const std::vector<uint32_t>& apart) const
    {
        constexpr double largest = 1.5; // beyond this it is an event, not noise
        std::vector<double> compute;
        for (size_t i = 0; i < instances.size(); ++i) {
            double ns = 0;
            for (uint32_t n = instances[i].first; n < instances[i].last; ++n)
                ns += m_step.nodes[n].isCommunication ? 0 : double(m_step.graph.cost(n));
            const bool isUsual = instances[i].last - instances[i].first == size;
            for (const uint32_t k : apart)
                ns -= isUsual ? double(m_step.graph.cost(instances[i].first + k)) : 0;
            compute.push_back(ns);
        }
        std::vector<double> sorted = compute;
        const double usual = medianOf(sorted);
        std::vector<float> factors;
        for (const double ns : compute) {
            const double factor = usual > 0 ? ns / usual : 1;
            const bool isUsual = factors.empty() || (factor > 1 / largest && factor < largest);
            factors.push_back(float(isUsual ? factor : 1));
        }
        return factors;
    }

    void addRank(uint32_t r, int stage)
    {
        std::array<std::vector<Instance>, operationCount> instances;
        RankWork made;
        made.rank = int(r);
        made.stage = stage;
        const uint32_t end = m_step.firstNode[r + 1];
        Work gradients; // overlapping compute
        Operation before = Operation::Other;
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
                made.gaps.add(before, operation, double(m_step.graph.lead(n)));
                before = operation;
                if (isCollective(operation)) {
                    made.finalize.push_back(pieceOf(n, true));
                    made.finalize.back().ns = lengthOf(n);
                } else {
                    instances[size_t(operation)].push_back({n, next});
                }
            }
            n = next;
        }
        const auto work = [&](Operation operation) { return typical(instances[size_t(operation)]).work; };
        made.getBatch = work(Operation::GetBatch);
        std::vector<float> unused; // the gradient of weights varies as that of inputs
        made.forward = pass(instances[size_t(Operation::Forward)], made.forwardVariation);
        made.loss = work(Operation::Loss);
        made.backward = pass(instances[size_t(Operation::Backward)], made.backwardVariation);
        made.weightGradient = pass(instances[size_t(Operation::WeightGradient)], unused);
        Work& last = made.weightGradient.empty() ? made.backward : made.weightGradient;
        last.insert(last.end(), gradients.begin(), gradients.end());
        made.optimizer = work(Operation::OptimizerStep);
        if (!gradients.empty() && r == 0)
            m_job.assumptions.emplace_back(
                say("If the order changes, gradients are assumed to be synchronized after the last backward pass."));
        m_job.ranks.push_back(std::move(made));
    }

    void findLayers(int layers)
    {
        std::vector<const Work*> forward;
        for (int stage = 0; stage < m_job.stages; ++stage)
            forward.push_back(&m_job.ranks[size_t(stage) * size_t(m_job.tensor * m_job.data)].forward);
        m_job.layersOfStage = countLayers(forward, layers);
        if (!m_job.layersOfStage.empty())
            return;
        m_job.layersOfStage = evenPartition(layers, m_job.stages);
        if (m_job.stages > 1) {
            m_job.assumptions.emplace_back(
                say("Layers are assumed to be spread evenly over the stages."), Assumption::Id::LayersOfStages);
        }
    }

    void measureMessages()
    {
        std::vector<std::vector<double>> byLink(size_t(std::max(m_job.stages - 1, 0)));
        std::vector<double> all;
        const int perStage = m_job.tensor * m_job.data;
        for (const TraceGraph::Meeting& meeting : m_step.meetings) {
            if (!meeting.isMessage) {
                if (!meeting.isHidden && m_trace.operation(meeting.span) == Operation::AllToAll)
                    m_job.hiddenSize = std::max(m_job.hiddenSize, lastDimension(m_trace.detail(meeting.span)));
                continue;
            }
            const auto members = m_step.membersOf(meeting);
            const auto link
                = size_t(std::min(m_step.nodes[members[0]].rank, m_step.nodes[members[1]].rank)) / size_t(perStage);
            all.push_back(double(meeting.transfer));
            if (link < byLink.size())
                byLink[link].push_back(all.back());
            m_job.messageBytes = std::max(m_job.messageBytes, double(m_trace.bytes(meeting.span)));
            m_job.hiddenSize = std::max(m_job.hiddenSize, lastDimension(m_trace.detail(meeting.span)));
        }
        if (all.empty()) {
            m_job.messageBytes = exchangedActivations(m_job.ranks.front().forward);
            return;
        }
        m_job.messageNs = medianOf(all);
        for (std::vector<double>& link : byLink)
            m_job.messageNsOfLink.push_back(link.empty() ? m_job.messageNs : medianOf(link));
    }

    void findSchedule()
    {
        if (const auto found = recordedSchedule(m_step, m_trace, m_job.stages, m_job.microbatches)) {
            m_job.schedule = *found;
            return;
        }
        m_job.assumptions.emplace_back(say("The measured passes follow none of the known schedules: 1F1B is assumed where "
                                           "the order changes."),
            Assumption::Id::Schedule);
    }

    const TraceGraph& m_step;
    const Run& m_run;
    const Trace& m_trace;
    JobProfile m_job;
    std::vector<uint32_t> m_meetings; // by node
    std::map<Kind, double> m_usualTransfer;
    std::map<SpanId, double> m_apart;
    std::vector<std::vector<float>> m_variations; // of pieces
};

} // namespace

bool knowsHosts(const Trace& trace)
{
    return trace.hosts().size() > 1 || (trace.hosts().size() == 1 && !trace.hosts().front().empty());
}

Result<JobProfile> profileOf(const TraceGraph& step, const Run& run) { return Profiler(step, run).make(); }

} // namespace bubblescope
