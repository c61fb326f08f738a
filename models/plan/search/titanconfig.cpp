// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "titanconfig.h"

#include "schedule.h"
#include "torchtitanflavors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {

class TitanWriter {
public:
    explicit TitanWriter(const JobDescription& job) : m_model(job.model), m_layout(job.layout) { }

    FrameworkFlags write()
    {
        addModel();
        addTraining();
        addParallelism();
        addCheckpointing();
        return std::move(m_made);
    }

private:
    void section(std::string_view name)
    {
        m_made.text.append(m_made.text.empty() ? "" : "\n").append("[").append(name).append("]\n");
    }
    void line(std::string_view key, int value) { m_made.text += fmt::format("{} = {}\n", key, value); }
    void line(std::string_view key, std::string_view value) { m_made.text += fmt::format("{} = \"{}\"\n", key, value); }
    void note(Message text) { m_made.notes.push_back(std::move(text)); }
    static int sizeOf(const std::optional<int>& size) { return size.value_or(1); }

    void addModel()
    {
        section("model");
        const auto flavor = torchTitanFlavorOf(m_model);
        if (!flavor)
            note(say("torchtitan has no flavor with the sizes of this model: add one, and put its name here."));
        line("name", flavor ? flavor->first : std::string_view("llama3"));
        line("flavor", flavor ? flavor->second : std::string_view("NAME"));
        if (m_layout.precision == Precision::Fp8)
            m_made.text += "converters = [\"float8\"]\n";
        if (m_layout.precision == Precision::Fp16)
            note(say("torchtitan trains in bfloat16 or float32, not in float16."));
    }

    void addTraining()
    {
        section("training");
        // A pipeline takes all microbatches of a step at once; without one, gradients are accumulated.
        const int size = sizeOf(m_layout.microbatchSize);
        const bool hasPipeline = sizeOf(m_layout.stages) > 1;
        line("local_batch_size", hasPipeline ? size * sizeOf(m_layout.microbatches) : size);
        line("global_batch_size", sizeOf(m_layout.globalBatch));
        line("seq_len", sizeOf(m_layout.sequence));
        if (m_layout.precision == Precision::Fp32)
            line("mixed_precision_param", "float32");
        if (m_layout.offloadsOptimizer.value_or(false))
            m_made.text += "enable_cpu_offload = true\n";
    }

    void addParallelism()
    {
        section("parallelism");
        const int data = sizeOf(m_layout.data);
        const StateSharding shard = m_layout.shard.value_or(StateSharding::None);
        const bool shards = shard != StateSharding::None && data > 1;
        const int replicas = shards ? sizeOf(m_layout.replicas) : data;
        line("data_parallel_replicate_degree", replicas);
        line("data_parallel_shard_degree", data / std::max(1, replicas));
        if (shards)
            line("fsdp_reshard_after_forward", shard == StateSharding::Parameters ? "always" : "never");
        if (shards && shard == StateSharding::Optimizer)
            note(say("torchtitan divides gradients wherever it divides optimizer states."));
        const int tensor = sizeOf(m_layout.tensor);
        line("tensor_parallel_degree", tensor);
        if (tensor > 1 && !m_layout.sequenceParallel.value_or(true))
            note(say("In torchtitan, tensor-parallel ranks always divide norms, too."));
        if (m_layout.overlapTensor.value_or(false))
            m_made.text += "enable_async_tensor_parallel = true\n";
        line("context_parallel_degree", sizeOf(m_layout.context));
        if (m_model.experts > 0) {
            line("expert_parallel_degree", sizeOf(m_layout.expert));
            line("expert_tensor_parallel_degree", m_layout.expertTensor.value_or(tensor));
        }
        addPipeline();
    }

    void addPipeline()
    {
        const int stages = sizeOf(m_layout.stages);
        line("pipeline_parallel_degree", stages);
        if (stages == 1)
            return;
        const std::optional<ScheduleKind> kind = scheduleFromKey(m_layout.schedule);
        std::string_view schedule = "1F1B";
        if (kind == ScheduleKind::GPipe)
            schedule = "GPipe";
        else if (kind == ScheduleKind::Interleaved)
            schedule = "Interleaved1F1B";
        else if (kind == ScheduleKind::ZbV)
            schedule = "ZBVZeroBubble";
        else if (kind == ScheduleKind::DualPipeV)
            schedule = "DualPipeV";
        else if (kind && kind != ScheduleKind::OneFOneB)
            note(say("{} has no {} schedule: these flags make 1F1B.", "torchtitan", scheduleInfo(*kind).name));
        line("pipeline_parallel_schedule", schedule);
        line("pipeline_parallel_microbatch_size", sizeOf(m_layout.microbatchSize));
        const std::vector<int>& pieces = m_layout.layersOfPieces;
        const bool isEven
            = std::all_of(pieces.begin(), pieces.end(), [&](int layers) { return layers == pieces.front(); });
        const int count = stages * sizeOf(m_layout.chunks);
        if (sizeOf(m_layout.chunks) > 1)
            line("pipeline_parallel_layers_per_stage", (m_model.layers + count - 1) / count);
        if (!isEven)
            note(say("torchtitan spreads layers by itself: for {}, name the split points.",
                fmt::format("{}", fmt::join(pieces, ","))));
    }

    void addCheckpointing()
    {
        section("activation_checkpoint");
        const Recompute recompute = m_layout.recompute.value_or(Recompute::None);
        const int layers = std::max(1, m_model.layers / std::max(1, sizeOf(m_layout.stages)));
        if (recompute == Recompute::Full && m_layout.recomputedLayers && *m_layout.recomputedLayers < layers) {
            line("mode", "selective"); // of every so many layers one
            line("selective_ac_option", fmt::format("{}", std::max(1, layers / *m_layout.recomputedLayers)));
            return;
        }
        line("mode", recomputeKey(recompute));
        if (recompute == Recompute::Selective)
            line("selective_ac_option", "op");
    }

    const ModelDescription& m_model;
    const PlannedLayout& m_layout;
    FrameworkFlags m_made;
};

} // namespace

FrameworkFlags torchTitanConfig(const JobDescription& job) { return TitanWriter(job).write(); }

} // namespace bubblescope
