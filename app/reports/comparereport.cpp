// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparereport.h"

#include "formatting.h"
#include "tabletexts.h"
#include "runjson.h"
#include "texttable.h"

namespace bubblescope {

namespace {

template <typename Input>
bool compareFirst(const std::vector<Input>& a, const std::vector<Input>& b, const char* kind, ComparedFolders& compared)
{
    if (a.empty() || b.empty())
        return false;
    compared.kind = kind;
    compared.nameA = a.front().name;
    compared.nameB = b.front().name;
    compared.comparison = compare(a.front(), b.front());
    return true;
}

/// Nothing cancels it.
ComparedRun runOf(const ComparedSide& side)
{
    return side.run ? *side.run : *comparedRun(side.folder.runs.front(), [] { return true; });
}

bool compareRuns(const ComparedSide& a, const ComparedSide& b, ComparedFolders& compared)
{
    if (a.folder.runs.empty() || b.folder.runs.empty())
        return false;
    compared.kind = "run";
    compared.nameA = a.folder.runs.front().name;
    compared.nameB = b.folder.runs.front().name;
    compared.comparison = compare(runOf(a), runOf(b));
    return true;
}

Json differencesJson(const std::vector<Difference>& differences, const char* key)
{
    Json json = Json::array();
    for (const Difference& difference : differences) {
        json.push_back({{key, difference.name}, {"a_ms", milliseconds(difference.a)},
            {"b_ms", milliseconds(difference.b)}, {"difference_ms", difference.change() / nsPerMs}});
    }
    return json;
}

QString timeOrUnknown(std::optional<double> ns) { return ns ? formatDuration(*ns) : unknownText(); }

QString differencesText(const QString& title, const QString& what, const std::vector<Difference>& differences)
{
    if (differences.empty())
        return {};
    constexpr size_t shown = 20;
    TextTable table({what, QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("difference")});
    for (size_t i = 0; i < std::min(shown, differences.size()); ++i) {
        const Difference& difference = differences[i];
        table.add({oneLine(difference.name), timeOrUnknown(difference.a), timeOrUnknown(difference.b),
                      formatDurationDifference(difference.change())},
            {0});
    }
    QString text = heading(title) + table.text();
    if (differences.size() > shown)
        text += QStringLiteral("  and %1 more (all with --json)\n").arg(differences.size() - shown);
    return text;
}

} // namespace

Result<ComparedFolders> compareFolders(const ComparedSide& sideA, const ComparedSide& sideB)
{
    const RunFolder& a = sideA.folder;
    const RunFolder& b = sideB.folder;
    ComparedFolders compared;
    if (compareRuns(sideA, sideB, compared) || compareFirst(a.runLogs, b.runLogs, "run log", compared)
        || compareFirst(a.workloads, b.workloads, "workload", compared)
        || compareFirst(a.layerTables, b.layerTables, "layer table", compared))
        return compared;
    return Error {
        "The two have nothing of one kind to compare.", "Name two runs, logs, workloads or layer tables.", {}};
}

std::string comparisonJson(const ComparedFolders& compared)
{
    const Comparison& comparison = compared.comparison;
    Json json;
    json["kind"] = compared.kind;
    json["a"] = {{"name", compared.nameA}, {"step_ms", comparison.stepA / nsPerMs}};
    json["b"] = {{"name", compared.nameB}, {"step_ms", comparison.stepB / nsPerMs}};
    json["difference_ms"] = (comparison.stepB - comparison.stepA) / nsPerMs;
    json["lead"] = comparison.lead.text();
    json["ranks"] = differencesJson(comparison.ranks, "rank");
    json["names"] = differencesJson(comparison.names, "name");
    json["stages"] = differencesJson(comparison.stages, "stage");
    json["layers"] = differencesJson(comparison.layers, "layer");
    return jsonText(json);
}

std::string comparisonText(const ComparedFolders& compared)
{
    const Comparison& comparison = compared.comparison;
    QString text = QStringLiteral("A: %1 (%2): %3\nB: %4 (%2): %5\nstep: %6 (%7)\n")
                       .arg(oneLine(compared.nameA), toText(compared.kind), formatDuration(comparison.stepA),
                           oneLine(compared.nameB), formatDuration(comparison.stepB),
                           formatDurationDifference(comparison.stepB - comparison.stepA),
                           comparison.stepA > 0 ? formatShareDifference(comparison.stepB / comparison.stepA - 1)
                                                : unknownText());
    if (!comparison.lead.empty())
        text.prepend(messageText(comparison.lead) + QLatin1Char('\n'));
    text += differencesText(QStringLiteral("By rank, own compute of a step"), QStringLiteral("rank"), comparison.ranks);
    text += differencesText(QStringLiteral("By name, of a step and rank"), QStringLiteral("name"), comparison.names);
    text += differencesText(QStringLiteral("By stage, of a microbatch"), QStringLiteral("stage"), comparison.stages);
    text += differencesText(QStringLiteral("By layer, of a step"), QStringLiteral("layer"), comparison.layers);
    return text.toStdString();
}

} // namespace bubblescope
