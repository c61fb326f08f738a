// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hanganalysis.h"
#include "importreport.h"

#include <string>

namespace bubblescope {

/// What `hang` prints: the sentence, the board, the suspects.
std::string hangText(const HangReport& report, const ImportReport& issues);
/// What `hang --json` prints; its keys are a contract with whoever reads them.
std::string hangJson(const HangReport& report, const ImportReport& issues);

} // namespace bubblescope
