// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exitcode.h"
#include "gate.h"
#include "importer.h"

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
    ImportChoices choices {}; ///< kernels and patterns of logs
    uint64_t memory = 0; ///< bytes for the spans of an index; 0: three quarters of the machine's
};

/// Exit code 0 for fine and better, 5 for worse, 6 for what cannot be compared, 7 where the data cannot decide.
ExitCode runCheck(const CheckCommand& command);

} // namespace bubblescope
