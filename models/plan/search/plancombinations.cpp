// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plancombinations.h"

#include "closestword.h"
#include "numbertext.h"
#include "refusal.h"
#include "trainingframework.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

/// A search of more would take hours, and its list gigabytes.
constexpr size_t mostCombinations = 20'000'000;
/// Each takes some 70 µs of a core: on two cores so many are searched in less than a minute. Of more, values that
/// seldom win are left out unless somebody asks for them.
constexpr size_t mostWhole = 1'000'000;
constexpr int mostChunks = 8; ///< beyond these, messages between chunks cost more than bubbles

std::vector<int> divisors(int64_t number)
{
    std::vector<int> small;
    std::vector<int> large;
    for (int64_t i = 1; i * i <= number; ++i) {
        if (number % i != 0)
            continue;
        small.push_back(int(i));
        if (i * i != number)
            large.push_back(int(number / i));
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

Error refusedAllowed(std::string_view knob, std::string_view value, Message advice)
{
    return refusal(say("--allow {}: \"{}\" is no value of it.", knob, value), std::move(advice));
}

/// Values of a knob that may be tried; everything where nothing is limited.
class Allowed {
public:
    static Result<Allowed> of(const PlanSpace& space, std::string_view knob)
    {
        Allowed allowed;
        for (const auto& [key, values] : space.allowed) {
            if (key != knob)
                continue;
            allowed.m_isLimited = true;
            for (const std::string& text : values) {
                const std::optional<int64_t> value = parseInteger(text);
                if (!value || *value < 1 || *value > DescriptionLimits::batch)
                    return refusedAllowed(knob, text, say("Give whole numbers from 1 on, such as 1,2,4."));
                allowed.m_values.push_back(int(*value));
            }
        }
        return allowed;
    }
    bool holds(int value) const
    {
        return !m_isLimited || std::find(m_values.begin(), m_values.end(), value) != m_values.end();
    }
    bool isLimited() const { return m_isLimited; }

private:
    bool m_isLimited = false;
    std::vector<int> m_values;
};

/// The same of a knob whose values are words; `usual` where nothing is limited.
template <typename Kind, typename FromText>
Result<std::vector<Kind>> allowedWords(
    const PlanSpace& space, std::string_view knob, std::vector<Kind> usual, FromText fromText, Message advice)
{
    for (const auto& [key, values] : space.allowed) {
        if (key != knob)
            continue;
        usual.clear();
        for (const std::string& text : values) {
            const std::optional<Kind> kind = fromText(text);
            if (!kind)
                return refusedAllowed(knob, text, advice);
            if (std::find(usual.begin(), usual.end(), *kind) == usual.end())
                usual.push_back(*kind);
        }
    }
    return usual;
}

std::optional<bool> switchFromText(std::string_view text)
{
    if (text == "on")
        return true;
    if (text == "off")
        return false;
    return std::nullopt;
}
std::optional<bool> partitionFromText(std::string_view text)
{
    if (text == "balanced")
        return true;
    if (text == "even")
        return false;
    return std::nullopt;
}

/// For others, no bound is proved.
std::optional<ScheduleKind> searchedSchedule(std::string_view text)
{
    const std::optional<ScheduleKind> kind = scheduleFromKey(text);
    for (const ScheduleKind known :
        {ScheduleKind::GPipe, ScheduleKind::OneFOneB, ScheduleKind::Interleaved, ScheduleKind::ZbH1}) {
        if (kind == known)
            return kind;
    }
    return std::nullopt;
}

std::optional<int> batchOf(const JobDescription& job, const PlanSpace& space)
{
    if (space.globalBatch)
        return space.globalBatch;
    const PlannedLayout& layout = job.layout;
    if (layout.globalBatch)
        return layout.globalBatch;
    if (!layout.microbatches || !layout.microbatchSize || !layout.data)
        return std::nullopt;
    const double samples = double(*layout.microbatches) * *layout.microbatchSize * *layout.data;
    return samples <= DescriptionLimits::batch ? std::optional(int(samples)) : std::nullopt;
}

std::optional<int> gpusOf(const PlannedLayout& layout)
{
    if (layout.gpus)
        return layout.gpus;
    if (!layout.tensor || !layout.stages || !layout.data)
        return std::nullopt;
    const double gpus = double(*layout.tensor) * *layout.stages * *layout.data * layout.context.value_or(1);
    return gpus <= DescriptionLimits::gpus ? std::optional(int(gpus)) : std::nullopt;
}

} // namespace

/// Makes the list of a PlanCombinations.
class CombinationLister {
public:
    CombinationLister(const JobDescription& job, const PlanSpace& space)
        : m_job(withOneFramework(job, space)), m_space(space)
    {
    }

    Result<PlanCombinations> list(int gpusPerNode)
    {
        if (std::optional<Error> error = readLimits())
            return *std::move(error);
        const std::optional<int> batch = batchOf(m_job, m_space);
        if (!batch)
            return refusal(say("The description does not state the samples of a step."), say("Add --batch SAMPLES."));
        std::vector<int> sizes = m_space.gpus;
        if (sizes.empty()) {
            const std::optional<int> own = gpusOf(m_job.layout);
            if (!own)
                return refusal(say("The description does not state the number of GPUs."), say("Add --gpus N."));
            sizes.push_back(*own);
        }
        std::sort(sizes.begin(), sizes.end());
        sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
        if (sizes.front() < 1 || sizes.back() > DescriptionLimits::gpus)
            return refusal(say("A job has 1 to {} GPUs.", DescriptionLimits::gpus));
        m_batch = *batch;
        enumerate(sizes, mostWhole);
        while (isFull() && narrow())
            enumerate(sizes, mostWhole);
        if (isFull())
            enumerate(sizes, mostCombinations);
        if (isFull()) {
            return refusal(say("There are more than {} combinations.", mostCombinations),
                say("Limit some of them, such as --allow tensor=1,2,4."));
        }
        if (m_made.m_all.empty()) {
            return refusal(say("No combination of group sizes makes {} GPUs and {} samples of this model.",
                               fmt::join(sizes, ", "), m_batch),
                say("Allow more values, or choose other numbers of GPUs or samples."));
        }
        m_made.m_job = m_job;
        m_made.m_job.layout.gpus = sizes.front();
        m_made.m_job.layout.globalBatch = m_batch;
        m_made.m_gpusPerNode = gpusPerNode;
        m_made.m_hasSeveralSizes = sizes.size() > 1;
        return std::move(m_made);
    }

private:
    std::optional<Error> readLimits()
    {
        const std::vector<std::string_view>& keys = searchedKnobs();
        for (const auto& [key, values] : m_space.allowed) {
            if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
                const std::string_view meant = closestWord(key, keys);
                return refusal(say("--allow {}: no such knob is searched.", key),
                    meant.empty() ? say("Searched are {}.", fmt::join(keys, ", ")) : say("Did you mean {}?", meant));
            }
            if (values.empty())
                return refusal(say("--allow {} has no value.", key), say("Write it like tensor=1,2,4."));
        }
        for (auto [knob, limit] :
            std::initializer_list<std::pair<std::string_view, Allowed*>> {{"tensor", &m_tensor}, {"stages", &m_stages},
                {"data", &m_data}, {"context", &m_context}, {"expert", &m_expert}, {"expert-tensor", &m_expertTensor},
                {"microbatch-size", &m_microbatchSize}, {"microbatches", &m_microbatches}, {"chunks", &m_chunks}}) {
            Result<Allowed> read = Allowed::of(m_space, knob);
            if (!read)
                return read.error();
            *limit = std::move(read).value();
        }
        return readWords();
    }

    std::optional<Error> readWords()
    {
        const PlannedLayout& layout = m_job.layout;
        std::vector<ScheduleKind> usual {ScheduleKind::OneFOneB, ScheduleKind::Interleaved, ScheduleKind::ZbH1};
        if (scheduleFromKey(layout.schedule) == ScheduleKind::GPipe)
            usual.insert(usual.begin(), ScheduleKind::GPipe);
        auto schedules = allowedWords<ScheduleKind>(m_space, "schedule", usual, searchedSchedule,
            say("Searched are {}: for other orders no bound is proved. Set them as a knob on what is found.",
                "gpipe, 1f1b, interleaved, zb-h1"));
        if (!schedules)
            return schedules.error();
        m_schedules = std::move(schedules).value();
        // What attention keeps is small with its fast kernels: computing it again costs time and gains nothing.
        std::vector<Recompute> recomputes {Recompute::None, Recompute::Full};
        // Where products are selected, it lies between both.
        if (!layout.hasFlashAttention.value_or(true) || layout.recompute == Recompute::Selective
            || layout.framework == TrainingFramework::Generic)
            recomputes.insert(recomputes.begin() + 1, Recompute::Selective);
        auto recompute = allowedWords<Recompute>(
            m_space, "recompute", recomputes, [](std::string_view text) { return recomputeFromKey(text); },
            say("Give some of none, selective, full."));
        if (!recompute)
            return recompute.error();
        m_recomputes = std::move(recompute).value();
        auto shard = allowedWords<StateSharding>(
            m_space, "shard",
            {StateSharding::None, StateSharding::Optimizer, StateSharding::Gradients, StateSharding::Parameters},
            [](std::string_view text) { return shardingFromKey(text); },
            say("Give some of none, optimizer, gradients, parameters."));
        if (!shard)
            return shard.error();
        m_shards = std::move(shard).value();
        auto overlap
            = allowedWords<bool>(m_space, "overlap", {true, false}, switchFromText, say("Give on, off or both."));
        if (!overlap)
            return overlap.error();
        m_overlaps = std::move(overlap).value();
        auto partition = allowedWords<bool>(
            m_space, "partition", {false, true}, partitionFromText, say("Give even, balanced or both."));
        if (!partition)
            return partition.error();
        m_partitions = std::move(partition).value();
        return std::nullopt;
    }

    bool isFull() const { return m_made.m_all.size() > m_most; }

    void enumerate(const std::vector<int>& sizes, size_t most)
    {
        m_most = most;
        m_made.m_all.clear();
        for (const int gpus : sizes) {
            m_next.gpus = gpus;
            addTensor();
        }
    }

    bool isLimited(std::string_view knob) const
    {
        return std::any_of(
            m_space.allowed.begin(), m_space.allowed.end(), [knob](const auto& limit) { return limit.first == knob; });
    }

    /// Leaves out values of one more knob that nobody limited, and says so; false where none is left.
    bool narrow()
    {
        const auto leaves = [this](const char* knob, const char* values) {
            m_made.m_narrowed.push_back({knob, values,
                say("there are more than {} combinations: those with other values are left out, unless "
                    "--allow asks for them",
                    mostWhole)});
            return true;
        };
        while (m_narrowed < 3) {
            const int step = m_narrowed++;
            if (step == 0 && m_overlaps.size() > 1 && !isLimited("overlap")) {
                m_overlaps = {true};
                return leaves("overlap", "on");
            }
            const bool isInterleaved
                = std::find(m_schedules.begin(), m_schedules.end(), ScheduleKind::Interleaved) != m_schedules.end();
            if (step == 1 && isInterleaved && !m_chunks.isLimited()) {
                m_hasFewChunks = true;
                return leaves("chunks", "2, 4, 8");
            }
            if (step == 2 && !isLimited("shard")) {
                m_shards = {StateSharding::Optimizer, StateSharding::Parameters};
                return leaves("shard", "optimizer, parameters");
            }
        }
        return false;
    }

    void addTensor()
    {
        for (const int tensor : divisors(m_next.gpus)) {
            if (m_job.model.heads % tensor != 0 || !m_tensor.holds(tensor))
                continue;
            m_next.tensor = tensor;
            for (const int stages : divisors(m_next.gpus / tensor)) {
                if (stages > m_job.model.layers || !m_stages.holds(stages))
                    continue;
                m_next.stages = stages;
                addContext();
            }
        }
    }

    void addContext()
    {
        const int rest = m_next.gpus / m_next.tensor / m_next.stages;
        for (const int context : divisors(rest)) {
            // Each rank has two pieces of a sequence, from both ends, so that all have as much causal attention.
            const int64_t pieces = 2 * int64_t(context);
            if (!m_context.holds(context) || (context > 1 && m_job.layout.sequence.value_or(0) % pieces != 0))
                continue;
            m_next.context = context;
            m_next.data = rest / context;
            if (m_data.holds(m_next.data) && m_batch % m_next.data == 0)
                addExperts();
        }
    }

    void addExperts()
    {
        if (isFull())
            return;
        const int experts = m_job.model.experts;
        if (experts == 0) {
            m_next.expert = m_next.expertTensor = 1;
            if (m_expert.holds(1))
                addMicrobatches();
            return;
        }
        const int64_t peers = int64_t(m_next.data) * m_next.context * m_next.tensor;
        for (const int expertTensor : {1, m_next.tensor}) {
            for (const int expert : divisors(experts)) {
                if (!m_expertTensor.holds(expertTensor) || !m_expert.holds(expert)
                    || peers % (int64_t(expert) * expertTensor) != 0)
                    continue;
                m_next.expert = expert;
                m_next.expertTensor = expertTensor;
                addMicrobatches();
            }
            if (m_next.tensor == 1)
                break;
        }
    }

    void addMicrobatches()
    {
        const int samples = m_batch / m_next.data;
        for (const int size : divisors(samples)) {
            if (!m_microbatchSize.holds(size) || !m_microbatches.holds(samples / size))
                continue;
            m_next.microbatchSize = size;
            m_next.microbatches = samples / size;
            addSchedules();
        }
    }

    void addSchedules()
    {
        if (isFull())
            return;
        for (const ScheduleKind kind : m_schedules) {
            // Without a pipeline all orders are the same.
            if (m_next.stages == 1 && kind != m_schedules.front())
                continue;
            m_next.schedule = m_next.stages == 1 ? ScheduleKind::OneFOneB : kind;
            const bool isInterleaved = m_next.schedule == ScheduleKind::Interleaved;
            for (int chunks = isInterleaved ? 2 : 1; chunks <= (isInterleaved ? mostOf(m_chunks) : 1); ++chunks) {
                const bool isPower = (chunks & (chunks - 1)) == 0;
                if (!m_chunks.holds(chunks) || int64_t(m_next.stages) * chunks > m_job.model.layers
                    || (m_hasFewChunks && !isPower))
                    continue;
                m_next.chunks = int16_t(chunks);
                ScheduleRequest request {m_next.schedule, m_next.stages, m_next.microbatches};
                request.chunks = chunks;
                if (m_next.stages == 1 || !checkSchedule(request))
                    addPartitions();
            }
        }
    }
    static int mostOf(const Allowed& chunks) { return chunks.isLimited() ? DescriptionLimits::layers : mostChunks; }

    void addPartitions()
    {
        const int pieces = m_next.stages * m_next.chunks;
        for (const bool isBalanced : m_partitions) {
            // Orders that split backward passes are made of the work of 1F1B's pieces, which are spread evenly.
            const bool isOther = isBalanced && !m_next.splitsBackward() && pieces > 1 && differsFromEven(pieces);
            if (isBalanced && !isOther && m_partitions.size() > 1)
                continue; // the same once more
            m_next.isBalanced = isOther;
            addHabits();
        }
    }
    bool differsFromEven(int pieces)
    {
        if (size_t(pieces) >= m_differs.size())
            m_differs.resize(size_t(pieces) + 1);
        std::optional<bool>& known = m_differs[size_t(pieces)];
        if (!known) {
            const std::vector<int> balanced = balancedPieces(m_job.model, m_job.layout.sequence.value_or(0), pieces);
            const int layers = m_job.model.layers;
            known = false;
            for (int i = 0; i < pieces; ++i)
                known = *known || balanced[size_t(i)] != layers / pieces + (i < layers % pieces ? 1 : 0);
        }
        return *known;
    }

    void addHabits()
    {
        const bool hasReplicas = m_next.data * m_next.context > 1;
        for (const Recompute recompute : m_recomputes) {
            for (const StateSharding shard : m_shards) {
                if (!hasReplicas && shard != m_shards.front())
                    continue; // nobody to share with
                for (const bool overlaps : m_overlaps) {
                    if ((!hasReplicas && overlaps != m_overlaps.front()) || isFull())
                        continue;
                    m_next.recompute = recompute;
                    m_next.shard = hasReplicas ? shard : StateSharding::None;
                    m_next.overlaps = overlaps;
                    m_made.m_all.push_back(m_next);
                }
            }
        }
    }

    JobDescription m_job;
    const PlanSpace& m_space;
    int m_batch = 1;
    Allowed m_tensor, m_stages, m_data, m_context, m_expert, m_expertTensor, m_microbatchSize, m_microbatches, m_chunks;
    std::vector<ScheduleKind> m_schedules;
    std::vector<Recompute> m_recomputes;
    std::vector<StateSharding> m_shards;
    std::vector<bool> m_overlaps;
    std::vector<bool> m_partitions;
    std::vector<std::optional<bool>> m_differs; ///< by number of pieces
    size_t m_most = mostCombinations;
    int m_narrowed = 0; ///< knobs of which values were left out, or had none to leave out
    bool m_hasFewChunks = false;
    PlanCombination m_next;
    PlanCombinations m_made;
};

Result<PlanCombinations> PlanCombinations::of(const JobDescription& job, const PlanSpace& space, int gpusPerNode)
{
    return CombinationLister(job, space).list(gpusPerNode);
}

Knobs PlanCombinations::knobsOf(size_t index) const
{
    const PlanCombination& of = m_all[index];
    Knobs knobs;
    knobs.gpus = of.gpus;
    knobs.tensor = of.tensor;
    knobs.stages = of.stages;
    knobs.data = of.data;
    knobs.context = of.context;
    if (m_job.model.experts > 0) {
        knobs.expert = of.expert;
        knobs.expertTensor = of.expertTensor;
    }
    knobs.microbatchSize = of.microbatchSize;
    knobs.microbatches = of.microbatches;
    knobs.schedule = of.schedule;
    if (of.schedule == ScheduleKind::Interleaved)
        knobs.chunks = of.chunks;
    if (of.isBalanced)
        knobs.partition = balancedPieces(m_job.model, m_job.layout.sequence.value_or(0), of.stages * of.chunks);
    knobs.recompute = of.recompute;
    knobs.shard = of.shard;
    knobs.overlap = of.overlaps;
    return knobs;
}

Result<DescribedJob> PlanCombinations::jobOf(size_t index) const
{
    return describedUnder(m_job, knobsOf(index), m_gpusPerNode);
}

JobDescription withOneFramework(JobDescription job, const PlanSpace& space)
{
    Knobs locks;
    for (const auto& [knob, values] : space.allowed) {
        if (values.size() == 1)
            static_cast<void>(setKnob(locks, knob, values.front())); // what is none is refused elsewhere
    }
    assumeFramework(job, withSizesOf(job, locks));
    return job;
}

const std::vector<std::string_view>& searchedKnobs()
{
    static const std::vector<std::string_view> keys {"tensor", "stages", "data", "context", "expert", "expert-tensor",
        "microbatch-size", "microbatches", "schedule", "chunks", "partition", "recompute", "shard", "overlap"};
    return keys;
}

std::vector<int> balancedPieces(const ModelDescription& model, int sequence, int pieces)
{
    // Products of a token: with matrices, and of causal attention with half the sequence, queries and values.
    const double attention = double(sequence) / 2 * (model.queryWidth() + model.valueWidth());
    const double layer = model.passedMatrices(model.experts > 0) + attention;
    const double head = layer > 0 ? model.headParameters() / layer : 0;
    std::vector<int> layers(size_t(pieces), 0);
    // Equal layers, one after another to where least is: no other spread has a shorter longest piece.
    for (int layer = 0; layer < model.layers; ++layer) {
        size_t least = 0;
        double ofLeast = std::numeric_limits<double>::infinity();
        for (size_t piece = 0; piece < layers.size(); ++piece) {
            const double takes = layers[piece] + (piece + 1 == layers.size() ? head : 0);
            if (takes < ofLeast) {
                ofLeast = takes;
                least = piece;
            }
        }
        ++layers[least];
    }
    return layers;
}

} // namespace bubblescope
