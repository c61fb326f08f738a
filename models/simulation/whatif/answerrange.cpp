// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "answerrange.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace bubblescope {

namespace {

// Shares. Where no measured pair tells, they are what models of this kind are off by elsewhere.
constexpr double ofEveryChange = 0.05;
constexpr double ofSeparateRecordings = 0.05; // of the step: tables, workloads, logs and GPUs recorded alone
constexpr double ofUnknownReplay = 0.02;      // of the step, where nobody knows what the model makes of it
constexpr double leastOfReplay = 0.005;
constexpr double ofOtherHardware = 0.15;    // of what data sheets change of transfers
constexpr double ofUnknownAttention = 0.08; // of compute on another GPU, where it may be none or a third of the layers
constexpr double ofRecordedTransfers = 0.03;
constexpr double ofFittedPrices = 0.06;
constexpr double ofOtherGroups = 0.12;   // they may take an algorithm that was not recorded: rings for switches
constexpr double ofPlainFormulas = 0.25; // nothing of the kind was recorded
constexpr double ofSmallTransfers = 0.5;

/// The one that knobs ask for; they may ask for more than an order.
ScheduleKind scheduleOf(const Knobs& moved)
{
    return moved.schedule   ? *moved.schedule
        : moved.chunks      ? ScheduleKind::Interleaved
        : moved.memoryLimit ? ScheduleKind::ZbAuto
                            : ScheduleKind::OneFOneB;
}

/// What another order takes for granted, as a share of the step.
double structureError(const Knobs& moved)
{
    double squares = 0;
    const auto add = [&squares](bool isMoved, double share) { squares += isMoved ? share * share : 0; };
    add(moved.schedule || moved.memoryLimit || moved.chunks, scheduleError(scheduleOf(moved)));
    add(moved.microbatches.has_value(), 0.01);
    add(moved.stages.has_value(), 0.02); // layers, embedding and head move
    add(moved.layers.has_value(), 0.02);
    add(!moved.partition.empty(), 0.015);
    add(moved.data.has_value(), 0.01);
    add(moved.tensor.has_value(), 0.08); // sharded work is taken to shrink with the group
    // How tokens spread over more ranks has a range of its own; of 117 steps with fewer ranks the worst was off by 4.5
    // %.
    add(moved.expert.has_value(), 0.06);
    add(moved.overlap.has_value(), 0.03);
    add(moved.blockingSends.has_value(), 0.01);
    add(moved.backwardRatio.has_value(), 0.02);
    add(moved.together.has_value(), 0.02);
    return std::sqrt(squares);
}

/// What lies on the critical path.
struct OnPath {
    std::vector<double> ns; // by kind of transfer
    std::vector<double> count;
    double unknownNs = 0; // layers of which nothing tells what attention takes
    double changedNs = 0; // by another GPU
    double movedNs = 0;   // the same, gains and losses added up
    double longerNs = 0;  // that compute on another GPU may take, and less
    double shorterNs = 0;
};

OnPath criticalTerms(const AnswerTerms& terms)
{
    const StepGraph& graph = terms.graph;
    CostFactors hardware;
    hardware.computeClass = terms.hardwareFactor;
    hardware.attentionPercent = terms.factors.attentionPercent;
    OnPath on;
    on.ns.assign(graph.kinds.size(), 0);
    on.count.assign(graph.kinds.size(), 0);
    for (const Retiming::CriticalPiece& piece : terms.retiming.criticalPath(*graph.graph)) {
        const StepGraph::Node& node = graph.nodes[piece.node];
        if (!piece.isTransfer && !node.isCommunication) {
            const auto ns = double(piece.range.duration());
            const double factor = hardware.ofCompute(node.computeClass, node.attentionPercent);
            if (factor == 1 || factor <= 0)
                continue;
            on.changedNs += ns - ns / factor;
            on.movedNs += std::abs(ns - ns / factor);
            const RatioRange& range = terms.hardwareRange[size_t(node.computeClass)];
            on.longerNs += ns * range.longer;
            on.shorterNs += ns * range.shorter;
            if (node.computeClass == ComputeClass::Layers && node.attentionPercent == unknownPercent)
                on.unknownNs += ns;
            continue;
        }
        const uint32_t kind = piece.isTransfer ? graph.transfers[piece.meeting].kind : node.kind;
        if (kind == StepGraph::none)
            continue;
        on.ns[kind] += double(piece.range.duration());
        on.count[kind] += 1;
    }
    return on;
}

/// How much of its price a kind may be off.
double priceError(const PricedTransfer& kind, const TransferFit& fit, double count, bool areOtherGroups)
{
    const auto& line = fit.recorded(kind.operation, kind.placement.spansNodes());
    // Many transfers of a kind even out, but not how far this machine is from those of other runs.
    const double ofOne = line ? line->spread : 0;
    const double spread = line && line->isUsual ? ofOne : ofOne / std::sqrt(std::max(count, 1.0));
    if (kind.origin == Origin::Measured)
        return std::hypot(ofRecordedTransfers, spread);
    if (kind.isSmall)
        return ofSmallTransfers;
    if (!line)
        return ofPlainFormulas;
    return std::hypot(areOtherGroups && !isPointToPoint(kind.operation) ? ofOtherGroups : ofFittedPrices, spread);
}

} // namespace

AnswerError answerErrorNs(const AnswerTerms& terms)
{
    const auto changed = [](double ns, double factor) { return factor > 0 ? std::abs(ns - ns / factor) : ns; };
    const double stepNs = double(terms.retiming.makespan());
    const OnPath on = criticalTerms(terms);
    const Knobs& moved = terms.structure;
    const bool areOtherGroups = moved.stages || moved.data || moved.tensor || moved.expert;
    // What another GPU changes has an error of its own.
    double squares = std::pow(ofEveryChange * (terms.isRepeated ? terms.changeNs : terms.changeNs - on.changedNs), 2);
    const auto add = [&squares](double ns) { squares += ns * ns; };
    for (size_t k = 0; k < on.ns.size(); ++k) {
        const PricedTransfer& kind = terms.graph.kinds[k];
        const double factor = terms.commScale > 0 ? terms.factors.transfer[k] / terms.commScale : 1;
        add((kind.isSmall ? ofSmallTransfers : ofOtherHardware) * changed(on.ns[k], factor));
        if (!terms.isReplay)
            add(priceError(kind, terms.fit, on.count[k], areOtherGroups) * on.ns[k]);
    }
    const auto error = [&] {
        const auto ofHardware = [&on](double ns) {
            return std::min(std::hypot(ns, ofUnknownAttention * on.unknownNs), on.movedNs); // no more than it changes
        };
        const double others = std::sqrt(squares);
        return AnswerError {std::hypot(others, ofHardware(on.shorterNs)), std::hypot(others, ofHardware(on.longerNs))};
    };
    if (terms.isRepeated) {
        add(leastOfReplay * stepNs);
        if (terms.openedNs > 0)
            add(terms.unexplainedNs * terms.changeNs / terms.openedNs);
    }
    if (terms.isReplay)
        return error();
    const double model = !terms.isOneRun ? ofSeparateRecordings
        : terms.replayError              ? std::max(std::abs(*terms.replayError), leastOfReplay)
                                         : ofUnknownReplay;
    add(model * stepNs);
    add(structureError(terms.structure) * stepNs);
    add(terms.endsErrorNs);
    add(terms.expertsErrorNs);
    // Nobody knows whether it changes as the rest does.
    if (terms.openedNs > 0)
        add(terms.unexplainedNs * terms.changeNs / terms.openedNs);
    return error();
}

double scheduleError(ScheduleKind kind)
{
    if (kind == ScheduleKind::Interleaved)
        return 0.05;
    return scheduleInfo(kind).splitsBackward ? 0.02 : 0.01;
}

std::pair<double, double> scheduleRange(ScheduleKind kind, double stepNs, double makespanNs)
{
    const double error = scheduleError(kind) * stepNs;
    return {stepNs - error, stepNs + std::hypot(error, makespanNs - stepNs)};
}

double firstMicrobatchErrorNs(int recorded, int asked, const StepFigures& figures)
{
    constexpr double most = 0.2;
    if (recorded != 1)
        return 0;
    double forward = 0;
    for (const StepFigures::Stage& stage : figures.stages)
        forward = std::max(forward, stage.forwardNs);
    return most * forward * std::max(asked - 1, 0);
}

namespace {

/// What nobody recorded of the critical path, ns, by kind.
std::vector<double> pricedOnPath(const StepGraph& graph, const Retiming& retiming)
{
    std::vector<double> onPath(graph.kinds.size(), 0);
    for (const Retiming::CriticalPiece& piece : retiming.criticalPath(*graph.graph)) {
        const StepGraph::Node& node = graph.nodes[piece.node];
        const uint32_t kind = piece.isTransfer ? graph.transfers[piece.meeting].kind
            : node.isCommunication             ? node.kind
                                               : StepGraph::none;
        if (kind != StepGraph::none && graph.kinds[kind].origin == Origin::Modelled)
            onPath[kind] += double(piece.range.duration());
    }
    return onPath;
}

} // namespace

double fewChannelsErrorNs(const StepGraph& graph, const Retiming& retiming, const Pricing& own)
{
    const auto hasFewChannels = [](const PricedTransfer& kind) {
        return isPointToPoint(kind.operation) && kind.origin == Origin::Modelled && kind.bytes >= 0
            && kind.placement.pipelineNodes > 1 && !kind.placement.spansNodes();
    };
    if (std::none_of(graph.kinds.begin(), graph.kinds.end(), hasFewChannels))
        return 0;
    const std::vector<double> onPath = pricedOnPath(graph, retiming);
    double shorter = 0;
    for (size_t k = 0; k < onPath.size(); ++k) {
        const PricedTransfer& kind = graph.kinds[k];
        if (onPath[k] <= 0 || !hasFewChannels(kind))
            continue;
        GroupPlacement alone = kind.placement;
        alone.pipelineNodes = 1;
        const double price = priceOf(kind, own).ns;
        const double full = messageNs(kind.bytes, alone, own.hardware);
        shorter += price > full ? onPath[k] * (1 - full / price) : 0;
    }
    return shorter;
}

double besideErrorNs(const StepGraph& graph, const Retiming& retiming)
{
    if (!graph.mayRunBeside)
        return 0;
    double ns = 0;
    for (const Retiming::CriticalPiece& piece : retiming.criticalPath(*graph.graph))
        ns += piece.isTransfer || graph.nodes[piece.node].isCommunication ? double(piece.range.duration()) : 0;
    return ns;
}

std::pair<double, double> machineErrorNs(
    const StepGraph& graph, const Retiming& retiming, const Pricing& own, const std::vector<Pricing>& possible)
{
    std::pair<double, double> error;
    if (possible.empty())
        return error;
    const std::vector<double> onPath = pricedOnPath(graph, retiming);
    for (const Pricing& machine : possible) {
        double change = 0;
        for (size_t k = 0; k < onPath.size(); ++k) {
            const double ns = onPath[k] > 0 ? priceOf(graph.kinds[k], own).ns : 0;
            change += ns > 0 ? onPath[k] * (priceOf(graph.kinds[k], machine).ns / ns - 1) : 0;
        }
        error = {std::max(error.first, -change), std::max(error.second, change)};
    }
    return error;
}

} // namespace bubblescope
