// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "run.h"

#include <optional>

namespace bubblescope {

/// Everything that was found in a folder, in binary. Issues come back as they were; times of loading do not.
void writeFolder(BinaryWriter& archive, const RunFolder& folder);
/// Nothing, and a failed archive, where anything is out of its range.
std::optional<RunFolder> readFolder(BinaryReader& archive);

} // namespace bubblescope
