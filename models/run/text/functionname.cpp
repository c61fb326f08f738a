// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "functionname.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

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

bool isMangled(std::string_view name) { return name.starts_with("_Z"); }

/// How often a mangled name refers to a part of itself: each time its text may double.
size_t referenceCount(std::string_view mangled)
{
    size_t count = 0;
    for (size_t i = 0; i + 1 < mangled.size(); ++i) {
        const char next = mangled[i + 1];
        const bool isIndex = next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z');
        count += (mangled[i] == 'S' || mangled[i] == 'T') && isIndex ? 1 : 0;
    }
    return count;
}

/// "at::native::copy_kernel" of "_ZN2at6native11copy_kernelILi4E…": the names in front of all arguments.
std::string qualifiedName(std::string_view mangled)
{
    std::string_view rest = mangled.substr(2);
    if (rest.starts_with('N'))
        rest.remove_prefix(1);
    std::string name;
    while (!rest.empty() && rest.front() >= '1' && rest.front() <= '9') {
        size_t length = 0;
        while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9' && length < rest.size()) {
            length = length * 10 + size_t(rest.front() - '0');
            rest.remove_prefix(1);
        }
        if (length > rest.size())
            break;
        name.append(name.empty() ? "" : "::").append(rest.substr(0, length));
        rest.remove_prefix(length);
    }
    return name.empty() ? std::string(mangled) : name;
}

} // namespace

std::string readableFunctionName(std::string_view name)
{
    constexpr size_t longestMangled = 4096;
    constexpr size_t mostReferences = 12;
    if (!isMangled(name))
        return std::string(name);
    if (name.size() > longestMangled || referenceCount(name) > mostReferences)
        return qualifiedName(name);
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text ? std::string(text.get()) : std::string(name);
}

bool launchesKernel(std::string_view call)
{
    const size_t launch = call.find("Launch");
    return launch != std::string_view::npos && call.find("Kernel", launch) != std::string_view::npos;
}

bool startsCopy(std::string_view call)
{
    const size_t copy = std::min(call.find("Memcpy"), call.find("Memset"));
    return copy != std::string_view::npos && call.find("Async", copy) != std::string_view::npos;
}

std::string shortFunctionName(std::string_view name, size_t longest)
{
    std::string text = readableFunctionName(name);
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
