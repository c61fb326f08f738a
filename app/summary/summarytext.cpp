// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "summarytext.h"

#include "devicelanes.h"
#include "formatting.h"
#include "inspecttext.h"
#include "memoryreport.h"
#include "networkreport.h"
#include "operatorsummary.h"
#include "texttable.h"
#include "throughputsummary.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace bubblescope {

namespace {

/// Parts of a step are that much shorter: a unit that suits the step would leave them no digits.
constexpr double usualPart = 10;

struct RankColumn {
    QString title;
    TimeNs (*of)(const TimeSplit& split);
    bool isOfPipeline = false;
};

/// Pipeline bubbles are meaningless without a pipeline, and a breakdown of GPU idle time is in a pipeline of passes.
std::vector<RankColumn> rankColumns(bool isProfiler, bool hasPipeline)
{
    std::vector<RankColumn> columns {
        {QStringLiteral("compute"), [](const TimeSplit& s) { return s.compute(); }},
        {QStringLiteral("exposed comm"), [](const TimeSplit& s) { return s.exposedCommunication(); }},
        {QStringLiteral("overlapped"), [](const TimeSplit& s) { return s.hiddenCommunication; }},
    };
    if (isProfiler) {
        columns.insert(columns.end(),
            {{QStringLiteral("waiting"), [](const TimeSplit& s) { return s.waiting(); }},
                {QStringLiteral("memory copy"), [](const TimeSplit& s) { return s.of(Category::MemoryCopy); }},
                {QStringLiteral("host wait"), [](const TimeSplit& s) { return s.hostWait; }},
                {QStringLiteral("kernel wait"), [](const TimeSplit& s) { return s.kernelWait; }},
                {QStringLiteral("other idle"),
                    [](const TimeSplit& s) { return s.shortGaps + s.longGaps + s.unknownWait; }},
                {QStringLiteral("bubble"), [](const TimeSplit& s) { return s.bubble(); }, true},
                {QStringLiteral("host"), [](const TimeSplit& s) { return s.host() - s.of(Category::MemoryCopy); }}});
    } else {
        columns.insert(columns.end(),
            {{QStringLiteral("waiting"), [](const TimeSplit& s) { return s.waiting(); }},
                {QStringLiteral("warmup bubble"), [](const TimeSplit& s) { return s.of(PipelinePhase::Warmup); }, true},
                {QStringLiteral("steady"), [](const TimeSplit& s) { return s.of(PipelinePhase::Steady); }, true},
                {QStringLiteral("cooldown"), [](const TimeSplit& s) { return s.of(PipelinePhase::Cooldown); }, true},
                {QStringLiteral("idle"), [](const TimeSplit& s) { return s.idle(); }},
                {QStringLiteral("host"), [](const TimeSplit& s) { return s.host(); }}});
    }
    columns.push_back({QStringLiteral("total"), [](const TimeSplit& s) { return s.total(); }});
    if (!hasPipeline)
        std::erase_if(columns, [](const RankColumn& column) { return column.isOfPipeline; });
    return columns;
}

QString rankTable(const SummaryInput& input)
{
    const RunSummary& summary = input.analysis->summary;
    constexpr size_t shown = 32;
    const std::vector<RankColumn> columns = rankColumns(isProfilerRun(*input.run->trace), summary.hasPipeline());
    const bool hasNotRecorded = summary.mentions(TimePart::NotRecorded);
    QStringList titles {QStringLiteral("rank"), QStringLiteral("stage")};
    for (const RankColumn& column : columns)
        titles.append(column.title);
    if (hasNotRecorded)
        titles.append(QStringLiteral("not recorded"));
    TextTable table(titles);
    const std::vector<RankSummary>& ranks = summary.ranks;
    const auto times = TimeFormat::forColumn(double(summary.whole) / usualPart); // of all columns: they add up
    for (size_t i = 0; i < std::min(shown, ranks.size()); ++i) {
        QStringList cells {
            QString::number(ranks[i].rank), ranks[i].stage >= 0 ? QString::number(ranks[i].stage) : unknownText()};
        for (const RankColumn& column : columns)
            cells.append(times.cell(double(column.of(ranks[i].split))));
        if (hasNotRecorded)
            cells.append(times.cell(double(summary.whole - ranks[i].split.total())));
        table.add(cells, {});
    }
    QString text = heading(QStringLiteral("Where the time of each rank goes")) + table.text();
    if (ranks.size() > shown)
        text += QStringLiteral("  and %1 more ranks (all with --json)\n").arg(ranks.size() - shown);
    if (const int without = input.ranksWithout(); without == 1)
        text += QStringLiteral("  1 more rank has nothing in it\n");
    else if (without > 0)
        text += QStringLiteral("  %1 more ranks have nothing in it\n").arg(without);
    return text;
}

QString stagesText(const SummaryInput& input)
{
    TextTable table({QStringLiteral("stage"), QStringLiteral("forward"), QStringLiteral("backward"),
        QStringLiteral("busy"), QStringLiteral("against the mean")});
    double longest = 0;
    for (const SummaryInput::Stage& stage : input.stages)
        longest = std::max({longest, stage.forwardNs.value_or(0), stage.backwardNs.value_or(0)});
    const auto times = TimeFormat::forColumn(longest);
    const auto cell = [&times](const std::optional<double>& ns) { return ns ? times.cell(*ns) : unknownText(); };
    for (const SummaryInput::Stage& stage : input.stages) {
        table.add({QString::number(stage.stage), cell(stage.forwardNs), cell(stage.backwardNs),
                      stage.busyShare ? formatShare(*stage.busyShare) : unknownText(),
                      stage.forwardNs || stage.backwardNs ? formatShareDifference(stage.imbalance) : unknownText()},
            {});
    }
    return heading(QStringLiteral("Stages, per microbatch")) + table.text();
}

QString timersText(const SummaryInput& input)
{
    TextTable table({QStringLiteral("timer"), QStringLiteral("median"), QStringLiteral("of the step")});
    constexpr size_t shown = 16;
    for (size_t i = 0; i < std::min(shown, input.timers.size()); ++i) {
        const std::optional<double> share = input.timers[i].shareOf(input.stepNs / 1e6);
        table.add({oneLine(input.timers[i].name), formatDuration(input.timers[i].ms * 1e6),
                      share ? formatShare(*share) : unknownText()},
            {0});
    }
    QString text = heading(QStringLiteral("What the program timed itself")) + table.text();
    if (input.timers.size() > shown)
        text += QStringLiteral("  and %1 more timers (all with --json)\n").arg(input.timers.size() - shown);
    return text + QStringLiteral("  Timers are nested: they do not add up to the step.\n");
}

QString criticalPathText(const RunAnalysis& analysis)
{
    if (!analysis.criticalPath)
        return heading(QStringLiteral("Critical path: ") + wholeLine(analysis.whyNoCriticalPath));
    const CriticalPath& path = *analysis.criticalPath;
    QString text = heading(QStringLiteral("Critical path, %1").arg(formatDuration(double(path.length))));
    TextTable table({QStringLiteral("of"), QStringLiteral("stage"), QStringLiteral("time"), QStringLiteral("share"),
        QStringLiteral("places")});
    TimeNs listed = 0;
    constexpr size_t shown = 8;
    const auto times = TimeFormat::forColumn(double(path.length) / usualPart);
    const std::vector<CriticalPath::Lever> levers = leversByName(path.levers);
    for (size_t i = 0; i < std::min(shown, levers.size()); ++i) {
        const CriticalPath::Lever& lever = levers[i];
        table.add({toText(lever.name()), lever.stage >= 0 ? QString::number(lever.stage) : unknownText(),
                      times.cell(double(lever.time)), formatShare(double(lever.time) / double(path.length)),
                      QString::number(lever.count)},
            {0});
        listed += lever.time;
    }
    if (const TimeNs others = path.length - path.gaps - listed; others > 0)
        table.add({QStringLiteral("other operations"), unknownText(), times.cell(double(others)),
                      formatShare(double(others) / double(path.length)), unknownText()},
            {0});
    const auto addGaps = [&](const QString& what, TimeNs time) {
        if (time > 0)
            table.add({what, unknownText(), times.cell(double(time)), formatShare(double(time) / double(path.length)),
                          unknownText()},
                {0});
    };
    addGaps(QStringLiteral("gaps beside compute"), path.gapsBesideCompute);
    addGaps(QStringLiteral("gaps"), path.gaps - path.gapsBesideCompute);
    return text + table.text()
        + QStringLiteral(
            "  Shortening each place by 1 ms shortens the step by 1 ms, until another path becomes critical.\n");
}

QString findingsText(const Findings& findings, bool isRecording)
{
    QString text = heading(wholeLine(findings.verdict));
    int number = 0;
    for (const Finding& finding : findings.list) {
        text += QStringLiteral("  %1. %2").arg(++number).arg(wholeLine(finding.title));
        if (finding.costNs > 0)
            text += QStringLiteral(": %1, %2 of the %3%4")
                        .arg(formatDuration(finding.costNs), formatShare(finding.share),
                            toText(finding.shareOf(isRecording)),
                            finding.costOrigin == Origin::Measured
                                ? QString()
                                : QStringLiteral(" (%1)").arg(toText(originName(finding.costOrigin))));
        text
            += QStringLiteral("\n     %1\n     → %2\n").arg(wholeLine(finding.sentence), wholeLine(finding.suggestion));
        for (const auto& [knob, value] : finding.tryKnobs)
            text += QStringLiteral("     try: %1=%2\n").arg(wholeLine(knob), wholeLine(value));
    }
    return text;
}

/// What stands in dumps of a job that hangs is no step.
QString hangSummary(const SummaryInput& input)
{
    return QStringLiteral("%1 (hang): %2\n  `bubblescope hang` has the groups, who waits in them, and the stacks.\n")
        .arg(oneLine(input.name), wholeLine(input.findings.verdict));
}

QString inputText(const SummaryInput& input)
{
    if (input.kind == "hang")
        return hangSummary(input);
    QString text
        = QStringLiteral("%1 (%2, %3)").arg(oneLine(input.name), toText(input.kind), toText(originName(input.origin)));
    if (input.stepNs > 0)
        text += (input.isRecording ? QStringLiteral(": whole recording %1") : QStringLiteral(": step %1"))
                    .arg(formatDuration(input.stepNs));
    if (input.stepNumber && input.steps > 1)
        text += QStringLiteral(" (step %1, one of %2)").arg(*input.stepNumber).arg(input.steps);
    if (const std::optional<HostStep> host = input.hostStep(); host && host->differs())
        text += QStringLiteral("; its host's step %1").arg(formatDuration(host->hostNs));
    if (input.analysis) {
        const RunSummary& summary = input.analysis->summary;
        const TimeParts parts = summary.parts();
        QStringList named;
        for (size_t p = 0; p < timePartCount; ++p) {
            if (const TimePart part = timePartAt(p); summary.mentions(part))
                named << QStringLiteral("%1 %2").arg(toText(timePartName(part)), formatShare(parts.share(part)));
        }
        text += QStringLiteral("; ") + named.join(QStringLiteral(", "));
    }
    text += QLatin1Char('\n') + throughputText(input.throughput, input.stepNs)
        + findingsText(input.findings, input.isRecording);
    if (!input.stages.empty())
        text += stagesText(input);
    if (!input.timers.empty())
        text += timersText(input);
    if (input.analysis) {
        text += rankTable(input) + criticalPathText(*input.analysis);
        text += input.operators.empty() ? shapesHint(*input.run)
                                        : operatorsText(input.operators, hardwareOfRun(*input.run));
    }
    return text;
}

/// What no finding of a run tells: findings about the network need ranks on one time line.
QString networkBesideRuns(const RunFolder& folder)
{
    const bool isTold = std::any_of(folder.runs.begin(), folder.runs.end(),
        [](const Run& run) { return run.fabric && run.trace->ranksAreComparable(); });
    return isTold ? QString() : networkText(folder);
}

/// What stands behind the end of a file that breaks off is in no figure.
QString brokenOffText(const RunFolder& folder)
{
    std::vector<Issue> broken;
    std::ranges::copy_if(folder.report.issues(), std::back_inserter(broken),
        [](const Issue& issue) { return issue.kind == IssueKind::TruncatedFile; });
    if (broken.empty())
        return {};
    return issuesText(broken, QStringLiteral("What follows in these files is in no figure"));
}

} // namespace

Result<std::string> summaryText(const KnownFolder& folder, const SummaryOptions& options)
{
    const Result<std::vector<SummaryInput>> inputs = summaryInputs(folder, options);
    if (!inputs)
        return inputs.error();
    QString beside = measuredMemoryText(folder.folder());
    if (const QString network = networkBesideRuns(folder.folder()); !network.isEmpty())
        beside += (beside.isEmpty() && inputs->empty() ? QString() : QStringLiteral("\n")) + network;
    if (inputs->empty() && !beside.isEmpty())
        return (wholeLine(folder.folder().path) + QLatin1Char('\n') + beside).toStdString();
    if (inputs->empty() && !folder.folder().bandwidthCurves.empty())
        return std::string(
            "Only bandwidth curves were found. They price the communication of a run, table, workload or "
            "log: name one beside them.\n");
    if (inputs->empty())
        return inspectText(folder.folder(), {{}, peakRssBytes()}); // says why
    QString text;
    for (const SummaryInput& input : *inputs)
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + inputText(input);
    return (text + brokenOffText(folder.folder()) + beside).toStdString();
}

} // namespace bubblescope
