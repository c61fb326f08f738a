// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepcut.h"

#include "category.h"
#include "partoftrace.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {
/// What meets the step's time may meet others that ended before it, or begin after it.
constexpr TimeNs leastAround = 20'000'000;
constexpr TimeNs partAround = 16; // of the step

/// A step of a rank: until its next one begins, and to the begin and the end of the run if there is no other.
struct OwnStep {
    int32_t number;
    TimeRange range;
};

std::vector<OwnStep> ownSteps(const Trace& tables, int32_t rank)
{
    std::vector<OwnStep> steps;
    for (const RankStep& own : tables.stepsOf(rank))
        steps.push_back({own.step.number, own.step.range});
    for (size_t i = 1; i < steps.size(); ++i)
        steps[i - 1].range.end = std::max(steps[i - 1].range.end, steps[i].range.begin);
    if (!steps.empty()) {
        steps.front().range.begin = std::numeric_limits<TimeNs>::min();
        steps.back().range.end = std::numeric_limits<TimeNs>::max();
    }
    return steps;
}
} // namespace

StepCut::StepCut(const Trace& tables, int32_t step)
    : m_tables(tables), m_blocks(spansByRank(tables)), m_rows(tables.ranks().size()), m_step(step)
{
    const auto rows = tables.rows();
    size_t next = 0;
    for (size_t r = 0; r < m_rows.size(); ++r) {
        const auto isOfRank = [&](const Row& row) { return tables.track(row.track).rank == tables.ranks()[r].rank; };
        while (next < rows.size() && !isOfRank(rows[next]) && m_blocks[r].count > 0)
            ++next;
        const size_t first = next;
        while (next < rows.size() && isOfRank(rows[next]))
            ++next;
        m_rows[r] = rows.subspan(first, next - first);
    }
    const auto steps = tables.steps();
    const auto own = std::find_if(steps.begin(), steps.end(), [step](const Step& s) { return s.number == step; });
    if (own != steps.end()) {
        const TimeNs around = std::max(leastAround, own->range.duration() / partAround);
        m_around = {own->range.begin - around, own->range.end + around};
    }
}

std::optional<std::vector<SpanId>> StepCut::spansOf(size_t index, const Trace& rank, const RankEnds& ends) const
{
    std::vector<bool> isKept(rank.spanCount());
    TimeRange own;
    for (const OwnStep& step : ownSteps(m_tables, m_tables.ranks()[index].rank)) {
        if (step.number == m_step)
            own = step.range;
    }
    for (uint32_t i = 0; i < rank.spanCount() && !m_around.isEmpty(); ++i)
        isKept[i] = own.contains(rank.begin(SpanId(i))) || overlaps(rank, SpanId(i), m_around);
    if (!m_around.isEmpty())
        keepBounds(index, rank, isKept);
    const uint32_t first = m_blocks[index].first;
    for (const Link& launch : ends.launches) {
        const uint32_t from = launch.from.value - first; // of another rank where it is beyond the end
        if (isKept[launch.to.value - first] && from < isKept.size())
            isKept[from] = true;
    }
    return withParents(rank, std::move(isKept));
}

void StepCut::keepBounds(size_t index, const Trace& rank, std::vector<bool>& isKept) const
{
    const int32_t number = m_tables.ranks()[index].rank;
    const std::vector<OwnStep> steps = ownSteps(m_tables, number);
    const auto forEachSpan = [&](const auto& visitRow) {
        for (const Row& row : m_rows[index]) {
            const uint32_t first = row.firstSpan - m_blocks[index].first;
            visitRow(m_tables.track(row.track), std::span(rank.timing().begin).subspan(first, row.spanCount), first);
        }
    };
    // Of each row the last span that begins before a time, and the first from there on.
    const auto keepBeside = [&](TimeNs time, bool isBefore) {
        forEachSpan([&](const Track&, std::span<const TimeNs> begins, uint32_t first) {
            const auto at = uint32_t(std::lower_bound(begins.begin(), begins.end(), time) - begins.begin());
            if (isBefore && at > 0)
                isKept[first + at - 1] = true;
            if (!isBefore && at < begins.size())
                isKept[first + at] = true;
        });
    };
    const auto keepPasses = [&](TimeRange range) {
        SpanId firstBackward;
        SpanId lastForward;
        forEachSpan([&](const Track& track, std::span<const TimeNs> begins, uint32_t first) {
            for (uint32_t i = 0; i < begins.size() && track.lane != Lane::Stream; ++i) {
                const SpanId span(first + i);
                if (!range.contains(begins[i]) || !isPass(rank.operation(span)))
                    continue;
                if (rank.operation(span) == Operation::Forward) {
                    if (!lastForward.isValid() || rank.end(lastForward) < rank.end(span))
                        lastForward = span;
                } else if (!firstBackward.isValid() || rank.begin(span) < rank.begin(firstBackward)) {
                    firstBackward = span;
                }
            }
        });
        for (const SpanId span : {firstBackward, lastForward}) {
            if (span.isValid())
                isKept[span.value] = true;
        }
    };
    keepBeside(m_around.begin, true);
    keepBeside(m_around.end, false);
    const auto own = std::find_if(steps.begin(), steps.end(), [&](const OwnStep& s) { return s.number == m_step; });
    if (own != steps.end() && own != steps.begin()) {
        keepBeside(own->range.begin, true);
        keepPasses(std::prev(own)->range);
    }
    if (own != steps.end() && std::next(own) != steps.end()) {
        keepBeside(own->range.end, false);
        keepPasses(std::next(own)->range);
    }
}

} // namespace bubblescope
