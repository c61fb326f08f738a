// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspectreport.h"

namespace bubblescope {

/// Text output of `inspect`: aligned tables in UTF-8.
std::string inspectText(const RunFolder& folder, const InspectOptions& options);

} // namespace bubblescope
