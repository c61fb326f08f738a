// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unreadrun.h"

#include "derivedtrace.h"
#include "knowncollectives.h"
#include "parallel.h"
#include "querystop.h"
#include "spankey.h"

#include <algorithm>
#include <numeric>

namespace bubblescope {

namespace {
/// What is held beside another part, and copied while it is read.
constexpr uint64_t partsInMemory = 4;
} // namespace

UnreadRun::UnreadRun(UnreadSpans spans, const Run& run, const std::atomic<bool>& stopped, QueryNotices& notices)
    : m_spans(std::move(spans)), m_run(run), m_stopped(stopped), m_notices(notices)
{
}

const std::vector<RankSpans>& UnreadRun::byRank()
{
    if (!m_byRank.empty())
        return m_byRank;
    m_byRank = spansByRank(tables());
    uint32_t next = 0;
    for (RankSpans& rank : m_byRank) { // those without spans have a place, too
        rank.first = next;
        next += rank.count;
    }
    return m_byRank;
}

uint32_t UnreadRun::spanCount()
{
    const auto add = [](uint32_t sum, const RankSpans& rank) { return sum + rank.count; };
    return std::accumulate(byRank().begin(), byRank().end(), uint32_t(0), add);
}

const KnownOfRun& UnreadRun::known()
{
    if (!m_known)
        m_known = m_spans.known ? m_spans.known() : KnownOfRun();
    return *m_known;
}

std::optional<uint32_t> UnreadRun::numberOfNamed(SpanId span)
{
    if (const auto found = m_named.find(span); found != m_named.end())
        return found->second;
    std::optional<uint32_t> number;
    const Trace& named = *known().named;
    const SpanKey key = keyOf(named, span);
    const RankInfo* const rank = tables().findRank(key.rank);
    if (rank) {
        const QuerySpansPtr spans = ranks({uint32_t(rank - tables().ranks().data())});
        if (const SpanId here = findSpan(spans->trace(), key); here.isValid())
            number = spans->numberOf(here);
    }
    m_named.emplace(span, number);
    return number;
}

void UnreadRun::stopIfAsked() const
{
    if (m_stopped)
        throw QueryStopped();
}

const std::vector<std::vector<StringId>>& UnreadRun::namesByRank()
{
    if (!m_names)
        m_names = m_spans.blocks->namesByRank();
    return *m_names;
}

std::vector<std::vector<uint32_t>> UnreadRun::batches(const std::vector<uint32_t>& ranks)
{
    if (ranks.size() < 2)
        return std::vector<std::vector<uint32_t>>(ranks.size(), ranks);
    constexpr uint64_t most = 1'000'000;
    const uint64_t fitting = memory() / (partsInMemory * QuerySpans::bytesOfSpan);
    return rankBatches(tables(), ranks, std::min(most, std::max<uint64_t>(fitting, 1)));
}

std::vector<uint32_t> UnreadRun::ranksOf(std::pair<int64_t, int64_t> numbers)
{
    const std::vector<RankSpans>& all = byRank();
    auto rank = std::partition_point(
        all.begin(), all.end(), [&](const RankSpans& r) { return int64_t(r.first) + r.count <= numbers.first; });
    std::vector<uint32_t> ranks;
    for (; rank != all.end() && rank->first <= numbers.second; ++rank) {
        if (rank->count > 0)
            ranks.push_back(uint32_t(rank - all.begin()));
    }
    return ranks;
}

template <typename Key, typename IsWanted, typename Read>
QuerySpansPtr UnreadRun::kept(std::list<std::pair<Key, QuerySpansPtr>>& all, const IsWanted& isWanted,
    const std::function<uint64_t()>& bytesToRead, const Read& read)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return isWanted(one.first); });
    if (found != all.end()) {
        all.splice(all.begin(), all, found);
        return found->second;
    }
    // Makes room first: what somebody still uses stays until they are done.
    uint64_t bytes = bytesToRead();
    auto last = all.begin();
    for (; last != all.end() && bytes + last->second->bytes() <= memory() / 2; ++last)
        bytes += last->second->bytes();
    all.erase(last, all.end());
    all.push_front(read());
    return all.front().second;
}

uint64_t UnreadRun::bytesOf(const std::vector<uint32_t>& ranks)
{
    uint64_t bytes = 0;
    for (const uint32_t rank : ranks)
        bytes += uint64_t(byRank()[rank].count) * QuerySpans::bytesOfSpan;
    return bytes;
}

bool UnreadRun::canKeep(const std::vector<std::vector<uint32_t>>& batches)
{
    uint64_t bytes = 0;
    for (const std::vector<uint32_t>& batch : batches)
        bytes += bytesOf(batch);
    return bytes <= memory() / 2;
}

QuerySpansPtr UnreadRun::ranks(const std::vector<uint32_t>& ranks, bool keeps)
{
    const auto isSame = [&](const std::vector<uint32_t>& other) { return other == ranks; };
    if (!keeps && std::none_of(m_kept.begin(), m_kept.end(), [&](const auto& one) { return isSame(one.first); }))
        return read(ranks);
    return kept(
        m_kept, isSame, [&] { return bytesOf(ranks); }, [&] { return std::pair(ranks, read(ranks)); });
}

void UnreadRun::refuseDamage() const
{
    throw QueryRefused(
        Error {say("What the index holds of {} is damaged.", m_run.name), say("Index the run again."), {}});
}

QuerySpansPtr UnreadRun::made(
    TracePtr trace, std::vector<QuerySpans::Piece> pieces, std::vector<SpanId> beside) const
{
    return std::make_shared<QuerySpans>(std::make_shared<const RunContext>(std::move(trace), m_run.layout),
        m_run.kind != Run::Kind::Plan, m_stopped, std::move(pieces), std::move(beside));
}

QuerySpansPtr UnreadRun::read(const std::vector<uint32_t>& ranks)
{
    stopIfAsked();
    RankBlocks::Read read = m_spans.blocks->read(ranks, threadCount());
    stopIfAsked();
    if (!read.trace)
        refuseDamage();
    const std::vector<RankSpans> here = spansByRank(*read.trace);
    std::vector<QuerySpans::Piece> pieces;
    uint32_t placed = 0;
    for (const uint32_t rank : ranks) {
        if (here[rank].count == byRank()[rank].count && here[rank].count > 0) {
            pieces.push_back({here[rank].first, here[rank].count, byRank()[rank].first});
            placed += here[rank].count;
        } else if (byRank()[rank].count > 0) {
            m_notices.add(say("what the index holds of rank {} is damaged; its operations are left out",
                tables().ranks()[rank].rank));
        }
    }
    if (placed != read.trace->spanCount()) // it contradicts its tables
        refuseDamage();
    return made(std::move(read.trace), std::move(pieces));
}

TimeRange UnreadRun::rangeOf(size_t rank, StepPart steps) const
{
    const auto all = tables().steps();
    const auto own = tables().stepsOf(tables().ranks()[rank].rank);
    const auto beginFrom = [&](int step, TimeNs none) {
        const auto found = std::partition_point(
            own.begin(), own.end(), [&](const RankStep& o) { return o.step.number < all[size_t(step)].number; });
        return found == own.end() ? none : found->step.range.begin;
    };
    TimeRange range = tables().timing().rankRanges[rank];
    ++range.end; // with what takes no time
    if (steps.first > 0)
        range.begin = std::max(range.begin, beginFrom(steps.first, range.end));
    if (size_t(steps.last) + 1 < all.size())
        range.end = std::min(range.end, beginFrom(steps.last + 1, range.end));
    return range;
}

TimeRange UnreadRun::rangeOf(StepPart steps)
{
    TimeRange all = TimeRange::nothing();
    for (size_t rank = 0; rank < byRank().size(); ++rank) {
        const TimeRange range = byRank()[rank].count > 0 ? rangeOf(rank, steps) : TimeRange::nothing();
        if (range.begin < range.end)
            all = all.united(range);
    }
    return all;
}

uint64_t UnreadRun::bytesOf(StepPart steps)
{
    const TimeRange range = rangeOf(steps);
    const TimeRange whole = tables().range();
    const double share = range.isNothing() ? 0 : double(range.duration()) / std::max(1.0, double(whole.duration()));
    return uint64_t(std::min(share, 1.0) * spanCount() * QuerySpans::bytesOfSpan);
}

const std::vector<UnreadRun::StepPart>& UnreadRun::stepParts()
{
    if (!m_stepParts.empty())
        return m_stepParts;
    const int count = std::max(int(tables().steps().size()), 1);
    for (int next = 0; next < count;) {
        StepPart part {next, next};
        while (part.last + 1 < count && bytesOf(StepPart {part.first, part.last + 1}) <= memory() / partsInMemory)
            ++part.last;
        m_stepParts.push_back(part);
        next = part.last + 1;
    }
    return m_stepParts;
}

QuerySpansPtr UnreadRun::steps(StepPart part)
{
    const auto isSame = [part](StepPart other) { return other.first == part.first && other.last == part.last; };
    return kept(
        m_keptSteps, isSame, [&] { return bytesOf(part); }, [&] { return std::pair(part, readSteps(part)); });
}

UnreadRun::StepPart UnreadRun::stepsDuring(int step)
{
    const auto all = tables().steps();
    StepPart needed {0, std::max(int(all.size()), 1) - 1};
    if (const std::optional<TimeRange> window = windowOfStep(tables(), step)) {
        needed = {step, step};
        // Of each rank the last step that it had begun, as a span has it.
        for (size_t rank = 0; rank < byRank().size(); ++rank) {
            const auto stepAt = [&](auto isBefore) {
                const auto own = tables().stepsOf(tables().ranks()[rank].rank);
                const auto later = std::partition_point(
                    own.begin(), own.end(), [&](const RankStep& o) { return isBefore(o.step.range.begin); });
                if (later == own.begin())
                    return 0;
                return int(std::partition_point(all.begin(), all.end(), [&](const Step& s) {
                    return s.number < (later - 1)->step.number;
                }) - all.begin());
            };
            if (byRank()[rank].count == 0)
                continue;
            needed.first = std::min(needed.first, stepAt([&](TimeNs begin) { return begin <= window->begin; }));
            needed.last = std::max(needed.last, stepAt([&](TimeNs begin) { return begin < window->end; }));
        }
    }
    return needed;
}

QuerySpansPtr UnreadRun::keptWith(uint32_t span) const
{
    for (const auto& [part, spans] : m_keptSteps) {
        if (spans->holds(span))
            return spans;
    }
    return nullptr;
}

bool UnreadRun::keepsStepOfAll(int step)
{
    const StepPart needed = stepsDuring(step);
    return std::any_of(m_keptSteps.begin(), m_keptSteps.end(),
        [needed](const auto& one) { return one.first.first <= needed.first && one.first.last >= needed.last; });
}

QuerySpansPtr UnreadRun::stepOfAll(int step)
{
    const StepPart needed = stepsDuring(step);
    const auto holdsAll = [needed](StepPart other) { return other.first <= needed.first && other.last >= needed.last; };
    const auto bytesToRead = [&] { return bytesOf(needed); };
    return kept(m_keptSteps, holdsAll, bytesToRead, [&] {
        StepPart part = needed; // steps are mostly asked for one after the other
        while (size_t(part.last) + 1 < tables().steps().size()
            && bytesOf(StepPart {part.first, part.last + 1}) <= memory() / partsInMemory)
            ++part.last;
        return std::pair(part, readSteps(part));
    });
}

void UnreadRun::refuseIfTooLarge(StepPart part, uint64_t bytes) const
{
    if (bytes <= memory())
        return;
    const auto all = tables().steps();
    const Message what = all.size() < 2 ? say("Everything")
        : part.first == part.last
        ? say("Step {} of all ranks", all[size_t(part.first)].number)
        : say("What all ranks do from step {} to {}", all[size_t(part.first)].number, all[size_t(part.last)].number);
    throw QueryRefused(takesTooMuch(what, bytes * m_spans.readers, m_spans.memory));
}

QuerySpansPtr UnreadRun::readSteps(StepPart part)
{
    refuseIfTooLarge(part, bytesOf(part));
    RankBlocks::Read read = m_spans.blocks->readRange(rangeOf(part), memory() / QuerySpans::bytesOfSpan, threadCount(),
        [this](uint64_t, uint64_t) { return !m_stopped; });
    stopIfAsked();
    refuseIfTooLarge(part, read.spans * QuerySpans::bytesOfSpan);
    if (!read.trace)
        refuseDamage();
    if (read.damaged > 0)
        m_notices.add(
            say("what the index holds of {} of its ranks is damaged; their operations are left out", read.damaged));
    const Trace& trace = *read.trace;
    std::vector<bool> isOwn(trace.spanCount());
    const std::vector<RankSpans> here = spansByRank(trace);
    for (size_t rank = 0; rank < here.size(); ++rank) {
        const TimeRange range = rangeOf(rank, part);
        for (uint32_t span = here[rank].first; span < here[rank].first + here[rank].count; ++span)
            isOwn[span] = range.contains(trace.begin(SpanId(span)));
    }
    const std::vector<bool> isKept = withPartners(trace, isOwn);
    std::vector<SpanId> kept;
    std::vector<SpanId> beside;
    std::vector<QuerySpans::Piece> pieces;
    for (uint32_t span = 0; span < trace.spanCount(); ++span) {
        if (!isKept[span])
            continue;
        const SpanId place(uint32_t(kept.size()));
        const uint32_t number = read.numbers[span].value;
        if (pieces.empty() || pieces.back().number + pieces.back().count != number)
            pieces.push_back({place.value, 0, number});
        ++pieces.back().count;
        if (!isOwn[span])
            beside.push_back(place);
        kept.push_back(SpanId(span));
    }
    if (kept.size() < trace.spanCount())
        read.trace = std::make_shared<const Trace>(DerivedTrace::reduced(trace, kept, false));
    return made(std::move(read.trace), std::move(pieces), std::move(beside));
}

const UnreadRun::WaitingSpans& UnreadRun::waitingIn(size_t part)
{
    const auto [found, isNew] = m_waiting.try_emplace(part);
    if (isNew) {
        try {
            const QuerySpansPtr spans = steps(stepParts()[part]);
            for (const Waiting& waiting : spans->waiting()) {
                found->second.spans.push_back(spans->numberOf(waiting.span));
                found->second.times.push_back(waiting.until - spans->trace().begin(waiting.span));
            }
        } catch (...) {
            m_waiting.erase(found);
            throw;
        }
    }
    return found->second;
}

TimeNs UnreadRun::waitingOf(int step, uint32_t span)
{
    const std::vector<StepPart>& parts = stepParts();
    const auto part
        = std::partition_point(parts.begin(), parts.end(), [step](const StepPart& p) { return p.last < step; });
    const WaitingSpans& waiting = waitingIn(size_t(part - parts.begin()));
    const auto found = std::lower_bound(waiting.spans.begin(), waiting.spans.end(), span);
    return found != waiting.spans.end() && *found == span ? waiting.times[size_t(found - waiting.spans.begin())] : 0;
}

} // namespace bubblescope
