// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

namespace bubblescope {

/// What is inherent to the configuration: bubbles, exposed communication, synchronization.
void addShapes(FindingContext& context);

} // namespace bubblescope
