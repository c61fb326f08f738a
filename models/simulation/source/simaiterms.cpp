// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simaiterms.h"

#include "refusal.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double usPerNs = 1e-3;

struct Layout {
    int tensor, pipeline, data, expert;

    SimAiGroup groupOf(Category category) const
    {
        switch (category) {
        case Category::DataComm:
            return {category, data, tensor};
        case Category::ExpertComm:
            return {category, expert, tensor};
        case Category::ExpertDataComm:
            return {category, std::max(data / expert, 1), int(std::min<int64_t>(int64_t(tensor) * expert, 1 << 20))};
        default:
            return {Category::TensorComm, tensor, 1};
        }
    }
};

Result<Layout> layoutOf(const Workload& workload, const SimAiOptions& options)
{
    const std::optional<int> gpus = options.gpus ? options.gpus : workload.gpus;
    if (!workload.tensorParallel || !gpus)
        return refusal(say(workload.tensorParallel ? say("The workload {} does not state how many GPUs it has.")
                                                   : say("The workload {} does not state its tensor parallelism."),
                           workload.name),
            say("SimAI-Analytical needs model_parallel_NPU_group and all_gpus; choose the event-driven rule."));
    if (options.gpusPerServer < 1 || options.nicsPerServer < 1 || options.nvlinkGiBps <= 0 || options.nicGiBps <= 0)
        return refusal(
            say("A server without GPUs, network cards or bandwidth cannot be priced."), say("Give larger numbers."));
    Layout layout {*workload.tensorParallel, workload.pipelineParallel.value_or(1), 1,
        std::max(workload.expertParallel.value_or(1), 1)};
    const int64_t model = int64_t(layout.tensor) * layout.pipeline;
    if (model <= 0 || *gpus < model || *gpus % model != 0)
        return refusal(say("{} GPUs are not a multiple of TP {} x PP {}.", *gpus, layout.tensor, layout.pipeline),
            say("Give a number of GPUs that TP x PP divides."));
    layout.data = int(*gpus / model);
    return layout;
}

} // namespace

SimAiOptions simAiOptions(const Knobs& knobs)
{
    SimAiOptions options;
    options.gpus = knobs.gpus;
    options.gpusPerServer = knobs.gpusPerServer.value_or(options.gpusPerServer);
    options.nicsPerServer = knobs.nicsPerServer.value_or(options.nicsPerServer);
    options.nvlinkGiBps = knobs.nvlinkGiBps.value_or(options.nvlinkGiBps);
    options.nicGiBps = knobs.nicGiBps.value_or(options.nicGiBps);
    options.pipelineGiBps = knobs.pipelineGiBps;
    return options;
}

Message simAiGuesses(const Knobs& knobs)
{
    const SimAiOptions assumed;
    const std::pair<std::string_view, double> defaults[]
        = {{"gpus-per-server", assumed.gpusPerServer}, {"nics-per-server", assumed.nicsPerServer},
            {"nvlink-gibps", assumed.nvlinkGiBps}, {"nic-gibps", assumed.nicGiBps}};
    std::vector<Message> texts;
    for (const auto& [knob, value] : defaults) {
        if (knobText(knobs, knob).empty())
            texts.emplace_back(fmt::format("{} {}", knob, value));
    }
    return listed(texts);
}

Result<SimAiTerms> simAiTerms(const Workload& workload, const SimAiOptions& options)
{
    const Result<Layout> layout = layoutOf(workload, options);
    if (!layout)
        return layout.error();
    const int microbatches = workload.microbatches.value_or(0);
    const int layersPerStage = workload.layersPerStage.value_or(0);
    if (layout->pipeline > 1 && (microbatches < 1 || layersPerStage < 1))
        return refusal(
            say("The workload {} has {} stages but does not state ga and vpp.", workload.name, layout->pipeline),
            say("SimAI-Analytical's bubble needs both; choose the event-driven rule."));

    SimAiTerms terms;
    double inPipeline = 0;
    const auto expose = [&](const CommRequest& comm) {
        const double us = comm.isNone()
            ? 0
            : simAiTransferUs(comm.operation, comm.bytes, layout->groupOf(comm.group), options.servers());
        switch (comm.group) {
        case Category::DataComm:
            terms.dpUs += us * (1 - options.dataOverlap);
            break;
        case Category::ExpertComm:
            terms.epUs += us * (1 - options.expertOverlap);
            break;
        case Category::ExpertDataComm:
            terms.dpEpUs += us * (1 - options.expertDataOverlap);
            break;
        default:
            terms.tpUs += us * (1 - options.tensorOverlap);
            break;
        }
        return us;
    };
    for (const WorkloadRow& row : workload.rows) {
        const double compute
            = (row.forward.computeNs + row.inputGradient.computeNs + row.weightGradient.computeNs) * usPerNs;
        terms.computeUs += compute;
        const double forwardAndInput = expose(row.forward.comm) + expose(row.inputGradient.comm);
        expose(row.weightGradient.comm);
        if (row.name != "embedding_layer")
            inPipeline += compute + forwardAndInput;
    }
    if (layout->pipeline > 1) {
        const double messages = double(microbatches) * layersPerStage;
        terms.bubbleUs = inPipeline * (layout->pipeline - 1) / messages;
        if (options.pipelineGiBps && *options.pipelineGiBps > 0) {
            // Once for forward and once for backward.
            const double once
                = workload.pipelineCommBytes.value_or(0) / gibibyte / *options.pipelineGiBps * usPerSecond;
            terms.ppUs = 2 * messages * once * (1 - options.pipelineOverlap);
        }
    }
    terms.totalUs = terms.computeUs + terms.tpUs + terms.dpUs + terms.epUs + terms.dpEpUs + terms.ppUs + terms.bubbleUs;
    return terms;
}

} // namespace bubblescope
