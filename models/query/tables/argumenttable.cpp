// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "argumenttable.h"

#include "querydata.h"
#include "spantable.h"

#include <utility>
#include <vector>

namespace bubblescope {

namespace {

using Type = QueryColumn::Type;
using Use = QueryColumn::Use;
using Relation = QueryBounds::Relation;

enum ArgumentColumn : int { RunOfArgument, RankOfArgument, SpanOfArgument, NameOfArgument, ValueOfArgument };

class TextOfCell final : public QueryCell {
public:
    void integer(int64_t) override { }
    void real(double) override { }
    void kept(std::string_view text) override { m_text = text; }
    void copied(std::string_view text) override { m_text = text; }
    void null() override { }
    std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

std::string textIn(const QueryCursor& row, int column)
{
    TextOfCell cell;
    row.cell(column, cell);
    return cell.take();
}

/// Of the span that a cursor of table spans is at.
std::string argumentAt(const QueryCursor& spans, KeptArgument argument)
{
    if (argument != KeptArgument::Stream)
        return argumentOfInputs(textIn(spans, SpanTable::InputsColumn), argument);
    const std::string lane = textIn(spans, SpanTable::LaneColumn);
    if (lane == "host" || lane == "thread")
        return {};
    return std::string(streamOfLane(textIn(spans, SpanTable::TrackColumn)));
}

/// Those on the spans whose arguments are asked for.
QueryBounds boundsOfSpans(const QueryBounds& bounds)
{
    QueryBounds ofSpans;
    const auto add = [&ofSpans](int column, QueryBounds::Range range) {
        ofSpans.add(column, Relation::AtLeast, range.first);
        ofSpans.add(column, Relation::AtMost, range.last);
    };
    add(SpanTable::RunColumn, bounds.range(RunOfArgument));
    add(SpanTable::RankColumn, bounds.range(RankOfArgument));
    add(SpanTable::IdColumn, bounds.range(SpanOfArgument));
    uint64_t used = 0;
    for (const int column : {SpanTable::RunColumn, SpanTable::IdColumn, SpanTable::RankColumn, SpanTable::LaneColumn,
             SpanTable::TrackColumn, SpanTable::InputsColumn})
        used |= uint64_t(1) << column;
    ofSpans.setUsed(used);
    return ofSpans;
}

class ArgumentCursor final : public QueryCursor {
public:
    explicit ArgumentCursor(QueryData& data) : m_spans(SpanTable().open(data)) { }

    void start(const QueryBounds& bounds, std::span<const int> /*orderBy*/) override
    {
        const std::string* const name = bounds.text(NameOfArgument);
        m_asked.clear();
        for (const KeptArgument argument : keptArguments) {
            if (!name || argumentName(argument) == *name)
                m_asked.push_back(argument);
        }
        m_next = 0;
        m_spans->start(boundsOfSpans(bounds), {});
        next();
    }
    bool isAtEnd() const override { return m_asked.empty() || m_spans->isAtEnd(); }
    void next() override
    {
        while (!isAtEnd()) {
            while (m_next < m_asked.size()) {
                m_argument = m_asked[m_next++];
                m_value = argumentAt(*m_spans, m_argument);
                if (!m_value.empty())
                    return;
            }
            m_next = 0;
            m_spans->next();
        }
    }
    int64_t rowNumber() const override
    {
        return m_spans->rowNumber() * int64_t(keptArguments.size()) + int64_t(m_argument);
    }
    void cell(int column, QueryCell& cell) const override
    {
        switch (column) {
        case RunOfArgument:
            return m_spans->cell(SpanTable::RunColumn, cell);
        case RankOfArgument:
            return m_spans->cell(SpanTable::RankColumn, cell);
        case SpanOfArgument:
            return m_spans->cell(SpanTable::IdColumn, cell);
        case NameOfArgument:
            return cell.kept(argumentName(m_argument));
        default:
            return cell.copied(m_value);
        }
    }

private:
    std::unique_ptr<QueryCursor> m_spans;
    std::vector<KeptArgument> m_asked;
    size_t m_next = 0; ///< of m_asked, of this span
    KeptArgument m_argument = KeptArgument::Sizes;
    std::string m_value;
};

} // namespace

std::span<const QueryColumn> ArgumentTable::columns() const
{
    static const QueryColumn all[] {{"run", Type::Integer, {}, "number of the run in table runs", Use::Narrowing},
        {"rank", Type::Integer, {}, "global number; -1 if unknown", Use::Narrowing},
        {"span", Type::Integer, {}, "id in table spans", Use::Lookup},
        {"name", Type::Text, {},
            "Input Dims, Input type, Input Strides, Concrete Inputs, stream, grid, block, registers per thread, "
            "shared memory or est. achieved occupancy %",
            Use::Narrowing},
        {"value", Type::Text, {},
            "a number, or a list in JSON: of inputs with an entry for each, of a grid or block with its dimensions"}};
    return all;
}

std::unique_ptr<QueryCursor> ArgumentTable::open(QueryData& data) const
{
    return std::make_unique<ArgumentCursor>(data);
}

double ArgumentTable::estimatedRows(const QueryData& data) const { return SpanTable().estimatedRows(data); }

bool ArgumentTable::needsFewRanks(const QueryBounds& bounds) const
{
    return SpanTable().needsFewRanks(boundsOfSpans(bounds));
}

std::string argumentOfSpan(QueryData& data, int64_t span, KeptArgument argument)
{
    QueryBounds bounds;
    bounds.add(RunOfArgument, Relation::Equal, span >> 32); // see QueryInput::idOf(): others are not even opened
    bounds.add(SpanOfArgument, Relation::Equal, span);
    const std::unique_ptr<QueryCursor> spans = SpanTable().open(data);
    spans->start(boundsOfSpans(bounds), {});
    return spans->isAtEnd() ? std::string() : argumentAt(*spans, argument);
}

} // namespace bubblescope
