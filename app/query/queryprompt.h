// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querycommand.h"
#include "querydatabase.h"

namespace bubblescope {

/// Asks for queries until the end of input, with completion and a history that is kept between calls. Ctrl+C stops what
/// runs. Lines that begin with a dot are for the prompt: .help lists them.
ExitCode runQueryPrompt(QueryDatabase& database, QueryCommand::Format format);

} // namespace bubblescope
