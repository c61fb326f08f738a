// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timetables.h"

#include "rowtable.h"

#include <algorithm>

namespace bubblescope {

namespace {

using Type = QueryColumn::Type;
using Use = QueryColumn::Use;
using Per = RowTable::Per;

double someOfSpans(const QueryData& data) { return double(data.recordedSpans()) / 20 + 100; }

/// That the bubbles and the path of its step name.
QuerySpans& spansOf(const QueryRow& row) { return *row.input->step(row.step).spans; }

void spanCell(const QueryRow& row, SpanId span, QueryCell& cell)
{
    span.isValid() ? cell.integer(row.input->idOf(spansOf(row).numberOf(span))) : cell.null();
}

// bubbles

const Bubble& bubbleOf(const QueryRow& row) { return row.input->step(row.step).bubbles.all[row.index]; }

std::string_view bubbleKind(const Bubble& bubble)
{
    return bubble.isPipelines ? "pipeline" : bubble.isWaiting() ? "waiting" : "idle";
}

RowTable::Definition bubblesTable()
{
    return {"bubbles", "Stretches of a step in which a rank has no work, and why", Per::Step,
        [](const QueryRow& part) { return part.input->step(part.step).bubbles.all.size(); },
        {runColumn(), stepColumn(),
            {{"rank", Type::Integer, {}, "global number"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(spansOf(row).trace().ranks()[bubbleOf(row).rank].rank);
                }},
            {{"stage", Type::Integer, {}, "of the rank; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integerOrNull(spansOf(row).context().groups().stage(bubbleOf(row).rank));
                }},
            {{"kind", Type::Text, {},
                 "pipeline (a bubble), waiting (in a communication or for it) or idle (nothing recorded)"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(bubbleKind(bubbleOf(row))); }},
            {{"phase", Type::Text, {}, "of the pipeline: warmup, steady or cooldown"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(phaseKey(bubbleOf(row).phase)); }},
            {{"cause", Type::Text, {}, "pipeline fill, slow neighbour, …"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(bubbleCauseName(bubbleOf(row).cause)); }},
            {{"begin_ns", Type::Integer, "ns", "its begin"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(bubbleOf(row).range.begin); }},
            {{"end_ns", Type::Integer, "ns", "its end"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(bubbleOf(row).range.end); }},
            {{"duration_ns", Type::Integer, "ns", "end_ns - begin_ns"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(bubbleOf(row).range.duration()); }},
            {{"span", Type::Integer, {}, "id of the span in which the rank waits; NULL if nothing was recorded"},
                [](const QueryRow& row, QueryCell& cell) { spanCell(row, bubbleOf(row).span, cell); }},
            {{"awaited", Type::Integer, {}, "id of the span that it waited for; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { spanCell(row, bubbleOf(row).awaited, cell); }},
            {{"culprit_rank", Type::Integer, {},
                 "rank at the end of the chain of waits; NULL if unknown, or if messages are (cause link)"},
                [](const QueryRow& row, QueryCell& cell) { cell.integerOrNull(bubbleOf(row).culpritRank); }},
            {{"culprit_stage", Type::Integer, {}, "its stage; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { cell.integerOrNull(bubbleOf(row).culpritStage); }}},
        someOfSpans};
}

// attribution

/// A part of the time of a rank.
struct SplitPart {
    std::string_view part;
    std::string_view of;
    TimeNs (*ns)(const TimeSplit& split);
    bool counts = true; ///< in the total
};

template <Category category> TimeNs timeOf(const TimeSplit& split) { return split.of(category); }
template <Category category> TimeNs waitingFor(const TimeSplit& split) { return split.waitingFor[size_t(category)]; }
template <Category category> TimeNs hiddenOf(const TimeSplit& split) { return split.hidden[size_t(category)]; }

template <size_t... numbers> std::vector<SplitPart> splitPartsOf(std::index_sequence<numbers...>)
{
    std::vector<SplitPart> parts;
    const auto add = [&parts]<size_t number>(std::integral_constant<size_t, number>) {
        constexpr auto category = Category(number);
        const std::string_view key = categoryKey(category);
        if (isCompute(category))
            parts.push_back({"compute", key, timeOf<category>});
        if (isCommunication(category)) {
            parts.push_back({"exposed", key, timeOf<category>});
            parts.push_back({"overlapped", key, hiddenOf<category>, false});
        }
        if ((isCommunication(category) && category != Category::PipelineComm) || category == Category::Optimizer)
            parts.push_back({"waiting", key, waitingFor<category>});
    };
    (add(std::integral_constant<size_t, numbers>()), ...);
    return parts;
}

const std::vector<SplitPart>& listedParts()
{
    static const std::vector<SplitPart> all = [] {
        std::vector<SplitPart> parts = splitPartsOf(std::make_index_sequence<size_t(categoryCount)>());
        const std::vector<SplitPart> others {{"waiting", "recorded",
                                                 [](const TimeSplit& s) {
                                                     TimeNs rest = s.waiting();
                                                     for (int c = 0; c < categoryCount; ++c) {
                                                         const bool isListed = isCommunication(Category(c))
                                                             || Category(c) == Category::Optimizer;
                                                         if (isListed && Category(c) != Category::PipelineComm)
                                                             rest -= s.waitingFor[size_t(c)];
                                                     }
                                                     return rest;
                                                 }},
            {"bubble", "warmup", [](const TimeSplit& s) { return s.of(PipelinePhase::Warmup); }},
            {"bubble", "steady", [](const TimeSplit& s) { return s.of(PipelinePhase::Steady); }},
            {"bubble", "cooldown", [](const TimeSplit& s) { return s.of(PipelinePhase::Cooldown); }},
            {"idle", "short gaps", [](const TimeSplit& s) { return s.shortGaps; }},
            {"idle", "long gaps", [](const TimeSplit& s) { return s.longGaps; }},
            {"idle", "host wait", [](const TimeSplit& s) { return s.hostWait; }},
            {"idle", "kernel wait", [](const TimeSplit& s) { return s.kernelWait; }},
            {"idle", "unknown", [](const TimeSplit& s) { return s.unknownWait; }},
            {"host", categoryKey(Category::Host), timeOf<Category::Host>},
            {"host", categoryKey(Category::MemoryCopy), timeOf<Category::MemoryCopy>},
            {"host", categoryKey(Category::Other), timeOf<Category::Other>},
            {"hidden", "communication", [](const TimeSplit& s) { return s.hiddenCommunication; }, false}};
        parts.insert(parts.end(), others.begin(), others.end());
        return parts;
    }();
    return all;
}

const RankSummary& rankSplit(const QueryRow& row)
{
    return row.input->step(row.step).summary.ranks[row.index / listedParts().size()];
}

const SplitPart& partOf(const QueryRow& row) { return listedParts()[row.index % listedParts().size()]; }

RowTable::Definition attributionTable()
{
    return {"attribution", "Where the time of each rank goes in each step: what counts adds up to the step of the rank",
        Per::Step,
        [](const QueryRow& part) { return part.input->step(part.step).summary.ranks.size() * listedParts().size(); },
        {runColumn(), stepColumn(),
            {{"rank", Type::Integer, {}, "global number"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(rankSplit(row).rank); }},
            {{"stage", Type::Integer, {}, "of the rank; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { cell.integerOrNull(rankSplit(row).stage); }},
            {{"part", Type::Text, {},
                 "compute, exposed (communication that no compute hides), waiting, bubble, idle, host; beside them "
                 "overlapped (hidden communication of each group) and hidden (all of it, each moment once)"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(partOf(row).part); }},
            {{"of", Type::Text, {}, "the category, phase or reason"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(partOf(row).of); }},
            {{"duration_ns", Type::Integer, "ns", "how long, also if 0"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(partOf(row).ns(rankSplit(row).split)); }},
            {{"counts", Type::Integer, {}, "1 where it is part of the total, 0 for overlapped and hidden"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(partOf(row).counts ? 1 : 0); }}},
        [](const QueryData& data) {
            double ranks = 0;
            for (const Run& run : data.folder().runs)
                ranks += double(run.trace->ranks().size() * std::max<size_t>(run.trace->steps().size(), 1));
            return ranks * double(listedParts().size());
        }};
}

// idle_causes

const IdleCause& idleCauseOf(const QueryRow& row) { return row.input->idleCauses(row.step)[row.index]; }

RowTable::Definition idleCausesTable()
{
    return {"idle_causes",
        "What hosts did while their GPUs had no work, by rank: all rows of a rank in a step add up to its host wait",
        Per::Step, [](const QueryRow& part) { return part.input->idleCauses(part.step).size(); },
        {runColumn(), stepColumn(),
            {{"rank", Type::Integer, {}, "global number"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(spansOf(row).trace().ranks()[idleCauseOf(row).rank].rank);
                }},
            {{"kind", Type::Text, {},
                 "input, garbage collection, memory allocation, module loading, synchronization, host work, launching "
                 "or "
                 "not recorded"},
                [](const QueryRow& row, QueryCell& cell) { cell.kept(idleKindName(idleCauseOf(row).kind)); }},
            {{"name", Type::Text, {}, "of the record; NULL if nothing was recorded"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.keptOrNull(spansOf(row).trace().strings().text(idleCauseOf(row).name));
                }},
            {{"duration_ns", Type::Integer, "ns", "of the pauses"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(idleCauseOf(row).time); }},
            {{"kernel_wait_ns", Type::Integer, "ns",
                 "after a synchronization, until the next kernel began; not host wait"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(idleCauseOf(row).kernelWait); }},
            {{"recorded_ns", Type::Integer, "ns", "whole durations of these records"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(idleCauseOf(row).recorded); }},
            {{"count", Type::Integer, {}, "of these records, or of pauses without any"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(idleCauseOf(row).count)); }},
            {{"begin_ns", Type::Integer, "ns", "of the longest pause"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(idleCauseOf(row).longest.begin); }},
            {{"end_ns", Type::Integer, "ns", "of the longest pause"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(idleCauseOf(row).longest.end); }},
            {{"span", Type::Integer, {}, "id of the record in it; NULL if nothing was recorded"},
                [](const QueryRow& row, QueryCell& cell) { spanCell(row, idleCauseOf(row).span, cell); }}},
        someOfSpans};
}

// parts

const RunSummary& summaryOf(const QueryRow& row) { return row.input->step(row.step).summary; }
/// The last row is for what is overlapped.
constexpr size_t recordedParts = timePartCount - 1; // nothing of a recorded step is unexplained
bool isOverlap(const QueryRow& row) { return row.index == recordedParts; }

double partNs(const QueryRow& row)
{
    const TimeParts parts = summaryOf(row).parts();
    return isOverlap(row) ? parts.overlapped : parts.of(timePartAt(row.index));
}

RowTable::Definition partsTable()
{
    return {"parts", "What each step is made of, all ranks together: what counts adds up to ranks x step", Per::Step,
        [](const QueryRow& part) { return summaryOf(part).whole > 0 ? recordedParts + 1 : size_t(0); },
        {runColumn(), stepColumn(),
            {{"part", Type::Text, {},
                 "compute, exposed_comm, waiting, bubble, copies, kernel_wait, host_wait, host, idle (nothing says "
                 "why), "
                 "not_recorded (of ranks that begin later or end earlier); beside them overlapped"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.kept(isOverlap(row) ? "overlapped" : timePartKey(timePartAt(row.index)));
                }},
            {{"duration_ns", Type::Integer, "ns", "over all ranks, also if 0"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(partNs(row))); }},
            {{"share", Type::Real, {}, "of ranks x step"},
                [](const QueryRow& row, QueryCell& cell) {
                    const double whole = summaryOf(row).parts().whole();
                    cell.real(whole > 0 ? partNs(row) / whole : 0);
                }},
            {{"counts", Type::Integer, {}, "1 where it is part of the total, 0 for overlapped"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(isOverlap(row) ? 0 : 1); }}}};
}

// operators

const RankOperator& operatorOf(const QueryRow& row) { return row.input->operators(row.step)[row.index]; }

/// Copied: with other steps, the operators of this one may go.
void textCell(const std::string& text, QueryCell& cell) { text.empty() ? cell.null() : cell.copied(text); }

std::optional<double> scaledOrNone(std::optional<double> value, double by)
{
    return value ? std::optional(*value * by) : std::nullopt;
}

RowTable::Definition operatorsTable()
{
    return {"operators", "What operators took of devices in each step, by rank and the shapes of their inputs",
        Per::Step, [](const QueryRow& part) { return part.input->operators(part.step).size(); },
        {runColumn(), stepColumn(),
            {{"rank", Type::Integer, {}, "global number"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(operatorOf(row).rank); }},
            {{"name", Type::Text, {},
                 "of the innermost operator, or of a kernel that none launched; NULL where its launch was not "
                 "recorded"},
                [](const QueryRow& row, QueryCell& cell) { textCell(operatorOf(row).use.name, cell); }},
            {{"shapes", Type::Text, {}, "of its inputs; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { textCell(operatorOf(row).use.shapes, cell); }},
            {{"dtypes", Type::Text, {},
                 "of the tensors among its inputs: bf16, or of each where they differ; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { textCell(operatorOf(row).use.dataTypes, cell); }},
            {{"calls", Type::Integer, {}, "how often it was called"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(operatorOf(row).use.calls)); }},
            {{"device_ns", Type::Integer, "ns", "of what it launched itself"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(int64_t(operatorOf(row).use.deviceNs)); }},
            {{"flops", Type::Real, {},
                 "floating-point operations of all calls; NULL where no work is known"},
                [](const QueryRow& row, QueryCell& cell) { cell.realOrNull(operatorOf(row).use.flops); }},
            {{"bytes", Type::Real, "bytes",
                 "that all calls have to read and write, each tensor once; NULL where that is not known"},
                [](const QueryRow& row, QueryCell& cell) { cell.realOrNull(operatorOf(row).use.bytes); }},
            {{"tflops_s", Type::Real, "TFLOP/s", "while a device was busy with it; NULL where no work is known"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.realOrNull(scaledOrNone(operatorOf(row).use.flopsPerSecond(), 1e-12));
                }},
            {{"tb_s", Type::Real, "TB/s", "of bytes likewise; NULL where they are not known"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.realOrNull(scaledOrNone(operatorOf(row).use.bytesPerSecond(), 1e-12));
                }},
            {{"intensity", Type::Real, "FLOP/byte", "of the one to the other; NULL where one is not known"},
                [](const QueryRow& row, QueryCell& cell) { cell.realOrNull(operatorOf(row).use.intensity()); }}},
        someOfSpans};
}

// critical_path

/// Rows behind the last piece stand for the gaps between them.
const CriticalPath::Piece* pieceOf(const QueryRow& row)
{
    const CriticalPath* path = row.input->path(row.step);
    return row.index < path->pieces.size() ? &path->pieces[row.index] : nullptr;
}

/// The second one is of gaps beside compute.
bool isBesideCompute(const QueryRow& row) { return row.index > row.input->path(row.step)->pieces.size(); }

TimeNs gapsOf(const QueryRow& row)
{
    const CriticalPath& path = *row.input->path(row.step);
    return isBesideCompute(row) ? path.gapsBesideCompute : path.gaps - path.gapsBesideCompute;
}

RowTable::Definition criticalPathTable()
{
    return {"critical_path",
        "The longest chain of dependencies of each step, piece by piece; the last rows have the gaps between the "
        "pieces",
        Per::Step,
        [](const QueryRow& part) {
            const CriticalPath* path = part.input->path(part.step);
            return path ? path->pieces.size() + (path->gapsBesideCompute > 0 ? 2 : 1) : size_t(0);
        },
        {runColumn(), stepColumn(),
            {{"span", Type::Integer, {}, "id in table spans; NULL for the gaps"},
                [](const QueryRow& row, QueryCell& cell) {
                    spanCell(row, pieceOf(row) ? pieceOf(row)->span : SpanId(), cell);
                }},
            {{"rank", Type::Integer, {}, "global number; NULL for the gaps"},
                [](const QueryRow& row, QueryCell& cell) {
                    pieceOf(row) ? cell.integer(spansOf(row).trace().ranks()[pieceOf(row)->rank].rank) : cell.null();
                }},
            {{"stage", Type::Integer, {}, "that the span states; NULL if it states none"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integerOrNull(pieceOf(row) ? spansOf(row).trace().stage(pieceOf(row)->span) : -1);
                }},
            {{"category", Type::Text, {}, "what the time is spent on; host for the gaps, compute for those beside it"},
                [](const QueryRow& row, QueryCell& cell) {
                    const Category ofGaps = isBesideCompute(row) ? Category::OtherCompute : Category::Host;
                    cell.kept(categoryKey(pieceOf(row) ? pieceOf(row)->category : ofGaps));
                }},
            {{"operation", Type::Text, {}, "what the span is; NULL for the gaps"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.keptOrNull(pieceOf(row) ? operationName(spansOf(row).trace().operation(pieceOf(row)->span))
                                                 : std::string_view());
                }},
            {{"begin_ns", Type::Integer, "ns", "its begin; NULL for the gaps"},
                [](const QueryRow& row, QueryCell& cell) {
                    pieceOf(row) ? cell.integer(pieceOf(row)->range.begin) : cell.null();
                }},
            {{"end_ns", Type::Integer, "ns", "its end; NULL for the gaps"},
                [](const QueryRow& row, QueryCell& cell) {
                    pieceOf(row) ? cell.integer(pieceOf(row)->range.end) : cell.null();
                }},
            {{"duration_ns", Type::Integer, "ns", "all rows of a step add up to its path"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(pieceOf(row) ? pieceOf(row)->range.duration() : gapsOf(row));
                }},
            {{"is_transfer", Type::Integer, {}, "1 for communication"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(pieceOf(row) && pieceOf(row)->isTransfer ? 1 : 0);
                }},
            {{"begins", Type::Integer, {}, "1 where a span begins, 0 where the same one goes on"},
                [](const QueryRow& row, QueryCell& cell) {
                    const auto& pieces = row.input->path(row.step)->pieces;
                    const bool isSameSpan = row.index > 0 && row.index < pieces.size()
                        && pieces[row.index - 1].span == pieces[row.index].span;
                    cell.integer(pieceOf(row) && !isSameSpan ? 1 : 0);
                }}},
        someOfSpans};
}

// stragglers

const Stragglers::Rank& comparedRank(const QueryRow& row) { return row.input->stragglers().ranks[row.index]; }

RowTable::Definition stragglersTable()
{
    return {"stragglers", "How much longer each rank computes than its peers, over all steps", Per::Run,
        [](const QueryRow& part) { return part.input->stragglers().ranks.size(); },
        {runColumn(),
            {{"rank", Type::Integer, {}, "global number"},
                [](const QueryRow& row, QueryCell& cell) {
                    cell.integer(row.trace().ranks()[comparedRank(row).rank].rank);
                }},
            {{"stage", Type::Integer, {}, "of the rank; NULL if unknown"},
                [](const QueryRow& row, QueryCell& cell) { cell.integerOrNull(comparedRank(row).stage); }},
            {{"factor", Type::Real, {}, "its compute against the median of its peers"},
                [](const QueryRow& row, QueryCell& cell) { cell.real(comparedRank(row).factor); }},
            {{"samples", Type::Integer, {}, "microbatches compared"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(comparedRank(row).samples); }},
            {{"is_straggler", Type::Integer, {}, "1 where it is slower than its own spread explains"},
                [](const QueryRow& row, QueryCell& cell) { cell.integer(comparedRank(row).isStraggler ? 1 : 0); }}}};
}

} // namespace

void addTimeTables(QueryTables& tables)
{
    for (RowTable::Definition (*make)() : {bubblesTable, attributionTable, partsTable, idleCausesTable, operatorsTable,
             criticalPathTable, stragglersTable})
        tables.push_back(std::make_unique<RowTable>(make()));
}

} // namespace bubblescope
