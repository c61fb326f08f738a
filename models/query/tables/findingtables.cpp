// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingtables.h"

#include "rowtable.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

using Type = QueryColumn::Type;
using Use = QueryColumn::Use;
using Per = RowTable::Per;

// findings

const Finding& findingAt(const QueryRow& row) { return row.input->findings().list[row.index]; }

RowTable::Definition findingsTable()
{
    return {"findings",
        "What costs most in the representative step, and why: faults, then shapes, then caveats, each by cost",
        Per::Input, [](const QueryRow& part) { return part.input->findings().list.size(); },
        {runColumn(),
            {{"finding", Type::Integer, {}, "from 0, in order of importance"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(row.index)); }},
            {{"id", Type::Text, {}, "stable: straggling-rank"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(findingAt(row).id); }},
            {{"title", Type::Text, {}, "a few words"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(findingAt(row).title.text()); }},
            {{"kind", Type::Text, {}, "fault (can be fixed), shape (of the configuration) or caveat (costs nothing)"},
                [](const QueryRow& row, QueryCell& cell) {
                    constexpr std::array<std::string_view, 3> kinds {"fault", "shape", "caveat"};
                    cell.kept(kinds[size_t(findingAt(row).kind)]);
                }},
            {{"cost_ns", Type::Real, "ns", "per step"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(findingAt(row).costNs); }},
            {{"share", Type::Real, {}, "of the step, 0 to 1; of the mean step where the finding names steps"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(findingAt(row).share); }},
            {{"origin", Type::Text, {}, "of the cost: measured, modelled or assumed"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(originName(findingAt(row).costOrigin)); }},
            {{"sentence", Type::Text, {}, "what it is, with numbers"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(findingAt(row).sentence.text()); }},
            {{"suggestion", Type::Text, {}, "what to do; NULL if nothing"},
                [](const QueryRow& row, QueryCell& cell) { cell.keptOrNull(findingAt(row).suggestion.text()); }},
            {{"how_computed", Type::Text, {}, "how the figures were found"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(findingAt(row).howComputed.text()); }},
            {{"knobs", Type::Text, {}, "what tries the suggestion, for simulate(); NULL if no knob does"},
                [](const QueryRow& row, QueryCell& cell) {
                    std::string line;
                    for (const auto& [knob, value] : findingAt(row).tryKnobs)
                        line += fmt::format("{}{}={}", line.empty() ? "" : "; ", knob, value);
                    line.empty() ? cell.null() : cell.copied(line);
                }},
            {{"layer", Type::Text, {}, "that it is about; NULL if none"},
                [](const QueryRow& row, QueryCell& cell) { cell.keptOrNull(findingAt(row).evidence.layer); }},
            {{"begin_ns", Type::Integer, "ns", "where to look; NULL without a timeline"},
                [](const QueryRow& row, QueryCell& cell) {
                    const TimeRange& range = findingAt(row).evidence.range;
                    range.isNothing() ? cell.null() : cell.integer(range.begin);
                }},
            {{"end_ns", Type::Integer, "ns", "until when; NULL without a timeline"},
                [](const QueryRow& row, QueryCell& cell) {
                    const TimeRange& range = findingAt(row).evidence.range;
                    range.isNothing() ? cell.null() : cell.integer(range.end);
                }}}};
}

// evidence

/// One thing that a finding is based on.
struct EvidenceItem {
    size_t finding = 0;
    std::string_view kind;
    std::optional<int64_t> number;
};

size_t evidenceCount(const Evidence& e)
{
    return e.ranks.size() + e.stages.size() + e.steps.size() + e.rows.size() + e.spans.size();
}

EvidenceItem evidenceAt(const QueryRow& row)
{
    size_t index = row.index;
    const auto& list = row.input->findings().list;
    size_t finding = 0;
    while (index >= evidenceCount(list[finding].evidence))
        index -= evidenceCount(list[finding++].evidence);
    const Evidence& e = list[finding].evidence;
    if (index < e.ranks.size())
        return {finding, "rank", e.ranks[index]};
    index -= e.ranks.size();
    if (index < e.stages.size())
        return {finding, "stage", e.stages[index] >= 0 ? std::optional<int64_t>(e.stages[index]) : std::nullopt};
    index -= e.stages.size();
    if (index < e.steps.size())
        return {finding, "step", e.steps[index]};
    index -= e.steps.size();
    if (index < e.rows.size())
        return {finding, "row", int64_t(e.rows[index])};
    const SpanId span = e.spans[index - e.rows.size()];
    const std::optional<uint32_t> number
        = row.input->unread() ? row.input->unread()->numberOfNamed(span) : std::optional(span.value);
    return {finding, "span", number ? std::optional(row.input->idOf(*number)) : std::nullopt};
}

RowTable::Definition evidenceTable()
{
    return {"evidence", "What findings are based on", Per::Input,
        [](const QueryRow& part) {
            size_t count = 0;
            for (const Finding& finding : part.input->findings().list)
                count += evidenceCount(finding.evidence);
            return count;
        },
        {runColumn(),
            {{"finding", Type::Integer, {}, "number in table findings"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(evidenceAt(row).finding)); }},
            {{"kind", Type::Text, {}, "rank, stage, step, row (of a table or workload) or span"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(evidenceAt(row).kind); }},
            {{"number", Type::Integer, {},
                 "its number, or the id of the span, NULL if that cannot be read; spans are listed most expensive "
                 "first"},
                [](const QueryRow& row, QueryCell& cell) {
                    const std::optional<int64_t> number = evidenceAt(row).number;
                    number ? cell.integer(*number) : cell.null();
                }}}};
}

// issues

const Issue& issueAt(const QueryRow& row) { return row.data->folder().report.issues()[row.index]; }

RowTable::Definition issuesTable()
{
    return {"issues", "What the import found wrong, by kind and file", Per::Folder,
        [](const QueryRow& part) { return part.data->folder().report.issues().size(); },
        {{{"id", Type::Text, {}, "stable: bad-record"},
             [](const QueryRow& row, QueryCell& cell) { cell.kept(issueInfo(issueAt(row).kind).id); }},
            {{"severity", Type::Text, {}, "note, warning or error"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(severityName(issueInfo(issueAt(row).kind).severity)); }},
            {{"cause", Type::Text, {}, "file, recording, format, opening or job: where it comes from"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(causeName(issueInfo(issueAt(row).kind).cause)); }},
            {{"scope", Type::Text, {}, "record, file, run or folder: what it concerns"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(scopeName(issueInfo(issueAt(row).kind).scope)); }},
            {{"title", Type::Text, {}, "a few words"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(issueInfo(issueAt(row).kind).title); }},
            {{"file", Type::Text, {}, "NULL if no single file is to blame"},
                [](const QueryRow& row, QueryCell& cell) { cell.keptOrNull(issueAt(row).file); }},
            {{"count", Type::Integer, {}, "how often"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(issueAt(row).count)); }},
            {{"byte_offset", Type::Integer, "bytes", "of the first instance in the uncompressed file; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    const auto& first = issueAt(row).first;
                    !first.empty() && first.front().offset ? cell.integer(int64_t(*first.front().offset)) : cell.null();
                }},
            {{"message", Type::Text, {}, "of the first instance; NULL if there is none"},
                [](const QueryRow& row, QueryCell& cell) {
                    const auto& first = issueAt(row).first;
                    cell.keptOrNull(first.empty() ? std::string_view() : std::string_view(first.front().message));
                }},
            {{"advice", Type::Text, {}, "what you can do"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(issueInfo(issueAt(row).kind).advice); }}}};
}

// notes

const Annotation& noteAt(const QueryRow& row) { return row.data->notes()[row.index]; }

/// The opened run that a note is about; null for a simulated one, or one that is not open.
const QueryInput* noted(const QueryRow& row)
{
    const Annotation& note = noteAt(row);
    for (const auto& input : row.data->inputs()) {
        if (!note.subject.knobs && input->recorded() && input->name() == note.subject.run)
            return input.get();
    }
    return nullptr;
}

/// Notes are on the clock of the files.
int64_t clockOfNote(const QueryRow& row) { return noted(row) ? noted(row)->recorded()->trace->origin() : 0; }

RowTable::Definition notesTable()
{
    return {"notes", "Your notes on timelines; only in the window", Per::Folder,
        [](const QueryRow& part) { return part.data->notes().size(); },
        {{{"id", Type::Integer, {}, "its number"},
             [](const QueryRow& row, QueryCell& cell) { cell.integer(noteAt(row).id); }},
            {{"run", Type::Integer, {}, "number of the run; NULL for a simulated one"},
                [](const QueryRow& row, QueryCell& cell) {
                    noted(row) ? cell.integer(noted(row)->number()) : cell.null();
                }},
            {{"kind", Type::Text, {}, "span, time, range or box"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(annotationKindName(noteAt(row).kind)); }},
            {{"begin_ns", Type::Integer, "ns", "where it stands"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(noteAt(row).range.begin - clockOfNote(row)); }},
            {{"end_ns", Type::Integer, "ns", "until when"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(noteAt(row).range.end - clockOfNote(row)); }},
            {{"first_rank", Type::Integer, {}, "of a box or span; NULL for all ranks"},
                [](const QueryRow& row, QueryCell& cell) {
                    const Annotation& note = noteAt(row);
                    cell.integerOrNull(note.kind == Annotation::Kind::Span ? note.span.rank : note.firstRank);
                }},
            {{"last_rank", Type::Integer, {}, "of a box or span; NULL for all ranks"},
                [](const QueryRow& row, QueryCell& cell) {
                    const Annotation& note = noteAt(row);
                    cell.integerOrNull(note.kind == Annotation::Kind::Span ? note.span.rank : note.lastRank);
                }},
            {{"span", Type::Text, {}, "name of the span; NULL if it is not about one"},
                [](const QueryRow& row, QueryCell& cell) {
                    const Annotation& note = noteAt(row);
                    cell.keptOrNull(note.kind == Annotation::Kind::Span ? note.span.name : std::string_view());
                }},
            {{"text", Type::Text, {}, "what you wrote"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(noteAt(row).text); }}}};
}

} // namespace

void addFindingTables(QueryTables& tables)
{
    for (RowTable::Definition (*make)() : {findingsTable, evidenceTable, issuesTable, notesTable})
        tables.push_back(std::make_unique<RowTable>(make()));
}

} // namespace bubblescope
