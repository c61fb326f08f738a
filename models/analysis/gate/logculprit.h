// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "culprit.h"

namespace bubblescope {

/// findCulprit() for two logs: the stage or timer that grew most.
std::optional<Culprit> findInLog(const RunLog& run, const RunLog& baseline, double growthNs);

} // namespace bubblescope
