// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangsuspects.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// How much each reason weighs: what a rank alone can cause weighs more than what may follow from somebody else.
int weightOf(HangReason::Kind kind)
{
    switch (kind) {
    case HangReason::Kind::Stuck:
        return 4;
    case HangReason::Kind::Missing:
    case HangReason::Kind::Different:
        return 3;
    case HangReason::Kind::NotStarted:
    case HangReason::Kind::Absent:
        return 2;
    case HangReason::Kind::Unanswered:
        return 1;
    }
    return 0;
}
constexpr int weightOfIdle = 5; ///< nothing of its own is pending, and others wait for it
constexpr int wholeShare = 100; ///< a reason that nobody else has

/// What a rank does alone, regardless of who waits for whom.
bool isCause(HangReason::Kind kind) { return kind == HangReason::Kind::Stuck || kind == HangReason::Kind::Different; }

/// Who alone is missing says more than one of many.
int scoreOf(const HangReason& reason, const std::vector<HangGroup>& groups)
{
    const int weight = weightOf(reason.kind);
    if (reason.kind != HangReason::Kind::Missing)
        return weight * wholeShare;
    const size_t missing = std::max<size_t>(groups[reason.group].missing.size(), 1);
    return static_cast<int>(static_cast<size_t>(weight * wholeShare) * reason.peers / (reason.peers + missing));
}

} // namespace

std::vector<HangSuspect> rankSuspects(const std::map<int32_t, std::vector<HangReason>>& reasonsOf,
    const std::vector<HangGroup>& groups, const std::unordered_map<int32_t, bool>& isPending, const WaitGraph& graph)
{
    std::vector<HangSuspect> suspects;
    bool hasCause = false;
    bool hasRoot = false;
    for (const auto& [rank, reasons] : reasonsOf) {
        HangSuspect suspect;
        suspect.rank = rank;
        suspect.reasons = reasons;
        const auto pending = isPending.find(rank);
        suspect.isIdle = pending != isPending.end() && !pending->second;
        suspect.score = suspect.isIdle ? weightOfIdle * wholeShare : 0;
        suspect.score += static_cast<int>(graph.waitersOf(rank) * wholeShare);
        for (const HangReason& reason : reasons) {
            suspect.score += scoreOf(reason, groups);
            hasCause = hasCause || isCause(reason.kind);
        }
        hasCause = hasCause || suspect.isIdle;
        hasRoot = hasRoot || graph.isRoot(rank);
        std::stable_sort(suspect.reasons.begin(), suspect.reasons.end(), [](const HangReason& a, const HangReason& b) {
            return std::pair(-weightOf(a.kind), std::pair(a.kind, -int64_t(a.peers)))
                < std::pair(-weightOf(b.kind), std::pair(b.kind, -int64_t(b.peers)));
        });
        suspects.push_back(std::move(suspect));
    }
    // Who waits for others has a reason to be late; not so in several groups at once where its peers wait in the same
    // operation, and are not. Where the records do not state who waits for whom, several groups alone have to do.
    const auto onlyWaits = [&](const HangSuspect& suspect) {
        const auto& reasons = suspect.reasons;
        if (suspect.isIdle
            || std::any_of(reasons.begin(), reasons.end(), [](const HangReason& r) { return isCause(r.kind); }))
            return false;
        if (hasRoot && graph.isRoot(suspect.rank))
            return false;
        const auto late = std::count_if(reasons.begin(), reasons.end(), [&](const HangReason& r) {
            const auto& peers = groups[r.group].waiting;
            const bool isMissing = r.kind == HangReason::Kind::Missing;
            return (isMissing || r.kind == HangReason::Kind::NotStarted)
                && (!hasRoot || (isMissing && graph.waitsWithAny(suspect.rank, peers)));
        });
        return isPending.count(suspect.rank) > 0 && late < (hasCause || hasRoot ? 2 : 1);
    };
    std::erase_if(suspects, onlyWaits);
    std::stable_sort(
        suspects.begin(), suspects.end(), [](const HangSuspect& a, const HangSuspect& b) { return a.score > b.score; });
    return suspects;
}

} // namespace bubblescope
