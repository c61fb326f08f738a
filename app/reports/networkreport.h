// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runjson.h"

#include <QString>

namespace bubblescope {

/// What communicators measured of the network, with who is at fault. Empty where nothing did.
QString networkText(const RunFolder& folder);
/// `network` of `summary --json`; null where nothing was measured.
Json networkJson(const RunFolder& folder);

} // namespace bubblescope
