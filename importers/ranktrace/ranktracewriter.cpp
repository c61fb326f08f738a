// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranktracewriter.h"

#include "characters.h"
#include "decimaltime.h"
#include "tracemeaning.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

bool isOneWord(std::string_view text)
{
    const auto isOfWord = [](char c) { return isLetter(c) || isDigit(c) || c == '_'; };
    return !text.empty() && std::all_of(text.begin(), text.end(), isOfWord);
}

std::string asWord(std::string_view text)
{
    std::string word(text);
    for (char& c : word) {
        if (!isOneWord({&c, 1}))
            c = '_';
    }
    return word.empty() ? "operation" : word;
}

std::string asLine(std::string_view text)
{
    std::string line(text);
    for (char& c : line) {
        if (c == '\n' || c == '\r' || c == '\'')
            c = ' ';
    }
    return line;
}

class RankTraceText {
public:
    RankTraceText(const Trace& trace, int rank, const RankTraceStyle& style)
        : m_trace(trace), m_style(style), m_rank(rank)
    {
        for (int i = std::clamp(style.decimals, 0, 6); i < 6; ++i)
            m_quantum *= 10;
    }

    std::string write()
    {
        const RankInfo* info = m_trace.findRank(m_rank);
        if (!info)
            return {};
        m_toFile = m_trace.origin() - info->shift + m_style.clockBase;
        collect();
        decideStates();
        for (const Line& line : m_lines)
            writeLine(line);
        return std::move(m_text);
    }

private:
    struct Line {
        SpanId span;
        TimeNs key = 0; // sort key: position in the file
        bool bucket = false;
        std::string_view state;
    };

    /// What is recorded as part of an operation.
    struct Part {
        SpanId of;
        SpanId span;
    };
    static std::span<const Part> partsOf(const std::vector<Part>& parts, SpanId operation)
    {
        const auto [first, last] = std::equal_range(
            parts.begin(), parts.end(), Part {operation, {}}, [](const Part& a, const Part& b) { return a.of < b.of; });
        return {first, last};
    }

    void collect()
    {
        std::vector<SpanId> buckets;
        for (const Track& track : m_trace.tracksOf(m_rank)) {
            for (const Row& row : m_trace.rowsOf(m_trace.idOf(track))) {
                for (uint32_t s = row.firstSpan; s < row.firstSpan + row.spanCount; ++s)
                    take(SpanId(s), track, buckets);
            }
        }
        const auto byTime = [this](const Line& a, const Line& b) {
            if (a.key != b.key)
                return a.key < b.key;
            if (m_trace.end(a.span) != m_trace.end(b.span))
                return m_trace.end(a.span) < m_trace.end(b.span);
            return a.span < b.span;
        };
        std::sort(m_lines.begin(), m_lines.end(), byTime);
        placeBuckets(buckets);
        std::sort(m_subs.begin(), m_subs.end(), [this](const Part& a, const Part& b) {
            return std::tuple(a.of, m_trace.end(a.span), a.span) < std::tuple(b.of, m_trace.end(b.span), b.span);
        });
        std::stable_sort(m_legs.begin(), m_legs.end(), [](const Part& a, const Part& b) { return a.of < b.of; });
    }

    void take(SpanId span, const Track& track, std::vector<SpanId>& buckets)
    {
        if (m_trace.flags(span) & (SpanFlag::waitOnly | SpanFlag::launchOnly | SpanFlag::notMeasured))
            m_extended = m_extended || !m_trace.hasFlag(span, SpanFlag::untimed);
        if (track.lane == Lane::Stream) {
            buckets.push_back(span);
        } else if (m_trace.hasFlag(span, SpanFlag::subOperation)) {
            SpanId parent = m_trace.parent(span);
            for (int depth = 0; depth < 64 && parent.isValid() && m_trace.hasFlag(parent, SpanFlag::subOperation);
                 ++depth)
                parent = m_trace.parent(parent);
            if (parent.isValid())
                m_subs.push_back({parent, span});
        } else if (m_trace.hasFlag(span, SpanFlag::fusedLeg) && m_trace.parent(span).isValid()) {
            m_legs.push_back({m_trace.parent(span), span});
        } else {
            m_lines.push_back({span, m_trace.begin(span), false, {}});
        }
    }

    // The line of a bucket precedes the backward pass that launches it.
    void placeBuckets(std::vector<SpanId>& buckets)
    {
        if (buckets.empty())
            return;
        m_extended = true;
        std::sort(buckets.begin(), buckets.end(), [this](SpanId a, SpanId b) {
            return m_trace.begin(a) != m_trace.begin(b) ? m_trace.begin(a) < m_trace.begin(b) : a < b;
        });
        std::vector<Line> merged;
        merged.reserve(m_lines.size() + buckets.size());
        size_t next = 0;
        for (const Line& line : m_lines) {
            while (next < buckets.size() && m_trace.begin(buckets[next]) < m_trace.end(line.span))
                merged.push_back({buckets[next++], line.key, true, "steady"sv});
            merged.push_back(line);
        }
        while (next < buckets.size()) {
            merged.push_back({buckets[next], m_trace.begin(buckets[next]), true, "finalize"sv});
            ++next;
        }
        m_lines = std::move(merged);
    }

    // The tracer's 1F1B phases: warmup until the first backward, cooldown after the last forward.
    void decideStates()
    {
        size_t stepStart = 0;
        for (size_t i = 0; i <= m_lines.size(); ++i) {
            const bool ends = i == m_lines.size() || m_trace.operation(m_lines[i].span) == Operation::OptimizerStep;
            if (!ends)
                continue;
            const size_t stepEnd = std::min(i + 1, m_lines.size());
            size_t firstBackward = stepEnd;
            size_t lastForward = stepStart;
            for (size_t k = stepStart; k < stepEnd; ++k) {
                const Operation operation = m_trace.operation(m_lines[k].span);
                if (operation == Operation::Backward)
                    firstBackward = std::min(firstBackward, k);
                if (operation == Operation::Forward)
                    lastForward = k;
            }
            for (size_t k = stepStart; k < stepEnd; ++k)
                m_lines[k].state = stateOf(m_lines[k], k, firstBackward, lastForward);
            stepStart = stepEnd;
        }
    }

    std::string_view stateOf(const Line& line, size_t place, size_t firstBackward, size_t lastForward) const
    {
        if (line.bucket)
            return "steady"sv;
        const Category category = m_trace.category(line.span);
        if (category == Category::Optimizer || category == Category::DataComm || category == Category::EmbeddingComm
            || category == Category::ExpertDataComm)
            return "finalize"sv;
        if (place < firstBackward && place < lastForward)
            return "warmup"sv;
        return place > lastForward + 1 ? "cooldown"sv : "steady"sv;
    }

    void writeLine(const Line& line)
    {
        if (line.bucket) {
            writeBucket(line);
            return;
        }
        writeOperation(line.span, line.state);
        for (const Part& leg : partsOf(m_legs, line.span))
            writeOperation(leg.span, line.state);
    }

    void writeOperation(SpanId span, std::string_view state)
    {
        const Category category = m_trace.category(span);
        std::string name = asWord(m_trace.name(span));
        if (!meaningOfOperation(name, {}).known) {
            if (const std::string_view known = spellingOf(m_trace.operation(span), category); !known.empty())
                name = known;
        }
        TraceDetail detail = splitDetail(m_trace.detail(span));
        if (detail.description.empty())
            detail.description = detail.function;
        std::string description = detail.description.empty() ? "None" : asLine(detail.description);
        if (m_style.simulation && description.substr(0, 10) != "simulation")
            description = description == "None" ? "simulation" : "simulation: " + description;
        fmt::format_to(out(), "rank:{}:{}(stage_id={},batch_id={},mg_state={},duration={},description={},group_kind={}",
            m_rank, name, std::max(0, m_trace.stage(span)), std::max(0, m_trace.microbatch(span)), state,
            durationText(span), description, isCommunication(category) ? groupOfCategory(category) : "None"sv);
        if (m_extended) {
            std::string_view semantics = "None"sv;
            if (m_trace.hasFlag(span, SpanFlag::waitOnly))
                semantics = "wait_flush_only"sv;
            else if (m_trace.hasFlag(span, SpanFlag::notMeasured) && !m_trace.hasFlag(span, SpanFlag::untimed))
                semantics = "metadata_placeholder"sv;
            fmt::format_to(
                out(), ",cmd_uid=cmd-{:012x},op_semantics={},finalize_base_duration_ms=None", span.value, semantics);
        }
        writeShape(detail, m_trace.bytes(span), "None"sv);
        fmt::format_to(out(), ",timestamp={},sub_operations=[", endText(span));
        bool isFirst = true;
        for (const Part& sub : partsOf(m_subs, span)) {
            m_text += isFirst ? "'"sv : ", '"sv;
            writeSubOperation(sub.span);
            m_text += '\'';
            isFirst = false;
        }
        m_text += "])\n"sv;
    }

    void writeSubOperation(SpanId span)
    {
        const TraceDetail detail = splitDetail(m_trace.detail(span));
        // The tracer's own functions start with an underscore; other names are names of calls.
        const bool isSource = detail.function.empty() || detail.function.front() == '_';
        std::string_view function = m_trace.name(span);
        if (operationOfCommFunction(function) != m_trace.operation(span) || !isOneWord(function))
            function = commFunctionOfOperation(m_trace.operation(span));
        const std::string known = function.empty() ? asWord(m_trace.name(span)) : std::string(function);
        fmt::format_to(out(), "trace_src_func={},duration={},timestamp={}",
            isSource && !detail.function.empty() ? asLine(detail.function) : '_' + known, durationText(span),
            endText(span));
        writeShape(detail, m_trace.bytes(span), {});
        if (!isSource)
            fmt::format_to(out(), ",func_name={}", asLine(detail.function));
        fmt::format_to(out(), ",group={},comm_func={}", groupOfCategory(m_trace.category(span)), known);
    }

    void writeBucket(const Line& line)
    {
        const SpanId span = line.span;
        const TraceDetail detail = splitDetail(m_trace.detail(span));
        const bool launchOnly = m_trace.hasFlag(span, SpanFlag::launchOnly);
        std::string_view elements = "None"sv;
        if (detail.shape.size() > 2)
            elements = detail.shape.substr(1, detail.shape.size() - 2);
        std::string_view bucket = detail.function;
        bucket = bucket.substr(0, 7) == "bucket "sv ? bucket.substr(7) : "0"sv;
        std::string_view function = commFunctionOfOperation(m_trace.operation(span));
        const std::string launch = timeText(m_trace.begin(span));
        const std::string completion = launchOnly ? "None" : timeText(m_trace.end(span));
        fmt::format_to(out(),
            "rank:{}:ddp_grad_comm(comm_uid=ddpcomm-{:012x},iter=0,stage_id={},mg_state={},group_kind={},"
            "comm_func={},buffer_id=0,bucket_id={},bucket_offset=0,bucket_numel={},trigger_op=backward_step,"
            "trigger_batch_id={},launch_timestamp_ms={},launch_source=param_hook,metadata_only={},status={},"
            "completion_observed_timestamp_ms={},logical_stream_role=dp_comm,grad_dtype=torch.{},"
            "duration={},timestamp={},sub_operations=[])\n",
            m_rank, span.value, std::max(0, m_trace.stage(span)), line.state, groupOfCategory(m_trace.category(span)),
            function.empty() ? "allreduce"sv : function, bucket, elements, std::max(0, m_trace.microbatch(span)),
            launch, launchOnly ? "True" : "False", launchOnly ? "launch_only" : "completed", completion,
            detail.dataType.empty() ? "float32"sv : detail.dataType, durationText(span), endText(span));
    }

    void writeShape(const TraceDetail& detail, int64_t bytes, std::string_view none)
    {
        if (!detail.shape.empty())
            fmt::format_to(out(), ",input__shape={},input__dtype=torch.{}", detail.shape, detail.dataType);
        else if (bytes >= 0 && bytes % 4 == 0)
            fmt::format_to(out(), ",input__shape=[{}],input__dtype=torch.float32", bytes / 4);
        else if (bytes >= 0)
            fmt::format_to(out(), ",input__shape=[{}],input__dtype=torch.uint8", bytes);
        else if (!none.empty())
            fmt::format_to(out(), ",input__shape={0},input__dtype={0}", none);
    }

    std::back_insert_iterator<std::string> out() { return std::back_inserter(m_text); }

    TimeNs rounded(TimeNs time) const
    {
        const TimeNs file = time + m_toFile;
        const TimeNs up = file + m_quantum / 2;
        const TimeNs rest = ((up % m_quantum) + m_quantum) % m_quantum;
        return up - rest;
    }
    std::string timeText(TimeNs time) const { return formatDecimalTime(rounded(time), TimeUnit::Milliseconds, 1); }
    std::string endText(SpanId span) const
    {
        if (!m_trace.hasFlag(span, SpanFlag::untimed))
            return timeText(m_trace.end(span));
        return m_trace.duration(span) > 0 ? "None" : "0";
    }
    std::string durationText(SpanId span) const
    {
        if (m_trace.hasFlag(span, SpanFlag::untimed) && m_trace.duration(span) == 0)
            return "0";
        return formatDecimalTime(rounded(m_trace.end(span)) - rounded(m_trace.begin(span)), TimeUnit::Milliseconds, 1);
    }

    const Trace& m_trace;
    const RankTraceStyle& m_style;
    const int m_rank;
    TimeNs m_quantum = 1;
    TimeNs m_toFile = 0;
    bool m_extended = false;
    std::vector<Line> m_lines;
    std::vector<Part> m_subs; // by operation, then end
    std::vector<Part> m_legs;
    std::string m_text;
};

} // namespace

std::string writeRankTrace(const Trace& trace, int rank, const RankTraceStyle& style)
{
    return RankTraceText(trace, rank, style).write();
}

std::string rankTraceFileName(const ParallelLayout& layout, int rank, std::string_view stamp)
{
    std::string name;
    const auto add = [&name](std::string_view word, const std::optional<int>& number) {
        if (number)
            name += fmt::format("{}{}_", word, *number);
    };
    const bool mixture = layout.expert.value_or(1) > 1;
    add("wd", layout.world);
    add("tp", layout.tensor);
    add("pp", layout.pipeline);
    if (layout.context.value_or(1) > 1)
        add("cp", layout.context);
    if (mixture)
        add("exp", layout.expert);
    add("numl", layout.layers);
    add("bs", layout.microbatchSize);
    if (!mixture)
        name += "GPT2BPETokenizer_";
    name += fmt::format("rank{}", rank);
    if (!stamp.empty())
        name += fmt::format("_{}", stamp);
    return name + ".txt";
}

} // namespace bubblescope
