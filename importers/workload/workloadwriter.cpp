// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloadwriter.h"

#include "commword.h"
#include "workloadrecord.h"

#include <fmt/format.h>

#include <cmath>

namespace bubblescope {

namespace {

/// Writes integers without point or exponent, since simulators read them with an integer parser.
std::string figure(double value)
{
    return value == std::floor(value) && std::abs(value) < 9e15 ? fmt::format("{}", static_cast<int64_t>(value))
                                                                : fmt::format("{}", value);
}

/// Compute time in ns; never 1, which would mean "unknown".
std::string computeFigure(const WorkloadPass& pass)
{
    if (pass.computeIsUnknown)
        return "1";
    return pass.computeNs == 1 ? "1.0000001" : figure(pass.computeNs);
}

std::string passWords(const WorkloadPass& pass, Category impliedGroup)
{
    return fmt::format("\t{}\t{}\t{}", computeFigure(pass), commWord(pass.comm, impliedGroup),
        pass.comm.isNone() ? "0" : figure(pass.comm.bytes));
}

std::string oneWord(std::string name)
{
    for (char& c : name) {
        if (static_cast<unsigned char>(c) <= 0x20)
            c = '_';
    }
    return name.empty() ? std::string("unnamed") : name;
}

std::string listWords(const std::vector<int>& list)
{
    std::string text = fmt::format("{}", list.size());
    for (const int layer : list)
        text += fmt::format(" {}", layer);
    return text;
}

} // namespace

std::string writeWorkload(const Workload& workload)
{
    std::string text = isWorkloadPolicy(workload.policy) ? workload.policy : "HYBRID_TRANSFORMER_FWD_IN_BCKWD";
    const auto addCount = [&](const char* key, const std::optional<int>& value) {
        if (value)
            text += fmt::format(" {}: {}", key, *value);
    };
    addCount("model_parallel_NPU_group", workload.tensorParallel);
    addCount("ep", workload.expertParallel);
    addCount("pp", workload.pipelineParallel);
    addCount("vpp", workload.layersPerStage);
    addCount("ga", workload.microbatches);
    addCount("all_gpus", workload.gpus);
    if (workload.policy != "MICRO") {
        text += " checkpoints: " + listWords(workload.checkpoints);
        text += " checkpoint_initiates: " + listWords(workload.checkpointInitiates);
    }
    if (workload.pipelineCommBytes)
        text += " pp_comm: " + figure(*workload.pipelineCommBytes);
    text += fmt::format("\n{}\n", workload.rows.size());
    for (const WorkloadRow& row : workload.rows) {
        text += fmt::format("{}\t{}", oneWord(row.name), row.dependency);
        text += passWords(row.forward, Category::TensorComm);
        text += passWords(row.inputGradient, Category::TensorComm);
        text += passWords(row.weightGradient, Category::DataComm);
        text += '\t' + figure(row.updateTimeNs);
        if (isWorkloadPolicy(row.policy))
            text += '\t' + row.policy;
        text += '\n';
    }
    return text;
}

} // namespace bubblescope
