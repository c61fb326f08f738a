// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querycommand.h"

namespace CLI {
class App;
}

namespace bubblescope {

void addQueryOptions(CLI::App& app, QueryCommand& command);
/// After parsing: the last PATH is the query if no file has that name.
void requireQuery(QueryCommand& command);

} // namespace bubblescope
