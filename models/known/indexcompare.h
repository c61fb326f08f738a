// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison.h"
#include "result.h"

#include <optional>
#include <string>

namespace bubblescope {

/// What `compare` needs of an index: its folder, whose runs have no traces, and the figures of its first run, from what
/// the merge found and from its ranks, read a few at a time.
struct ComparedIndex {
    RunFolder tables;
    std::optional<ComparedRun> run; ///< nullopt if it has none
};
/// Of a part of the run only what devices do in it is known. An error if it cannot be opened, or is damaged.
Result<ComparedIndex> comparedIndex(const std::string& index, const ComparedPart& part = {});

} // namespace bubblescope
