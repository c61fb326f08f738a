// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "closestword.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace bubblescope {
namespace {

constexpr size_t longestWord = 64;

/// Number of letters to insert, delete or replace.
size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t(0));
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::string_view closestWord(std::string_view typed, std::span<const std::string_view> words)
{
    if (typed.empty() || typed.size() > longestWord)
        return {};
    std::string_view best;
    size_t leastDistance = std::max<size_t>(1, typed.size() / 3) + 1;
    for (const std::string_view word : words) {
        const bool isBegun = typed.size() >= 3 && word.starts_with(typed);
        const size_t distance = isBegun ? 1 : editDistance(typed, word);
        if (distance < leastDistance) {
            best = word;
            leastDistance = distance;
        }
    }
    return best;
}

} // namespace bubblescope
