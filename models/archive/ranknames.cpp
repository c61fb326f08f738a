// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranknames.h"

#include "packedcolumn.h"
#include "parallel.h"

#include <algorithm>
#include <unordered_set>

namespace bubblescope {

namespace {
constexpr size_t mostNames = 1000;

std::vector<StringId> namesOf(const Trace& trace, RankSpans spans)
{
    std::unordered_set<StringId> found;
    for (uint32_t i = spans.first; i < spans.first + spans.count && found.size() <= mostNames + 1; ++i) {
        found.insert(trace.nameId(SpanId(i)));
        found.insert(trace.detailId(SpanId(i)));
    }
    found.erase(StringId());
    if (found.size() > mostNames)
        return {};
    std::vector<StringId> names(found.begin(), found.end());
    std::sort(names.begin(), names.end());
    return names;
}
} // namespace

std::vector<std::vector<StringId>> namesByRank(
    const Trace& trace, const std::vector<RankSpans>& spans, unsigned threads)
{
    std::vector<std::vector<StringId>> names(spans.size());
    forEachParallel(spans.size(), threads, [&](size_t r) { names[r] = namesOf(trace, spans[r]); });
    return names;
}

void writeNames(BinaryWriter& archive, const std::vector<std::vector<StringId>>& names)
{
    std::vector<uint32_t> counts;
    std::vector<StringId> all;
    for (const std::vector<StringId>& each : names) {
        counts.push_back(uint32_t(each.size()));
        all.insert(all.end(), each.begin(), each.end());
    }
    archive(uint64_t(all.size()));
    packColumn(archive, std::span(std::as_const(counts)), ColumnCoding::Values);
    packColumn(archive, std::span(std::as_const(all)), ColumnCoding::Differences);
}

std::vector<std::vector<StringId>> readNames(BinaryReader& archive, size_t ranks, uint32_t strings)
{
    uint64_t total = 0;
    archive(total);
    std::vector<uint32_t> counts;
    std::vector<StringId> all;
    unpackColumn(archive, counts, ranks, ColumnCoding::Values);
    unpackColumn(archive, all, total, ColumnCoding::Differences);
    std::vector<std::vector<StringId>> names(counts.size());
    size_t next = 0;
    for (size_t r = 0; archive.isOk() && r < counts.size(); ++r) {
        if (counts[r] > all.size() - next)
            archive.fail();
        else
            names[r].assign(all.begin() + ptrdiff_t(next), all.begin() + ptrdiff_t(next + counts[r]));
        next += names[r].size();
    }
    if (std::any_of(all.begin(), all.end(), [strings](StringId name) { return name.value >= strings; }))
        archive.fail();
    return archive.isOk() ? names : std::vector<std::vector<StringId>>();
}

} // namespace bubblescope
