// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spangroups.h"

#include "querystop.h"
#include "spanfilter.h"
#include "spantable.h"
#include "stagetimes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace bubblescope {

namespace {

using GroupFigure = SpanGroupTable::Figure;

constexpr std::array numberColumns {SpanTable::BeginColumn, SpanTable::EndColumn, SpanTable::DurationColumn,
    SpanTable::SelfColumn, SpanTable::WaitColumn, SpanTable::BytesColumn};
constexpr std::array<std::string_view, 5> figureNames {"known", "sum", "exact", "least", "most"};
constexpr int rowsColumn = SpanTable::InputsColumn + 1;
constexpr int firstFigure = rowsColumn + 1;

constexpr int figureColumn(size_t number, GroupFigure figure)
{
    return firstFigure + int(number * figureNames.size()) + int(figure);
}
static_assert(figureColumn(numberColumns.size() - 1, GroupFigure::Most) < 63, "a bit each says which are asked for");

/// Nobody reads it: the statement is answered row by row instead.
[[noreturn]] void refuseGroups() { throw QueryRefused(Error {Message("Not to be told of groups."), {}, {}}); }

struct GroupNames {
    std::vector<std::string> names;
    std::vector<QueryColumn> columns;
    GroupNames()
    {
        const auto spanColumns = SpanTable().columns();
        columns.assign(spanColumns.begin(), spanColumns.end());
        for (const int column : numberColumns)
            columns[size_t(column)].use = QueryColumn::Use::Compared;
        columns.push_back({SpanGroupTable::rowsName, QueryColumn::Type::Integer});
        for (const int column : numberColumns) {
            for (size_t figure = 0; figure < figureNames.size(); ++figure)
                names.push_back(SpanGroupTable::figureName(column, GroupFigure(figure)));
        }
        for (const std::string& name : names)
            columns.push_back({name, QueryColumn::Type::Integer});
    }
};

/// What spans of one run have in common that are of one group, names and kinds apart.
using SpanPlace = std::array<int32_t, 4>;
struct SpanPlaceHash {
    size_t operator()(const SpanPlace& place) const
    {
        uint64_t hash = 0;
        for (const int32_t part : place)
            hash = (hash ^ uint32_t(part)) * 0x9e3779b97f4a7c15u;
        return size_t(hash ^ hash >> 32);
    }
};

class SpanGroupCursor final : public QueryCursor {
public:
    explicit SpanGroupCursor(QueryData& data) : m_data(data), m_shown(SpanTable().open(data)) { }

    void start(const QueryBounds& bounds, std::span<const int>) override
    {
        m_used = bounds.used();
        m_numbers.clear();
        m_limits.clear();
        m_groups.clear();
        m_sums.clear();
        m_at = 0;
        m_isShown = false;
        const QueryBounds::Range any;
        for (size_t n = 0; n < numberColumns.size(); ++n) {
            constexpr uint64_t all = (uint64_t(1) << figureNames.size()) - 1;
            if ((m_used >> figureColumn(n, GroupFigure::Known) & all) != 0)
                m_numbers.push_back(
                    {n, isUsed(figureColumn(n, GroupFigure::Sum)) || isUsed(figureColumn(n, GroupFigure::ExactSum))});
            const QueryBounds::Range range = bounds.range(numberColumns[n]);
            if (range.first != any.first || range.last != any.last)
                m_limits.push_back({numberColumns[n], range});
        }
        m_seen = 0;
        std::vector<QueryInput*> asked;
        for (const auto& input : m_data.inputs()) {
            if (!bounds.range(SpanTable::RunColumn).contains(input->number()))
                continue;
            if (input->unread())
                refuseGroups();
            asked.push_back(input.get());
        }
        for (QueryInput* const input : asked) {
            if (input->run())
                addRun(*input, bounds);
        }
        refuseInexactSums();
    }
    bool isAtEnd() const override { return m_at >= m_groups.size(); }
    void next() override
    {
        ++m_at;
        m_isShown = false;
    }
    /// The same for a group whatever else is limited: by it SQLite knows what it had, where limits are joined by OR.
    int64_t rowNumber() const override { return m_groups[m_at].firstId; }

    void cell(int column, QueryCell& cell) const override
    {
        if (column == rowsColumn)
            return cell.integer(m_groups[m_at].rows);
        if (column > rowsColumn)
            return figureCell(column - firstFigure, cell);
        if (!SpanGroupTable::isKey(column))
            refuseGroups();
        if (!m_isShown) {
            QueryBounds bounds;
            bounds.add(SpanTable::RunColumn, QueryBounds::Relation::Equal, int64_t(m_groups[m_at].run));
            bounds.add(SpanTable::IdColumn, QueryBounds::Relation::Equal, m_groups[m_at].firstId);
            bounds.setUsed(m_used);
            m_shown->start(bounds, {});
            m_isShown = true;
        }
        m_shown->cell(column, cell);
    }

private:
    struct Number {
        size_t place; ///< in numberColumns
        bool isAddedUp;
    };
    struct Limit {
        int column;
        QueryBounds::Range range;
    };
    struct Group {
        int run;
        int64_t firstId;
        int64_t rows;
    };
    struct Sum {
        int64_t known = 0;
        int64_t sum = 0;
        int64_t least = std::numeric_limits<int64_t>::max();
        int64_t most = std::numeric_limits<int64_t>::min();
    };
    static constexpr int64_t unknown = std::numeric_limits<int64_t>::min();

    bool isUsed(int column) const { return (m_used >> column & 1) != 0; }

    bool needs(int column) const
    {
        const auto isOfNumber = [column](const Number& number) { return numberColumns[number.place] == column; };
        return std::any_of(m_numbers.begin(), m_numbers.end(), isOfNumber)
            || std::any_of(m_limits.begin(), m_limits.end(), [column](const Limit& l) { return l.column == column; });
    }

    void addRun(QueryInput& input, const QueryBounds& bounds)
    {
        const QuerySpansPtr spans = input.spans();
        m_input = &input;
        m_trace = &spans->trace();
        m_self = needs(SpanTable::SelfColumn) ? spans->selfTimes().data() : nullptr;
        m_waiting = needs(SpanTable::WaitColumn) ? &spans->waitingTimes() : nullptr;
        startPlaces();
        SpanFilter filter(input, *spans, bounds);
        for (SpanId span = filter.next(m_data); span.isValid(); span = filter.next(m_data)) {
            if (++m_seen % (1u << 16) == 0 && m_data.isStopped())
                throw QueryStopped();
            if (!isWithinLimits(span))
                continue;
            uint32_t& group = groupAt(placeOf(span, filter.row()));
            if (group == 0) {
                constexpr size_t few = 4096;
                constexpr size_t most = size_t(1) << 20;
                if (m_groups.size() > few && (m_groups.size() > m_seen / 4 || m_groups.size() > most))
                    refuseGroups();
                m_groups.push_back({input.number(), input.idOf(spans->numberOf(span)), 0});
                m_sums.resize(m_groups.size() * m_numbers.size());
                group = uint32_t(m_groups.size());
            }
            ++m_groups[group - 1].rows;
            Sum* sum = m_sums.data() + size_t(group - 1) * m_numbers.size();
            for (const Number& number : m_numbers)
                add(valueOf(numberColumns[number.place], span), number.isAddedUp, *sum++);
        }
    }

    int64_t valueOf(int column, SpanId span) const
    {
        switch (column) {
        case SpanTable::BeginColumn:
            return m_trace->begin(span);
        case SpanTable::EndColumn:
            return m_trace->end(span);
        case SpanTable::DurationColumn:
            return m_trace->duration(span);
        case SpanTable::SelfColumn:
            return m_self[span.value];
        case SpanTable::WaitColumn:
            return m_trace->charged(span) == span ? m_waiting->of(span) : 0;
        default:
            return m_trace->bytes(span) >= 0 ? m_trace->bytes(span) : unknown;
        }
    }

    bool isWithinLimits(SpanId span) const
    {
        return std::all_of(m_limits.begin(), m_limits.end(), [&](const Limit& limit) {
            const int64_t value = valueOf(limit.column, span);
            return value != unknown && limit.range.contains(value);
        });
    }

    /// SQLite ends a sum that overflows on its way, which depends on the order where some parts are negative.
    static void add(int64_t value, bool isAddedUp, Sum& sum)
    {
        if (value == unknown)
            return;
        ++sum.known;
        sum.least = std::min(sum.least, value);
        sum.most = std::max(sum.most, value);
        if (!isAddedUp)
            return;
        if (value < 0 || value > std::numeric_limits<int64_t>::max() - sum.sum)
            refuseGroups();
        sum.sum += value;
    }

    /// SQLite adds up what one statement asks for, be it asked in parts: for each value of an IN.
    void refuseInexactSums()
    {
        constexpr int64_t lastExact = int64_t(1) << 53; // of doubles
        for (size_t n = 0; n < m_numbers.size(); ++n) {
            const bool isExact = isUsed(figureColumn(m_numbers[n].place, GroupFigure::ExactSum));
            Sum& all = m_all[m_numbers[n].place];
            for (size_t i = n; i < m_sums.size(); i += m_numbers.size()) {
                if (m_numbers[n].isAddedUp)
                    add(m_sums[i].sum, true, all);
            }
            if (isExact && all.sum > lastExact)
                refuseGroups();
        }
    }

    void figureCell(int figure, QueryCell& cell) const
    {
        const size_t place = size_t(figure) / figureNames.size();
        const auto number = std::find_if(
            m_numbers.begin(), m_numbers.end(), [place](const Number& n) { return n.place == place; });
        if (number == m_numbers.end())
            refuseGroups();
        const Sum& sum = m_sums[m_at * m_numbers.size() + size_t(number - m_numbers.begin())];
        const auto which = GroupFigure(size_t(figure) % figureNames.size());
        if (which == GroupFigure::Known)
            return cell.integer(sum.known);
        if (sum.known == 0)
            return cell.null();
        cell.integer(which == GroupFigure::Least ? sum.least : which == GroupFigure::Most ? sum.most : sum.sum);
    }

    // Which group a span is of: a number for its place, then one for its name and kinds.

    void startPlaces()
    {
        m_places.clear();
        m_groupsNear.clear();
        m_groupsFar.clear();
        m_lastPlace = 0;
        m_place = {};
        m_places.emplace(m_place, 0);
        m_steps = {};
        m_names = uint32_t(m_trace->strings().size()); // behind them: no name
        m_kinds = (isUsed(SpanTable::NameColumn) ? uint64_t(m_names) + 1 : 1)
            * (isUsed(SpanTable::CategoryColumn) ? categoryCount : 1)
            * (isUsed(SpanTable::OperationColumn) ? operationCount : 1) * (isUsed(SpanTable::RepeatsColumn) ? 2 : 1);
        m_laneBy = LaneBy::Nothing;
        if (isUsed(SpanTable::DepthColumn))
            m_laneBy = LaneBy::Row;
        else if (isUsed(SpanTable::LaneColumn) || isUsed(SpanTable::TrackColumn))
            m_laneBy = LaneBy::Track;
        else if (isUsed(SpanTable::RankColumn))
            m_laneBy = LaneBy::Rank;
    }

    uint64_t placeOf(SpanId span, uint32_t row)
    {
        const Trace& trace = *m_trace;
        SpanPlace place {};
        if (m_laneBy != LaneBy::Nothing) {
            const TrackId track = trace.rows()[row].track;
            place[0] = int32_t(m_laneBy == LaneBy::Row ? row
                    : m_laneBy == LaneBy::Track        ? track.value
                                                       : uint32_t(trace.track(track).rank));
        }
        if (isUsed(SpanTable::StepColumn))
            place[1] = stepNumber(span, row);
        if (isUsed(SpanTable::MicrobatchColumn))
            place[2] = trace.microbatch(span);
        if (isUsed(SpanTable::StageColumn)) {
            const int own = trace.stage(span);
            place[3] = own >= 0 ? own : trace.track(trace.rows()[row].track).stage;
        }
        if (place != m_place) {
            m_place = place;
            m_lastPlace = m_places.emplace(place, uint32_t(m_places.size())).first->second;
        }
        uint64_t kind = 0;
        if (isUsed(SpanTable::NameColumn))
            kind = std::min(trace.nameId(span).value, m_names);
        if (isUsed(SpanTable::CategoryColumn))
            kind = kind * categoryCount + uint64_t(trace.category(span));
        if (isUsed(SpanTable::OperationColumn))
            kind = kind * operationCount + uint64_t(trace.operation(span));
        if (isUsed(SpanTable::RepeatsColumn))
            kind = kind * 2 + (trace.hasFlag(span, SpanFlag::fusedLeg) ? 1 : 0);
        return m_lastPlace * m_kinds + kind;
    }

    /// Those that follow each other are mostly of one step.
    int32_t stepNumber(SpanId span, uint32_t row)
    {
        const int32_t rank = m_trace->track(m_trace->rows()[row].track).rank;
        const TimeNs begin = m_trace->begin(span);
        if (!m_steps.isKnown || m_steps.rank != rank || begin < m_steps.from || begin >= m_steps.until) {
            const auto steps = m_trace->stepsOf(rank);
            const auto later = std::partition_point(
                steps.begin(), steps.end(), [&](const RankStep& step) { return step.step.range.begin <= begin; });
            m_steps = {true, rank,
                later == steps.begin() ? std::numeric_limits<TimeNs>::min() : (later - 1)->step.range.begin,
                later == steps.end() ? std::numeric_limits<TimeNs>::max() : later->step.range.begin,
                m_input->stepNumber(stepOf(*m_trace, span))};
        }
        return m_steps.number;
    }

    /// Its number from 1; 0 if it is new.
    uint32_t& groupAt(uint64_t place)
    {
        constexpr uint64_t near = uint64_t(1) << 22;
        if (place >= near)
            return m_groupsFar[place];
        if (place >= m_groupsNear.size())
            m_groupsNear.resize(std::max<size_t>(size_t(place) + 1, m_groupsNear.size() * 2));
        return m_groupsNear[size_t(place)];
    }

    QueryData& m_data;
    std::unique_ptr<QueryCursor> m_shown; ///< at the first span of the group, once a key of it was asked for
    mutable bool m_isShown = false;
    uint64_t m_used = 0;
    std::vector<Number> m_numbers;
    std::vector<Limit> m_limits;
    std::vector<Group> m_groups;
    std::vector<Sum> m_sums; ///< m_numbers of each group
    std::array<Sum, numberColumns.size()> m_all; ///< of all groups since it was opened
    size_t m_at = 0;
    uint64_t m_seen = 0; ///< spans that were looked at
    // Of the run that is added up.
    QueryInput* m_input = nullptr;
    const Trace* m_trace = nullptr;
    const TimeNs* m_self = nullptr;
    const WaitingTimes* m_waiting = nullptr;
    enum class LaneBy : uint8_t { Nothing, Rank, Track, Row } m_laneBy = LaneBy::Nothing;
    uint32_t m_names = 0;
    uint64_t m_kinds = 1;
    std::unordered_map<SpanPlace, uint32_t, SpanPlaceHash> m_places;
    SpanPlace m_place {};
    uint64_t m_lastPlace = 0;
    std::vector<uint32_t> m_groupsNear;
    std::unordered_map<uint64_t, uint32_t> m_groupsFar;
    struct Steps {
        bool isKnown = false;
        int32_t rank = 0;
        TimeNs from = 0;
        TimeNs until = 0;
        int32_t number = 0;
    } m_steps;
};

} // namespace

std::string SpanGroupTable::figureName(int column, GroupFigure figure)
{
    return std::string(SpanTable().columns()[size_t(column)].name) + '$' + std::string(figureNames[size_t(figure)]);
}

bool SpanGroupTable::isKey(int column)
{
    switch (column) {
    case SpanTable::RunColumn:
    case SpanTable::RankColumn:
    case SpanTable::StageColumn:
    case SpanTable::LaneColumn:
    case SpanTable::TrackColumn:
    case SpanTable::NameColumn:
    case SpanTable::CategoryColumn:
    case SpanTable::OperationColumn:
    case SpanTable::MicrobatchColumn:
    case SpanTable::StepColumn:
    case SpanTable::DepthColumn:
    case SpanTable::RepeatsColumn:
        return true;
    default:
        return false;
    }
}

bool SpanGroupTable::isNumber(int column)
{
    return std::find(numberColumns.begin(), numberColumns.end(), column) != numberColumns.end();
}

std::span<const QueryColumn> SpanGroupTable::columns() const
{
    static const GroupNames all;
    return all.columns;
}

std::unique_ptr<QueryCursor> SpanGroupTable::open(QueryData& data) const
{
    return std::make_unique<SpanGroupCursor>(data);
}

const SpanGroupTable& spanGroupTable()
{
    static const SpanGroupTable table;
    return table;
}

} // namespace bubblescope
