// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangtext.h"

#include "counted.h"
#include "formatting.h"
#include "hangwords.h"
#include "rankstext.h"
#include "runjson.h"
#include "texttable.h"

#include <algorithm>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t mostGroups = 30;   // of the board
constexpr size_t mostSuspects = 20; // in words

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
        table.add({oneLine(groupText(group).text()), oneLine(operationText(group.operation)), QString::number(group.sequence),
                      oneLine(group.operation.sizes), oneLine(group.operation.dataType), cell(group.missing),
                      cell(group.stuck), cell(group.different), cell(group.waiting)},
            {0, 1, 3, 4, 5, 6, 7, 8});
    }
    QString text = heading(QStringLiteral("Groups in which somebody waits")) + table.text();
    if (report.groups.size() > mostGroups)
        text += QStringLiteral("  and %1 more; --json has all\n").arg(report.groups.size() - mostGroups);
    return text;
}

std::string reportText(const HangReport& report)
{
    std::string text = hangSentence(report).text();
    text.append("\n").append(board(report).toStdString());
    if (!report.suspects.empty())
        text.append("\nSuspects\n");
    for (size_t i = 0; i < report.suspects.size() && i < mostSuspects; ++i) {
        const HangSuspect& suspect = report.suspects[i];
        text.append(fmt::format("  {}. rank {}: {}{}\n", i + 1, suspect.rank, counted(suspect.reasons.size(), "reason"),
            suspect.isIdle ? ", and nothing of its own is pending" : ""));
        for (const HangReason& reason : suspect.reasons)
            text.append(fmt::format("       it {}\n", reasonText(report, reason).text()));
    }
    if (!report.victims.empty())
        text.append(fmt::format("\nOnly waiting for others: {}\n", ranksText(report.victims)));
    if (!report.missingDumps.empty())
        text.append(fmt::format("\nNo dump of: {}\n", ranksText(report.missingDumps)));
    return text;
}

Json reportJson(const NamedHang& hang)
{
    const HangReport& report = hang.report;
    Json json;
    json["name"] = hang.name;
    json["sentence"] = hangSentence(report).text();
    json["dumps"] = report.dumps;
    json["suspects"] = Json::array();
    for (const HangSuspect& suspect : report.suspects) {
        Json reasons = Json::array();
        for (const HangReason& reason : suspect.reasons)
            reasons.push_back(fmt::format("rank {} {}", suspect.rank, reasonText(report, reason).text()));
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
    return json;
}

} // namespace

std::string hangText(std::span<const NamedHang> hangs, const ImportReport& issues)
{
    std::string text;
    for (const NamedHang& hang : hangs) {
        if (hangs.size() > 1)
            text.append(fmt::format("{}{}\n", text.empty() ? "" : "\n", oneLine(hang.name).toStdString()));
        text.append(reportText(hang.report));
    }
    for (const Issue& issue : issues.issues()) {
        text.append(fmt::format("\n{}: {}\n", issue.file.empty() ? "note" : issue.file,
            issue.first.empty() ? std::string(issueInfo(issue.kind).title) : issue.first.front().message.text()));
    }
    return text;
}

std::string hangJson(std::span<const NamedHang> hangs, const ImportReport& issues)
{
    Json json = reportJson(hangs.front());
    json["others"] = Json::array();
    for (const NamedHang& other : hangs.subspan(1))
        json["others"].push_back(reportJson(other));
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
