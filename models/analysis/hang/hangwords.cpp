// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangwords.h"

#include "rankstext.h"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::string utcText(TimeNs time)
{
    const std::time_t seconds = time / 1'000'000'000;
    std::tm utc {};
    char text[64] = "";
    if (gmtime_r(&seconds, &utc))
        std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &utc);
    return text;
}

} // namespace

std::string operationText(const FlightOperation& operation)
{
    const size_t colon = operation.name.find(':');
    return operation.name.empty() ? std::string("operation")
                                  : operation.name.substr(colon == std::string::npos ? 0 : colon + 1);
}

Message groupText(const HangGroup& group)
{
    return group.description.empty() ? say("group {}", group.name)
                                     : Message(fmt::format("{} ({})", group.description, group.name));
}

Message reasonText(const HangReport& report, const HangReason& reason)
{
    const HangGroup& group = report.groups[reason.group];
    const Message what = say("{} {} of {}", operationText(group.operation), reason.sequence, groupText(group));
    switch (reason.kind) {
    case HangReason::Kind::Missing:
        return group.waiting.size() == 1 ? say("did not join {}, in which {} waits", what, ranksText(group.waiting))
                                         : say("did not join {}, in which {} wait", what, ranksText(group.waiting));
    case HangReason::Kind::Stuck:
        return say("did not complete in {} what others of it completed: its GPU hangs", groupText(group));
    case HangReason::Kind::NotStarted:
        return say("has not started {}, which {} of its peers have", what, reason.peers);
    case HangReason::Kind::Different:
        return say("calls something else than the others as {}", what);
    case HangReason::Kind::Unanswered:
        return say("has no counterpart for messages of {} of its peers in {}", reason.peers, groupText(group));
    case HangReason::Kind::Absent:
        return say("left no dump, and all others wait in {}", what);
    }
    return {};
}

Message hangSentence(const HangReport& report)
{
    if (report.suspects.empty())
        return report.victims.empty()    ? say("Nobody hangs: nothing is pending in any dump.")
            : report.victims.size() == 1 ? say("Rank {} waits, and no dump tells for whom.", report.victims.front())
                                         : say("{} ranks wait, and no dump tells for whom.", report.victims.size());
    // Who is about as suspect as the first.
    Message text;
    size_t named = 0;
    for (const HangSuspect& suspect : report.suspects) {
        if (2 * suspect.score < report.suspects.front().score || named == 4)
            break;
        if (named++ > 0)
            text += Message("; ");
        text += named == 1 ? say("Rank {} {}", suspect.rank, reasonText(report, suspect.reasons.front()))
                           : say("rank {} {}", suspect.rank, reasonText(report, suspect.reasons.front()));
    }
    TimeNs since = 0;
    for (const HangGroup& group : report.groups) {
        const bool isBlamed = !group.missing.empty() || !group.stuck.empty() || !group.different.empty();
        if (isBlamed && group.since > 0)
            since = since > 0 ? std::min(since, group.since) : group.since;
    }
    if (since > 0)
        text += say(", since {}", utcText(since));
    text += Message(".");
    return text;
}

} // namespace bubblescope
