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
        expertData = placed(std::max(1, copies * t / (experts * expertTensor)), perNode / (experts * expertTensor), perNode);
        crossesNodes = *layout.gpus > perNode;
    }
};

PlannedPart::Times timesOf(const Work& work)
{
    PlannedPart::Times times;
    for (const WorkPiece& piece : work)
        (piece.isCommunication() ? times.exposed : times.compute) += piece.ns;
    return times;
}

} // namespace

class PlannedWork::Maker {
public:
    Maker(PlannedWork& made, const PlanCalibration& calibration)
        : m_made(made)
        , m_model(made.m_job->model)
        , m_layout(made.m_job->layout)
        , m_rates(made.m_hardware->achieved())
        , m_habits(computeHabits(frameworkOf(*made.m_job)))
        , m_calibration(calibration)
        , m_groups(m_layout)
        , m_tensor(*m_layout.tensor)
        , m_tokens(double(*m_layout.sequence) * *m_layout.microbatchSize / *m_layout.context)
        , m_divided(*m_layout.sequenceParallel ? m_tensor : 1)
        , m_isEightBit(m_layout.precision == Precision::Fp8)
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
                kind = layerPart(m_model.experts > 0 && number >= m_model.denseLayers, m_model.isWindowed(number));
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
    }

    static constexpr double gradientBytes = 4; ///< all frameworks add them up in fp32

private:
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
    void addAll(Draft& draft, const char* name, ComputeClass computeClass, double forward, double backward, double weights) const
    {
        if (forward > 0)
            draft.forward.push_back(piece(name, forward, computeClass, Category::Forward));
        if (backward > 0)
            draft.backward.push_back(piece(name, backward, computeClass, Category::Backward));
        if (weights > 0)
            draft.weights.push_back(piece(name, weights, computeClass, Category::WeightGradient));
    }

    double matrixNs(double flops, double products = 1) const
    {
        if (flops <= 0)
            return 0;
        const bool isEightBit = m_isEightBit && !m_rates.eightBit.empty();
        const double rate = m_rates.matrix(isEightBit ? MatrixType::EightBit : MatrixType::Half, flops / products);
        return flops / (rate * m_habits.matrixShare) * nsPerSecond + m_habits.kernelNs;
    }
    void addMatrix(Draft& draft, const char* name, double flops, double products = 1) const
    {
        const double ns = matrixNs(flops, products);
        addAll(draft, name, m_isEightBit ? ComputeClass::EightBit : ComputeClass::Matrix, ns, ns, ns);
    }
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
    double tensorExposed() const { return m_habits.tensorExposed; }
    double hiddenBytes() const { return numberBytes * m_tokens * m_model.hidden; }

    /// Tokens that a token attends to, in the mean.
    double attended(bool isWindowed) const
    {
        const double all = causalShare * *m_layout.sequence;
        return isWindowed ? std::min(all, double(m_model.slidingWindow)) : all;
    }

    void addAttention(Draft& draft, PlannedPart& part, bool isWindowed) const
    {
        const double hidden = m_model.hidden;
        const double queries = m_model.queryWidth();
        const double values = m_model.valueWidth();
        double inner = queries + values;
        if (m_model.isLatent) {
            // Projections to the ranks are not divided; with sequence parallelism their tokens are.
            const double down = hidden * (m_model.keyValueRank + m_model.ropeHeadSize);
            const double up = double(m_model.keyValueRank) * m_model.heads * (m_model.plainHeadSize + m_model.valueHeadSize);
            if (m_model.queryRank > 0)
                addMatrix(draft, "query_down", 2 * m_tokens / m_divided * hidden * m_model.queryRank);
            addMatrix(draft, "key_value_down", 2 * m_tokens / m_divided * down);
            const double query = m_model.queryRank > 0 ? m_model.queryRank * queries : hidden * queries;
            addMatrix(draft, "query_up", 2 * m_tokens * query / m_tensor);
            addMatrix(draft, "key_value_up", 2 * m_tokens * up / m_tensor);
            part.parameters += down + hidden * m_model.queryRank + (query + up) / m_tensor;
        } else {
            const double keys = double(m_model.keyValueHeads) * m_model.headSize;
            addMatrix(draft, "query_key_value", 2 * m_tokens * hidden * (queries + 2 * keys) / m_tensor);
            part.parameters += hidden * (queries + 2 * keys) / m_tensor;
            inner += 2 * keys;
        }
        addMoved(draft, "rotation", m_habits.innerBytes * m_tokens * inner / m_tensor);
        const double flops = 2 * m_tokens * attended(isWindowed) * (queries + values) / m_tensor;
        const double rate = m_rates.attention > 0 ? m_rates.attention : m_rates.matrix() * usualAttentionShare;
        const double ns = flops / (rate * m_habits.attentionShare) * nsPerSecond;
        addContext(draft, ns);
        addAll(draft, "attention", ComputeClass::Attention, ns, attentionBackward * ns, 0);
        addMatrix(draft, "attention_output", 2 * m_tokens * values * hidden / m_tensor);
        part.parameters += values * hidden / m_tensor;
    }
    static constexpr double usualAttentionShare = 0.42; ///< of products, as on an H100

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

    void addMlp(Draft& draft, PlannedPart& part, double width) const
    {
        const double product = m_model.isGated ? 2 : 1;
        const double hidden = m_model.hidden;
        addMatrix(draft, "mlp_up", 2 * m_tokens * hidden * product * width / m_tensor);
        addMoved(draft, "activation", m_habits.innerBytes * m_tokens * width / m_tensor);
        addMatrix(draft, "mlp_down", 2 * m_tokens * hidden * width / m_tensor);
        part.parameters += (product + 1) * hidden * width / m_tensor;
    }

    void addExperts(Draft& draft, PlannedPart& part) const
    {
        const double hidden = m_model.hidden;
        const double product = m_model.isGated ? 2 : 1;
        const double tokens = m_tokens / m_divided;
        const double active = m_model.activeExperts * std::max(m_layout.capacityFactor.value_or(1), 1.0);
        const double expertTensor = *m_layout.expertTensor;
        const double own = double(m_model.experts) / *m_layout.expert;
        // Rows that this GPU's experts get, dealt evenly; ranks that divide an expert gather them.
        const double rows = tokens * active * expertTensor;
        addMatrix(draft, "router", 2 * tokens * hidden * m_model.experts);
        part.parameters += hidden * m_model.experts;
        addMoved(draft, "dispatch", m_habits.routedBytes * rows * hidden);
        exchangeTokens(draft, tokens * active);
        const double width = m_model.expertFeedForward / expertTensor;
        addMatrix(draft, "experts_up", 2 * rows * hidden * product * width, own);
        addMoved(draft, "activation", m_habits.innerBytes * rows * width);
        addMatrix(draft, "experts_down", 2 * rows * hidden * width, own);
        exchangeTokens(draft, tokens * active);
        part.expertParameters = own * (product + 1) * hidden * width;
        if (m_model.sharedFeedForward > 0)
            addMlp(draft, part, m_model.sharedFeedForward);
    }
    void exchangeTokens(Draft& draft, double rows) const
    {
        const double bytes = numberBytes * rows * m_model.hidden;
        for (Work* work : {&draft.forward, &draft.backward})
            addExchange(*work, Operation::AllToAll, Category::ExpertComm, bytes, m_groups.expert, m_habits.expertExposed);
    }

    /// What the host needs for a layer, forward and backward.
    double hostNs() const
    {
        if (m_tensor < 2)
            return m_habits.hostNs;
        const double nodes = std::ceil(m_tensor / *m_layout.gpusPerNode);
        double ns = m_habits.hostTensorNs + m_habits.hostAcrossNs * (nodes > 1 ? nodes : 0);
        if (m_made.stages() > 1 && m_groups.crossesNodes)
            ns += m_habits.hostPipelineNs * m_tensor;
        return ns;
    }
    static constexpr double hostForwardShare = 1.0 / 3; ///< a backward pass has twice as many kernels

    PlannedPart layerPart(bool withExperts, bool isWindowed) const
    {
        Draft draft;
        PlannedPart part;
        addMoved(draft, "norms", m_habits.hiddenBytes * m_tokens / m_divided * m_model.hidden);
        addGather(draft.forward);
        addGather(draft.backward, 1 + m_habits.gathersAgain);
        addAttention(draft, part, isWindowed);
        addSum(draft.forward);
        addSum(draft.backward);
        if (withExperts) {
            if (m_model.sharedFeedForward > 0) {
                addGather(draft.forward);
                addSum(draft.forward);
                addGather(draft.backward, 1 + m_habits.gathersAgain);
                addSum(draft.backward);
            }
            addExperts(draft, part);
        } else {
            addGather(draft.forward);
            addGather(draft.backward, 1 + m_habits.gathersAgain);
            addMlp(draft, part, m_model.feedForward);
            addSum(draft.forward);
            addSum(draft.backward);
        }
        part.parameters += m_model.layerParameters(withExperts).vectors;
        addAccumulation(draft, part.parameters + part.expertParameters);
        const double host = hostNs() * m_calibration.compute;
        return finished(std::move(part), std::move(draft), host * hostForwardShare, host * (1 - hostForwardShare));
    }

    /// Where the host is slower than the GPU, the difference is its time.
    PlannedPart finished(PlannedPart part, Draft draft, double hostForward = 0, double hostBackward = 0) const
    {
        std::reverse(draft.backward.begin(), draft.backward.end());
        std::reverse(draft.weights.begin(), draft.weights.end());
        if (m_layout.recompute == Recompute::Full) {
            Work again = draft.forward;
            for (WorkPiece& piece : again)
                piece.category = piece.isCommunication() ? piece.category : Category::Backward;
            draft.backward.insert(draft.backward.begin(), again.begin(), again.end());
        }
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
        return part;
    }

    double vocabulary() const
    {
        const double multiple = std::max(1, m_layout.vocabularyMultiple.value_or(1)) * m_tensor;
        return m_layout.paddedVocabulary ? *m_layout.paddedVocabulary
                                         : std::ceil(m_model.vocabulary / multiple) * multiple;
    }

    void makeEmbedding()
    {
        Draft draft;
        PlannedPart part;
        const double lookups = 8; // a row read and written, and its gradient added
        addMoved(draft, "embedding", lookups * m_tokens / m_divided * m_model.hidden);
        part.parameters = m_model.hidden * vocabulary() / m_tensor + m_model.positionParameters();
        addAccumulation(draft, part.parameters);
        m_made.m_embedding = finished(std::move(part), std::move(draft));
    }

    void makeHead()
    {
        Draft draft;
        PlannedPart part;
        const double losses = 1.0 + m_model.nextTokenLayers;
        const double logits = losses * m_tokens * vocabulary() / m_tensor;
        addMoved(draft, "norm", m_habits.hiddenBytes / 2 * m_tokens / m_divided * m_model.hidden);
        addGather(draft.forward);
        addGather(draft.backward, m_habits.gathersAgain);
        const double ns = matrixNs(2 * logits * m_model.hidden);
        addAll(draft, "head", ComputeClass::Matrix, ns, ns, ns);
        addSum(draft.backward);
        const double loss = memoryNs(m_habits.logitBytes * logits) / 2;
        addAll(draft, "loss", ComputeClass::MemoryBound, loss, loss, 0);
        const bool sharesMatrix = m_model.isTied && m_made.stages() == 1;
        const double matrix = m_model.hidden * vocabulary() / m_tensor;
        part.parameters = (sharesMatrix ? 0 : matrix) + m_model.finalVectors();
        addAccumulation(draft, matrix);
        for (int module = 0; module < m_model.nextTokenLayers; ++module) {
            const PlannedPart layer = layerPart(m_model.experts > 0, false);
            addMatrix(draft, "next_token_projection", 4 * m_tokens * m_model.hidden * m_model.hidden / m_tensor);
            part.parameters += layer.parameters + 2.0 * m_model.hidden * m_model.hidden / m_tensor;
            part.expertParameters += layer.expertParameters;
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

    /// Parameters of a stage on this GPU.
    std::pair<double, double> parametersOf(int stage) const
    {
        double shared = 0;
        double experts = 0;
        const auto add = [&](const PlannedPart& part) {
            shared += part.parameters;
            experts += part.expertParameters;
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
        return {shared, experts};
    }

    PlannedEnd endOf(int stage) const
    {
        const auto [shared, experts] = parametersOf(stage);
        const StateSharding shard = *m_layout.shard;
        const bool isDivided = shard >= StateSharding::Optimizer;
        const double shards = isDivided ? double(m_groups.data.ranks) / *m_layout.replicas : 1;
        const double expertShards = isDivided ? double(m_groups.expertData.ranks) : 1;
        PlannedEnd end;
        if (m_made.m_gradientFactor <= 0) {
            const double each = m_layout.gradientBytes.value_or(int(gradientBytes));
            const Operation operation = isDivided ? Operation::ReduceScatter : Operation::AllReduce;
            end.reduceNs = (collectivePriceNs(operation, each * shared, m_groups.data)
                               + collectivePriceNs(operation, each * experts, m_groups.expertData))
                * m_habits.dataFactor;
        }
        if (isDivided && shard < StateSharding::Parameters) {
            const double all = (collectivePriceNs(Operation::AllGather, numberBytes * shared, m_groups.data)
                                   + collectivePriceNs(Operation::AllGather, numberBytes * experts, m_groups.expertData))
                * m_habits.dataFactor;
            end.gatherNs = m_layout.overlapParameters.value_or(false) ? std::max(all - firstForwardNs(stage), all * leastExposed) : all;
        }
        const double own = shared / shards + experts / expertShards;
        end.optimizerNs
            = memoryNs(m_habits.updatedBytes * own + m_habits.heldBytes * (shared + experts)) * m_calibration.compute;
        return end;
    }
    static constexpr double leastExposed = 0.1; ///< the first bucket of parameters is waited for

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
    const PlanCalibration& m_calibration;
    const PlannedGroups m_groups;
    const double m_tensor;
    const double m_tokens;  ///< of a microbatch on one GPU, before tensor parallelism divides them
    const double m_divided; ///< into how many parts it divides them between layers
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

size_t PlannedWork::kindOf(int layer) const
{
    const ModelDescription& model = m_job->model;
    const bool withExperts = model.experts > 0 && layer >= model.denseLayers;
    return (withExperts ? 2 : 0) + (model.isWindowed(layer) ? 1 : 0);
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
    add(part.parameters, groups.data, Category::DataComm);
    add(part.expertParameters, groups.expertData, Category::ExpertDataComm);
    return work;
}

PlannedEnd PlannedWork::end(int stage) const { return m_ends[size_t(stage)]; }

} // namespace bubblescope
