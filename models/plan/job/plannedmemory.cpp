// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plannedmemory.h"

#include "memoryhabits.h"
#include "schedule.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

using memoryhabit::halfBytes;

/// A layout with everything that the formulas need.
struct Plan {
    const ModelDescription& model;
    const PlannedLayout& layout;
    MemoryHabits habits;
    double tensor = 1;
    double context = 1;
    double expert = 1;
    double expertTensor = 1;
    double tokens = 0; ///< of a microbatch on one GPU, before tensor parallelism divides them
    double vocabulary = 0;
    double numberBytes = halfBytes; ///< of a weight or an activation
    double stateShards = 1;
    double expertShards = 1;
    bool dividesNorms = false;

    bool isMegatron() const
    {
        return habits.framework == TrainingFramework::Megatron || habits.framework == TrainingFramework::DeepSpeed;
    }
    bool isGeneric() const { return habits.framework == TrainingFramework::Generic; }
    bool isNanotron() const { return habits.framework == TrainingFramework::Nanotron; }
    bool shards(StateSharding least) const { return layout.shard.value_or(StateSharding::None) >= least; }
    /// FSDP reduces gradients of a pipeline behind its last microbatch, in fp32 and whole until then, and gathers its
    /// parameters once for all of them (torchtitan's fsdp_reshard_after_forward; FSDPParam of PyTorch).
    bool gathersOnce() const
    {
        return isGeneric() && layout.stages.value_or(1) > 1 && layout.microbatches.value_or(2) > 1;
    }
    /// What divides hidden states between layers.
    double hiddenShare() const { return dividesNorms ? tensor : 1; }
};

/// Bytes of one microbatch.
struct LayerBytes {
    double kept = 0;      ///< from forward to backward pass
    double input = 0;     ///< the part that full recomputation keeps
    double selected = 0;  ///< and that selective recomputation keeps
    double gradients = 0; ///< at the fullest moment of the layer's backward pass
};

double sizeOf(const std::optional<int>& size) { return size.value_or(1); }

/// What attention saves of a token: projections, its output and statistics.
double attentionBytes(const Plan& plan)
{
    const ModelDescription& model = plan.model;
    double numbers = 0;
    double undivided = 0;
    if (model.isLatent) {
        // Queries and keys are joined of two parts each; values are a view of what the keys' other part is in, too.
        const double expanded = double(model.heads) * (model.plainHeadSize + model.valueHeadSize);
        numbers = 2 * model.queryWidth() + expanded + model.valueWidth();
        undivided = 2.0 * model.queryRank + 2.0 * model.keyValueRank + model.ropeHeadSize;
    } else {
        const double keys = double(model.keyValueHeads) * model.headSize;
        numbers = 2 * model.queryWidth() + 2 * keys;
        // Norms of queries and keys keep their inputs.
        numbers += (model.queryNorm > 0 ? model.queryWidth() : 0) + (model.keyNorm > 0 ? keys : 0);
        // Nanotron's rotation is not in place.
        if (plan.isNanotron())
            numbers += model.queryWidth() + keys;
    }
    // Ranks that share a sequence exchange the output and keep it on both sides (Transformer Engine from 2.8 on).
    if (plan.context > 1)
        numbers += model.valueWidth();
    double bytes = numbers * plan.numberBytes + 4.0 * model.heads;
    // Scores of a token with all others, softmax, mask and the scores left by it.
    if (!plan.layout.hasFlashAttention.value_or(true)
        && plan.layout.recompute.value_or(Recompute::None) != Recompute::Selective) {
        const double scores = double(model.heads) * *plan.layout.sequence / plan.context;
        bytes += scores * (plan.layout.dropout.value_or(0) > 0 ? 5 : 2);
    }
    return bytes / plan.tensor + undivided * plan.numberBytes;
}

/// Numbers per unit of width that an MLP saves, without its input.
double mlpNumbers(const Plan& plan)
{
    const double product = plan.model.isGated ? 2 : 1;
    const bool hasOwnGate = plan.model.isGated && !plan.isMegatron();
    return product + 1 + (hasOwnGate ? 1 : 0);
}

LayerBytes layerBytes(const Plan& plan, bool withExperts)
{
    const ModelDescription& model = plan.model;
    const double hidden = model.hidden * plan.numberBytes;
    const double share = plan.hiddenShare();
    const double gathered = plan.habits.gatheredShare + (1 - plan.habits.gatheredShare) / share;
    LayerBytes bytes;
    bytes.input = hidden / share;
    double kept = 2 * hidden / share + 2 * hidden * gathered + attentionBytes(plan);
    if (plan.layout.dropout.value_or(0) > 0)
        kept += 2.0 * model.hidden / share;
    const double product = model.isGated ? 2 : 1;
    double gradients = 0;
    if (!withExperts) {
        kept += mlpNumbers(plan) * model.feedForward * plan.numberBytes / plan.tensor;
        gradients = product * model.feedForward * plan.numberBytes / plan.tensor;
    } else {
        const double active = model.activeExperts * plan.layout.capacityFactor.value_or(1);
        // The ranks that divide an expert gather their tokens; its numbers they divide again.
        const double rows = active * plan.expertTensor / share;
        const double width = model.expertFeedForward * plan.numberBytes / plan.expertTensor;
        kept += rows * (hidden + mlpNumbers(plan) * width);
        kept += mlpNumbers(plan) * model.sharedFeedForward * plan.numberBytes / plan.tensor;
        kept += 2 * 4.0 * model.experts / share; // fp32 logits and scores of the router
        gradients = rows * (hidden + product * width);
    }
    // With tensor parallelism, input and output gradient are whole for the moment of their product.
    gradients += plan.dividesNorms && plan.tensor > 1 ? 2 * hidden : hidden;
    bytes.kept = kept * plan.tokens;
    bytes.input *= plan.tokens;
    bytes.selected = bytes.kept;
    if (plan.isGeneric() && !withExperts && !model.isLatent && plan.layout.hasFlashAttention.value_or(true)) {
        // torchtitan keeps what attention makes and every second product, in their order: queries, keys, values,
        // output, gate, up, down.
        const double keys = double(model.keyValueHeads) * model.headSize;
        const double products
            = (model.queryWidth() + keys + model.feedForward) / plan.tensor + (model.isGated ? model.hidden : 0);
        const double attention = (model.valueWidth() * plan.numberBytes + 4.0 * model.heads) / plan.tensor;
        bytes.selected = std::min(bytes.kept, bytes.input + plan.tokens * (products * plan.numberBytes + attention));
    }
    bytes.gradients = gradients * plan.tokens;
    return bytes;
}

/// A placeholder for the gradient of each shape of a weight; experts are of one shape.
double placeholderBytes(const Plan& plan, bool withExperts)
{
    const LayerParameters of = plan.model.layerParameters(withExperts);
    double numbers = (of.attention + of.feedForward) / plan.tensor;
    if (plan.model.experts > 0)
        numbers += of.experts / plan.model.experts / plan.expertTensor;
    return numbers * plan.numberBytes;
}

/// The widest matrix product's weights: their gradient lives until it is added.
double widestGradientBytes(const Plan& plan)
{
    const double product = plan.model.isGated ? 2 : 1;
    const double mlp = product * plan.model.hidden * plan.model.feedForward;
    const double experts = product * plan.model.hidden * plan.model.expertFeedForward;
    return std::max({mlp / plan.tensor, experts / plan.expertTensor, 0.0}) * plan.numberBytes;
}

/// How nanotron deals its blocks to ranks: one that reaches its share of the whole cost ends with that block. Its own
/// code asks for more than the share (build_model); runs of its playbook's benchmark say which holds where layers end
/// exactly at a share (16 layers and a head of 4 on 2 and 4 ranks): those at usual speeds reserved what 10 and 5 layers
/// take, 11 and 6 only some that ran at a tenth of the speed.
class BlockDealer {
public:
    BlockDealer(const ModelDescription& model, int ranks)
        : m_model(model), m_ranks(ranks), m_whole(model.headParameters())
    {
        for (int layer = 0; layer < model.layers; ++layer)
            m_whole += costOf(layer);
    }
    /// The rank of the next layer.
    int deal(int layer)
    {
        m_passed += costOf(layer);
        const int rank = m_rank;
        if (m_rank < m_ranks - 1 && reaches(m_passed, m_rank))
            ++m_rank;
        return rank;
    }
    /// Of the head behind `layers`, the last of which are the last of `pieces`.
    int rankOfHead(const std::vector<int>& pieces) const
    {
        const auto last = std::find_if(pieces.rbegin(), pieces.rend(), [](int layers) { return layers > 0; });
        const int rank = int(std::distance(last, pieces.rend())) - 1;
        return rank < m_ranks - 1 && reaches(m_whole - m_model.headParameters(), rank) ? rank + 1 : rank;
    }

private:
    double costOf(int layer) const { return m_model.layerParameters(m_model.isExpertLayer(layer)).matrices(); }
    bool reaches(double passed, int rank) const
    {
        constexpr double exact = 1e-9;
        return passed * m_ranks >= m_whole * (rank + 1) * (1 - exact);
    }

    const ModelDescription& m_model;
    int m_ranks;
    int m_rank = 0;
    double m_whole;
    double m_passed = 0;
};

/// Behind the head, whose cost completes the whole, each of the two blocks that are left (the cast of logits, the loss)
/// begins the next rank. What lies beyond is empty.
bool leavesStagesEmpty(const ModelDescription& model, const std::vector<int>& pieces)
{
    constexpr int behindHead = 2;
    const int ranks = int(pieces.size());
    return BlockDealer(model, ranks).rankOfHead(pieces) + behindHead < ranks - 1;
}

MemoryRefusal whyRefused(const Plan& plan, const std::vector<int>& pieces)
{
    const ModelDescription& model = plan.model;
    const auto divides = [](double whole, double part) { return std::fmod(whole, part) == 0; };
    const int stages = plan.layout.stages.value_or(1);
    const int chunks = plan.layout.chunks.value_or(1);
    if (pieces.size() != size_t(stages) * size_t(chunks)
        || std::accumulate(pieces.begin(), pieces.end(), int64_t(0)) != model.layers)
        return MemoryRefusal::PartitionMismatch;
    if (!divides(model.heads, plan.tensor) || !divides(*plan.layout.sequence, plan.context)
        || (model.experts > 0 && !divides(model.experts, plan.expert)))
        return MemoryRefusal::SizesDoNotDivide;
    if (plan.stateShards < 1 || std::fmod(plan.stateShards, 1) != 0
        || (model.experts > 0 && (plan.expertShards < 1 || std::fmod(plan.expertShards, 1) != 0)))
        return MemoryRefusal::ReplicasDoNotDivide;
    if (plan.isNanotron() && plan.layout.microbatches.value_or(stages) < stages - 1)
        return MemoryRefusal::TooFewMicrobatches;
    if (plan.isNanotron() && leavesStagesEmpty(model, pieces))
        return MemoryRefusal::EmptyStage;
    // Orders in a V have two pieces of the model on each rank.
    const std::optional<ScheduleKind> kind = scheduleFromKey(plan.layout.schedule);
    const bool isV = kind && turnsBack(*kind) && kind != ScheduleKind::DualPipe;
    return isV && chunks != 2 ? MemoryRefusal::ScheduleUnknown : MemoryRefusal::None;
}

Plan planOf(const ModelDescription& model, const PlannedLayout& layout, const MemoryHabits& habits)
{
    Plan plan {.model = model, .layout = layout, .habits = habits};
    plan.tensor = sizeOf(layout.tensor);
    plan.context = sizeOf(layout.context);
    plan.expert = sizeOf(layout.expert);
    plan.expertTensor = layout.expertTensor.value_or(layout.tensor.value_or(1));
    plan.tokens = double(*layout.sequence) * *layout.microbatchSize / plan.context;
    plan.vocabulary = paddedVocabulary(model, layout, habits.framework);
    plan.numberBytes = layout.precision == Precision::Fp32 ? memoryhabit::masterBytes : halfBytes;
    plan.dividesNorms = layout.sequenceParallel.value_or(habits.framework == TrainingFramework::Nanotron);
    const double copies = sizeOf(layout.data) * plan.context;
    plan.stateShards = copies / sizeOf(layout.replicas);
    plan.expertShards = copies * plan.tensor / (plan.expert * plan.expertTensor) / sizeOf(layout.replicas);
    return plan;
}

/// Weights, gradients and optimizer states.
void addStates(PlannedStageMemory& memory, const Plan& plan, const HeldParameters& held)
{
    const auto divided = [&](bool isDivided) {
        return isDivided ? held.shared / plan.stateShards + held.experts / plan.expertShards : held.all();
    };
    const bool isHalf = plan.numberBytes < memoryhabit::masterBytes;
    memory.parameters = held.all();
    // FSDP's shards are the fp32 weights themselves, of which a layer has a half-precision copy while it is gathered.
    const bool areMasters = isHalf && plan.isGeneric() && plan.shards(StateSharding::Parameters);
    memory.parameterBytes
        = (areMasters ? memoryhabit::masterBytes : plan.numberBytes) * divided(plan.shards(StateSharding::Parameters));
    memory.gradientBytes
        = plan.layout.gradientBytes.value_or(4) * divided(plan.shards(StateSharding::Gradients) && !plan.gathersOnce());
    if (!plan.layout.offloadsOptimizer.value_or(false)) {
        const double bytes = memoryhabit::momentBytes + (isHalf && !areMasters ? memoryhabit::masterBytes : 0);
        memory.optimizerBytes = bytes * divided(plan.shards(StateSharding::Optimizer));
    }
    if (plan.isNanotron() && plan.stateShards > 1)
        memory.bufferBytes += plan.numberBytes * held.all();
}

/// What is alive for a moment only; the larger moment counts.
struct Moment {
    double logits = 0;
    double buffers = 0;
    double all() const { return logits + buffers; }
};

Moment headMoment(const Plan& plan)
{
    const double losses = 1.0 + plan.model.nextTokenLayers; // each further token has its own logits
    const double logits = plan.tokens * plan.vocabulary / plan.tensor * losses;
    double bytes = plan.isMegatron() || plan.isNanotron() ? memoryhabit::shardedLogitBytes
        : plan.tensor > 1                                 ? memoryhabit::genericDividedLogitBytes
                                                          : memoryhabit::genericLogitBytes;
    if (plan.layout.fusesLoss.value_or(false))
        bytes = memoryhabit::fusedLogitBytes;
    // Input and output of the last norm, which plain operators keep gathered for the gradient of the head.
    const double hidden = plan.numberBytes * plan.model.hidden * plan.tokens;
    const double norm = 2 * hidden / plan.hiddenShare() + (plan.isGeneric() && plan.hiddenShare() > 1 ? hidden : 0);
    const Moment loss {bytes * logits, norm};
    const double weights = plan.model.hidden * plan.vocabulary / plan.tensor;
    const Moment gradient {plan.numberBytes * logits, norm + plan.numberBytes * weights};
    return loss.all() >= gradient.all() ? loss : gradient;
}

/// Nanotron's allocator; see memoryhabits.h.
double nanotronSlack(const Plan& plan, bool isFirst, bool isLast, double passes)
{
    double bytes = 0;
    if (isFirst)
        bytes += memoryhabit::nanotronInFlightSlackBytes * passes * plan.tokens * plan.model.hidden / plan.tensor;
    if (isLast && plan.layout.microbatches.value_or(2) > 1)
        bytes += memoryhabit::nanotronLogitSlackBytes * plan.tokens * plan.vocabulary / plan.tensor;
    return bytes;
}

/// The piece of the model that a chunk of a stage is: where the order turns back, the second lies as far from the end
/// as the first from the beginning.
size_t pieceOf(const Plan& plan, size_t pieces, size_t chunk, int stage)
{
    const std::optional<ScheduleKind> kind = scheduleFromKey(plan.layout.schedule);
    if (chunk == 1 && kind && turnsBack(*kind))
        return pieces - 1 - size_t(stage);
    return chunk * size_t(plan.layout.stages.value_or(1)) + size_t(stage);
}

/// `passes`: of each chunk, in flight.
PlannedStageMemory stageOf(const Plan& plan, const std::vector<int>& pieces, const std::vector<int>& passes, int stage)
{
    const ModelDescription& model = plan.model;
    bool isFirst = false;
    bool isLast = false;
    double ofFirst = 0; // passes in flight of the piece with the embedding
    double ofLast = 0;  // and of that with the head
    PlannedStageMemory memory;
    HeldParameters held;
    double layerGradients = 0;
    double recomputed = 0;
    const bool recomputes = plan.layout.recompute == Recompute::Full;
    const bool selects = plan.layout.recompute == Recompute::Selective;
    int mayRecompute = plan.layout.recomputedLayers.value_or(model.layers);
    bool hasDense = false;
    bool hasExperts = false;
    for (size_t chunk = 0; chunk < passes.size(); ++chunk) {
        const size_t piece = pieceOf(plan, pieces.size(), chunk, stage);
        if (piece == 0) {
            isFirst = true;
            ofFirst = passes[chunk];
        }
        if (piece + 1 == pieces.size()) {
            isLast = true;
            ofLast = passes[chunk];
        }
        int layer = std::accumulate(pieces.begin(), pieces.begin() + std::ptrdiff_t(piece), 0);
        for (const int end = layer + pieces[piece]; layer < end; ++layer) {
            const bool withExperts = model.isExpertLayer(layer);
            (withExperts ? hasExperts : hasDense) = true;
            const LayerBytes bytes = layerBytes(plan, withExperts);
            const HeldParameters of = layerParametersOf(model, plan.layout, withExperts);
            held.shared += of.shared;
            held.experts += of.experts;
            const bool isRecomputed = recomputes && mayRecompute-- > 0;
            const double kept = isRecomputed ? bytes.input : selects ? bytes.selected : bytes.kept;
            memory.activationBytes += passes[chunk] * kept;
            recomputed = std::max(recomputed, bytes.kept - kept);
            layerGradients = std::max(layerGradients, bytes.gradients);
            memory.layersInFlight += passes[chunk];
            ++memory.layers;
        }
    }
    if (isLast && model.nextTokenLayers > 0) {
        const bool withExperts = model.experts > 0;
        const HeldParameters of = layerParametersOf(model, plan.layout, withExperts);
        const LayerBytes bytes = layerBytes(plan, withExperts);
        (withExperts ? hasExperts : hasDense) = true;
        // Its layer, and the projection of hidden state and embedding, each with its norm's input.
        held.shared += model.nextTokenLayers * (of.shared + 2.0 * model.hidden * model.hidden / plan.tensor);
        held.experts += model.nextTokenLayers * of.experts;
        const double inputs = 4 * plan.numberBytes * model.hidden * plan.tokens / plan.hiddenShare();
        memory.activationBytes += model.nextTokenLayers * ofLast * (bytes.kept + inputs);
        layerGradients = std::max(layerGradients, bytes.gradients);
    }
    const double matrix = double(model.hidden) * plan.vocabulary / plan.tensor;
    if (isFirst)
        held.shared += matrix + model.positionParameters();
    // Tied matrices have a copy on either end of a pipeline.
    if (isLast)
        held.shared += (model.isTied && isFirst ? 0 : matrix) + model.finalVectors();
    if (isFirst && plan.layout.dropout.value_or(0) > 0)
        memory.activationBytes += ofFirst * plan.tokens * model.hidden / plan.hiddenShare();
    addStates(memory, plan, held);

    if (plan.isMegatron() && plan.habits.fusesWeightGradients) {
        double placeholders = placeholderBytes(plan, hasExperts);
        if (hasExperts && hasDense)
            placeholders += plan.numberBytes * model.layerParameters(false).feedForward / plan.tensor;
        memory.bufferBytes += placeholders;
    }
    if (plan.shards(StateSharding::Parameters) && memory.layers > 0) {
        // A layer at work and the next one, gathered.
        const double gathered = plan.gathersOnce() ? 1 : 2.0 / memory.layers;
        memory.bufferBytes += plan.numberBytes * held.all() * gathered;
    }
    if (plan.isNanotron() && plan.tensor > 1)
        memory.bufferBytes += memoryhabit::nanotronGatheredCopies * plan.numberBytes * plan.tokens * model.hidden;

    // Nanotron's gradients inside a layer are part of its measured slack.
    Moment peak;
    if (!plan.isNanotron()) {
        peak.buffers = layerGradients + recomputed;
        if (!plan.isMegatron() || !plan.habits.fusesWeightGradients)
            peak.buffers += widestGradientBytes(plan);
    }
    if (isLast) {
        const Moment head = headMoment(plan);
        if (head.all() > peak.all())
            peak = head;
    }
    memory.bufferBytes += peak.buffers;
    memory.logitBytes = peak.logits;
    memory.slackBytes = plan.isNanotron() ? nanotronSlack(plan, isFirst, isLast, ofFirst)
                                          : memoryhabit::slackShare * memory.allocatedBytes();
    return memory;
}

} // namespace

const PlannedStageMemory& PlannedMemory::fullest() const
{
    return *std::max_element(stages.begin(), stages.end(),
        [](const PlannedStageMemory& a, const PlannedStageMemory& b) { return a.totalBytes() < b.totalBytes(); });
}

double paddedVocabulary(const ModelDescription& model, const PlannedLayout& layout, TrainingFramework framework)
{
    if (layout.paddedVocabulary)
        return *layout.paddedVocabulary;
    // Megatron's default of --make-vocab-size-divisible-by; the others divide it by tensor.
    constexpr int megatronMultiple = 128;
    const bool isMegatron = framework == TrainingFramework::Megatron || framework == TrainingFramework::DeepSpeed;
    const double multiple
        = layout.vocabularyMultiple.value_or(isMegatron ? megatronMultiple : 1) * sizeOf(layout.tensor);
    return std::ceil(model.vocabulary / multiple) * multiple;
}

HeldParameters layerParametersOf(const ModelDescription& model, const PlannedLayout& layout, bool withExperts)
{
    const LayerParameters of = model.layerParameters(withExperts);
    const double tensor = sizeOf(layout.tensor);
    HeldParameters held;
    held.shared = (of.attention + of.feedForward) / tensor + of.router + of.vectors;
    if (model.isLatent && tensor > 1) {
        // The projections to the ranks are not divided.
        const double down = double(model.hidden) * (double(model.queryRank) + model.keyValueRank + model.ropeHeadSize);
        held.shared += down * (1 - 1 / tensor);
    }
    held.experts = (of.experts + of.expertVectors)
        / (sizeOf(layout.expert) * layout.expertTensor.value_or(layout.tensor.value_or(1)));
    return held;
}

Message refusalReason(MemoryRefusal refusal)
{
    switch (refusal) {
    case MemoryRefusal::None:
        return {};
    case MemoryRefusal::SequenceMissing:
        return say("the length of a sample is not stated");
    case MemoryRefusal::MicrobatchSizeMissing:
        return say("the size of a microbatch is not stated");
    case MemoryRefusal::ScheduleUnknown:
        return say("how many microbatches this schedule holds at a time is not known");
    case MemoryRefusal::PartitionMismatch:
        return say("the partition does not hold the layers of the model");
    case MemoryRefusal::SizesDoNotDivide:
        return say("the sizes of the model cannot be divided like this");
    case MemoryRefusal::ReplicasDoNotDivide:
        return say("the GPUs that hold the same parameters do not come out whole");
    case MemoryRefusal::TooFewMicrobatches:
        return say("nanotron's 1F1B asks for at least as many microbatches as stages, less one");
    case MemoryRefusal::EmptyStage:
        return say("nanotron's partition leaves the last stages without any layer, and their optimizer fails");
    }
    return {};
}

double usableBytes(double gpuBytes, TrainingFramework framework)
{
    const double reserved = framework == TrainingFramework::Nanotron ? memoryhabit::nanotronReservedShare : 0;
    return gpuBytes * (1 - reserved);
}

bool fitsInto(const PlannedMemory& memory, double gpuBytes, TrainingFramework framework)
{
    return memory && (gpuBytes <= 0 || memory.fullest().totalBytes() <= usableBytes(gpuBytes, framework));
}

std::vector<int> plannedPieces(const ModelDescription& model, const PlannedLayout& layout, TrainingFramework framework)
{
    if (!layout.layersOfPieces.empty())
        return layout.layersOfPieces;
    const int count = layout.stages.value_or(1) * layout.chunks.value_or(1);
    std::vector<int> pieces(size_t(count), 0);
    if (framework != TrainingFramework::Nanotron) {
        for (int i = 0; i < count; ++i)
            pieces[size_t(i)] = model.layers / count + (i < model.layers % count ? 1 : 0);
        return pieces;
    }
    BlockDealer dealer(model, count);
    for (int layer = 0; layer < model.layers; ++layer)
        ++pieces[size_t(dealer.deal(layer))];
    return pieces;
}

namespace {

/// Counted pass by pass, by rank and chunk: activations wait for the gradients of weights.
std::vector<std::vector<int>> countedInFlight(const ScheduleRequest& request)
{
    const Result<Schedule> schedule = makeSchedule(request);
    if (!schedule)
        return {};
    std::vector<std::vector<int>> ofRanks;
    for (const RankProgram& program : schedule->programs) {
        std::vector<int> held(size_t(schedule->chunks), 0);
        std::vector<int> atMost = held;
        int sum = 0;
        int most = 0;
        for (const ScheduledPass& pass : program) {
            if (pass.pass == Pass::InputGradient)
                continue;
            const int change = pass.pass == Pass::Forward ? 1 : -1;
            held[pass.chunk] += change;
            sum += change;
            if (sum > most) {
                most = sum;
                atMost = held;
            }
        }
        ofRanks.push_back(std::move(atMost));
    }
    return ofRanks;
}

/// Of 1F1B and GPipe, which have closed forms.
std::vector<int> closedInFlight(const PlannedLayout& layout, bool isGPipe, int rank)
{
    const int stages = layout.stages.value_or(1);
    const int chunks = layout.chunks.value_or(1);
    const int microbatches = layout.microbatches.value_or(stages);
    std::vector<int> passes(size_t(chunks), microbatches);
    if (isGPipe)
        return passes;
    if (chunks == 1) {
        passes[0] = std::min(microbatches, stages - rank);
        return passes;
    }
    // Forward passes go round the chunks in groups of as many microbatches as there are stages.
    const int64_t ahead = std::min<int64_t>(
        int64_t(stages - rank - 1) * 2 + int64_t(chunks - 1) * stages + 1, int64_t(microbatches) * chunks);
    const int64_t round = int64_t(stages) * chunks;
    for (int64_t chunk = 0; chunk < chunks; ++chunk) {
        const int64_t rest = std::clamp<int64_t>(ahead % round - chunk * stages, 0, stages);
        passes[size_t(chunk)] = int(std::min<int64_t>(ahead / round * stages + rest, microbatches));
    }
    return passes;
}

} // namespace

std::vector<std::vector<int>> passesInFlight(const PlannedLayout& layout)
{
    const int stages = layout.stages.value_or(1);
    const std::optional<ScheduleKind> kind
        = layout.schedule.empty() ? ScheduleKind::OneFOneB : scheduleFromKey(layout.schedule);
    if (!kind)
        return {};
    const bool isGPipe = kind == ScheduleKind::GPipe;
    if (!isGPipe && kind != ScheduleKind::OneFOneB && kind != ScheduleKind::Interleaved) {
        ScheduleRequest request;
        request.kind = *kind;
        request.ranks = stages;
        request.microbatches = layout.microbatches.value_or(stages);
        return countedInFlight(request);
    }
    std::vector<std::vector<int>> ofRanks;
    for (int rank = 0; rank < stages; ++rank)
        ofRanks.push_back(closedInFlight(layout, isGPipe, rank));
    return ofRanks;
}

PlannedMemory plannedMemory(const ModelDescription& model, const PlannedLayout& layout, const MemoryHabits& habits)
{
    PlannedMemory memory;
    if (!layout.sequence || !layout.microbatchSize) {
        memory.refusal = layout.sequence ? MemoryRefusal::MicrobatchSizeMissing : MemoryRefusal::SequenceMissing;
        return memory;
    }
    const Plan plan = planOf(model, layout, habits);
    const std::vector<int> pieces = plannedPieces(model, layout, habits.framework);
    memory.refusal = whyRefused(plan, pieces);
    if (!memory)
        return memory;
    const std::vector<std::vector<int>> passes = passesInFlight(layout);
    if (passes.empty())
        memory.refusal = MemoryRefusal::ScheduleUnknown;
    for (size_t stage = 0; stage < passes.size(); ++stage)
        memory.stages.push_back(stageOf(plan, pieces, passes[stage], int(stage)));
    return memory;
}

} // namespace bubblescope
