// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspectreport.h"

namespace bubblescope {

/// What `inspect --json` prints. Its keys are a contract with whoever reads them; what is not known is null.
std::string inspectJson(const RunFolder& folder, const InspectOptions& options);

} // namespace bubblescope
