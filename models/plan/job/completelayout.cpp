// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "completelayout.h"

#include "computehabits.h"
#include "plannedmemory.h"
#include "refusal.h"
#include "schedule.h"
#include "trainingframework.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

class LayoutCompleter {
public:
    explicit LayoutCompleter(JobDescription job) : m_job(std::move(job)), m_layout(m_job.layout) { }

    Result<JobDescription> run(int gpusPerNode)
    {
        for (const Message& wrong : {whatIsWrong(m_job.model), whatIsWrong(m_layout)}) {
            if (!wrong.empty())
                return refusal(say("This job cannot be run: {}.", wrong));
        }
        if (!m_layout.sequence) {
            const bool lacksGpus = !m_layout.gpus && !m_layout.data;
            return refusal(say("The length of a sample is not stated."),
                lacksGpus ? say("Set sequence, in tokens, and gpus: their number is not stated, either.")
                          : say("Set sequence, in tokens."));
        }
        m_framework = frameworkOf(m_job);
        fill(gpusPerNode);
        for (const auto& check : {&LayoutCompleter::fillGpus, &LayoutCompleter::fillBatch, &LayoutCompleter::checkSizes,
                 &LayoutCompleter::fillSchedule, &LayoutCompleter::fillPieces}) {
            if (std::optional<Error> error = (this->*check)())
                return *std::move(error);
        }
        return std::move(m_job);
    }

private:
    template <typename Value>
    void assume(std::optional<Value>& of, Value value, const char* field, std::string text, Message why)
    {
        if (of)
            return;
        of = value;
        m_job.assume(field, std::move(text), std::move(why));
    }

    template <typename Value>
    void assumeHabit(std::optional<Value>& of, Value value, const char* field, std::string text)
    {
        assume(of, value, field, std::move(text),
            say("not stated: as {} does", std::string(trainingFrameworkKey(m_framework))));
    }

    /// What has a usual value, or follows.
    void fill(int gpusPerNode)
    {
        assumeFramework(m_job, m_job);
        const auto one = [](std::optional<int>& size) { size = size.value_or(1); };
        one(m_layout.tensor);
        one(m_layout.stages);
        one(m_layout.chunks);
        one(m_layout.context);
        one(m_layout.expert);
        one(m_layout.replicas);
        // Megatron's default is to divide experts as the rest; with expert parallelism few do.
        if (*m_layout.expert > 1 && m_job.format != trainingFrameworkKey(TrainingFramework::Megatron))
            assume(m_layout.expertTensor, 1, "expert-tensor", "1", say("not stated"));
        m_layout.expertTensor = m_layout.expertTensor.value_or(*m_layout.tensor);
        assume(m_layout.gpusPerNode, gpusPerNode, "gpus-per-node", fmt::format("{}", gpusPerNode),
            say("as many as the hardware has"));
        const bool dividesNorms = *m_layout.tensor > 1;
        const bool isOld = m_framework == TrainingFramework::DeepSpeed;
        if (dividesNorms)
            assumeHabit(m_layout.sequenceParallel, !isOld, "sequence-parallel", isOld ? "off" : "on");
        m_layout.sequenceParallel = dividesNorms && *m_layout.sequenceParallel;
        assume(m_layout.shard, StateSharding::None, "shard", "none", say("not stated"));
        if (isOld) {
            assumeHabit(m_layout.recompute, Recompute::Full, "recompute", "full");
            assumeHabit(m_layout.hasFlashAttention, false, "flash-attention", "off");
            assumeHabit(m_layout.overlapGradients, false, "overlap-gradients", "off");
            assumeHabit(m_layout.gradientBytes, 2, "gradient-bytes", "2");
        }
        assume(m_layout.recompute, Recompute::None, "recompute", "none", say("not stated"));
        assume(m_layout.precision, Precision::Bf16, "precision", "bf16", say("not stated"));
        const auto isOfHost = [](const AssumedValue& assumed) { return assumed.field == "host-memory"; };
        std::erase_if(m_job.assumed, isOfHost); // as it was completed before
        if (m_layout.offloadsOptimizer.value_or(false))
            m_job.assume("host-memory", fmt::format("{:.0f} GB/s", offloadhabit::hostMemory / 1e9),
                say("what the processors of a node reach that update what is offloaded"));
    }

    double ranksOfReplica() const { return double(*m_layout.tensor) * *m_layout.stages * *m_layout.context; }

    std::optional<Error> fillGpus()
    {
        const double replica = ranksOfReplica();
        if (!m_layout.gpus && !m_layout.data)
            return refusal(say("The number of GPUs is not stated."), say("Set gpus, or data."));
        if (!m_layout.data) {
            if (replica > *m_layout.gpus || *m_layout.gpus % int(replica) != 0)
                return refusal(
                    say("{} GPUs are no multiple of tensor {} x stages {} x context {} = {}.", *m_layout.gpus,
                        *m_layout.tensor, *m_layout.stages, *m_layout.context, fmt::format("{:.0f}", replica)));
            m_layout.data = *m_layout.gpus / int(replica);
        }
        const double all = replica * *m_layout.data;
        if (all > DescriptionLimits::gpus)
            return refusal(say("{} GPUs are more than any job has.", fmt::format("{:.0f}", all)),
                say("Choose at most {}.", DescriptionLimits::gpus));
        if (m_layout.gpus.value_or(int(all)) != int(all))
            return refusal(say("tensor {} x stages {} x data {} x context {} = {} GPUs, not {}.", *m_layout.tensor,
                               *m_layout.stages, *m_layout.data, *m_layout.context, int(all), *m_layout.gpus),
                say("Change one of them, or leave data out."));
        m_layout.gpus = int(all);
        if (*m_layout.gpusPerNode < 1)
            return refusal(say("A node needs at least one GPU."));
        return std::nullopt;
    }

    std::optional<Error> fillBatch()
    {
        const int data = *m_layout.data;
        const auto whole = [](double batch, double part) { return batch >= part && std::fmod(batch, part) == 0; };
        if (m_layout.globalBatch && m_layout.microbatches && !m_layout.microbatchSize) {
            const double part = double(data) * *m_layout.microbatches;
            if (!whole(*m_layout.globalBatch, part))
                return indivisible(say("data {} x microbatches {}", data, *m_layout.microbatches), part);
            m_layout.microbatchSize = int(*m_layout.globalBatch / part);
        }
        assume(m_layout.microbatchSize, 1, "microbatch-size", "1", say("not stated"));
        const double part = double(data) * *m_layout.microbatchSize;
        if (!m_layout.microbatches && m_layout.globalBatch) {
            if (!whole(*m_layout.globalBatch, part))
                return indivisible(say("data {} x microbatch-size {}", data, *m_layout.microbatchSize), part);
            m_layout.microbatches = int(*m_layout.globalBatch / part);
        }
        if (!m_layout.microbatches) {
            // Enough for a bubble of some 20 %.
            constexpr int perStage = 4;
            const int count = *m_layout.stages > 1 ? perStage * *m_layout.stages : 1;
            assume(m_layout.microbatches, count, "microbatches", fmt::format("{}", count), say("not stated"));
        }
        const double batch = part * *m_layout.microbatches;
        if (batch > DescriptionLimits::batch)
            return refusal(say("A batch of {} samples is larger than any job has.", fmt::format("{:.0f}", batch)));
        if (m_layout.globalBatch.value_or(int(batch)) != int(batch))
            return refusal(say("data {} x microbatch-size {} x microbatches {} = {} samples, not {}.", data,
                               *m_layout.microbatchSize, *m_layout.microbatches, int(batch), *m_layout.globalBatch),
                say("Change one of them, or leave microbatches out."));
        m_layout.globalBatch = int(batch);
        return std::nullopt;
    }

    Error indivisible(const Message& product, double part) const
    {
        return refusal(say("{} samples a step are no multiple of {} = {}.", *m_layout.globalBatch, product,
            fmt::format("{:.0f}", part)));
    }

    std::optional<Error> checkSizes()
    {
        const ModelDescription& model = m_job.model;
        const auto divides = [](int whole, int part) { return whole % part == 0; };
        if (!divides(model.heads, *m_layout.tensor))
            return refusal(say("{} heads cannot be divided by tensor {}.", model.heads, *m_layout.tensor));
        // Key/value heads are repeated where there are more ranks than they are.
        if (!model.isLatent && !divides(model.keyValueHeads, *m_layout.tensor)
            && !divides(*m_layout.tensor, model.keyValueHeads))
            return refusal(
                say("{} key/value heads cannot be divided by tensor {}.", model.keyValueHeads, *m_layout.tensor));
        if (!divides(*m_layout.sequence, *m_layout.context))
            return refusal(
                say("A sequence of {} cannot be divided by context {}.", *m_layout.sequence, *m_layout.context));
        if (*m_layout.expert > 1 && model.experts == 0)
            return refusal(say("The model has no experts."), say("Leave expert out."));
        if (model.experts == 0)
            return std::nullopt;
        if (!divides(model.experts, *m_layout.expert))
            return refusal(say("{} experts cannot be divided by expert {}.", model.experts, *m_layout.expert));
        const double most = double(model.experts) / model.activeExperts;
        if (const double factor = m_layout.capacityFactor.value_or(1); factor <= 0 || factor > most)
            return refusal(say("A capacity factor of {} lets no expert take its tokens.", fmt::format("{:g}", factor)),
                say("Give a number above 0 and at most {}, with which each expert takes every token.",
                    fmt::format("{:g}", most)));
        const int ranks = *m_layout.data * *m_layout.context * *m_layout.tensor;
        if (!divides(ranks, *m_layout.expert * *m_layout.expertTensor))
            return refusal(say("The {} ranks of a stage cannot be divided by expert {} x expert-tensor {}.", ranks,
                *m_layout.expert, *m_layout.expertTensor));
        return std::nullopt;
    }

    std::optional<Error> fillSchedule()
    {
        const int chunks = *m_layout.chunks;
        if (m_layout.schedule.empty() || m_layout.schedule == scheduleInfo(ScheduleKind::OneFOneB).key)
            m_layout.schedule = scheduleInfo(chunks > 1 ? ScheduleKind::Interleaved : ScheduleKind::OneFOneB).key;
        const std::optional<ScheduleKind> kind = scheduleFromKey(m_layout.schedule);
        if (!kind)
            return refusal(say("The schedule \"{}\" is not known.", m_layout.schedule));
        if (turnsBack(*kind))
            return refusal(
                say("A job cannot be described with the schedule {}: its stages hold more than one part of the model.",
                    scheduleInfo(*kind).name),
                say("Describe it with 1F1B and set the schedule as a knob."));
        if (kind == ScheduleKind::Interleaved && chunks == 1) {
            m_layout.chunks = 2;
            m_job.assume("chunks", "2", say("the interleaved schedule needs several"));
        }
        ScheduleRequest request;
        request.kind = *kind;
        request.ranks = *m_layout.stages;
        request.microbatches = *m_layout.microbatches;
        request.chunks = *m_layout.chunks;
        // One stage runs its microbatches one after the other, whatever the schedule is called.
        return request.ranks == 1 ? std::nullopt : checkSchedule(request);
    }

    std::optional<Error> fillPieces()
    {
        const int count = *m_layout.stages * *m_layout.chunks;
        if (m_layout.layersOfPieces.empty()) {
            if (m_job.model.layers < count && m_framework != TrainingFramework::Nanotron)
                return refusal(say("{} layers do not fill {} stages of the model.", m_job.model.layers, count),
                    say("Choose fewer stages or chunks."));
            m_layout.layersOfPieces = plannedPieces(m_job.model, m_layout, m_framework);
        }
        if (int(m_layout.layersOfPieces.size()) != count)
            return refusal(
                say("The partition names {} stages, the model has {}.", m_layout.layersOfPieces.size(), count),
                say("Give one number of layers for each stage of the model."));
        const int64_t sum = std::accumulate(m_layout.layersOfPieces.begin(), m_layout.layersOfPieces.end(), int64_t(0));
        if (sum != m_job.model.layers)
            return refusal(say("The partition {} has {} layers, the model has {}.",
                               fmt::format("{}", fmt::join(m_layout.layersOfPieces, ",")), sum, m_job.model.layers),
                say("Every layer must be on one stage."));
        return std::nullopt;
    }

    JobDescription m_job;
    PlannedLayout& m_layout;
    TrainingFramework m_framework = TrainingFramework::Generic;
};

} // namespace

Result<JobDescription> completeLayout(JobDescription job, int gpusPerNode)
{
    return LayoutCompleter(std::move(job)).run(gpusPerNode);
}

} // namespace bubblescope
