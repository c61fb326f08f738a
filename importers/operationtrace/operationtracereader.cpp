// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operationtracereader.h"

#include "decimaltime.h"
#include "jsoncursor.h"
#include "plainnumber.h"
#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t longestOperationName = 2048;
constexpr int mostOperationRanks = 1 << 20;
constexpr int mostChunks = 1 << 12;
constexpr TimeNs clockResidue = 10'000'000; // durations that are shorter than 0 by less come from adjusted clocks
constexpr TimeNs edge = 50'000;             // of the first and last compute of a step
constexpr TimeNs equalWithin = 20'000;      // single precision of a time of the run
constexpr uint32_t noOperation = 0xffffffffu;

/// The arguments of an operation; those that do not apply are -1 or null in the file.
struct OperationArguments {
    int32_t step = -1;
    int32_t chunk = -1;
    int32_t microbatch = -1;
};

OperationArguments readOperationArguments(std::string_view object)
{
    OperationArguments arguments;
    JsonCursor cursor(object);
    for (char before = '{'; cursor.take(before); before = ',') {
        std::string_view key;
        JsonSlice value;
        if (!cursor.key(key) || !cursor.value(value))
            break;
        int32_t* const member = key == "step"sv ? &arguments.step
            : key == "model_chunk"sv            ? &arguments.chunk
            : key == "mb_id"sv                  ? &arguments.microbatch
                                                : nullptr;
        if (member)
            *member = toNumber<int32_t>(value.text()).value_or(-1);
    }
    return arguments;
}

std::optional<TimeNs> microseconds(const JsonSlice& slice)
{
    if (slice.kind == JsonSlice::Kind::Absent || slice.kind == JsonSlice::Kind::Container)
        return std::nullopt;
    const std::optional<TimeNs> time = parseDecimalTime(slice.text(), TimeUnit::Microseconds);
    return time && std::abs(*time) <= latestTraceTime ? time : std::nullopt;
}

bool isForwardMessage(Operation o) { return o == Operation::SendForward || o == Operation::RecvForward; }

} // namespace

void OperationTraceReader::readEvent(const ChromeEvent& event, uint64_t offset)
{
    const std::string_view phase = event.phase.text();
    if (phase == "M"sv)
        readThreadName(event);
    else if (phase == "X"sv)
        readOperation(event, offset);
}

void OperationTraceReader::readThreadName(const ChromeEvent& event)
{
    const std::optional<int32_t> process = toNumber<int32_t>(event.process.text());
    const std::optional<int32_t> thread = toNumber<int32_t>(event.thread.text());
    if (event.name.text() != "thread_name"sv || !process || !thread)
        return;
    const ChromeArguments arguments = readChromeArguments(event.arguments.text());
    if (const auto place = threadPlace(arguments[ChromeArgument::Name]))
        m_places[{*process, *thread}] = *place;
}

void OperationTraceReader::readOperation(const ChromeEvent& event, uint64_t offset)
{
    const std::optional<TimeNs> begin = microseconds(event.time);
    const std::optional<TimeNs> duration = microseconds(event.duration);
    if (!begin || !duration) {
        m_report.add(IssueKind::BadTime, offset,
            say("\"{}\" has no time: ts \"{}\", dur \"{}\"", excerpt(event.name.text()), excerpt(event.time.text()),
                excerpt(event.duration.text())));
        return;
    }
    Recorded operation;
    const std::optional<int> process = toCount(event.process.text(), mostOperationRanks);
    const std::optional<int> thread = toCount(event.thread.text());
    const OperationArguments arguments = readOperationArguments(event.arguments.text());
    if (!process || !thread || arguments.step < 0) {
        m_report.add(IssueKind::BadRecord, offset,
            say("\"{}\" does not state its process, thread and step", excerpt(event.name.text())));
        return;
    }
    if (*duration <= -clockResidue) {
        m_report.add(IssueKind::NegativeDuration, offset,
            say("a duration of {} µs is treated as 0", excerpt(event.duration.text())));
    }
    const std::string name = jsonText(event.name.text(), longestOperationName);
    operation.word = operationWord(name);
    operation.name = m_part.builder.intern(name);
    operation.process = *process;
    operation.thread = *thread;
    operation.step = arguments.step;
    operation.chunk = std::min(arguments.chunk, mostChunks - 1);
    operation.microbatch = arguments.microbatch;
    // Clocks that were adjusted let a message end a little before its partner began: when it ended is what counts.
    const bool endsBefore = *duration < 0 && *duration > -clockResidue;
    operation.begin = endsBefore ? *begin + *duration : *begin;
    operation.end = endsBefore ? operation.begin : *begin + std::max<TimeNs>(*duration, 0);
    operation.offset = offset;
    m_hasOrder = m_hasOrder || arguments.chunk >= 0 || arguments.microbatch >= 0;
    m_operations.push_back(operation);
}

/// Numbers the ranks as Megatron does: tensor, data, pipeline.
void OperationTraceReader::placeRanks()
{
    int data = 0;
    int tensor = 1;
    uint64_t unnamed = 0;
    uint64_t firstUnnamed = 0;
    std::map<std::pair<int32_t, int32_t>, ThreadPlace> used;
    for (const Recorded& operation : m_operations) {
        const auto found = m_places.find({operation.process, operation.thread});
        if (found == m_places.end() && unnamed++ == 0)
            firstUnnamed = operation.offset;
        const ThreadPlace place = found == m_places.end() ? ThreadPlace {} : found->second;
        data = std::max(data, operation.process + 1);
        m_stages = std::max(m_stages, place.stage + 1);
        tensor = std::max(tensor, place.tensor + 1);
        m_chunks = std::max(m_chunks, operation.chunk + 1);
    }
    if (unnamed > 0) {
        m_report.add(IssueKind::RankNotStated, firstUnnamed,
            say(unnamed == 1
                    ? say("{} operation is on a thread whose name states no stage: it is shown on stage 0")
                    : say("{} operations are on threads whose names state no stage: they are shown on stage 0"),
                unnamed));
    }
    const int64_t ranks = int64_t(data) * m_stages * tensor;
    if (data <= 0 || ranks > mostOperationRanks) {
        if (data > 0) {
            m_report.add(IssueKind::BadHeader, std::nullopt,
                say("process and thread names speak of {} ranks; at most {} are read", ranks, mostOperationRanks));
        }
        m_operations.clear();
        return;
    }
    for (Recorded& operation : m_operations) {
        const auto found = m_places.find({operation.process, operation.thread});
        const ThreadPlace place = found == m_places.end() ? ThreadPlace {} : found->second;
        operation.stage = static_cast<int16_t>(place.stage);
        operation.rank = (place.stage * data + operation.process) * tensor + place.tensor;
    }
    m_part.layout.world = static_cast<int>(ranks);
    m_part.layout.data = data;
    m_part.layout.pipeline = m_stages;
    m_part.layout.tensor = tensor;
}

/// The tracer also records sends and receives that were not launched: before the first and after the last compute of a
/// step, and those of the first and the last model chunk that have no neighbour.
void OperationTraceReader::leaveOutBeyondEnds(const RankStepOperations& operations)
{
    const auto computeOf
        = [](Operation message) { return isForwardMessage(message) ? Operation::Forward : Operation::Backward; };
    for (const Operation message :
        {Operation::SendForward, Operation::RecvForward, Operation::SendBackward, Operation::RecvBackward}) {
        std::vector<const Recorded*> computes;
        for (const uint32_t i : operations) {
            if (m_operations[i].word && m_operations[i].word->operation == computeOf(message))
                computes.push_back(&m_operations[i]);
        }
        if (computes.empty())
            continue;
        const TimeNs lastBegin = computes.back()->begin;
        TimeNs firstEnd = computes.front()->end;
        for (const Recorded* compute : computes)
            firstEnd = std::min(firstEnd, compute->end);
        std::vector<Recorded*> messages;
        for (const uint32_t i : operations) {
            Recorded& candidate = m_operations[i];
            if (!candidate.word || candidate.word->operation != message)
                continue;
            candidate.isBeyondEnds
                = isReceive(message) ? candidate.begin > lastBegin + edge : candidate.end < firstEnd - edge;
            if (!candidate.isBeyondEnds)
                messages.push_back(&candidate);
        }
        // The pieces of the model in order: all first chunks of the stages, then all second ones.
        const int pieces = m_stages * m_chunks;
        const int toPeer = message == Operation::SendForward || message == Operation::RecvBackward ? 1 : -1;
        const auto hasPeer = [&](const Recorded& compute) {
            const int peer = std::max(compute.chunk, 0) * m_stages + compute.stage + toPeer;
            return peer >= 0 && peer < pieces;
        };
        // Every compute has its message, or the first has none to receive.
        const size_t skipped = computes.size() - std::min(computes.size(), messages.size());
        if (messages.size() > computes.size() || skipped > (isReceive(message) ? 1U : 0U))
            continue;
        for (size_t k = 0; k < messages.size(); ++k)
            messages[k]->isBeyondEnds = !hasPeer(*computes[k + skipped]);
    }
}

/// As the first data-parallel rank of the stage left them out in its first step: clocks are not what tells ranks and
/// steps apart. False where other messages were recorded.
bool OperationTraceReader::leaveOutAs(const RankStepOperations& first, const RankStepOperations& operations)
{
    std::map<Operation, std::vector<const Recorded*>> complete;
    std::map<Operation, std::vector<Recorded*>> own;
    for (const uint32_t i : first) {
        if (m_operations[i].word && isPointToPoint(m_operations[i].word->operation))
            complete[m_operations[i].word->operation].push_back(&m_operations[i]);
    }
    for (const uint32_t i : operations) {
        if (m_operations[i].word && isPointToPoint(m_operations[i].word->operation))
            own[m_operations[i].word->operation].push_back(&m_operations[i]);
    }
    const bool isAlike = std::equal(complete.begin(), complete.end(), own.begin(), own.end(),
        [](const auto& a, const auto& b) { return a.first == b.first && a.second.size() == b.second.size(); });
    for (auto& [kind, messages] : own) {
        for (size_t k = 0; isAlike && k < messages.size(); ++k)
            messages[k]->isBeyondEnds = complete[kind][k]->isBeyondEnds;
    }
    return isAlike;
}

/// An ideal timeline, as the what-if of the same authors writes it: every operation of a type lasts equally long on all
/// ranks in all steps, and nothing is said of microbatches.
bool OperationTraceReader::isComputed() const
{
    if (m_hasOrder)
        return false;
    std::map<uint32_t, TimeRange> lengths; // by name
    for (const Recorded& operation : m_operations) {
        const TimeNs length = operation.end - operation.begin;
        TimeRange& range = lengths.try_emplace(operation.name.value, TimeRange {length, length}).first->second;
        range = range.united({length, length});
    }
    return std::all_of(lengths.begin(), lengths.end(),
        [](const auto& entry) { return entry.second.end - entry.second.begin <= equalWithin; });
}

uint32_t OperationTraceReader::addSpan(const Recorded& operation)
{
    TraceBuilder& builder = m_part.builder;
    static constexpr OperationWord unknown {""sv, Operation::Other, Category::Other, Lane::Host, "host"sv};
    const OperationWord& word = operation.word ? *operation.word : unknown;
    const bool isComm = isCommunication(word.category);
    SpanRecord span;
    span.track = builder.track(
        {operation.rank, operation.stage, word.lane, isComm ? word.category : Category::Other, word.laneName});
    span.begin = operation.begin;
    span.end = operation.end;
    span.name = operation.name;
    span.category = word.category;
    span.operation = word.operation;
    span.stage = operation.stage;
    span.microbatch = operation.microbatch;
    span.offset = operation.offset;
    if (m_chunks > 1 && operation.chunk >= 0)
        span.detail = builder.intern(fmt::format("chunk {}", operation.chunk));
    return builder.addSpan(span);
}

void OperationTraceReader::addSpans(const std::vector<RankStepOperations>& groups)
{
    std::map<int32_t, TimeRange> rangeOf;
    for (const RankStepOperations& group : groups) {
        TimeRange range = TimeRange::nothing();
        // A send and a receive of one call are recorded twice with one time.
        uint32_t last = noOperation; // index into m_operations
        uint32_t lastSpan = 0;
        std::map<Operation, int32_t> nth;
        for (const uint32_t i : group) {
            Recorded& operation = m_operations[i];
            if (operation.isBeyondEnds)
                continue;
            range = range.united({operation.begin, operation.end});
            const Operation kind = operation.word ? operation.word->operation : Operation::Other;
            if (isPointToPoint(kind) && operation.microbatch < 0)
                operation.microbatch = m_chunks == 1 ? nth[kind]++ : -1;
            const uint32_t span = addSpan(operation);
            if (!isPointToPoint(kind))
                continue;
            if (last != noOperation) {
                const Recorded& first = m_operations[last];
                const Operation other = first.word->operation;
                if (first.begin == operation.begin && first.end == operation.end
                    && isForwardMessage(other) != isForwardMessage(kind) && isSend(other) != isSend(kind)) {
                    m_part.builder.setFlag(lastSpan, SpanFlag::fused);
                    m_part.builder.setFlag(span, SpanFlag::fusedLeg);
                    m_part.builder.setParent(span, lastSpan);
                    last = noOperation;
                    continue;
                }
            }
            last = i;
            lastSpan = span;
        }
        if (range.isNothing())
            continue;
        const Recorded& any = m_operations[group.front()];
        m_part.builder.addStep(any.rank, {any.step, range});
        TimeRange& whole = rangeOf.try_emplace(any.rank, TimeRange::nothing()).first->second;
        whole = whole.united(range);
    }
    for (const auto& [rank, range] : rangeOf) {
        m_part.ranks.push_back(rank);
        m_part.ranges.push_back(range);
    }
}

void OperationTraceReader::finish()
{
    placeRanks();
    if (m_operations.empty())
        return;
    std::vector<uint32_t> order(m_operations.size());
    for (uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [this](uint32_t left, uint32_t right) {
        const Recorded& a = m_operations[left];
        const Recorded& b = m_operations[right];
        return std::tie(a.rank, a.step, a.begin, a.end, left) < std::tie(b.rank, b.step, b.begin, b.end, right);
    });
    std::vector<RankStepOperations> groups;
    int microbatches = 0;
    for (const uint32_t i : order) {
        const Recorded& operation = m_operations[i];
        const bool isNew = groups.empty() || m_operations[groups.back().front()].rank != operation.rank
            || m_operations[groups.back().front()].step != operation.step;
        if (isNew)
            groups.emplace_back();
        groups.back().push_back(i);
        if (operation.word && operation.word->operation == Operation::Forward)
            microbatches = std::max(microbatches, std::min(operation.microbatch, 1 << 20) + 1);
    }
    std::map<int16_t, const RankStepOperations*> firstOf; // by stage
    for (const RankStepOperations& group : groups) {
        const auto [first, isFirst] = firstOf.try_emplace(m_operations[group.front()].stage, &group);
        if (isFirst || !leaveOutAs(*first->second, group))
            leaveOutBeyondEnds(group);
    }
    if (isComputed()) {
        m_part.kind = Run::Kind::Simulated;
        m_part.origin = Origin::Modelled;
    }
    if (microbatches > 0)
        m_part.layout.microbatches = microbatches;
    addSpans(groups);
}

} // namespace bubblescope
