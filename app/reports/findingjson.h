// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "runjson.h"

namespace bubblescope {

/// What a finding rests on; parts that do not apply are absent. `run` may be null.
Json evidenceJson(const Evidence& evidence, const Run* run);
/// A finding as `summary --json` prints it.
Json findingJson(const Finding& finding, const Run* run);

} // namespace bubblescope
