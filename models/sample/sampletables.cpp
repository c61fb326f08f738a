// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampletables.h"

#include "samplerandom.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double bytesPerElement = 4;    // as counted in work-item tables
constexpr double normShare = 0.03;       // of the time of the block after it
constexpr double activationShare = 0.04; // of the time of an MLP
constexpr uint64_t lossStream = 4;
constexpr uint64_t layerStream = 5;
constexpr double peakLearningRate = 0.5; // two decimals are printed
constexpr double layerSpread = 0.012;

CommRequest request(Operation operation, Category group, double bytes, bool asynchronous = false)
{
    CommRequest comm;
    comm.operation = operation;
    comm.group = group;
    comm.bytes = bytes;
    comm.elements = bytes / bytesPerElement;
    comm.asynchronous = asynchronous;
    return comm;
}

/// Adds operators and, if gradients are shared, their `*_grad` rows.
class WorkItems {
public:
    WorkItems(LayerTable& table, bool withGradients) : m_table(table), m_withGradients(withGradients) { }
    LayerRow& add(const std::string& name, double forwardNs, double parameters = 0)
    {
        if (parameters > 0 && m_withGradients) {
            LayerRow& gradient = m_table.rows.emplace_back();
            gradient.name = name + "_grad";
            gradient.isGradientRow = true;
            gradient.backwardComm
                = request(Operation::AllReduce, Category::DataComm, parameters * bytesPerElement, true);
        }
        LayerRow& row = m_table.rows.emplace_back();
        row.name = name;
        row.forwardNs = forwardNs;
        // Matrix work has two gradients, each as long as forward; operators without weights have one, twice as long.
        row.backwardNs = parameters > 0 ? forwardNs : forwardNs * SamplePlan::backwardFactor;
        row.weightGradientNs = parameters > 0 ? forwardNs : 0;
        return row;
    }

private:
    LayerTable& m_table;
    bool m_withGradients;
};

} // namespace

LayerTable makeSampleLayerTable(const SamplePlan& plan)
{
    const SampleOptions& options = plan.options;
    LayerTable table;
    table.name = "layers";
    table.kind = LayerTable::Kind::WorkItems;
    table.origin = Origin::Modelled;
    const double hidden = options.hiddenSize;
    const bool isSharded = options.tensor > 1;
    const bool isMixture = options.expert > 1;
    const CommRequest tensorReduce = request(Operation::AllReduce, Category::TensorComm, plan.messageBytes);
    const auto reduceBoth = [&](LayerRow& row) {
        if (isSharded) {
            row.forwardComm = tensorReduce;
            row.backwardComm = tensorReduce;
        }
    };

    WorkItems items(table, options.data > 1);
    LayerRow& embedding = items.add("transformer_wte", plan.embeddingNs, double(plan.embeddingGradients));
    if (isSharded)
        embedding.forwardComm = tensorReduce;

    // Matrix work of attention: query, key, value and output projections; scores in between by sequence length.
    const double projections = 8 * hidden * hidden;
    const double scores = 4 * hidden * options.sequenceLength;
    const double attention = plan.attentionNs * (1 - normShare) / (projections + scores);
    const double mlp = plan.mlpNs * (1 - normShare - activationShare);
    const double square = hidden * hidden / options.tensor;
    const double mlpParameters = isMixture ? 0 : 4 * square; // gradients of experts are not shared with these replicas
    table.block.first = table.rows.size();
    items.add("transformer_h_0_ln_1", plan.attentionNs * normShare, 2 * hidden);
    items.add("transformer_h_0_attn_c_attn", attention * projections * 0.75, 3 * square);
    items.add("transformer_h_0_attn_scores", attention * scores * 0.5);
    items.add("transformer_h_0_attn_context", attention * scores * 0.5);
    reduceBoth(items.add("transformer_h_0_attn_c_proj", attention * projections * 0.25, square));
    items.add("transformer_h_0_ln_2", plan.mlpNs * normShare, 2 * hidden);
    LayerRow& widen = items.add("transformer_h_0_mlp_c_fc", mlp * 0.5, mlpParameters);
    if (isMixture) {
        const CommRequest exchange = request(Operation::AllToAll, Category::ExpertComm, plan.messageBytes);
        widen.forwardComm = exchange;
        widen.backwardComm = exchange;
    }
    items.add("transformer_h_0_mlp_act", plan.mlpNs * activationShare);
    reduceBoth(items.add("transformer_h_0_mlp_c_proj", mlp * 0.5, mlpParameters));
    table.block.second = table.rows.size();

    items.add("transformer_ln_f", plan.headNs * normShare, 2 * hidden);
    items.add("lm_head", plan.headNs * (1 - normShare), double(plan.embeddingGradients));
    table.layerCount = options.layers;
    table.layerCountSource = "sample";
    return table;
}

Workload makeSampleWorkload(const SamplePlan& plan)
{
    const SampleOptions& options = plan.options;
    const SampleStage& stage = plan.stages.front();
    const bool isSharded = options.tensor > 1;
    const bool isMixture = options.expert > 1;
    Workload workload;
    workload.name = "workload";
    workload.policy = "HYBRID_TRANSFORMER";
    workload.tensorParallel = options.tensor;
    workload.expertParallel = options.expert;
    workload.pipelineParallel = options.stages;
    workload.layersPerStage = stage.layers;
    workload.microbatches = options.microbatches;
    workload.gpus = plan.layout.world();
    workload.pipelineCommBytes = plan.messageBytes;

    const CommRequest tensorReduce
        = isSharded ? request(Operation::AllReduce, Category::TensorComm, plan.messageBytes) : CommRequest();
    const CommRequest exchange = request(Operation::AllToAll, Category::ExpertComm, plan.messageBytes);
    const auto compute = [](double ns, const CommRequest& comm = {}) {
        WorkloadPass pass;
        pass.computeNs = std::round(ns);
        pass.computeIsUnknown = ns <= 0;
        pass.comm = comm;
        return pass;
    };
    const auto add
        = [&](std::string name, WorkloadPass forward, WorkloadPass inputGradient, WorkloadPass weightGradient) {
              WorkloadRow& row = workload.rows.emplace_back();
              row.name = std::move(name);
              row.forward = forward;
              row.inputGradient = inputGradient;
              row.weightGradient = weightGradient;
              row.updateTimeNs = 100;
          };
    const auto addBoth = [&](std::string name, double ns, const CommRequest& comm) {
        add(std::move(name), compute(ns, comm), compute(ns, comm), compute(ns));
    };

    const double gradientBytes = double(stage.gradients) * 4;
    const CommRequest gradients
        = options.data > 1 ? request(Operation::AllReduce, Category::DataComm, gradientBytes) : CommRequest();
    add("grad_param", compute(0), compute(0), compute(0, gradients));
    if (isMixture && options.data > options.expert) {
        add("moe_grad_norm", compute(0), compute(0),
            compute(0, request(Operation::AllReduce, Category::ExpertDataComm, double(stage.expertGradients) * 4)));
    }
    for (int microbatch = 0; microbatch < options.microbatches; ++microbatch) {
        add("embedding_layer", compute(plan.embeddingNs, tensorReduce), compute(plan.embeddingNs),
            compute(plan.embeddingNs));
        for (int layer = 0; layer < stage.layers; ++layer) {
            addBoth("attention_layer", plan.attentionNs, tensorReduce);
            if (isMixture) {
                addBoth("moe_dispatch", 0, exchange);
                addBoth("moe_expert", plan.mlpNs, exchange);
                if (isSharded)
                    addBoth("moe_reduce", 0, tensorReduce);
            } else {
                addBoth("mlp_layer", plan.mlpNs, tensorReduce);
            }
        }
    }
    add("optimizer", compute(stage.optimizer.back().computeNs), compute(0), compute(0));
    workload.declaredRows = int64_t(workload.rows.size());
    return workload;
}

RunLog makeSampleRunLog(const SamplePlan& plan, const SampleTimeline& timeline)
{
    const SampleOptions& options = plan.options;
    const SampleRandom random(options.seed);
    RunLog log;
    log.name = "train_log";
    log.kind = RunLog::Kind::OptPrime;
    log.worldSize = plan.layout.world();
    log.tensorParallel = options.tensor;
    log.pipelineParallel = options.stages;
    log.dataParallel = options.data;
    log.microbatches = options.microbatches;
    log.microbatchSize = options.microbatchSize;
    log.globalBatch = options.microbatches * options.microbatchSize * options.data;
    log.layerCount = options.layers;
    // Of ranks that share layers and experts; the head is the embedding.
    const double ofLayer = plan.layerParameters + plan.expertParameters * options.expert;
    log.parameters = int64_t(options.tensor * (options.layers * ofLayer + double(plan.embeddingGradients)));

    const double start = std::log(double(std::max(options.vocabulary, 2)));
    double loss = 0;
    for (size_t i = 0; i < timeline.steps.size(); ++i) {
        // From guessing among all words towards what a trained model reaches; printed with two decimals.
        const double shape = 1.9 + (start - 1.9) * std::pow(1 + double(i) / 3, -0.9);
        const double next = shape * (1 + 0.01 * random.bell(lossStream, 0, i));
        loss = i == 0 ? next : std::min(next, loss * 1.02);
        LogStep step;
        step.step = int64_t(i) + 1;
        step.stepMs = std::round(double(timeline.steps[i].duration()) / 1e4) / 100;
        step.loss = std::round(loss * 100) / 100;
        step.perplexity = std::round(std::exp(*step.loss) * 100) / 100;
        const double rate = peakLearningRate * std::min(1.0, double(i + 1) / 4) * std::pow(0.97, double(i));
        step.learningRate = std::round(rate * 100) / 100;
        log.steps.push_back(step);

        int firstLayer = 0;
        for (int stage = 0; stage < options.stages; ++stage) {
            const SampleStage& costs = plan.stages[size_t(stage)];
            StageBlock block;
            block.step = step.step;
            block.stage = stage;
            block.rank = plan.layout.rank(stage, 0, 0);
            std::vector<double> shares;
            double sum = 0;
            const auto add = [&](int layer, double ns, int64_t modules) {
                StageBlock::LayerTime time;
                time.layer = layer;
                time.operations = modules * options.microbatches;
                block.layers.push_back(time);
                shares.push_back(ns * (1 + layerSpread * random.bell(layerStream, i, uint64_t(layer) + 1)));
                sum += shares.back();
            };
            if (stage == 0)
                add(StageBlock::embedding, plan.embeddingNs, 1);
            for (int layer = 0; layer < costs.layers; ++layer)
                add(firstLayer + layer, plan.layerNs(), 8);
            if (stage == options.stages - 1)
                add(StageBlock::head, plan.headNs, 1);
            // The layers of a stage share the time of its forward_step in this step.
            const double totalMs = double(timeline.forward[i][size_t(stage)]) / 1e6;
            for (size_t k = 0; k < shares.size(); ++k) {
                StageBlock::LayerTime& time = block.layers[k];
                time.totalMs = std::round(totalMs * shares[k] / sum * 1000) / 1000;
                time.averageMs = std::round(time.totalMs / double(time.operations) * 1000) / 1000;
            }
            firstLayer += costs.layers;
            log.layerRecords += block.layers.size();
            log.blocks.push_back(std::move(block));
        }
    }
    return log;
}

} // namespace bubblescope
