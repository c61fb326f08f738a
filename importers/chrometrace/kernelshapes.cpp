// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernelshapes.h"

#include "bytesource.h"
#include "decimaltime.h"
#include "eventmeaning.h"
#include "tablelines.h"
#include "tabletext.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

namespace bubblescope {

namespace {

struct ShapesOfKernel {
    std::string name;
    StringId shapes;
};

int columnOf(const std::vector<std::string>& header, std::string_view name)
{
    const auto found = std::find(header.begin(), header.end(), name);
    return found == header.end() ? -1 : int(found - header.begin());
}

/// "[32, 3, 224, 224] [64]" of "32,3,224,224;64;": a scalar has none.
std::string shapesOfCell(std::string cell)
{
    std::erase_if(cell, [](char c) { return c == '"' || c == ' '; });
    std::string lists;
    for (size_t at = 0; at < cell.size();) {
        const size_t end = std::min(cell.find(';', at), cell.size());
        lists += fmt::format("[{}]", cell.substr(at, end - at));
        at = end + 1;
    }
    return shapesOfInputs(fmt::format("[{}]", lists));
}

} // namespace

void addKernelShapes(const std::string& path, TraceBuilder& builder)
{
    const auto source = openFile(path, path);
    if (!source)
        return;
    ImportReport ignored;
    TableLines lines(**source, ignored, {});
    std::vector<std::string> cells;
    if (!lines.next() || !splitCsv(lines.line(), cells))
        return;
    const int name = columnOf(cells, "Name");
    const int begin = columnOf(cells, "Start Time(us)");
    const int shapes = columnOf(cells, "Input Shapes");
    if (std::min({name, begin, shapes}) < 0)
        return;
    const auto needed = size_t(std::max({name, begin, shapes})) + 1;
    std::unordered_multimap<TimeNs, ShapesOfKernel> kernels;
    while (lines.next()) {
        if (!splitCsv(lines.line(), cells) || cells.size() < needed)
            continue;
        std::string& time = cells[size_t(begin)];
        time.erase(std::min(time.find_last_not_of(" \t") + 1, time.size()));
        const std::optional<TimeNs> at = parseDecimalTime(time, TimeUnit::Microseconds);
        const std::string text = shapesOfCell(cells[size_t(shapes)]);
        if (at && !text.empty())
            kernels.emplace(*at, ShapesOfKernel {cells[size_t(name)], builder.intern(text)});
    }
    for (uint32_t span = 0; !kernels.empty() && span < builder.spanCount(); ++span) {
        const auto [first, last] = kernels.equal_range(builder.range(span).begin);
        for (auto kernel = first; kernel != last; ++kernel) {
            if (builder.text(builder.name(span)) == kernel->second.name)
                builder.setDetail(span, kernel->second.shapes);
        }
    }
}

} // namespace bubblescope
