// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope {

struct InspectOptions {
    /// Layers that one-layer tables are folded out to, where neither table nor twin says so.
    std::optional<int> layers;
    uint64_t peakRssBytes = 0;
};

/// What `inspect --json` prints. Its keys are a contract with whoever reads them; what is not known is null.
std::string inspectJson(const RunFolder& folder, const InspectOptions& options);
/// The same for people: aligned tables, in UTF-8.
std::string inspectText(const RunFolder& folder, const InspectOptions& options);

/// A host's own name, else "host0", "host1", … by its place.
std::string hostName(const Run& run, size_t host);
/// Largest resident set of this process so far.
uint64_t peakRssBytes();

} // namespace bubblescope
