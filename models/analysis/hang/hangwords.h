// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hanganalysis.h"
#include "message.h"

#include <string>
#include <vector>

namespace bubblescope {

/// "all_to_all", without the library.
std::string operationText(const FlightOperation& operation);
/// "EXPERT_MODEL_PARALLEL_GROUP (73)".
Message groupText(const HangGroup& group);
/// "did not join all_to_all 20947 of EXPERT_MODEL_PARALLEL_GROUP (73), in which 1-3 wait", said of a rank.
Message reasonText(const HangReport& report, const HangReason& reason);
/// Who hangs, and since when, in one sentence.
Message hangSentence(const HangReport& report);

} // namespace bubblescope
