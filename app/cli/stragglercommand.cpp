// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglercommand.h"

#include "formatting.h"
#include "partofloss.h"
#include "runjson.h"
#include "texttable.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr size_t listedRanks = 10;
constexpr size_t listedSteps = 8;

Json slowdownsJson(const std::vector<StragglerWhatIf::Part>& parts)
{
    Json json = Json::object();
    for (const StragglerWhatIf::Part& part : parts)
        json[std::to_string(part.number)] = part.slowdown;
    return json;
}

QString factor(double slowdown) { return QString::number(slowdown, 'f', 4); }

QString partsTable(const QString& title, const QString& what, const std::vector<StragglerWhatIf::Part>& parts,
    const std::function<QString(int32_t)>& nameOf)
{
    if (parts.empty())
        return {};
    std::vector<StragglerWhatIf::Part> sorted = parts;
    // Slow hosts lead: the slowdown of others is what their stage has more to do.
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return std::pair(a.pace.value_or(0), a.slowdown) > std::pair(b.pace.value_or(0), b.slowdown);
    });
    const bool hasSlow = sorted.front().pace.has_value();
    QStringList titles {what, QStringLiteral("slowdown")};
    if (hasSlow)
        titles += QStringLiteral("its ranks against their peers");
    TextTable table(titles);
    for (size_t i = 0; i < std::min(listedRanks, sorted.size()); ++i) {
        QStringList cells {nameOf(sorted[i].number), factor(sorted[i].slowdown)};
        if (hasSlow)
            cells += sorted[i].pace ? factor(*sorted[i].pace) : unknownText();
        table.add(cells, {});
    }
    QString text = heading(title) + table.text();
    if (sorted.size() > listedRanks)
        text += QStringLiteral("  and %1 more (all with --json)\n").arg(sorted.size() - listedRanks);
    return text;
}

/// What stands below the prices of ranks.
QString pricesText(const StragglerWhatIf& whatIf)
{
    const auto priced = std::count_if(
        whatIf.ranks.begin(), whatIf.ranks.end(), [](const StragglerWhatIf::Rank& rank) { return rank.lostNs; });
    if (priced == 0)
        return QStringLiteral(
            "  What a rank costs against its peers is told of slow ranks alone: none is known to be.\n");
    QString text
        = QStringLiteral("  Against its peers is how much shorter the typical step would be if this rank alone "
                         "computed as fast as they do;\n  it is told of slow ranks only.");
    if (priced > 1)
        text += QStringLiteral(" Together they cost %1.").arg(formatDuration(*whatIf.lostTogetherNs));
    if (whatIf.pricesExceedSlowdown())
        text += QStringLiteral(
            "\n  That is more than the slowdown says: equal durations are the mean of all ranks, slow ones "
            "included.");
    return text + QLatin1Char('\n');
}

} // namespace

std::string stragglersJson(const Run& run, const StragglerWhatIf& whatIf)
{
    Json json;
    json["run"] = run.name;
    json["slowdown"] = whatIf.slowdown;
    json["launch_slowdown"] = whatIf.launchSlowdown;
    json["m_w"] = orNull(whatIf.ofSlowestRanks);
    json["m_s"] = orNull(whatIf.ofLastStage);
    json["by_data_rank"] = slowdownsJson(whatIf.dataRanks);
    json["by_stage"] = slowdownsJson(whatIf.stages);
    Json hosts = Json::object();
    for (const StragglerWhatIf::Part& host : whatIf.hosts)
        hosts[run.trace->hosts()[size_t(host.number)]] = host.slowdown;
    json["by_host"] = std::move(hosts);
    Json slowHosts = Json::object();
    for (const StragglerWhatIf::Part& host : whatIf.hosts) {
        if (host.pace)
            slowHosts[run.trace->hosts()[size_t(host.number)]] = *host.pace;
    }
    json["slow_hosts"] = std::move(slowHosts);
    Json types = Json::object();
    for (const StragglerWhatIf::Type& type : whatIf.types)
        types[type.key] = type.slowdown;
    json["by_operation"] = std::move(types);
    Json ranks = Json::object();
    for (const StragglerWhatIf::Rank& rank : whatIf.ranks)
        ranks[std::to_string(rank.rank)] = orNull(rank.score);
    json["by_rank"] = std::move(ranks);
    Json lost = Json::object();
    for (const StragglerWhatIf::Rank& rank : whatIf.ranks) {
        if (rank.lostNs)
            lost[std::to_string(rank.rank)] = *rank.lostNs / nsPerMs;
    }
    json["lost_to_peers_ms"] = std::move(lost);
    json["lost_together_ms"] = whatIf.lostTogetherNs ? Json(*whatIf.lostTogetherNs / nsPerMs) : Json(nullptr);
    json["steps"] = Json::array();
    for (const StragglerWhatIf::Step& step : whatIf.steps) {
        json["steps"].push_back(
            {{"step", step.number}, {"base_ms", step.base / nsPerMs}, {"no_delay_ms", step.noDelay / nsPerMs},
                {"ideal_ms", step.ideal / nsPerMs}, {"slowdown", step.slowdown()}});
    }
    json["steps_left_out"] = whatIf.stepsLeftOut;
    return jsonText(json);
}

std::string stragglersText(const Run& run, const StragglerWhatIf& whatIf)
{
    QString text = QStringLiteral("%1: steps take %2 times as long as if all operations of a type took equally long\n")
                       .arg(oneLine(run.name), factor(whatIf.slowdown));
    text += QStringLiteral("  launches and what is not recorded: %1 times").arg(factor(whatIf.launchSlowdown));
    if (whatIf.ofSlowestRanks && whatIf.ofLastStage) {
        text += QStringLiteral("; the slowest 3 % of the ranks explain %1 of the slowdown, the last stage %2")
                    .arg(formatPartOfLoss(*whatIf.ofSlowestRanks), formatPartOfLoss(*whatIf.ofLastStage));
    }
    text += QLatin1Char('\n');
    const auto plain = [](int32_t number) { return QString::number(number); };
    text += partsTable(QStringLiteral("By stage"), QStringLiteral("stage"), whatIf.stages, plain);
    text += partsTable(
        QStringLiteral("By data-parallel rank"), QStringLiteral("data-parallel rank"), whatIf.dataRanks, plain);
    text += partsTable(QStringLiteral("By host"), QStringLiteral("host"), whatIf.hosts,
        [&run](int32_t number) { return oneLine(run.trace->hosts()[size_t(number)]); });
    TextTable types({QStringLiteral("operation"), QStringLiteral("slowdown")});
    for (const StragglerWhatIf::Type& type : whatIf.types)
        types.add({QString::fromStdString(type.key), factor(type.slowdown)}, {0});
    text += heading(QStringLiteral("By operation")) + types.text();
    TextTable ranks({QStringLiteral("rank"), QStringLiteral("stage"), QStringLiteral("at least"),
        QStringLiteral("against its peers")});
    for (size_t i = 0; i < std::min(listedRanks, whatIf.ranks.size()); ++i) {
        const StragglerWhatIf::Rank& rank = whatIf.ranks[i];
        ranks.add({QString::number(rank.rank), rank.stage >= 0 ? QString::number(rank.stage) : unknownText(),
                      rank.score ? factor(*rank.score) : unknownText(),
                      rank.lostNs ? formatDurationDifference(*rank.lostNs) : unknownText()},
            {});
    }
    text += heading(QStringLiteral("By rank")) + ranks.text()
        + QStringLiteral("  The slowdown of a rank counts with it what its stage has more to do than others.\n")
        + pricesText(whatIf);
    std::vector<StragglerWhatIf::Step> steps = whatIf.steps;
    std::stable_sort(
        steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.slowdown() > b.slowdown(); });
    TextTable table({QStringLiteral("step"), QStringLiteral("recorded"), QStringLiteral("without delays"),
        QStringLiteral("ideal"), QStringLiteral("slowdown")});
    for (size_t i = 0; i < std::min(listedSteps, steps.size()); ++i) {
        table.add({QString::number(steps[i].number), formatDuration(steps[i].base), formatDuration(steps[i].noDelay),
                      formatDuration(steps[i].ideal), factor(steps[i].slowdown())},
            {});
    }
    text += heading(steps.size() > listedSteps ? QStringLiteral("Slowest steps") : QStringLiteral("Steps"))
        + table.text();
    if (whatIf.stepsLeftOut > 0) {
        text += QStringLiteral("  %1 steps are left out: not all ranks recorded the same operations in them\n")
                    .arg(whatIf.stepsLeftOut);
    }
    return text.toStdString();
}

} // namespace bubblescope
