// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "calltables.h"

#include "querydata.h"
#include "querystop.h"

#include <vector>

namespace bubblescope {

namespace {

using Type = QueryColumn::Type;
using Use = QueryColumn::Use;

enum CallColumn : int { RunOfCall, IdOfCall, LevelOfCall, NameOfCall, LaunchedOfCall, SpanArgument };

/// Callers that call each other in a damaged file end here.
constexpr int64_t mostLevels = 1 << 16;

/// What called a span, or launched it; invalid if nothing is known to.
SpanId callerOf(const Trace& trace, SpanId span)
{
    const SpanId launch = trace.launchOf(span);
    return launch.isValid() ? launch : trace.parent(span);
}

struct FoundCall {
    SpanId span;
    int64_t level = 0;
};

std::vector<FoundCall> callersOf(const Trace& trace, SpanId span)
{
    std::vector<FoundCall> found;
    for (SpanId at = callerOf(trace, span); at.isValid() && int64_t(found.size()) < mostLevels;
         at = callerOf(trace, at))
        found.push_back({at, int64_t(found.size()) + 1});
    return found;
}

/// By their numbers. O(spans of the rank): work of devices may begin at any time after its launch.
std::vector<FoundCall> callsOf(const Trace& trace, SpanId span, const QueryData& data)
{
    constexpr uint32_t betweenLooks = 1 << 16;
    constexpr int32_t unknown = -2;
    constexpr int32_t unrelated = -1;
    const RankSpans ofRank = spansOfRank(trace, trace.track(trace.track(span)).rank);
    std::vector<int32_t> levels(ofRank.count, unknown); // by span of the rank
    levels[span.value - ofRank.first] = 0;
    std::vector<FoundCall> found;
    std::vector<uint32_t> chain;
    for (uint32_t i = 0; i < ofRank.count; ++i) {
        if (i % betweenLooks == 0 && data.isStopped())
            throw QueryStopped();
        chain.clear();
        int32_t level = unrelated;
        for (SpanId at(ofRank.first + i); at.isValid(); at = callerOf(trace, at)) {
            const uint32_t place = at.value - ofRank.first;
            if (place >= ofRank.count)
                break; // of another rank
            if (levels[place] != unknown) {
                level = levels[place];
                break;
            }
            levels[place] = unrelated; // until its callers are known: in a damaged file they call each other
            chain.push_back(place);
        }
        for (; !chain.empty(); chain.pop_back()) {
            level += level == unrelated ? 0 : 1;
            levels[chain.back()] = level;
        }
        if (level > 0)
            found.push_back({SpanId(ofRank.first + i), level});
    }
    return found;
}

class CallTable final : public QueryTable {
public:
    explicit CallTable(bool isOfCallers) : m_isOfCallers(isOfCallers) { }
    std::string_view name() const override { return m_isOfCallers ? "ancestors" : "descendants"; }
    std::string_view help() const override
    {
        return m_isOfCallers ? "Who called and launched a span, from the inside out: ancestors(span)"
                             : "What a span called and launched, at any depth: descendants(span)";
    }
    std::span<const QueryColumn> columns() const override
    {
        static const QueryColumn all[] {{"run", Type::Integer, {}, "number of the run"},
            {"id", Type::Integer, {}, "of the span, in table spans"},
            {"level", Type::Integer, {}, "how many calls away it is: 1 is the next"},
            {"name", Type::Text, {}, "of the span"},
            {"is_launched", Type::Integer, {}, "1 for work of a device that a call of the host started"},
            {"span", Type::Integer, {}, "argument: id of a span in table spans", Use::Argument}};
        return all;
    }
    std::unique_ptr<QueryCursor> open(QueryData& data) const override;
    double estimatedRows(const QueryData& /*data*/) const override { return 20; }
    bool needsFewRanks(const QueryBounds& /*bounds*/) const override { return true; }
    bool isRecorded() const override { return true; }

private:
    bool m_isOfCallers;
};

class CallCursor final : public QueryCursor {
public:
    CallCursor(bool isOfCallers, QueryData& data) : m_isOfCallers(isOfCallers), m_data(data) { }

    void start(const QueryBounds& bounds, std::span<const int> /*orderBy*/) override
    {
        m_row = 0;
        m_found.clear();
        m_spans.reset();
        const QueryBounds::Range wanted = bounds.range(SpanArgument);
        m_argument = wanted.first;
        if (wanted.first != wanted.last)
            return; // NULL is no span
        for (const auto& input : m_data.inputs()) {
            const auto [first, last] = input->numbersIn(wanted.ends());
            if (first != last || !input->run() || first >= input->spanCount())
                continue;
            m_input = input.get();
            m_spans = spansWith(first);
            if (!m_spans || !m_spans->holds(uint32_t(first)))
                return;
            const SpanId span(m_spans->firstFrom(first));
            m_found = m_isOfCallers ? callersOf(m_spans->trace(), span) : callsOf(m_spans->trace(), span, m_data);
            return;
        }
    }
    bool isAtEnd() const override { return m_row >= m_found.size(); }
    void next() override { ++m_row; }
    int64_t rowNumber() const override { return int64_t(m_row); }
    void cell(int column, QueryCell& cell) const override
    {
        const FoundCall& call = m_found[m_row];
        switch (column) {
        case RunOfCall:
            return cell.integer(m_input->number());
        case IdOfCall:
            return cell.integer(m_input->idOf(m_spans->numberOf(call.span)));
        case LevelOfCall:
            return cell.integer(call.level);
        case NameOfCall:
            return cell.kept(m_spans->trace().name(call.span));
        case LaunchedOfCall:
            return cell.integer(m_spans->trace().launchOf(call.span).isValid() ? 1 : 0);
        default:
            return cell.integer(m_argument);
        }
    }

private:
    /// All of its rank.
    QuerySpansPtr spansWith(int64_t number)
    {
        UnreadRun* const unread = m_input->unread();
        if (!unread)
            return m_input->spans();
        const std::vector<uint32_t> ranks = unread->ranksOf({number, number});
        return ranks.size() == 1 ? unread->ranks(ranks) : nullptr;
    }

    bool m_isOfCallers;
    QueryData& m_data;
    QueryInput* m_input = nullptr;
    QuerySpansPtr m_spans;
    std::vector<FoundCall> m_found;
    int64_t m_argument = 0;
    size_t m_row = 0;
};

std::unique_ptr<QueryCursor> CallTable::open(QueryData& data) const
{
    return std::make_unique<CallCursor>(m_isOfCallers, data);
}

} // namespace

void addCallTables(QueryTables& tables)
{
    tables.push_back(std::make_unique<CallTable>(true));
    tables.push_back(std::make_unique<CallTable>(false));
}

} // namespace bubblescope
