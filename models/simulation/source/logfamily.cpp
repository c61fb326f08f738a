// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logfamily.h"

#include "joblayout.h"
#include "logstep.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
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

/// Less than 0, 0 or more than 0, as for strings.
int compareWords(const RunLog& a, const RunLog& b)
{
    const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : y < x ? 1 : 0; };
    const int comparisons[] = {order(a.kind, b.kind), order(a.modelName, b.modelName),
        order(a.parameters, b.parameters), order(a.sequenceLength, b.sequenceLength),
        order(a.machine.devices, b.machine.devices), order(a.machine.network, b.machine.network)};
    for (const int comparison : comparisons) {
        if (comparison != 0)
            return comparison;
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
    return compareWords(a, b) == 0 && !a.blocks.empty() && !b.blocks.empty() && callsOfLayers(a) == callsOfLayers(b)
        && haveLikeHeads(a, b);
}

LogFamilies::LogFamilies(const std::vector<RunLog>& logs) : m_logs(logs), m_sorted(logs.size())
{
    std::iota(m_sorted.begin(), m_sorted.end(), size_t(0));
    std::stable_sort(m_sorted.begin(), m_sorted.end(), [this](size_t a, size_t b) {
        ++m_comparisons;
        return compareWords(m_logs[a], m_logs[b]) < 0;
    });
}

std::vector<size_t> LogFamilies::beside(size_t index) const
{
    const auto [first, last] = std::equal_range(m_sorted.begin(), m_sorted.end(), index, [this](size_t a, size_t b) {
        ++m_comparisons;
        return compareWords(m_logs[a], m_logs[b]) < 0;
    });
    const RunLog& own = m_logs[index];
    std::vector<size_t> family;
    if (last - first < 2 || own.blocks.empty())
        return family;
    const std::map<int, double> calls = callsOfLayers(own);
    for (auto it = first; it != last; ++it) {
        const RunLog& other = m_logs[*it];
        ++m_comparisons;
        if (*it != index && !other.blocks.empty() && callsOfLayers(other) == calls && haveLikeHeads(own, other))
            family.push_back(*it);
    }
    return family;
}

std::vector<JobProfile> jobsBeside(const std::vector<RunLog>& logs, size_t index)
{
    std::vector<JobProfile> jobs;
    const Result<JobProfile> own = profileOfLog(logs[index]);
    if (!own || !own->statedStepNs)
        return jobs;
    for (const size_t other : LogFamilies(logs).beside(index)) {
        Result<JobProfile> job = profileOfLog(logs[other]);
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
