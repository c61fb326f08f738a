// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "console.h"

#include "visibletext.h"

#include <fmt/format.h>

namespace bubblescope {

void print(std::FILE* stream, std::string_view text)
{
    constexpr std::string_view kept = "\n\t";
    if (isVisible(text, kept)) {
        std::fwrite(text.data(), 1, text.size(), stream);
    } else {
        const std::string visible = visibleText(text, kept);
        std::fwrite(visible.data(), 1, visible.size(), stream);
    }
    std::fflush(stream);
}

void printError(std::string_view sentence) { print(stderr, fmt::format("bubblescope: {}\n", visibleText(sentence))); }

void printError(const Error& error)
{
    // The advice may be a list with line breaks: do not escape it.
    print(stderr,
        fmt::format("bubblescope: {}{}{}\n", visibleText(error.message.text()), error.between(), error.advice.text()));
}

} // namespace bubblescope
