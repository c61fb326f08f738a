// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

namespace bubblescope {

/// ancestors(span) and descendants(span): who called and launched a span, and what it called and launched.
void addCallTables(QueryTables& tables);

} // namespace bubblescope
