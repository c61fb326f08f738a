// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knobs.h"

#include "closestword.h"
#include "linktext.h"
#include "numbertext.h"
#include "roundedtime.h"
#include "stragglertext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

Error refusedValue(std::string_view key, std::string_view text, Message advice)
{
    return {say("\"{}\" is not a valid value of {}.", text, key), std::move(advice), {}};
}

// One pair of functions per kind of value; a knob is a member of Knobs with one of these.

template <auto member, int least = 1> struct Count {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        const std::optional<int64_t> value = parseInteger(text);
        if (!value || *value < least || *value > maximumCount)
            return refusedValue(key, text, say("Give a whole number from {} to {}.", least, maximumCount));
        knobs.*member = int(*value);
        return true;
    }
    static std::string text(const Knobs& knobs) { return knobs.*member ? fmt::format("{}", *(knobs.*member)) : ""; }
    static void reset(Knobs& knobs) { knobs.*member = {}; }
};

/// A number, allowed to be zero if `mayBeZero`, stored as `scale` times the written value.
template <auto member, bool mayBeZero, int scale = 1> struct Number {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        const std::optional<double> value = parseNumber(text);
        if (!value || *value < 0 || (*value == 0 && !mayBeZero) || *value > maximumFactor)
            return refusedValue(
                key, text, mayBeZero ? say("Give 0 or a larger number.") : say("Give a number above 0."));
        knobs.*member = *value * scale;
        return true;
    }
    static std::string text(const Knobs& knobs)
    {
        return knobs.*member ? fmt::format("{}", *(knobs.*member) / scale) : "";
    }
    static void reset(Knobs& knobs) { knobs.*member = {}; }
};

template <auto member> struct Switch {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        const bool isOn = text == "on" || text == "true" || text == "yes" || text == "1";
        if (!isOn && text != "off" && text != "false" && text != "no" && text != "0")
            return refusedValue(key, text, say("Give on or off."));
        knobs.*member = isOn;
        return true;
    }
    static std::string text(const Knobs& knobs) { return knobs.*member ? (*(knobs.*member) ? "on" : "off") : ""; }
    static void reset(Knobs& knobs) { knobs.*member = {}; }
};

template <auto member> struct Bandwidth {
    static Result<bool> set(Knobs& knobs, std::string_view, std::string_view text)
    {
        const Result<double> value = parseBandwidth(text);
        if (!value)
            return value.error();
        knobs.*member = *value;
        return true;
    }
    static std::string text(const Knobs& knobs) { return knobs.*member ? bandwidthText(*(knobs.*member)) : ""; }
    static void reset(Knobs& knobs) { knobs.*member = {}; }
};

template <auto member> struct HardwareName {
    static Result<bool> set(Knobs& knobs, std::string_view, std::string_view text)
    {
        knobs.*member = std::string(text);
        return true;
    }
    static std::string text(const Knobs& knobs) { return (knobs.*member).value_or(""); }
    static void reset(Knobs& knobs) { knobs.*member = {}; }
};

struct ScheduleName {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        knobs.schedule = scheduleFromKey(text);
        if (knobs.schedule)
            return true;
        std::vector<std::string_view> keys;
        for (const ScheduleInfo& info : schedules())
            keys.push_back(info.key);
        return refusedValue(key, text, say("Give one of {}.", fmt::join(keys, ", ")));
    }
    static std::string text(const Knobs& knobs)
    {
        return knobs.schedule ? std::string(scheduleInfo(*knobs.schedule).key) : "";
    }
    static void reset(Knobs& knobs) { knobs.schedule = {}; }
};

struct AlgorithmName {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        knobs.algorithm = collectiveAlgorithmFromKey(text);
        if (knobs.algorithm)
            return true;
        return refusedValue(key, text, say("Give one of automatic, ring, tree, nvls, curve."));
    }
    static std::string text(const Knobs& knobs)
    {
        return knobs.algorithm ? std::string(collectiveAlgorithmKey(*knobs.algorithm)) : "";
    }
    static void reset(Knobs& knobs) { knobs.algorithm = {}; }
};

struct RuleName {
    static constexpr std::string_view eventDriven = "event-driven";
    static constexpr std::string_view simAi = "simai-analytical";
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        if (text != eventDriven && text != simAi)
            return refusedValue(key, text, say("Give {} or {}.", eventDriven, simAi));
        knobs.rule = text == simAi ? StepRule::SimAiAnalytical : StepRule::EventDriven;
        return true;
    }
    static std::string text(const Knobs& knobs)
    {
        if (!knobs.rule)
            return {};
        return std::string(*knobs.rule == StepRule::SimAiAnalytical ? simAi : eventDriven);
    }
    static void reset(Knobs& knobs) { knobs.rule = {}; }
};

struct ModelName {
    static constexpr std::string_view automatic = "automatic";
    static constexpr std::string_view always = "always";
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        if (text != automatic && text != always)
            return refusedValue(key, text, say("Give {} or {}.", automatic, always));
        knobs.model = text == always ? ModelUse::Always : ModelUse::Automatic;
        return true;
    }
    static std::string text(const Knobs& knobs)
    {
        return knobs.model ? std::string(knobs.alwaysModels() ? always : automatic) : "";
    }
    static void reset(Knobs& knobs) { knobs.model = {}; }
};

/// One of a few words, up to `last`, that descriptions of jobs take as well.
template <auto member, auto fromKey, auto keyOf, auto last> struct Word {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        const auto value = fromKey(text);
        if (!value)
            return refusedValue(key, text, say("Give one of {}.", words()));
        knobs.*member = *value;
        return true;
    }
    static std::string text(const Knobs& knobs)
    {
        return knobs.*member ? std::string(keyOf(*(knobs.*member))) : std::string();
    }
    static void reset(Knobs& knobs) { knobs.*member = {}; }

private:
    static std::string words()
    {
        std::string all(keyOf(decltype(last)(0)));
        for (int i = 1; i <= int(last); ++i)
            all += fmt::format(", {}", keyOf(decltype(last)(i)));
        return all;
    }
};

/// "none", "selective", "full", or "full:4" for four layers of each stage.
struct RecomputeWord {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        const size_t colon = text.find(':');
        const std::optional<Recompute> kind = recomputeFromKey(text.substr(0, colon));
        std::optional<int64_t> layers;
        if (colon != std::string_view::npos)
            layers = parseInteger(text.substr(colon + 1));
        const bool isCounted = layers && *layers >= 1 && *layers <= DescriptionLimits::layers;
        if (!kind || (colon != std::string_view::npos && (!isCounted || kind != Recompute::Full)))
            return refusedValue(
                key, text, say("Give one of none, selective, full, or full:4 for four layers of each stage."));
        knobs.recompute = kind;
        knobs.recomputedLayers.reset();
        if (layers)
            knobs.recomputedLayers = int(*layers);
        return true;
    }
    static std::string text(const Knobs& knobs)
    {
        if (!knobs.recompute)
            return {};
        const std::string word(recomputeKey(*knobs.recompute));
        return knobs.recomputedLayers ? fmt::format("{}:{}", word, *knobs.recomputedLayers) : word;
    }
    static void reset(Knobs& knobs)
    {
        knobs.recompute.reset();
        knobs.recomputedLayers.reset();
    }
};

struct Partition {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        std::vector<int> layers;
        for (const std::string_view part : splitAtCommas(text)) {
            const std::optional<int64_t> value = parseInteger(part);
            if (!value || *value < 0 || *value > maximumCount)
                return refusedValue(key, text, say("Give the layers of each stage, such as 9,9,9,5."));
            layers.push_back(int(*value));
        }
        knobs.partition = std::move(layers);
        return true;
    }
    static std::string text(const Knobs& knobs) { return fmt::format("{}", fmt::join(knobs.partition, ",")); }
    static void reset(Knobs& knobs) { knobs.partition.clear(); }
};

struct StragglerKnob {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        Result<std::vector<Knobs::Straggler>> read = parseStragglers(text);
        if (!read)
            return refusedValue(key, text, read.error().message);
        knobs.stragglers = std::move(read).value();
        return true;
    }
    static std::string text(const Knobs& knobs) { return stragglersText(knobs.stragglers); }
    static void reset(Knobs& knobs) { knobs.stragglers.clear(); }
};

struct LinkKnob {
    static Result<bool> set(Knobs& knobs, std::string_view key, std::string_view text)
    {
        Result<std::vector<Knobs::Link>> read = parseLinks(text);
        if (!read)
            return refusedValue(key, text, read.error().message);
        knobs.links = std::move(read).value();
        return true;
    }
    static std::string text(const Knobs& knobs) { return linksText(knobs.links); }
    static void reset(Knobs& knobs) { knobs.links.clear(); }
};

struct Access {
    Result<bool> (*set)(Knobs&, std::string_view, std::string_view);
    std::string (*text)(const Knobs&);
    void (*reset)(Knobs&);
};
template <typename Kind> constexpr Access access() { return {&Kind::set, &Kind::text, &Kind::reset}; }

struct KnobEntry {
    KnobInfo info;
    Access access;
};

constexpr std::array entries {
    KnobEntry {{"schedule", "Schedule", "Order of the microbatches on the stages: gpipe, 1f1b, interleaved, zb-h1, …"},
        access<ScheduleName>()},
    KnobEntry {
        {"memory-limit", "In-flight limit",
            "Limit of the automatic zero-bubble schedule: microbatches between forward and backward on one rank."},
        access<Count<&Knobs::memoryLimit>>()},
    KnobEntry {{"microbatches", "Microbatches", "Per step and replica, each of unchanged size."},
        access<Count<&Knobs::microbatches>>()},
    KnobEntry {{"microbatch-size", "Microbatch size",
                   "Samples; of a described job. Elsewhere told where the input does not state it: no time changes."},
        access<Count<&Knobs::microbatchSize>>()},
    KnobEntry {{"stages", "Pipeline stages", "Pipeline ranks; the number of GPUs stays the same."},
        access<Count<&Knobs::stages>>()},
    KnobEntry {{"chunks", "Chunks", "Pieces of the model per pipeline rank."}, access<Count<&Knobs::chunks>>()},
    KnobEntry {{"tensor", "Tensor parallel", "GPUs that share each layer; the total number of GPUs stays the same."},
        access<Count<&Knobs::tensor>>()},
    KnobEntry {{"data", "Data parallel", "Replicas of the model; number of GPUs and global batch stay the same."},
        access<Count<&Knobs::data>>()},
    KnobEntry {
        {"expert", "Expert parallel", "GPUs that share the experts of each layer."}, access<Count<&Knobs::expert>>()},
    KnobEntry {
        {"layers", "Layers", "Transformer layers of the whole model (n_layer)."}, access<Count<&Knobs::layers>>()},
    KnobEntry {{"partition", "Layers per stage", "Transformer layers of each stage of the model, such as 9,9,9,5."},
        access<Partition>()},
    KnobEntry {{"gpus", "GPUs", "Of a described job, whose replicas follow; for SimAI-Analytical: GPUs of the job."},
        access<Count<&Knobs::gpus>>()},
    KnobEntry {{"context", "Context parallel", "Of a described job: GPUs that share each sequence."},
        access<Count<&Knobs::context>>()},
    KnobEntry {{"expert-tensor", "Expert tensor", "Of a described job: GPUs that share each expert."},
        access<Count<&Knobs::expertTensor>>()},
    KnobEntry {
        {"sequence", "Sequence length", "Of a described job: tokens of a sample."}, access<Count<&Knobs::sequence>>()},
    KnobEntry {{"sequence-parallel", "Sequence parallel",
                   "Of a described job: tensor-parallel GPUs share what lies between layers: on or off."},
        access<Switch<&Knobs::sequenceParallel>>()},
    KnobEntry {
        {"shard", "Sharding",
            "Of a described job: what replicas keep a part of: none, optimizer, gradients, parameters (ZeRO 1 to 3)."},
        access<Word<&Knobs::shard, shardingFromKey, shardingKey, StateSharding::Parameters>>()},
    KnobEntry {
        {"recompute", "Recomputation",
            "Of a described job, in the backward pass: none, selective (attention), full, or full:4 (layers of a "
            "stage)."},
        access<RecomputeWord>()},
    KnobEntry {{"precision", "Precision", "Of a described job: type of matrix products: fp32, fp16, bf16, fp8."},
        access<Word<&Knobs::precision, precisionFromKey, precisionKey, Precision::Fp8>>()},
    KnobEntry {{"vocabulary-parallel", "Vocabulary split", "Of a described job: all stages share embedding and head."},
        access<Switch<&Knobs::vocabularyParallel>>()},
    KnobEntry {{"capacity-factor", "Capacity factor",
                   "Of a described job: tokens that an expert takes, over its even share; more are dropped."},
        access<Number<&Knobs::capacityFactor, false>>()},
    KnobEntry {{"offload", "Offload", "Of a described job: optimizer states in the memory of the host: on or off."},
        access<Switch<&Knobs::offload>>()},
    KnobEntry {{"framework", "Framework",
                   "Of a described job, as which it is timed: generic (torchtitan), megatron, deepspeed, nanotron."},
        access<Word<&Knobs::framework, trainingFrameworkFromKey, trainingFrameworkKey, TrainingFramework::Nanotron>>()},
    KnobEntry {{"measured-on", "Measured on", "Name of a preset: the machine that the input's times come from."},
        access<HardwareName<&Knobs::measuredOn>>()},
    KnobEntry {{"hardware", "Hardware", "Name of a preset: GPU and links of the machine that is asked about."},
        access<HardwareName<&Knobs::hardware>>()},
    KnobEntry {{"nvlink", "NVLink bandwidth", "Inside a node, one-way per GPU, with a unit: 370.8GB/s."},
        access<Bandwidth<&Knobs::nvlinkBandwidth>>()},
    KnobEntry {{"nic", "NIC bandwidth", "Across nodes, one-way per GPU, with a unit: 400Gb/s or 48.5GB/s."},
        access<Bandwidth<&Knobs::nicBandwidth>>()},
    KnobEntry {{"latency-us", "Latency", "Per step of a communication algorithm, inside and across nodes, in µs."},
        access<Number<&Knobs::latencyNs, true, int(nsPerUs)>>()},
    KnobEntry {{"algorithm", "Collectives",
                   "automatic, ring, tree (double binary), nvls (in-switch), or curve (measured: nccl-tests log, or "
                   "such GPUs)."},
        access<AlgorithmName>()},
    KnobEntry {{"compute-scale", "Compute scale", "Factor on all compute times; 0.5 is twice as fast."},
        access<Number<&Knobs::computeScale, false>>()},
    KnobEntry {
        {"comm-scale", "Comm. scale",
            "Factor on the transfers of collectives and messages, not on waiting for their members; 0.5 is twice as "
            "fast."},
        access<Number<&Knobs::commScale, true>>()},
    KnobEntry {{"link", "One link", "Factor on the messages between two stages, both ways: 1-2=0.25,2-3=2"},
        access<LinkKnob>()},
    KnobEntry {{"overlap", "Overlap", "Gradient communication beside the backward pass: on or off."},
        access<Switch<&Knobs::overlap>>()},
    KnobEntry {{"overlap-slowdown", "Overlap slowdown",
                   "Compute that overlaps communication takes 1 + this times as long; 0.3 is 30 % longer."},
        access<Number<&Knobs::overlapSlowdown, true>>()},
    KnobEntry {{"straggler", "Stragglers", "Factor on the compute time of a rank or stage: rank:3=1.3,stage:2=1.1"},
        access<StragglerKnob>()},
    KnobEntry {{"blocking-send", "Blocking sends", "A send blocks until its receiver is ready (Megatron): on or off."},
        access<Switch<&Knobs::blockingSends>>()},
    KnobEntry {{"host-gaps", "Host gaps", "Factor on the host time between operations; 0 removes it."},
        access<Number<&Knobs::hostGaps, true>>()},
    KnobEntry {
        {"backward-ratio", "Backward ratio", "Backward time over forward time, where the backward time is unknown."},
        access<Number<&Knobs::backwardRatio, true>>()},
    KnobEntry {{"together", "Joint passes",
                   "DualPipe: a forward and a backward pass that overlap take this share of both one after the other."},
        access<Number<&Knobs::together, false>>()},
    KnobEntry {
        {"model", "Model", "always: also the measured order comes from the model, to see what it does not explain."},
        access<ModelName>()},
    KnobEntry {
        {"rule", "Step rule", "How a workload becomes a step: event-driven or simai-analytical."}, access<RuleName>()},
    KnobEntry {{"gpus-per-server", "GPUs per server", "SimAI-Analytical: GPUs in each server."},
        access<Count<&Knobs::gpusPerServer>>()},
    KnobEntry {{"nics-per-server", "NICs per server", "SimAI-Analytical: network cards in each server."},
        access<Count<&Knobs::nicsPerServer>>()},
    KnobEntry {{"nvlink-gibps", "NVLink GiB/s", "SimAI-Analytical: NVLink bus bandwidth in GiB/s."},
        access<Number<&Knobs::nvlinkGiBps, false>>()},
    KnobEntry {{"nic-gibps", "NIC GiB/s", "SimAI-Analytical: bandwidth of one network card in GiB/s."},
        access<Number<&Knobs::nicGiBps, false>>()},
    KnobEntry {
        {"pp-gibps", "Pipeline GiB/s",
            "SimAI-Analytical: bus bandwidth between stages in GiB/s; without it their messages are not counted."},
        access<Number<&Knobs::pipelineGiBps, false>>()},
};

constexpr auto knobInfos = [] {
    std::array<KnobInfo, entries.size()> infos;
    for (size_t i = 0; i < entries.size(); ++i)
        infos[i] = entries[i].info;
    return infos;
}();

const KnobEntry* entryOf(std::string_view key)
{
    const auto it = std::find_if(entries.begin(), entries.end(), [&](const KnobEntry& e) { return e.info.key == key; });
    return it == entries.end() ? nullptr : &*it;
}

/// The knob that the field knows by this name, otherwise one with a similar spelling.
std::string_view meantKnob(std::string_view typed, std::span<const std::string_view> keys)
{
    constexpr std::pair<std::string_view, std::string_view> otherNames[] = {{"tp", "tensor"}, {"pp", "stages"},
        {"dp", "data"}, {"ep", "expert"}, {"cp", "context"}, {"etp", "expert-tensor"}, {"zero", "shard"}, {"fsdp", "shard"},
        {"seq", "sequence"}, {"sp", "sequence-parallel"}, {"dtype", "precision"}, {"vpp", "chunks"}, {"ga", "microbatches"}, {"gas", "microbatches"},
        {"mbs", "microbatch-size"}, {"batch", "microbatch-size"},
        {"gpu", "hardware"}, {"bandwidth", "nic"}, {"ib", "nic"}, {"slow", "straggler"}};
    for (const auto& [name, key] : otherNames) {
        if (typed == name)
            return key;
    }
    return closestWord(typed, keys);
}

} // namespace

bool Knobs::changeStructure() const
{
    return schedule || memoryLimit || microbatches || stages || chunks || tensor || data || expert || layers
        || together || !partition.empty() || changeDescription();
}

bool Knobs::changeDescription() const
{
    return context || expertTensor || sequence || sequenceParallel || shard || recompute || precision
        || vocabularyParallel || capacityFactor || offload || framework;
}

std::span<const KnobInfo> knobTable() { return knobInfos; }

Result<bool> setKnob(Knobs& knobs, std::string_view key, std::string_view text)
{
    const KnobEntry* entry = entryOf(key);
    if (!entry) {
        std::vector<std::string_view> keys;
        for (const KnobInfo& info : knobInfos)
            keys.push_back(info.key);
        const std::string_view meant = meantKnob(key, keys);
        return Error {say("There is no knob \"{}\".", key),
            meant.empty() ? say("Knobs are {}.", fmt::join(keys, ", "))
                          : say("Did you mean {}? Knobs are {}.", meant, fmt::join(keys, ", ")),
            {}};
    }
    text = trimmed(text);
    if (text.empty()) {
        entry->access.reset(knobs);
        return true;
    }
    Knobs changed = knobs; // a copy, so that an error leaves the former value
    Result<bool> done = entry->access.set(changed, key, text);
    if (done)
        knobs = std::move(changed);
    return done;
}

std::string knobText(const Knobs& knobs, std::string_view key)
{
    const KnobEntry* entry = entryOf(key);
    return entry ? entry->access.text(knobs) : std::string();
}

std::string knobsLine(const Knobs& knobs)
{
    std::vector<std::string> words;
    for (const KnobInfo& info : knobTable()) {
        const std::string text = knobText(knobs, info.key);
        if (!text.empty())
            words.push_back(fmt::format("{}={}", info.key, text));
    }
    return fmt::format("{}", fmt::join(words, "; "));
}

Result<Knobs> knobsFromLine(std::string_view line)
{
    Knobs knobs;
    while (!line.empty()) {
        const size_t end = std::min(line.find(';'), line.size());
        const std::string_view word = trimmed(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
        if (word.empty())
            continue;
        const size_t equals = std::min(word.find('='), word.size());
        const Result<bool> set = setKnob(
            knobs, trimmed(word.substr(0, equals)), trimmed(word.substr(std::min(equals + 1, word.size()))));
        if (!set)
            return set.error();
    }
    return knobs;
}

} // namespace bubblescope
