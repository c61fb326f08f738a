// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spansearch.h"

#include "argumenttext.h"
#include "foldedtext.h"
#include "numbertext.h"
#include "parallel.h"
#include "spanorder.h"
#include "stagetimes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {
template <typename Interval> bool contains(const std::vector<Interval>& intervals, int64_t value)
{
    return std::any_of(intervals.begin(), intervals.end(),
        [value](const Interval& interval) { return interval.least <= value && value <= interval.most; });
}

/// Of shapes as profilers write them, "[8944, 1024] [1024, 2816]"; false for all other text.
template <typename Interval> bool hasSize(std::string_view text, const std::vector<Interval>& intervals)
{
    constexpr std::string_view digits = "0123456789";
    if (text.find('[') == std::string_view::npos
        || text.find_first_not_of("0123456789[](),; ") != std::string_view::npos)
        return false;
    for (size_t at = text.find_first_of(digits); at != std::string_view::npos; at = text.find_first_of(digits, at)) {
        const size_t end = std::min(text.find_first_not_of(digits, at), text.size());
        const std::optional<int64_t> size = parseInteger(text.substr(at, end - at));
        if (size && contains(intervals, *size))
            return true;
        at = end;
    }
    return false;
}

/// Threads of the host may be called so, too.
template <typename Interval>
bool isOfStream(const Track& track, std::string_view name, const std::vector<Interval>& intervals)
{
    const std::optional<int64_t> stream = parseInteger(streamOfLane(name));
    return stream && track.lane != Lane::Host && track.lane != Lane::Thread && contains(intervals, *stream);
}
} // namespace

PreparedQuery::PreparedQuery(const SpanQuery& query, const StringPool& names)
{
    using Key = SpanQuery::Key;
    for (const SpanQuery::Term& asked : query.m_terms) {
        Term term {asked, {}};
        if (asked.key == Key::Argument && asked.argument != KeptArgument::Stream) {
            term.texts.assign(names.size() + 1, 0);
            for (uint32_t i = 0; i < names.size(); ++i)
                term.texts[i] = matchesArgument(names.text(StringId(i)), asked);
        } else if (asked.key == Key::Shape) {
            term.texts.assign(names.size() + 1, 0);
            for (uint32_t i = 0; i < names.size(); ++i)
                term.texts[i] = hasSize(names.text(StringId(i)), asked.intervals);
        } else if (asked.key == Key::Text || asked.key == Key::Name || asked.key == Key::Detail) {
            term.texts.assign(names.size() + 1, 0);
            for (uint32_t i = 0; i < names.size(); ++i) {
                const std::string_view text = names.text(StringId(i));
                term.texts[i] = asked.isExact ? equalsFolded(text, asked.text) : containsFolded(text, asked.text);
            }
        }
        const bool isOfTrack = asked.key == Key::Rank || asked.key == Key::Lane
            || (asked.key == Key::Argument && asked.argument == KeptArgument::Stream);
        (isOfTrack ? m_trackTerms : m_spanTerms).push_back(std::move(term));
    }
}

/// Of the inputs of an operator or the launch of a kernel, see inputtext.h and launchtext.h.
bool PreparedQuery::matchesArgument(std::string_view inputs, const SpanQuery::Term& asked)
{
    std::string value = argumentOfInputs(inputs, asked.argument);
    if (!asked.intervals.empty()) {
        const std::optional<int64_t> number = parseInteger(value);
        return number ? contains(asked.intervals, *number) : hasSize(value, asked.intervals);
    }
    std::erase(value, ' ');
    return asked.isExact ? equalsFolded(value, asked.text) : containsFolded(value, asked.text);
}

bool PreparedQuery::has(const std::vector<uint8_t>& texts, StringId id)
{
    return texts[std::min<size_t>(id.value, texts.size() - 1)] != 0;
}

bool PreparedQuery::mayMatch(const Trace& trace, int32_t rank, const std::vector<StringId>& names) const
{
    const auto tracks = trace.tracksOf(rank);
    if (std::none_of(tracks.begin(), tracks.end(), [&](const Track& track) { return matchesTrack(trace, track); }))
        return false;
    return names.empty() || mayMatch(names);
}

bool PreparedQuery::mayMatch(const std::vector<StringId>& names) const
{
    return std::all_of(m_spanTerms.begin(), m_spanTerms.end(), [&](const Term& term) {
        // Of a rank its names and details are known, not its inputs.
        return term.texts.empty() || term.asked.isNegated || term.asked.label
            || term.asked.key == SpanQuery::Key::Argument
            || std::any_of(names.begin(), names.end(), [&](StringId name) { return has(term.texts, name); });
    });
}

bool PreparedQuery::matchesTrack(const Trace& trace, const Track& track) const
{
    return std::all_of(m_trackTerms.begin(), m_trackTerms.end(), [&](const Term& term) {
        const std::string_view name = trace.strings().text(track.name);
        const bool isMatch = term.asked.key == SpanQuery::Key::Rank ? contains(term.asked.intervals, track.rank)
            : term.asked.key == SpanQuery::Key::Argument            ? isOfStream(track, name, term.asked.intervals)
            : term.asked.isExact                                    ? equalsFolded(name, term.asked.text)
                                                                    : containsFolded(name, term.asked.text);
        return isMatch != term.asked.isNegated;
    });
}

bool PreparedQuery::matchesSpan(const Trace& trace, const Timing& timing, SpanId span) const
{
    for (const Term& term : m_spanTerms) {
        if (matches(term, trace, timing, span) == term.asked.isNegated)
            return false;
    }
    return true;
}

bool PreparedQuery::matches(const Term& term, const Trace& trace, const Timing& timing, SpanId span)
{
    using Key = SpanQuery::Key;
    const auto& intervals = term.asked.intervals;
    switch (term.asked.key) {
    case Key::Text:
        return has(term.texts, trace.nameId(span)) || has(term.texts, trace.detailId(span))
            || (term.asked.label
                && *term.asked.label == std::pair(trace.operation(span), int32_t(trace.microbatch(span))));
    case Key::Name:
        return has(term.texts, trace.nameId(span));
    case Key::Detail:
    case Key::Shape:
        return has(term.texts, trace.detailId(span));
    case Key::Stage:
        return contains(intervals, trace.stage(span));
    case Key::Microbatch:
        return contains(intervals, trace.microbatch(span));
    case Key::Step: {
        const auto steps = trace.steps();
        const auto index = size_t(stepOf(trace, span));
        return index < steps.size() && contains(intervals, steps[index].number);
    }
    case Key::Category:
        return (term.asked.categories >> unsigned(trace.category(span)) & 1u) != 0;
    case Key::Duration:
        return contains(intervals, timing.end[span.value] - timing.begin[span.value]);
    case Key::Argument:
        return has(term.texts, trace.inputsId(span));
    case Key::Bytes:
        return trace.bytes(span) >= 0 && contains(intervals, trace.bytes(span));
    case Key::Begin:
        return contains(intervals, timing.begin[span.value]);
    case Key::Rank:
    case Key::Lane:
        break;
    }
    return false;
}

namespace {

/// Part of a row for one thread, and its matches.
struct SearchedPiece {
    const Row* row;
    uint32_t first;
    uint32_t last;
    std::vector<SpanId> spans = {};
    std::vector<SpanId> throughLegs = {};
};

} // namespace

std::vector<SpanId> findSpans(const SpanQuery& query, const Trace& trace, const Timing& timing)
{
    return findSpans(PreparedQuery(query, trace.strings()), trace, timing);
}

std::vector<SpanId> findSpans(const PreparedQuery& query, const Trace& trace, const Timing& timing)
{
    constexpr uint32_t spansOfAPiece = 1u << 17;
    std::vector<SearchedPiece> pieces;
    for (const Row& row : trace.rows()) {
        if (row.spanCount == 0 || !query.matchesTrack(trace, trace.track(row.track)))
            continue;
        for (uint32_t done = 0; done < row.spanCount; done += std::min(spansOfAPiece, row.spanCount - done))
            pieces.push_back(
                {&row, row.firstSpan + done, row.firstSpan + done + std::min(spansOfAPiece, row.spanCount - done)});
    }
    // Threads take small batches of pieces in turn: rows may be many and short.
    constexpr size_t mostTurns = 64;
    const size_t turns = std::min(mostTurns, pieces.size());
    forEachParallel(turns, threadCount(), [&](size_t turn) {
        const auto [from, to] = evenPiece(turn, turns, pieces.size());
        for (size_t at = from; at < to; ++at) {
            SearchedPiece& searched = pieces[at];
            for (uint32_t i = searched.first; i < searched.last; ++i) {
                if (!query.matchesSpan(trace, timing, SpanId(i)))
                    continue;
                if (searched.row->kind == Row::Kind::FusedLegs && trace.parent(SpanId(i)).isValid())
                    searched.throughLegs.push_back(trace.parent(SpanId(i)));
                else
                    searched.spans.emplace_back(i);
            }
        }
    });
    size_t count = 0;
    bool hasLegs = false;
    for (const SearchedPiece& searched : pieces) {
        count += searched.spans.size() + searched.throughLegs.size();
        hasLegs = hasLegs || !searched.throughLegs.empty();
    }
    std::vector<SpanId> spans;
    spans.reserve(count);
    for (const SearchedPiece& searched : pieces) {
        spans.insert(spans.end(), searched.spans.begin(), searched.spans.end());
        spans.insert(spans.end(), searched.throughLegs.begin(), searched.throughLegs.end());
    }
    if (hasLegs) {
        std::sort(spans.begin(), spans.end());
        spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
    }
    sortByBegin(spans, timing);
    return spans;
}

} // namespace bubblescope
