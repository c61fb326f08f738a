// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runanalysis.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace bubblescope {

/// Parameters of `inspect` that the folder does not state.
struct InspectOptions {
    /// Number of layers for one-layer tables, if neither the table nor its companion file states it.
    std::optional<int> layers;
    uint64_t peakRssBytes = 0;
    bool isOfRange = false; ///< only a range of time was read
    /// By run: what is known of its representative step already; none where that is still to be found out.
    std::span<const RunAnalysis> known {};
};

/// Name of a host, or "host0", "host1", … by its index.
std::string hostName(const Run& run, size_t host);
/// What the representative step of a run is made of; nothing where no step ended, or not all of it is in memory.
std::optional<TimeParts> partsOfStep(const RunFolder& folder, size_t run, const InspectOptions& options);
/// Peak resident set size of this process.
uint64_t peakRssBytes();

} // namespace bubblescope
