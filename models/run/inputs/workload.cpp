// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload.h"

namespace bubblescope {

std::optional<int> Workload::dataParallel() const
{
    if (!gpus || !tensorParallel || !pipelineParallel || *gpus <= 0 || *tensorParallel <= 0 || *pipelineParallel <= 0)
        return {};
    const int64_t model = int64_t(*tensorParallel) * *pipelineParallel;
    if (*gpus % model != 0)
        return {};
    return static_cast<int>(*gpus / model);
}

double Workload::computeNs() const
{
    double sum = 0;
    for (const WorkloadRow& row : rows) {
        for (const WorkloadPass* pass : {&row.forward, &row.inputGradient, &row.weightGradient}) {
            if (!pass->computeIsUnknown)
                sum += pass->computeNs;
        }
    }
    return sum;
}

} // namespace bubblescope
