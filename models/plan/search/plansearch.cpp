// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plansearch.h"

namespace bubblescope {

} // namespace bubblescope
