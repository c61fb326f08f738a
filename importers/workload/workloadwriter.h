// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workload.h"

#include <string>

namespace bubblescope {

/// The workload as SimAI text, as the importer reads it back: compute in ns (1 where unknown), sizes in bytes.
std::string writeWorkload(const Workload& workload);

} // namespace bubblescope
