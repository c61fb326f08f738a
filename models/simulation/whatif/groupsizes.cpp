// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "groupsizes.h"

#include "joblayout.h"
#include "refusal.h"

#include <numeric>

namespace bubblescope {

std::optional<Error> chooseGroupSizes(JobProfile& job, const JobProfile& from, const Knobs& knobs)
{
    const auto assume = [&job](Message sentence) { job.assumptions.emplace_back(std::move(sentence)); };
    const int world = JobLayout(from).world();
    int64_t tensor = knobs.tensor.value_or(from.tensor);
    int64_t stages = knobs.stages.value_or(from.stages);
    int64_t data = knobs.data.value_or(from.data);
    if (!from.gpusAreGiven) {
        if (tensor != from.tensor || data != from.data || stages != from.stages) {
            assume(say("The job is assumed to use {} GPUs, TP {} x PP {} x DP {}: the input names none.",
                tensor * data * stages, tensor, stages, data));
        }
    } else if (!knobs.data) {
        if (world % (tensor * stages) != 0) {
            return refusal(say("{} GPUs are not a multiple of TP {} x PP {}.", world, tensor, stages),
                say("TP x PP must divide the number of GPUs."));
        }
        data = world / (tensor * stages);
    } else if (!knobs.tensor && !knobs.stages && data != from.data) {
        // One size must change; tensor parallelism before the pipeline.
        if (world % (data * stages) == 0)
            tensor = world / (data * stages);
        else if (world % (data * tensor) == 0)
            stages = world / (data * tensor);
    } else if (!knobs.tensor && world % (data * stages) == 0) {
        tensor = world / (data * stages);
    } else if (!knobs.stages && world % (data * tensor) == 0) {
        stages = world / (data * tensor);
    }
    if (from.gpusAreGiven && tensor * data * stages != world) {
        return refusal(say("TP {} x PP {} x DP {} are {} GPUs, not the {} of the job.", tensor, stages, data,
                           tensor * stages * data, world),
            say("Choose sizes whose product is the number of GPUs."));
    }
    if (std::optional<Error> tooLarge = whyTooLarge(tensor, data, stages))
        return tooLarge;
    int64_t expert = knobs.expert.value_or(from.expert);
    if (!knobs.expert && data % expert != 0)
        expert = std::gcd(expert, data);
    if (data % expert != 0) {
        return refusal(say("EP {} does not divide DP {}.", expert, data),
            say("Experts are spread over data-parallel ranks: choose a divisor of DP."));
    }
    int microbatches = knobs.microbatches.value_or(from.microbatches);
    if (from.gpusAreGiven && !knobs.microbatches && data != from.data) {
        const int64_t all = int64_t(from.microbatches) * from.data;
        if (all % data != 0) {
            return refusal(say("{} microbatches in all do not spread over {} replicas.", all, data),
                say("Set the microbatches of a replica as well."));
        }
        microbatches = int(all / data);
    }
    if (from.gpusAreGiven
        && (tensor != from.tensor || data != from.data || stages != from.stages || expert != from.expert)) {
        assume(say("The same {} GPUs as TP {} x PP {} x DP {}{}, {} microbatches each.", world, tensor, stages,
            data, expert > 1 ? say(" (EP {})", expert) : "", microbatches));
    }
    job.tensor = int(tensor);
    job.stages = int(stages);
    job.data = int(data);
    job.expert = int(expert);
    job.microbatches = microbatches;
    return std::nullopt;
}

} // namespace bubblescope
