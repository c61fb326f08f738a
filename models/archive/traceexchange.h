// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "sidetables.h"
#include "trace.h"

#include <concepts>

namespace bubblescope {

// The small parts of traces in archives: one list of members serves both writing (const values) and reading. In the
// namespace itself: argument-dependent lookup finds them there.
template <typename Value, typename T>
concept Either = std::same_as<std::remove_const_t<Value>, T>;

inline void exchange(BinaryWriter& archive, const StringPool& strings)
{
    archive(static_cast<uint64_t>(strings.size()));
    for (uint32_t i = 0; i < strings.size(); ++i)
        archive(std::string(strings.text(StringId(i))));
}

/// Into an empty pool.
inline void exchange(BinaryReader& archive, StringPool& strings)
{
    std::vector<std::string> texts;
    archive(texts);
    for (uint32_t i = 0; i < texts.size(); ++i) {
        if (strings.intern(texts[i]) != StringId(i))
            return archive.fail();
    }
}

template <typename Archive, Either<TimeRange> Value> void exchange(Archive& archive, Value& range)
{
    archive(range.begin, range.end);
}

template <typename Archive, Either<Track> Value> void exchange(Archive& archive, Value& track)
{
    archive(
        track.name.value, track.rank, track.stage, track.host, track.lane, track.group, track.firstRow, track.rowCount);
}

template <typename Archive, Either<Row> Value> void exchange(Archive& archive, Value& row)
{
    archive(row.track.value, row.depth, row.kind, row.firstSpan, row.spanCount);
}

template <typename Archive, Either<RankInfo> Value> void exchange(Archive& archive, Value& rank)
{
    archive(rank.rank, rank.stage, rank.host, rank.clock, rank.shift);
}

template <typename Archive, Either<Step> Value> void exchange(Archive& archive, Value& step)
{
    archive(step.number, step.range);
}

template <typename Archive, Either<RankStep> Value> void exchange(Archive& archive, Value& step)
{
    archive(step.rank, step.step, step.host, step.lag);
}

template <typename Archive, Either<CounterSeries> Value> void exchange(Archive& archive, Value& series)
{
    archive(series.name.value, series.rank, series.device, series.unit, series.firstSample, series.sampleCount);
}

template <typename Archive, Either<Communicator> Value> void exchange(Archive& archive, Value& communicator)
{
    archive(communicator.name.value, communicator.description.value, communicator.size, communicator.ranks);
}

template <typename Archive, Either<CollectiveCall> Value> void exchange(Archive& archive, Value& call)
{
    archive(call.span.value, call.communicator, call.sequence, call.commsId, call.inBytes, call.outBytes,
        call.dataType.value, call.groupSize, call.peer);
}

} // namespace bubblescope
