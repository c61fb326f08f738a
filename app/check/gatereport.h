// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gate.h"

#include <string>

namespace bubblescope {

struct CheckCommand;

/// What an answer refers to.
struct GateCall {
    const Run* run = nullptr; ///< that was judged; null for a log
    const CheckCommand& command;
};

/// For a terminal.
std::string gateText(const GateReport& report, const GateCall& call);
/// Its keys are a contract with its readers.
std::string gateJson(const GateReport& report, const GateCall& call);
/// For a comment on a pull request.
std::string gateMarkdown(const GateReport& report, const GateCall& call);
/// The format of JUnit, which CI servers read: a case for each limit.
std::string gateJunit(const GateReport& report, const GateCall& call);

} // namespace bubblescope
