// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "historycommand.h"

namespace CLI {
class App;
}

namespace bubblescope {

void addHistoryOptions(CLI::App& app, HistoryCommand& command);

} // namespace bubblescope
