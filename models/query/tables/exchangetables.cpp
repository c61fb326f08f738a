// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchangetables.h"

#include "rowtable.h"

#include <algorithm>

namespace bubblescope {

namespace {

using Type = QueryColumn::Type;
using Use = QueryColumn::Use;
using Per = RowTable::Per;

double tenthOfSpans(const QueryData& data) { return double(data.recordedSpans()) / 10 + 100; }

int32_t rankOf(const QueryRow& row, SpanId span) { return row.trace().track(row.trace().track(span)).rank; }

int stageOfSpan(const QueryRow& row, SpanId span)
{
    const Trace& trace = row.trace();
    return trace.stage(span) >= 0 ? trace.stage(span) : trace.track(trace.track(span)).stage;
}

TimeNs waitOf(const QueryRow& row, SpanId span)
{
    return row.spans->waitingTimes().of(chargedRecord(row.trace(), span));
}

/// In parts of a run they are numbered one after the other.
int64_t idOfRow(const QueryRow& row, uint32_t inPart) { return row.input->idOf(row.before + inPart); }

/// The part of `count` rows that are numbered by idOfRow().
std::pair<size_t, size_t> rowsWithId(const QueryRow& part, const QueryBounds::Range& wanted, size_t count)
{
    const int64_t base = idOfRow(part, 0);
    return {size_t(std::clamp<int64_t>(wanted.first, base, base + int64_t(count)) - base),
        size_t(std::clamp<int64_t>(wanted.last, base - 1, base + int64_t(count) - 1) - base + 1)};
}

// messages

const Link& linkOf(const QueryRow& row) { return row.spans->messages()[row.index]; }

int64_t sizeOf(const QueryRow& row, SpanId a, SpanId b) { return std::max(row.trace().bytes(a), row.trace().bytes(b)); }

RowTable::Definition messagesTable()
{
    return {"messages", "Messages of the pipeline: a send and the receive that it feeds", Per::Run,
        [](const QueryRow& part) { return part.spans->messages().size(); },
        {runColumn(),
            {{"id", Type::Integer, {}, "unique in the whole database", Use::Lookup},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(idOfRow(row, uint32_t(row.index))); }},
            {{"send", Type::Integer, {}, "id of the send in table spans"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.idOf(linkOf(row).from)); }},
            {{"receive", Type::Integer, {}, "id of the receive in table spans"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.idOf(linkOf(row).to)); }},
            {{"send_rank", Type::Integer, {}, "rank that sends"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(rankOf(row, linkOf(row).from)); }},
            {{"receive_rank", Type::Integer, {}, "rank that receives"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(rankOf(row, linkOf(row).to)); }},
            {{"send_stage", Type::Integer, {}, "stage that sends; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { cell.integerOrNull(stageOfSpan(row, linkOf(row).from)); }},
            {{"receive_stage", Type::Integer, {}, "stage that receives; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { cell.integerOrNull(stageOfSpan(row, linkOf(row).to)); }},
            {{"operation", Type::Text, {}, "of the send"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.kept(operationName(row.trace().operation(linkOf(row).from)));
                }},
            {{"microbatch", Type::Integer, {}, "NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integerOrNull(row.trace().microbatch(linkOf(row).from));
                }},
            {{"bytes", Type::Integer, "bytes", "its size; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integerOrNull(sizeOf(row, linkOf(row).from, linkOf(row).to));
                }},
            {{"begin_ns", Type::Integer, "ns", "begin of the send"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().begin(linkOf(row).from)); }},
            {{"end_ns", Type::Integer, "ns", "end of the receive"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().end(linkOf(row).to)); }},
            {{"wait_ns", Type::Integer, "ns", "how long the receiver waited for the sender"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(waitOf(row, linkOf(row).to)); }}},
        [](const QueryData& data) { return tenthOfSpans(data) / 4; },
        [](const QueryRow& part, const QueryBounds& bounds) {
            return rowsWithId(part, bounds.range(1), part.spans->messages().size());
        }};
}

// collectives

std::span<const SpanId> membersOf(const QueryRow& row)
{
    const Collectives& all = row.spans->collectives();
    return all.membersOf(all.instances[row.index]);
}

/// The latest to begin.
SpanId lastOf(const QueryRow& row)
{
    const auto members = membersOf(row);
    return *std::max_element(members.begin(), members.end(),
        [&row](SpanId a, SpanId b) { return row.trace().begin(a) < row.trace().begin(b); });
}

template <typename Value> Value ofMembers(const QueryRow& row, Value start, Value (*join)(const QueryRow&, SpanId, Value))
{
    for (const SpanId member : membersOf(row))
        start = join(row, member, start);
    return start;
}

TimeNs endOfAll(const QueryRow& row)
{
    return ofMembers<TimeNs>(row, std::numeric_limits<TimeNs>::min(),
        [](const QueryRow& r, SpanId s, TimeNs latest) { return std::max(latest, r.trace().end(s)); });
}

RowTable::Definition collectivesTable()
{
    return {"collectives", "Collectives whose members were found", Per::Run,
        [](const QueryRow& part) { return part.spans->collectives().instances.size(); },
        {runColumn(),
            {{"id", Type::Integer, {}, "unique in the whole database", Use::Lookup},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(idOfRow(row, uint32_t(row.index))); }},
            {{"name", Type::Text, {}, "of the first member"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(row.trace().name(membersOf(row).front())); }},
            {{"operation", Type::Text, {}, "all-reduce, all-gather, …"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.kept(operationName(row.trace().operation(membersOf(row).front())));
                }},
            {{"category", Type::Text, {}, "whose communication: tp, dp, …"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.kept(categoryKey(row.trace().category(membersOf(row).front())));
                }},
            {{"members", Type::Integer, {}, "how many were recorded"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(membersOf(row).size())); }},
            {{"bytes", Type::Integer, "bytes", "the most that a member states; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integerOrNull(ofMembers<int64_t>(row, -1,
                        [](const QueryRow& r, SpanId s, int64_t most) { return std::max(most, r.trace().bytes(s)); }));
                }},
            {{"begin_ns", Type::Integer, "ns", "when the first member came"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(ofMembers<TimeNs>(row, std::numeric_limits<TimeNs>::max(),
                        [](const QueryRow& r, SpanId s, TimeNs first) { return std::min(first, r.trace().begin(s)); }));
                }},
            {{"complete_ns", Type::Integer, "ns", "when the last member came"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().begin(lastOf(row))); }},
            {{"end_ns", Type::Integer, "ns", "when the last member was done"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(endOfAll(row)); }},
            {{"transfer_ns", Type::Integer, "ns", "end_ns - complete_ns"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(std::max<TimeNs>(0, endOfAll(row) - row.trace().begin(lastOf(row))));
                }},
            {{"wait_ns", Type::Integer, "ns", "waiting of all members together"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(ofMembers<TimeNs>(
                        row, 0, [](const QueryRow& r, SpanId s, TimeNs sum) { return sum + waitOf(r, s); }));
                }},
            {{"last_rank", Type::Integer, {}, "rank of the member that came last"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(rankOf(row, lastOf(row))); }},
            {{"step", Type::Integer, {}, "of the first member"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(row.input->stepNumber(stepOf(row.trace(), membersOf(row).front())));
                }}},
        [](const QueryData& data) { return tenthOfSpans(data) / 2; },
        [](const QueryRow& part, const QueryBounds& bounds) {
            return rowsWithId(part, bounds.range(1), part.spans->collectives().instances.size());
        }};
}

SpanId memberOf(const QueryRow& row) { return row.spans->collectives().members[row.index]; }

size_t instanceOf(const QueryRow& row) { return row.spans->instancesOfMembers()[row.index]; }

RowTable::Definition collectiveMembersTable()
{
    return {"collective_members", "Who took part in a collective, when it came and how long it waited", Per::Run,
        [](const QueryRow& part) { return part.spans->collectives().members.size(); },
        {runColumn(),
            {{"collective", Type::Integer, {}, "id in table collectives", Use::Lookup},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(idOfRow(row, uint32_t(instanceOf(row)))); }},
            {{"span", Type::Integer, {}, "id in table spans"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.idOf(memberOf(row))); }},
            {{"rank", Type::Integer, {}, "global number"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(rankOf(row, memberOf(row))); }},
            {{"stage", Type::Integer, {}, "NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { cell.integerOrNull(stageOfSpan(row, memberOf(row))); }},
            {{"arrival_ns", Type::Integer, "ns", "when it came"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().begin(memberOf(row))); }},
            {{"end_ns", Type::Integer, "ns", "when it was done"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().end(memberOf(row))); }},
            {{"wait_ns", Type::Integer, "ns", "how long it waited for the others"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(waitOf(row, memberOf(row))); }}},
        tenthOfSpans,
        [](const QueryRow& part, const QueryBounds& bounds) {
            const Collectives& all = part.spans->collectives();
            const auto [first, last] = rowsWithId(part, bounds.range(1), all.instances.size());
            if (first >= last)
                return std::pair(size_t(0), size_t(0));
            const Collectives::Instance& end = all.instances[last - 1];
            return std::pair(size_t(all.instances[first].firstMember), size_t(end.firstMember) + end.memberCount);
        }};
}

// launches

const Link& launchAt(const QueryRow& row) { return row.trace().launches()[row.index]; }

RowTable::Definition launchesTable()
{
    return {"launches", "Calls of the host and the kernels and copies that they started", Per::Run,
        [](const QueryRow& part) { return part.trace().launches().size(); },
        {runColumn(),
            {{"call", Type::Integer, {}, "id of the call in table spans"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.idOf(launchAt(row).from)); }},
            {{"started", Type::Integer, {}, "id of the kernel or copy in table spans", Use::Lookup},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.idOf(launchAt(row).to)); }},
            {{"rank", Type::Integer, {}, "global number"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(rankOf(row, launchAt(row).to)); }},
            {{"delay_ns", Type::Integer, "ns", "from the begin of the call to that of the kernel"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(row.trace().begin(launchAt(row).to) - row.trace().begin(launchAt(row).from));
                }}},
        tenthOfSpans,
        [](const QueryRow& part, const QueryBounds& bounds) {
            // By what was started.
            const auto wanted = bounds.range(2);
            const auto all = part.trace().launches();
            const auto first = std::partition_point(
                all.begin(), all.end(), [&](const Link& l) { return part.idOf(l.to) < wanted.first; });
            const auto last = std::partition_point(
                first, all.end(), [&](const Link& l) { return part.idOf(l.to) <= wanted.last; });
            return std::pair(size_t(first - all.begin()), size_t(last - all.begin()));
        }};
}

// counters

const CounterSeries& seriesOf(const QueryRow& row)
{
    const auto& all = row.trace().counters().series;
    return *(std::partition_point(
                 all.begin(), all.end(), [&row](const CounterSeries& s) { return s.firstSample <= row.index; })
        - 1);
}

RowTable::Definition countersTable()
{
    return {"counters", "Samples of quantities over time: memory in use, a utilisation", Per::Run,
        [](const QueryRow& part) { return part.trace().counters().times.size(); },
        {runColumn(),
            {{"name", Type::Text, {}, "of the quantity"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(row.trace().strings().text(seriesOf(row).name)); }},
            {{"rank", Type::Integer, {}, "global number; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { cell.integerOrNull(seriesOf(row).rank); }},
            {{"device", Type::Integer, {}, "number of the GPU; NULL for the host, or if unknown"},
                [](const QueryRow& row, QueryCell& cell) { cell.integerOrNull(seriesOf(row).device); }},
            {{"unit", Type::Text, {}, "bytes; NULL for a plain number"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.keptOrNull(seriesOf(row).unit == CounterSeries::Unit::Bytes ? "bytes" : "");
                }},
            {{"time_ns", Type::Integer, "ns", "when it was sampled"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(row.trace().counters().times[row.index]); }},
            {{"value", Type::Real, {}, "in the unit of the row; NULL if it is no number"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(row.trace().counters().values[row.index]); }}},
        tenthOfSpans};
}

} // namespace

void addExchangeTables(QueryTables& tables)
{
    const auto add = [&tables](RowTable::Definition definition, RowTable::Reads reads, std::string_view numbered = {},
                         uint32_t (*count)(const QueryRow&) = nullptr) {
        definition.isRecorded = true;
        definition.reads = reads;
        definition.numbered = numbered;
        definition.countNumbered = count;
        tables.push_back(std::make_unique<RowTable>(std::move(definition)));
    };
    const auto messages = [](const QueryRow& part) { return uint32_t(part.spans->messages().size()); };
    const auto collectives
        = [](const QueryRow& part) { return uint32_t(part.spans->collectives().instances.size()); };
    add(messagesTable(), RowTable::Reads::Steps, "messages", messages);
    add(collectivesTable(), RowTable::Reads::Steps, "collectives", collectives);
    add(collectiveMembersTable(), RowTable::Reads::Steps, "collectives", collectives);
    add(launchesTable(), RowTable::Reads::Ranks);
    add(countersTable(), RowTable::Reads::Nothing);
}

} // namespace bubblescope
