// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exitcode.h"
#include "gate.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

struct CheckCommand {
    std::string run;
    std::vector<std::string> baselines; ///< files and folders; every run of them counts
    GateRules rules = GateRules::usual();
    std::string junit;    ///< file to write; empty for none
    std::string markdown; ///< the same
    bool json = false;
    bool useCache = true;
    uint64_t memory = 0; ///< bytes for the spans of an index; 0: three quarters of the machine's
};

/// Exit code 0 for fine and better, 5 for worse, 6 for what cannot be compared, 7 for what cannot be told.
ExitCode runCheck(const CheckCommand& command);

/// "+3%", "3 %" as 0.03.
std::optional<double> parseGrowth(std::string_view text);
inline constexpr size_t largestRules = 1 << 20; ///< bytes of a file of rules
/// The rules of a file, added to `rules`: {"max": {"step": "+3%"}, "max_findings": {"slow-link": "+1%"}, "seed": 1}.
std::optional<Error> readGateRules(std::string_view json, GateRules& rules);

} // namespace bubblescope
