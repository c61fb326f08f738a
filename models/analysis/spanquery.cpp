// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spanquery.h"

#include "decimaltime.h"
#include "numbertext.h"
#include "parallel.h"
#include "stagetimes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

char folded(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }

std::string foldedText(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), folded);
    return lower;
}

/// `needle` is folded already.
bool containsFolded(std::string_view text, std::string_view needle)
{
    return std::search(text.begin(), text.end(), needle.begin(), needle.end(), [](char a, char b) {
        return folded(a) == b;
    }) != text.end();
}

bool equalsFolded(std::string_view text, std::string_view needle)
{
    return text.size() == needle.size()
        && std::equal(text.begin(), text.end(), needle.begin(), [](char a, char b) { return folded(a) == b; });
}

template <size_t N> constexpr uint32_t maskOf(const std::array<Category, N>& categories)
{
    uint32_t mask = 0;
    for (const Category c : categories)
        mask |= 1u << unsigned(c);
    return mask;
}
static_assert(categoryCount <= 32);

/// Categories that a word stands for: a key, a group word such as "comm", or part of a name.
uint32_t categoriesOf(std::string_view word)
{
    uint32_t mask = 0;
    const bool isComm = word == "comm" || word == "communication";
    for (int c = 0; c < categoryCount; ++c) {
        const auto category = Category(c);
        if ((isComm && isCommunication(category)) || (word == "compute" && isCompute(category))
            || categoryKey(category) == word)
            mask |= 1u << c;
    }
    if (word == "ep" || word == "exp")
        mask |= maskOf(std::array {Category::ExpertComm});
    for (int c = 0; mask == 0 && c < categoryCount; ++c) {
        if (containsFolded(categoryName(Category(c)), word))
            mask |= 1u << c;
    }
    return mask;
}

struct Unit {
    std::string_view name;
    double factor;
};
constexpr std::array<Unit, 5> timeUnits {{{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
constexpr std::array<Unit, 10> byteUnits {{{"gib", 0x1p30}, {"mib", 0x1p20}, {"kib", 0x1p10}, {"gb", 1e9}, {"mb", 1e6},
    {"kb", 1e3}, {"g", 1e9}, {"m", 1e6}, {"k", 1e3}, {"b", 1}}};

/// A number with one of the units; without one, in the first.
template <size_t N>
std::optional<int64_t> parseMeasure(std::string_view text, const std::array<Unit, N>& units, double factorWithoutUnit)
{
    double factor = factorWithoutUnit;
    for (const Unit& unit : units) {
        if (text.size() > unit.name.size() && text.ends_with(unit.name)) {
            factor = unit.factor;
            text.remove_suffix(unit.name.size());
            break;
        }
    }
    const std::optional<double> number = parseNumber(text);
    if (!number || !(std::abs(*number * factor) < 9e18))
        return std::nullopt;
    return std::llround(*number * factor);
}

} // namespace

/// Reads the words of a query.
class SpanQueryParser {
public:
    using Key = SpanQuery::Key;
    using Interval = SpanQuery::Interval;
    using Term = SpanQuery::Term;

    static Result<SpanQuery> parse(std::string_view text)
    {
        SpanQuery query;
        size_t at = 0;
        while (at < text.size()) {
            if (text[at] == ' ' || text[at] == '\t') {
                ++at;
                continue;
            }
            const std::string word = nextWord(text, at);
            Result<Term> term = parseTerm(word);
            if (!term)
                return term.error();
            if (term->key != Key::Text || !term->text.empty())
                query.m_terms.push_back(std::move(term).value());
        }
        return query;
    }

private:
    struct KeyName {
        std::string_view name;
        Key key;
    };
    static constexpr std::array<KeyName, 20> keyNames {
        {{"rank", Key::Rank}, {"stage", Key::Stage}, {"microbatch", Key::Microbatch}, {"mb", Key::Microbatch},
            {"step", Key::Step}, {"cat", Key::Category}, {"category", Key::Category}, {"group", Key::Category},
            {"op", Key::Name}, {"name", Key::Name}, {"detail", Key::Detail}, {"lane", Key::Lane}, {"track", Key::Lane},
            {"dur", Key::Duration}, {"duration", Key::Duration}, {"bytes", Key::Bytes}, {"size", Key::Bytes},
            {"begin", Key::Begin}, {"start", Key::Begin}, {"t", Key::Begin}}};

    /// Up to the next space that is not quoted; quotes are kept.
    static std::string nextWord(std::string_view text, size_t& at)
    {
        std::string word;
        bool isQuoted = false;
        for (; at < text.size() && (isQuoted || (text[at] != ' ' && text[at] != '\t')); ++at) {
            isQuoted = isQuoted != (text[at] == '"');
            word += text[at];
        }
        return word;
    }

    static std::string unquoted(std::string_view text)
    {
        std::string plain(text);
        std::erase(plain, '"');
        return foldedText(plain);
    }

    static Error refusal(std::string_view word, std::string_view what)
    {
        return {fmt::format("\"{}\" can not be searched for: {}.", word, what),
            "Write terms like rank:2 stage:0-3 cat:comm dur>5ms name~allreduce.", {}};
    }

    static Result<Term> parseTerm(std::string_view word)
    {
        Term term;
        std::string_view rest = word;
        if (rest.size() > 1 && rest.front() == '-') {
            term.isNegated = true;
            rest.remove_prefix(1);
        }
        const size_t mark = rest.find_first_of(":=~<>");
        const std::string name = foldedText(rest.substr(0, std::min(mark, rest.size())));
        const auto known = std::find_if(
            keyNames.begin(), keyNames.end(), [&name](const KeyName& candidate) { return candidate.name == name; });
        if (mark == std::string_view::npos || rest.front() == '"' || known == keyNames.end()) {
            term.text = unquoted(rest);
            return term;
        }
        term.key = known->key;
        size_t valueAt = mark + 1;
        std::string_view comparison = rest.substr(mark, 1);
        if ((comparison == "<" || comparison == ">") && valueAt < rest.size() && rest[valueAt] == '=')
            comparison = rest.substr(mark, 2), ++valueAt;
        const std::string value = unquoted(rest.substr(valueAt));
        if (value.empty())
            return refusal(word, "a value is missing");
        switch (term.key) {
        case Key::Text:
        case Key::Name:
        case Key::Detail:
        case Key::Lane:
            term.text = value;
            term.isExact = comparison == "=";
            return term;
        case Key::Category:
            for (const std::string_view part : parts(value))
                term.categories |= categoriesOf(part);
            return term.categories != 0
                ? Result<Term>(term)
                : refusal(word, "no category is called so (try comm, compute, tp, pp, dp, expert, embedding, host)");
        default:
            return parseIntervals(std::move(term), word, comparison, value);
        }
    }

    static std::vector<std::string_view> parts(std::string_view value)
    {
        std::vector<std::string_view> list;
        while (true) {
            const size_t comma = value.find(',');
            list.push_back(value.substr(0, comma));
            if (comma == std::string_view::npos)
                return list;
            value.remove_prefix(comma + 1);
        }
    }

    static std::optional<int64_t> number(Key key, std::string_view text)
    {
        if (key == Key::Duration || key == Key::Begin)
            return parseMeasure(text, timeUnits, 1e6); // ms, as the window shows most times
        if (key == Key::Bytes)
            return parseMeasure(text, byteUnits, 1);
        return parseInteger(text);
    }

    static Result<Term> parseIntervals(
        Term term, std::string_view word, std::string_view comparison, std::string_view value)
    {
        const std::string_view what = term.key == Key::Duration || term.key == Key::Begin
            ? "this is no time such as 5ms or 2-5ms"
            : term.key == Key::Bytes ? "this is no size such as 4MB"
                                     : "this is no number such as 2, 0-3 or 1,5";
        for (const std::string_view part : parts(value)) {
            const bool isComparison = comparison.front() == '<' || comparison.front() == '>';
            const size_t dash = isComparison ? std::string_view::npos : part.find('-', 1);
            std::optional<int64_t> from = number(term.key, part.substr(0, dash));
            std::optional<int64_t> to = from;
            if (dash != std::string_view::npos) {
                to = number(term.key, part.substr(dash + 1));
                // "2-5ms": the unit stands for both.
                const size_t unit = part.find_last_of("0123456789.") + 1;
                if (from && unit < part.size() && part.find_first_not_of("0123456789.") == dash)
                    from = number(term.key, std::string(part.substr(0, dash)).append(part.substr(unit)));
            }
            if (!from || !to)
                return refusal(word, what);
            Interval interval;
            if (comparison != "<" && comparison != "<=")
                interval.least = comparison == ">" ? *from + 1 : *from;
            if (comparison != ">" && comparison != ">=")
                interval.most = comparison == "<" ? *to - 1 : *to;
            term.intervals.push_back(interval);
        }
        return term;
    }
};

/// A query made ready for one trace: texts looked up once, lanes left out as a whole.
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
        std::vector<uint8_t> texts; ///< by string id; the last stands for none
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

    /// Texts are few where spans are many.
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

Result<SpanQuery> SpanQuery::parse(std::string_view text) { return SpanQueryParser::parse(text); }

namespace {

/// Sorts by `bits` bits from `firstBit` on, in passes between the two, which are of one size. The result is in `values`.
void radixSort(std::span<uint64_t> values, std::span<uint64_t> other, int firstBit, int bits)
{
    constexpr int digit = 8;
    constexpr uint64_t mask = (1u << digit) - 1;
    constexpr size_t worthPasses = 256;
    if (values.size() < worthPasses) {
        std::sort(values.begin(), values.end());
        return;
    }
    std::span<uint64_t> from = values;
    std::span<uint64_t> to = other;
    for (int shift = firstBit; shift < firstBit + bits; shift += digit) {
        std::array<uint32_t, mask + 1> places {};
        for (const uint64_t value : from)
            ++places[value >> shift & mask];
        uint32_t at = 0;
        for (uint32_t& place : places)
            at += std::exchange(place, at);
        for (const uint64_t value : from)
            to[places[value >> shift & mask]++] = value;
        std::swap(from, to);
    }
    if (from.data() != values.data())
        std::copy(from.begin(), from.end(), values.begin());
}

/// Begin and end of each of so many pieces of `size`.
std::pair<size_t, size_t> piece(size_t index, size_t pieces, size_t size)
{
    return {size * index / pieces, size * (index + 1) / pieces};
}

/// Sorts millions of different values of `bits` bits: spread by their highest bits first, so that each part is sorted
/// inside the cache, by several threads. A comparing sort would be felt.
void sortSpread(std::vector<uint64_t>& values, int bits, int ignoredBits)
{
    constexpr int mostSpread = 12;
    constexpr size_t partsAtATime = 64;
    const unsigned threads = threadCount();
    const int spread = std::min(mostSpread, bits - ignoredBits);
    const int shift = bits - spread;
    const size_t count = size_t(1) << spread;
    // Each thread spreads a piece of its own: its values of a part stand behind those of the pieces before.
    std::vector<std::vector<size_t>> next(threads, std::vector<size_t>(count));
    forEachParallel(threads, threads, [&](size_t thread) {
        const auto [first, last] = piece(thread, threads, values.size());
        for (size_t i = first; i < last; ++i)
            ++next[thread][values[i] >> shift];
    });
    std::vector<size_t> places(1);
    for (size_t part = 0, at = 0; part < count; ++part) {
        for (std::vector<size_t>& counts : next)
            at += std::exchange(counts[part], at);
        places.push_back(at);
    }
    std::vector<uint64_t> parts(values.size());
    forEachParallel(threads, threads, [&](size_t thread) {
        const auto [first, last] = piece(thread, threads, values.size());
        for (size_t i = first; i < last; ++i)
            parts[next[thread][values[i] >> shift]++] = values[i];
    });
    values.swap(parts);
    forEachParallel((count + partsAtATime - 1) / partsAtATime, threads, [&](size_t block) {
        for (size_t part = block * partsAtATime; part < std::min((block + 1) * partsAtATime, count); ++part) {
            const size_t size = places[part + 1] - places[part];
            radixSort(std::span(values).subspan(places[part], size), std::span(parts).subspan(places[part], size),
                ignoredBits, shift - ignoredBits);
        }
    });
}

/// By begin, then number. `spans` ascend.
void sortByBegin(std::vector<SpanId>& spans, const Timing& timing)
{
    if (spans.empty())
        return;
    constexpr size_t worthRadix = 1u << 14;
    const unsigned threads = spans.size() < worthRadix ? 1 : threadCount();
    const auto isEarlier = [&timing](SpanId a, SpanId b) { return timing.begin[a.value] < timing.begin[b.value]; };
    std::vector<TimeRange> ranges(threads);
    forEachParallel(threads, threads, [&](size_t thread) {
        const auto [from, to] = piece(thread, threads, spans.size());
        const auto [first, last]
            = std::minmax_element(spans.begin() + std::ptrdiff_t(from), spans.begin() + std::ptrdiff_t(to), isEarlier);
        ranges[thread] = {timing.begin[first->value], timing.begin[last->value]};
    });
    TimeRange all = ranges.front();
    for (const TimeRange& range : ranges)
        all = {std::min(all.begin, range.begin), std::max(all.end, range.end)};
    const int timeBits = std::bit_width(uint64_t(all.end) - uint64_t(all.begin));
    const int spanBits = std::bit_width(spans.back().value);
    if (timeBits + spanBits > 64) {
        std::stable_sort(spans.begin(), spans.end(), isEarlier);
        return;
    }
    std::vector<uint64_t> packed(spans.size());
    const uint64_t spanMask = (uint64_t(1) << spanBits) - 1;
    const auto inPieces = [&](const auto& convert) {
        forEachParallel(threads, threads, [&](size_t thread) {
            const auto [from, to] = piece(thread, threads, spans.size());
            for (size_t i = from; i < to; ++i)
                convert(i);
        });
    };
    inPieces([&](size_t i) {
        const SpanId span = spans[i];
        packed[i] = (uint64_t(timing.begin[span.value]) - uint64_t(all.begin)) << spanBits | span.value;
    });
    if (packed.size() < worthRadix)
        std::sort(packed.begin(), packed.end());
    else
        sortSpread(packed, timeBits + spanBits, spanBits);
    inPieces([&](size_t i) { spans[i] = SpanId(uint32_t(packed[i] & spanMask)); });
}

/// Part of a row, for one thread at a time, and what matches in it.
struct SearchedPiece {
    const Row* row;
    uint32_t first;
    uint32_t last;
    std::vector<SpanId> spans = {};
    std::vector<SpanId> throughLegs = {};
};

} // namespace

std::vector<SpanId> SpanQuery::find(const Trace& trace, const Timing& timing) const
{
    constexpr uint32_t spansOfAPiece = 1u << 17;
    const SpanMatcher matcher(*this, trace, timing);
    std::vector<SearchedPiece> pieces;
    for (const Row& row : trace.rows()) {
        if (!matcher.matchesTrack(trace.track(row.track)))
            continue;
        for (uint32_t done = 0; done < row.spanCount; done += std::min(spansOfAPiece, row.spanCount - done))
            pieces.push_back(
                {&row, row.firstSpan + done, row.firstSpan + done + std::min(spansOfAPiece, row.spanCount - done)});
    }
    // Threads take turns at runs of pieces: rows may be many and short.
    constexpr size_t mostTurns = 64;
    const size_t turns = std::min(mostTurns, pieces.size());
    forEachParallel(turns, threadCount(), [&](size_t turn) {
        const auto [from, to] = piece(turn, turns, pieces.size());
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

std::span<const std::pair<std::string_view, std::string_view>> spanQueryKeys()
{
    static constexpr std::pair<std::string_view, std::string_view> keys[] = {
        {"rank:2, stage:0-3, microbatch:1,5, step:2", "numbers, ranges and lists of them; rank>7 compares"},
        {"cat:comm, cat:compute, group:dp",
            "categories: forward, backward, weight, optimizer, tp, pp, dp, expert, "
            "expert_dp, embedding, cp, memcpy, host, waiting, bubble"},
        {"name~allreduce, name=send_forward", "part of a name, or all of it; the same for detail and lane"},
        {"dur>5ms, dur:2-5ms, begin>1s", "durations and begins, in ns, us, ms or s"},
        {"bytes>=4MB", "size of the message"},
        {"allreduce, \"send forward\"", "in names and details"},
        {"-stage:1", "a minus turns any term round"},
    };
    return keys;
}

} // namespace bubblescope
