// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spansearch.h"

#include "foldedtext.h"
#include "parallel.h"
#include "spanorder.h"
#include "stagetimes.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

/// A query prepared for one trace: texts are matched once, and lanes are excluded as a whole.
class SpanMatcher {
public:
    using Key = SpanQuery::Key;
    using Term = SpanQuery::Term;

    SpanMatcher(const SpanQuery& query, const Trace& trace, const Timing& timing) : m_trace(trace), m_timing(timing)
    {
        for (const Term& term : query.m_terms) {
            Prepared prepared {&term, {}};
            if (term.key == Key::Text || term.key == Key::Name || term.key == Key::Detail)
                prepared.texts = matchingTexts(term);
            (isOfTrack(term) ? m_trackTerms : m_spanTerms).push_back(std::move(prepared));
        }
    }

    bool matchesTrack(const Track& track) const
    {
        return std::all_of(m_trackTerms.begin(), m_trackTerms.end(), [&](const Prepared& p) {
            const Term& term = *p.term;
            const std::string_view name = m_trace.strings().text(track.name);
            const bool isMatch = term.key == Key::Rank ? contains(term, track.rank)
                : term.isExact                         ? equalsFolded(name, term.text)
                                                       : containsFolded(name, term.text);
            return isMatch != term.isNegated;
        });
    }

    bool matchesSpan(SpanId span) const
    {
        for (const Prepared& p : m_spanTerms) {
            if (matches(p, span) == p.term->isNegated)
                return false;
        }
        return true;
    }

private:
    struct Prepared {
        const Term* term;
        std::vector<uint8_t> texts; ///< by string id; the last stands for "none"
    };

    static bool isOfTrack(const Term& term) { return term.key == Key::Rank || term.key == Key::Lane; }

    static bool contains(const Term& term, int64_t value)
    {
        for (const SpanQuery::Interval& interval : term.intervals) {
            if (interval.least <= value && value <= interval.most)
                return true;
        }
        return false;
    }

    /// Match every distinct text once: there are few texts but many spans.
    std::vector<uint8_t> matchingTexts(const Term& term) const
    {
        const StringPool& pool = m_trace.strings();
        std::vector<uint8_t> matching(pool.size() + 1, 0);
        for (uint32_t i = 0; i < pool.size(); ++i) {
            const std::string_view text = pool.text(StringId(i));
            matching[i] = term.isExact ? equalsFolded(text, term.text) : containsFolded(text, term.text);
        }
        return matching;
    }

    static bool has(const std::vector<uint8_t>& texts, StringId id)
    {
        return texts[std::min<size_t>(id.value, texts.size() - 1)] != 0;
    }

    bool matches(const Prepared& p, SpanId span) const
    {
        switch (p.term->key) {
        case Key::Text:
            return has(p.texts, m_trace.nameId(span)) || has(p.texts, m_trace.detailId(span));
        case Key::Name:
            return has(p.texts, m_trace.nameId(span));
        case Key::Detail:
            return has(p.texts, m_trace.detailId(span));
        case Key::Stage:
            return contains(*p.term, m_trace.stage(span));
        case Key::Microbatch:
            return contains(*p.term, m_trace.microbatch(span));
        case Key::Step: {
            const auto steps = m_trace.steps();
            const auto index = size_t(stepOf(m_trace, span));
            return index < steps.size() && contains(*p.term, steps[index].number);
        }
        case Key::Category:
            return (p.term->categories >> unsigned(m_trace.category(span)) & 1u) != 0;
        case Key::Duration:
            return contains(*p.term, m_timing.end[span.value] - m_timing.begin[span.value]);
        case Key::Bytes:
            return m_trace.bytes(span) >= 0 && contains(*p.term, m_trace.bytes(span));
        case Key::Begin:
            return contains(*p.term, m_timing.begin[span.value]);
        case Key::Rank:
        case Key::Lane:
            break;
        }
        return false;
    }

    const Trace& m_trace;
    const Timing& m_timing;
    std::vector<Prepared> m_trackTerms;
    std::vector<Prepared> m_spanTerms;
};

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
    constexpr uint32_t spansOfAPiece = 1u << 17;
    const SpanMatcher matcher(query, trace, timing);
    std::vector<SearchedPiece> pieces;
    for (const Row& row : trace.rows()) {
        if (!matcher.matchesTrack(trace.track(row.track)))
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
                if (!matcher.matchesSpan(SpanId(i)))
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
