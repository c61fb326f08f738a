// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exporttables.h"

#include "exportsource.h"
#include "findingmodel.h"
#include "issuemodel.h"
#include "layercostview.h"
#include "losscurveview.h"
#include "ranktablemodel.h"
#include "selectionmodel.h"
#include "stageview.h"
#include "summaryinput.h"
#include "tableexport.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

QString findingsTable(Workspace& workspace)
{
    Result<std::vector<SummaryInput>> inputs = summaryInputs(*workspace.document.folder(), {});
    FindingModel model;
    if (inputs && !inputs->empty())
        model.setFindings(std::make_shared<const Findings>(std::move((*inputs).front().findings)));
    return tableCsv(model);
}

QString ranksTable(Workspace& workspace)
{
    RankTableModel model;
    model.setSummary(workspace.figures.ofPart());
    return tableCsv(model);
}

template <typename View> QString tableOfView(Workspace& workspace)
{
    View view(workspace);
    view.refreshNow();
    return tableCsv(view.model());
}

QString selectionTable(Workspace& workspace)
{
    SelectionModel model;
    if (const TracePtr trace = workspace.document.trace()) {
        SelectionSummary summary(trace, workspace.selection.range().value_or(workspace.window.visibleRange()),
            SelectionSummary::GroupBy::Name);
        while (!summary.advance(1 << 20)) { }
        model.setGroups(trace, SelectionSummary::GroupBy::Name, summary.groups());
    }
    return tableCsv(model);
}

QString issuesTable(Workspace& workspace)
{
    IssueModel model;
    model.setFolder(workspace.document.opened());
    return tableCsv(model);
}

struct Table {
    const char* key;
    const char* help;
    QString (*make)(Workspace& workspace);
};
constexpr Table tables[] = {
    {"findings", "what costs most in a step", findingsTable},
    {"ranks", "where the time of each rank goes", ranksTable},
    {"stages", "forward and backward time by stage", tableOfView<StageView>},
    {"layers", "what each layer costs", tableOfView<LayerCostView>},
    {"steps", "what a log prints, step by step", tableOfView<LossCurveView>},
    {"spans", "count and time of spans by name, in --range", selectionTable},
    {"issues", "what the import found wrong", issuesTable},
};

} // namespace

QStringList exportTableNames()
{
    QStringList names;
    for (const Table& table : tables)
        names << QLatin1String(table.key);
    return names;
}

QString exportTableList()
{
    QString text;
    for (const Table& table : tables)
        text += QStringLiteral("  %1 %2\n").arg(QLatin1String(table.key), -10).arg(QLatin1String(table.help));
    return text;
}

Result<QString> exportTable(ExportSource& source, const QString& key)
{
    for (const Table& table : tables) {
        if (!key.isEmpty() && key != QLatin1String(table.key))
            continue;
        const QString csv = table.make(source.measured());
        if (csv.count(QLatin1Char('\n')) > 1)
            return csv;
        if (!key.isEmpty())
            return Error {say("The table \"{}\" is empty here.", table.key),
                say("`bubblescope inspect` says what there is."), {}};
    }
    if (key.isEmpty())
        return Error {say("No table has rows here."), say("`bubblescope inspect` says what there is."), {}};
    return Error {say("There is no table \"{}\".", key.toStdString()),
        say("Choose one of:\n{}", exportTableList().toStdString()), {}};
}

} // namespace bubblescope
