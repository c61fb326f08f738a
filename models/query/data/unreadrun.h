// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querynotices.h"
#include "queryspans.h"
#include "rankblocks.h"
#include "result.h"
#include "runanalysis.h"

#include <functional>
#include <list>
#include <map>

namespace bubblescope {

/// What is known about all ranks of a run although they are not in memory.
struct KnownOfRun {
    /// Of the representative step, without bubbles and critical path; null if it is not known.
    std::shared_ptr<const RunAnalysis> analysis {};
    TracePtr named {}; ///< just the spans that its findings name
    std::optional<Error> whyNot {}; ///< why it is not known, where there is more to say than that
};

/// How the spans of a run that are not in memory are read.
struct UnreadSpans {
    std::shared_ptr<const RankBlocks> blocks; ///< null where all are in memory
    std::function<KnownOfRun()> known;        ///< asked at most once, when a query needs it
    uint64_t memory = 0;                      ///< bytes that what is read may take
    uint32_t readers = 1;                     ///< that share this memory
};

/// A run whose spans are read a few ranks at a time when a query asks for them. What was read last is kept. One thread.
class UnreadRun {
public:
    /// `stopped` is looked at between what is read; then it throws QueryStopped.
    UnreadRun(UnreadSpans spans, const Run& run, const std::atomic<bool>& stopped, QueryNotices& notices);

    const Trace& tables() const { return m_spans.blocks->tables(); }
    /// Bytes that this reader may take.
    uint64_t memory() const { return m_spans.memory / m_spans.readers; }
    const KnownOfRun& known();
    /// Of a span that findings name, in the whole run; nothing if it cannot be read.
    std::optional<uint32_t> numberOfNamed(SpanId span);
    uint32_t spanCount();
    /// By rank index; see RankBlocks.
    const std::vector<std::vector<StringId>>& namesByRank();
    /// Those with spans whose numbers in the whole run lie in [first, last].
    std::vector<uint32_t> ranksOf(std::pair<int64_t, int64_t> numbers);
    /// Ranks to be read together. Few, since what holds them lets go of them only once it has the next.
    std::vector<std::vector<uint32_t>> batches(const std::vector<uint32_t>& ranks);
    /// Whether all of them may be kept.
    bool canKeep(const std::vector<std::vector<uint32_t>>& batches);
    /// Keeps them for who asks next, while there is room.
    QuerySpansPtr ranks(const std::vector<uint32_t>& ranks, bool keeps = true);

    /// Steps, given by index, that are read at a time: each is in one of these parts, and all of it. What goes from one
    /// to another is in both.
    struct StepPart {
        int first = 0;
        int last = 0;
    };
    const std::vector<StepPart>& stepParts();
    /// All ranks in these steps; a span is of the last step that its rank had begun. Like the next refused where a
    /// step takes too much memory.
    QuerySpansPtr steps(StepPart part);
    /// All ranks while any of them is in that step, from before to after.
    QuerySpansPtr stepOfAll(int step);
    /// Whether they are kept from before.
    bool keepsStepOfAll(int step);
    /// What was read of steps and holds this span of the whole run; null if nothing does. It may lack the span in
    /// which that one lies, and those inside it.
    QuerySpansPtr keptWith(uint32_t span) const;
    /// How long a span, given by its step and its number in the whole run, waits at its begin.
    TimeNs waitingOf(int step, uint32_t span);
    /// How many of what a table numbers, "collectives", there are in each of stepParts(), as far as it has looked.
    std::vector<uint32_t>& counts(std::string_view numbered) { return m_counts[numbered]; }

private:
    /// By rank index, in the whole run.
    const std::vector<RankSpans>& byRank();
    struct WaitingSpans {
        std::vector<uint32_t> spans; ///< their numbers, ascending
        std::vector<TimeNs> times;
    };
    const WaitingSpans& waitingIn(size_t part);
    /// Where in time a rank, given by index, is in some steps.
    TimeRange rangeOf(size_t rank, StepPart steps) const;
    TimeRange rangeOf(StepPart steps);
    /// Those that any rank is in during that one.
    StepPart stepsDuring(int step);
    uint64_t bytesOf(StepPart steps);
    uint64_t bytesOf(const std::vector<uint32_t>& ranks);
    QuerySpansPtr readSteps(StepPart steps);
    /// Throws QueryRefused if that is more than this reader may take.
    void refuseIfTooLarge(StepPart steps, uint64_t bytes) const;
    QuerySpansPtr made(
        TracePtr trace, std::vector<QuerySpans::Piece> pieces, std::vector<SpanId> beside = {}) const;
    QuerySpansPtr read(const std::vector<uint32_t>& ranks);
    /// Where what was read is no part of this run.
    [[noreturn]] void refuseDamage() const;
    /// Of what is kept, the last used first; else reads it, of about so many bytes, and lets go of others.
    template <typename Key, typename IsWanted, typename Read>
    QuerySpansPtr kept(std::list<std::pair<Key, QuerySpansPtr>>& all, const IsWanted& isWanted,
        const std::function<uint64_t()>& bytesToRead, const Read& read);
    void stopIfAsked() const;

    UnreadSpans m_spans;
    const Run& m_run;
    const std::atomic<bool>& m_stopped;
    QueryNotices& m_notices;
    std::optional<KnownOfRun> m_known;
    std::vector<RankSpans> m_byRank; ///< see byRank()
    std::map<SpanId, std::optional<uint32_t>> m_named;
    std::optional<std::vector<std::vector<StringId>>> m_names;
    std::vector<StepPart> m_stepParts;
    std::map<size_t, WaitingSpans> m_waiting; ///< by part
    std::map<std::string_view, std::vector<uint32_t>> m_counts;
    /// What was asked for last comes first.
    std::list<std::pair<std::vector<uint32_t>, QuerySpansPtr>> m_kept;
    std::list<std::pair<StepPart, QuerySpansPtr>> m_keptSteps;
};

} // namespace bubblescope
