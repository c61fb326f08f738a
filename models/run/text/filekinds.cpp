// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filekinds.h"

#include "characters.h"

#include <map>

namespace bubblescope {

namespace {

/// The name with # for every number.
std::string kindOfName(const std::string& name)
{
    std::string kind;
    for (const char c : name) {
        if (!isDigit(c))
            kind += c;
        else if (kind.empty() || kind.back() != '#')
            kind += '#';
    }
    return kind;
}

} // namespace

std::vector<Message> linesOfFiles(const std::vector<std::string>& names)
{
    constexpr size_t mostOfKind = 20;
    std::map<std::string, size_t> counts;
    for (const std::string& name : names)
        ++counts[kindOfName(name)];
    std::vector<Message> lines;
    for (const std::string& name : names) {
        size_t& count = counts[kindOfName(name)];
        if (count > mostOfKind)
            lines.push_back(say("{} files like {}", count, name));
        else if (count > 0)
            lines.emplace_back(name);
        if (count > mostOfKind)
            count = 0; // said
    }
    return lines;
}

} // namespace bubblescope
