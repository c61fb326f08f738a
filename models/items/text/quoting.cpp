// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "quoting.h"

#include "visibletext.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// What stands for a character that would begin an element or an entity; null for others.
const char* entityOf(char c) { return c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : nullptr; }

} // namespace

std::string markdownText(std::string_view text)
{
    constexpr std::string_view marks = "\\`*_[]#|~";
    const std::string shown = visibleText(text);
    std::string quoted;
    for (size_t i = 0; i < shown.size(); ++i) {
        const char c = shown[i];
        switch (c) {
        case '@': // GitHub notifies users named so: a comment between the two keeps the name whole for readers
            quoted += "@<!-- -->";
            break;
        case ':': // no address becomes a link; that of a sentence stands before a space or at the end
            quoted += i + 1 < shown.size() && shown[i + 1] != ' ' ? "&#58;" : ":";
            break;
        default:
            if (const char* entity = entityOf(c)) {
                quoted += entity;
                break;
            }
            if (marks.find(c) != std::string_view::npos)
                quoted += '\\';
            quoted += c;
        }
    }
    return quoted;
}

std::string markdownCode(std::string_view text)
{
    std::string code = visibleText(text);
    std::replace(code.begin(), code.end(), '|', '/'); // would end the cell of a table, even in code
    size_t longest = 0;
    size_t run = 0;
    for (const char c : code) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    std::string quoted = fence;
    if (longest > 0)
        quoted += ' ';
    quoted += code;
    if (longest > 0)
        quoted += ' ';
    quoted += fence;
    return quoted;
}

std::string xmlText(std::string_view text)
{
    std::string quoted;
    for (const char c : visibleText(text)) {
        if (const char* entity = entityOf(c))
            quoted += entity;
        else if (c == '"' || c == '\'')
            quoted += c == '"' ? "&quot;" : "&#39;";
        else
            quoted += c;
    }
    return quoted;
}

} // namespace bubblescope
