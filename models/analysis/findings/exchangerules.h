// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

namespace bubblescope {

/// Links and experts that delay the others.
void addCommunicationFaults(FindingContext& context);

} // namespace bubblescope
