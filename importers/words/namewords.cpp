// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "namewords.h"

#include "characters.h"

namespace bubblescope {

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = toLower(c);
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
            words.back() += toLower(c);
        }
        previous = c;
    }
    return words;
}

} // namespace bubblescope
