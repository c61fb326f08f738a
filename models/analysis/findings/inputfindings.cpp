// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Findings of inputs that are modelled: layer tables and workloads.
#include "inputfindings.h"

#include "findingtext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace bubblescope {

namespace {

Message howModelled(const ModelledCosts& costs)
{
    return say("Mean rank of the modelled step, computed for {}; assumptions and the formula of every transfer are "
               "listed in What if.",
        costs.pricedBy);
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
        finding.title = say("{} is {} of the forward pass as written", row.name, shareText(share));
        finding.sentence = say("{} takes {} of {} forward, {}.", row.name, timeText(row.forwardNs),
            timeText(written.forwardNs), shareText(share));
        const auto shareFolded = [&](int layers) {
            const double total = table.folded(layers).forwardNs;
            return (inBlock ? layers : 1) * row.forwardNs / total;
        };
        if (folds) {
            finding.sentence += say(" Expanded to {} layers it is {} of {}.", *table.layerCount,
                shareText(shareFolded(*table.layerCount)), timeText(whole.forwardNs));
        } else if (table.hasBlock()) {
            constexpr int assumedLayers = 36;
            finding.sentence += say(" The table holds one layer; expanded to {} layers (an assumption; no file says "
                                    "how many) it is {} of {}.",
                assumedLayers, shareText(shareFolded(assumedLayers)), timeText(table.folded(assumedLayers).forwardNs));
        }
        finding.evidence.rows = {longest};
        finding.evidence.layer = row.name;
        finding.costNs = row.totalNs() * (folds && inBlock ? *table.layerCount : 1);
        finding.costOrigin = table.origin;
        finding.howComputed = say("Forward time of the row over the sum of all rows; expanded: prologue, n_layer times "
                                  "the layer block, epilogue.");
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
        finding.sentence
            = say("{} of communication is exposed, beside {} of compute.", timeText(comm), timeText(costs.computeNs));
        if (commOf(*largest) > 0) {
            finding.sentence += say(" The longest is that of {} ({}).", largest->name, timeText(commOf(*largest)));
            finding.evidence.rows = {size_t(largest - table.rows.begin())};
            finding.evidence.layer = largest->name;
        }
        finding.costOrigin = Origin::Modelled;
        finding.howComputed = howModelled(costs);
        finding.suggestion
            = costs.computeNs > 0 ? say("Overlap it with compute, or faster links.") : say("Faster links.");
        if (costs.computeNs > 0)
            finding.tryKnobs = {{"overlap", "on"}};
        addShare(findings, std::move(finding), leastShapeShare);
    }
    arrange(findings, SIZE_MAX, say("no operator takes a third of the forward pass, and no communication is exposed"));
    return findings;
}

namespace {

/// Rows with a value above 0, greatest first, as many as a finding keeps.
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
    std::vector<double> workOf(workload.rows.size()); // by row: compute of a stage
    std::array<std::vector<double>, categoryCount> bytesOf; // by group and row: what the passes exchange
    bytesOf.fill(std::vector<double>(workload.rows.size()));
    for (size_t i = 0; i < workload.rows.size(); ++i) {
        const WorkloadRow& row = workload.rows[i];
        for (const WorkloadPass* pass : {&row.forward, &row.inputGradient, &row.weightGradient}) {
            unknown += pass->computeIsUnknown;
            workOf[i] += pass->computeIsUnknown ? 0 : pass->computeNs;
        }
        for (const WorkloadPass* pass : {&row.forward, &row.inputGradient})
            bytesOf[size_t(pass->comm.group)][i] += pass->comm.isNone() ? 0 : pass->comm.bytes;
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
        finding.costNs = costs.bubbleNs;
        finding.sentence = say("{} stages with {} per step: a rank is idle for {} of the step and computes for {}.",
            stages, microbatchesText(microbatches), timeText(costs.bubbleNs), timeText(costs.computeNs));
        finding.evidence.rows = costliest(workOf);
        finding.costOrigin = Origin::Modelled;
        finding.howComputed = howModelled(costs);
        finding.suggestion = say("More microbatches per step, interleaved stages, or a zero-bubble schedule.");
        finding.tryKnobs = {{"microbatches", fmt::format("{}", std::max(2 * microbatches, 4))}};
        addShare(findings, std::move(finding), leastShapeShare);
    }
    const auto addPasses = [&](Finding finding, Category group, const char* knob, int size) {
        finding.kind = Finding::Kind::Shape;
        finding.costNs = costs.exposedNs[size_t(group)];
        finding.evidence.rows = costliest(bytesOf[size_t(group)]);
        if (!finding.evidence.rows.empty())
            finding.evidence.layer = workload.rows[finding.evidence.rows.front()].name;
        finding.costOrigin = Origin::Modelled;
        finding.howComputed = howModelled(costs);
        if (size > 1)
            finding.tryKnobs = {{knob, fmt::format("{}", size / 2)}};
        if (finding.costNs > 0)
            addShare(findings, std::move(finding), leastShapeShare);
    };
    Finding tensorComm;
    tensorComm.id = "exposed-tp-communication";
    tensorComm.title = say("Tensor-parallel communication is exposed");
    tensorComm.sentence = say("Tensor-parallel communication takes {} beside {} of compute.",
        timeText(costs.exposedNs[size_t(Category::TensorComm)]), timeText(costs.computeNs));
    tensorComm.suggestion = costs.computeNs > 0 ? say("Less tensor parallelism, or overlap with compute.")
                                                : say("Less tensor parallelism, or faster links.");
    addPasses(std::move(tensorComm), Category::TensorComm, "tensor", tensor);
    Finding expertComm;
    expertComm.id = "exposed-ep-communication";
    expertComm.title = say("Expert-parallel communication is exposed");
    expertComm.sentence = say("Sending tokens to their experts and back takes {} beside {} of compute.",
        timeText(costs.exposedNs[size_t(Category::ExpertComm)]), timeText(costs.computeNs));
    expertComm.suggestion
        = say("Less expert parallelism, experts nearer to their tokens (on the same node), or faster links.");
    addPasses(std::move(expertComm), Category::ExpertComm, "expert", workload.expertParallel.value_or(1));
    if (unknown > 0) {
        Finding finding;
        finding.kind = Finding::Kind::Caveat;
        finding.id = "not-measured";
        finding.title = say("{} compute times are unknown", countText(double(unknown)));
        finding.sentence = say(
            "{} passes state a compute time of 1, which means unknown; they are left out.", countText(double(unknown)));
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
        findings.stepNs > 0 ? say("no communication and no bubble takes a considerable share of the step")
                            : say("nothing in its step could be priced"));
    return findings;
}

} // namespace bubblescope
