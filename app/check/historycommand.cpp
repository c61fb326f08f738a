// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "historycommand.h"

#include "console.h"
#include "findingjson.h"
#include "formatting.h"
#include "gateruns.h"
#include "historypage.h"
#include "opensource.h"
#include "outputfile.h"
#include "texttable.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace bubblescope {

namespace {

/// The runs of all paths, without what they were made of: only one folder at a time is in memory.
struct Collected {
    std::vector<GateRun> runs;
    HistoryThroughputs throughputs;                ///< by run
    std::vector<std::pair<size_t, size_t>> places; ///< by run: path, and number in its folder
    bool isWhole = true; ///< else it was told which one could not be opened
};

Collected collect(const HistoryCommand& command)
{
    Collected all;
    for (size_t p = 0; p < command.paths.size(); ++p) {
        Result<GatePath> opened
            = GatePath::open(command.paths[p], command.useCache, command.memory, true, command.choices);
        if (!opened) {
            printError(opened.error());
            all.isWhole = false;
            continue;
        }
        std::vector<GateRun>& runs = opened->runs;
        for (size_t i = 0; i < runs.size(); ++i) {
            const std::optional<MeasuredThroughput> throughput = opened->throughput(i);
            all.throughputs.push_back(throughput ? std::optional(throughput->step) : std::nullopt);
            runs[i].detach();
            if (runs.size() == 1 && command.paths.size() > 1)
                runs[i].name = std::filesystem::path(command.paths[p]).lexically_normal().filename().string();
            if (runs[i].name.empty())
                runs[i].name = command.paths[p];
            all.runs.push_back(std::move(runs[i]));
            all.places.emplace_back(p, i);
        }
    }
    return all;
}

/// Opens the builds on both sides of a change once more, to say what made it.
void findCulprits(const HistoryCommand& command, const Collected& all, RunHistory& history)
{
    for (RunHistory::ChangePoint& point : history.changes) {
        if (point.change <= 0)
            continue;
        const auto opened = [&](size_t build) {
            const auto [path, number] = all.places[history.builds[build].run];
            Result<GatePath> folder
                = GatePath::open(command.paths[path], command.useCache, command.memory, false, command.choices);
            GateRun run = folder && number < folder->runs.size() ? folder->runs[number] : GateRun();
            return std::pair(std::move(folder), std::move(run));
        };
        const auto after = opened(point.build);
        const auto before = opened(point.build - 1);
        point.findCulprit(after.second, before.second);
        if (point.culprit) {
            point.culprit->evidence.spans.clear();
            point.culprit->trace.reset();
        }
    }
}

QString timeOf(const RunHistory::Build& build, GateQuantity quantity)
{
    const std::optional<double> value = build.of(quantity);
    return value ? formatDuration(*value) : unknownText();
}

} // namespace

ExitCode runHistory(const HistoryCommand& command)
{
    const Collected all = collect(command);
    if (!all.isWhole)
        return ExitCode::NothingUsable;
    RunHistory history = historyOf(all.runs);
    if (history.builds.empty()) {
        printError(Error {
            say("There is no run or log with step times."), say("`bubblescope inspect` says what is there."), {}});
        return ExitCode::NothingUsable;
    }
    findCulprits(command, all, history);
    if (command.json || command.output.empty())
        print(stdout, command.json ? historyJson(history, all.throughputs) : historyText(history, all.throughputs));
    if (command.output.empty())
        return ExitCode::Fine;
    if (const std::optional<Error> error = writeWholeFile(command.output, historyPage(history, all.throughputs))) {
        printError(*error);
        return ExitCode::Usage;
    }
    return ExitCode::Fine;
}

std::string historyText(const RunHistory& history, const HistoryThroughputs& throughputs)
{
    QStringList head {QStringLiteral("build"), QStringLiteral("step"), QStringLiteral("change"),
        QStringLiteral("exposed"), QStringLiteral("bubble"), QStringLiteral("waiting")};
    const auto isKnown = [&](const auto& figure) {
        return std::ranges::any_of(
            history.builds, [&](const RunHistory::Build& build) { return figure(build, throughputs).has_value(); });
    };
    const bool knowsTokens = isKnown(tokensOfBuild);
    const bool knowsMfu = isKnown(mfuOfBuild);
    if (knowsTokens)
        head << QStringLiteral("tokens/s");
    if (knowsMfu)
        head << QStringLiteral("MFU");
    TextTable table(head << QStringLiteral("costs most"));
    for (size_t i = 0; i < history.builds.size(); ++i) {
        const RunHistory::Build& build = history.builds[i];
        const RunHistory::ChangePoint* change = history.changeAt(i);
        QStringList row {oneLine(build.name), timeOf(build, GateQuantity::Step),
            change ? formatShareDifference(change->change) : QString(), timeOf(build, GateQuantity::Exposed),
            timeOf(build, GateQuantity::Bubble), timeOf(build, GateQuantity::Waiting)};
        const std::optional<double> tokens = tokensOfBuild(build, throughputs);
        const std::optional<double> mfu = mfuOfBuild(build, throughputs);
        if (knowsTokens)
            row << (tokens ? formatNumber(*tokens) : unknownText());
        if (knowsMfu)
            row << (mfu ? formatShare(*mfu) : unknownText());
        row << wholeLine(build.finding);
        table.add(row, {0, int(row.size()) - 1});
    }
    QString text = table.text();
    if (const Message sentence = history.sentence(); !sentence.empty())
        text += heading(wholeLine(sentence));
    for (const RunHistory::ChangePoint& change : history.changes) {
        text += heading(QStringLiteral("Since %1: step %2 (%3 to %4)")
                            .arg(oneLine(history.builds[change.build].name), formatShareDifference(change.change),
                                formatDuration(change.beforeNs), formatDuration(change.afterNs)));
        if (change.culprit)
            text += QStringLiteral("  ") + wholeLine(change.culprit->sentence) + QLatin1Char('\n');
        if (!change.whyNotSearched.empty())
            text += QStringLiteral("  note: ") + wholeLine(change.whyNotSearched) + QLatin1Char('\n');
    }
    for (const RunHistory::Apart& apart : history.apart)
        text += QStringLiteral("note: left out: %1. %2\n").arg(oneLine(apart.name), wholeLine(apart.why.front()));
    return text.toStdString();
}

std::string historyJson(const RunHistory& history, const HistoryThroughputs& throughputs)
{
    Json json;
    json["builds"] = Json::array();
    for (const RunHistory::Build& build : history.builds) {
        Json made;
        made["name"] = build.name;
        made["steps"] = build.steps;
        made["step_ms_low"] = milliseconds(build.low);
        made["step_ms_high"] = milliseconds(build.high);
        for (int q = 0; q < gateQuantityCount; ++q) {
            const std::optional<double>& value = build.typical[size_t(q)];
            if (GateQuantity(q) == GateQuantity::Memory)
                made["memory_gb"] = value ? Json(*value / 1e9) : Json(nullptr);
            else
                made[fmt::format("{}_ms", gateQuantityKey(GateQuantity(q)))] = milliseconds(value);
        }
        const std::optional<double> tokens = tokensOfBuild(build, throughputs);
        const std::optional<double> mfu = mfuOfBuild(build, throughputs);
        made["tokens_per_s"] = tokens ? Json(*tokens) : Json(nullptr);
        made["mfu"] = mfu ? Json(*mfu) : Json(nullptr);
        made["finding"] = build.finding.empty() ? Json(nullptr) : Json(build.finding.text());
        json["builds"].push_back(std::move(made));
    }
    json["changes"] = Json::array();
    for (const RunHistory::ChangePoint& change : history.changes) {
        Json made;
        made["since"] = history.builds[change.build].name;
        made["build"] = change.build;
        made["change"] = change.change;
        made["before_ms"] = milliseconds(change.beforeNs);
        made["after_ms"] = milliseconds(change.afterNs);
        made["culprit"] = nullptr;
        if (change.culprit)
            made["culprit"] = {{"id", change.culprit->id}, {"title", change.culprit->title.text()},
                {"sentence", change.culprit->sentence.text()}, {"gain_ms", milliseconds(change.culprit->gainNs)}};
        made["why_not_searched"] = change.whyNotSearched.empty() ? Json(nullptr) : Json(change.whyNotSearched.text());
        json["changes"].push_back(std::move(made));
    }
    json["crept"] = Json::array();
    for (const RunHistory::Crept& creep : history.crept)
        json["crept"].push_back({{"from", history.builds[creep.first].name}, {"to", history.builds[creep.last].name},
            {"change", creep.change()}, {"before_ms", milliseconds(creep.beforeNs)},
            {"after_ms", milliseconds(creep.afterNs)}});
    json["sentence"] = history.sentence().text();
    json["undecided"] = Json::array();
    for (const size_t build : history.undecided)
        json["undecided"].push_back(history.builds[build].name);
    json["left_out"] = Json::array();
    for (const RunHistory::Apart& apart : history.apart) {
        Json why = Json::array();
        for (const Message& reason : apart.why)
            why.push_back(reason.text());
        json["left_out"].push_back({{"name", apart.name}, {"why", std::move(why)}});
    }
    return jsonText(json);
}

} // namespace bubblescope
