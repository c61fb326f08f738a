// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logfamily.h"

#include "joblayout.h"
#include "logstep.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace bubblescope {

namespace {

/// By layer: calls of a microbatch; the median over the steps, since some may be damaged.
std::map<int, double> callsOfLayers(const RunLog& log)
{
    std::map<std::tuple<int64_t, int, int>, int64_t> ofStage; // by step, layer and stage
    for (const StageBlock& block : log.blocks) {
        for (const StageBlock::LayerTime& layer : block.layers) {
            int64_t& most = ofStage[{block.step, layer.layer, block.stage}];
            most = std::max(most, layer.operations);
        }
    }
    std::map<std::pair<int64_t, int>, int64_t> ofStep;
    for (const auto& [place, operations] : ofStage)
        ofStep[{std::get<0>(place), std::get<1>(place)}] += operations;
    std::map<int, std::vector<int64_t>> ofLayer;
    for (const auto& [place, operations] : ofStep)
        ofLayer[place.second].push_back(operations);
    std::map<int, double> calls;
    for (auto& [layer, operations] : ofLayer) {
        const auto middle = operations.begin() + std::ptrdiff_t(operations.size() / 2);
        std::nth_element(operations.begin(), middle, operations.end());
        calls[layer] = double(*middle) / std::max(log.microbatches.value_or(1), 1);
    }
    return calls;
}

/// Of a microbatch; 0 if it is not known.
double headMs(const RunLog& log)
{
    for (const RunLog::LayerForward& layer : log.medianLayerForwardMs()) {
        if (layer.layer == StageBlock::head)
            return layer.ms / std::max(log.microbatches.value_or(1), 1);
    }
    return 0;
}

bool haveLikeHeads(const RunLog& a, const RunLog& b)
{
    constexpr double tolerance = 1.5;
    if (a.microbatchSize.value_or(1) != b.microbatchSize.value_or(1))
        return true; // how it grows with the samples is not known
    const double ofA = headMs(a);
    const double ofB = headMs(b);
    if (ofA <= 0 || ofB <= 0)
        return ofA == ofB;
    const auto isNear = [](double x, double y) { return x <= y * tolerance && y <= x * tolerance; };
    return isNear(ofA, ofB) || isNear(ofA * a.tensorParallel.value_or(1), ofB * b.tensorParallel.value_or(1));
}

} // namespace

bool areOfOneModel(const RunLog& a, const RunLog& b)
{
    return a.kind == b.kind && !a.blocks.empty() && !b.blocks.empty() && callsOfLayers(a) == callsOfLayers(b)
        && haveLikeHeads(a, b);
}

std::vector<JobProfile> jobsBeside(const std::vector<RunLog>& logs, size_t index)
{
    std::vector<JobProfile> jobs;
    const Result<JobProfile> own = profileOfLog(logs[index]);
    if (!own || !own->statedStepNs)
        return jobs;
    for (size_t i = 0; i < logs.size(); ++i) {
        if (i == index || !areOfOneModel(logs[index], logs[i]))
            continue;
        Result<JobProfile> job = profileOfLog(logs[i]);
        const auto gpus = [](const JobProfile& of) { return int64_t(of.tensor) * of.data * of.stages; };
        if (job && job->statedStepNs && gpus(*job) == gpus(*own))
            jobs.push_back(std::move(job).value());
    }
    return jobs;
}

bool haveSameLayout(const JobFacts& a, const JobFacts& b)
{
    return a.tensor == b.tensor && a.data == b.data && a.expert == b.expert && a.stages == b.stages
        && a.microbatches == b.microbatches && a.microbatchSize == b.microbatchSize;
}

const JobProfile* nearestMeasured(const JobFacts& asked, const JobProfile& own, const std::vector<JobProfile>& others)
{
    const JobProfile* nearest = nullptr;
    double least = 0;
    const auto consider = [&](const JobProfile& job) {
        if (job.tensor != asked.tensor || job.microbatchSize != asked.microbatchSize)
            return;
        // Among equals one of that batch.
        constexpr double ofBatch = 1e-3;
        const auto between = [](int a, int b) { return std::abs(std::log2(double(a) / b)); };
        const double distance
            = between(job.stages, asked.stages) + ofBatch * between(job.microbatches, asked.microbatches);
        if (!nearest || distance < least) {
            nearest = &job;
            least = distance;
        }
    };
    consider(own);
    for (const JobProfile& job : others)
        consider(job);
    return nearest;
}

} // namespace bubblescope
