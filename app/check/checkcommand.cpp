// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkcommand.h"

#include "console.h"
#include "gatereport.h"
#include "gateruns.h"
#include "outputfile.h"

namespace bubblescope {

namespace {

bool write(const std::string& path, const std::string& text)
{
    if (path.empty())
        return true;
    const std::optional<Error> error = writeWholeFile(path, text);
    if (error)
        printError(*error);
    return !error;
}

} // namespace

ExitCode runCheck(const CheckCommand& command)
{
    const JudgedFolders judged(command);
    if (!judged.isWhole())
        return ExitCode::NothingUsable;
    if (!judged.report()) {
        printError(Error {say("There is no run or log to judge."),
            say("`bubblescope inspect` says what is there; both need steps with times."), {}});
        return ExitCode::NothingUsable;
    }
    const GateReport& report = *judged.report();
    const GateCall call {judged.run(), command};
    print(stdout, command.json ? gateJson(report, call) : gateText(report, call));
    const bool isWritten = write(command.junit, command.junit.empty() ? std::string() : gateJunit(report, call))
        && write(command.markdown, command.markdown.empty() ? std::string() : gateMarkdown(report, call));
    if (!isWritten)
        return ExitCode::Usage;
    switch (report.verdict) {
    case Verdict::Worse:
        return ExitCode::Worse;
    case Verdict::NotComparable:
        return ExitCode::NotComparable;
    case Verdict::CannotTell:
        return ExitCode::CannotTell;
    default:
        return ExitCode::Fine;
    }
}

} // namespace bubblescope
