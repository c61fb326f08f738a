// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "namewords.h"

namespace bubblescope {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

} // namespace

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    return result;
}

std::vector<std::string> wordsOfName(std::string_view name)
{
    std::vector<std::string> words;
    char previous = ' ';
    for (const char c : name) {
        const bool isUpper = c >= 'A' && c <= 'Z';
        const bool wasLower = previous >= 'a' && previous <= 'z';
        const bool begins = isDigit(c) ? !isDigit(previous) : !isLetter(previous) || (isUpper && wasLower);
        if (isDigit(c) || isLetter(c)) {
            if (begins)
                words.emplace_back();
            words.back() += isUpper ? static_cast<char>(c | 0x20) : c;
        }
        previous = c;
    }
    return words;
}

} // namespace bubblescope
