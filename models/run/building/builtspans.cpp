// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "builtspans.h"

#include "freedmemory.h"
#include "packedsource.h"
#include "parallel.h"
#include "roundedtime.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace bubblescope {

namespace {

/// Permutes columns through one buffer: copying back is cheaper than touching new memory. `largest`: bytes of a value.
template <size_t largest> class Reordering {
public:
    explicit Reordering(const ColumnVector<uint32_t>& order)
        : m_order(order), m_allocator(poolOf(order)), m_buffer(m_allocator.allocate(order.size() * largest))
    {
    }
    ~Reordering() { m_allocator.deallocate(m_buffer, m_order.size() * largest); }
    Reordering(const Reordering&) = delete;
    Reordering& operator=(const Reordering&) = delete;
    template <typename T> void operator()(ColumnVector<T>& column)
    {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= largest);
        std::byte* to = m_buffer;
        for (const uint32_t from : m_order) {
            std::memcpy(to, &column[from], sizeof(T));
            to += sizeof(T);
        }
        // Release the capacity reserved for more values, if that is much.
        if (column.capacity() > m_order.size() + m_order.size() / 8) {
            discard(column);
            column = ColumnVector<T>(m_order.size(), m_allocator);
        }
        std::copy_n(m_buffer, m_order.size() * sizeof(T), reinterpret_cast<std::byte*>(column.data()));
    }
    template <typename T, T usual> void operator()(Column<T, usual>& column)
    {
        if (column.stored().empty())
            return;
        column.stored().resize(m_order.size(), usual);
        (*this)(column.stored());
    }

private:
    const ColumnVector<uint32_t>& m_order;
    ColumnAllocator<std::byte> m_allocator;
    std::byte* const m_buffer; // not filled: the first to touch new memory pays for it
};

template <typename T> void appendColumn(ColumnVector<T>& to, const ColumnVector<T>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

template <typename T, T usual>
void appendColumn(Column<T, usual>& to, size_t spans, size_t room, const Column<T, usual>& from)
{
    if (from.stored().empty())
        return;
    to.stored().reserve(room);
    to.stored().resize(spans, usual);
    appendColumn(to.stored(), from.stored());
}

} // namespace

TimeRange placeable(TimeRange range)
{
    return {
        std::clamp(range.begin, -longestPlaced, longestPlaced), std::clamp(range.end, -longestPlaced, longestPlaced)};
}

BuiltSpans::BuiltSpans(const ColumnPoolPtr& pool)
    : track(pool)
    , timing {ColumnVector<TimeNs>(pool), ColumnVector<TimeNs>(pool), {}, {}, {}}
    , name(pool)
    , detail(pool)
    , inputs(pool)
    , parent(pool)
    , category(pool)
    , operation(pool)
    , flags(pool)
    , stage(pool)
    , microbatch(pool)
    , bytes(pool)
    , source(pool)
{
}

void BuiltSpans::reserve(size_t spans)
{
    track.reserve(spans);
    timing.begin.reserve(spans);
    timing.end.reserve(spans);
    name.reserve(spans);
    category.reserve(spans);
    if (!source.stored().empty())
        source.stored().reserve(spans);
}

uint32_t BuiltSpans::add(const SpanRecord& span, uint64_t file)
{
    const uint32_t number = count();
    const TimeNs begin = std::clamp(span.begin, -longestPlaced, longestPlaced);
    track.push_back(span.track);
    timing.begin.push_back(begin);
    timing.end.push_back(std::clamp(span.end, begin, longestPlaced));
    name.push_back(span.name);
    detail.set(number, span.detail);
    inputs.set(number, span.inputs);
    parent.set(number, SpanId(span.parent));
    category.push_back(span.category);
    operation.set(number, span.operation);
    flags.set(number, span.flags);
    stage.set(number, span.stage);
    microbatch.set(number, span.microbatch);
    bytes.set(number, span.bytes);
    source.set(number, packedSource(file, span.offset));
    return number;
}

void BuiltSpans::setRange(uint32_t span, TimeRange range)
{
    const TimeNs begin = std::clamp(range.begin, -longestPlaced, longestPlaced);
    timing.begin[span] = begin;
    timing.end[span] = std::clamp(range.end, begin, longestPlaced);
}

void BuiltSpans::shift(TimeNs by)
{
    for (ColumnVector<TimeNs>* times : {&timing.begin, &timing.end}) {
        for (TimeNs& time : *times)
            time = std::clamp(time + by, -longestPlaced, longestPlaced);
    }
}

void BuiltSpans::append(BuiltSpans&& from, const Renumbering& renumbering)
{
    const uint32_t firstSpan = count();
    for (TrackId& id : from.track)
        id = renumbering.tracks[id.value];
    for (StringId& id : from.name)
        id = renumbering.of(id);
    for (Column<StringId>* texts : {&from.detail, &from.inputs}) {
        for (StringId& id : texts->stored())
            id = renumbering.of(id);
    }
    for (SpanId& id : from.parent.stored())
        id = id.isValid() ? SpanId(id.value + firstSpan) : id;
    from.source.stored().resize(from.track.size());
    for (uint64_t& position : from.source.stored())
        position += packedSource(renumbering.firstFile, 0);

    const size_t room = std::max(track.capacity(), track.size() + from.track.size());
    appendColumn(track, from.track);
    appendColumn(timing.begin, from.timing.begin);
    appendColumn(timing.end, from.timing.end);
    appendColumn(name, from.name);
    appendColumn(detail, firstSpan, room, from.detail);
    appendColumn(inputs, firstSpan, room, from.inputs);
    appendColumn(parent, firstSpan, room, from.parent);
    appendColumn(category, from.category);
    appendColumn(operation, firstSpan, room, from.operation);
    appendColumn(flags, firstSpan, room, from.flags);
    appendColumn(stage, firstSpan, room, from.stage);
    appendColumn(microbatch, firstSpan, room, from.microbatch);
    appendColumn(bytes, firstSpan, room, from.bytes);
    appendColumn(source, firstSpan, room, from.source);
}

void BuiltSpans::reorder(const ColumnVector<uint32_t>& order)
{
    forEachParallel(2, order.size() < spansWorthThreads ? 1 : 2, [&](size_t half) {
        // The large values on one thread: the other's buffer is half as large.
        if (half == 0) {
            Reordering<sizeof(TimeNs)> permute(order);
            permute(timing.begin);
            permute(timing.end);
            permute(source);
            permute(bytes);
        } else {
            Reordering<sizeof(StringId)> permute(order);
            permute(category);
            permute(flags);
            permute(name);
            permute(detail);
            permute(inputs);
            permute(operation);
            permute(stage);
            permute(microbatch);
        }
    });
}

} // namespace bubblescope
