// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "machineprices.h"

#include "devicelanes.h"
#include "matrixspeed.h"
#include "memorycost.h"
#include "recordedtransfers.h"
#include "refusal.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

MachinePrices::MachinePrices(const JobSource& source, std::vector<BandwidthCurve> curves)
    : m_isPlanned(source.isPlanned())
    , m_isRecorded(source.run && (source.run->kind == Run::Kind::Measured || source.run->kind == Run::Kind::Scaling))
    , m_isOfOperations(m_isRecorded && !isProfilerRun(*source.run->trace))
{
    m_own.curves = std::move(curves);
    if (source.hardware) {
        m_machine.hardware = *source.hardware;
        m_machine.by = MachineGuess::By::Named;
    } else if (!source.machine.isEmpty()) {
        m_machine = guessMachine(source.machine, {}, m_catalog);
    }
    m_own.hardware = m_machine.hardware;
    m_own.fit = fitOn(m_own);
    findPossible(0);
}

void MachinePrices::findPossible(double flops)
{
    m_possible.clear();
    if (m_machine.by != MachineGuess::By::Assumed || m_isPlanned)
        return;
    for (const HardwareCatalog::Preset& preset : HardwareCatalog::builtin().presets()) {
        const Result<Hardware> hardware = HardwareCatalog::builtin().find(preset.key);
        if (preset.isNetwork() || !hardware || hardware->peakFlops < flops)
            continue;
        Pricing pricing = m_own;
        pricing.hardware = *hardware;
        pricing.fit = fitOn(pricing);
        m_possible.push_back(std::move(pricing));
    }
}

TransferFit MachinePrices::fitOn(const Pricing& pricing) const
{
    TransferFit fit = calibrated(m_recorded, pricing, m_isOfOperations);
    if (m_isRecorded)
        fit.assumeUsualLines();
    return fit;
}

/// A replay has no prices of its own: it may be timed before it is known what they are.
void MachinePrices::learn(const JobSource& source, const StepGraph& replay)
{
    m_recorded = recordedTransfers(replay);
    // What met nobody may be a group of one, or one of many whose ranks are not there.
    if (!source.job || source.job->replicasAreAlike)
        std::erase_if(m_recorded, [](const RecordedTransfer& transfer) { return transfer.placement.ranks < 2; });
    std::vector<RecordedTransfer> seen = largestOf(m_own.curves);
    seen.insert(seen.end(), m_recorded.begin(), m_recorded.end());
    const MachineNeeds needs
        = source.job ? MachineNeeds {fastestMatrixWork(*source.job), leastMemoryBytes(*source.job)} : MachineNeeds();
    m_machine = guessMachine(source.machine, seen, m_catalog, needs);
    m_own.hardware = m_machine.hardware;
    m_own.fit = fitOn(m_own);
    findPossible(needs.flops);
}

MachineGuess MachinePrices::machineOf(const Pricing& pricing, bool isNamed) const
{
    const bool isNews = isNamed && m_machine.by == MachineGuess::By::Assumed;
    if (pricing.hardware.name == m_own.hardware.name && !isNews)
        return m_machine;
    return {pricing.hardware, MachineGuess::By::Stated, {}};
}

Result<Pricing> MachinePrices::ownUnder(const Knobs& knobs) const
{
    const std::optional<std::string>& named = m_isPlanned ? knobs.hardware : knobs.measuredOn;
    if (!named)
        return m_own;
    Result<Hardware> found = m_catalog.findOrRead(*named);
    if (!found)
        return found.error();
    Pricing pricing = m_own;
    pricing.hardware = std::move(found).value();
    pricing.fit = fitOn(pricing);
    return pricing;
}

Result<Hardware> MachinePrices::hardwareUnder(const Knobs& knobs, const Hardware& measuredOn) const
{
    Hardware hardware = measuredOn;
    if (knobs.hardware) {
        Result<Hardware> found = m_catalog.findOrRead(*knobs.hardware);
        if (!found)
            return found.error();
        hardware = std::move(found).value();
    }
    if (knobs.nvlinkBandwidth)
        hardware.nvlinkBandwidth = *knobs.nvlinkBandwidth;
    if (knobs.nicBandwidth)
        hardware.nicBandwidth = *knobs.nicBandwidth;
    if (knobs.latencyNs)
        hardware.intraLatencyNs = hardware.interLatencyNs = *knobs.latencyNs;
    return hardware;
}

void MachinePrices::markModelled(StepGraph& order) const
{
    for (PricedTransfer& kind : order.kinds) {
        const bool isRecorded = std::any_of(m_recorded.begin(), m_recorded.end(), [&](const RecordedTransfer& seen) {
            const bool isAlike
                = isPointToPoint(kind.operation) ? isPointToPoint(seen.operation) : seen.operation == kind.operation;
            // Members of an exchange send unlike bytes: any of them may stand for it.
            const bool isOfThatSize = seen.bytes == kind.bytes || kind.operation == Operation::AllToAll;
            return isAlike && isOfThatSize && seen.group == kind.group && seen.placement.ranks == kind.placement.ranks
                && seen.placement.spansNodes() == kind.placement.spansNodes();
        });
        if (!isRecorded && kind.bytes >= 0)
            kind.origin = Origin::Modelled;
    }
}

void MachinePrices::markSmall(StepGraph& order, const Pricing& pricing)
{
    for (PricedTransfer& kind : order.kinds)
        kind.isSmall = kind.bytes >= 0 && kind.bytes < uncertainBytes && priceOf(kind, pricing).isSmall;
}

bool isSameMachine(const Hardware& one, const Hardware& other)
{
    constexpr double rounding = 1e-5; // of what is told in a few digits
    const auto isAlike = [&](double Hardware::*value) {
        return std::abs(one.*value - other.*value) <= rounding * std::abs(one.*value);
    };
    constexpr std::array<double Hardware::*, 6> links {&Hardware::nvlinkBandwidth, &Hardware::messageBandwidth,
        &Hardware::nicBandwidth, &Hardware::intraLatencyNs, &Hardware::interLatencyNs, &Hardware::nvlsBandwidth};
    const auto computesAlike = [&](ComputeClass computeClass) { return computeRatio(computeClass, one, other) == 1; };
    return one.name == other.name && one.gpusPerNode == other.gpusPerNode && one.nicsPerNode == other.nicsPerNode
        && std::all_of(links.begin(), links.end(), isAlike)
        && std::all_of(gpuClasses.begin(), gpuClasses.end(), computesAlike);
}

/// A curve is valid for the links it was measured on; for other links it is scaled by the formula.
LinkPrices LinkPrices::under(const Knobs& knobs, const Pricing& pricing, const Hardware& hardware)
{
    const CollectiveAlgorithm algorithm = knobs.algorithm.value_or(pricing.algorithm);
    LinkPrices prices;
    prices.asMeasured = pricing;
    prices.asMeasured.algorithm = algorithm;
    prices.changesLinks = knobs.hardware || knobs.nvlinkBandwidth || knobs.nicBandwidth || knobs.latencyNs;
    prices.oldLinks.hardware = pricing.hardware;
    prices.newLinks.hardware = hardware;
    if (algorithm != CollectiveAlgorithm::Curve)
        prices.oldLinks.algorithm = prices.newLinks.algorithm = algorithm;
    return prices;
}

Result<CostFactors> costFactors(
    const Knobs& knobs, const Pricing& pricing, const Hardware& hardware, const StepOrder& order)
{
    CostFactors factors = order.graph.unchanged();
    const ModelShape model = order.job.shape(knobs.microbatchSize);
    for (const ComputeClass c : gpuClasses)
        factors.computeClass[size_t(c)]
            = computeRatio(c, pricing.hardware, hardware, {}, model) * knobs.computeScale.value_or(1);
    factors.attentionPercent = attentionPercentOf(model, pricing.hardware);
    for (const Knobs::Straggler& straggler : knobs.stragglers) {
        bool found = false;
        for (size_t r = 0; r < order.graph.ranks.size(); ++r) {
            const StepGraph::Rank& rank = order.graph.ranks[r];
            if (straggler.number == (straggler.of == Knobs::Straggler::Of::Rank ? rank.rank : rank.stage)) {
                factors.compute[r] *= straggler.factor;
                found = true;
            }
        }
        if (!found) {
            const bool isRank = straggler.of == Knobs::Straggler::Of::Rank;
            return refusal(say(isRank ? say("There is no rank {}.") : say("There is no stage {}."), straggler.number),
                order.job.replicasAreAlike ? say("One rank of each stage is modelled: name a stage.") : "");
        }
    }
    const LinkPrices prices = LinkPrices::under(knobs, pricing, hardware);
    const double copies = computeRatio(ComputeClass::MemoryBound, pricing.hardware, hardware);
    for (size_t k = 0; k < order.graph.kinds.size(); ++k) {
        const PricedTransfer& kind = order.graph.kinds[k];
        const TransferPrice before = priceOf(kind, pricing);
        double links = before.linkNs() > 0 ? priceOf(kind, prices.asMeasured).linkNs() / before.linkNs() : 1;
        if (prices.changesLinks) {
            const double formula = priceOf(kind, prices.oldLinks).ns;
            links *= formula > 0 ? priceOf(kind, prices.newLinks).ns / formula : 1;
        }
        // What is spent on no link stays what it was.
        if (before.ns > 0 && (links != 1 || (copies != 1 && before.copyNs > 0)))
            factors.transfer[k] = (before.overheadNs + before.copyNs * copies + before.linkNs() * links) / before.ns;
        factors.transfer[k] *= knobs.commScale.value_or(1);
    }
    for (const Knobs::Link& link : knobs.links) {
        const CostFactors::Stages stages {int16_t(link.first), int16_t(link.second)};
        const auto isOver = [&](const StepGraph::Transfer& transfer) { return transfer.stages == stages; };
        if (std::none_of(order.graph.transfers.begin(), order.graph.transfers.end(), isOver))
            return refusal(say("No messages pass between stages {} and {}.", link.first, link.second), "");
        factors.links.push_back({stages, link.factor});
    }
    factors.gap = knobs.hostGaps.value_or(1);
    // As measured, compute that overlaps communication includes the slowdown already; so do the times of a described
    // job, whether it states the overlap or is told.
    constexpr double usualSlowdown = 0.3;
    const bool isNew = order.structure.overlap.value_or(false) && !order.described;
    factors.overlapSlowdown = knobs.overlapSlowdown.value_or(isNew ? usualSlowdown : 0);
    return factors;
}

} // namespace bubblescope
