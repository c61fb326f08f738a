// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Findings of inputs that have no timeline: layer tables, workloads, run logs.
#include "findings.h"
#include "findingtext.h"
#include "median.h"
#include "stragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

constexpr double nsPerMs = 1e6;

Message howModelled(const ModelledCosts& costs)
{
    return say("Mean rank of the modelled step, priced for {}; what was assumed and the formula of every "
               "transfer stand in What if.",
        costs.pricedBy);
}

void addShare(Findings& findings, Finding finding, double leastShare)
{
    finding.share = findings.stepNs > 0 ? finding.costNs / findings.stepNs : 0;
    if (finding.share >= leastShare)
        findings.list.push_back(std::move(finding));
}

} // namespace

Findings findTableFindings(const LayerTable& table, const ModelledCosts& costs)
{
    Findings findings;
    const LayerTable::Totals written = table.asWritten();
    const bool folds = table.layerCount.has_value() && table.hasBlock();
    const LayerTable::Totals whole = folds ? table.folded(*table.layerCount) : written;
    findings.stepNs = costs.stepNs;
    size_t longest = 0;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        if (table.rows[i].forwardNs > table.rows[longest].forwardNs)
            longest = i;
    }
    if (!table.rows.empty() && written.forwardNs > 0) {
        const LayerRow& row = table.rows[longest];
        const double share = row.forwardNs / written.forwardNs;
        const bool inBlock = table.hasBlock() && longest >= table.block.first && longest < table.block.second;
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = "dominant-layer";
        finding.title = say("{} is {} of the forward as written", row.name, shareText(share));
        finding.sentence = say("{} takes {} of {} forward, {}.", row.name, timeText(row.forwardNs),
            timeText(written.forwardNs), shareText(share));
        const auto shareFolded = [&](int layers) {
            const double total = table.folded(layers).forwardNs;
            return (inBlock ? layers : 1) * row.forwardNs / total;
        };
        if (folds) {
            finding.sentence += say(" Folded out to {} layers it is {} of {}.", *table.layerCount,
                shareText(shareFolded(*table.layerCount)), timeText(whole.forwardNs));
        } else if (table.hasBlock()) {
            constexpr int assumedLayers = 36;
            finding.sentence += say(" The table holds one layer; folded out to {} layers (an assumption; no file "
                                    "says how many) it is {} of {}.",
                assumedLayers, shareText(shareFolded(assumedLayers)), timeText(table.folded(assumedLayers).forwardNs));
        }
        finding.evidence.rows = {longest};
        finding.evidence.layer = row.name;
        finding.costNs = row.totalNs() * (folds && inBlock ? *table.layerCount : 1);
        finding.costOrigin = table.origin;
        finding.howComputed
            = say("Forward time of the row over the sum of all rows; folded: prologue, so many times the layer "
                  "block, epilogue.");
        finding.suggestion = inBlock
            ? say("It counts in every layer: a faster kernel for it helps most.")
            : say("It counts once, however deep the model; split it over more ranks, or give the "
                  "stage that holds it fewer layers.");
        if (share >= dominantLayerShare)
            addShare(findings, std::move(finding), 0);
    }
    const double comm = std::accumulate(costs.exposedNs.begin(), costs.exposedNs.end(), 0.0);
    const auto commOf = [](const LayerRow& row) { return row.forwardCommNs + row.backwardCommNs + row.weightCommNs; };
    const auto largest = std::max_element(table.rows.begin(), table.rows.end(),
        [&](const LayerRow& a, const LayerRow& b) { return commOf(a) < commOf(b); });
    if (comm > 0 && largest != table.rows.end()) {
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = "exposed-communication";
        finding.title = say("Communication is exposed");
        finding.costNs = comm;
        finding.sentence = say("{} of communication that no compute hides stand beside {} of compute.", timeText(comm),
            timeText(costs.computeNs));
        if (commOf(*largest) > 0) {
            finding.sentence += say(" The longest is that of {} ({}).", largest->name, timeText(commOf(*largest)));
            finding.evidence.rows = {size_t(largest - table.rows.begin())};
            finding.evidence.layer = largest->name;
        }
        finding.costOrigin = Origin::Modelled;
        finding.howComputed = howModelled(costs);
        finding.suggestion = say("Overlap it with compute, or faster links.");
        finding.tryKnobs = {{"overlap", "on"}};
        addShare(findings, std::move(finding), leastShapeShare);
    }
    arrange(findings, SIZE_MAX, say("no operator takes a third of the forward, and no communication is exposed"));
    return findings;
}

namespace {

/// Rows that have any of it, those with most first, as many as a finding keeps.
std::vector<size_t> costliest(const std::vector<double>& byRow)
{
    std::vector<size_t> rows;
    for (size_t i = 0; i < byRow.size(); ++i) {
        if (byRow[i] > 0)
            rows.push_back(i);
    }
    std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) { return byRow[a] > byRow[b]; });
    rows.resize(std::min(rows.size(), maximumEvidence));
    return rows;
}

} // namespace

Findings findWorkloadFindings(const Workload& workload, const ModelledCosts& costs)
{
    Findings findings;
    findings.stepNs = costs.stepNs;
    const int tensor = workload.tensorParallel.value_or(1);
    const int stages = workload.pipelineParallel.value_or(1);
    const int microbatches = std::max(workload.microbatches.value_or(1), 1);
    const ModelledCosts::Transfer& gradients = costs.longestGradient;
    std::optional<size_t> rowOfGradients;
    uint64_t unknown = 0;
    std::vector<double> workOf(workload.rows.size()); // by row: what a stage computes
    std::vector<double> bytesOf(workload.rows.size()); // by row: what the passes exchange
    for (size_t i = 0; i < workload.rows.size(); ++i) {
        const WorkloadRow& row = workload.rows[i];
        for (const WorkloadPass* pass : {&row.forward, &row.inputGradient, &row.weightGradient}) {
            unknown += pass->computeIsUnknown;
            workOf[i] += pass->computeIsUnknown ? 0 : pass->computeNs;
        }
        for (const WorkloadPass* pass : {&row.forward, &row.inputGradient})
            bytesOf[i] += pass->comm.group == Category::TensorComm && !pass->comm.isNone() ? pass->comm.bytes : 0;
        for (const WorkloadPass* pass : {&row.forward, &row.inputGradient, &row.weightGradient}) {
            if (!rowOfGradients && pass->comm.group == Category::DataComm && pass->comm.operation == gradients.operation
                && pass->comm.bytes == gradients.bytes)
                rowOfGradients = i;
        }
    }
    if (const double dataNs = costs.exposedNs[size_t(Category::DataComm)]; rowOfGradients && dataNs > 0) {
        const WorkloadRow& row = workload.rows[*rowOfGradients];
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = "exposed-dp-communication";
        finding.title
            = say("A data-parallel {} of {}", named(operationName(gradients.operation)), bytesText(gradients.bytes));
        finding.costNs = dataNs;
        finding.sentence = say("{}: {} of {} over {} replicas takes {}; {} of gradient synchronization is "
                               "hidden by no compute.",
            row.name, named(operationName(gradients.operation)), bytesText(gradients.bytes),
            workload.dataParallel().value_or(1), timeText(gradients.ns), timeText(dataNs));
        finding.evidence.rows = {*rowOfGradients};
        finding.evidence.layer = row.name;
        finding.costOrigin = Origin::Modelled;
        finding.howComputed = howModelled(costs);
        finding.suggestion = say("Overlap it with the backward pass, reduce in 16 bits, or a faster network.");
        finding.tryKnobs = {{"overlap", "on"}};
        addShare(findings, std::move(finding), leastShapeShare);
    }
    if (stages > 1) {
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = "pipeline-bubble";
        finding.title = say("The pipeline fills and drains");
        finding.costNs = costs.idleNs;
        finding.sentence = say("{} stages with {} per step: a rank is idle for {} of the step and computes for {}.",
            stages, microbatchesText(microbatches), timeText(costs.idleNs), timeText(costs.computeNs));
        finding.evidence.rows = costliest(workOf);
        finding.costOrigin = Origin::Modelled;
        finding.howComputed = howModelled(costs);
        finding.suggestion = say("More microbatches per step, interleaved stages, or a zero-bubble schedule.");
        finding.tryKnobs = {{"microbatches", fmt::format("{}", std::max(2 * microbatches, 4))}};
        addShare(findings, std::move(finding), leastShapeShare);
    }
    if (const double tensorNs = costs.exposedNs[size_t(Category::TensorComm)]; tensorNs > 0) {
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = "exposed-tp-communication";
        finding.title = say("Tensor-parallel communication is exposed");
        finding.costNs = tensorNs;
        finding.sentence = say("Tensor-parallel communication takes {} beside {} of compute.", timeText(tensorNs),
            timeText(costs.computeNs));
        finding.evidence.rows = costliest(bytesOf);
        if (!finding.evidence.rows.empty())
            finding.evidence.layer = workload.rows[finding.evidence.rows.front()].name;
        finding.costOrigin = Origin::Modelled;
        finding.howComputed = howModelled(costs);
        finding.suggestion = say("Less tensor parallelism, or overlap with compute.");
        if (tensor > 1)
            finding.tryKnobs = {{"tensor", fmt::format("{}", tensor / 2)}};
        addShare(findings, std::move(finding), leastShapeShare);
    }
    if (unknown > 0) {
        Finding finding;
        finding.kind = Finding::Kind::Caveat;
        finding.id = "not-measured";
        finding.title = say("{} compute times are not known", countText(double(unknown)));
        finding.sentence = say("{} passes state a compute time of 1, which means not known; they are left out.",
            countText(double(unknown)));
        for (size_t i = 0; i < workload.rows.size() && finding.evidence.rows.size() < maximumEvidence; ++i) {
            const WorkloadRow& row = workload.rows[i];
            if (row.forward.computeIsUnknown || row.inputGradient.computeIsUnknown
                || row.weightGradient.computeIsUnknown)
                finding.evidence.rows.push_back(i);
        }
        finding.howComputed = say("Counted.");
        finding.suggestion = say("Profile those layers where they should do something.");
        findings.list.push_back(std::move(finding));
    }
    arrange(findings, SIZE_MAX,
        findings.stepNs > 0 ? say("no communication and no bubble takes a noteworthy share of the step")
                            : say("nothing in its step could be priced"));
    return findings;
}

namespace {

void addLogStages(Findings& findings, const RunLog& log)
{
    const std::vector<double> stages = log.stageForwardMsPerMicrobatch();
    std::vector<double> known;
    size_t slowest = 0;
    for (size_t s = 0; s < stages.size(); ++s) {
        if (!std::isfinite(stages[s]))
            continue;
        known.push_back(stages[s]);
        slowest = !std::isfinite(stages[slowest]) || stages[s] > stages[slowest] ? s : slowest;
    }
    if (known.size() < 2)
        return;
    double sum = 0;
    for (const double ms : known)
        sum += ms;
    const double mean = sum / double(known.size());
    std::vector<double> sorted = known;
    const double median = medianOf(sorted);
    const double factor = median > 0 ? stages[slowest] / median : 1;
    if (factor < slowStageFactor)
        return;
    Finding finding;
    finding.id = "slow-stage";
    finding.title = say("Stage {} has more to do than the others", slowest);
    finding.sentence = say("The forward of stage {} takes {} per microbatch, {} times the median stage ({})", slowest,
        timeText(stages[slowest] * nsPerMs), factorText(factor), timeText(median * nsPerMs));
    // The layer that makes it so: the longest on that stage.
    double longest = 0;
    int layer = 0;
    for (const StageBlock& block : log.blocks) {
        if (block.stage != int(slowest) || block.step != log.blocks.back().step)
            continue;
        for (const StageBlock::LayerTime& time : block.layers) {
            if (time.totalMs > longest) {
                longest = time.totalMs;
                layer = time.layer;
            }
        }
        finding.evidence.layer = logLayerName(layer);
        finding.sentence += say("; {} makes {} of it", finding.evidence.layer, shareText(longest / block.totalMs()));
        finding.evidence.ranks.push_back(block.rank);
        break;
    }
    finding.sentence += Message(".");
    finding.evidence.stages = {int(slowest)};
    const int microbatches = log.microbatches.value_or(1);
    // Backward is not in such logs: twice the forward, as for matrix work.
    constexpr double passes = 3;
    finding.costNs = (stages[slowest] - mean) * nsPerMs * microbatches * passes;
    finding.costOrigin = Origin::Modelled;
    finding.howComputed = say("Median over steps of block total over {} microbatches, first step left out. The cost "
                              "is what the slowest stage is above the mean, for all microbatches, with a backward "
                              "of twice the forward (assumed).",
        microbatches);
    finding.suggestion = finding.evidence.layer == logLayerName(StageBlock::head)
        ? say("The last stage also holds the output layer: give it fewer layers, or split the vocabulary.")
        : say("Move layers from this stage to the others.");
    finding.tryKnobs = {{"straggler", fmt::format("stage:{}={:.4g}", slowest, mean / stages[slowest])}};
    addShare(findings, std::move(finding), leastFaultShare);
}

} // namespace

Findings findLogFindings(const RunLog& log)
{
    Findings findings;
    findings.stepNs = log.medianStepMs().value_or(0) * nsPerMs;
    addLogStages(findings, log);
    std::vector<double> times;
    std::vector<int64_t> numbers;
    for (const LogStep& step : log.steps) {
        if (step.stepMs) {
            times.push_back(*step.stepMs);
            numbers.push_back(step.step);
        }
    }
    const StepOutliers outliers = findStepOutliers(times);
    const auto stepsText = [&](const std::vector<size_t>& indexes, Finding& finding) {
        std::vector<int> found;
        for (const size_t i : indexes) {
            found.push_back(int(numbers[i]));
            finding.evidence.steps.push_back(numbers[i]);
        }
        return listText(Numbered::Steps, found);
    };
    if (!outliers.slow.empty()) {
        Finding finding;
        finding.id = "slow-steps";
        const bool isOne = outliers.slow.size() == 1;
        finding.title = say(isOne ? say("{} is slow") : say("{} are slow"), stepsText(outliers.slow, finding));
        double excess = 0;
        for (const size_t i : outliers.slow)
            excess += times[i] - outliers.median;
        finding.costNs = excess * nsPerMs / double(times.size());
        finding.sentence = say("{} of {} steps take more than {} times the median of {}; step {} takes {}.",
            outliers.slow.size(), times.size(), factorText(slowStepFactor), timeText(outliers.median * nsPerMs),
            numbers[outliers.slow.front()], timeText(times[outliers.slow.front()] * nsPerMs));
        finding.howComputed = say("Time beyond the median, spread over all steps.");
        finding.suggestion = say("Look for checkpoints, evaluation, garbage collection or other users at those times.");
        addShare(findings, std::move(finding), leastFaultShare);
    }
    if (outliers.drifts) {
        Finding finding;
        finding.id = "drift";
        finding.title = outliers.drift > 0 ? say("Steps grow longer") : say("Steps grow shorter");
        finding.costNs = std::max(0.0, outliers.drift) * outliers.median * nsPerMs;
        finding.sentence = say("From the first to the last of {} steps the time of a step changes by {}.", times.size(),
            shareText(outliers.drift));
        finding.howComputed = say("Median of the slopes between steps half a run apart, without warm-up.");
        finding.suggestion = say("Watch temperatures and clocks; look for memory that fragments or leaks.");
        addShare(findings, std::move(finding), leastFaultShare);
    }
    if (!outliers.warmUp.empty()) {
        Finding finding;
        finding.kind = Finding::Kind::Caveat;
        finding.id = "warm-up";
        // Steps before the first time that the log prints are in that time too.
        std::vector<int> found;
        for (const int64_t step : log.blockSteps()) {
            if (step < numbers.front())
                found.push_back(int(step));
        }
        for (const size_t i : outliers.warmUp)
            found.push_back(int(numbers[i]));
        finding.evidence.steps.assign(found.begin(), found.end());
        const bool isOne = found.size() == 1;
        const Message steps = listText(Numbered::Steps, found);
        finding.title = say(isOne ? say("{} is a warm-up") : say("{} are a warm-up"), steps);
        finding.sentence
            = say(isOne ? say("{} takes {} where the median of the others is {}; it is left out of medians.")
                        : say("{} take up to {} where the median of the others is {}; they are left out of medians."),
                steps,
                timeText(
                    *std::max_element(times.begin(), times.begin() + std::ptrdiff_t(outliers.warmUp.size())) * nsPerMs),
                timeText(outliers.median * nsPerMs));
        finding.howComputed = say("Leading steps of more than {} times the median.", factorText(slowStepFactor));
        finding.suggestion = say("Nothing to do.");
        findings.list.push_back(std::move(finding));
    }
    arrange(findings, SIZE_MAX, say("no stage and no step differs from its peers"));
    return findings;
}

} // namespace bubblescope
