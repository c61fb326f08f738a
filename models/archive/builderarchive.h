// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "tracebuilder.h"

namespace bubblescope {

/// Writes and reads what a TraceBuilder collected of one file, with the spans in the order in which they were added.
class BuilderArchive {
public:
    static void write(BinaryWriter& archive, const TraceBuilder& builder);
    /// Fails the archive where ids, times or numbers are out of range. `pool`: where columns lie.
    static void read(BinaryReader& archive, TraceBuilder& builder, const ColumnPoolPtr& pool = {});

private:
    static bool isSound(const TraceBuilder& builder);
};

} // namespace bubblescope
