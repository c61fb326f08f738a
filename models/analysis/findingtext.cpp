// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingtext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope {

std::string factorText(double factor) { return fmt::format("{:.2f}", factor); }

std::string countText(double count)
{
    std::string digits = fmt::format("{:.0f}", std::abs(count));
    for (size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, 1, ',');
    return count < 0 ? fmt::format("-{}", digits) : digits;
}

std::string listText(std::string_view one, std::string_view many, std::span<const int> numbers)
{
    constexpr size_t named = 4;
    if (numbers.size() == 1)
        return fmt::format("{} {}", one, numbers.front());
    std::string text = fmt::format("{} ", many);
    const size_t shown = numbers.size() <= named + 1 ? numbers.size() : named;
    for (size_t i = 0; i < shown; ++i) {
        const bool isLast = i + 1 == numbers.size();
        text += fmt::format("{}{}", i == 0 ? "" : isLast ? " and " : ", ", numbers[i]);
    }
    if (shown < numbers.size())
        text += fmt::format(" and {} more", numbers.size() - shown);
    return text;
}

void arrange(Findings& findings, size_t top, std::string_view nothing)
{
    std::vector<Finding>& list = findings.list;
    std::stable_sort(list.begin(), list.end(),
        [](const Finding& a, const Finding& b) { return a.kind != b.kind ? a.kind < b.kind : a.costNs > b.costNs; });
    std::set<std::string> seen;
    std::erase_if(list, [&](const Finding& finding) { return !seen.insert(finding.id).second; });
    if (list.size() > top)
        list.resize(top);
    for (Finding& finding : list) {
        if (finding.evidence.spans.size() > maximumEvidence)
            finding.evidence.spans.resize(maximumEvidence);
    }
    if (list.empty() || list.front().kind == Finding::Kind::Caveat) {
        findings.verdict = fmt::format("Nothing stands out: {}.", nothing);
    } else {
        const Finding& first = list.front();
        findings.verdict = fmt::format("{}: {}{}.", first.title, timeText(first.costNs),
            first.share > 0 ? fmt::format(" of a step, {}", shareText(first.share)) : "");
    }
}

} // namespace bubblescope
