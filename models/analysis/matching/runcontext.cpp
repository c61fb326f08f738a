// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runcontext.h"

#include "columnvector.h"
#include "knowncollectives.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <vector>

namespace bubblescope {

std::atomic<uint32_t> MatchingCounts::messages {0};
std::atomic<uint32_t> MatchingCounts::collectives {0};

namespace {

constexpr uint32_t noInstance = std::numeric_limits<uint32_t>::max();

/// The number of each span's instance, up to the last span that has one.
ColumnVector<uint32_t> instanceOfSpans(const Collectives& all, const ColumnPoolPtr& pool)
{
    const auto last = std::max_element(all.members.begin(), all.members.end());
    ColumnVector<uint32_t> instanceOf(last == all.members.end() ? 0 : size_t(last->value) + 1, noInstance, pool);
    for (uint32_t i = 0; i < all.instances.size(); ++i) {
        for (const SpanId member : all.membersOf(all.instances[i]))
            instanceOf[member.value] = i;
    }
    return instanceOf;
}

} // namespace

struct RunContext::Found {
    Known known;
    ColumnVector<uint32_t> instanceOf; ///< of known.collectives, by span
    std::once_flag groupsAreFound;
    std::once_flag messagesAreFound;
    std::once_flag collectivesAreFound;
    std::once_flag optimizerStepsAreFound;
};

RunContext::RunContext(const Trace& trace, ParallelLayout layout)
    : m_trace(&trace), m_layout(std::move(layout)), m_found(std::make_shared<Found>())
{
}

RunContext::RunContext(TracePtr trace, ParallelLayout layout, Known known)
    : m_owned(std::move(trace)), m_trace(m_owned.get()), m_layout(std::move(layout)), m_found(std::make_shared<Found>())
{
    m_found->known = std::move(known);
}

RunContext::RunContext(TracePtr trace, ParallelLayout layout, std::shared_ptr<Found> found)
    : m_owned(std::move(trace)), m_trace(m_owned.get()), m_layout(std::move(layout)), m_found(std::move(found))
{
}

RunContext::~RunContext() = default;

std::shared_ptr<const RunContext> RunContext::playedAs(TracePtr retimed) const
{
    return std::shared_ptr<const RunContext>(new RunContext(std::move(retimed), m_layout, m_found));
}

const RankGroups& RunContext::groups() const
{
    std::call_once(m_found->groupsAreFound, [this] {
        if (!m_found->known.groups)
            m_found->known.groups.emplace(*m_trace, m_layout);
    });
    return *m_found->known.groups;
}

std::span<const Link> RunContext::messages() const
{
    if (!m_trace->links().empty())
        return m_trace->links();
    std::call_once(m_found->messagesAreFound, [this] {
        if (m_found->known.messages)
            return;
        std::vector<Link> links;
        for (const MessageMatch& match : matchMessages(*m_trace, groups()).matches)
            links.push_back({match.send, match.receive});
        m_found->known.messages = std::move(links);
    });
    return *m_found->known.messages;
}

const Collectives& RunContext::collectives() const
{
    std::call_once(m_found->collectivesAreFound, [this] {
        Known& known = m_found->known;
        const auto& members = m_trace->collectives().members;
        if (!known.collectives && members) {
            known.collectives = knownCollectives(*m_trace, *members);
        } else if (!known.collectives) {
            if (!known.candidates)
                known.candidates = findCandidates(*m_trace, groups());
            known.collectives = provenCollectives(*m_trace, *std::move(known.candidates));
            known.candidates.reset();
        }
        m_found->instanceOf = instanceOfSpans(*known.collectives, m_trace->pool());
    });
    return *m_found->known.collectives;
}

std::span<const SpanId> RunContext::collectiveWith(SpanId member) const
{
    const Collectives& all = collectives();
    const uint32_t instance
        = member.value < m_found->instanceOf.size() ? m_found->instanceOf[member.value] : noInstance;
    return instance == noInstance ? std::span<const SpanId>() : all.membersOf(all.instances[instance]);
}

const Collectives& RunContext::optimizerSteps() const
{
    std::call_once(m_found->optimizerStepsAreFound, [this] {
        if (m_found->known.optimizerSteps)
            return;
        const auto& members = m_trace->collectives().members;
        m_found->known.optimizerSteps = members ? knownOptimizerSteps(*m_trace, *members)
                                                : matchOptimizerSteps(*m_trace, groups());
    });
    return *m_found->known.optimizerSteps;
}

std::shared_ptr<const RunContext> contextOf(const Run& run)
{
    if (run.context && run.context->isOf(run))
        return run.context;
    return std::make_shared<const RunContext>(run.trace, run.layout);
}

} // namespace bubblescope
