// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lastresort.h"

#include "thrownerror.h"

#include <cstdio>
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

} // namespace bubblescope
