// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exitcode.h"
#include "historypage.h"
#include "importer.h"
#include "runhistory.h"

#include <string>
#include <vector>

namespace bubblescope {

struct HistoryCommand {
    std::vector<std::string> paths; ///< in order of time; every run of them counts
    std::string output;             ///< *.html; empty for none
    bool json = false;
    bool useCache = true;
    ImportChoices choices {}; ///< kernels and patterns of logs
    uint64_t memory = 0; ///< bytes for the spans of an index; 0: three quarters of the machine's
};

ExitCode runHistory(const HistoryCommand& command);

/// For a terminal.
std::string historyText(const RunHistory& history, const HistoryThroughputs& throughputs = {});
/// Its keys are a contract with its readers.
std::string historyJson(const RunHistory& history, const HistoryThroughputs& throughputs = {});

} // namespace bubblescope
