// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tabletexts.h"

#include "formatting.h"
#include "timeparts.h"

#include <QCoreApplication>

#include <string>

namespace bubblescope {

QString tableText(std::string_view english)
{
    return QCoreApplication::translate("bubblescope", std::string(english).c_str());
}

QString timePartText(TimePart part) { return tableText(timePartName(part)); }

namespace {

/// The same with its figures as they are shown.
Message withFigures(const Message& message)
{
    std::vector<Message::Part> parts = message.parts();
    for (Message::Part& part : parts) {
        if (part.isPlain)
            part.pattern = figureText(part.pattern).toStdString();
        for (Message& value : part.values)
            value = withFigures(value);
    }
    const std::optional<Message> shown = Message::ofParts(std::move(parts));
    if (!shown)
        return message;
    const bool isCapitalized = !message.empty() && message.text().front() >= 'A' && message.text().front() <= 'Z'
        && shown->text().front() >= 'a' && shown->text().front() <= 'z';
    return isCapitalized ? shown->capitalized() : *shown;
}

} // namespace

QString messageText(const Message& message)
{
    return toText(withFigures(message).in([](const std::string& english) { return tableText(english).toStdString(); }));
}

QString messageText(const Error& error)
{
    return messageText(error.message) + QString::fromUtf8(error.between().data(), qsizetype(error.between().size()))
        + messageText(error.advice);
}

QString commandIn(const Message& message)
{
    for (const Message::Part& part : message.parts()) {
        const size_t at = part.pattern.find("run {} first"); // "a tar archive: run {} first"
        if (at == std::string::npos)
            continue;
        size_t place = 0;
        for (size_t i = part.pattern.find("{}"); i < at; i = part.pattern.find("{}", i + 1))
            ++place;
        if (place < part.values.size())
            return toText(part.values[place].text());
    }
    return {};
}

std::optional<int> damagedRankIn(const Message& message)
{
    for (const Message::Part& part : message.parts()) {
        if (part.pattern.find("holds of rank {} is damaged") == std::string::npos || part.values.empty())
            continue;
        bool isNumber = false;
        const int rank = toText(part.values.front().text()).toInt(&isNumber);
        if (isNumber)
            return rank;
    }
    return std::nullopt;
}

QString adviceText(const Issue& issue)
{
    if (!issue.first.empty() && damagedRankIn(issue.first.front().message))
        return QCoreApplication::translate("Issues", "Make the index again.");
    const bool namesCommand = issue.kind == IssueKind::UnreadableFile && !issue.first.empty()
        && !commandIn(issue.first.front().message).isEmpty();
    return namesCommand ? QCoreApplication::translate("Issues", "Run this command, then open it again.")
                        : tableText(issueInfo(issue.kind).advice);
}

} // namespace bubblescope
