// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plannedwork.h"

#include "collectivecost.h"
#include "computehabits.h"
#include "refusal.h"
#include "roundedtime.h"
#include "trainingframework.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

constexpr double numberBytes = 2; ///< of an activation, a weight and a message
constexpr double causalShare = 0.5;
/// Attention's backward pass has five products instead of two (Dao 2023, arXiv:2307.08691).
constexpr double attentionBackward = 2.5;

GroupPlacement placed(int ranks, int perNode, int gpusPerNode)
{
    GroupPlacement group;
    group.ranks = ranks;
    group.ranksPerNode = std::clamp(perNode, 1, ranks);
    group.groupsSharingNics = std::max(1, gpusPerNode / group.ranksPerNode);
    return group;
}

PlannedPart::Times timesOf(const Work& work)
{
    PlannedPart::Times times;
    for (const WorkPiece& piece : work)
        (piece.isCommunication() ? times.exposed : times.compute) += piece.ns;
    return times;
}

} // namespace

/// Groups of a job, by what lies between two of their members: Megatron's order tensor, context, data, stages.
struct PlannedGroups {
    GroupPlacement tensor;
    GroupPlacement context;
    GroupPlacement data; ///< context included
    GroupPlacement expert;
    GroupPlacement expertData;
    bool crossesNodes = false; ///< the job has more GPUs than a node

    explicit PlannedGroups(const PlannedLayout& layout)
    {
        const int perNode = *layout.gpusPerNode;
        const int t = *layout.tensor;
        const int copies = *layout.data * *layout.context;
        const int sharing = copies / *layout.replicas;
        tensor = placed(t, perNode, perNode);
        context = placed(*layout.context, perNode / t, perNode);
        data = placed(sharing > 0 ? copies : 1, perNode / t, perNode);
        const int experts = *layout.expert;
        const int expertTensor = *layout.expertTensor;
        expert = placed(experts, perNode / expertTensor, perNode);
        expertData
            = placed(std::max(1, copies * t / (experts * expertTensor)), perNode / (experts * expertTensor), perNode);
        crossesNodes = *layout.gpus > perNode;
    }
};

class PlannedWork::Maker {
public:
    Maker(PlannedWork& made, const PlanCalibration& calibration)
        : m_made(made)
        , m_model(made.m_job->model)
        , m_layout(made.m_job->layout)
        , m_rates(made.m_hardware->achieved())
        , m_habits(computeHabits(frameworkOf(*made.m_job)))
        , m_calibration(with(calibration, made.m_job->calibration))
        , m_groups(m_layout)
        , m_tensor(*m_layout.tensor)
        , m_tokens(double(*m_layout.sequence) * *m_layout.microbatchSize / *m_layout.context)
        , m_divided(*m_layout.sequenceParallel ? m_tensor : 1)
        , m_vocabulary(paddedVocabulary(m_model, m_layout, frameworkOf(*made.m_job)))
        , m_isEightBit(m_layout.precision == Precision::Fp8 && !m_rates.eightBit.empty())
    {
    }

    void run()
    {
        m_made.m_firstLayers = {0};
        for (const int layers : m_layout.layersOfPieces)
            m_made.m_firstLayers.push_back(m_made.m_firstLayers.back() + layers);
        for (int number = 0; number < m_model.layers; ++number) {
            std::optional<PlannedPart>& kind = m_made.m_layers[m_made.kindOf(number)];
            if (!kind)
                kind = layerPart(m_model.isExpertLayer(number), m_model.isWindowed(number));
        }
        makeEmbedding();
        makeHead();
        makeMessages();
        m_made.m_stepNs = m_habits.stepNs * m_calibration.compute;
        m_made.m_dataFactor = m_habits.dataFactor * m_calibration.communication;
        m_made.m_gradientFactor
            = m_layout.overlapGradients.value_or(true) ? m_layout.gradientBytes.value_or(int(gradientBytes)) : 0;
        for (int stage = 0; stage < m_made.stages(); ++stage)
            m_made.m_ends.push_back(endOf(stage));
        fillMemory();
    }

    static constexpr double gradientBytes = 4; ///< all frameworks add them up in fp32

private:
    static PlanCalibration with(PlanCalibration calibration, const std::optional<JobCalibration>& own)
    {
        calibration.compute *= own ? own->computeFactor : 1;
        return calibration;
    }

    /// A part while it is being made: forward in the order of the pass, backward against it.
    struct Draft {
        Work forward;
        Work backward;
        Work weights;
    };

    WorkPiece piece(const char* name, double ns, ComputeClass computeClass, Category category) const
    {
        WorkPiece made;
        made.name = name;
        made.ns = ns * m_calibration.compute;
        made.computeClass = computeClass;
        made.category = category;
        return made;
    }
    void addAll(Draft& draft, const char* name, ComputeClass computeClass, double forward, double backward,
        double weights) const
    {
        if (forward > 0)
            draft.forward.push_back(piece(name, forward, computeClass, Category::Forward));
        if (backward > 0)
            draft.backward.push_back(piece(name, backward, computeClass, Category::Backward));
        if (weights > 0)
            draft.weights.push_back(piece(name, weights, computeClass, Category::WeightGradient));
    }

    /// Whole steps reach what kernels reach alone, but for GPUs that no step was compared on.
    double stepShare() const { return m_made.m_hardware->rates.areCompared ? 1 : uncomparedShare; }
    double halfNs(double flops) const
    {
        return flops / (m_rates.matrix(MatrixType::Half, flops) * m_habits.matrixShare * stepShare()) * nsPerSecond
            + m_habits.kernelNs;
    }
    double matrixNs(double flops) const
    {
        if (!m_isEightBit)
            return halfNs(flops);
        return flops / (m_rates.matrix(MatrixType::EightBit, flops) * m_habits.eightBitShare * stepShare())
            * nsPerSecond
            + m_habits.kernelNs;
    }
    /// Products of several experts at a time.
    double groupedNs(double flops, double experts) const
    {
        const double size = flops / std::pow(experts, m_habits.groupedExponent);
        const double rate = m_rates.matrix(m_isEightBit ? MatrixType::EightBit : MatrixType::Half, size);
        const double share = m_isEightBit ? m_habits.eightBitShare : m_habits.matrixShare;
        return flops / (rate * share * stepShare() * m_habits.groupedShare) * nsPerSecond;
    }
    void addProduct(Draft& draft, const char* name, double ns) const
    {
        addAll(draft, name, m_isEightBit ? ComputeClass::EightBit : ComputeClass::Matrix, ns, ns, ns);
    }
    void addMatrix(Draft& draft, const char* name, double flops) const { addProduct(draft, name, matrixNs(flops)); }
    double memoryNs(double bytes) const { return bytes / m_rates.memory * nsPerSecond; }
    void addMoved(Draft& draft, const char* name, double bytes) const
    {
        const double ns = memoryNs(bytes);
        addAll(draft, name, ComputeClass::MemoryBound, ns, 2 * ns, 0);
    }
    void addAccumulation(Draft& draft, double parameters) const
    {
        addAll(draft, "gradient_accumulation", ComputeClass::MemoryBound, 0, 0,
            memoryNs(m_habits.accumulatedBytes * parameters));
    }

    double collectivePriceNs(Operation operation, double bytes, const GroupPlacement& group) const
    {
        return priceCollective(operation, bytes, group, *m_made.m_hardware, CollectiveAlgorithm::Automatic).ns
            * m_calibration.communication;
    }
    void addExchange(Work& work, Operation operation, Category category, double bytes, const GroupPlacement& group,
        double exposed) const
    {
        if (group.ranks < 2)
            return;
        WorkPiece& made = work.emplace_back();
        made.ns = exposed * collectivePriceNs(operation, bytes, group);
        made.operation = operation;
        made.category = category;
        made.bytes = bytes;
    }
    /// Before a column-parallel product and behind the row-parallel one that follows it.
    void addGather(Work& work, double times = 1) const
    {
        if (*m_layout.sequenceParallel)
            addExchange(work, Operation::AllGather, Category::TensorComm, hiddenBytes(), m_groups.tensor,
                times * tensorExposed());
    }
    void addSum(Work& work) const
    {
        addExchange(work, *m_layout.sequenceParallel ? Operation::ReduceScatter : Operation::AllReduce,
            Category::TensorComm, hiddenBytes(), m_groups.tensor, tensorExposed());
    }
    double tensorExposed() const
    {
        const double exposed = m_isEightBit ? m_habits.tensorExposedEightBit : m_habits.tensorExposed;
        return exposed * (m_groups.tensor.spansNodes() ? m_habits.tensorAcrossNodes : 1);
    }
    double hiddenBytes() const { return numberBytes * m_tokens * m_model.hidden; }

    /// Tokens that a token attends to, in the mean.
    double attended(bool isWindowed) const
    {
        const double all = causalShare * *m_layout.sequence;
        return isWindowed ? std::min(all, double(m_model.slidingWindow)) : all;
    }

    void addAttention(Draft& draft, bool isWindowed) const
    {
        const double hidden = m_model.hidden;
        const double queries = m_model.queryWidth();
        const double values = m_model.valueWidth();
        double inner = queries + values;
        if (m_model.isLatent) {
            // Projections to the ranks are not divided; with sequence parallelism their tokens are.
            const double down = hidden * (m_model.keyValueRank + m_model.ropeHeadSize);
            const double up
                = double(m_model.keyValueRank) * m_model.heads * (m_model.plainHeadSize + m_model.valueHeadSize);
            if (m_model.queryRank > 0)
                addMatrix(draft, "query_down", 2 * m_tokens / m_divided * hidden * m_model.queryRank);
            addMatrix(draft, "key_value_down", 2 * m_tokens / m_divided * down);
            const double query = m_model.queryRank > 0 ? m_model.queryRank * queries : hidden * queries;
            addMatrix(draft, "query_up", 2 * m_tokens * query / m_tensor);
            addMatrix(draft, "key_value_up", 2 * m_tokens * up / m_tensor);
        } else {
            const double keys = double(m_model.keyValueHeads) * m_model.headSize;
            addMatrix(draft, "query_key_value", 2 * m_tokens * hidden * (queries + 2 * keys) / m_tensor);
            inner += 2 * keys;
        }
        addMoved(draft, "rotation", m_habits.innerBytes * m_tokens * inner / m_tensor);
        const double flops = 2 * m_tokens * attended(isWindowed) * (queries + values) / m_tensor;
        const double rate = m_rates.attention > 0 ? m_rates.attention : m_rates.matrix() * attentionShareOfProducts;
        const double ns = flops / (rate * m_habits.attentionShare) * nsPerSecond;
        if (!m_layout.hasFlashAttention.value_or(true))
            addMoved(draft, "scores", m_habits.scoreBytes * m_tokens * *m_layout.sequence * m_model.heads / m_tensor);
        addContext(draft, ns);
        addAll(draft, "attention", ComputeClass::Attention, ns, attentionBackward * ns, 0);
        addMatrix(draft, "attention_output", 2 * m_tokens * values * hidden / m_tensor);
    }

    /// Keys and values go round the ranks that share a sequence, beside attention where that takes longer.
    void addContext(Draft& draft, double attentionNs) const
    {
        const int ranks = m_groups.context.ranks;
        if (ranks < 2)
            return;
        const double width = m_model.isLatent ? m_model.queryWidth() + m_model.valueWidth()
                                              : 2.0 * m_model.keyValueHeads * m_model.headSize;
        const double bytes = numberBytes * m_tokens * width / m_tensor * ranks;
        const double ns = collectivePriceNs(Operation::AllGather, bytes, m_groups.context);
        const auto add = [&](Work& work, double all, double hidden) {
            WorkPiece& made = work.emplace_back();
            made.ns = std::max(all - hidden, all / ranks);
            made.operation = Operation::AllGather;
            made.category = Category::ContextComm;
            made.bytes = bytes;
        };
        add(draft.forward, ns, attentionNs * (ranks - 1) / ranks);
        add(draft.backward, 2 * ns, attentionBackward * attentionNs * (ranks - 1) / ranks);
    }

    void addMlp(Draft& draft, double width) const
    {
        const double product = m_model.isGated ? 2 : 1;
        const double hidden = m_model.hidden;
        addMatrix(draft, "mlp_up", 2 * m_tokens * hidden * product * width / m_tensor);
        addMoved(draft, "activation", m_habits.innerBytes * m_tokens * width / m_tensor);
        addMatrix(draft, "mlp_down", 2 * m_tokens * hidden * width / m_tensor);
    }

    void addExperts(Draft& draft) const
    {
        const double hidden = m_model.hidden;
        const double product = m_model.isGated ? 2 : 1;
        const double tokens = m_tokens / m_divided;
        const double active = m_model.activeExperts * capacityFactor();
        const double expertTensor = *m_layout.expertTensor;
        const double own = double(m_model.experts) / *m_layout.expert;
        // Rows that this GPU's experts get, dealt evenly; ranks that divide an expert gather them.
        const double rows = tokens * active * expertTensor;
        addMatrix(draft, "router", 2 * tokens * hidden * m_model.experts);
        addMoved(draft, "dispatch", m_habits.routedBytes * rows * hidden);
        exchangeTokens(draft, tokens * active);
        const double width = m_model.expertFeedForward / expertTensor;
        addProduct(draft, "experts_up", groupedNs(2 * rows * hidden * product * width, own));
        addMoved(draft, "activation", m_habits.innerBytes * rows * width);
        addProduct(draft, "experts_down", groupedNs(2 * rows * hidden * width, own));
        exchangeTokens(draft, tokens * active);
        if (m_model.sharedFeedForward > 0)
            addMlp(draft, m_model.sharedFeedForward);
    }
    /// Experts take so many times their even share: what is more is dropped, what is less filled up.
    double capacityFactor() const { return m_layout.capacityFactor.value_or(1); }
    void exchangeTokens(Draft& draft, double rows) const
    {
        double bytes = numberBytes * rows * m_model.hidden;
        const GroupPlacement& group = m_groups.expert;
        if (m_habits.sendsTokensOnce && group.spansNodes()) {
            // Nodes that have at least one of a token's experts, of those that a copy for each would go to.
            const double nodes = group.nodes();
            const double active = m_model.activeExperts * std::min(capacityFactor(), 1.0);
            const double reached = (nodes - 1) * (1 - std::pow(1 - 1 / nodes, active));
            bytes *= reached / (active * (group.ranks - group.ranksPerNode) / group.ranks);
        }
        for (Work* work : {&draft.forward, &draft.backward})
            addExchange(
                *work, Operation::AllToAll, Category::ExpertComm, bytes, m_groups.expert, m_habits.expertExposed);
    }

    /// What the host needs for a layer, forward and backward.
    double hostNs() const
    {
        if (m_tensor < 2)
            return m_habits.hostNs;
        const double further = std::max(m_groups.tensor.nodes() - 1, 0);
        if (m_made.stages() < 2)
            return m_habits.hostTensorNs + m_habits.hostAcrossNs * further;
        if (!m_groups.crossesNodes)
            return m_habits.hostTensorPipelineNs;
        return m_habits.hostTensorPipelineNs + m_habits.hostPipelineRankNs * m_tensor
            + m_habits.hostPipelineAcrossNs * further;
    }
    static constexpr double hostForwardShare = 1.0 / 3; ///< a backward pass has twice as many kernels

    PlannedPart layerPart(bool withExperts, bool isWindowed) const
    {
        Draft draft;
        PlannedPart part;
        addMoved(draft, "norms", m_habits.hiddenBytes * m_tokens / m_divided * m_model.hidden);
        addGather(draft.forward);
        addGather(draft.backward, 1 + m_habits.gathersAgain);
        addAttention(draft, isWindowed);
        addSum(draft.forward);
        addSum(draft.backward);
        if (withExperts) {
            if (m_model.sharedFeedForward > 0) {
                addGather(draft.forward);
                addSum(draft.forward);
                addGather(draft.backward, 1 + m_habits.gathersAgain);
                addSum(draft.backward);
            }
            addExperts(draft);
        } else {
            addGather(draft.forward);
            addGather(draft.backward, 1 + m_habits.gathersAgain);
            addMlp(draft, m_model.feedForward);
            addSum(draft.forward);
            addSum(draft.backward);
        }
        part.parameters = layerParametersOf(m_model, m_layout, withExperts);
        addAccumulation(draft, part.parameters.all());
        addRecomputation(draft);
        const double host = hostNs() * m_calibration.compute;
        const double again = m_layout.recompute == Recompute::Full ? recomputedShare() : 0;
        return finished(std::move(part), std::move(draft), host * hostForwardShare,
            host * (1 - hostForwardShare + again * hostForwardShare));
    }

    double recomputedShare() const
    {
        const double perStage = double(m_model.layers) / m_made.stages();
        return m_layout.recomputedLayers ? std::min(*m_layout.recomputedLayers / perStage, 1.0) : 1;
    }
    /// What selective recomputation makes of a piece again, where it selects products.
    static double selectedShare(const WorkPiece& piece)
    {
        if (piece.isCommunication())
            return piece.category == Category::TensorComm && piece.operation == Operation::AllGather ? 1 : 0;
        switch (piece.computeClass) {
        case ComputeClass::Matrix:
        case ComputeClass::EightBit:
            return 0.5;
        case ComputeClass::MemoryBound:
            return 1;
        case ComputeClass::Attention:
        case ComputeClass::Layers:
        case ComputeClass::Host:
            break;
        }
        return 0;
    }
    /// The forward pass once more before the layer's backward pass; of selected layers, the mean of all.
    void addRecomputation(Draft& draft) const
    {
        const bool selects = m_layout.recompute == Recompute::Selective && m_habits.selectsProducts;
        if (m_layout.recompute != Recompute::Full && !selects)
            return;
        for (auto piece = draft.forward.rbegin(); piece != draft.forward.rend(); ++piece) {
            const double share = selects ? selectedShare(*piece) : recomputedShare();
            if (share <= 0)
                continue;
            draft.backward.push_back(*piece); // which is in the order of the forward pass until it is finished
            draft.backward.back().ns *= share;
            if (!piece->isCommunication())
                draft.backward.back().category = Category::Backward;
        }
    }

    /// Where the host is slower than the GPU, the difference is its time.
    PlannedPart finished(PlannedPart part, Draft draft, double hostForward = 0, double hostBackward = 0) const
    {
        std::reverse(draft.backward.begin(), draft.backward.end());
        std::reverse(draft.weights.begin(), draft.weights.end());
        const double forward = timesOf(draft.forward).all();
        const double backward = timesOf(draft.backward).all() + timesOf(draft.weights).all();
        const auto wait = [](Work& work, double ns, Category category) {
            if (ns <= 0)
                return;
            WorkPiece made;
            made.name = "launch";
            made.ns = ns;
            made.computeClass = ComputeClass::Host;
            made.category = category;
            work.push_back(std::move(made));
        };
        wait(draft.forward, hostForward - forward, Category::Forward);
        wait(draft.backward, hostBackward - backward, Category::Backward);
        part.forward = std::move(draft.forward);
        part.backward = std::move(draft.backward);
        part.weights = std::move(draft.weights);
        part.forwardTimes = timesOf(part.forward);
        part.backwardTimes = timesOf(part.backward);
        const PlannedPart::Times weights = timesOf(part.weights);
        part.backwardTimes.compute += weights.compute;
        part.backwardTimes.exposed += weights.exposed;
        part.weightNs = weights.all();
        return part;
    }

    void makeEmbedding()
    {
        Draft draft;
        PlannedPart part;
        const double lookups = 8; // a row read and written, and its gradient added
        addMoved(draft, "embedding", lookups * m_tokens / m_divided * m_model.hidden);
        part.parameters.shared = m_model.hidden * m_vocabulary / m_tensor + m_model.positionParameters();
        addAccumulation(draft, part.parameters.all());
        m_made.m_embedding = finished(std::move(part), std::move(draft));
    }

    void makeHead()
    {
        Draft draft;
        PlannedPart part;
        const double losses = 1.0 + m_model.nextTokenLayers;
        const double logits = losses * m_tokens * m_vocabulary / m_tensor;
        addMoved(draft, "norm", m_habits.hiddenBytes / 2 * m_tokens / m_divided * m_model.hidden);
        addGather(draft.forward);
        addGather(draft.backward, m_habits.gathersAgain);
        const double ns = halfNs(2 * logits * m_model.hidden);
        addAll(draft, "head", ComputeClass::Matrix, ns, ns, ns);
        addSum(draft.backward);
        const double loss = memoryNs(m_habits.logitBytes * logits) / 2;
        addAll(draft, "loss", ComputeClass::MemoryBound, loss, loss, 0);
        const bool sharesMatrix = m_model.isTied && m_made.stages() == 1;
        const double matrix = m_model.hidden * m_vocabulary / m_tensor;
        part.parameters.shared = (sharesMatrix ? 0 : matrix) + m_model.finalVectors();
        addAccumulation(draft, matrix);
        for (int module = 0; module < m_model.nextTokenLayers; ++module) {
            const PlannedPart layer = layerPart(m_model.experts > 0, false);
            addMatrix(draft, "next_token_projection", 4 * m_tokens * m_model.hidden * m_model.hidden / m_tensor);
            part.parameters.shared += layer.parameters.shared + 2.0 * m_model.hidden * m_model.hidden / m_tensor;
            part.parameters.experts += layer.parameters.experts;
            draft.forward.insert(draft.forward.end(), layer.forward.begin(), layer.forward.end());
            draft.backward.insert(draft.backward.end(), layer.backward.rbegin(), layer.backward.rend());
            draft.weights.insert(draft.weights.end(), layer.weights.rbegin(), layer.weights.rend());
        }
        m_made.m_head = finished(std::move(part), std::move(draft));
    }

    void makeMessages()
    {
        if (m_made.stages() < 2)
            return;
        m_made.m_messageBytes = hiddenBytes() / m_divided;
        const int ranks = *m_layout.gpus / m_made.stages(); // between a rank and the same of the next stage
        GroupPlacement peers;
        peers.ranks = 2;
        peers.ranksPerNode = ranks >= *m_layout.gpusPerNode ? 1 : 2;
        peers.pipelineNodes = (*m_layout.gpus + *m_layout.gpusPerNode - 1) / *m_layout.gpusPerNode;
        const double link = bubblescope::messageNs(m_made.m_messageBytes, peers, *m_made.m_hardware);
        m_made.m_messageNs = (link + m_habits.messageNs) * m_calibration.communication;
    }

    HeldParameters parametersOf(int stage) const
    {
        HeldParameters held;
        const auto add = [&](const PlannedPart& part) {
            held.shared += part.parameters.shared;
            held.experts += part.parameters.experts;
        };
        const size_t pieces = m_layout.layersOfPieces.size();
        for (size_t piece = size_t(stage); piece < pieces; piece += size_t(m_made.stages())) {
            for (int layer = m_made.m_firstLayers[piece]; layer < m_made.m_firstLayers[piece + 1]; ++layer)
                add(m_made.layer(layer));
            if (piece == 0)
                add(m_made.m_embedding);
            if (piece + 1 == pieces)
                add(m_made.m_head);
        }
        return held;
    }
    int layersOf(int stage) const
    {
        int layers = 0;
        for (size_t piece = size_t(stage); piece < m_layout.layersOfPieces.size(); piece += size_t(m_made.stages()))
            layers += m_layout.layersOfPieces[piece];
        return layers;
    }

    PlannedEnd endOf(int stage) const
    {
        const HeldParameters held = parametersOf(stage);
        const double shared = held.shared;
        const double experts = held.experts;
        const StateSharding shard = *m_layout.shard;
        const bool isDivided = shard >= StateSharding::Optimizer;
        const double shards = isDivided ? double(m_groups.data.ranks) / *m_layout.replicas : 1;
        const double expertShards = isDivided ? double(m_groups.expertData.ranks) : 1;
        PlannedEnd end;
        end.parameters = held;
        if (m_made.m_gradientFactor <= 0) {
            const double each = m_layout.gradientBytes.value_or(int(gradientBytes));
            const Operation operation = isDivided ? Operation::ReduceScatter : Operation::AllReduce;
            end.reduceNs = (collectivePriceNs(operation, each * shared, m_groups.data)
                               + collectivePriceNs(operation, each * experts, m_groups.expertData))
                * m_habits.dataFactor;
        }
        if (isDivided && shard < StateSharding::Parameters) {
            const double calls = m_habits.gathersOfLayer > 0 ? 1.0 + m_habits.gathersOfLayer * layersOf(stage) : 1;
            const auto gather = [&](double parameters, const GroupPlacement& group) {
                return calls * collectivePriceNs(Operation::AllGather, numberBytes * parameters / calls, group);
            };
            const double all
                = (gather(shared, m_groups.data) + (experts > 0 ? gather(experts, m_groups.expertData) : 0))
                * m_habits.dataFactor;
            end.gatherNs = m_layout.overlapParameters.value_or(false)
                ? std::max(all - firstForwardNs(stage), all * leastExposed)
                : all;
        }
        const double own = shared / shards + experts / expertShards;
        const bool isOffloaded = m_layout.offloadsOptimizer.value_or(false);
        const double updated = isOffloaded ? 0 : m_habits.updatedBytes * own;
        end.optimizerNs = memoryNs(updated + m_habits.heldBytes * (shared + experts)) * m_calibration.compute;
        if (isOffloaded)
            end.offload = offloadOf(own);
        return end;
    }
    /// Of a GPU that has the states of so many weights; those of a node share its processors.
    PlannedEnd::Offload offloadOf(double weights) const
    {
        const double preset = m_made.m_hardware->hostBandwidth;
        const double link = preset > 0 ? preset : offloadhabit::assumedLink;
        const double peers = std::min(*m_layout.gpusPerNode, *m_layout.gpus);
        PlannedEnd::Offload made;
        made.gradientsNs = m_layout.gradientBytes.value_or(int(gradientBytes)) * weights / link * nsPerSecond;
        made.updateNs = offloadhabit::updatedBytes * weights * peers / offloadhabit::hostMemory * nsPerSecond;
        made.weightsNs = numberBytes * weights / link * nsPerSecond;
        return made;
    }
    static constexpr double leastExposed = 0.1; ///< the first bucket of parameters is waited for

    /// Where the host is ahead of the GPU, gathered inputs stay; where there is no room for them, the allocator gives
    /// back and gets anew what it has, each microbatch.
    void fillMemory()
    {
        MemoryHabits habits = memoryHabitsOf(*m_made.m_job);
        const double room = m_made.m_hardware->memoryBytes;
        m_made.m_memory = plannedMemory(m_model, m_layout, habits);
        m_made.m_fits = fitsBeside(m_calibration.memory, m_made.m_memory, room, habits.framework);
        m_made.m_allocatorNs.assign(size_t(m_made.stages()), 0);
        if (!m_made.m_memory || habits.framework != TrainingFramework::Nanotron)
            return;
        habits.gatheredShare = m_tensor > 1 ? gatheredShare() : 0;
        PlannedMemory grown = plannedMemory(m_model, m_layout, habits);
        const bool outgrows = room > 0 && grown.fullest().totalBytes() > room;
        const double ns = m_habits.allocatorNs * (m_made.stages() > 2 ? 1 : 0.5) * m_calibration.compute;
        for (size_t stage = 0; outgrows && stage < grown.stages.size(); ++stage)
            m_made.m_allocatorNs[stage] = grown.stages[stage].totalBytes() > room ? ns : 0;
        if (!outgrows)
            m_made.m_memory = std::move(grown);
    }
    double gatheredShare() const
    {
        constexpr double notable = 0.1;
        const double stages = m_made.stages();
        const PlannedPart& layer = m_made.layer(0);
        double waiting = 0;
        for (const Work* work : {&layer.forward, &layer.backward}) {
            for (const WorkPiece& piece : *work)
                waiting += piece.computeClass == ComputeClass::Host ? piece.ns : 0;
        }
        const double all = layer.forwardTimes.all() + layer.backwardTimes.all();
        // Where messages between nodes are late the host waits for them, and the GPU catches up. Steps of tensor
        // groups on more than two nodes took as long on 64 nodes as on 16, and kept their inputs there as well.
        const double nodes = std::ceil(double(*m_layout.gpus) / *m_layout.gpusPerNode);
        if (m_habits.followedNodes > 0 && nodes > m_habits.followedNodes && m_groups.tensor.nodes() <= 2)
            return 0;
        if (stages < 2 || !m_groups.crossesNodes || waiting < notable * all)
            return 1;
        // In a pipeline the GPU catches up with the host whenever that waits for a message, but for the first passes.
        return m_groups.tensor.nodes() > 2 ? 0 : std::max(stages - 2, 0.0) / stages;
    }

    double firstForwardNs(int stage) const
    {
        double ns = 0;
        for (int layer = m_made.m_firstLayers[size_t(stage)]; layer < m_made.m_firstLayers[size_t(stage) + 1]; ++layer)
            ns += m_made.layer(layer).forwardTimes.all();
        return ns;
    }

    PlannedWork& m_made;
    const ModelDescription& m_model;
    const PlannedLayout& m_layout;
    const AchievedRates m_rates;
    const ComputeHabits& m_habits;
    const PlanCalibration m_calibration;
    const PlannedGroups m_groups;
    const double m_tensor;
    const double m_tokens;  ///< of a microbatch on one GPU, before tensor parallelism divides them
    const double m_divided; ///< into how many parts it divides them between layers
    const double m_vocabulary;
    const bool m_isEightBit;
};

Result<PlannedWork> PlannedWork::make(
    const JobDescription& job, const Hardware& hardware, const PlanCalibration& calibration)
{
    const AchievedRates rates = hardware.achieved();
    if (rates.matrix() <= 0 || rates.memory <= 0)
        return refusal(say("What kernels reach on {} is not known.", hardware.name),
            say("Choose a preset with rates, or add \"rates\" to its file."));
    PlannedWork made(job, hardware);
    Maker(made, calibration).run();
    return made;
}

double PlannedEnd::Offload::longest() const { return std::max({gradientsNs, updateNs, weightsNs}); }

size_t PlannedWork::kindOf(int layer) const
{
    const ModelDescription& model = m_job->model;
    return (model.isExpertLayer(layer) ? 2 : 0) + (model.isWindowed(layer) ? 1 : 0);
}

Work PlannedWork::reduction(const PlannedPart& part) const
{
    Work work;
    if (m_gradientFactor <= 0)
        return work;
    const PlannedGroups groups(m_job->layout);
    const Operation operation
        = *m_job->layout.shard >= StateSharding::Optimizer ? Operation::ReduceScatter : Operation::AllReduce;
    const auto add = [&](double parameters, const GroupPlacement& group, Category category) {
        if (parameters <= 0 || group.ranks < 2)
            return;
        WorkPiece& made = work.emplace_back();
        made.operation = operation;
        made.category = category;
        made.bytes = m_gradientFactor * parameters;
        made.ns = priceCollective(operation, made.bytes, group, *m_hardware, CollectiveAlgorithm::Automatic).ns
            * m_dataFactor;
        made.isAsynchronous = true;
    };
    add(part.parameters.shared, groups.data, Category::DataComm);
    add(part.parameters.experts, groups.expertData, Category::ExpertDataComm);
    return work;
}

PlannedEnd PlannedWork::end(int stage) const { return m_ends[size_t(stage)]; }

} // namespace bubblescope
