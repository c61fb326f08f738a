// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cost of a knob in the Simulate pane before anything is drawn: 64 ranks with 64 microbatches each, and a profiler's
// step of 100,000 kernels.
#include "chrometracetext.h"
#include "medianms.h"
#include "queuedrun.h"
#include "samplefolder.h"
#include "sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>

using namespace bubblescope;

namespace {

void measure(const char* name, const SampleOptions& options)
{
    const Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        return;
    std::optional<Simulator> simulator;
    const double makeMs = medianMs(3, [&](int) {
        Result<Simulator> made = Simulator::make(*folder, {});
        if (made)
            simulator.emplace(std::move(made).value());
    });
    uint32_t spans = 0;
    const auto run = [&](const Knobs& knobs) {
        const Result<SimulatedStep> step = simulator->simulate(knobs);
        if (step)
            spans = step->run.trace->spanCount();
        else
            fmt::print("  {}\n", step.error().message.text());
    };
    fmt::print("{}: {} spans in the run, made in {:.1f} ms\n", name, folder->runs.front().trace->spanCount(), makeMs);
    const double costMs = medianMs(31, [&](int i) {
        Knobs knobs;
        knobs.nicBandwidth = 20e9 + i * 1e9;
        run(knobs);
    });
    fmt::print("  costs alone, replay: {:.2f} ms ({} spans)\n", costMs, spans);
    const double figureMs = medianMs(31, [&](int i) {
        Knobs knobs;
        knobs.computeScale = 1 + i * 0.01;
        if (!simulator->figures(knobs))
            fmt::print("  no figures\n");
    });
    fmt::print("  figures alone, replay: {:.2f} ms\n", figureMs);
    const double orderMs = medianMs(31, [&](int i) {
        Knobs knobs;
        knobs.microbatches = options.microbatches + 1 + i % 2;
        run(knobs);
    });
    fmt::print("  another order each time: {:.2f} ms ({} spans; goal 15 ms)\n", orderMs, spans);
    const double sameMs = medianMs(31, [&](int i) {
        Knobs knobs;
        knobs.microbatches = options.microbatches + 2;
        knobs.computeScale = 1 + i * 0.01;
        run(knobs);
    });
    fmt::print("  another order, costs alone: {:.2f} ms\n", sameMs);
    const double rankingMs = medianMs(3, [&](int) { whatHelpsMost(*simulator, {}, {}); });
    fmt::print("  what helps most: {:.1f} ms\n", rankingMs);
}

void measureProfiler()
{
    QueuedRunOptions options;
    options.steps = 3;
    options.layers = 100;
    options.kernels = 500;
    options.kernelUs = 30;
    RunFolder folder;
    {
        const QueuedRun made = makeQueuedRun(options);
        std::vector<NamedText> files;
        for (const auto& [name, text] : made.files)
            files.push_back({name, text});
        folder.runs = runsOf(files, folder.report);
    }
    SimulationSource source;
    source.step = 1;
    std::optional<Simulator> simulator;
    const double makeMs = medianMs(1, [&] {
        if (Result<Simulator> made = Simulator::make(folder, source))
            simulator.emplace(std::move(made).value());
    });
    if (!simulator)
        return;
    fmt::print("A profiler's step of 100,000 kernels, made in {:.1f} ms\n", makeMs);
    for (const auto& [name, knob] : {std::pair("compute", &Knobs::computeScale), std::pair("host gaps", &Knobs::hostGaps)}) {
        const auto knobs = [&, knob = knob](int i) {
            Knobs moved;
            moved.*knob = 0.9 + i * 0.01;
            return moved;
        };
        uint32_t spans = 0;
        const double figureMs = medianMs(15, [&](int i) { spans += simulator->outcome(knobs(i)).isOk(); });
        const double stepMs = medianMs(15, [&](int i) {
            if (const Result<SimulatedStep> step = simulator->simulate(knobs(i)))
                spans = step->run.trace->spanCount();
        });
        fmt::print("  {}: figures alone {:.1f} ms, with the timeline {:.1f} ms ({} spans; goal 33 ms)\n", name, figureMs,
            stepMs, spans);
    }
}

} // namespace

int main()
{
    SampleOptions options;
    options.stages = 8;
    options.tensor = 1;
    options.data = 8;
    options.hosts = 8;
    options.microbatches = 64;
    options.steps = 1;
    measure("64 ranks x 64 microbatches, TP 1", options);
    options.tensor = 8;
    options.data = 1;
    measure("64 ranks x 64 microbatches, TP 8 (collectives in every layer)", options);
    measureProfiler();
    return 0;
}
