// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope {

/// What `inspect` is asked, and cannot find in the folder.
struct InspectOptions {
    /// Layers that one-layer tables are folded out to, where neither table nor twin says so.
    std::optional<int> layers;
    uint64_t peakRssBytes = 0;
};

/// A host's own name, else "host0", "host1", … by its place.
std::string hostName(const Run& run, size_t host);
/// Largest resident set of this process so far.
uint64_t peakRssBytes();

} // namespace bubblescope
