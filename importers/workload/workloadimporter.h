// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// SimAI, AICB and ASTRA-sim v1 text workloads: compute in ns, sizes in bytes.
std::unique_ptr<Importer> makeWorkloadImporter();

} // namespace bubblescope
