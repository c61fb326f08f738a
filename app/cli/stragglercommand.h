// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stragglerwhatif.h"

#include <string>

namespace bubblescope {

/// Output of `stragglers --json`; its keys are a contract with its readers.
std::string stragglersJson(const Run& run, const StragglerWhatIf& whatIf);
/// The same as text.
std::string stragglersText(const Run& run, const StragglerWhatIf& whatIf);

} // namespace bubblescope
