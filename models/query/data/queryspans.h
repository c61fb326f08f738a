// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rankblocks.h"
#include "runcontext.h"
#include "waitingtimes.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// Spans that are in memory together: all of a run, some of its ranks, or some of its steps. What is known about them
/// is found out when a query first asks. One thread.
class QuerySpans {
public:
    /// Spans that follow each other both here and in the whole run.
    struct Piece {
        uint32_t first = 0;
        uint32_t count = 0;
        uint32_t number = 0; ///< of the first one in the whole run
    };
    /// `pieces`: all spans, ascending in both numbers; empty where these are the whole run. `beside`, ascending: those
    /// that are there only because they met some of the others. While it computes, `stopped` is looked at; then it
    /// throws QueryStopped.
    QuerySpans(std::shared_ptr<const RunContext> context, bool haveTimes, const std::atomic<bool>& stopped,
        std::vector<Piece> pieces = {}, std::vector<SpanId> beside = {});

    const Trace& trace() const { return m_context->trace(); }
    const std::shared_ptr<const RunContext>& sharedContext() const { return m_context; }
    const RunContext& context() const { return *m_context; }
    const std::vector<Waiting>& waiting();
    const WaitingTimes& waitingTimes();
    /// Those that are sent here.
    std::span<const Link> messages();
    /// Those whose first member is here.
    const Collectives& collectives();
    /// By member of one of collectives(), the number of its instance.
    const std::vector<uint32_t>& instancesOfMembers();
    /// Of every span: its duration without the spans recorded inside it.
    const std::vector<TimeNs>& selfTimes();

    /// Of a span in the whole run.
    uint32_t numberOf(SpanId span) const;
    /// The first span with at least this number in the whole run; spanCount() if there is none.
    uint32_t firstFrom(int64_t number) const;
    bool holds(uint32_t number) const;
    /// About the memory that they take.
    size_t bytes() const { return size_t(trace().spanCount()) * bytesOfSpan; }
    static constexpr uint64_t bytesOfSpan = RankBlocks::bytesOfSpan;

private:
    void stopIfAsked() const;
    bool isOwn(SpanId span) const;

    std::shared_ptr<const RunContext> m_context;
    bool m_haveTimes;
    const std::atomic<bool>& m_stopped;
    std::vector<Piece> m_pieces;
    std::vector<SpanId> m_beside;
    std::optional<std::vector<Link>> m_messages;  ///< where some are left out
    std::optional<Collectives> m_collectives; ///< the same
    std::optional<std::vector<Waiting>> m_waiting;
    std::optional<WaitingTimes> m_waitingTimes;
    std::vector<uint32_t> m_instances;
    std::vector<TimeNs> m_self;
};
using QuerySpansPtr = std::shared_ptr<QuerySpans>;

} // namespace bubblescope
