// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "runjson.h"

namespace bubblescope {

/// What a finding rests on; parts that do not apply are absent. `trace`: of its spans; may be null.
Json evidenceJson(const Evidence& evidence, const Trace* trace);
/// A finding as `summary --json` prints it. `run` may be null.
Json findingJson(const Finding& finding, const Run* run);

} // namespace bubblescope
