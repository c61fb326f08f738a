// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "run.h"
#include "unalignedtrace.h"

#include <optional>
#include <span>

namespace bubblescope {

/// Writes everything found in a folder, in binary. Issues are kept, loading times are not. Runs that were aligned since
/// they were read are stored unaligned, using `unaligned`, which has an entry per run.
void writeFolder(BinaryWriter& archive, const RunFolder& folder, std::span<const UnalignedTrace> unaligned = {});
/// nullopt and a failed archive if anything is out of range.
std::optional<RunFolder> readFolder(BinaryReader& archive);

} // namespace bubblescope
