// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatortable.h"

#include "devicelanes.h"
#include "durationfigures.h"
#include "freedmemory.h"
#include "launches.h"

#include <algorithm>

namespace bubblescope {

namespace {

TimeNs percentile(std::vector<TimeNs>& durations, double share)
{
    const auto at = durations.begin() + std::ptrdiff_t(nearestRank(durations.size(), share));
    std::nth_element(durations.begin(), at, durations.end());
    return *at;
}

} // namespace

OperatorTable::OperatorTable(TracePtr trace, TimeRange range, Of of)
    : m_trace(std::move(trace)), m_range(range), m_of(of), m_isFinished(!m_trace || range.isEmpty())
{
}

OperatorTable::Row& OperatorTable::rowOf(StringId name, Category category)
{
    const uint64_t key = uint64_t(name.value) << 8 | uint64_t(category);
    const auto [found, isNew] = m_rowOfKey.try_emplace(key, m_rows.size());
    if (isNew) {
        Row row;
        row.name = name;
        row.category = category;
        m_rows.push_back(row);
        m_durations.emplace_back();
        m_chargedLast.emplace_back();
    }
    return m_rows[found->second];
}

void OperatorTable::keepOnly(std::span<const uint32_t> spans)
{
    if (!m_trace)
        return;
    m_isWanted.assign(m_trace->spanCount(), false);
    for (const uint32_t number : spans)
        m_isWanted[number] = true;
    if (m_of != Of::Operators)
        return;
    for (const uint32_t number : spans) {
        for (SpanId at = m_trace->launchOf(SpanId(number)); at.isValid() && !m_isWanted[at.value];
             at = m_trace->parent(at))
            m_isWanted[at.value] = true;
    }
}

/// Charges each operator around the launch, every name once: operators call themselves.
void OperatorTable::chargeOperators(SpanId span)
{
    const Trace& trace = *m_trace;
    const TimeNs duration = trace.duration(span);
    const SpanId launcher = launchingOperator(trace, span);
    for (SpanId at = trace.launchOf(span); at.isValid(); at = trace.parent(at)) {
        Row& row = rowOf(trace.nameId(at), trace.category(at));
        row.ownDevice += at == launcher ? duration : 0;
        SpanId& last = m_chargedLast[size_t(&row - m_rows.data())];
        row.device += last != span ? duration : 0;
        last = span;
    }
}

void OperatorTable::take(SpanId span, bool onDevice)
{
    const Trace& trace = *m_trace;
    if (m_of == Of::Operators && onDevice) {
        if (isWanted(span))
            chargeOperators(span);
        return;
    }
    if (m_of != Of::KernelsByOperator)
        takeFromParent(span);
    if (!isWanted(span))
        return;
    const TimeNs duration = trace.duration(span);
    StringId name = trace.nameId(span);
    Category category = trace.category(span);
    if (m_of == Of::KernelsByOperator) {
        const SpanId launcher = launchingOperator(trace, span);
        name = launcher.isValid() ? trace.nameId(launcher) : StringId();
        category = Category::Host;
    }
    Row& row = rowOf(name, category);
    ++row.count;
    row.total += duration;
    row.self += duration;
    if (duration > row.longestDuration) {
        row.longestDuration = duration;
        row.longest = span;
    }
    m_durations[size_t(&row - m_rows.data())].push_back(duration);
}

/// What stands inside another call is not that one's own time.
void OperatorTable::takeFromParent(SpanId span)
{
    const Trace& trace = *m_trace;
    const SpanId parent = trace.parent(span);
    if (!parent.isValid() || !isWanted(parent) || !m_range.contains(trace.begin(parent)))
        return;
    rowOf(trace.nameId(parent), trace.category(parent)).self
        -= trace.range(parent).intersected(trace.range(span)).duration();
}

bool OperatorTable::advance(uint32_t spans)
{
    if (m_isFinished)
        return true;
    const auto rows = m_trace->rows();
    for (uint32_t left = std::max(spans, 1u); left > 0 && m_row < rows.size();) {
        const bubblescope::Row& row = rows[m_row];
        const Lane lane = m_trace->track(row.track).lane;
        const bool onDevice = isDeviceLane(lane);
        const bool isWanted = onDevice || (lane == Lane::Thread && m_of == Of::Operators);
        const uint32_t last = row.firstSpan + row.spanCount;
        m_next = std::max(m_next, row.firstSpan);
        for (; isWanted && m_next < last && left > 0; ++m_next, --left) {
            if (m_range.contains(m_trace->begin(SpanId(m_next))))
                take(SpanId(m_next), onDevice);
        }
        if (!isWanted || m_next >= last) {
            ++m_row;
            left -= std::min(left, 1u);
        }
    }
    if (m_row < rows.size())
        return false;
    finish();
    return true;
}

void OperatorTable::finish()
{
    double whole = 0;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        Row& row = m_rows[i];
        row.self = std::max<TimeNs>(row.self, 0);
        if (row.count > 0) {
            row.mean = double(row.total) / double(row.count);
            row.p50 = percentile(m_durations[i], 0.5);
            row.p99 = percentile(m_durations[i], 0.99);
        }
        whole += double(m_of == Of::Operators ? row.self : row.total);
    }
    for (Row& row : m_rows)
        row.share = whole > 0 ? double(m_of == Of::Operators ? row.self : row.total) / whole : 0;
    std::erase_if(m_rows, [](const Row& row) { return row.count == 0; });
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.total > b.total; });
    discard(m_durations);
    discard(m_chargedLast);
    discard(m_rowOfKey);
    discard(m_isWanted);
    m_isFinished = true;
}

double OperatorTable::progress() const
{
    if (m_isFinished)
        return 1;
    return double(m_next) / double(std::max(1u, m_trace->spanCount()));
}

} // namespace bubblescope
