// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "describedjob.h"

#include "completelayout.h"
#include "layerwork.h"
#include "refusal.h"
#include "trainingframework.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

namespace bubblescope {

namespace {

/// Of these, one that moves makes others follow unless they are stated.
constexpr auto groupKnobs = std::to_array<std::string_view>({"gpus", "tensor", "stages", "data", "context", "expert",
    "expert-tensor", "microbatches", "microbatch-size"});
/// Those that only a described job has.
constexpr auto describedKnobs
    = std::to_array<std::string_view>({"context", "expert-tensor", "sequence", "sequence-parallel", "shard",
        "recompute", "precision", "vocabulary-parallel", "capacity-factor", "offload", "framework"});
constexpr auto otherKnobs = std::to_array<std::string_view>({"schedule", "chunks", "layers", "partition", "overlap"});

template <typename Keys> bool isAmong(const Keys& keys, std::string_view knob)
{
    return std::find(keys.begin(), keys.end(), knob) != keys.end();
}

void reset(Knobs& knobs, std::span<const std::string_view> keys)
{
    for (const std::string_view key : keys)
        static_cast<void>(setKnob(knobs, key, {}));
}

ScheduleKind describedSchedule(const PlannedLayout& layout)
{
    const ScheduleKind kind = scheduleFromKey(layout.schedule).value_or(ScheduleKind::OneFOneB);
    return kind == ScheduleKind::OneFOneB && layout.chunks.value_or(1) > 1 ? ScheduleKind::Interleaved : kind;
}

/// Their memory and work by stage have closed forms; others are orders of what the job is with 1F1B.
bool isPlanned(ScheduleKind kind)
{
    return kind == ScheduleKind::GPipe || kind == ScheduleKind::OneFOneB || kind == ScheduleKind::Interleaved;
}

class Describer {
public:
    Describer(const JobDescription& own, const Knobs& knobs) : m_own(own.layout), m_knobs(knobs)
    {
        m_made.job = own;
        m_made.rest = knobs;
    }

    JobDescription given()
    {
        takeModel();
        takeGroups();
        takeBatch();
        if (m_knobs.schedule || m_knobs.chunks)
            takeSchedule();
        return std::move(m_made.job);
    }

    Result<DescribedJob> made(int gpusPerNode)
    {
        if (!m_knobs.schedule && !m_own.schedule.empty() && !scheduleFromKey(m_own.schedule))
            return unknownSchedule();
        takeModel();
        takeGroups();
        takeBatch();
        takeSchedule();
        if (std::optional<Error> error = takePartition())
            return *std::move(error);
        reset(m_made.rest, groupKnobs);
        reset(m_made.rest, describedKnobs);
        for (const Message& wrong : {whatIsWrong(m_made.job.model), whatIsWrong(layout())}) {
            if (!wrong.empty())
                return refusal(say("No job is like that: {}.", wrong));
        }
        const auto isOfHardware = [](const AssumedValue& assumed) { return assumed.field == "gpus-per-node"; };
        if (std::any_of(m_made.job.assumed.begin(), m_made.job.assumed.end(), isOfHardware))
            layout().gpusPerNode.reset(); // of this hardware
        Result<JobDescription> complete = completeLayout(std::move(m_made.job), gpusPerNode);
        if (!complete)
            return complete.error();
        m_made.job = std::move(complete).value();
        keepNewestAssumptions();
        return std::move(m_made);
    }

private:
    PlannedLayout& layout() { return m_made.job.layout; }

    Error unknownSchedule() const
    {
        std::vector<std::string_view> keys;
        for (const ScheduleInfo& info : schedules())
            keys.push_back(info.key);
        return refusal(
            say("The schedule \"{}\" is not known.", m_own.schedule), say("Known are {}.", fmt::join(keys, ", ")));
    }

    /// What is stated is not assumed, and what was completed before is completed again.
    void keepNewestAssumptions()
    {
        std::vector<AssumedValue>& assumed = m_made.job.assumed;
        std::vector<AssumedValue> kept;
        for (size_t i = 0; i < assumed.size(); ++i) {
            const bool isRepeated = std::any_of(assumed.begin() + std::ptrdiff_t(i) + 1, assumed.end(),
                [&](const AssumedValue& later) { return later.field == assumed[i].field; });
            if (!isRepeated && knobText(m_knobs, assumed[i].field).empty())
                kept.push_back(std::move(assumed[i]));
        }
        assumed = std::move(kept);
    }
    template <typename T> static void take(std::optional<T>& size, const std::optional<T>& stated)
    {
        if (stated)
            size = stated;
    }

    void takeModel()
    {
        if (m_knobs.layers)
            m_made.job.model.layers = *m_knobs.layers;
        m_made.rest.layers.reset();
        takeFramework();
        take(layout().sequence, m_knobs.sequence);
        take(layout().sequenceParallel, m_knobs.sequenceParallel);
        take(layout().shard, m_knobs.shard);
        take(layout().precision, m_knobs.precision);
        take(layout().capacityFactor, m_knobs.capacityFactor);
        take(layout().offloadsOptimizer, m_knobs.offload);
        take(layout().overlapGradients, m_knobs.overlap);
        m_made.rest.overlap.reset();
        if (m_knobs.recompute) {
            layout().recompute = m_knobs.recompute;
            layout().recomputedLayers = m_knobs.recomputedLayers;
        }
    }

    /// What was assumed of the former one's habits is not the new one's.
    void takeFramework()
    {
        if (!m_knobs.framework || m_knobs.framework == m_own.framework)
            return;
        layout().framework = m_knobs.framework;
        if (!m_own.framework)
            return;
        for (const AssumedValue& assumed : m_made.job.assumed) {
            if (assumed.field == "sequence-parallel")
                layout().sequenceParallel.reset();
            else if (assumed.field == "recompute")
                layout().recompute.reset();
            else if (assumed.field == "flash-attention")
                layout().hasFlashAttention.reset();
            else if (assumed.field == "overlap-gradients")
                layout().overlapGradients.reset();
            else if (assumed.field == "gradient-bytes")
                layout().gradientBytes.reset();
        }
        PlannedLayout unspread = m_own;
        unspread.layersOfPieces.clear();
        if (m_own.layersOfPieces == plannedPieces(m_made.job.model, unspread, *m_own.framework))
            layout().layersOfPieces.clear();
    }

    bool movesGroups() const
    {
        return m_knobs.gpus || m_knobs.tensor || m_knobs.stages || m_knobs.data || m_knobs.context;
    }

    void takeGroups()
    {
        take(layout().gpus, m_knobs.gpus);
        take(layout().tensor, m_knobs.tensor);
        take(layout().stages, m_knobs.stages);
        take(layout().data, m_knobs.data);
        take(layout().context, m_knobs.context);
        take(layout().expert, m_knobs.expert);
        take(layout().expertTensor, m_knobs.expertTensor);
        if (!movesGroups())
            return;
        layout().replicas.reset();
        if (m_knobs.tensor) {
            // These follow from it unless they are stated.
            if (!m_knobs.expertTensor && m_own.expertTensor == m_own.tensor)
                layout().expertTensor.reset();
            if (!m_knobs.sequenceParallel && m_own.tensor.value_or(1) == 1)
                layout().sequenceParallel.reset();
        }
        if (!layout().gpus)
            return;
        if (!m_knobs.data) {
            layout().data.reset(); // it follows
            return;
        }
        if (m_knobs.gpus)
            return;
        const int64_t gpus = *layout().gpus;
        const int64_t data = *m_knobs.data;
        const int64_t context = layout().context.value_or(1);
        const auto other = [&](const std::optional<int>& kept) { return data * context * kept.value_or(1); };
        if (!m_knobs.tensor && gpus % other(layout().stages) == 0)
            layout().tensor = int(gpus / other(layout().stages));
        else if (!m_knobs.stages && gpus % other(layout().tensor) == 0)
            layout().stages = int(gpus / other(layout().tensor));
    }

    void takeBatch()
    {
        take(layout().microbatchSize, m_knobs.microbatchSize);
        take(layout().microbatches, m_knobs.microbatches);
        if (m_knobs.microbatches)
            layout().globalBatch.reset();
        else if (layout().globalBatch && (movesGroups() || m_knobs.microbatchSize))
            layout().microbatches.reset(); // the batch stays
    }

    void takeSchedule()
    {
        const int before = m_own.chunks.value_or(1);
        ScheduleKind kind = m_knobs.schedule.value_or(describedSchedule(m_own));
        if (!isPlanned(kind)) {
            layout().schedule = scheduleInfo(ScheduleKind::OneFOneB).key;
            layout().chunks = 1;
            m_made.rest.schedule = kind;
            return;
        }
        int chunks = m_knobs.chunks.value_or(m_knobs.schedule ? 1 : before);
        if (kind == ScheduleKind::OneFOneB && chunks > 1)
            kind = ScheduleKind::Interleaved;
        if (kind == ScheduleKind::Interleaved && !m_knobs.chunks && chunks < 2) {
            chunks = before > 1 ? before : 2;
            m_made.assumptions.emplace_back(
                say("{} chunks of the model per rank are assumed for the interleaved schedule.", chunks));
        }
        layout().schedule = scheduleInfo(kind).key;
        layout().chunks = chunks;
        m_made.rest.schedule.reset();
        m_made.rest.chunks.reset();
    }

    std::optional<Error> takePartition()
    {
        std::vector<int>& pieces = layout().layersOfPieces;
        if (m_knobs.stages || m_knobs.chunks || m_knobs.schedule || m_knobs.layers || movesGroups())
            keepIfItFits(pieces);
        if (m_knobs.partition.empty() || m_made.rest.schedule)
            return std::nullopt;
        const int stages = layout().stages.value_or(1) * layout().chunks.value_or(1);
        if (int(m_knobs.partition.size()) != stages) {
            return refusal(say("The partition names {} stages, the model has {}.", m_knobs.partition.size(), stages),
                say("Give one number of layers for each stage of the model."));
        }
        const int64_t sum = std::accumulate(m_knobs.partition.begin(), m_knobs.partition.end(), int64_t(0));
        if (sum != m_made.job.model.layers) {
            return refusal(say("The partition {} has {} layers, the model has {}.", fmt::join(m_knobs.partition, ","),
                               sum, m_made.job.model.layers),
                say("Every layer must be on one stage."));
        }
        pieces = m_knobs.partition;
        m_made.rest.partition.clear();
        return std::nullopt;
    }

    /// Otherwise layers are distributed again.
    void keepIfItFits(std::vector<int>& pieces)
    {
        const int64_t sum = std::accumulate(pieces.begin(), pieces.end(), int64_t(0));
        const auto count = size_t(layout().stages.value_or(1)) * size_t(layout().chunks.value_or(1));
        if (pieces.size() != count || sum != m_made.job.model.layers)
            pieces.clear();
    }

    const PlannedLayout& m_own;
    const Knobs& m_knobs;
    DescribedJob m_made;
};


} // namespace

Result<DescribedJob> describedUnder(const JobDescription& own, const Knobs& knobs, int gpusPerNode)
{
    return Describer(own, knobs).made(gpusPerNode);
}

std::optional<PlannedMemory> turningMemory(const DescribedJob& described)
{
    const JobDescription& job = described.job;
    const std::optional<ScheduleKind> kind = described.rest.schedule;
    if (!kind || !turnsBack(*kind) || job.layout.stages.value_or(1) < 2)
        return std::nullopt;
    PlannedLayout layout = job.layout;
    layout.schedule = scheduleInfo(*kind).key;
    if (kind != ScheduleKind::DualPipe) { // whose two directions have the whole model each
        layout.chunks = 2;
        layout.layersOfPieces = described.rest.partition.empty() ? evenPartition(job.model.layers, 2 * *layout.stages)
                                                                 : described.rest.partition;
    }
    return plannedMemory(job.model, layout, memoryHabitsOf(job));
}

JobDescription withSizesOf(const JobDescription& own, const Knobs& knobs) { return Describer(own, knobs).given(); }

std::string describedValue(const JobDescription& job, std::string_view knob)
{
    const PlannedLayout& layout = job.layout;
    Knobs values;
    values.gpus = layout.gpus;
    values.tensor = layout.tensor;
    values.stages = layout.stages;
    values.data = layout.data;
    values.context = layout.context;
    values.expert = layout.expert;
    values.expertTensor = layout.expertTensor;
    values.microbatches = layout.microbatches;
    values.microbatchSize = layout.microbatchSize;
    values.sequence = layout.sequence;
    values.sequenceParallel = layout.sequenceParallel;
    values.shard = layout.shard;
    values.recompute = layout.recompute;
    values.recomputedLayers = layout.recomputedLayers;
    values.precision = layout.precision;
    values.capacityFactor = layout.capacityFactor;
    values.offload = layout.offloadsOptimizer.value_or(false);
    values.framework = frameworkOf(job);
    values.vocabularyParallel = false;
    values.schedule = describedSchedule(layout);
    values.chunks = layout.chunks;
    values.layers = job.model.layers;
    values.partition = layout.layersOfPieces;
    values.overlap = layout.overlapGradients;
    return knobText(values, knob);
}

Knobs withoutDescribedValues(Knobs knobs, const JobDescription& job)
{
    const auto isOwn = [&](std::string_view key) {
        const std::string stated = knobText(knobs, key);
        return stated.empty() || stated == describedValue(job, key);
    };
    if (std::all_of(groupKnobs.begin(), groupKnobs.end(), isOwn))
        reset(knobs, groupKnobs);
    const auto resetOwn = [&](std::span<const std::string_view> keys) {
        for (const std::string_view& key : keys) {
            if (isOwn(key))
                reset(knobs, {&key, 1});
        }
    };
    resetOwn(describedKnobs);
    resetOwn(otherKnobs);
    return knobs;
}

bool needsDescription(std::string_view knob) { return isAmong(describedKnobs, knob); }

std::optional<Message> whyNotDescribed(std::string_view knob, const JobDescription& job)
{
    const bool isOfExperts = knob == "expert" || knob == "expert-tensor" || knob == "capacity-factor";
    if (isOfExperts && job.model.experts == 0)
        return say("The model has no experts.");
    if (knob == "vocabulary-parallel")
        return say("How long embedding and head take on all stages is not known here.");
    if (knob == "measured-on")
        return say("Nothing was measured: every answer comes from the model.");
    return std::nullopt;
}

} // namespace bubblescope
