// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectivecommand.h"

#include "counted.h"
#include "jsontext.h"
#include "measuretext.h"
#include "numbertext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::array<std::pair<std::string_view, Operation>, 7> operations {{
    {"all-reduce", Operation::AllReduce},
    {"all-gather", Operation::AllGather},
    {"reduce-scatter", Operation::ReduceScatter},
    {"all-to-all", Operation::AllToAll},
    {"broadcast", Operation::Broadcast},
    {"reduce", Operation::Reduce},
    {"send", Operation::SendForward},
}};

std::string_view collectiveWord(Operation operation)
{
    return std::find_if(operations.begin(), operations.end(), [&](const auto& o) {
        return o.second == operation;
    })->first;
}

double busOf(const PricedTransfer& transfer)
{
    return busBandwidth(transfer.operation, transfer.bytes, transfer.placement.ranks, transfer.ns);
}

} // namespace

std::vector<std::string_view> collectiveKeys()
{
    std::vector<std::string_view> keys;
    for (const auto& [key, operation] : operations)
        keys.push_back(key);
    return keys;
}

Result<double> parseBytes(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, double>, 7> units {{{"B", 1}, {"KB", 1e3}, {"MB", 1e6},
        {"GB", 1e9}, {"KiB", 1024.0}, {"MiB", 1024.0 * 1024}, {"GiB", 1024.0 * 1024 * 1024}}};
    const size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::optional<double> number = parseNumber(text.substr(0, end));
    const std::string_view unit = text.substr(std::min(text.find_first_not_of(' ', end), text.size()));
    const auto it = std::find_if(units.begin(), units.end(), [&](const auto& u) { return u.first == unit; });
    constexpr double most = 1e15;
    if (!number || it == units.end() || !(*number * it->second <= most)) {
        return Error {say("\"{}\" is not a number of bytes.", text),
            say("Give one with its unit, such as 64MB (1e6 bytes) or 64MiB (2^20)."), {}};
    }
    return *number * it->second;
}

Result<PricedCollective> priceOne(const CollectiveQuestion& question, const HardwareCatalog& catalog)
{
    const auto known = std::find_if(operations.begin(), operations.end(),
        [&](const auto& operation) { return operation.first == question.operation; });
    if (known == operations.end()) {
        return Error {say("There is no collective \"{}\".", question.operation),
            say("Give one of {}.", fmt::join(collectiveKeys(), ", ")), {}};
    }
    Result<Hardware> hardware = catalog.findOrRead(question.hardware);
    if (!hardware)
        return hardware.error();
    PricedCollective priced {{}, *std::move(hardware)};
    const int onNode = priced.hardware.gpusPerNode;
    const int perNode = question.perNode > 0 ? question.perNode : onNode;
    const bool isMessage = isPointToPoint(known->second);
    if (question.ranks < 1 || perNode > onNode || (isMessage && question.ranks != 2)) {
        return Error {isMessage ? say("A message needs two ranks.")
                                : say("{} ranks, {} of them on each node, are no group of {}.", question.ranks, perNode,
                                    priced.hardware.name),
            say("It has {} GPUs per node.", onNode), {}};
    }
    PricedTransfer& transfer = priced.transfer;
    transfer.operation = known->second;
    transfer.bytes = question.bytes;
    // Every GPU of a node belongs to a group of this kind.
    transfer.placement = {question.ranks, std::min(perNode, question.ranks), std::max(1, onNode / perNode)};
    transfer.count = 1;
    transfer.takePrice(priceOf(transfer, {priced.hardware, question.algorithm, {}, {}}));
    transfer.ns = transfer.pricedNs();
    return priced;
}

std::string collectiveText(const PricedCollective& priced)
{
    const PricedTransfer& t = priced.transfer;
    std::string text = fmt::format("{} of {} among {}, {} on each of {}, on {}\n", collectiveWord(t.operation),
        bytesText(t.bytes), counted(uint64_t(t.placement.ranks), "rank"), t.placement.ranksPerNode,
        counted(uint64_t(t.placement.nodes()), "node"), priced.hardware.name);
    const auto add
        = [&text](std::string_view name, std::string_view value) { text += fmt::format("  {:<20} {}\n", name, value); };
    add("time", t.isSmall ? fmt::format("{} ± 50 %", timeText(t.ns)) : timeText(t.ns));
    add("algorithm", collectiveAlgorithmKey(t.algorithm));
    if (t.link.bottleneck != Bottleneck::None)
        add("limited by", fmt::format("{}, {}", bottleneckName(t.link.bottleneck), speedText(t.link.bytesPerSecond)));
    add("formula", transferFormula(t).text());
    add("algorithm bandwidth", speedText(algorithmBandwidth(t.bytes, t.ns)));
    add("bus bandwidth", speedText(busOf(t)));
    add("origin", "modelled");
    return text;
}

std::string collectiveJson(const PricedCollective& priced)
{
    const PricedTransfer& t = priced.transfer;
    nlohmann::ordered_json json;
    json["kind"] = collectiveWord(t.operation);
    json["bytes"] = t.bytes;
    json["hardware"] = priced.hardware.name;
    json["placement"] = {{"ranks", t.placement.ranks}, {"ranks_per_node", t.placement.ranksPerNode},
        {"nodes", t.placement.nodes()}, {"groups_sharing_nics", t.placement.groupsSharingNics}};
    json["algorithm"] = collectiveAlgorithmKey(t.algorithm);
    json["link"] = {{"limited_by", bottleneckName(t.link.bottleneck)}, {"gb_per_s", t.link.bytesPerSecond / 1e9},
        {"latency_us", t.link.latencyNs / 1e3}};
    json["formula"] = transferFormula(t).text();
    json["time_us"] = t.ns / 1e3;
    json["uncertainty"] = t.isSmall ? nlohmann::ordered_json(0.5) : nlohmann::ordered_json(nullptr);
    json["algbw_gb_per_s"] = algorithmBandwidth(t.bytes, t.ns) / 1e9;
    json["busbw_gb_per_s"] = busOf(t) / 1e9;
    json["origin"] = "modelled";
    return jsonText(json);
}

} // namespace bubblescope
