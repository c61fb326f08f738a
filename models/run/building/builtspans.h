// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnvector.h"
#include "tracebuilder.h"

#include <vector>

namespace bubblescope {

/// A time as it may lie in a trace: differences of two and sums of a few fit 64 bits. Importers report greater ones;
/// this is only a guard.
TimeRange placeable(TimeRange range);

/// The spans that a TraceBuilder has collected: columns with one entry per span, in the order of addSpan().
struct BuiltSpans {
    BuiltSpans() = default;
    explicit BuiltSpans(const ColumnPoolPtr& pool);

    ColumnVector<TrackId> track;
    Timing timing;
    ColumnVector<StringId> name;
    Column<StringId> detail;
    Column<StringId> inputs;
    Column<SpanId> parent; ///< as stated
    ColumnVector<Category> category;
    Column<Operation, Operation::Other> operation;
    Column<uint8_t> flags;
    Column<int16_t, -1> stage;
    Column<int32_t, -1> microbatch;
    Column<int64_t, -1> bytes;
    Column<uint64_t> source; ///< see packedSource()

    uint32_t count() const { return static_cast<uint32_t>(track.size()); }
    void reserve(size_t spans);
    uint32_t add(const SpanRecord& span, uint64_t file);
    void setRange(uint32_t span, TimeRange range);
    /// Adds `by` to all times.
    void shift(TimeNs by);

    /// Numbers of another builder in this one.
    struct Renumbering {
        std::vector<StringId> strings; ///< by number there
        std::vector<TrackId> tracks;
        uint64_t firstFile = 0;

        StringId of(StringId id) const { return id.isValid() ? strings[id.value] : id; }
    };
    void append(BuiltSpans&& from, const Renumbering& renumbering);
    /// Everything but tracks and parents. O(n), on two threads if there are many.
    void reorder(const ColumnVector<uint32_t>& order);
};

} // namespace bubblescope
