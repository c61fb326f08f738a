// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingtext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope {

namespace {

constexpr size_t mostNamed = 4;

} // namespace

std::string factorText(double factor) { return fmt::format("{:.2f}", factor); }

std::string countText(double count)
{
    std::string digits = fmt::format("{:.0f}", std::abs(count));
    for (size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, 1, ',');
    return count < 0 ? fmt::format("-{}", digits) : digits;
}

Message microbatchesText(int64_t count)
{
    return count == 1 ? say("{} microbatch", count) : say("{} microbatches", count);
}

Message namesText(std::span<const std::string> names, size_t count)
{
    count = std::max(count, names.size());
    Message list;
    const size_t shown = count <= mostNamed + 1 ? count : mostNamed;
    for (size_t i = 0; i < shown; ++i) {
        const bool isLast = i > 0 && i + 1 == count;
        list += i == 0 ? Message() : isLast ? say(" and ") : Message(", ");
        list += Message(names[i]);
    }
    if (shown < count)
        list += say(" and {} more", count - shown);
    return list;
}

bool isOfMissingRanks(const Finding& finding)
{
    return finding.kind == Finding::Kind::Shape && finding.id.starts_with("unexplained-");
}

Message hostNames(std::span<const int> hosts, std::span<const std::string> names)
{
    std::vector<std::string> listed;
    for (const int host : hosts)
        listed.push_back(host >= 0 && size_t(host) < names.size() ? names[size_t(host)] : std::to_string(host));
    return namesText(listed);
}

Message countedAfter(std::span<const int> mendedHosts, std::span<const std::string> names)
{
    if (mendedHosts.empty())
        return {};
    return say(mendedHosts.size() == 1 ? say(" Its cost is what is still lost when host {} is mended.")
                                       : say(" Its cost is what is still lost when hosts {} are mended."),
        hostNames(mendedHosts, names));
}

Message listText(Numbered what, std::span<const int> numbers)
{
    const auto nameOf = [&](const Message& list, bool isOne) {
        switch (what) {
        case Numbered::Ranks:
            return isOne ? say("Rank {}", list) : say("Ranks {}", list);
        case Numbered::Microbatches:
            return isOne ? say("Microbatch {}", list) : say("Microbatches {}", list);
        case Numbered::Steps:
            break;
        }
        return isOne ? say("Step {}", list) : say("Steps {}", list);
    };
    std::vector<std::string> names;
    for (size_t i = 0; i < std::min(numbers.size(), mostNamed + 2); ++i)
        names.push_back(std::to_string(numbers[i]));
    return nameOf(namesText(names, numbers.size()), numbers.size() == 1);
}

void addShare(Findings& findings, Finding finding, double leastShare)
{
    if (!std::isfinite(finding.costNs))
        return;
    finding.costNs = std::max(finding.costNs, 0.0);
    if (findings.stepNs > 0 && finding.costNs > findings.stepNs) {
        finding.sentence += say(" That is {}, more than a step takes: all of it is counted.", timeText(finding.costNs));
        finding.costNs = findings.stepNs;
    }
    finding.share = findings.stepNs > 0 ? finding.costNs / findings.stepNs : 0;
    if (finding.share >= leastShare)
        findings.list.push_back(std::move(finding));
}

void addToMeanStep(Findings& findings, Finding finding, double lostNs, double allNs, double steps, double leastShare)
{
    if (!(lostNs > 0) || !(allNs > 0) || !std::isfinite(lostNs) || !std::isfinite(allNs))
        return;
    lostNs = std::min(lostNs, allNs);
    finding.costNs = lostNs / std::max(steps, 1.0);
    finding.share = lostNs / allNs;
    if (finding.share >= leastShare)
        findings.list.push_back(std::move(finding));
}

void arrange(Findings& findings, size_t top, const Message& nothing, bool isRecording, bool isProfiled)
{
    std::vector<Finding>& list = findings.list;
    // Among GPUs somebody always comes last by a few microseconds: that is no headline beside what costs much more.
    constexpr double weightOfFault = 4;
    const auto weightOf = [](const Finding& finding) {
        return (finding.kind == Finding::Kind::Fault ? weightOfFault : 1) * finding.gainNs.value_or(finding.costNs);
    };
    std::stable_sort(list.begin(), list.end(), [&](const Finding& a, const Finding& b) {
        const bool areWeighed = isProfiled && a.kind != Finding::Kind::Caveat && b.kind != Finding::Kind::Caveat;
        return areWeighed ? weightOf(a) > weightOf(b) : a.kind != b.kind ? a.kind < b.kind : a.costNs > b.costNs;
    });
    std::set<std::pair<std::string, std::vector<int32_t>>> seen;
    std::erase_if(list, [&](const Finding& finding) {
        return !seen.emplace(finding.id, finding.id == slowHostId ? finding.evidence.ranks : std::vector<int32_t>())
                    .second;
    });
    if (list.size() > top)
        list.resize(top);
    for (Finding& finding : list) {
        if (finding.evidence.spans.size() > maximumEvidence)
            finding.evidence.spans.resize(maximumEvidence);
    }
    if (list.empty() || list.front().kind == Finding::Kind::Caveat) {
        findings.verdict = say("Nothing stands out: {}.", nothing);
    } else {
        const Finding& first = list.front();
        findings.verdict = first.share > 0 && first.isOfMeanStep()
            ? say("{}: {} a step on average, {} of the mean step.", first.title, timeText(first.costNs),
                shareText(first.share))
            : first.share > 0 && isRecording
            ? say("{}: {} of the recording, {}.", first.title, timeText(first.costNs), shareText(first.share))
            : first.share > 0
            ? say("{}: {} of a step, {}.", first.title, timeText(first.costNs), shareText(first.share))
            : first.costNs > 0 ? say("{}: {}.", first.title, timeText(first.costNs))
                               : say("{}.", first.title);
    }
}

} // namespace bubblescope
