// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "details.h"

namespace bubblescope {

/// Facts of inputs that are no run.
DetailFields layerTableDetails(const LayerTable& table);
DetailFields workloadDetails(const Workload& workload);
DetailFields runLogDetails(const RunLog& log);

} // namespace bubblescope
