// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runjson.h"

#include <QString>

namespace bubblescope {

/// A paragraph about memory snapshots: peaks of all, and what makes the largest of them. Empty where there are none.
QString measuredMemoryText(const RunFolder& folder);
/// `measured_memory` of `summary --json`; null where there are none.
Json measuredMemoryJson(const RunFolder& folder);

} // namespace bubblescope
