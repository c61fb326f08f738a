// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "idlecauses.h"

#include "devicelanes.h"
#include "hostthreads.h"
#include "launches.h"
#include "parallel.h"
#include "playedsteps.h"

#include <algorithm>
#include <array>
#include <map>
#include <queue>
#include <unordered_map>
#include <utility>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// Shorter work is what any host does between its launches.
constexpr TimeNs shortestHostWork = longestHostGap;
/// Of a pause: what covers less is told as part of what encloses it.
constexpr TimeNs leastPart = 10;

bool holdsAny(std::string_view name, std::span<const std::string_view> words)
{
    return std::any_of(
        words.begin(), words.end(), [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

bool startsWithAny(std::string_view name, std::span<const std::string_view> words)
{
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return name.starts_with(word); });
}

/// What a name says by itself.
enum class NameKind : uint8_t { Wrapper, Input, Collection, Allocation, Module, Call, Operator, Builtin, Work };

NameKind kindOfName(std::string_view name)
{
    constexpr std::array wrappers {"ProfilerStep"sv, "PyTorch Profiler"sv};
    constexpr std::array inputs {"DataLoader"sv, "dataloader"sv, "data_loader"sv, "get_batch"sv};
    constexpr std::array collections {"Python GC"sv, "gc.collect"sv, "built-in method collect of"sv};
    constexpr std::array allocations {"cudaMalloc"sv, "cudaFree"sv, "cudaHostAlloc"sv, "cudaHostRegister"sv,
        "cuMemAlloc"sv, "cuMemFree"sv, "cuMemCreate"sv, "cuMemMap"sv, "cuMemUnmap"sv, "cuMemRelease"sv,
        "cuMemSetAccess"sv, "cuMemHostAlloc"sv, "hipMalloc"sv, "hipFree"sv, "hipHostMalloc"sv, "hipMemCreate"sv,
        "hipMemMap"sv};
    constexpr std::array modules {"cuModuleLoad"sv, "cuLibraryLoad"sv, "hipModuleLoad"sv, "cuLinkComplete"sv,
        "cuModuleGetFunction"sv, "cuLibraryGetKernel"sv};
    constexpr std::array operators {"aten::"sv, "c10::"sv, "c10d::"sv, "autograd::"sv, "torch::"sv, "prim::"sv,
        "nccl:"sv, "record_param_comms"sv, "TorchDynamo"sv, "Torch-Compiled"sv, "Optimizer."sv, "FSDP::"sv};
    if (startsWithAny(name, wrappers))
        return NameKind::Wrapper;
    if (holdsAny(name, inputs))
        return NameKind::Input;
    if (holdsAny(name, collections))
        return NameKind::Collection;
    if (startsWithAny(name, allocations))
        return NameKind::Allocation;
    if (startsWithAny(name, modules))
        return NameKind::Module;
    if (isRuntimeCall(name))
        return NameKind::Call;
    if (startsWithAny(name, operators))
        return NameKind::Operator;
    return name.starts_with("<built-in"sv) ? NameKind::Builtin : NameKind::Work;
}

/// Records of one thread that cover much of a pause.
struct Record {
    SpanId span;
    TimeNs own = 0;   ///< without the others inside
    TimeNs later = 0; ///< of it, behind what of the pause is due to a call that waited
};

class PausesOfRank {
public:
    PausesOfRank(const Trace& trace, uint32_t rank) : m_trace(trace), m_rank(rank)
    {
        for (const Track& track : trace.tracksOf(trace.ranks()[rank].rank)) {
            if (isDeviceLane(track.lane))
                addBlockingCopies(track);
            if (track.lane != Lane::Thread)
                continue;
            m_threads.push_back({trace.idOf(track), {}});
            for (const Row& row : trace.rowsOf(trace.idOf(track))) {
                m_threads.back().next.push_back(row.firstSpan);
                for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                    if (awaitsDevice(trace, SpanId(i)))
                        m_waits.push_back(SpanId(i));
                }
            }
        }
        std::sort(m_waits.begin(), m_waits.end(), [&](SpanId a, SpanId b) { return trace.begin(a) < trace.begin(b); });
    }

    /// In order of time.
    void charge(const DevicePause& pause)
    {
        const TimeRange idle = pause.hostWait();
        const SpanId wait = waitAt(pause.range.begin);
        // Without the call its host would be ahead by as long as it blocks: no more of a pause is due to it.
        const TimeNs due = wait.isValid() ? stillDueTo(wait) : 0;
        if (idle.isEmpty() && due == 0)
            return;
        const TimeRange refilled {idle.begin, std::min(idle.end, idle.begin + due)};
        TimeNs rest = refilled.duration();
        TimeNs restLater = idle.duration() - rest;
        const SpanId call = pause.next.isValid() ? m_trace.launchOf(pause.next) : SpanId();
        for (const Record& record : recordsOn(call, idle, refilled.end)) {
            const auto [kind, named] = causeOf(record);
            // What launches refills the queue.
            const TimeNs time = due > 0 && kind == IdleKind::Launching ? record.later : record.own;
            if (time <= 0 || kind == IdleKind::Unrecorded)
                continue;
            add(kind, named, time, idle, pause.next);
            rest -= time - record.later;
            restLater -= record.later;
        }
        if (due > 0) {
            IdleCause& cause
                = add(IdleKind::Synchronization, waitingOperator(m_trace, wait), rest, refilled, pause.next);
            const TimeNs late = std::min(pause.range.end - pause.launched, due - refilled.duration());
            cause.kernelWait += late;
            m_due -= refilled.duration() + late;
        }
        if (restLater > 0)
            add(IdleKind::Unrecorded, {}, restLater, idle, pause.next);
    }

    std::vector<IdleCause> causes() const
    {
        std::vector<IdleCause> all;
        for (const auto& [key, cause] : m_causes)
            all.push_back(cause);
        std::stable_sort(
            all.begin(), all.end(), [](const IdleCause& a, const IdleCause& b) { return a.time > b.time; });
        return all;
    }

private:
    struct Thread {
        TrackId track;
        std::vector<uint32_t> next; ///< by row: the first span that has not ended before the pauses so far
    };

    /// Calls that return when their copy is done.
    void addBlockingCopies(const Track& track)
    {
        for (const Row& row : m_trace.rowsOf(m_trace.idOf(track))) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                if (m_trace.category(SpanId(i)) != Category::MemoryCopy)
                    continue;
                const SpanId call = m_trace.launchOf(SpanId(i));
                if (call.isValid() && m_trace.end(call) >= m_trace.end(SpanId(i)))
                    m_waits.push_back(call);
            }
        }
    }

    /// Several pauses may begin in one call.
    TimeNs stillDueTo(SpanId wait)
    {
        if (wait != m_waited)
            m_due = m_trace.duration(wait);
        m_waited = wait;
        return m_due;
    }

    NameKind kindOf(SpanId span)
    {
        const StringId name = m_trace.nameId(span);
        if (!name.isValid())
            return NameKind::Work;
        const auto [known, isNew] = m_kinds.try_emplace(name.value, NameKind::Work);
        if (isNew)
            known->second = kindOfName(m_trace.strings().text(name));
        return known->second;
    }

    /// The call that the GPU's work ended in and that waited for it.
    SpanId waitAt(TimeNs time) const
    {
        const auto after = std::upper_bound(
            m_waits.begin(), m_waits.end(), time, [&](TimeNs at, SpanId span) { return at < m_trace.begin(span); });
        return after != m_waits.begin() && m_trace.end(*std::prev(after)) >= time ? *std::prev(after) : SpanId();
    }

    std::vector<Record> recordsOf(Thread& thread, TimeRange pause, TimeNs split) const
    {
        std::vector<Record> records;
        const std::span<const Row> rows = m_trace.rowsOf(thread.track);
        for (size_t r = 0; r < rows.size(); ++r) {
            uint32_t& next = thread.next[r];
            const uint32_t end = rows[r].firstSpan + rows[r].spanCount;
            while (next < end && m_trace.end(SpanId(next)) <= pause.begin)
                ++next;
            for (uint32_t i = next; i < end && m_trace.begin(SpanId(i)) < pause.end; ++i) {
                const TimeNs covered = m_trace.range(SpanId(i)).intersected(pause).duration();
                if (covered * leastPart < pause.duration())
                    continue;
                records.push_back({SpanId(i)});
            }
        }
        chargeInnermost(records, pause, split);
        return records;
    }

    /// Each moment, before or after `split`, to the record that began last, also where a clock lets one outlast what
    /// encloses it.
    void chargeInnermost(std::vector<Record>& records, TimeRange pause, TimeNs split) const
    {
        std::stable_sort(records.begin(), records.end(), [&](const Record& a, const Record& b) {
            return std::pair(m_trace.begin(a.span), m_trace.end(b.span))
                < std::pair(m_trace.begin(b.span), m_trace.end(a.span));
        });
        std::priority_queue<size_t> running;
        TimeNs reached = pause.begin;
        const auto chargeUntil = [&](TimeNs time) {
            while (reached < time && !running.empty()) {
                Record& innermost = records[running.top()];
                const TimeNs until = std::min(time, m_trace.end(innermost.span));
                if (until <= reached) {
                    running.pop();
                    continue;
                }
                innermost.own += until - reached;
                innermost.later += std::max<TimeNs>(0, until - std::max(reached, split));
                reached = until;
            }
            reached = std::max(reached, time);
        };
        for (size_t i = 0; i < records.size(); ++i) {
            chargeUntil(m_trace.begin(records[i].span));
            running.push(i);
        }
        chargeUntil(pause.end);
    }

    /// On the thread of the call if it was recorded in half of the pause, else on the one that was most of it.
    std::vector<Record> recordsOn(SpanId call, TimeRange pause, TimeNs split)
    {
        std::vector<Record> best;
        TimeNs most = 0;
        const TrackId first = call.isValid() ? m_trace.track(call) : TrackId();
        std::stable_partition(
            m_threads.begin(), m_threads.end(), [&](const Thread& thread) { return thread.track == first; });
        for (Thread& thread : m_threads) {
            std::vector<Record> records = recordsOf(thread, pause, split);
            TimeNs own = 0;
            for (const Record& record : records)
                own += kindOf(record.span) == NameKind::Wrapper ? 0 : record.own;
            if (own > most) {
                most = own;
                best = std::move(records);
            }
            if (thread.track == first && 2 * most >= pause.duration())
                break;
        }
        return best;
    }

    /// And the record that names it.
    std::pair<IdleKind, SpanId> causeOf(const Record& record)
    {
        const NameKind own = kindOf(record.span);
        SpanId named = record.span;
        for (SpanId at = record.span; at.isValid(); at = m_trace.parent(at)) {
            if (kindOf(named) == NameKind::Builtin)
                named = at; // "<built-in method acquire>" says little
            switch (kindOf(at)) {
            case NameKind::Collection:
                return {IdleKind::GarbageCollection, at};
            case NameKind::Allocation:
                return {IdleKind::Allocation, at};
            case NameKind::Module:
                return {IdleKind::ModuleLoading, at};
            case NameKind::Input:
                return {IdleKind::Input, named};
            default:
                break;
            }
        }
        if (own == NameKind::Wrapper)
            return {IdleKind::Unrecorded, {}};
        // Nothing is queued that it could wait for.
        if (own == NameKind::Call && record.own >= shortestHostWork
            && m_trace.name(record.span).find("Launch") != std::string_view::npos)
            return {IdleKind::ModuleLoading, record.span};
        const bool isLaunching = own == NameKind::Call || own == NameKind::Operator || record.own < shortestHostWork;
        return {isLaunching ? IdleKind::Launching : IdleKind::HostWork, named};
    }

    IdleCause& add(IdleKind kind, SpanId named, TimeNs time, TimeRange pause, SpanId next)
    {
        IdleCause& cause = m_causes[{kind, named.isValid() ? m_trace.nameId(named) : StringId()}];
        cause.rank = m_rank;
        cause.kind = kind;
        cause.name = named.isValid() ? m_trace.nameId(named) : StringId();
        cause.time += time;
        // Pauses come in order of time, so that a record that spans several comes again at once.
        SpanId& last = m_last[{kind, cause.name}];
        if (!named.isValid() || named != last) {
            ++cause.count;
            cause.recorded += named.isValid() ? m_trace.duration(named) : time;
            last = named;
        }
        if (cause.time == time || pause.duration() > cause.longest.duration()) {
            cause.longest = pause;
            cause.span = named;
            cause.next = next;
        }
        return cause;
    }

    const Trace& m_trace;
    uint32_t m_rank;
    std::vector<Thread> m_threads;
    std::vector<SpanId> m_waits; // calls that wait for the GPU, by begin
    SpanId m_waited;             // the one that the last pause begins in
    TimeNs m_due = 0;            // what of pauses may still be due to it
    std::unordered_map<uint32_t, NameKind> m_kinds;
    std::map<std::pair<IdleKind, StringId>, IdleCause> m_causes;
    std::map<std::pair<IdleKind, StringId>, SpanId> m_last;
};

} // namespace

std::string_view idleKindName(IdleKind kind)
{
    constexpr std::array<std::string_view, idleKindCount> names {"input", "garbage collection", "memory allocation",
        "module loading", "synchronization", "host work", "launching", "not recorded"};
    return names[static_cast<size_t>(kind)];
}

std::vector<IdleCause> idleCauses(const Trace& trace, uint32_t rank, std::span<const DevicePause> pauses)
{
    if (pauses.empty())
        return {};
    PausesOfRank of(trace, rank);
    for (const DevicePause& pause : pauses)
        of.charge(pause);
    return of.causes();
}

std::vector<std::vector<DevicePause>> devicePauses(const RunContext& context, const Timing& timing,
    std::optional<TimeRange> window, const std::vector<Waiting>& waiting)
{
    const Trace& trace = context.trace();
    std::vector<std::vector<DevicePause>> pauses(trace.ranks().size());
    if (!isProfilerRun(trace))
        return pauses;
    const std::shared_ptr<const PlayedRun> played = playedRunOf(context, timing);
    const bool isWorthThreads = trace.spanCount() >= spansWorthThreadsOfAnalysis;
    forEachParallel(pauses.size(), isWorthThreads ? threadCount() : 1, [&](size_t r) {
        const RankInfo& info = trace.ranks()[r];
        if (!showsDevice(trace, info.rank))
            return;
        const TimeRange of = window
            ? rangeOfRank(trace, timing, info.rank).intersected(ownWindow(trace, info, *window))
            : rangeInSteps(trace, timing, info.rank);
        if (!of.isEmpty())
            splitRank(context, timing, info.rank, of, waiting, *played, nullptr, &pauses[r]);
    });
    return pauses;
}

std::vector<IdleCause> idleCausesOf(const Trace& trace, std::span<const std::vector<DevicePause>> pauses)
{
    std::vector<std::vector<IdleCause>> ofRank(pauses.size());
    const bool isWorthThreads = trace.spanCount() >= spansWorthThreadsOfAnalysis;
    forEachParallel(pauses.size(), isWorthThreads ? threadCount() : 1,
        [&](size_t rank) { ofRank[rank] = idleCauses(trace, uint32_t(rank), pauses[rank]); });
    std::vector<IdleCause> all;
    for (const std::vector<IdleCause>& causes : ofRank)
        all.insert(all.end(), causes.begin(), causes.end());
    return all;
}

SpanId waitingOperator(const Trace& trace, SpanId call)
{
    SpanId named = call;
    for (SpanId at = trace.parent(call); at.isValid(); at = trace.parent(at)) {
        if (trace.name(at).starts_with("aten::"sv))
            named = at;
    }
    return named;
}

} // namespace bubblescope
