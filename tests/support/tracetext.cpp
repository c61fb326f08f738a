// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracetext.h"

#include "decimaltime.h"

#include <QtGlobal>

#include <cctype>
#include <cstdlib>
#include <map>
#include <vector>

namespace bubblescope {

namespace {

struct Meaning {
    Category category;
    Operation operation;
    int microbatch;
};

Category groupOfLane(std::string_view lane)
{
    static const std::map<std::string_view, Category> groups {
        {"comm tp", Category::TensorComm},
        {"comm pp", Category::PipelineComm},
        {"comm dp", Category::DataComm},
        {"comm expert", Category::ExpertComm},
        {"comm expert dp", Category::ExpertDataComm},
        {"comm embedding", Category::EmbeddingComm},
        {"comm cp", Category::ContextComm},
        {"dp stream", Category::DataComm},
    };
    const auto found = groups.find(lane);
    return found == groups.end() ? Category::Other : found->second;
}

Lane kindOfLane(std::string_view lane)
{
    if (lane == "compute")
        return Lane::Compute;
    if (lane == "host")
        return Lane::Host;
    if (lane == "dp stream")
        return Lane::Stream;
    return lane.starts_with("comm ") ? Lane::Communication : Lane::Thread;
}

Meaning meaningOf(std::string_view name, Category group)
{
    static const std::map<std::string_view, std::pair<Category, Operation>> letters {
        {"F", {Category::Forward, Operation::Forward}},
        {"B", {Category::Backward, Operation::Backward}},
        {"W", {Category::WeightGradient, Operation::WeightGradient}},
        {"SF", {Category::PipelineComm, Operation::SendForward}},
        {"RF", {Category::PipelineComm, Operation::RecvForward}},
        {"SB", {Category::PipelineComm, Operation::SendBackward}},
        {"RB", {Category::PipelineComm, Operation::RecvBackward}},
    };
    static const std::map<std::string_view, Operation> collectives {
        {"allreduce", Operation::AllReduce},
        {"allgather", Operation::AllGather},
        {"reduce_scatter", Operation::ReduceScatter},
        {"all_to_all", Operation::AllToAll},
        {"broadcast", Operation::Broadcast},
    };
    size_t letterCount = 0;
    while (letterCount < name.size() && std::isupper(static_cast<unsigned char>(name[letterCount])))
        ++letterCount;
    const auto letter = letters.find(name.substr(0, letterCount));
    if (letter != letters.end() && letterCount < name.size())
        return {letter->second.first, letter->second.second, std::atoi(std::string(name.substr(letterCount)).c_str())};
    if (const auto found = collectives.find(name); found != collectives.end())
        return {group == Category::Other ? Category::OtherComm : group, found->second, -1};
    if (name == "optimizer")
        return {Category::Optimizer, Operation::OptimizerStep, -1};
    if (name == "get_batch")
        return {Category::Host, Operation::GetBatch, -1};
    if (name == "loss")
        return {Category::OtherCompute, Operation::Loss, -1};
    return {Category::Other, Operation::Other, -1};
}

class TextReader {
public:
    explicit TextReader(std::string_view text) : m_text(text) { }

    TraceBuilder read()
    {
        while (!m_text.empty()) {
            const size_t end = std::min(m_text.find('\n'), m_text.size());
            m_line = m_text.substr(0, end);
            m_text.remove_prefix(std::min(end + 1, m_text.size()));
            skipSpaces();
            if (!m_line.empty())
                readLane();
        }
        return std::move(m_builder);
    }

private:
    [[noreturn]] void fail(const char* what)
    {
        qFatal("trace text: %s at '%s'", what, std::string(m_line).c_str());
        std::abort();
    }
    void skipSpaces()
    {
        while (m_line.starts_with(' '))
            m_line.remove_prefix(1);
    }
    bool take(std::string_view token)
    {
        skipSpaces();
        if (!m_line.starts_with(token))
            return false;
        m_line.remove_prefix(token.size());
        return true;
    }
    std::string_view word()
    {
        skipSpaces();
        const size_t end = std::min(m_line.find_first_of(" ]["), m_line.size());
        const std::string_view text = m_line.substr(0, end);
        m_line.remove_prefix(end);
        return text;
    }

    void readLane()
    {
        const size_t colon = m_line.find(':');
        if (colon == std::string_view::npos)
            fail("no colon");
        std::string_view head = m_line.substr(0, colon);
        m_line.remove_prefix(colon + 1);
        m_key = {};
        m_key.rank = numberBehind(head, "rank");
        if (head.starts_with("stage"))
            m_key.stage = static_cast<int16_t>(numberBehind(head, "stage"));
        m_key.name = head.empty() ? std::string_view("compute") : head;
        m_key.group = groupOfLane(m_key.name);
        m_key.lane = kindOfLane(m_key.name);
        m_track = m_builder.track(m_key);
        while (take("["))
            readSpan(Id<SpanTag>::noValue);
        skipSpaces();
        if (!m_line.empty())
            fail("text behind the spans");
    }

    int32_t numberBehind(std::string_view& head, std::string_view word)
    {
        if (!head.starts_with(word))
            fail("a lane begins with rankN");
        head.remove_prefix(word.size());
        const size_t end = std::min(head.find(' '), head.size());
        const int32_t number = std::atoi(std::string(head.substr(0, end)).c_str());
        head.remove_prefix(std::min(end + 1, head.size()));
        return number;
    }

    void readSpan(uint32_t parent)
    {
        const std::string_view name = word();
        const std::string_view times = word();
        const size_t dash = times.find('-', 1);
        if (dash == std::string_view::npos)
            fail("a span is [name begin-end]");
        const auto begin = parseDecimalTime(times.substr(0, dash), TimeUnit::Milliseconds);
        const auto end = parseDecimalTime(times.substr(dash + 1), TimeUnit::Milliseconds);
        if (!begin || !end)
            fail("unreadable time");
        const Meaning meaning = meaningOf(name, m_key.group);
        SpanRecord span;
        span.track = m_track;
        span.begin = *begin;
        span.end = *end;
        span.parent = parent;
        span.stage = m_key.stage;
        if (parent != Id<SpanTag>::noValue)
            span.flags |= SpanFlag::subOperation;
        if (take("in ")) {
            span.parent = m_numbers[{m_key.rank, std::string(word())}];
            span.flags |= SpanFlag::subOperation;
        }
        const bool isFused = take("~");
        if (isFused)
            span.flags |= SpanFlag::fused;
        const uint32_t number = add(span, name, meaning);
        if (isFused) {
            const std::string_view legName = word();
            span.parent = number;
            span.flags = SpanFlag::fusedLeg;
            add(span, legName, meaningOf(legName, m_key.group));
        }
        while (take("["))
            readSpan(number);
        if (!take("]"))
            fail("a bracket is not closed");
        if (meaning.operation == Operation::OptimizerStep)
            m_builder.endStep(m_key.rank, span.end);
    }

    uint32_t add(SpanRecord span, std::string_view name, const Meaning& meaning)
    {
        span.name = m_builder.intern(name);
        span.category = meaning.category;
        span.operation = meaning.operation;
        span.microbatch = meaning.microbatch;
        return m_numbers[{m_key.rank, std::string(name)}] = m_builder.addSpan(span);
    }

    std::string_view m_text;
    std::string_view m_line;
    TraceBuilder m_builder;
    TrackKey m_key;
    TrackId m_track;
    std::map<std::pair<int32_t, std::string>, uint32_t> m_numbers;
};

class TextWriter {
public:
    explicit TextWriter(const Trace& trace) : m_trace(trace), m_nested(trace.spanCount()), m_legs(trace.spanCount())
    {
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId span(i);
            const SpanId parent = trace.parent(span);
            if (!parent.isValid() || trace.track(parent) != trace.track(span))
                continue;
            (trace.hasFlag(span, SpanFlag::fusedLeg) ? m_legs : m_nested)[parent.value].push_back(span);
        }
    }

    std::string write()
    {
        std::string text;
        for (uint32_t t = 0; t < m_trace.tracks().size(); ++t) {
            const Track& track = m_trace.track(TrackId(t));
            text += "rank" + std::to_string(track.rank);
            if (track.stage >= 0)
                text += " stage" + std::to_string(track.stage);
            if (const std::string_view name = m_trace.trackName(TrackId(t)); name != "compute")
                text += ' ' + std::string(name);
            text += ':';
            for (const Row& row : m_trace.rowsOf(TrackId(t)))
                writeRow(row, text);
            text += '\n';
        }
        return text;
    }

private:
    void writeRow(const Row& row, std::string& text)
    {
        if (row.kind == Row::Kind::FusedLegs)
            return;
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const SpanId parent = m_trace.parent(SpanId(i));
            if (!parent.isValid() || m_trace.track(parent) != row.track) {
                text += ' ';
                writeSpan(SpanId(i), text);
            }
        }
    }
    void writeSpan(SpanId span, std::string& text)
    {
        text += '[' + std::string(m_trace.name(span)) + ' '
            + formatDecimalTime(m_trace.begin(span), TimeUnit::Milliseconds) + '-'
            + formatDecimalTime(m_trace.end(span), TimeUnit::Milliseconds);
        const SpanId parent = m_trace.parent(span);
        if (parent.isValid() && m_trace.track(parent) != m_trace.track(span))
            text += " in " + std::string(m_trace.name(parent));
        for (const SpanId leg : m_legs[span.value])
            text += " ~" + std::string(m_trace.name(leg));
        for (const SpanId child : m_nested[span.value]) {
            text += ' ';
            writeSpan(child, text);
        }
        text += ']';
    }

    const Trace& m_trace;
    std::vector<std::vector<SpanId>> m_nested;
    std::vector<std::vector<SpanId>> m_legs;
};

} // namespace

TraceBuilder builderFromText(std::string_view text) { return TextReader(text).read(); }

Trace traceFromText(std::string_view text)
{
    ImportReport report;
    return builderFromText(text).finish({}, report);
}

std::string textFromTrace(const Trace& trace) { return TextWriter(trace).write(); }

} // namespace bubblescope
