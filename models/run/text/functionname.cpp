// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "functionname.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr std::string_view ellipsis = "\xe2\x80\xa6";

bool continuesLetter(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

void removeAll(std::string& text, std::string_view part)
{
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
}

/// Removes the parenthesized list at the end if a name precedes it.
void removeParameters(std::string& text)
{
    if (!text.ends_with(')'))
        return;
    int depth = 0;
    for (size_t at = text.size(); at-- > 0;) {
        depth += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
        if (depth > 0)
            continue;
        if (at > 0 && text[at - 1] != ' ')
            text.erase(at);
        return;
    }
}

/// Removes template arguments nested `deepest` levels or more, except from names with operators that look like them.
std::string withoutArguments(const std::string& text, int deepest)
{
    std::string kept;
    int depth = 0;
    for (const char c : text) {
        depth -= c == '>' ? 1 : 0;
        if (depth < 0)
            return text;
        if (depth < deepest)
            kept += c;
        if (c == '<' && ++depth == deepest)
            kept += ellipsis;
    }
    return depth == 0 ? kept : text;
}

std::string withoutMiddle(const std::string& text, size_t longest)
{
    const size_t kept = longest - std::min(longest, ellipsis.size());
    size_t left = (kept + 1) / 2;
    while (left > 0 && continuesLetter(text[left]))
        --left;
    size_t right = text.size() - kept / 2;
    while (right < text.size() && continuesLetter(text[right]))
        ++right;
    return text.substr(0, left).append(ellipsis).append(text, right);
}

} // namespace

std::string shortFunctionName(std::string_view name, size_t longest)
{
    std::string text(name);
    if (text.starts_with("void "))
        text.erase(0, 5);
    removeParameters(text);
    if (text.size() <= longest)
        return text;
    removeAll(text, "(anonymous namespace)::");
    removeAll(text, "<unnamed>::");
    for (int deepest = 3; deepest > 0 && text.size() > longest; --deepest)
        text = withoutArguments(text, deepest);
    return text.size() > longest ? withoutMiddle(text, longest) : text;
}

} // namespace bubblescope
