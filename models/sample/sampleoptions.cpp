// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampleoptions.h"

#include "sampleplan.h"
#include "sampleprogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int mostSampleGpus = 16384;
constexpr int maximumHosts = 2048;
constexpr double largestSampleFactor = 100;
constexpr double maximumClockSpreadMs = 1e10;
constexpr double maximumClockMs = 1.3e12; // of the last host: 41 years

struct Bound {
    const char* what;
    int value;
    int least;
    int most;
};

bool isFactor(double factor) { return factor >= 1 / largestSampleFactor && factor <= largestSampleFactor; }

Error refusedSample(Message message, Message advice = "See --help for what can be given.")
{
    return {std::move(message), std::move(advice), {}};
}

} // namespace

bool canSample(ScheduleKind schedule)
{
    using enum ScheduleKind;
    return schedule == GPipe || schedule == OneFOneB || schedule == ZbH1 || schedule == ZbH2 || schedule == ZbAuto;
}

std::optional<Error> checkSampleOptions(const SampleOptions& options, uint64_t mostSpans)
{
    if (!canSample(options.schedule)) {
        return refusedSample(fmt::format("A sample run cannot follow {}.", scheduleInfo(options.schedule).name),
            "Its files do not distinguish chunks of a rank: choose a schedule with one.");
    }
    for (const Bound& bound : {
             Bound {"stages", options.stages, 1, 1024},
             Bound {"tensor-parallel ranks", options.tensor, 1, 64},
             Bound {"data-parallel replicas", options.data, 1, mostSampleGpus},
             Bound {"expert-parallel ranks", options.expert, 1, mostSampleGpus},
             Bound {"microbatches", options.microbatches, 1, 4096},
             Bound {"layers", options.layers, 1, 4096},
             Bound {"steps", options.steps, 1, 10000},
             Bound {"hosts", options.hosts, 1, maximumHosts},
             Bound {"hidden units", options.hiddenSize, 64, 65536},
             Bound {"tokens in a sequence", options.sequenceLength, 16, 1 << 20},
             Bound {"sequences in a microbatch", options.microbatchSize, 1, 1024},
             Bound {"words in the vocabulary", options.vocabulary, 64, 1 << 24},
         }) {
        if (bound.value < bound.least || bound.value > bound.most) {
            return refusedSample(fmt::format("{} {} are not possible.", bound.value, bound.what),
                fmt::format("Give between {} and {}.", bound.least, bound.most));
        }
    }
    const int64_t gpus = int64_t(options.stages) * options.tensor * options.data;
    if (gpus > mostSampleGpus) {
        return refusedSample(fmt::format("{} stages x {} tensor x {} data are {} GPUs.", options.stages, options.tensor,
                                 options.data, gpus),
            fmt::format("A sample has at most {} GPUs.", mostSampleGpus));
    }
    if (options.layers < options.stages) {
        return refusedSample(fmt::format("{} layers do not fill {} stages.", options.layers, options.stages),
            "Give at least one layer per stage.");
    }
    if (options.data % options.expert != 0) {
        return refusedSample(fmt::format("{} expert-parallel ranks do not divide {} data-parallel replicas.",
                                 options.expert, options.data),
            "Experts are spread over data-parallel replicas: choose a divisor.");
    }
    if (gpus % options.hosts != 0) {
        return refusedSample(fmt::format("{} GPUs cannot be spread evenly over {} hosts.", gpus, options.hosts),
            "Choose a number of hosts that divides stages x tensor x data.");
    }
    for (const SampleOptions::RankFactor& straggler : options.stragglers) {
        if (straggler.rank < 0 || straggler.rank >= gpus) {
            return refusedSample(
                fmt::format("There is no rank {}.", straggler.rank), fmt::format("Ranks are 0 to {}.", gpus - 1));
        }
        if (!isFactor(straggler.factor))
            return refusedSample(fmt::format("A straggler cannot take {} times as long.", straggler.factor));
    }
    for (const SampleOptions::LinkFactor& link : options.slowLinks) {
        if (link.stage < 0 || link.stage >= options.stages - 1) {
            return refusedSample(fmt::format("There is no link from stage {} to the next.", link.stage),
                options.stages > 1 ? fmt::format("Links are 0 to {}.", options.stages - 2)
                                   : std::string("One stage has no links."));
        }
        if (!isFactor(link.factor))
            return refusedSample(fmt::format("A link cannot take {} times as long.", link.factor));
    }
    for (const SampleOptions::RankFactor& slow : options.slowNics) {
        if (slow.rank < 0 || slow.rank >= gpus) {
            return refusedSample(fmt::format("There is no network card {}.", slow.rank),
                fmt::format("Every rank has one: they are 0 to {}.", gpus - 1));
        }
        if (options.hosts < 2)
            return refusedSample("A single host needs no network card.", "Give at least 2 hosts.");
        if (!isFactor(slow.factor) || slow.factor < 1)
            return refusedSample(fmt::format("A network card cannot take {} times as long.", slow.factor),
                "Give a factor from 1 to 100.");
    }
    for (const SampleOptions::HostFactor& slow : options.slowHosts) {
        if (slow.host < 0 || slow.host >= options.hosts) {
            return refusedSample(
                fmt::format("There is no host {}.", slow.host), fmt::format("Hosts are 0 to {}.", options.hosts - 1));
        }
        if (!isFactor(slow.factor))
            return refusedSample(fmt::format("A host cannot take {} times as long.", slow.factor));
    }
    for (const SampleOptions::Throttle& throttle : options.throttles) {
        const int64_t ofHost = gpus / options.hosts;
        if (throttle.host < 0 || throttle.host >= options.hosts || throttle.gpu < 0 || throttle.gpu >= ofHost) {
            return refusedSample(fmt::format("There is no GPU {} of host {}.", throttle.gpu, throttle.host),
                fmt::format("Hosts are 0 to {}, each with GPUs 0 to {}.", options.hosts - 1, ofHost - 1));
        }
        if (throttle.first < 1 || throttle.last > options.steps || throttle.first > throttle.last) {
            return refusedSample(fmt::format("There are no steps {} to {}.", throttle.first, throttle.last),
                fmt::format("Steps are 1 to {}.", options.steps));
        }
        if (!isFactor(throttle.factor) || throttle.factor < 1)
            return refusedSample(
                fmt::format("A clock that is held down cannot make {} times as slow.", throttle.factor),
                "Give a factor from 1 to 100.");
    }
    for (const SampleOptions::Blip& blip : options.blips) {
        if (blip.step < 1 || blip.step > options.steps || blip.steps < 1 || blip.steps > options.steps) {
            return refusedSample(fmt::format("There are no {} steps from step {} on.", blip.steps, blip.step),
                fmt::format("Steps are 1 to {}.", options.steps));
        }
        if (!isFactor(blip.factor))
            return refusedSample(fmt::format("A step cannot take {} times as long.", blip.factor));
    }
    if (!(options.drift > -1 && options.drift <= largestSampleFactor))
        return refusedSample(fmt::format("Compute cannot grow by {}.", options.drift), "Give a share such as 0.02.");
    if (!isFactor(options.rotation))
        return refusedSample(fmt::format("A rank cannot take {} times as long.", options.rotation));
    if (!(options.lastStageFactor >= 1 && options.lastStageFactor <= largestSampleFactor)) {
        return refusedSample(fmt::format("The last stage cannot take {} times as long.", options.lastStageFactor),
            "Give a factor from 1 to 100: lm_head comes on top of the layers.");
    }
    if (!(options.expertImbalance >= 1 && options.expertImbalance <= options.expert)) {
        return refusedSample(fmt::format("The busiest of {} expert ranks cannot have {} times the mean.",
                                 options.expert, options.expertImbalance),
            "The imbalance lies between 1 and the number of expert-parallel ranks.");
    }
    if (!(options.noise >= 0 && options.noise <= 0.2))
        return refusedSample(
            fmt::format("A noise of {} is not possible.", options.noise), "Give a share from 0 to 0.2.");
    if (!(std::abs(options.clockSpreadMs) <= maximumClockSpreadMs)) {
        return refusedSample(fmt::format("Clocks cannot be {} ms apart.", options.clockSpreadMs),
            "Give at most 1e10 ms, which is 115 days.");
    }
    if (std::abs(options.clockSpreadMs) * (options.hosts - 1) > maximumClockMs) {
        return refusedSample(
            fmt::format("The clocks of {} hosts that are each {} ms ahead of the one before are too far apart.",
                options.hosts, options.clockSpreadMs),
            fmt::format("Give at most {:.0f} ms.", std::floor(maximumClockMs / (options.hosts - 1))));
    }
    // At least forward, backward and their messages; an exact count is only made for what may fit.
    const int64_t passes = gpus * options.microbatches * options.steps;
    uint64_t spans = uint64_t(passes) * (options.stages > 1 ? 4 : 2);
    if (spans <= mostSpans) {
        const SamplePlan plan(options);
        const Result<SampleProgram> program = makeSampleProgram(plan);
        if (!program)
            return program.error();
        spans = program->spansPerStep(plan.layout) * uint64_t(options.steps);
    }
    if (spans > mostSpans) {
        return refusedSample(fmt::format("The run would have {} records or more.", spans),
            fmt::format("At most {} are made: choose fewer steps, microbatches, layers or ranks.", mostSpans));
    }
    return std::nullopt;
}

SampleOptions demoOptions()
{
    SampleOptions options;
    options.name = "demo";
    options.stages = 4;
    options.tensor = 1;
    options.data = 2;
    options.microbatches = 10;
    options.layers = 32;
    options.steps = 12;
    options.hosts = 2;
    options.lastStageFactor = 1.25;
    options.stragglers = {{6, 1.15}};
    options.hiddenSize = 3584;
    options.noise = 0.01;
    options.seed = 12;
    return options;
}

} // namespace bubblescope
