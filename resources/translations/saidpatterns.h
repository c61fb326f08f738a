// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A pattern in a call of say(); see message.h. (lupdate would file those of member functions under their class, which
/// nobody asks for.)
struct SaidPattern {
    std::string text;
    int values = 0; ///< behind it in the call
    std::string file;
};

/// The literals that begin at `at` as one text; `at` goes behind them.
inline std::string joinedLiterals(std::string_view source, size_t& at)
{
    std::string text;
    for (; at < source.size() && source[at] == '"'; ++at) {
        for (++at; at < source.size() && source[at] != '"'; ++at) {
            if (source[at] != '\\')
                text += source[at];
            else if (++at < source.size())
                text += source[at] == 'n' ? '\n' : source[at];
        }
        at = std::min(source.find_first_not_of(" \n", at + 1), source.size()) - 1;
    }
    return text;
}

/// Commas of the call whose arguments go on at `at`.
inline int valuesBehind(std::string_view source, size_t at)
{
    int values = 0;
    for (int depth = 0; at < source.size(); ++at) {
        if (source[at] == '"')
            joinedLiterals(source, at), --at;
        else if (std::string_view("([{").find(source[at]) != std::string_view::npos)
            ++depth;
        else if (std::string_view(")]}").find(source[at]) != std::string_view::npos && depth-- == 0)
            break;
        else if (source[at] == ',' && depth == 0)
            ++values;
    }
    return values;
}

inline std::vector<SaidPattern> saidPatterns(const std::filesystem::path& folder)
{
    constexpr std::string_view call = "say(";
    std::vector<SaidPattern> patterns;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h")
            continue;
        if (entry.path().parent_path().filename() == "tests") // beside a format
            continue;
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string source {std::istreambuf_iterator<char>(file), {}};
        for (size_t at = source.find(call); at != std::string::npos; at = source.find(call, at)) {
            at = source.find_first_not_of(" \n", at + call.size());
            if (at == std::string::npos || source[at] != '"')
                continue;
            SaidPattern pattern {joinedLiterals(source, at), 0, entry.path().string()};
            pattern.values = valuesBehind(source, at);
            patterns.push_back(std::move(pattern));
        }
    }
    return patterns;
}

} // namespace bubblescope
