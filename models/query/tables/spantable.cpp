// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spantable.h"

#include "querystop.h"
#include "spanfilter.h"
#include "spansorter.h"

#include <algorithm>
#include <array>
#include <limits>

namespace bubblescope {

namespace {

using Type = QueryColumn::Type;
using Use = QueryColumn::Use;

/// In the order of SpanTable::Column.
constexpr std::array spanColumnTable {
    QueryColumn {"run", Type::Integer, {}, "number of the run in table runs", Use::Narrowing},
    QueryColumn {"id", Type::Integer, {}, "unique in the whole database", Use::Lookup},
    QueryColumn {"rank", Type::Integer, {}, "global number; -1 if unknown", Use::Narrowing},
    QueryColumn {"stage", Type::Integer, {}, "that the span states, else that of its rank; NULL if unknown"},
    QueryColumn {"lane", Type::Text, {}, "compute, communication, stream, host or thread"},
    QueryColumn {"track", Type::Text, {}, "name of the lane in the window"},
    QueryColumn {"name", Type::Text, {}, "as recorded", Use::Narrowing},
    QueryColumn {"detail", Type::Text, {}, "what tells equal names apart: shape, function; NULL if nothing"},
    QueryColumn {
        "category", Type::Text, {}, "forward, backward, wgrad, optimizer, tp, pp, dp, host, …", Use::Narrowing},
    QueryColumn {"operation", Type::Text, {}, "what it is, however its program spells it: forward, all-reduce, …",
        Use::Narrowing},
    QueryColumn {"microbatch", Type::Integer, {}, "NULL if unknown", Use::Narrowing},
    QueryColumn {"step", Type::Integer, {}, "the last one that its rank had begun; 1 where the run numbers none",
        Use::Narrowing},
    QueryColumn {"begin_ns", Type::Integer, "ns", "from the start of the run", Use::Narrowing},
    QueryColumn {"end_ns", Type::Integer, "ns", "from the start of the run", Use::Narrowing},
    QueryColumn {"duration_ns", Type::Integer, "ns", "end_ns - begin_ns"},
    QueryColumn {"self_ns", Type::Integer, "ns", "without the spans recorded inside it"},
    QueryColumn {"wait_ns", Type::Integer, "ns", "at its begin, for partners of a communication; 0 for other spans"},
    QueryColumn {"bytes", Type::Integer, "bytes", "size of the message; NULL if unknown"},
    QueryColumn {"parent", Type::Integer, {}, "id of the span in which it lies; NULL for none"},
    QueryColumn {"depth", Type::Integer, {}, "nesting on its lane, 0 for the lane itself"},
    QueryColumn {"repeats", Type::Integer, {}, "1 for the second record of a fused send and receive: do not add it up"},
    QueryColumn {"origin", Type::Text, {}, "measured, modelled, or assumed (no time of its own was recorded)"},
    QueryColumn {"file", Type::Text, {}, "that it was read from; NULL for a modelled one"},
    QueryColumn {"byte_offset", Type::Integer, "bytes", "in the uncompressed file; NULL for a modelled one"},
    QueryColumn {"inputs", Type::Text, {},
        "of an operator: type, sizes, strides and value of each, separated by bars, inputs by semicolons; of a kernel "
        "how it was launched, see args; NULL if not recorded"},
};
static_assert(spanColumnTable.size() == SpanTable::InputsColumn + 1);

std::string_view laneName(Lane lane)
{
    constexpr std::array<std::string_view, 5> names {"compute", "communication", "stream", "host", "thread"};
    return names[size_t(lane)];
}

std::string_view originOfSpan(const Run& run, uint8_t flags)
{
    constexpr uint8_t assumed = SpanFlag::notMeasured | SpanFlag::untimed | SpanFlag::launchOnly;
    const bool isAssumed = run.origin == Origin::Measured && (flags & assumed) != 0;
    return originName(isAssumed ? Origin::Assumed : run.origin);
}

class SpanCursor final : public QueryCursor {
public:
    explicit SpanCursor(QueryData& data) : m_data(data) { }

    void start(const QueryBounds& bounds, std::span<const int> orderBy) override
    {
        m_bounds = bounds;
        m_orderBy.assign(orderBy.begin(), orderBy.end());
        m_nextInput = 0;
        m_input = nullptr;
        m_span = {};
        m_sorted.clear();
        m_filter = {};
        m_spans = nullptr;
        m_batches.clear();
        m_nextBatch = 0;
        next();
    }
    bool isAtEnd() const override { return !m_span.isValid(); }
    void next() override
    {
        for (;;) {
            if (!m_sorted.empty()) {
                m_span = m_nextSorted < m_sorted.size() ? m_sorted[m_nextSorted++] : SpanId();
            } else if (m_spans) {
                m_span = m_filter.next(m_data);
                m_row = m_filter.row();
            }
            if (m_span.isValid() || !(openNextRanks() || openNextInput()))
                return;
        }
    }
    int64_t rowNumber() const override { return idOf(m_span); }
    void cell(int column, QueryCell& cell) const override;
    SpanId span() const { return m_span; }
    const Trace& trace() const { return *m_trace; } ///< that holds it

    // By columns that spans can be sorted by.
    bool isEqual(SpanId other, std::span<const int> columns) const; ///< to one of the same run
    bool isBefore(const SpanCursor& other, std::span<const int> columns) const;

private:
    std::string_view text(int column) const
    {
        return column == SpanTable::NameColumn    ? m_trace->name(m_span)
            : column == SpanTable::CategoryColumn ? std::string_view(categoryKey(m_trace->category(m_span)))
                                                  : std::string_view(operationName(m_trace->operation(m_span)));
    }
    int64_t idOf(SpanId span) const { return m_input->idOf(m_spans->numberOf(span)); }

    bool openNextInput()
    {
        m_spans = nullptr;
        while (m_nextInput < m_data.inputs().size()) {
            QueryInput& input = *m_data.inputs()[m_nextInput++];
            if (!m_bounds.range(SpanTable::RunColumn).contains(input.number()) || !input.run())
                continue;
            m_input = &input;
            if (const QuerySpansPtr kept = input.unread() ? keptForOne(input) : nullptr) {
                take(kept);
            } else if (input.unread()) {
                m_batches = input.unread()->batches(ranksWithin(input, m_bounds));
                m_nextBatch = 0;
                m_keepsRead = input.unread()->canKeep(m_batches);
            } else {
                take(input.spans());
            }
            return true;
        }
        return false;
    }

    /// A join with what belongs to a step asks for spans of it one by one.
    QuerySpansPtr keptForOne(QueryInput& input) const
    {
        constexpr uint64_t family = uint64_t(1) << SpanTable::SelfColumn | uint64_t(1) << SpanTable::ParentColumn;
        const auto [first, last] = input.numbersIn(m_bounds.range(SpanTable::IdColumn).ends());
        return first == last && (m_bounds.used() & family) == 0 ? input.unread()->keptWith(uint32_t(first)) : nullptr;
    }

    /// Of a run that is not all in memory.
    bool openNextRanks()
    {
        if (m_nextBatch >= m_batches.size())
            return false;
        m_spans = nullptr; // its memory is needed
        take(m_input->unread()->ranks(m_batches[m_nextBatch++], m_keepsRead));
        return true;
    }

    void take(const QuerySpansPtr& spans)
    {
        m_sorted.clear();
        m_spans = spans;
        m_trace = &spans->trace();
        m_filter = SpanFilter(*m_input, *spans, m_bounds);
        if (!m_orderBy.empty())
            collectSorted();
    }

    void collectSorted()
    {
        m_nextSorted = 0;
        for (SpanId span = m_filter.next(m_data); span.isValid(); span = m_filter.next(m_data)) {
            m_sorted.push_back(span);
            if (m_sorted.size() % (1u << 18) == 0 && m_data.isStopped())
                throw QueryStopped();
        }
        sortSpans(*m_trace, m_orderBy, m_sorted);
    }

    /// Sorted ones come from all rows.
    const Row& row() const { return m_sorted.empty() ? m_trace->rows()[m_row] : m_trace->row(m_trace->row(m_span)); }
    const Track& track() const { return m_trace->track(row().track); }
    /// Those that follow each other are mostly of one step.
    int32_t stepNumber() const
    {
        const int32_t rank = track().rank;
        const TimeNs begin = m_trace->begin(m_span);
        if (m_knownStep.input != m_input || m_knownStep.rank != rank || begin < m_knownStep.from
            || begin >= m_knownStep.until) {
            const auto steps = m_trace->stepsOf(rank);
            const auto later = std::partition_point(
                steps.begin(), steps.end(), [&](const RankStep& step) { return step.step.range.begin <= begin; });
            const auto beginOf = [](auto step) { return step->step.range.begin; };
            m_knownStep
                = {m_input, rank, later == steps.begin() ? std::numeric_limits<TimeNs>::min() : beginOf(later - 1),
                    later == steps.end() ? std::numeric_limits<TimeNs>::max() : beginOf(later),
                    m_input->stepNumber(stepOf(*m_trace, m_span))};
        }
        return m_knownStep.number;
    }
    TimeNs waiting() const
    {
        if (m_input->unread()) // its partners are not here
            return m_input->unread()->waitingOf(stepOf(*m_trace, m_span), m_spans->numberOf(m_span));
        return m_spans->waitingTimes().of(m_span);
    }
    void stageCell(QueryCell& cell) const
    {
        const int own = m_trace->stage(m_span);
        cell.integerOrNull(own >= 0 ? own : track().stage);
    }

    QueryData& m_data;
    QueryBounds m_bounds;
    std::vector<int> m_orderBy;
    size_t m_nextInput = 0;
    QueryInput* m_input = nullptr;
    QuerySpansPtr m_spans;
    const Trace* m_trace = nullptr;
    std::vector<std::vector<uint32_t>> m_batches; ///< of ranks, to be read one after the other
    size_t m_nextBatch = 0;
    bool m_keepsRead = true; ///< all of them, for who asks again
    SpanFilter m_filter;
    std::vector<SpanId> m_sorted;
    size_t m_nextSorted = 0;
    SpanId m_span;
    uint32_t m_row = 0;
    struct KnownStep {
        const QueryInput* input = nullptr;
        int32_t rank = 0;
        TimeNs from = 0;
        TimeNs until = 0;
        int32_t number = 0;
    };
    mutable KnownStep m_knownStep;
};

bool SpanCursor::isEqual(SpanId other, std::span<const int> columns) const
{
    // Of a run that is not all in memory, the other may no longer be there.
    return !m_input->unread() && std::all_of(columns.begin(), columns.end(), [&](int column) {
        switch (column) {
        case SpanTable::RankColumn:
            return track().rank == m_trace->track(m_trace->track(other)).rank;
        case SpanTable::NameColumn:
            return m_trace->nameId(m_span) == m_trace->nameId(other);
        case SpanTable::CategoryColumn:
            return m_trace->category(m_span) == m_trace->category(other);
        case SpanTable::OperationColumn:
            return m_trace->operation(m_span) == m_trace->operation(other);
        default:
            return true;
        }
    });
}

bool SpanCursor::isBefore(const SpanCursor& other, std::span<const int> columns) const
{
    for (const int column : columns) {
        const auto isNumber = column == SpanTable::RunColumn || column == SpanTable::RankColumn;
        const auto number = [column](const SpanCursor& of) {
            return column == SpanTable::RunColumn ? of.m_input->number() : of.track().rank;
        };
        const int compared = isNumber ? number(*this) - number(other) : text(column).compare(other.text(column));
        if (compared != 0)
            return compared < 0;
    }
    return false;
}

void SpanCursor::cell(int column, QueryCell& cell) const
{
    const Trace& trace = *m_trace;
    switch (column) {
    case SpanTable::RunColumn:
        return cell.integer(m_input->number());
    case SpanTable::IdColumn:
        return cell.integer(rowNumber());
    case SpanTable::RankColumn:
        return cell.integer(track().rank);
    case SpanTable::StageColumn:
        return stageCell(cell);
    case SpanTable::LaneColumn:
        return cell.kept(laneName(track().lane));
    case SpanTable::TrackColumn:
        return cell.kept(trace.trackName(row().track));
    case SpanTable::NameColumn:
        return cell.kept(trace.name(m_span));
    case SpanTable::DetailColumn:
        return cell.keptOrNull(trace.detail(m_span));
    case SpanTable::CategoryColumn:
        return cell.kept(categoryKey(trace.category(m_span)));
    case SpanTable::OperationColumn:
        return cell.kept(operationName(trace.operation(m_span)));
    case SpanTable::MicrobatchColumn:
        return cell.integerOrNull(trace.microbatch(m_span));
    case SpanTable::StepColumn:
        return cell.integer(stepNumber());
    case SpanTable::BeginColumn:
        return cell.integer(trace.begin(m_span));
    case SpanTable::EndColumn:
        return cell.integer(trace.end(m_span));
    case SpanTable::DurationColumn:
        return cell.integer(trace.duration(m_span));
    case SpanTable::SelfColumn:
        return cell.integer(m_spans->selfTimes()[m_span.value]);
    case SpanTable::WaitColumn:
        return cell.integer(trace.charged(m_span) == m_span ? waiting() : 0);
    case SpanTable::BytesColumn:
        return cell.integerOrNull(trace.bytes(m_span));
    case SpanTable::ParentColumn: {
        const SpanId parent = trace.parent(m_span);
        return parent.value < trace.spanCount() ? cell.integer(idOf(parent)) : cell.null();
    }
    case SpanTable::DepthColumn:
        return cell.integer(row().depth);
    case SpanTable::RepeatsColumn:
        return cell.integer(trace.hasFlag(m_span, SpanFlag::fusedLeg) ? 1 : 0);
    case SpanTable::OriginColumn:
        return cell.kept(originOfSpan(*m_input->run(), trace.flags(m_span)));
    case SpanTable::InputsColumn:
        return cell.keptOrNull(trace.inputs(m_span));
    default:
        break;
    }
    const SourcePosition source = trace.source(m_span);
    if (source.file >= trace.files().size() || !m_input->recorded())
        cell.null();
    else if (column == SpanTable::FileColumn)
        cell.kept(m_input->trace().files()[source.file]); // what was read does not last
    else
        cell.integer(int64_t(source.offset));
}

/// Goes through the spans of several runs at once, each of which is sorted by itself.
class MergedSpanCursor final : public QueryCursor {
public:
    explicit MergedSpanCursor(QueryData& data) : m_data(data) { }

    void start(const QueryBounds& bounds, std::span<const int> orderBy) override
    {
        m_orderBy.assign(orderBy.begin(), orderBy.end());
        m_runs.clear();
        const bool followEachOther = orderBy.empty() || orderBy.front() == SpanTable::RunColumn;
        for (const auto& input : m_data.inputs()) {
            QueryBounds own = bounds;
            if (!followEachOther)
                own.add(SpanTable::RunColumn, QueryBounds::Relation::Equal, int64_t(input->number()));
            m_runs.push_back(std::make_unique<SpanCursor>(m_data));
            m_runs.back()->start(own, orderBy);
            if (followEachOther)
                break;
        }
        toFirst();
    }
    bool isAtEnd() const override { return !m_first; }
    void next() override
    {
        const SpanId before = m_first->span();
        m_first->next();
        if (m_runs.size() > 1 && (m_first->isAtEnd() || !m_first->isEqual(before, m_orderBy)))
            toFirst();
        else if (m_first->isAtEnd())
            m_first = nullptr;
    }
    int64_t rowNumber() const override { return m_first->rowNumber(); }
    void cell(int column, QueryCell& cell) const override { m_first->cell(column, cell); }
    SpanId span() const { return m_first->span(); }
    const Trace& trace() const { return m_first->trace(); }

private:
    void toFirst()
    {
        m_first = nullptr;
        for (const auto& run : m_runs) {
            if (!run->isAtEnd() && (!m_first || run->isBefore(*m_first, m_orderBy)))
                m_first = run.get();
        }
    }

    QueryData& m_data;
    std::vector<int> m_orderBy;
    std::vector<std::unique_ptr<SpanCursor>> m_runs; ///< only one where they follow each other
    SpanCursor* m_first = nullptr;
};

/// Sorts those of a run that is not all in memory, too.
class SortedSpanCursor final : public QueryCursor {
public:
    explicit SortedSpanCursor(QueryData& data) : m_data(data), m_spans(data) { }

    void start(const QueryBounds& bounds, std::span<const int> orderBy) override
    {
        m_bounds = bounds;
        m_sorter.reset();
        m_isKept = false;
        const auto comesSorted
            = [](int column) { return column == SpanTable::RunColumn || column == SpanTable::RankColumn; };
        UnreadRun* const unread = std::all_of(orderBy.begin(), orderBy.end(), comesSorted) ? nullptr : unreadRun();
        if (unread)
            m_sorter.emplace(unread->tables(), unread->spanCount(), orderBy, bounds.used(), unread->memory() / 2);
        m_spans.start(bounds, unread ? std::span<const int>() : orderBy);
        if (m_sorter)
            toSorted();
    }
    bool isAtEnd() const override { return m_isKept ? !m_sorter->hasRow() : m_spans.isAtEnd(); }
    void next() override
    {
        if (m_isKept)
            m_sorter->nextRow();
        else
            m_spans.next();
        if (m_sorter)
            toSorted();
    }
    void cell(int column, QueryCell& cell) const override
    {
        m_isKept ? m_sorter->cell(column, cell) : m_spans.cell(column, cell);
    }
    int64_t rowNumber() const override { return m_isKept ? m_sorter->rowNumber() : m_spans.rowNumber(); }

private:
    /// Of the only run that is asked.
    UnreadRun* unreadRun() const
    {
        for (const auto& input : m_data.inputs()) {
            if (m_bounds.range(SpanTable::RunColumn).contains(input->number()) && input->unread())
                return input->unread();
        }
        return nullptr;
    }

    void toSorted()
    {
        while (!m_isKept || !m_sorter->hasRow()) {
            if (m_isKept) {
                if (!m_sorter->startPass())
                    return;
                m_isKept = false;
                m_spans.start(m_bounds, {});
            }
            for (; !m_spans.isAtEnd(); m_spans.next()) {
                if (m_sorter->show(m_spans.trace(), m_spans.span(), m_spans))
                    return;
            }
            m_sorter->endPass();
            m_isKept = true;
        }
    }

    QueryData& m_data;
    MergedSpanCursor m_spans;
    QueryBounds m_bounds;
    std::optional<SpanSorter> m_sorter;
    bool m_isKept = false; ///< the row is one that the sorter keeps
};

} // namespace

std::span<const QueryColumn> SpanTable::columns() const { return spanColumnTable; }

std::unique_ptr<QueryCursor> SpanTable::open(QueryData& data) const { return std::make_unique<SortedSpanCursor>(data); }

double SpanTable::estimatedRows(const QueryData& data) const { return double(data.recordedSpans()) + 100; }

bool SpanTable::needsFewRanks(const QueryBounds& bounds) const
{
    const auto isOne = [](QueryBounds::Range range) { return range.first == range.last; };
    const bool asksPartners = (bounds.used() >> WaitColumn & 1) != 0;
    return !asksPartners && (isOne(bounds.range(RankColumn)) || isOne(bounds.range(IdColumn)));
}

bool SpanTable::sortsBy(
    const QueryData& data, std::span<const int> columns, const QueryBounds& bounds, bool ofOneRun) const
{
    if (!canSortSpans(columns))
        return false;
    const auto& inputs = data.inputs();
    const auto isUnread = [](const auto& input) { return input->unread() != nullptr; };
    if (std::none_of(inputs.begin(), inputs.end(), isUnread))
        return true;
    const auto mayHaveSpans
        = [](const auto& input) { return !input->log() && (!input->recorded() || input->spanCount() > 0); };
    return (ofOneRun || std::count_if(inputs.begin(), inputs.end(), mayHaveSpans) <= 1)
        && SpanSorter::canSort(columns, bounds.used());
}

} // namespace bubblescope
