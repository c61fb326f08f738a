// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "structuredjob.h"

#include "gradientbytes.h"
#include "groupsizes.h"
#include "joblayout.h"
#include "layerslices.h"
#include "layerwork.h"
#include "measuretext.h"
#include "memorycost.h"
#include "refusal.h"
#include "regroupedwork.h"
#include "roundedtime.h"
#include "typicalwork.h"
#include "unknownwork.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

class Structurer {
public:
    Structurer(const JobProfile& job, const Knobs& knobs, const Pricing& own)
        : m_from(job), m_knobs(knobs), m_own(own), m_old(job)
    {
    }

    Result<StructuredJob> run()
    {
        static_cast<JobFacts&>(m_made.job) = m_from; // its ranks' work is moved below
        if (std::optional<Error> error = chooseGroupSizes(m_made.job, m_from, m_knobs))
            return *std::move(error);
        if (std::optional<Error> error = chooseStages())
            return *std::move(error);
        for (SlowRank& slow : job().slowRanks)
            slow.isThere = slow.rank < JobLayout(job()).world();
        indexWork();
        if (std::optional<Error> error = moveWork())
            return *std::move(error);
        if (m_knobs.overlap)
            moveGradients(job(), *m_knobs.overlap);
        m_made.job.blockingSends = m_knobs.blockingSends.value_or(m_from.blockingSends);
        return std::move(m_made);
    }

private:
    JobProfile& job() { return m_made.job; }
    void assume(Message sentence) { job().assumptions.emplace_back(std::move(sentence)); }

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
            request.blockingSends = m_knobs.blockingSends.value_or(m_from.blockingSends);
            Result<Schedule> schedule = makeSchedule(request);
            if (!schedule)
                return schedule.error();
            m_made.schedule = std::move(schedule).value();
            if (m_from.order && !m_from.orderIsKnownSchedule && !m_knobs.schedule) {
                assume(say("The order is that of {}: the plan's own order fits only its own sizes.",
                    scheduleInfo(request.kind).name));
            }
        }
        if (m_knobs.together && !scheduleInfo(m_made.schedule.kind).pairsPasses) {
            return refusal(say("{} runs no two passes together.", scheduleInfo(m_made.schedule.kind).name),
                say("Only DualPipe and DualPipeV overlap a forward pass with a backward pass."));
        }
        job().together = m_knobs.together.value_or(1);
        job().schedule = m_made.schedule.kind;
        job().chunks = m_made.schedule.chunks;
        const int modelStages = m_made.schedule.modelStages();

        const std::vector<int>& before = m_from.layersOfStage;
        const int oldLayers = std::accumulate(before.begin(), before.end(), 0);
        m_sameStages = modelStages == oldStages() && m_knobs.partition.empty() && !m_knobs.layers;
        if (m_sameStages)
            return std::nullopt;
        const int layers = m_knobs.layers.value_or(oldLayers);
        if (std::optional<Error> error = whyNoLayers(layers))
            return error;
        if (layers == 0) {
            if (!m_knobs.partition.empty())
                return refusal(
                    say("The input does not say how many layers there are."), say("Set the number of layers first."));
            job().layersOfStage.clear();
            m_moves = LayerMoves::even(oldStages(), modelStages);
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
        m_moves = LayerMoves::of(before.empty() ? std::vector<int>(size_t(oldStages()), 1) : before, partition);
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

    /// Of a part as a GPU of the usual speed takes it: orders are not made for one that is slow.
    double usualTotal(const RankWork& work, Work RankWork::*part) const
    {
        const double factor = slownessOf(m_from.slowRanks, work.rank);
        return totalOf(work.*part) - computeOf(work.*part) * (1 - 1 / factor);
    }

    /// For schedules that follow costs: equal shares of what the job takes.
    PassCosts plannedCosts(int stages) const
    {
        const auto of = [&](auto member) {
            double ns = 0;
            for (const RankWork& work : m_from.ranks)
                ns += usualTotal(work, member);
            return ns / double(std::max<size_t>(1, m_from.ranks.size())) * oldStages() / stages;
        };
        const double backward
            = of(&RankWork::backward) * m_knobs.backwardRatio.value_or(m_from.assumedBackwardRatio.value_or(1));
        const double weight = of(&RankWork::weightGradient);
        PassCosts costs = PassCosts::uniform(stages, roundedNs(of(&RankWork::forward)),
            roundedNs(weight > 0 ? backward : backward * (1 - WeightShare::usual)),
            roundedNs(weight > 0 ? weight : backward * WeightShare::usual),
            std::max<TimeNs>(0, roundedNs(m_from.messageNs)));
        if (m_from.stages == m_made.job.stages && m_from.chunks == 1) {
            // The last rank of each stage at the usual speed, as it is or cut into as many equal pieces as the model now has.
            const int pieces = stages / m_from.stages;
            for (int s = 0; s < stages; ++s) {
                for (const RankWork& work : m_from.ranks) {
                    if (work.stage != s / pieces)
                        continue;
                    const auto stage = size_t(s);
                    const double b = usualTotal(work, &RankWork::backward) / pieces;
                    const double w = usualTotal(work, &RankWork::weightGradient) / pieces;
                    costs.forward[stage] = roundedNs(usualTotal(work, &RankWork::forward) / pieces);
                    costs.inputGradient[stage] = roundedNs(w > 0 ? b : b * (1 - WeightShare::usual));
                    costs.weightGradient[stage] = roundedNs(w > 0 ? w : b * WeightShare::usual);
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
    /// Says by what layers were told apart.
    void restageWork()
    {
        const std::vector<const RankWork*> typical = m_typical->works();
        m_restaged = restage(m_from, typical, m_moves, job().layersOfStage, m_own);
        if (job().layersOfStage.empty())
            return;
        if (m_moves.before.size() == 1) {
            assume(m_from.messageBytes < 0
                    ? say("The size of messages between stages is unknown: they count as free.")
                    : say("Messages between stages are assumed to be {}.", bytesText(m_from.messageBytes)));
        }
        const ModelLayers layers(m_from, typical, m_moves.before);
        job().endsErrorNs = unknownEndsNs(m_from, layers, m_moves, m_made.schedule) * job().microbatches;
        if (layers.guessedEmbedding()) {
            assume(
                say("Embedding and head are assumed to have {} million parameters each: of the usual vocabularies this "
                    "one leaves what the layers can have.",
                    fmt::format("{:.1f}", *layers.guessedEmbedding() / 1e6)));
        }
        if (layers.knowsLayers()) {
            assume(say("Layers are told from embedding and head by the communication that repeats with each of them."));
        } else if (m_from.layerWork && !m_from.layersOfStage.empty() && !layers.measuresLayers()) {
            if (m_from.origin == Origin::Measured)
                assume(say("A layer table distinguishes layers, embedding and head; their sum is as measured."));
        } else if (layers.guessedHead() > 0) {
            assume(say(
                "Equal layers are assumed; by its parameters, the head is assumed to compute as long as {} of them.",
                fmt::format("{:.2f}", layers.guessedHead())));
        } else {
            assume(
                say("Equal layers are assumed within each stage: no table distinguishes layers, embedding and head."));
        }
    }

    /// Whether what the ranks of a tensor-parallel group exchange is recorded, or follows from what is.
    bool knowsTensorGroups() const
    {
        const auto exchanges = [](const Work& work) {
            return std::any_of(work.begin(), work.end(),
                [](const WorkPiece& piece) { return piece.category == Category::TensorComm; });
        };
        const bool isRecorded = std::any_of(m_from.ranks.begin(), m_from.ranks.end(),
            [&](const RankWork& work) { return exchanges(work.forward) || exchanges(work.backward); });
        const bool knowsLayers = m_from.layerWork || !m_from.layersOfStage.empty();
        return isRecorded || (m_from.tensor == 1 && knowsLayers && m_from.messageBytes >= 0);
    }

    std::optional<Error> moveWork()
    {
        if (std::find(m_work.begin(), m_work.end(), nullptr) != m_work.end())
            return refusal(say("The input does not state the work of every stage."));
        const JobLayout layout(job());
        if (job().tensor != m_from.tensor && !knowsTensorGroups()) {
            if (m_from.tensor > 1) {
                return refusal(
                    say("What {} tensor-parallel ranks communicate is not in the input: how much of their work "
                        "shrinks with the group is unknown.",
                        m_from.tensor),
                    say("Open an input that records it, or a workload or layer table of the job."));
            }
            return refusal(say("What tensor parallelism would communicate is unknown: the input was not sharded."),
                say("It follows from the number of layers and the size of a pipeline message."));
        }
        m_typical.emplace(m_from);
        const bool knowsExperts = m_typical->spreadExperts(job().expert, m_own.hardware);
        job().expertsErrorNs = knowsExperts ? 0 : unknownExpertsNs(m_from) * job().microbatches;
        if (!knowsExperts)
            assume(say("What experts are sent is not recorded: they are assumed to keep what they took."));
        else if (job().expert < m_from.expert)
            assume(say("An expert-parallel rank is assumed to be sent what those were whose experts it takes over."));
        else if (job().expert > m_from.expert && m_from.expert == 1)
            assume(say("What each expert is sent is not recorded: what experts are sent is assumed to vary by 10 to "
                       "160 % about its mean."));
        else if (job().expert > m_from.expert)
            assume(say("What each expert is sent is not recorded, only what each rank is: the experts of a rank are "
                       "assumed to differ as the ranks suggest."));
        if (m_typical->guessesExpertCost()) {
            assume(m_typical->knowsExpertWeights() ? say("All ranks were sent about the same: of what experts take, "
                                                         "the part in which their weights are read "
                                                         "and updated is assumed not to grow with it.")
                                                   : say("All ranks were sent about the same: half of what experts "
                                                         "take is assumed not to grow with it."));
        }
        if (!m_sameStages)
            restageWork();
        const int places = m_from.replicasAreAlike ? 1 : layout.ranksPerStage();
        const bool splits = scheduleInfo(job().schedule).splitsBackward;
        bool& isSplit = job().weightShareIsUsual;
        isSplit = false;
        const bool sharesUnrecorded = job().data > 1 && recordsNoGradients();
        if (sharesUnrecorded && !knowsGradientSizes())
            assume(say("The run has one replica and records no gradients: nothing tells what several would share, and "
                       "none is counted."));
        else if (sharesUnrecorded)
            assume(
                say("The run has one replica and records no gradients: those of 12 x hidden size² parameters a layer "
                    "are assumed to be shared, in single precision."));
        job().ranks.reserve(size_t(job().stages) * size_t(places) * size_t(job().chunks));
        for (int p = 0; p < job().stages; ++p) {
            for (int place = 0; place < places; ++place) {
                const int rank = place + layout.ranksPerStage() * p;
                for (int chunk = 0; chunk < job().chunks; ++chunk) {
                    RankWork work = movedWork(m_made.schedule.stageOf(p, chunk), rank, place);
                    work.rank = rank;
                    const int source = sourcePlace(place);
                    scaleToGroups(work, m_from, source, job(), rank, m_own);
                    if (sharesUnrecorded)
                        shareGradients(work, layout);
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
            assume(
                say("{} % of the backward compute are assumed to be weight gradient; the range holds for {} to {} %.",
                    int(100 * WeightShare::usual), int(100 * WeightShare::least), int(100 * WeightShare::most)));
        if (job().tensor != m_from.tensor)
            assume(say("Sharded operations are assumed to scale inversely with the tensor-parallel size."));
        if (!sameGroups() && !m_from.messageNsOfLink.empty())
            job().messageNsOfLink = movedLinks(layout);
        return std::nullopt;
    }

    /// Links that lie inside a node or between two as some of the old ones take what those took; others follow by
    /// price.
    std::vector<double> movedLinks(const JobLayout& layout) const
    {
        std::vector<double> links;
        const auto placement = [](const JobLayout& where, int link) {
            return where.between(where.rank(link, 0, 0), where.rank(link + 1, 0, 0));
        };
        const auto isAlike = [](const GroupPlacement& a, const GroupPlacement& b) {
            return a.spansNodes() == b.spansNodes() && (a.pipelineNodes > 1) == (b.pipelineNodes > 1);
        };
        for (int link = 0; link + 1 < layout.stages; ++link) {
            PricedTransfer message;
            message.operation = Operation::SendForward;
            message.bytes = m_from.messageBytes;
            message.placement = placement(layout, link);
            double sum = 0;
            int count = 0;
            for (size_t old = 0; old < m_from.messageNsOfLink.size(); ++old) {
                if (isAlike(placement(m_old, int(old)), message.placement)) {
                    sum += m_from.messageNsOfLink[old];
                    ++count;
                }
            }
            links.push_back(count > 0    ? sum / count
                    : message.bytes >= 0 ? priceOf(message, m_own).ns
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
        const bool keepsLayers = m_sameStages || m_moves.keeps(size_t(modelStage));
        const bool sameRank = keepsLayers && sameGroups() && !m_made.schedule.bidirectional
            && (m_places == 1 || workAt(modelStage, place).rank == rank);
        const size_t position = m_typical->positionOf(place % m_made.job.tensor, place / m_made.job.tensor);
        RankWork work = sameRank ? workAt(modelStage, sourcePlace(place))
            : m_sameStages       ? m_typical->at(size_t(modelStage), position)
                                 : m_restaged[size_t(modelStage) * m_typical->positions() + position];
        work.stage = modelStage;
        if (sameRank || m_from.replicasAreAlike)
            return work;
        // A slow GPU stays slow, whatever it computes now.
        if (const double factor = slownessOf(m_made.job.slowRanks, rank); factor != 1)
            slowDown(work, factor, m_from.slowRanksBeginLate);
        const int oldStage = std::min(rank / m_old.ranksPerStage(), m_from.stages - 1);
        const RankWork& before = workAt(oldStage, rank % m_old.ranksPerStage());
        work.forwardVariation = scaledVariation(before.forwardVariation, before.forward, work.forward);
        work.backwardVariation = scaledVariation(before.backwardVariation, before.backward, work.backward);
        return work;
    }

    /// Of a recorded run. Tables and workloads list what their job shares, of logs other things are known.
    bool recordsNoGradients() const
    {
        const auto shares = [](const RankWork& work) {
            const Work gradients = gradientsOf(work);
            return std::any_of(gradients.begin(), gradients.end(), [](const WorkPiece& piece) {
                return piece.category == Category::DataComm || piece.category == Category::ExpertDataComm;
            });
        };
        return m_from.data == 1 && m_from.origin == Origin::Measured && !m_from.assumedBackwardRatio
            && std::none_of(m_from.ranks.begin(), m_from.ranks.end(), shares);
    }
    bool knowsGradientSizes() const
    {
        return m_from.hiddenSize > 0 && !m_from.hasExperts && m_from.expert == 1
            && m_made.job.layersOfStage.size() == size_t(m_made.schedule.modelStages());
    }

    /// A layer of GPT has 12 h² parameters, whose gradients Megatron adds up in single precision. Other trainers keep
    /// half of that, and others' layers have up to a quarter more: the range reaches to both.
    void shareGradients(RankWork& work, const JobLayout& layout)
    {
        if (!knowsGradientSizes())
            return;
        constexpr double parametersOfLayer = 12;
        constexpr double less = 0.5;
        constexpr double more = 0.25;
        const double layer = parametersOfLayer * m_from.hiddenSize * double(m_from.hiddenSize) / job().tensor;
        WorkPiece shared;
        shared.operation = Operation::AllReduce;
        shared.category = Category::DataComm;
        shared.bytes = layer * job().layersOfStage[size_t(work.stage)] * MemoryOptions().gradientElementBytes
            + embeddingBytes(work.finalize);
        shared.ns = -1;
        PricedTransfer kind;
        kind.operation = shared.operation;
        kind.group = shared.category;
        kind.bytes = shared.bytes;
        kind.placement = layout.placement(shared.category, work.rank);
        const double ns = priceOf(kind, m_own).ns;
        auto& [lessNs, moreNs] = job().gradientsErrorNs;
        lessNs = std::max(lessNs, less * ns);
        moreNs = std::max(moreNs, more * ns);
        work.finalize.insert(work.finalize.begin(), std::move(shared));
    }

    bool sameGroups() const { return haveSameGroups(m_made.job, m_from); }

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

    const JobProfile& m_from;
    const Knobs& m_knobs;
    const Pricing& m_own;
    const JobLayout m_old;
    StructuredJob m_made;
    int m_places = 1;                    // number of known places per stage of the old job
    std::vector<const RankWork*> m_work; // by old stage of the model, place
    std::optional<TypicalWork> m_typical;
    bool m_sameStages = true;
    LayerMoves m_moves;
    std::vector<RankWork> m_restaged; // by stage of the model, then position
};

} // namespace

Result<StructuredJob> structured(const JobProfile& job, const Knobs& knobs, const Pricing& own)
{
    return Structurer(job, knobs, own).run();
}

} // namespace bubblescope
