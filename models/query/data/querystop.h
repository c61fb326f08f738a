// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <exception>
#include <string>
#include <utility>

namespace bubblescope {

/// Thrown while something is found out for a query: the one who asked has cancelled.
struct QueryStopped : std::exception {
    const char* what() const noexcept override { return "cancelled"; }
};

/// Thrown where an argument cannot be used.
struct QueryRefused : std::exception {
    explicit QueryRefused(Error why) : error(std::move(why)) { }
    const char* what() const noexcept override { return error.message.text().c_str(); }
    /// With the advice.
    std::string text() const
    {
        const Message& advice = error.advice;
        return advice.empty() ? error.message.text() : error.message.text() + ' ' + advice.text();
    }
    Error error;
};

} // namespace bubblescope
