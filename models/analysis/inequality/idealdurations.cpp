// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "idealdurations.h"

#include "median.h"

#include <array>

namespace bubblescope {

namespace {

bool takesMean(StepOperation kind)
{
    return isStepCompute(kind) || kind == StepOperation::Optimizer || kind == StepOperation::GarbageCollection;
}

} // namespace

std::vector<float> idealDurations(const StragglerModel& model)
{
    const size_t steps = model.steps().size();
    std::array<std::vector<float>, stepOperationCount> durations;
    std::array<double, stepOperationCount> sum {};
    std::array<size_t, stepOperationCount> count {};
    for (size_t n = 0; n < model.nodeCount(); ++n) {
        const auto kind = static_cast<size_t>(model.node(n).kind);
        for (size_t s = 0; s < steps; ++s) {
            const float duration = model.duration(n, s);
            if (takesMean(model.node(n).kind)) {
                sum[kind] += double(duration);
                ++count[kind];
            } else {
                durations[kind].push_back(duration);
            }
        }
    }
    std::array<float, stepOperationCount> ofKind {};
    for (size_t kind = 0; kind < stepOperationCount; ++kind)
        ofKind[kind] = count[kind] > 0 ? float(sum[kind] / double(count[kind])) : medianOf(durations[kind]);
    std::vector<float> ideal(model.nodeCount());
    for (size_t n = 0; n < ideal.size(); ++n)
        ideal[n] = ofKind[static_cast<size_t>(model.node(n).kind)];
    return ideal;
}

} // namespace bubblescope
