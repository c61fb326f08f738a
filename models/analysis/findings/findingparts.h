// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "timeparts.h"

#include <cstdint>
#include <span>

namespace bubblescope {

/// Whether a part of the step is what a finding costs, or what causes it: a slow rank is about its compute, and about
/// the waiting of the others. Findings whose kind is of no such part are about what their evidence is part of; `ofPart`
/// are the spans of the part, by number, ascending. Caveats cost nothing, and are about no part.
bool isAbout(const Finding& finding, TimePart part, std::span<const uint32_t> ofPart);

} // namespace bubblescope
