// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simaitransfer.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace bubblescope {

namespace {

constexpr double mebibyte = 1024.0 * 1024;

struct SmallMessage {
    int ranks;
    double us;
};
// Group sizes between two entries use the larger one.
constexpr std::array<SmallMessage, 7> smallMessages {
    {{2, 10}, {4, 12}, {8, 15}, {16, 66}, {32, 135}, {64, 200}, {128, 320}}};

// Bandwidth relative to the nominal one, by nodes (columns) and bytes: 16 MiB and each power of two up to 16 GiB
// (rows). Absent entries are 1.
constexpr size_t sizes = 11;
constexpr std::array<int, 9> nodesOfColumn {1, 2, 4, 8, 16, 32, 64, 128, 9}; // 9: "Multi 16"
using RatioTable = std::array<std::array<double, nodesOfColumn.size()>, sizes>;
constexpr RatioTable allToAllRatios {{
    {0.44, 0.52, 0.67, 0.64, 0.62, 1, 1, 1, 0.86},
    {0.51, 0.63, 0.68, 0.67, 0.66, 1, 1, 1, 0.92},
    {0.6, 0.72, 0.83, 0.82, 0.66, 1, 1, 1, 0.94},
    {0.65, 0.76, 0.9, 0.85, 0.72, 1, 1, 1, 0.94},
    {0.7, 0.79, 0.92, 0.87, 0.75, 1, 1, 1, 0.94},
    {0.71, 0.8, 0.94, 0.89, 0.81, 1, 1, 1, 0.95},
    {0.74, 0.81, 0.94, 0.92, 0.85, 1, 1, 1, 0.96},
    {0.76, 0.81, 0.95, 0.93, 0.88, 1, 1, 1, 0.96},
    {0.77, 0.8, 0.95, 0.94, 0.89, 1, 1, 1, 0.96},
    {0.78, 0.8, 0.95, 0.94, 0.9, 1, 1, 1, 0.96},
    {0.78, 0.8, 0.95, 0.94, 0.9, 1, 1, 1, 0.96},
}};
constexpr RatioTable networkRatios {{
    {0.45, 0.32, 0.24, 0.13, 0.05, 0.044, 0.021, 0.0087, 0.86},
    {0.55, 0.47, 0.38, 0.24, 0.11, 0.052, 0.042, 0.021225, 0.92},
    {0.65, 0.5, 0.53, 0.39, 0.21, 0.106, 0.051, 0.04405, 0.94},
    {0.69, 0.67, 0.67, 0.54, 0.38, 0.205, 0.107, 0.0533, 0.94},
    {0.73, 0.85, 0.77, 0.69, 0.57, 0.387, 0.209, 0.1027, 0.94},
    {0.76, 0.89, 0.85, 0.78, 0.73, 0.562, 0.384, 0.1902, 0.95},
    {0.77, 0.92, 0.93, 0.9, 0.76, 0.74, 0.563, 0.314575, 0.96},
    {0.78, 0.94, 0.94, 0.94, 0.92, 0.758, 0.745, 0.553525, 0.96},
    {0.79, 0.95, 0.95, 0.95, 0.95, 0.923, 0.755, 0.740175, 0.96},
    {0.8, 0.95, 0.96, 0.96, 0.96, 0.953, 0.914, 0.7648, 0.96},
    {0.81, 0.96, 0.96, 0.96, 0.96, 0.957, 0.958, 0.919175, 0.96},
}};
constexpr RatioTable nvlinkRatios {{
    {0.45, 0.55, 0.34, 0.16, 0.08, 1, 1, 1, 0.86},
    {0.55, 0.68, 0.6, 0.34, 0.16, 1, 1, 1, 0.92},
    {0.65, 0.74, 0.71, 0.62, 0.33, 1, 1, 1, 0.94},
    {0.69, 0.8, 0.74, 0.7, 0.65, 1, 1, 1, 0.94},
    {0.73, 0.84, 0.79, 0.78, 0.72, 1, 1, 1, 0.94},
    {0.76, 0.86, 0.86, 0.82, 0.75, 1, 1, 1, 0.95},
    {0.77, 0.87, 0.87, 0.86, 0.83, 1, 1, 1, 0.96},
    {0.78, 0.87, 0.87, 0.87, 0.86, 1, 1, 1, 0.96},
    {0.79, 0.88, 0.88, 0.88, 0.87, 1, 1, 1, 0.96},
    {0.8, 0.88, 0.88, 0.88, 0.88, 1, 1, 1, 0.96},
    {0.81, 0.88, 0.88, 0.88, 0.88, 1, 1, 1, 0.96},
}};

/// Relative to the bandwidth of the largest messages.
double ratioAt(double bytes, int nodes, const RatioTable& table)
{
    constexpr size_t otherNodes = 4; // like 16
    constexpr double smallest = 16 * mebibyte;
    const auto known = std::find(nodesOfColumn.begin(), nodesOfColumn.end(), nodes);
    const size_t column = known == nodesOfColumn.end() ? otherNodes : size_t(known - nodesOfColumn.begin());
    const double largest = table.back()[column];
    double size = smallest;
    for (size_t row = 0; row + 1 < sizes; ++row, size *= 2) {
        if (bytes <= size)
            return table[row][column] / largest;
        if (bytes <= 2 * size) {
            const double from = table[row][column];
            return (from + (table[row + 1][column] - from) * (bytes - size) / size) / largest;
        }
    }
    return 1;
}

struct Nodes {
    int count = 1;
    int ranks = 1;   ///< of the group, on each node
    double nics = 0; ///< for them
};
Nodes nodesOf(const SimAiGroup& group, const SimAiServers& servers)
{
    const int64_t span = int64_t(group.ranks) * group.inner;
    const double nics = double(servers.nics) / std::min(group.inner, servers.gpus);
    const int together = std::max(1, servers.gpus / group.inner);
    switch (group.kind) {
    case Category::DataComm:
    case Category::ExpertDataComm:
        // SimAI counts each of them as a separate node.
        return {group.ranks, together, nics};
    default:
        return {std::max(1, int(span / servers.gpus)), span <= servers.gpus ? group.ranks : together, nics};
    }
}

struct StatedBandwidth {
    double gibps;
    bool isNvlink;
};
StatedBandwidth bandwidthOf(Operation operation, const Nodes& nodes, const SimAiServers& servers)
{
    if (nodes.count == 1)
        return {servers.nvlinkGiBps, false};
    const double network = servers.nicGiBps * nodes.nics;
    const double perNode = nodes.ranks;
    if (operation == Operation::AllToAll)
        return {network / perNode * (nodes.count * perNode - 1) / ((nodes.count - 1) * perNode), false};
    if (nodes.ranks == 1 || network <= servers.nvlinkGiBps)
        return {network, false};
    // Rings leave a node through another card than they entered it.
    const double inside = servers.nvlinkGiBps * perNode / (perNode - 1);
    return inside < network ? StatedBandwidth {inside, true} : StatedBandwidth {network, false};
}

double ratioOf(Operation operation, double bytes, const SimAiGroup& group, const SimAiServers& servers, bool isNvlink)
{
    const bool isTensor = group.kind == Category::TensorComm;
    const int span = std::max(1, int(int64_t(group.ranks) * group.inner / servers.gpus));
    if (operation == Operation::AllToAll && (isTensor || group.kind == Category::ExpertComm)) {
        const bool isWhole = !isTensor && group.inner >= servers.gpus && group.ranks > 1;
        return ratioAt(bytes, isWhole ? nodesOfColumn.back() : span, allToAllRatios);
    }
    if (isTensor && (operation == Operation::AllGather || operation == Operation::ReduceScatter))
        return ratioAt(bytes, span, isNvlink ? nvlinkRatios : networkRatios);
    return 1;
}

} // namespace

double simAiTransferUs(Operation operation, double bytes, const SimAiGroup& group, const SimAiServers& servers)
{
    if (bytes <= 1 || group.ranks <= 1)
        return 0;
    if (bytes < mebibyte) {
        const auto it = std::find_if(smallMessages.begin(), smallMessages.end(),
            [&](const SmallMessage& small) { return small.ranks >= group.ranks; });
        return it == smallMessages.end() ? smallMessages.back().us : it->us;
    }
    const double n = group.ranks;
    const StatedBandwidth bandwidth = bandwidthOf(operation, nodesOf(group, servers), servers);
    const double reached = bandwidth.gibps * ratioOf(operation, bytes, group, servers, bandwidth.isNvlink);
    const double once = bytes / gibibyte / reached * usPerSecond * (n - 1) / n;
    return operation == Operation::AllReduce ? 2 * once : once;
}

} // namespace bubblescope
