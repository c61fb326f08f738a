// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sidetablebuilder.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>

namespace bubblescope {

namespace {

template <typename T> void moveTo(std::vector<T>& to, std::vector<T>& from)
{
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    from.clear();
}

/// Includes the ranks: a file may give many groups the same name.
uint64_t communicatorHash(const Communicator& communicator)
{
    uint64_t hash = 0;
    const auto add = [&hash](uint32_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u + (hash >> 29); };
    add(communicator.name.value);
    add(communicator.description.value);
    add(static_cast<uint32_t>(communicator.size));
    for (const int32_t rank : communicator.ranks)
        add(static_cast<uint32_t>(rank));
    return hash;
}

/// Sorts samples by time; those at equal times keep their order.
void sortSamples(SideTableBuilder::Series& series)
{
    if (std::is_sorted(series.times.begin(), series.times.end()))
        return;
    std::vector<uint32_t> order(series.times.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(
        order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return series.times[a] < series.times[b]; });
    SideTableBuilder::Series sorted {series.header, {}, {}};
    sorted.times.reserve(order.size());
    sorted.values.reserve(order.size());
    for (const uint32_t at : order) {
        sorted.times.push_back(series.times[at]);
        sorted.values.push_back(series.values[at]);
    }
    series = std::move(sorted);
}

} // namespace

uint32_t SideTableBuilder::communicator(Communicator made)
{
    const uint64_t hash = communicatorHash(made);
    std::vector<Communicator>& all = collectives.communicators;
    if (all.size() * 2 >= m_known.size())
        growKnown();
    size_t at = hash & (m_known.size() - 1);
    for (; m_known[at].number != CollectiveCall::noCommunicator; at = (at + 1) & (m_known.size() - 1)) {
        if (m_known[at].hash == hash && all[m_known[at].number] == made)
            return m_known[at].number;
    }
    m_known[at] = {hash, static_cast<uint32_t>(all.size())};
    all.push_back(std::move(made));
    return m_known[at].number;
}

void SideTableBuilder::growKnown()
{
    std::vector<KnownCommunicator> former(std::max<size_t>(64, m_known.size() * 2));
    former.swap(m_known);
    for (const KnownCommunicator& known : former) {
        if (known.number == CollectiveCall::noCommunicator)
            continue;
        size_t at = known.hash & (m_known.size() - 1);
        while (m_known[at].number != CollectiveCall::noCommunicator)
            at = (at + 1) & (m_known.size() - 1);
        m_known[at] = known;
    }
}

void SideTableBuilder::setRank(int32_t from, int32_t to)
{
    for (Series& one : series)
        one.header.rank = one.header.rank == from ? to : one.header.rank;
}

void SideTableBuilder::shift(TimeNs by, TimeNs limit)
{
    for (Series& one : series) {
        for (TimeNs& time : one.times)
            time = std::clamp(time + by, -limit, limit);
    }
}

void SideTableBuilder::append(SideTableBuilder&& other, const std::vector<StringId>& newString, uint32_t firstSpan)
{
    const auto mapped = [&newString](StringId id) { return id.isValid() ? newString[id.value] : id; };
    for (Link& link : other.launches) {
        link.from.value += firstSpan;
        link.to.value += firstSpan;
    }
    for (Series& one : other.series)
        one.header.name = mapped(one.header.name);
    std::vector<uint32_t> newCommunicator;
    for (Communicator& one : other.collectives.communicators) {
        one.name = mapped(one.name);
        one.description = mapped(one.description);
        newCommunicator.push_back(communicator(std::move(one)));
    }
    for (CollectiveCall& call : other.collectives.calls) {
        call.span.value += firstSpan;
        call.dataType = mapped(call.dataType);
        if (call.communicator != CollectiveCall::noCommunicator)
            call.communicator = newCommunicator[call.communicator];
    }
    moveTo(launches, other.launches);
    moveTo(series, other.series);
    moveTo(collectives.calls, other.collectives.calls);
}

void SideTableBuilder::finish(std::span<const SpanId> newNumber, TimeNs origin)
{
    for (Link& link : launches)
        link = {newNumber[link.from.value], newNumber[link.to.value]};
    const auto byTarget = [](const Link& a, const Link& b) { return std::tie(a.to, a.from) < std::tie(b.to, b.from); };
    if (!std::is_sorted(launches.begin(), launches.end(), byTarget))
        std::sort(launches.begin(), launches.end(), byTarget);
    for (CollectiveCall& call : collectives.calls)
        call.span = newNumber[call.span.value];
    std::sort(collectives.calls.begin(), collectives.calls.end(),
        [](const CollectiveCall& a, const CollectiveCall& b) { return a.span < b.span; });
    for (Series& one : series) {
        for (TimeNs& time : one.times)
            time -= origin;
        sortSamples(one);
    }
    launches.shrink_to_fit();
    collectives.calls.shrink_to_fit();
}

CounterTable SideTableBuilder::takeCounters()
{
    std::stable_sort(series.begin(), series.end(), [](const Series& a, const Series& b) {
        return std::tie(a.header.rank, a.header.device, a.header.name)
            < std::tie(b.header.rank, b.header.device, b.header.name);
    });
    CounterTable table;
    size_t samples = 0;
    for (const Series& one : series)
        samples += one.times.size();
    table.times.reserve(samples);
    table.values.reserve(samples);
    for (Series& one : series) {
        one.header.firstSample = static_cast<uint32_t>(table.times.size());
        one.header.sampleCount = static_cast<uint32_t>(one.times.size());
        table.series.push_back(one.header);
        moveTo(table.times, one.times);
        moveTo(table.values, one.values);
    }
    series.clear();
    return table;
}

} // namespace bubblescope
