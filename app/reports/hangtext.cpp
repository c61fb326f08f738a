// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangtext.h"

#include "formatting.h"
#include "runjson.h"
#include "texttable.h"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t mostNamed = 12;    // ranks of a list
constexpr size_t mostGroups = 30;   // of the board
constexpr size_t mostSuspects = 20; // in words

/// "0-3, 8 and 11"
std::string ranksText(const std::vector<int32_t>& ranks)
{
    std::vector<std::string> parts;
    for (size_t i = 0; i < ranks.size() && parts.size() < mostNamed;) {
        size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
            ++end;
        if (end - i > 2) {
            parts.push_back(fmt::format("{}-{}", ranks[i], ranks[end - 1]));
            i = end;
        } else {
            parts.push_back(std::to_string(ranks[i++]));
        }
        if (parts.size() == mostNamed && i < ranks.size())
            parts.back() = fmt::format("{} and others", parts.back());
    }
    std::string text;
    for (size_t i = 0; i < parts.size(); ++i)
        text.append(i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ").append(parts[i]);
    return text;
}

std::string plainName(const FlightOperation& operation)
{
    const size_t colon = operation.name.find(':');
    return operation.name.empty() ? std::string("operation")
                                  : operation.name.substr(colon == std::string::npos ? 0 : colon + 1);
}

std::string groupText(const HangGroup& group)
{
    return group.description.empty() ? fmt::format("group {}", group.name)
                                     : fmt::format("{} ({})", group.description, group.name);
}

std::string timeText(TimeNs time)
{
    const std::time_t seconds = time / 1'000'000'000;
    std::tm utc {};
    char text[64] = "";
    if (gmtime_r(&seconds, &utc))
        std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &utc);
    return text;
}

std::string reasonWithoutRank(const HangReport& report, const HangReason& reason)
{
    const HangGroup& group = report.groups[reason.group];
    const std::string what = fmt::format("{} {} of {}", plainName(group.operation), reason.sequence, groupText(group));
    switch (reason.kind) {
    case HangReason::Kind::Missing:
        return fmt::format("did not join {}, in which {} wait{}", what, ranksText(group.waiting),
            group.waiting.size() == 1 ? "s" : "");
    case HangReason::Kind::Stuck:
        return fmt::format("did not complete in {} what others of it completed: its GPU hangs", groupText(group));
    case HangReason::Kind::NotStarted:
        return fmt::format("has not started {}, which {} of its peers have", what, reason.peers);
    case HangReason::Kind::Different:
        return fmt::format("calls something else than the others as {}", what);
    case HangReason::Kind::Unanswered:
        return fmt::format("has no counterpart for messages of {} of its peers in {}", reason.peers, groupText(group));
    case HangReason::Kind::Absent:
        return fmt::format("left no dump, and all others wait in {}", what);
    }
    return {};
}

QString board(const HangReport& report)
{
    TextTable table({QStringLiteral("group"), QStringLiteral("operation"), QStringLiteral("number"),
        QStringLiteral("size"), QStringLiteral("type"), QStringLiteral("missing"), QStringLiteral("stuck"),
        QStringLiteral("differs"), QStringLiteral("waiting")});
    const auto cell = [](const std::vector<int32_t>& ranks) {
        return ranks.empty() ? QStringLiteral("–") : QString::fromStdString(ranksText(ranks));
    };
    for (size_t i = 0; i < report.groups.size() && i < mostGroups; ++i) {
        const HangGroup& group = report.groups[i];
        table.add({oneLine(groupText(group)), oneLine(plainName(group.operation)), QString::number(group.sequence),
                      oneLine(group.operation.sizes), oneLine(group.operation.dataType), cell(group.missing),
                      cell(group.stuck), cell(group.different), cell(group.waiting)},
            {0, 1, 3, 4, 5, 6, 7, 8});
    }
    QString text = heading(QStringLiteral("Groups in which somebody waits")) + table.text();
    if (report.groups.size() > mostGroups)
        text += QStringLiteral("  and %1 more; --json has all\n").arg(report.groups.size() - mostGroups);
    return text;
}

} // namespace

std::string reasonText(const HangReport& report, int32_t rank, const HangReason& reason)
{
    return fmt::format("rank {} {}", rank, reasonWithoutRank(report, reason));
}

std::string hangSentence(const HangReport& report)
{
    if (report.suspects.empty())
        return report.victims.empty()
            ? "Nobody hangs: nothing is pending in any dump."
            : fmt::format("{} ranks wait, and no dump tells for whom.", report.victims.size());
    // Who is about as suspect as the first.
    std::string text;
    std::vector<int32_t> named;
    for (const HangSuspect& suspect : report.suspects) {
        if (2 * suspect.score < report.suspects.front().score || named.size() == 4)
            break;
        named.push_back(suspect.rank);
        text.append(text.empty() ? "Rank " : "; rank ")
            .append(fmt::format("{} {}", suspect.rank, reasonWithoutRank(report, suspect.reasons.front())));
    }
    TimeNs since = 0;
    for (const HangGroup& group : report.groups) {
        const bool isBlamed = !group.missing.empty() || !group.stuck.empty() || !group.different.empty();
        if (isBlamed && group.since > 0)
            since = since > 0 ? std::min(since, group.since) : group.since;
    }
    if (since > 0)
        text.append(fmt::format(", since {}", timeText(since)));
    return text.append(".");
}

std::string hangText(const HangReport& report, const ImportReport& issues)
{
    std::string text = hangSentence(report).append("\n\n").append(board(report).toStdString());
    if (!report.suspects.empty())
        text.append("\nSuspects\n");
    for (size_t i = 0; i < report.suspects.size() && i < mostSuspects; ++i) {
        const HangSuspect& suspect = report.suspects[i];
        text.append(fmt::format("  {}. rank {}: {} reasons{}\n", i + 1, suspect.rank, suspect.reasons.size(),
            suspect.isIdle ? ", and nothing of its own is pending" : ""));
        for (const HangReason& reason : suspect.reasons)
            text.append(fmt::format("       it {}\n", reasonWithoutRank(report, reason)));
    }
    if (!report.victims.empty())
        text.append(fmt::format("\nOnly waiting for others: {}\n", ranksText(report.victims)));
    if (!report.missingDumps.empty())
        text.append(fmt::format("\nNo dump of: {}\n", ranksText(report.missingDumps)));
    for (const Issue& issue : issues.issues()) {
        text.append(fmt::format("\n{}: {}\n", issue.file.empty() ? "note" : issue.file,
            issue.first.empty() ? std::string(issueInfo(issue.kind).title) : issue.first.front().message.text()));
    }
    return text;
}

std::string hangJson(const HangReport& report, const ImportReport& issues)
{
    Json json;
    json["sentence"] = hangSentence(report);
    json["dumps"] = report.dumps;
    json["suspects"] = Json::array();
    for (const HangSuspect& suspect : report.suspects) {
        Json reasons = Json::array();
        for (const HangReason& reason : suspect.reasons)
            reasons.push_back(reasonText(report, suspect.rank, reason));
        json["suspects"].push_back({{"rank", suspect.rank}, {"reasons", std::move(reasons)}});
    }
    json["victims"] = report.victims;
    json["groups"] = Json::array();
    for (const HangGroup& group : report.groups) {
        const FlightOperation& operation = group.operation;
        const auto orNull = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
        Json one;
        one["id"] = group.name;
        one["description"] = group.description;
        one["operation"] = orNull(operation.name);
        one["sequence"] = group.sequence;
        one["size"] = orNull(operation.sizes);
        one["bytes"] = operation.bytes >= 0 ? Json(operation.bytes) : Json(nullptr);
        one["dtype"] = orNull(operation.dataType);
        one["missing_ranks"] = group.missing;
        one["stuck_ranks"] = group.stuck;
        one["different_ranks"] = group.different;
        one["waiting_ranks"] = group.waiting;
        one["since_ns"] = group.since > 0 ? Json(group.since) : Json(nullptr);
        one["frames"] = operation.frames;
        json["groups"].push_back(std::move(one));
    }
    json["missing_dumps"] = report.missingDumps;
    json["issues"] = Json::array();
    for (const Issue& issue : issues.issues()) {
        const bool hasFirst = !issue.first.empty();
        json["issues"].push_back({{"issue", std::string(issueInfo(issue.kind).id)}, {"count", issue.count},
            {"file", issue.file.empty() ? Json(nullptr) : Json(issue.file)},
            {"message", hasFirst ? Json(issue.first.front().message.text()) : Json(nullptr)}});
    }
    return jsonText(json);
}

} // namespace bubblescope
