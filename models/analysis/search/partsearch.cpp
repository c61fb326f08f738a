// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "partsearch.h"

#include "parallel.h"
#include "playedsteps.h"
#include "ranksplit.h"
#include "waiting.h"

#include <algorithm>

namespace bubblescope {

namespace {
constexpr std::string_view partHead = "part:";
} // namespace

std::string PartSearch::term(TimePart part) { return std::string(partHead).append(timePartKey(part)); }

Result<PartSearch> PartSearch::of(std::string_view text)
{
    PartSearch search;
    for (size_t from = 0; from < text.size();) {
        size_t end = from;
        for (bool isQuoted = false; end < text.size() && (isQuoted || text[end] != ' '); ++end)
            isQuoted = isQuoted != (text[end] == '"');
        const std::string_view word = text.substr(from, end - from);
        from = end + 1;
        if (word.starts_with('-') && word.substr(1).starts_with(partHead))
            return Error {say("A part cannot be left out; name the one that is sought."), {}, {}};
        if (!word.starts_with(partHead)) {
            search.rest.append(search.rest.empty() ? "" : " ").append(word);
            continue;
        }
        if (search.part)
            return Error {say("Only one part of a step can be sought at once."), {}, {}};
        std::string known;
        for (size_t p = 0; p < timePartCount && !search.part; ++p) {
            if (!hasSpans(timePartAt(p)))
                continue;
            if (word.substr(partHead.size()) == timePartKey(timePartAt(p)))
                search.part = timePartAt(p);
            known.append(known.empty() ? "" : ", ").append(timePartKey(timePartAt(p)));
        }
        if (!search.part)
            return Error {say("{} is no part of a step: these are {}.", std::string(word), known), {}, {}};
    }
    return search;
}

SearchResultPtr searchPart(const RunContext& context, TimePart part, const SpanQuery& query)
{
    const Trace& trace = context.trace();
    const Timing& timing = trace.timing();
    const std::vector<Waiting> waiting = findWaiting(context, timing);
    const std::shared_ptr<const PlayedRun> played = playedRunOf(context, timing);
    std::vector<std::vector<SpanId>> ofRanks(trace.ranks().size());
    forEachParallel(ofRanks.size(), threadCount(),
        [&](size_t r) { ofRanks[r] = spansOfPart(context, timing, trace.ranks()[r].rank, part, waiting, *played); });
    std::vector<bool> isOfPart(trace.spanCount());
    for (const std::vector<SpanId>& spans : ofRanks) {
        for (const SpanId span : spans)
            isOfPart[span.value] = true;
    }
    return searchTrace(trace, query, [&isOfPart](SpanId span) { return isOfPart[span.value]; });
}

} // namespace bubblescope
