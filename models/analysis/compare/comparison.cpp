// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison.h"

#include "devicelanes.h"
#include "functionname.h"
#include "measuretext.h"
#include "roundedtime.h"
#include "runsummary.h"
#include "sameoperator.h"
#include "stragglers.h"
#include "timeparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

using Times = std::map<std::string, double>;

void sortByChange(std::vector<Difference>& differences)
{
    std::stable_sort(differences.begin(), differences.end(),
        [](const Difference& x, const Difference& y) { return std::abs(x.change()) > std::abs(y.change()); });
}

std::vector<Difference> differences(const Times& a, const Times& b)
{
    std::map<std::string, Difference> byName;
    for (const auto& [name, ns] : a)
        byName[name].a = ns;
    for (const auto& [name, ns] : b)
        byName[name].b = ns;
    std::vector<Difference> result;
    for (auto& [name, difference] : byName) {
        difference.name = name;
        result.push_back(std::move(difference));
    }
    sortByChange(result);
    return result;
}

/// By whatever stands for them: a name, or one with shapes.
template <typename Key, typename Named>
std::vector<Difference> usesOf(const std::map<Key, DeviceUse>& a, const std::map<Key, DeviceUse>& b, const Named& named)
{
    std::map<Key, Difference> byKey;
    for (const auto& [key, use] : a) {
        byKey[key].a = use.ns;
        byKey[key].callsA = use.calls;
        byKey[key].computeChange -= use.computeNs;
    }
    for (const auto& [key, use] : b) {
        byKey[key].b = use.ns;
        byKey[key].callsB = use.calls;
        byKey[key].computeChange += use.computeNs;
    }
    std::vector<Difference> result;
    for (auto& [key, difference] : byKey) {
        named(difference, key);
        result.push_back(std::move(difference));
    }
    sortByChange(result);
    return result;
}

std::vector<Difference> usesOf(const DeviceSums::ByName& a, const DeviceSums::ByName& b)
{
    return usesOf(a, b, [](Difference& difference, const std::string& name) { difference.name = name; });
}

/// What only one of the two runs has stands beside what only the other has, where it is the same operator by another
/// library: on GPUs of different vendors.
void pairLibraries(std::vector<Difference>& operators)
{
    struct Alone {
        std::vector<size_t> inA;
        std::vector<size_t> inB;
    };
    std::map<std::string_view, Alone> byOperator;
    for (size_t i = 0; i < operators.size(); ++i) {
        const Difference& each = operators[i];
        if (each.a.has_value() != each.b.has_value())
            (each.a ? byOperator[operatorOfAnyLibrary(each.name)].inA : byOperator[operatorOfAnyLibrary(each.name)].inB)
                .push_back(i);
    }
    std::vector<bool> isPaired(operators.size(), false);
    for (const auto& [name, alone] : byOperator) {
        if (alone.inA.size() != 1 || alone.inB.size() != 1)
            continue; // which of them does what the other does is not known
        Difference& both = operators[alone.inA.front()];
        const Difference& inB = operators[alone.inB.front()];
        both.nameInB = inB.name;
        both.b = inB.b;
        both.callsB = inB.callsB;
        both.computeChange += inB.computeChange;
        isPaired[alone.inB.front()] = true;
    }
    size_t kept = 0;
    for (size_t i = 0; i < operators.size(); ++i) {
        if (!isPaired[i] && kept++ != i)
            operators[kept - 1] = std::move(operators[i]);
    }
    operators.resize(kept);
    sortByChange(operators);
}

DeviceSums::ByName withoutShapes(const std::map<std::pair<std::string, std::string>, DeviceUse>& operators)
{
    DeviceSums::ByName byName;
    for (const auto& [key, use] : operators) {
        DeviceUse& sum = byName[key.first];
        sum.ns += use.ns;
        sum.calls += use.calls;
        sum.computeNs += use.computeNs;
    }
    return byName;
}

Times timesOf(const DeviceSums::ByName& uses)
{
    Times times;
    for (const auto& [name, use] : uses)
        times[name] = use.ns;
    return times;
}

Times timesByStage(const StageTimes& stages)
{
    Times times;
    for (const StageTimes::Stage& stage : stages.stages) {
        if (stage.stage >= 0) // else unknown
            times[fmt::format("{}", stage.stage)] = double(stage.perMicrobatch());
    }
    return times;
}

Times timesByRank(const RunSummary& summary)
{
    Times times;
    for (const RankSummary& rank : summary.ranks)
        times[fmt::format("{}", rank.rank)] = double(rank.split.compute()) / std::max(summary.steps, 1);
    return times;
}

TimeParts meanStepOf(const RunSummary& summary)
{
    TimeParts parts = summary.parts();
    const double count = double(std::max<size_t>(summary.ranks.size(), 1)) * std::max(summary.steps, 1);
    for (double& ns : parts.ns)
        ns /= count;
    parts.overlapped /= count;
    return parts;
}

using SlowRank = ComparedRun::SlowRank;

Message slowRanksText(const std::vector<SlowRank>& slow)
{
    constexpr size_t mostNamed = 3;
    if (slow.empty())
        return say("no rank is slow");
    std::vector<Message> texts;
    for (size_t i = 0; i < std::min(slow.size(), mostNamed); ++i)
        texts.push_back(
            say("rank {} takes {} times as long as its peers", slow[i].rank, fmt::format("{:.2f}", slow[i].factor)));
    if (slow.size() > mostNamed)
        texts.push_back(slow.size() == mostNamed + 1 ? say("one more rank is slow")
                                                     : say("{} more ranks are slow", slow.size() - mostNamed));
    return listed(texts);
}

Message longerText(double ns, const Message& longer, const Message& less)
{
    return say(ns > 0 ? longer : less, timeText(std::abs(ns)));
}

/// Who computes longer, and in which operator most of all; nothing if that is little.
Message longerText(const Comparison& comparison)
{
    constexpr double worthSaying = 0.02; // of the step
    constexpr double alike = 0.1;
    const double least = worthSaying * comparison.stepA;
    if (comparison.ranks.empty())
        return {};
    const Difference& most = comparison.ranks.front();
    if (!most.a || !most.b || std::abs(most.change()) < std::max(least, 1.0))
        return {};
    const bool areAlike
        = std::all_of(comparison.ranks.begin(), comparison.ranks.end(), [&most](const Difference& rank) {
              return rank.a && rank.b && std::abs(rank.change() - most.change()) <= alike * std::abs(most.change());
          });
    double mean = 0;
    for (const Difference& rank : comparison.ranks)
        mean += rank.change() / double(comparison.ranks.size());
    Message text = comparison.ranks.size() == 1
        ? longerText(mean, say("B computes {} longer."), say("B computes {} less."))
        : areAlike
        ? longerText(mean, say("All ranks compute about {} longer in B."), say("All ranks compute about {} less in B."))
        : most.change() > 0
        ? say("Rank {} computes {} longer in B, more than any other.", most.name, timeText(most.change()))
        : say("Rank {} computes {} less in B, more than any other.", most.name, timeText(-most.change()));
    const auto byCompute = [](const Difference& x, const Difference& y) {
        return (x.name.empty() ? 0 : std::abs(x.computeChange)) < (y.name.empty() ? 0 : std::abs(y.computeChange));
    };
    const auto worked = std::max_element(comparison.operators.begin(), comparison.operators.end(), byCompute);
    if (worked == comparison.operators.end() || worked->name.empty()
        || std::abs(worked->computeChange) < std::max(least, 1.0))
        return text;
    const Difference& first = *worked;
    const std::string time = timeText(std::abs(first.computeChange));
    const std::string name = first.nameInB.empty() ? shortFunctionName(first.name) : first.shownName();
    text += !first.a              ? say(" Most of all, {} is new: {}.", name, time)
        : !first.b                ? say(" Most of all, {} is gone: {}.", name, time)
        : first.computeChange > 0 ? say(" Most of all, {} takes {} longer.", name, time)
                                  : say(" Most of all, {} takes {} less.", name, time);
    return text;
}

/// Which part makes the step longer or shorter most of all, where that is not compute: waiting for the host, say.
/// Nothing if none does, or if the mean step says something else than the typical one.
Message changedPartText(const ComparedRun& a, const ComparedRun& b)
{
    constexpr double worthSaying = 0.02; // of the step
    constexpr double leastShare = 0.5;   // of what the step changed by
    constexpr double mostShare = 1.5;    // more than that is not the change of a typical step
    const double change = b.stepNs - a.stepNs;
    if (std::abs(change) < std::max(worthSaying * a.stepNs, 1.0))
        return {};
    TimePart most = TimePart::Compute;
    const auto shareOf = [&](TimePart part) { return (b.meanStep.of(part) - a.meanStep.of(part)) / change; };
    for (const TimePart part : {TimePart::ExposedComm, TimePart::Waiting, TimePart::Bubble, TimePart::Copies,
             TimePart::KernelWait, TimePart::HostWait, TimePart::Host, TimePart::Idle}) {
        if (shareOf(part) > shareOf(most))
            most = part;
    }
    if (most == TimePart::Compute || shareOf(most) < leastShare || shareOf(most) > mostShare)
        return {};
    const Message name = named(timePartName(most));
    const std::string step = timeText(std::abs(change));
    const std::string part = timeText(shareOf(most) * std::abs(change));
    return change > 0 ? say("The step takes {} longer in B. Most of all: {}, {} longer.", step, name, part)
                      : say("The step takes {} less in B. Most of all: {}, {} less.", step, name, part);
}

/// Nothing if the same ranks are as slow in both, and nothing takes noticeably longer.
Message leadOf(const ComparedRun& a, const ComparedRun& b, const Comparison& comparison)
{
    constexpr double sameFactor = 0.03;
    const bool areSame = std::equal(
        a.slow.begin(), a.slow.end(), b.slow.begin(), b.slow.end(), [](const SlowRank& x, const SlowRank& y) {
            return x.rank == y.rank && std::abs(x.factor - y.factor) < sameFactor;
        });
    if (!areSame)
        return say("A: {}. B: {}.", slowRanksText(a.slow), slowRanksText(b.slow));
    const Message part = changedPartText(a, b);
    return part.empty() ? longerText(comparison) : part;
}

/// One trace each: whatever they call their rank, there is none else to compare it with.
Times ranksLike(const Times& a, const Times& b)
{
    return a.size() == 1 && b.size() == 1 ? Times {{a.begin()->first, b.begin()->second}} : b;
}

/// Functions call themselves, and calls of the same name one another.
bool isInItself(const Trace& trace, SpanId span)
{
    for (SpanId at = trace.parent(span); at.isValid(); at = trace.parent(at)) {
        if (trace.nameId(at) == trace.nameId(span))
            return true;
    }
    return false;
}

} // namespace

bool NameTimes::add(const Trace& trace, const std::function<bool()>& mayContinue)
{
    constexpr uint32_t spansBetweenAsking = 1u << 20;
    const bool areNested = isProfilerRun(trace);
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        if (i % spansBetweenAsking == 0 && !mayContinue())
            return false;
        if (!trace.hasFlag(span, SpanFlag::fusedLeg | SpanFlag::launchOnly) && !(areNested && isInItself(trace, span)))
            m_sums[trace.nameId(span)] += double(trace.duration(span));
    }
    return true;
}

std::map<std::string, double> NameTimes::of(const Trace& tables) const
{
    const auto share = double(std::max<size_t>(tables.ranks().size(), 1) * std::max<size_t>(tables.steps().size(), 1));
    Times times;
    for (const auto& [name, ns] : m_sums)
        times[std::string(tables.strings().text(name))] += ns / share;
    return times;
}

ComparedRun::ComparedRun(const RunSummary& summary, const Stragglers& stragglers, const NameTimes& nameTimes,
    const DeviceSums& devices, const Trace& tables)
    : stepNs(double(summary.stepTime))
    , meanStep(meanStepOf(summary))
    , stages(timesByStage(summary.stageTimes))
    , ranks(timesByRank(summary))
    , operators(devices.byOperator(tables.strings()))
    , kernels(devices.byKernel(tables.strings()))
    , modules(devices.byModule())
{
    for (const Stragglers::Rank& rank : stragglers.ranks) {
        if (rank.isStraggler)
            slow.push_back({tables.ranks()[rank.rank].rank, rank.factor});
    }
    std::stable_sort(
        slow.begin(), slow.end(), [](const SlowRank& x, const SlowRank& y) { return x.factor > y.factor; });
    names = kernels.empty() ? nameTimes.of(tables) : timesOf(kernels);
}

Comparison compare(const ComparedRun& a, const ComparedRun& b)
{
    Comparison result;
    result.stepA = a.stepNs;
    result.stepB = b.stepNs;
    result.part = a.part;
    result.partOfB = b.part;
    result.names = differences(a.names, b.names);
    if (a.parts == 0 && b.parts == 0) {
        // Of parts, only devices are known.
        result.stages = differences(a.stages, b.stages);
        result.ranks = differences(a.ranks, ranksLike(a.ranks, b.ranks));
    }
    result.operators = usesOf(withoutShapes(a.operators), withoutShapes(b.operators));
    pairLibraries(result.operators);
    result.shapes = usesOf(a.operators, b.operators,
        [](Difference& difference, const auto& key) { std::tie(difference.name, difference.shapes) = key; });
    result.modules = usesOf(a.modules, b.modules);
    result.kernels = usesOf(a.kernels, b.kernels);
    if (a.parts == 0 && b.parts == 0)
        result.lead = leadOf(a, b, result);
    return result;
}

ComparedRun comparedPart(const ComparedPart& part, const DeviceSums& devices, const Trace& tables)
{
    ComparedRun compared(RunSummary(), Stragglers(), NameTimes(), devices, tables);
    compared.part = part;
    compared.stepNs = devices.partNs();
    compared.parts = devices.parts();
    return compared;
}

std::optional<ComparedRun> comparedRun(
    const Run& run, const std::function<bool()>& mayContinue, const ComparedPart& part)
{
    DeviceSums devices(part);
    if (!mayContinue() || !devices.add(*run.trace, mayContinue))
        return std::nullopt;
    if (part != ComparedPart())
        return comparedPart(part, devices, *run.trace);
    const std::shared_ptr<const RunContext> context = contextOf(run);
    const RunSummary summary = summarizeRun(*context, run.trace->timing());
    NameTimes names;
    if (!mayContinue() || (devices.parts() == 0 && !names.add(*run.trace, mayContinue)))
        return std::nullopt;
    return ComparedRun(summary, findStragglers(*context), names, devices, *run.trace);
}

Message whyNothing(const Run& run, const ComparedRun& compared, const ComparedPart& part)
{
    if (part == ComparedPart() || compared.parts > 0)
        return {};
    switch (part.by) {
    case ComparedPart::By::Step:
        return say("{}: no device does anything in a {}.", run.name, say("step {}", part.step));
    case ComparedPart::By::Times:
        return say("{}: no device does anything between these times.", run.name);
    default:
        return say("{}: no device does anything in a {}.", run.name, say("range called \"{}\"", part.name));
    }
}

std::optional<Comparison> compare(
    const Run& a, const Run& b, const ProgressFn& progress, const ComparedPart& partOfA, const ComparedPart& partOfB)
{
    constexpr uint64_t parts = 2;
    uint64_t done = 0;
    const auto mayContinue = [&] { return !progress || progress(done, parts); };
    const std::optional<ComparedRun> ofA = comparedRun(a, mayContinue, partOfA);
    done = 1;
    const std::optional<ComparedRun> ofB = ofA ? comparedRun(b, mayContinue, partOfB) : std::nullopt;
    if (!ofB)
        return std::nullopt;
    Comparison nothing;
    nothing.nothing = whyNothing(a, *ofA, partOfA);
    if (nothing.nothing.empty())
        nothing.nothing = whyNothing(b, *ofB, partOfB);
    return nothing.nothing.empty() ? compare(*ofA, *ofB) : nothing;
}

Comparison compare(const LayerTable& a, const LayerTable& b)
{
    const auto timesOf = [](const LayerTable& table) {
        Times times;
        for (size_t i = 0; i < table.rows.size(); ++i) {
            const bool repeats = table.hasBlock() && i >= table.block.first && i < table.block.second;
            times[table.rows[i].name] += table.rows[i].totalNs() * (repeats ? table.layerCount.value_or(1) : 1);
        }
        return times;
    };
    const auto stepOf = [](const LayerTable& table) {
        return table.layerCount && table.hasBlock() ? table.folded(*table.layerCount).totalNs
                                                    : table.asWritten().totalNs;
    };
    Comparison result;
    result.stepA = stepOf(a);
    result.stepB = stepOf(b);
    result.layers = differences(timesOf(a), timesOf(b));
    return result;
}

Comparison compare(const Workload& a, const Workload& b)
{
    const auto timesOf = [](const Workload& workload) {
        Times times;
        for (const WorkloadRow& row : workload.rows) {
            for (const WorkloadPass* pass : {&row.forward, &row.inputGradient, &row.weightGradient})
                times[row.name] += pass->computeIsUnknown ? 0 : pass->computeNs;
        }
        return times;
    };
    Comparison result;
    result.stepA = a.computeNs();
    result.stepB = b.computeNs();
    result.layers = differences(timesOf(a), timesOf(b));
    return result;
}

Comparison compare(const RunLog& a, const RunLog& b)
{
    const auto stagesOf = [](const RunLog& log) {
        Times times;
        const std::vector<double> forward = log.stageForwardMsPerMicrobatch();
        for (size_t s = 0; s < forward.size(); ++s) {
            if (std::isfinite(forward[s]))
                times[fmt::format("{}", s)] = forward[s] * nsPerMs;
        }
        return times;
    };
    const auto layersOf = [](const RunLog& log) {
        Times times;
        for (const RunLog::LayerForward& layer : log.medianLayerForwardMs())
            times[logLayerName(layer.layer)] = layer.ms * nsPerMs;
        return times;
    };
    Comparison result;
    result.stepA = a.medianStepMs().value_or(0) * nsPerMs;
    result.stepB = b.medianStepMs().value_or(0) * nsPerMs;
    result.stages = differences(stagesOf(a), stagesOf(b));
    result.layers = differences(layersOf(a), layersOf(b));
    return result;
}

} // namespace bubblescope
