// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexcompare.h"

#include "indexplaces.h"
#include "parallel.h"
#include "indexreading.h"
#include "runoverview.h"
#include "summarydigest.h"

#include <numeric>

namespace bubblescope {

Result<ComparedIndex> comparedIndex(const std::string& index, const ComparedPart& part)
{
    const Result<RunIndex> runs = openRunIndex(IndexPlaces(index).run());
    if (!runs)
        return runs.error();
    Result<RunFolder> tables = runs->tables();
    if (!tables)
        return tables.error();
    tables->path = index; // runs of one name are told apart by what was given
    if (tables->runs.empty())
        return ComparedIndex {std::move(tables).value(), std::nullopt};
    const Result<std::string> digest = runs->analysis(IndexSection::Summary);
    const Result<std::string> overview = digest ? runs->analysis(IndexSection::Overview, 0) : digest.error();
    if (!overview)
        return overview.error();
    const std::optional<SummarizedFolder> known = summarizedFolder(*tables, *digest);
    const std::shared_ptr<const RunSummary> summary = restoredOverview(*overview);
    const std::shared_ptr<const RankBlocks> blocks = runs->blocks(0);
    const Trace& run = blocks->tables();
    const Error damaged {say("What the index holds of its first run is damaged."), say("Index the run anew."), {}};
    if (!known || !isDigestOf(known->folder.runs.front(), run) || !summary || !isOverviewOf(*summary, run))
        return damaged;
    if (MachineHints& machine = tables->runs.front().machine; machine.isEmpty())
        machine = known->folder.runs.front().machine;
    std::vector<uint32_t> ranks(run.ranks().size());
    std::iota(ranks.begin(), ranks.end(), 0u);
    NameTimes names;
    DeviceSums devices(part);
    for (const std::vector<uint32_t>& batch : rankBatches(run, ranks)) {
        const RankBlocks::Read read = blocks->read(batch, threadCount());
        if (!read.trace || read.damaged > 0)
            return damaged;
        devices.add(*read.trace, [] { return true; });
        if (devices.parts() == 0)
            names.add(*read.trace, [] { return true; });
    }
    if (part != ComparedPart())
        return ComparedIndex {std::move(tables).value(), comparedPart(part, devices, run)};
    return ComparedIndex {
        std::move(tables).value(), ComparedRun(*summary, known->analyses.front().stragglers, names, devices, run)};
}

} // namespace bubblescope
