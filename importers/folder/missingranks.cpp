// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "missingranks.h"

#include "hangs.h"

#include <algorithm>

#include <fmt/format.h>

namespace bubblescope {

std::vector<int> missingRanks(const Run& run)
{
    std::vector<int> missing;
    const auto ranks = run.trace->ranks();
    if (run.kind == Run::Kind::Plan || ranks.empty())
        return missing;
    // Unless the names state the size of the job, a single rank does not imply others.
    const int known = run.layout.world.value_or(ranks.size() > 1 ? ranks.back().rank + 1 : 0);
    if (known > largestWorld)
        return missing;
    if (!run.layout.world && static_cast<int>(ranks.size()) * 2 < known)
        return missing;
    size_t next = 0;
    for (int rank = 0; rank < known; ++rank) {
        while (next < ranks.size() && ranks[next].rank < rank)
            ++next;
        if (next == ranks.size() || ranks[next].rank != rank)
            missing.push_back(rank);
    }
    return missing;
}

void takeOutsidePart(Run& run, const std::set<int>& outside)
{
    const auto isOutside = [&outside](int rank) { return outside.count(rank) > 0; };
    run.ranksOutsidePart = int(std::erase_if(run.missingRanks, isOutside));
}

void takeDumped(Run& run, std::span<const FlightDump> dumps)
{
    if (run.missingRanks.empty())
        return;
    for (const std::span<const FlightDump> hang : hangsAmong(dumps)) {
        if (!isMadeOfDumps(run, hang))
            continue;
        std::erase_if(run.missingRanks, [hang](int rank) {
            return std::any_of(hang.begin(), hang.end(), [rank](const FlightDump& dump) { return dump.rank == rank; });
        });
    }
}

void reportMissing(const Run& run, ImportReport& report)
{
    if (run.ranksOutsidePart > 0) {
        report.add(IssueKind::PartOnly, std::nullopt,
            say("{}: {} of {} ranks have nothing in it", run.name, run.ranksOutsidePart,
                size_t(run.ranksOutsidePart) + run.missingRanks.size() + run.trace->ranks().size()));
    }
    if (run.missingRanks.empty())
        return;
    const size_t all = run.missingRanks.size() + run.trace->ranks().size();
    if (run.kind == Run::Kind::Scaling) {
        report.add(IssueKind::NotMeasured, std::nullopt,
            say("{}: {} of {} ranks were recorded; they stand for the others", run.name, run.trace->ranks().size(),
                all));
        return;
    }
    std::string list;
    constexpr size_t listed = 12;
    for (size_t i = 0; i < run.missingRanks.size() && i < listed; ++i)
        list += fmt::format("{}{}", i ? ", " : "", run.missingRanks[i]);
    if (run.missingRanks.size() > listed)
        list += ", ...";
    report.add(IssueKind::MissingRanks, std::nullopt,
        say("{}: {} of {} ranks are missing: {}", run.name, run.missingRanks.size(), all, list));
}

} // namespace bubblescope
