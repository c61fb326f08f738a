// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keptsummary.h"

#include "packedtext.h"
#include "runoverview.h"
#include "waitdigest.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

std::string keptSummary(const Run& run, const RunSummary& summary, unsigned threads)
{
    if (summary.isOverview || summary.part || !summary.lost)
        return {};
    const std::string whole
        = archived([&](BinaryWriter& archive) { archive(runOverview(summary), waitDigests(run, summary, threads)); });
    const std::string kept
        = archived([&whole](BinaryWriter& archive) { archive(uint64_t(whole.size()), packedText(whole)); });
    return restoredSummary(kept, run, threads) ? kept : std::string();
}

std::shared_ptr<const RunSummary> restoredSummary(std::string_view kept, const Run& run, unsigned threads)
{
    uint64_t size = 0;
    std::string packed;
    if (!restored(kept, [&](BinaryReader& archive) { archive(size, packed); }))
        return nullptr;
    const std::optional<std::string> whole = unpackedText(packed, size);
    std::string overview;
    std::vector<std::string> digests;
    if (!whole || !restored(*whole, [&](BinaryReader& archive) { archive(overview, digests); })
        || digests.size() != run.trace->ranks().size())
        return nullptr;
    const std::shared_ptr<RunSummary> summary = restoredOverview(overview);
    if (!summary || summary->part || !isOverviewOf(*summary, *run.trace))
        return nullptr;
    const auto digestOf = [&digests](uint32_t rank) { return Result<std::string>(digests[rank]); };
    if (!addWaits(*summary, *run.trace, digestOf, threads).empty() || summary->isOverview)
        return nullptr;
    return summary;
}

} // namespace bubblescope
