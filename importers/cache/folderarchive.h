// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "run.h"
#include "unalignedtrace.h"

#include <optional>
#include <span>

namespace bubblescope {

/// Everything that was found in a folder, in binary. Issues come back as they were; times of loading do not. Runs that
/// were aligned since they were read are kept as they were before, by what `unaligned` has for each.
void writeFolder(BinaryWriter& archive, const RunFolder& folder, std::span<const UnalignedTrace> unaligned = {});
/// Nothing, and a failed archive, where anything is out of its range.
std::optional<RunFolder> readFolder(BinaryReader& archive);

} // namespace bubblescope
