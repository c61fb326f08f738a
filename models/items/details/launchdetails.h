// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "detailfields.h"

namespace bubblescope::details {

/// From a kernel back to the program: the call, the operator and the Python frames around it; from a call or operator
/// to what it launched.
void addLaunchFields(Fields& fields, const Trace& trace, SpanId span);

} // namespace bubblescope::details
