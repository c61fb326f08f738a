// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "structuredjob.h"

#include "joblayout.h"
#include "layerslices.h"
#include "layerwork.h"
#include "roundedtime.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

Error refusal(Message message, Message advice = {}) { return {std::move(message), std::move(advice), {}}; }

bool isGradientSync(const WorkPiece& piece)
{
    return piece.category == Category::DataComm || piece.category == Category::ExpertDataComm;
}

double computeOf(const RankWork& work)
{
    return computeOf(work.forward) + computeOf(work.backward) + computeOf(work.weightGradient);
}

class Structurer {
public:
    Structurer(const JobProfile& job, const Knobs& knobs, const Pricing& own)
        : m_from(job), m_knobs(knobs), m_own(own), m_old(job)
    {
    }

    Result<StructuredJob> run()
    {
        m_made.job = m_from;
        m_made.job.ranks.clear();
        if (std::optional<Error> error = chooseSizes())
            return *std::move(error);
        if (std::optional<Error> error = chooseStages())
            return *std::move(error);
        indexWork();
        if (std::optional<Error> error = moveWork())
            return *std::move(error);
        if (m_knobs.overlap)
            moveGradients(*m_knobs.overlap);
        m_made.job.blockingSends = m_knobs.blockingSends.value_or(m_from.blockingSends);
        return std::move(m_made);
    }

private:
    JobProfile& job() { return m_made.job; }
    void assume(Message sentence) { job().assumptions.emplace_back(std::move(sentence)); }

    /// Group sizes for the same GPUs and the same global batch.
    std::optional<Error> chooseSizes()
    {
        const int world = m_old.world();
        int64_t tensor = m_knobs.tensor.value_or(m_from.tensor);
        int64_t stages = m_knobs.stages.value_or(m_from.stages);
        int64_t data = m_knobs.data.value_or(m_from.data);
        if (!m_from.gpusAreGiven) {
            if (tensor != m_from.tensor || data != m_from.data || stages != m_from.stages) {
                assume(say("The job is assumed to use {} GPUs, TP {} x PP {} x DP {}: the input names none.",
                    tensor * data * stages, tensor, stages, data));
            }
        } else if (!m_knobs.data) {
            if (world % (tensor * stages) != 0) {
                return refusal(
                    say("{} GPUs are not {} tensor-parallel ranks x {} stages x replicas.", world, tensor, stages),
                    say("Tensor-parallel size x stages must divide the number of GPUs."));
            }
            data = world / (tensor * stages);
        } else if (!m_knobs.tensor && !m_knobs.stages && data != m_from.data) {
            // One size must change; tensor parallelism before the pipeline.
            if (world % (data * stages) == 0)
                tensor = world / (data * stages);
            else if (world % (data * tensor) == 0)
                stages = world / (data * tensor);
        } else if (!m_knobs.tensor && world % (data * stages) == 0) {
            tensor = world / (data * stages);
        } else if (!m_knobs.stages && world % (data * tensor) == 0) {
            stages = world / (data * tensor);
        }
        if (m_from.gpusAreGiven && tensor * data * stages != world) {
            return refusal(say("{} tensor-parallel ranks x {} replicas x {} stages are {} GPUs, not the {} of the job.",
                               tensor, data, stages, tensor * data * stages, world),
                say("Choose sizes whose product is the number of GPUs."));
        }
        if (std::optional<Error> tooLarge = whyTooLarge(tensor, data, stages))
            return tooLarge;
        int64_t expert = m_knobs.expert.value_or(m_from.expert);
        if (!m_knobs.expert && data % expert != 0)
            expert = std::gcd(expert, data);
        if (data % expert != 0) {
            return refusal(say("{} expert-parallel ranks do not divide {} data-parallel replicas.", expert, data),
                say("Experts are spread over replicas: choose a divisor."));
        }
        int microbatches = m_knobs.microbatches.value_or(m_from.microbatches);
        if (m_from.gpusAreGiven && !m_knobs.microbatches && data != m_from.data) {
            const int64_t all = int64_t(m_from.microbatches) * m_from.data;
            if (all % data != 0) {
                return refusal(say("{} microbatches in all do not spread over {} replicas.", all, data),
                    say("Set the microbatches of a replica as well."));
            }
            microbatches = int(all / data);
        }
        if (m_from.gpusAreGiven
            && (tensor != m_from.tensor || data != m_from.data || stages != m_from.stages || expert != m_from.expert)) {
            assume(say("The same {} GPUs as TP {} x PP {} x DP {}{}, {} microbatches each.", world, tensor, stages,
                data, expert > 1 ? say(" (EP {})", expert) : "", microbatches));
        }
        job().tensor = int(tensor);
        job().stages = int(stages);
        job().data = int(data);
        job().expert = int(expert);
        job().microbatches = microbatches;
        return std::nullopt;
    }

    /// Schedule, chunks, and the layers of each stage of the model.
    std::optional<Error> chooseStages()
    {
        ScheduleRequest request;
        request.kind = m_knobs.schedule.value_or(m_from.schedule);
        request.ranks = job().stages;
        request.microbatches = job().microbatches;
        request.chunks = m_knobs.chunks.value_or(m_knobs.schedule ? 1 : m_from.chunks);
        request.memoryLimit = m_knobs.memoryLimit.value_or(0);
        if (request.kind == ScheduleKind::OneFOneB && request.chunks > 1)
            request.kind = ScheduleKind::Interleaved;
        if (request.kind == ScheduleKind::Interleaved && !m_knobs.chunks && request.chunks < 2 && !keepsOrder()) {
            request.chunks = m_from.chunks > 1 ? m_from.chunks : 2;
            assume(say("{} chunks of the model per rank are assumed for the interleaved schedule.", request.chunks));
        }
        if (keepsOrder()) {
            m_made.schedule = *m_from.order;
        } else {
            if (scheduleInfo(request.kind).followsCosts)
                request.costs = plannedCosts(request.modelStages());
            Result<Schedule> schedule = makeSchedule(request);
            if (!schedule)
                return schedule.error();
            m_made.schedule = std::move(schedule).value();
            if (m_from.order && !m_from.orderIsKnownSchedule && !m_knobs.schedule) {
                assume(say("The order is that of {}: the plan's own order fits only its own sizes.",
                    scheduleInfo(request.kind).name));
            }
        }
        job().schedule = m_made.schedule.kind;
        job().chunks = m_made.schedule.chunks;
        const int modelStages = m_made.schedule.modelStages();

        const std::vector<int>& before = m_from.layersOfStage;
        const int oldLayers = std::accumulate(before.begin(), before.end(), 0);
        m_sameStages = modelStages == oldStages() && m_knobs.partition.empty() && !m_knobs.layers;
        if (m_sameStages)
            return std::nullopt;
        const int layers = m_knobs.layers.value_or(oldLayers);
        if (layers > maximumLayers) {
            return refusal(say("A model of {} layers is not possible.", layers),
                say("Give between 1 and {} layers.", maximumLayers));
        }
        if (layers == 0) {
            if (!m_knobs.partition.empty())
                return refusal(
                    say("The input does not say how many layers there are."), say("Set the number of layers first."));
            job().layersOfStage.clear();
            m_cuts = LayerCuts::even(oldStages(), modelStages);
            assume(say("Equal layers are assumed: the input states stage totals only."));
            return std::nullopt;
        }
        std::vector<int> partition = m_knobs.partition;
        if (partition.empty()) {
            if (layers < modelStages) {
                return refusal(say("{} layers do not fill {} stages of the model.", layers, modelStages),
                    say("Choose fewer stages or chunks, or more layers."));
            }
            partition = evenPartition(layers, modelStages);
        }
        if (int(partition.size()) != modelStages) {
            return refusal(say("The partition names {} stages, the model has {}.", partition.size(), modelStages),
                say("Give one number of layers for each stage of the model."));
        }
        if (const int sum = std::accumulate(partition.begin(), partition.end(), 0); sum != layers) {
            return refusal(
                say("The partition {} has {} layers, the model has {}.", fmt::join(partition, ","), sum, layers),
                say("Every layer must be on one stage."));
        }
        if (*std::min_element(partition.begin(), partition.end()) < 0)
            return refusal(say("A stage cannot have a negative number of layers."));
        m_cuts = LayerCuts::of(before.empty() ? std::vector<int>(size_t(oldStages()), 1) : before, partition);
        if (m_from.layerWork && !before.empty()) {
            if (m_from.origin == Origin::Measured)
                assume(say("A layer table distinguishes layers, embedding and head; their sum is as measured."));
        } else {
            assume(
                say("Equal layers are assumed within each stage: no table distinguishes layers, embedding and head."));
        }
        job().layersOfStage = std::move(partition);
        return std::nullopt;
    }

    /// True for a plan unless a knob changes its order.
    bool keepsOrder() const
    {
        return m_from.order && !m_knobs.schedule && !m_knobs.chunks && !m_knobs.memoryLimit
            && m_made.job.stages == m_from.stages && m_made.job.microbatches == m_from.microbatches;
    }

    int oldStages() const { return m_from.stages * m_from.chunks; }

    /// For schedules that follow costs: equal shares of what the job takes.
    PassCosts plannedCosts(int stages) const
    {
        const auto of = [&](auto member) {
            double ns = 0;
            for (const RankWork& work : m_from.ranks)
                ns += totalOf(work.*member);
            return ns / double(std::max<size_t>(1, m_from.ranks.size())) * oldStages() / stages;
        };
        const double backward
            = of(&RankWork::backward) * m_knobs.backwardRatio.value_or(m_from.assumedBackwardRatio.value_or(1));
        const double weight = of(&RankWork::weightGradient);
        PassCosts costs = PassCosts::uniform(stages, roundedNs(of(&RankWork::forward)),
            roundedNs(weight > 0 ? backward : backward / 2), roundedNs(weight > 0 ? weight : backward / 2),
            std::max<TimeNs>(0, roundedNs(m_from.messageNs)));
        if (m_from.stages == m_made.job.stages && m_from.chunks == 1) {
            // The last rank of each stage, as it is or cut into as many equal pieces as the model now has.
            const int pieces = stages / m_from.stages;
            for (int s = 0; s < stages; ++s) {
                for (const RankWork& work : m_from.ranks) {
                    if (work.stage != s / pieces)
                        continue;
                    const auto stage = size_t(s);
                    const double b = totalOf(work.backward) / pieces;
                    const double w = totalOf(work.weightGradient) / pieces;
                    costs.forward[stage] = roundedNs(totalOf(work.forward) / pieces);
                    costs.inputGradient[stage] = roundedNs(w > 0 ? b : b / 2);
                    costs.weightGradient[stage] = roundedNs(w > 0 ? w : b / 2);
                }
            }
        }
        return costs;
    }

    void indexWork()
    {
        m_places = m_from.replicasAreAlike ? 1 : m_old.ranksPerStage();
        m_work.assign(size_t(oldStages()) * size_t(m_places), nullptr);
        for (const RankWork& work : m_from.ranks) {
            if (work.stage >= 0 && work.stage < oldStages())
                m_work[size_t(work.stage) * size_t(m_places) + size_t(work.rank % m_places)] = &work;
        }
    }
    const RankWork& workAt(int stage, int place) const
    {
        return *m_work[size_t(stage) * size_t(m_places) + size_t(place)];
    }
    /// The rank of a stage with the median compute: the cost of the stage without stragglers.
    const RankWork& typicalWork(int stage) const
    {
        std::vector<const RankWork*> all(m_work.begin() + stage * m_places, m_work.begin() + (stage + 1) * m_places);
        std::nth_element(all.begin(), all.begin() + std::ptrdiff_t((all.size() - 1) / 2), all.end(),
            [](const RankWork* a, const RankWork* b) { return computeOf(*a) < computeOf(*b); });
        return *all[(all.size() - 1) / 2];
    }

    std::optional<Error> moveWork()
    {
        if (std::find(m_work.begin(), m_work.end(), nullptr) != m_work.end())
            return refusal(say("The input does not state the work of every stage."));
        const JobLayout layout(job());
        if (job().tensor > 1 && m_from.tensor == 1 && !m_from.layerWork
            && (m_from.layersOfStage.empty() || m_from.messageBytes < 0)) {
            return refusal(say("What tensor parallelism would communicate is unknown: the input was not sharded."),
                say("It follows from the number of layers and the size of a pipeline message."));
        }
        for (int stage = 0; stage < oldStages(); ++stage)
            m_typical.push_back(&typicalWork(stage));
        if (!m_sameStages) {
            m_restaged = restage(m_from, m_typical, m_cuts, job().layersOfStage, m_own);
        }
        const int places = m_from.replicasAreAlike ? 1 : layout.ranksPerStage();
        const bool splits = scheduleInfo(job().schedule).splitsBackward;
        bool isSplit = false;
        for (int p = 0; p < job().stages; ++p) {
            for (int place = 0; place < places; ++place) {
                const int rank = place + layout.ranksPerStage() * p;
                for (int chunk = 0; chunk < job().chunks; ++chunk) {
                    RankWork work = movedWork(m_made.schedule.stageOf(p, chunk), rank, place);
                    work.rank = rank;
                    const int source = sourcePlace(place);
                    scaleSharded(work, layout, rank, source);
                    if (m_from.assumedBackwardRatio) {
                        scaleCompute(work.backward, m_knobs.backwardRatio.value_or(*m_from.assumedBackwardRatio));
                        scaleCompute(work.weightGradient, m_knobs.backwardRatio.value_or(*m_from.assumedBackwardRatio));
                    }
                    if (splits && work.weightGradient.empty() && !work.backward.empty()) {
                        splitBackward(work);
                        isSplit = true;
                    }
                    if (chunk > 0)
                        joinEnds(work);
                    job().ranks.push_back(std::move(work));
                }
            }
        }
        if (isSplit)
            assume(say("Half of the backward compute is assumed to be weight gradient."));
        if (job().tensor != m_from.tensor)
            assume(say("Sharded operations are assumed to scale inversely with the tensor-parallel size."));
        if (!sameGroups() && !m_from.messageNsOfLink.empty())
            job().messageNsOfLink = movedLinks(layout);
        return std::nullopt;
    }

    /// A link inside a node, or between nodes, takes what the old links of that kind took; the others are scaled by
    /// price.
    std::vector<double> movedLinks(const JobLayout& layout) const
    {
        std::vector<double> links;
        const auto placement = [](const JobLayout& where, int link) {
            return where.between(where.rank(link, 0, 0), where.rank(link + 1, 0, 0));
        };
        const auto price = [this](const GroupPlacement& where) {
            PricedTransfer message;
            message.operation = Operation::SendForward;
            message.bytes = m_from.messageBytes;
            message.placement = where;
            return priceOf(message, m_own).ns;
        };
        for (int link = 0; link + 1 < layout.stages; ++link) {
            const GroupPlacement now = placement(layout, link);
            double sum = 0;
            int count = 0;
            for (size_t old = 0; old < m_from.messageNsOfLink.size(); ++old) {
                if (placement(m_old, int(old)).spansNodes() == now.spansNodes()) {
                    sum += m_from.messageNsOfLink[old];
                    ++count;
                }
            }
            const double before = price(placement(m_old, 0));
            links.push_back(count > 0 ? sum / count
                    : before > 0      ? m_from.messageNsOfLink.front() * price(now) / before
                                      : m_from.messageNs);
        }
        return links;
    }

    int sourcePlace(int place) const
    {
        if (m_places == 1)
            return 0;
        const int t = place % m_made.job.tensor % m_from.tensor;
        const int d = place / m_made.job.tensor % m_from.data;
        return t + m_from.tensor * d;
    }

    RankWork movedWork(int modelStage, int rank, int place) const
    {
        const bool sameRank = m_sameStages && sameGroups() && !m_made.schedule.bidirectional
            && (m_places == 1 || workAt(modelStage, place).rank == rank);
        RankWork work = sameRank ? workAt(modelStage, sourcePlace(place))
            : m_sameStages       ? *m_typical[size_t(modelStage)]
                                 : m_restaged[size_t(modelStage)];
        work.stage = modelStage;
        if (sameRank || m_places == 1)
            return work;
        const int oldStage = std::min(rank / m_old.ranksPerStage(), m_from.stages - 1);
        const RankWork& before = workAt(oldStage, rank % m_old.ranksPerStage());
        work.forwardVariation = before.forwardVariation;
        work.backwardVariation = before.backwardVariation;
        // A slow GPU stays slow, whatever it computes now.
        constexpr double notable = 0.03;
        const double usual = computeOf(*m_typical[size_t(oldStage)]);
        const double factor = usual > 0 ? computeOf(before) / usual : 1;
        if (std::abs(factor - 1) > notable) {
            for (Work* part : {&work.forward, &work.loss, &work.backward, &work.weightGradient})
                scaleCompute(*part, factor);
        }
        return work;
    }

    bool sameGroups() const
    {
        const JobProfile& now = m_made.job;
        return now.tensor == m_from.tensor && now.data == m_from.data && now.expert == m_from.expert
            && now.stages == m_from.stages;
    }

    /// Adapts to the new group sizes: shares of work, and the cost of their communication.
    void scaleSharded(RankWork& work, const JobLayout& layout, int rank, int source) const
    {
        const double share = double(m_from.tensor) / m_made.job.tensor;
        if (share != 1) {
            for (Work* part : {&work.forward, &work.backward, &work.weightGradient, &work.optimizer})
                scaleCompute(*part, share);
            if (m_from.tensor == 1 && !hasGroup(work.forward, Category::TensorComm))
                shard(work);
        }
        const int oldRank = source + m_old.ranksPerStage() * std::min(rank / layout.ranksPerStage(), m_from.stages - 1);
        const double experts = double(m_from.expert) / m_made.job.expert;
        if (sameGroups())
            return;
        for (Work* part : {&work.getBatch, &work.forward, &work.loss, &work.backward, &work.weightGradient,
                 &work.finalize, &work.optimizer}) {
            for (WorkPiece& piece : *part) {
                if (!piece.isCommunication())
                    continue;
                PricedTransfer before {piece.operation, piece.category, piece.bytes,
                    m_old.placement(piece.category, oldRank), CollectiveAlgorithm::Automatic, {}, 0, 0,
                    Origin::Modelled, false};
                PricedTransfer after = before;
                after.placement = layout.placement(piece.category, rank);
                if (after.bytes >= 0 && isGradientSync(piece)) {
                    after.bytes *= share * (piece.category == Category::ExpertDataComm ? experts : 1);
                    piece.bytes = after.bytes;
                }
                if (piece.ns < 0)
                    continue; // priced with its new placement later
                const double old = priceOf(before, m_own).ns;
                const double now = priceOf(after, m_own).ns;
                if (after.placement.ranks < 2)
                    piece.ns = before.placement.ranks < 2 ? piece.ns : 0;
                else if (before.placement.ranks < 2)
                    piece.ns = -1;
                else
                    piece.ns *= old > 0 ? now / old : 1;
            }
        }
    }

    static bool hasGroup(const Work& work, Category group)
    {
        return std::any_of(work.begin(), work.end(), [group](const WorkPiece& p) { return p.category == group; });
    }

    /// Adds two all-reduces per layer and direction, with the size of a message between stages.
    void shard(RankWork& work) const
    {
        const auto& layers = m_made.job.layersOfStage;
        const int count = 2 * (size_t(work.stage) < layers.size() ? layers[size_t(work.stage)] : 1);
        WorkPiece reduce;
        reduce.operation = Operation::AllReduce;
        reduce.category = Category::TensorComm;
        reduce.bytes = m_from.messageBytes;
        reduce.ns = -1;
        work.forward = withSpread(work.forward, reduce, count);
        work.backward = withSpread(work.backward, reduce, count);
    }

    static void splitBackward(RankWork& work)
    {
        WorkPiece weight;
        weight.ns = computeOf(work.backward) / 2;
        weight.category = Category::WeightGradient;
        scaleCompute(work.backward, 0.5);
        work.weightGradient.push_back(weight);
        // Communication launched when gradients are ready is launched by the pass that produces them.
        for (auto it = work.backward.begin(); it != work.backward.end();) {
            if (it->isAsynchronous) {
                work.weightGradient.push_back(*it);
                it = work.backward.erase(it);
            } else {
                ++it;
            }
        }
    }

    /// Merges the synchronization and optimizer of a rank's chunks.
    void joinEnds(RankWork& work)
    {
        RankWork& first = job().ranks[job().ranks.size() - size_t(chunkOf(work))];
        mergeInto(first.finalize, work.finalize);
        mergeInto(first.optimizer, work.optimizer);
        work.finalize.clear();
        work.optimizer.clear();
    }
    int chunkOf(const RankWork& work) const
    {
        int chunk = 0;
        for (size_t i = m_made.job.ranks.size(); i-- > 0 && m_made.job.ranks[i].rank == work.rank;)
            ++chunk;
        return chunk;
    }

    /// Moves gradient communication into the backward pass, layer by layer, or after it.
    void moveGradients(bool beside)
    {
        constexpr int unknownLayers = 8;
        bool moved = false;
        for (RankWork& work : job().ranks) {
            if (!beside) {
                for (Work* part : {&work.backward, &work.weightGradient}) {
                    Work queued;
                    for (auto it = part->begin(); it != part->end();) {
                        if (it->isAsynchronous) {
                            queued.push_back(*it);
                            queued.back().isAsynchronous = false;
                            it = part->erase(it);
                        } else {
                            ++it;
                        }
                    }
                    work.finalize.insert(work.finalize.begin(), queued.begin(), queued.end());
                }
                continue;
            }
            Work blocking;
            for (WorkPiece& piece : work.finalize) {
                if (!isGradientSync(piece)) {
                    blocking.push_back(std::move(piece));
                    continue;
                }
                const auto& layers = job().layersOfStage;
                const int buckets
                    = std::max(1, size_t(work.stage) < layers.size() ? layers[size_t(work.stage)] : unknownLayers);
                WorkPiece bucket = piece;
                bucket.isAsynchronous = true;
                bucket.name.clear();
                bucket.bytes = piece.bytes >= 0 ? piece.bytes / buckets : piece.bytes;
                bucket.ns = piece.ns >= 0 ? piece.ns / buckets : piece.ns;
                Work& into = work.weightGradient.empty() ? work.backward : work.weightGradient;
                into = withSpread(into, bucket, buckets);
                moved = true;
            }
            work.finalize = std::move(blocking);
        }
        if (moved)
            assume(say("Gradients are assumed to be synchronized layer by layer during the last backward pass."));
    }

    const JobProfile& m_from;
    const Knobs& m_knobs;
    const Pricing& m_own;
    const JobLayout m_old;
    StructuredJob m_made;
    int m_places = 1;                       // number of known places per stage of the old job
    std::vector<const RankWork*> m_work;    // by old stage of the model, place
    std::vector<const RankWork*> m_typical; // by old stage of the model
    bool m_sameStages = true;
    LayerCuts m_cuts;
    std::vector<RankWork> m_restaged; // by stage of the model
};

} // namespace

Result<StructuredJob> structured(const JobProfile& job, const Knobs& knobs, const Pricing& own)
{
    return Structurer(job, knobs, own).run();
}

} // namespace bubblescope
