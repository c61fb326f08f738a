// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knownrun.h"

#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope {

/// Parameters of `inspect` that the folder does not state.
struct InspectOptions {
    /// Number of layers for one-layer tables, if neither the table nor its companion file states it.
    std::optional<int> layers;
    uint64_t peakRssBytes = 0;
    bool isOfRange = false; ///< only a range of time was read
};

/// Name of a host, or "host0", "host1", … by its index.
std::string hostName(const Run& run, size_t host);
/// What the representative step of a run is made of; nothing where no step ended, or not all of it is known.
std::optional<TimeParts> partsOfStep(const KnownFolder& folder, size_t run);
/// Peak resident set size of this process.
uint64_t peakRssBytes();

} // namespace bubblescope
