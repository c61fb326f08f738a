// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lastresort.h"

#include "console.h"
#include "thrownerror.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

namespace bubblescope {

ExitCode runGuarded(const std::function<ExitCode()>& command)
{
    try {
        return command();
    } catch (...) {
        const Error error = whatWasThrown(std::current_exception());
        std::fprintf(stderr, "bubblescope: %s %s\n", error.message.text().c_str(), error.advice.text().c_str());
        return ExitCode::Failed;
    }
}

ExitCode runToEnd(const std::function<ExitCode()>& command)
{
    const ExitCode code = runGuarded(command);
    // A full disk shows up only when everything is flushed.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return code;
    printError(std::string("the answer cannot be written in full: ") + std::strerror(errno) + '.');
    return ExitCode::Usage;
}

} // namespace bubblescope
