// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryspans.h"

#include "querystop.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

QuerySpans::QuerySpans(std::shared_ptr<const RunContext> context, bool haveTimes, const std::atomic<bool>& stopped,
    std::vector<Piece> pieces, std::vector<SpanId> beside)
    : m_context(std::move(context))
    , m_haveTimes(haveTimes)
    , m_stopped(stopped)
    , m_pieces(std::move(pieces))
    , m_beside(std::move(beside))
{
}

void QuerySpans::stopIfAsked() const
{
    if (m_stopped)
        throw QueryStopped();
}

const std::vector<Waiting>& QuerySpans::waiting()
{
    if (!m_waiting) {
        stopIfAsked();
        m_waiting = m_haveTimes ? findWaiting(context(), trace().timing()) : std::vector<Waiting>();
    }
    return *m_waiting;
}

const WaitingTimes& QuerySpans::waitingTimes()
{
    if (!m_waitingTimes)
        m_waitingTimes = WaitingTimes(trace().spanCount(), trace().timing(), waiting());
    return *m_waitingTimes;
}

std::span<const Link> QuerySpans::messages()
{
    if (m_beside.empty())
        return context().messages();
    if (!m_messages) {
        m_messages.emplace();
        std::copy_if(context().messages().begin(), context().messages().end(), std::back_inserter(*m_messages),
            [this](const Link& message) { return isOwn(message.from); });
    }
    return *m_messages;
}

const Collectives& QuerySpans::collectives()
{
    if (m_beside.empty())
        return context().collectives();
    if (!m_collectives) {
        m_collectives.emplace();
        const Collectives& all = context().collectives();
        for (const Collectives::Instance& instance : all.instances) {
            if (isOwn(all.membersOf(instance).front()))
                m_collectives->add(all.membersOf(instance));
        }
    }
    return *m_collectives;
}

bool QuerySpans::isOwn(SpanId span) const { return !std::binary_search(m_beside.begin(), m_beside.end(), span); }

const std::vector<uint32_t>& QuerySpans::instancesOfMembers()
{
    const Collectives& all = collectives();
    if (m_instances.empty()) {
        m_instances.resize(all.members.size());
        for (uint32_t i = 0; i < all.instances.size(); ++i) {
            const auto first = m_instances.begin() + ptrdiff_t(all.instances[i].firstMember);
            std::fill_n(first, all.instances[i].memberCount, i);
        }
    }
    return m_instances;
}

const std::vector<TimeNs>& QuerySpans::selfTimes()
{
    const Trace& spans = trace();
    if (m_self.size() == spans.spanCount())
        return m_self;
    stopIfAsked();
    std::vector<TimeNs> self(spans.spanCount());
    for (uint32_t i = 0; i < spans.spanCount(); ++i)
        self[i] = spans.duration(SpanId(i));
    for (uint32_t i = 0; i < spans.spanCount(); ++i) {
        const SpanId parent = spans.parent(SpanId(i));
        if (parent.value < spans.spanCount() && !spans.hasFlag(SpanId(i), SpanFlag::fusedLeg))
            self[parent.value] -= spans.range(parent).intersected(spans.range(SpanId(i))).duration();
    }
    for (TimeNs& ns : self)
        ns = std::max<TimeNs>(ns, 0);
    m_self = std::move(self);
    return m_self;
}

uint32_t QuerySpans::numberOf(SpanId span) const
{
    if (m_pieces.empty())
        return span.value;
    const auto after = std::upper_bound(
        m_pieces.begin(), m_pieces.end(), span.value, [](uint32_t at, const Piece& piece) { return at < piece.first; });
    const Piece& piece = *(after - 1);
    return piece.number + (span.value - piece.first);
}

uint32_t QuerySpans::firstFrom(int64_t number) const
{
    const int64_t all = trace().spanCount();
    if (m_pieces.empty())
        return uint32_t(std::clamp<int64_t>(number, 0, all));
    const auto piece = std::partition_point(
        m_pieces.begin(), m_pieces.end(), [number](const Piece& p) { return int64_t(p.number) + p.count <= number; });
    return piece == m_pieces.end() ? uint32_t(all)
                                   : piece->first + uint32_t(std::max<int64_t>(0, number - piece->number));
}

bool QuerySpans::holds(uint32_t number) const
{
    const uint32_t span = firstFrom(number);
    return span < trace().spanCount() && numberOf(SpanId(span)) == number;
}

} // namespace bubblescope
