// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shownsimulation.h"

#include "interleavedtrace.h"
#include "tracedifference.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::shared_ptr<const ShownSimulation> interleavedWith(const OpenedStep& opened, const ShownSimulation& simulation)
{
    const Trace& modelled = *simulation.step.run.trace;
    InterleavedTrace both = interleaved(*opened.run->trace, opened.range, modelled);
    auto shown = std::make_shared<ShownSimulation>();
    shown->knobs = simulation.knobs;
    shown->openedNs = simulation.openedNs;
    shown->offset = simulation.offset;
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
                waits.push_back({place, both.trace.begin(place) + wait.until - trace.begin(wait.span), {}});
        }
    };
    take(opened.summary->waiting, *opened.run->trace, both.fromOpened);
    take(simulation.summary->waiting, modelled, both.fromModelled);
    std::sort(waits.begin(), waits.end(), [](const Waiting& a, const Waiting& b) { return a.span < b.span; });
    summary->waiting = WaitingTimes(both.trace.spanCount(), both.trace.timing(), waits);
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
    shown->offset = opened.run ? opened.range.begin : 0;
    const Trace& trace = *shown->step.run.trace;
    shown->levels = LevelOfDetail(trace, trace.timing());
    shown->summary = shown->step.summary;
    if (opened.run) {
        shown->differences
            = std::make_shared<const std::vector<float>>(durationDifferences(*opened.run->trace, opened.range, trace));
    }
    if (interleaves && opened.run && opened.summary)
        shown->interleaved = interleavedWith(opened, *shown);
    return shown;
}

} // namespace bubblescope
