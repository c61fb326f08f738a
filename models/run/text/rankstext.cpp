// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankstext.h"

#include <fmt/format.h>

namespace bubblescope {

std::string ranksText(const std::vector<int32_t>& ranks)
{
    constexpr size_t mostParts = 12;
    std::string text;
    size_t parts = 0;
    for (size_t i = 0; i < ranks.size(); ++parts) {
        if (parts == mostParts)
            return text.append(", …");
        size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
            ++end;
        const bool isRange = end - i > 2;
        text += fmt::format("{}{}", parts > 0 ? ", " : "", ranks[i]);
        if (isRange)
            text += fmt::format("-{}", ranks[end - 1]);
        i = isRange ? end : i + 1;
    }
    return text;
}

} // namespace bubblescope
