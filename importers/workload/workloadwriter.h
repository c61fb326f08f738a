// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workload.h"

#include <string>

namespace bubblescope {

/// Writes the workload as SimAI text that the importer can read: compute in ns (1 if unknown), sizes in bytes.
std::string writeWorkload(const Workload& workload);

} // namespace bubblescope
