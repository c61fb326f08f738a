// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "rankblocks.h"

namespace bubblescope {

/// By rank, names and details of its spans, ascending: a rank without a name that is looked for need not be read. None
/// where a rank has more than a thousand.
std::vector<std::vector<StringId>> namesByRank(
    const Trace& trace, const std::vector<RankSpans>& spans, unsigned threads);
void writeNames(BinaryWriter& archive, const std::vector<std::vector<StringId>>& names);
/// Fails the archive unless it holds so many ranks; ids are below `strings`.
std::vector<std::vector<StringId>> readNames(BinaryReader& archive, size_t ranks, uint32_t strings);

} // namespace bubblescope
