// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pricing.h"

#include "measuretext.h"
#include "roundedtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bubblescope {

void PricedTransfer::takePrice(const TransferPrice& price)
{
    algorithm = price.algorithm;
    link = price.link;
    isSmall = bytes >= 0 && price.isSmall;
    overheadNs = price.overheadNs + price.copyNs;
    factor = price.factor;
    isUsual = price.isUsual;
    formulaNs = price.linkNs() / price.factor;
}

GroupPlacement placementOf(std::vector<int> nodesOfMembers, int ranksPerNode)
{
    GroupPlacement placement;
    placement.ranks = int(nodesOfMembers.size());
    std::sort(nodesOfMembers.begin(), nodesOfMembers.end());
    for (size_t i = 0; i < nodesOfMembers.size();) {
        size_t next = i;
        while (next < nodesOfMembers.size() && nodesOfMembers[next] == nodesOfMembers[i])
            ++next;
        placement.ranksPerNode = std::max(placement.ranksPerNode, int(next - i));
        i = next;
    }
    // Every rank of a node belongs to a group of this kind.
    placement.groupsSharingNics = std::max(1, ranksPerNode / placement.ranksPerNode);
    return placement;
}

namespace {

std::string number(double value) { return fmt::format("{:.4g}", value); }

/// By the hardware alone.
Message plainFormula(const PricedTransfer& t)
{
    const std::string size = bytesText(t.bytes);
    const std::string speed = speedText(t.link.bytesPerSecond);
    const std::string latency = timeText(t.link.latencyNs);
    const std::string result = timeText(t.formulaNs > 0 ? t.formulaNs : t.ns);
    const int n = t.placement.ranks;
    if (n <= 1 && !isPointToPoint(t.operation))
        return say("a group of one rank does not communicate = {}", result);
    if (t.algorithm == CollectiveAlgorithm::InSwitch)
        return say("a + S/B = {} + {} / {} = {}", latency, size, speed, result);
    if (t.algorithm == CollectiveAlgorithm::Tree)
        return say("L + S/(0.5 B) = L + {} / (0.5 × {}) = {}", size, speed, result);
    if (t.algorithm == CollectiveAlgorithm::Curve && t.link.bytesPerSecond <= 0)
        return say("measured bandwidth curve at {} = {}", size, result);
    if (t.algorithm == CollectiveAlgorithm::Curve) {
        const double bus = busFactor(t.operation, n);
        const double ns = t.formulaNs > 0 ? t.formulaNs : t.ns;
        const double factor = (ns - t.link.latencyNs) * t.link.bytesPerSecond / (bus * t.bytes * nsPerSecond);
        return say("call + factor · f S/B, as measured on such GPUs = {} + {} × {} × {} / {} = {}", latency,
            number(factor), number(bus), size, speed, result);
    }
    switch (t.operation) {
    case Operation::AllReduce:
        return say("2(n−1)a + 2(n−1)/n · S/B = {} × {} + {} × {} / {} = {}", 2 * (n - 1), latency,
            number(2.0 * (n - 1) / n), size, speed, result);
    case Operation::AllGather:
    case Operation::ReduceScatter:
        return say("(n−1)a + (n−1)/n · S/B = {} × {} + {} × {} / {} = {}", n - 1, latency, number(double(n - 1) / n),
            size, speed, result);
    case Operation::AllToAll:
        return say(
            "(n−1)a + max(S(g−1)/n/B, S(n−g)/n/NIC) = {} × {} + {} at {} = {}", n - 1, latency, size, speed, result);
    case Operation::Broadcast:
    case Operation::Reduce:
        return say("(n−1)a + S/B = {} × {} + {} / {} = {}", n - 1, latency, size, speed, result);
    default:
        return say("a + S/B = {} + {} / {} = {}", latency, size, speed, result);
    }
}

} // namespace

Message transferFormula(const PricedTransfer& t)
{
    if (t.origin == Origin::Measured)
        return say("as measured = {}", timeText(t.ns));
    Message formula = plainFormula(t);
    if (t.overheadNs > 0 || t.factor != 1) {
        formula = say(!t.isUsual              ? say("{}; transfers of this run take {} + {} × that = {}")
                : isPointToPoint(t.operation) ? say("{}; messages of recorded runs take {} + {} × that = {}")
                                              : say("{}; collectives of recorded runs take {} + {} × that = {}"),
            formula, timeText(t.overheadNs), number(t.factor), timeText(t.pricedNs()));
    }
    constexpr double rounding = 1e-3;
    if (t.pricedNs() > 0 && std::abs(t.ns / t.pricedNs() - 1) > rounding)
        formula = say("{}; this one was recorded with {} times its price = {}", formula, number(t.ns / t.pricedNs()),
            timeText(t.ns));
    return formula;
}

TransferPrice priceOf(const PricedTransfer& kind, const Pricing& pricing)
{
    constexpr double unknownBytes = 64 << 20;
    const double bytes = kind.bytes >= 0 ? kind.bytes : unknownBytes;
    const bool isMessage = isPointToPoint(kind.operation);
    TransferPrice price;
    if (isMessage) {
        price.ns = messageNs(bytes, kind.placement, pricing.hardware);
        price.link = messageLink(kind.placement, pricing.hardware);
        price.isSmall = bytes < uncertainBytes;
    } else {
        static_cast<CollectivePrice&>(price) = priceCollective(
            kind.operation, bytes, kind.placement, pricing.hardware, pricing.algorithm, pricing.curves);
        price.copyNs = pricing.fit.copyNs(kind.group, bytes);
    }
    if (isMessage || kind.placement.ranks > 1) {
        const bool acrossNodes = kind.placement.spansNodes();
        TransferFit::Line line = pricing.fit.lineOf(kind.operation, acrossNodes);
        // Curves include what a call takes.
        if (line.isUsual && price.algorithm == CollectiveAlgorithm::Curve)
            line = {};
        // Where transfers of the kind were recorded, here or elsewhere, only small ones may be quite different.
        if (const auto& own = pricing.fit.recorded(kind.operation, acrossNodes); own && (isMessage || !own->isUsual))
            price.isSmall = price.isSmall && bytes < smallMessageBytes;
        price.overheadNs = line.overheadNs;
        price.factor = line.factor;
        price.isUsual = line.isUsual;
        price.ns *= line.factor;
    }
    price.ns += price.overheadNs + price.copyNs;
    return price;
}

double pricedNs(const PricedTransfer& kind, const Pricing& pricing)
{
    return kind.bytes >= 0 ? priceOf(kind, pricing).ns : 0;
}

} // namespace bubblescope
