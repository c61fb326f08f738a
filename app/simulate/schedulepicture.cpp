// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedulepicture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace bubblescope {

namespace {

constexpr int widest = 108;
constexpr size_t mostRanks = 64;
constexpr std::string_view idle = "·";

/// Time per character: the greatest common divisor of all passes if the step then fits the line, else longer.
TimeNs columnLength(const PipelineGraph& pipeline, const Retiming& retiming)
{
    TimeNs unit = 0;
    for (const std::vector<uint32_t>& nodes : pipeline.nodes) {
        for (const uint32_t node : nodes) {
            unit = std::gcd(unit, retiming.begin(pipeline.graph, node));
            unit = std::gcd(unit, retiming.end(pipeline.graph, node));
        }
    }
    const TimeNs makespan = retiming.makespan();
    return unit > 0 && makespan / unit <= widest ? unit : std::max<TimeNs>((makespan + widest - 1) / widest, 1);
}

char letterOf(const ScheduledOperation& operation)
{
    const char letter = operation.operation == Operation::Forward ? 'F'
        : operation.operation == Operation::WeightGradient        ? 'W'
                                                                  : 'B';
    return operation.chunk == 0 ? letter : char(std::tolower(letter));
}

} // namespace

std::string schedulePicture(const PipelineGraph& pipeline, const Retiming& retiming)
{
    if (retiming.makespan() == 0)
        return {};
    const TimeNs column = columnLength(pipeline, retiming);
    const TimeNs columns = (retiming.makespan() + column - 1) / column;
    std::string text;
    for (size_t rank = 0; rank < std::min(pipeline.nodes.size(), mostRanks); ++rank) {
        text += fmt::format("  {:>5}  ", rank);
        size_t i = 0;
        const std::vector<uint32_t>& nodes = pipeline.nodes[rank];
        for (TimeNs c = 0; c < columns; ++c) {
            const TimeNs middle = c * column + column / 2;
            while (i < nodes.size() && retiming.end(pipeline.graph, nodes[i]) <= middle)
                ++i;
            const bool works = i < nodes.size() && retiming.begin(pipeline.graph, nodes[i]) <= middle
                && pipeline.operations[rank][i].isWork();
            if (works)
                text += letterOf(pipeline.operations[rank][i]);
            else
                text += idle;
        }
        text += '\n';
    }
    if (pipeline.nodes.size() > mostRanks)
        text += fmt::format("         … {} more\n", pipeline.nodes.size() - mostRanks);
    const auto any = [&pipeline](const auto& is) {
        return std::any_of(pipeline.operations.front().begin(), pipeline.operations.front().end(), is);
    };
    const bool isExact = retiming.makespan() % column == 0;
    text += fmt::format("         one character is {}{:.4g} ms: F forward, B backward{}{}\n", isExact ? "" : "about ",
        double(column) / 1e6,
        any([](const ScheduledOperation& o) { return o.operation == Operation::WeightGradient; })
            ? ", W weight gradient"
            : "",
        any([](const ScheduledOperation& o) { return o.chunk > 0; }) ? ", small on further chunks" : "");
    return text;
}

} // namespace bubblescope
