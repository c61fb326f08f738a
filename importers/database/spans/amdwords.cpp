// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "amdwords.h"

#include "namewords.h"

#include <utility>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// In lower case and without underscores.
std::string plainWord(std::string_view text)
{
    std::string word = lowered(text.substr(0, 80));
    std::erase(word, '_');
    return word;
}

} // namespace

std::string_view categoryOfAmdCall(std::string_view domain, std::string_view name)
{
    const std::string word = plainWord(domain);
    const auto has = [&word](std::string_view part) { return word.find(part) != std::string::npos; };
    if (has("marker"sv) || has("roctx"sv))
        return "user_annotation"sv;
    if (has("rccl"sv) || name.starts_with("nccl"sv))
        return "nccl"sv;
    if (word.starts_with("hip"sv) || has("rocmhip"sv) || name.starts_with("hip"sv))
        return "cuda_runtime"sv;
    if (word.starts_with("hsa"sv) || has("rocmhsa"sv) || name.starts_with("hsa_"sv))
        return "cuda_driver"sv;
    return {};
}

std::string_view copyOfAmdName(std::string_view name)
{
    static constexpr std::pair<std::string_view, std::string_view> directions[] = {{"hosttodevice"sv, "Memcpy HtoD"sv},
        {"devicetohost"sv, "Memcpy DtoH"sv}, {"devicetodevice"sv, "Memcpy DtoD"sv}, {"hosttohost"sv, "Memcpy HtoH"sv}};
    const std::string word = plainWord(name);
    for (const auto& [direction, copy] : directions) {
        if (word.find(direction) != std::string::npos)
            return copy;
    }
    return {};
}

} // namespace bubblescope
