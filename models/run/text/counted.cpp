// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "counted.h"

#include <fmt/format.h>

namespace bubblescope {

std::string counted(uint64_t count, std::string_view noun, std::string_view plural)
{
    return count == 1 || !plural.empty() ? fmt::format("{} {}", count, count == 1 ? noun : plural)
                                         : fmt::format("{} {}s", count, noun);
}

} // namespace bubblescope
