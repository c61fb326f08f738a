// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// All analyses of a run with 10^6 and 10^7 spans (taskset -c 0,1 for two cores): the time that the findings view takes.
#include "clockalignment.h"
#include "runanalysis.h"
#include "samplefolder.h"

#include <fmt/format.h>

#include <chrono>
#include <string>

using namespace bubblescope;

namespace {

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measure(const SampleOptions& options, double limit)
{
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder) {
        fmt::print("{}\n", folder.error().message.text());
        return;
    }
    const Run& run = folder->runs.front();
    double previous = 0;
    std::string parts;
    const auto start = std::chrono::steady_clock::now();
    FindingOptions findingOptions;
    findingOptions.progress = [&](uint64_t done, uint64_t) {
        const double now = secondsSince(start);
        if (done > 0)
            parts += fmt::format(" {:.2f}", now - previous);
        previous = now;
        return true;
    };
    const std::optional<RunAnalysis> analysis = analyzeRun(run, findingOptions);
    const double all = secondsSince(start);
    fmt::print("{:>9} spans, {} ranks, {} steps: {:.2f} s (limit {} s);{}; {} findings, first: {}\n",
        run.trace->spanCount(), run.rankCount(), options.steps, all, limit, parts, analysis->findings.list.size(),
        analysis->findings.verdict.text());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char**)
{
    SampleOptions options;
    options.stages = 8;
    options.tensor = 2;
    options.data = 8;
    options.microbatches = 32;
    options.steps = 9;
    options.hosts = 16;
    options.stragglers = {{37, 1.2}};
    measure(options, 1);
    options.steps = 1;
    options.microbatches = 288;
    measure(options, 1);
    if (argc > 1)
        return 0; // only the small ones
    options.stages = 16;
    options.data = 16;
    options.microbatches = 64;
    options.layers = 64;
    options.steps = 12;
    options.hosts = 64;
    measure(options, 12);
    options.steps = 1;
    options.microbatches = 768;
    measure(options, 12);
    return 0;
}
