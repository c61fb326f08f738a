// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope {

/// What `inspect` reports but the folder does not say.
struct InspectOptions {
    /// Layers that one-layer tables are expanded to, if neither the table nor its companion file says.
    std::optional<int> layers;
    uint64_t peakRssBytes = 0;
};

/// Name of a host, else "host0", "host1", … by its index.
std::string hostName(const Run& run, size_t host);
/// Peak resident set size of this process.
uint64_t peakRssBytes();

} // namespace bubblescope
