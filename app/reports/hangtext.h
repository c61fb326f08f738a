// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hanganalysis.h"
#include "importreport.h"

#include <string>

namespace bubblescope {

/// "rank 10 did not join all_to_all 20947 of EXPERT_MODEL_PARALLEL_GROUP (73)", one sentence of a reason.
std::string reasonText(const HangReport& report, int32_t rank, const HangReason& reason);
/// Who hangs, and since when, in one sentence.
std::string hangSentence(const HangReport& report);
/// What `hang` prints: the sentence, the board, the suspects.
std::string hangText(const HangReport& report, const ImportReport& issues);
/// What `hang --json` prints; its keys are a contract with whoever reads them.
std::string hangJson(const HangReport& report, const ImportReport& issues);

} // namespace bubblescope
