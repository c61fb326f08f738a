// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Searches the layouts of Llama 3.1 8B on 64 H100 and of a model of experts, on all cores that the program uses: how
// many combinations there are, how many of them were simulated, how long until the first answer and the last.
#include "planbound.h"
#include "plancombinations.h"
#include "plansearch.h"
#include "plantimer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

using namespace bubblescope;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

JobDescription llama()
{
    JobDescription job;
    job.model.name = "Llama 3.1 8B";
    job.model.family = "llama";
    job.model.layers = 32;
    job.model.hidden = 4096;
    job.model.heads = 32;
    job.model.keyValueHeads = 8;
    job.model.headSize = 128;
    job.model.feedForward = 14336;
    job.model.vocabulary = 128256;
    job.layout.gpus = 64;
    job.layout.globalBatch = 512;
    job.layout.sequence = 8192;
    return job;
}

JobDescription experts()
{
    JobDescription job = llama();
    job.model.name = "experts";
    job.model.feedForward = 0;
    job.model.experts = 64;
    job.model.activeExperts = 8;
    job.model.expertFeedForward = 1408;
    return job;
}

void search(const char* name, const JobDescription& job, const PlanSpace& space, double goal)
{
    const Clock::time_point begin = Clock::now();
    std::optional<double> first;
    const Result<PlanAnswer> answer = searchPlans(job, space, defaultHardware(), {}, {}, [&](const PlanCandidate&) {
        if (!first)
            first = secondsSince(begin);
    });
    if (!answer) {
        fmt::print("{}: {}\n", name, answer.error().message.text());
        return;
    }
    fmt::print("{}: {} combinations, {} simulated, first answer {:.2f} s (goal 0.5), all {:.2f} s (goal {}), {:.1f} us "
               "each; best {} ({:.0f} tokens/s/GPU)\n",
        name, answer->searched, answer->searched - answer->pruned, first.value_or(0), answer->seconds, goal,
        1e6 * answer->seconds / double(std::max<uint64_t>(answer->searched, 1)), answer->candidates.front().set,
        answer->candidates.front().step.tokensPerSecondPerGpu);
}

/// Of the parts of a search: a description under its knobs, its bound, its closed form, and its simulated step.
void measureParts(const JobDescription& job)
{
    const Result<PlanCombinations> all = PlanCombinations::of(job, {}, 8);
    if (!all)
        return;
    const size_t stride = std::max<size_t>(1, all->size() / 500);
    double described = 0;
    double bounded = 0;
    double closed = 0;
    double simulated = 0;
    int count = 0;
    for (size_t i = 0; i < all->size(); i += stride) {
        Clock::time_point begin = Clock::now();
        const Result<DescribedJob> made = all->jobOf(i);
        described += secondsSince(begin);
        if (!made)
            continue;
        begin = Clock::now();
        const Result<PlanBound> bound = planBound(*made, defaultHardware());
        bounded += secondsSince(begin);
        begin = Clock::now();
        const Result<PlannedStep> step = plannedStep(made->job, defaultHardware());
        closed += secondsSince(begin);
        begin = Clock::now();
        const Result<double> ns = simulatedPlanNs(*made, defaultHardware());
        simulated += secondsSince(begin);
        count += bound && step && ns;
    }
    fmt::print("one of {}: description {:.1f} us, bound {:.1f} us, closed form {:.1f} us, simulated {:.0f} us\n",
        all->size(), 1e6 * described / count, 1e6 * bounded / count, 1e6 * closed / count, 1e6 * simulated / count);
}

} // namespace

int main()
{
    measureParts(llama());
    PlanSpace some;
    some.allowed = {{"context", {"1"}}, {"overlap", {"on"}}, {"microbatch-size", {"1", "2", "4", "8"}}};
    search("Llama 3.1 8B, 64 GPUs, some", llama(), some, 5);
    search("Llama 3.1 8B, 64 GPUs, all", llama(), {}, 60);
    search("experts, 64 GPUs, some", experts(), some, 60);
    PlanSpace sizes;
    sizes.gpus = {32, 64, 128, 256};
    search("Llama 3.1 8B, 32 to 256 GPUs", llama(), sizes, 60);
}
