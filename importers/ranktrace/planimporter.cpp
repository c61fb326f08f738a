// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planimporter.h"

#include "ranktraceimporter.h"
#include "textencoding.h"
#include "datatype.h"
#include "tracemeaning.h"
#include "tracerecord.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t longestPlanLine = size_t(64) << 20; // a plan in rows has one for all steps of a rank
constexpr int largestPlanStage = 32767;
constexpr int mostPlannedRanks = 1 << 20;

struct PlanRank {
    TimeNs at = 0;
    int16_t stage = -1;
    std::map<TraceLane, TrackId> tracks;
    std::set<int> microbatches;
};

// Adds the spans of a plan rank by rank, each one slot after its predecessor.
class PlanBuilder {
public:
    PlanBuilder(ByteSource& source, const FileContents& contents) : m_part(contents.pool) { m_part.builder.setFile(source.name()); }

    void idle(int number) { m_ranks[number].at += planSlot; }
    PlanRank& rank(int number, int stage)
    {
        PlanRank& rank = m_ranks[number];
        if (rank.stage < 0)
            rank.stage = static_cast<int16_t>(stage);
        return rank;
    }
    StringId intern(std::string_view text)
    {
        return text.empty() ? StringId() : m_part.builder.intern(toUtf8(clipped(text, longestText)));
    }
    void add(int number, PlanRank& rank, TraceLane lane, SpanRecord span)
    {
        TrackId& track = rank.tracks[lane];
        if (!track.isValid()) {
            const TraceLaneInfo& info = traceLaneInfo(lane);
            track = m_part.builder.track({number, rank.stage, info.lane, info.group, info.name});
        }
        span.track = track;
        span.begin = rank.at;
        span.end = rank.at + planSlot;
        span.flags |= SpanFlag::untimed | SpanFlag::notMeasured;
        rank.at = span.end;
        if (span.operation == Operation::Forward && span.microbatch >= 0)
            rank.microbatches.insert(span.microbatch);
        m_part.builder.addSpan(span);
        if (span.operation == Operation::OptimizerStep)
            m_part.builder.endStep(number, span.end);
    }
    void finish(FileContents& contents)
    {
        if (m_part.builder.isEmpty())
            return;
        m_part.kind = Run::Kind::Plan;
        m_part.clock = ClockPolicy::None;
        size_t microbatches = 0;
        for (const auto& [number, rank] : m_ranks) {
            if (rank.tracks.empty())
                continue;
            m_part.ranks.push_back(number);
            microbatches = std::max(microbatches, rank.microbatches.size());
        }
        if (microbatches > 0)
            m_part.layout.microbatches = static_cast<int>(microbatches);
        contents.traceParts.push_back(std::move(m_part));
    }

private:
    TracePart m_part;
    std::map<int, PlanRank> m_ranks;
};

struct PlanAction {
    std::string_view spelling;
    Operation operation;
    Category category;
    TraceLane lane;
    std::string_view name;
};

constexpr PlanAction actions[] = {
    {"F"sv, Operation::Forward, Category::Forward, TraceLane::Compute, "forward"sv},
    {"B"sv, Operation::Backward, Category::Backward, TraceLane::Compute, "backward"sv},
    {"I"sv, Operation::Backward, Category::Backward, TraceLane::Compute, "input gradient"sv},
    {"W"sv, Operation::WeightGradient, Category::WeightGradient, TraceLane::Compute, "weight gradient"sv},
    {"SEND_F"sv, Operation::SendForward, Category::PipelineComm, TraceLane::PipelineComm, "send_forward"sv},
    {"RECV_F"sv, Operation::RecvForward, Category::PipelineComm, TraceLane::PipelineComm, "recv_forward"sv},
    {"SEND_B"sv, Operation::SendBackward, Category::PipelineComm, TraceLane::PipelineComm, "send_backward"sv},
    {"RECV_B"sv, Operation::RecvBackward, Category::PipelineComm, TraceLane::PipelineComm, "recv_backward"sv},
    {"UNSHARD"sv, Operation::AllGather, Category::DataComm, TraceLane::DataComm, "unshard"sv},
    {"RESHARD"sv, Operation::Other, Category::Host, TraceLane::Host, "reshard"sv},
    {"REDUCE_GRAD"sv, Operation::ReduceScatter, Category::DataComm, TraceLane::DataComm, "reduce_grad"sv},
};

struct PlanCell {
    int stage = -1;
    const PlanAction* action = nullptr;
    int microbatch = -1;
};

std::string_view bareCell(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '"'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '"'))
        text.remove_suffix(1);
    return text;
}

// "2F5", "0UNSHARD", "1SEND_F3".
bool readCell(std::string_view text, PlanCell& cell)
{
    const char* const end = text.data() + text.size();
    const auto stage = std::from_chars(text.data(), end, cell.stage);
    if (stage.ec != std::errc() || cell.stage < 0 || cell.stage > largestPlanStage)
        return false;
    const char* p = stage.ptr;
    while (p != end && ((*p >= 'A' && *p <= 'Z') || *p == '_'))
        ++p;
    const std::string_view spelling(stage.ptr, static_cast<size_t>(p - stage.ptr));
    const auto action = std::find_if(
        std::begin(actions), std::end(actions), [spelling](const PlanAction& a) { return a.spelling == spelling; });
    if (action == std::end(actions))
        return false;
    cell.action = action;
    if (p == end)
        return spelling.size() > 1; // a pass without its microbatch is not a cell
    const auto microbatch = std::from_chars(p, end, cell.microbatch);
    return microbatch.ec == std::errc() && microbatch.ptr == end && cell.microbatch >= 0;
}

} // namespace

int StagePlanImporter::sniff(std::string_view head) const
{
    bool firstLine = false;
    if (!looksLikeTraceRecords(head, recordPrefix(RecordOwner::Stage), firstLine))
        return 0;
    return firstLine ? operationFirst.sureness : operationLater.sureness;
}

bool StagePlanImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    PlanBuilder builder(source, contents);
    LineReader lines(source, longestPlanLine, progress);
    while (lines.next()) {
        const uint64_t offset = lines.offset();
        if (lines.isOversized()) {
            report.add(IssueKind::OversizedLine, offset, say("the line is too long for a record and was skipped"));
            continue;
        }
        std::string_view line = lines.line();
        if (offset == 0)
            line = withoutByteOrderMark(line);
        line = bareCell(line);
        if (line.empty())
            continue;
        const auto result = readTraceRecord(line, RecordOwner::Stage);
        const auto* record = std::get_if<TraceRecord>(&result);
        if (!record || record->owner > largestPlanStage) {
            const RecordRefusal refusal = record ? RecordRefusal::BadOwner : std::get<RecordRefusal>(result);
            const bool cut = refusal == RecordRefusal::Unterminated && lines.isUnterminated();
            report.add(cut ? IssueKind::TruncatedFile : IssueKind::BadRecord, offset,
                say("{}: \"{}\"", refusalText(refusal), excerpt(line)));
            continue;
        }
        const TraceFields& fields = record->fields;
        const OperationMeaning meaning = meaningOfOperation(record->name, fields[TraceKey::GroupKind]);
        ShapeSize size = elementsOfShape(fields[TraceKey::Shape]);
        SpanRecord span;
        span.name = builder.intern(record->name);
        span.detail = builder.intern(composeDetail({{}, clipped(fields[TraceKey::Shape], longestText),
            clipped(fields[TraceKey::DataType], longestText), clipped(fields[TraceKey::Description], longestText)}));
        span.category = meaning.category;
        span.operation = meaning.operation;
        span.stage = static_cast<int16_t>(record->owner);
        span.offset = offset;
        int64_t bytes = -1;
        if (size.elements >= 0 && elementSize(fields[TraceKey::DataType]) > 0
            && !__builtin_mul_overflow(size.elements, elementSize(fields[TraceKey::DataType]), &bytes))
            span.bytes = bytes;
        if (meaning.perMicrobatch) {
            const std::string_view batch = fields[TraceKey::BatchId];
            int32_t number = -1;
            const auto parsed = std::from_chars(batch.data(), batch.data() + batch.size(), number);
            span.microbatch = parsed.ec == std::errc() && number >= 0 ? number : -1;
        }
        builder.add(record->owner, builder.rank(record->owner, record->owner), meaning.lane, span);
    }
    if (lines.isCancelled())
        return false;
    reportSourceError(source, report);
    builder.finish(contents);
    return true;
}

int PipelinePlanImporter::sniff(std::string_view head) const
{
    // The first cells must be valid: at least two, or one if it is the whole file.
    int seen = 0;
    const size_t lineEnd = head.find_first_of("\r\n"sv);
    std::string_view line = head.substr(0, lineEnd);
    while (!line.empty() && seen < 8) {
        const size_t comma = line.find(',');
        const std::string_view text = bareCell(line.substr(0, comma));
        PlanCell cell;
        if (!text.empty()) {
            if (!readCell(text, cell))
                return 0;
            ++seen;
        }
        if (comma == std::string_view::npos)
            break;
        line.remove_prefix(comma + 1);
    }
    return seen >= 2 ? cells.sureness : 0;
}

bool PipelinePlanImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    PlanBuilder builder(source, contents);
    LineReader lines(source, longestPlanLine, progress);
    for (int number = 0; lines.next();) {
        std::string_view line = lines.line();
        if (lines.isOversized() || number >= mostPlannedRanks) {
            report.add(IssueKind::OversizedLine, lines.offset(), say("the row is too long and was skipped"));
            continue;
        }
        if (bareCell(line).empty())
            continue;
        for (const char* const start = line.data();;) {
            const size_t comma = line.find(',');
            const std::string_view text = bareCell(line.substr(0, comma));
            const uint64_t offset = lines.offset() + static_cast<uint64_t>(line.data() - start);
            PlanCell cell;
            if (!text.empty() && readCell(text, cell)) {
                SpanRecord span;
                span.name = builder.intern(cell.action->name);
                span.category = cell.action->category;
                span.operation = cell.action->operation;
                span.stage = static_cast<int16_t>(cell.stage);
                span.microbatch = cell.microbatch;
                span.offset = offset;
                builder.add(number, builder.rank(number, cell.stage), cell.action->lane, span);
            } else {
                if (!text.empty())
                    report.add(
                        IssueKind::BadRecord, offset, say("not a cell of a plan: \"{}\"", excerpt(text)));
                builder.idle(number); // an empty cell is a slot without work
            }
            if (comma == std::string_view::npos)
                break;
            line.remove_prefix(comma + 1);
        }
        ++number;
    }
    if (lines.isCancelled())
        return false;
    reportSourceError(source, report);
    builder.finish(contents);
    return true;
}

} // namespace bubblescope
