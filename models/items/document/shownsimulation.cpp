// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shownsimulation.h"

#include "devicelanes.h"
#include "interleavedtrace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace bubblescope {

namespace {

/// The stretches of one run moved to where its spans are in an interleaved trace.
StretchSums moved(const StretchSums& stretches, TimeRange within, TimeNs shift, const std::vector<SpanId>& places)
{
    StretchSums result;
    for (const StretchSums::Stretch& stretch : stretches.inside(within)) {
        const TimeRange part = stretch.range.intersected(within);
        const SpanId span = stretch.span.isValid() ? places[stretch.span.value] : SpanId();
        result.add({part.begin + shift, part.end + shift}, span);
    }
    return result;
}

/// By rank index of the interleaved trace: first what the opened step loses, then what the modelled one does.
std::shared_ptr<const BubblesAndWaits> lostByBoth(
    const InterleavedTrace& both, const OpenedStep& opened, const ShownSimulation& simulation)
{
    const auto ranks = both.trace.ranks();
    std::vector<RankWaits> all(2 * ranks.size());
    const auto take = [&](const BubblesAndWaits* lost, const Trace& trace, TimeRange within, const std::vector<SpanId>& places,
                          size_t first) {
        for (size_t r = 0; lost && r < ranks.size(); ++r) {
            if (const RankWaits* of = lost->of(rankIndex(trace, ranks[r].rank)))
                all[first + r] = {moved(of->bubbles, within, -within.begin, places),
                    moved(of->waiting, within, -within.begin, places)};
        }
    };
    const Trace& modelled = *simulation.step.run.trace;
    const TimeRange whole {0, std::max<TimeNs>(modelled.range().end, 1)};
    take(opened.summary->lost.get(), *opened.run->trace, opened.range, both.fromOpened, 0);
    take(simulation.summary->lost.get(), modelled, whole, both.fromModelled, ranks.size());
    return std::make_shared<const BubblesAndWaits>(std::move(all));
}

/// When the first device begins, from `from` on; none if there is no device.
std::optional<TimeNs> deviceBegin(const Trace& trace, TimeNs from)
{
    std::optional<TimeNs> earliest;
    for (const Row& row : trace.rows()) {
        if (!isDeviceLane(trace.track(row.track).lane))
            continue;
        const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
        const auto at = std::lower_bound(begins.begin(), begins.end(), from);
        if (at != begins.end())
            earliest = std::min(earliest.value_or(*at), *at);
    }
    return earliest;
}

/// The time 0 of the modelled step in the measured run. The model begins with the host.
TimeNs levelZero(const Trace& measured, TimeRange step, const Trace& modelled)
{
    const auto isOfDevice = [&](const RankInfo& rank) {
        return ownHostWindow(measured, rank, step) != ownWindow(measured, rank, step);
    };
    if (!isProfilerRun(measured) || std::none_of(measured.ranks().begin(), measured.ranks().end(), isOfDevice))
        return step.begin;
    const std::optional<TimeNs> measuredBegin = deviceBegin(measured, step.begin);
    const std::optional<TimeNs> modelledBegin = deviceBegin(modelled, std::numeric_limits<TimeNs>::min());
    return measuredBegin && modelledBegin ? *measuredBegin - *modelledBegin : step.begin;
}

std::shared_ptr<const ShownSimulation> interleavedWith(const OpenedStep& opened, const ShownSimulation& simulation)
{
    const Trace& modelled = *simulation.step.run.trace;
    InterleavedTrace both = interleaved(*opened.run->trace, opened.range, modelled);
    auto shown = std::make_shared<ShownSimulation>();
    shown->knobs = simulation.knobs;
    shown->openedNs = simulation.openedNs;
    shown->offset = shown->stepBegin = simulation.stepBegin; // both begin at 0
    SimulatedStep& step = shown->step;
    step.figures = simulation.step.figures;
    step.run = *opened.run;
    for (const SpanId span : simulation.step.criticalPath)
        step.criticalPath.push_back(both.fromModelled[span.value]);

    auto differences = std::make_shared<std::vector<float>>(both.trace.spanCount(), 0.0f);
    for (uint32_t i = 0; i < both.fromModelled.size(); ++i)
        (*differences)[both.fromModelled[i].value] = (*simulation.differences)[i];
    shown->differences = std::move(differences);

    // The tree shows the figures of the opened step; waiting is that of the two steps.
    auto summary = std::make_shared<RunSummary>(*opened.summary);
    for (RankSummary& rank : summary->ranks)
        rank.window = {rank.window.begin - opened.range.begin, rank.window.end - opened.range.begin};
    std::vector<Waiting> waits;
    const auto take = [&](const WaitingTimes& times, const Trace& trace, const std::vector<SpanId>& places) {
        for (const Waiting& wait : times.list(trace.timing())) {
            const SpanId place = places[wait.span.value];
            if (place.isValid())
                waits.push_back({place, {}, both.trace.begin(place) + wait.until - trace.begin(wait.span)});
        }
    };
    take(opened.summary->waiting, *opened.run->trace, both.fromOpened);
    take(simulation.summary->waiting, modelled, both.fromModelled);
    std::sort(waits.begin(), waits.end(), [](const Waiting& a, const Waiting& b) { return a.span < b.span; });
    summary->waiting = WaitingTimes(both.trace.spanCount(), both.trace.timing(), waits);
    summary->lost = lostByBoth(both, opened, simulation);
    shown->summary = std::move(summary);

    shown->fromOpened = std::move(both.fromOpened);
    shown->halves
        = {opened.run->trace, simulation.step.run.trace, simulation.step.run.name, std::move(both.fromModelled)};
    step.run.trace = std::make_shared<Trace>(std::move(both.trace));
    shown->levels = LevelOfDetail(*step.run.trace, step.run.trace->timing());
    return shown;
}

} // namespace

ShownSimulationPtr makeShown(SimulatedStep&& step, const Knobs& knobs, const OpenedStep& opened, bool interleaves)
{
    auto shown = std::make_shared<ShownSimulation>();
    shown->step = std::move(step);
    shown->knobs = knobs;
    shown->openedNs = opened.stepNs;
    shown->stepBegin = opened.run ? opened.range.begin : 0;
    const Trace& trace = *shown->step.run.trace;
    shown->offset = opened.run ? levelZero(*opened.run->trace, opened.range, trace) : 0;
    shown->levels = LevelOfDetail(trace, trace.timing());
    shown->summary = shown->step.summary;
    if (opened.run) {
        const auto steps = opened.run->trace->steps();
        const auto own = std::find_if(steps.begin(), steps.end(),
            [&opened](const Step& candidate) { return candidate.range.begin == opened.range.begin; });
        if (steps.size() > 1 && own != steps.end())
            shown->openedStep = own->number;
        // What the model gets wrong in the present is no change.
        const bool isOfModel = opened.modelled && shown->step.figures.replayError;
        const TracePtr& present = isOfModel ? opened.modelled : opened.run->trace;
        std::vector<float> differences
            = opened.differences->of(present, isOfModel ? present->range() : opened.range, shown->step.run.trace);
        for (float& difference : differences) {
            if (std::abs(difference) < opened.noise) // NaN, for what is new, is not
                difference = 0;
        }
        shown->differences = std::make_shared<const std::vector<float>>(std::move(differences));
    }
    if (interleaves && opened.run && opened.summary)
        shown->interleaved = interleavedWith(opened, *shown);
    return shown;
}

} // namespace bubblescope
