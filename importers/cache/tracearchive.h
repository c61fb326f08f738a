// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "trace.h"
#include "unalignedtrace.h"

namespace bubblescope {

/// Writes and reads the columns of a trace.
class TraceArchive {
public:
    /// `unaligned`: the times before alignment, if the trace was aligned since; those are stored.
    static void write(BinaryWriter& archive, const Trace& trace, const UnalignedTrace* unaligned = nullptr);
    /// Null and a failed archive if the columns are inconsistent. Users of the trace may rely on valid ids, rows in
    /// order and acyclic parents.
    static TracePtr read(BinaryReader& archive);

private:
    template <typename Archive, typename TraceType>
    static void exchangeColumns(Archive& archive, TraceType& trace, const UnalignedTrace* unaligned);
    static void writeUnaligned(BinaryWriter& archive, const Trace& trace, const UnalignedTrace& unaligned);
    static bool isSound(const Trace& trace);
    static bool spansAreSound(const Trace& trace);
    static bool countersAreSound(const Trace& trace);
    static bool collectivesAreSound(const Trace& trace);
    static bool rowsAreSound(const Trace& trace);
    static bool parentsEnd(const Trace& trace);
};

} // namespace bubblescope
