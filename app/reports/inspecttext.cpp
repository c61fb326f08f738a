// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspecttext.h"

#include "counted.h"
#include "filekinds.h"
#include "formatting.h"
#include "hangs.h"
#include "importerregistry.h"
#include "memoryreport.h"
#include "networkreport.h"
#include "tabletexts.h"
#include "texttable.h"
#include "wholerecording.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {
template <typename T> QString orUnknown(const std::optional<T>& value)
{
    return value ? formatCount(*value) : unknownText();
}

QString runsText(const RunFolder& folder)
{
    TextTable table({QStringLiteral("run"), QStringLiteral("kind"), QStringLiteral("files"), QStringLiteral("ranks"),
        QStringLiteral("stages"), QStringLiteral("steps"), QStringLiteral("spans"), QStringLiteral("sub-spans"),
        QStringLiteral("duration"), QStringLiteral("layout")});
    for (const Run& run : folder.runs) {
        const Trace& trace = *run.trace;
        const bool hasTimes = run.kind != Run::Kind::Plan;
        const QString layout = layoutText(run.layout);
        table.add(
            {oneLine(run.name), QString::fromLatin1(runKindName(run.kind)), formatCount(qint64(run.files.size())),
                formatCount(run.rankCount()), run.stageCount() > 0 ? formatCount(run.stageCount()) : unknownText(),
                isMadeOfDumps(run, folder.flightDumps) || isWholeRecording(trace) // none ended, none is marked
                    ? unknownText()
                    : formatCount(std::max<qint64>(qint64(trace.steps().size()), 1)),
                formatCount(trace.operationCount()), formatCount(trace.subOperationCount()),
                hasTimes ? formatDuration(double(trace.range().duration())) : unknownText(),
                layout.isEmpty() ? unknownText() : layout},
            {0, 1, 9});
    }
    QString text = heading(QStringLiteral("Runs")) + table.text();
    for (const Run& run : folder.runs) {
        if (run.clocks.size() < 2)
            continue;
        text += QStringLiteral("  clocks of %1:\n").arg(oneLine(run.name));
        TextTable clocks(
            {QStringLiteral("  host"), QStringLiteral("added"), QStringLiteral("residual"), QStringLiteral("matches")});
        for (size_t host = 0; host < run.clocks.size(); ++host) {
            const HostClock& clock = run.clocks[host];
            const QString name = QStringLiteral("  ") + oneLine(hostName(run, host));
            if (clock.aligned)
                clocks.add(
                    {name, formatMilliseconds(clock.shift),
                        QStringLiteral("± ") + formatDuration(double(clock.residual)), formatCount(clock.matches)},
                    {0});
            else
                clocks.add(
                    {name, QStringLiteral("not aligned: drawn from its own start"), unknownText(), unknownText()}, {0});
        }
        text += clocks.text();
    }
    return text;
}

QString layerTablesText(const RunFolder& folder, const InspectOptions& options)
{
    TextTable table({QStringLiteral("layer table"), QStringLiteral("kind"), QStringLiteral("rows"),
        QStringLiteral("layers"), QStringLiteral("forward"), QStringLiteral("backward"), QStringLiteral("weight grad"),
        QStringLiteral("folded forward"), QStringLiteral("folded total"), QStringLiteral("comm elements")});
    for (const LayerTable& layers : folder.layerTables) {
        const LayerTable::Totals written = layers.asWritten();
        const std::optional<int> count = layers.layerCount ? layers.layerCount : options.layers;
        const bool folds = count && layers.hasBlock();
        const LayerTable::Totals folded = folds ? layers.folded(*count) : LayerTable::Totals {};
        table.add({oneLine(layers.name), QString::fromLatin1(layerTableKindName(layers.kind)),
                      formatCount(qint64(layers.rows.size())), orUnknown(count), formatDuration(written.forwardNs),
                      formatDuration(written.backwardNs), formatDuration(written.weightGradientNs),
                      folds ? formatDuration(folded.forwardNs) : unknownText(),
                      folds ? formatDuration(folded.totalNs) : unknownText(), formatCount(qint64(written.commElements))},
            {0, 1});
    }
    return heading(QStringLiteral("Layer tables")) + table.text();
}

QString workloadsText(const RunFolder& folder)
{
    TextTable table({QStringLiteral("workload"), QStringLiteral("policy"), QStringLiteral("rows"),
        QStringLiteral("declared"), QStringLiteral("GPUs"), QStringLiteral("TP"), QStringLiteral("PP"),
        QStringLiteral("EP"), QStringLiteral("DP"), QStringLiteral("microbatches"), QStringLiteral("compute")});
    for (const Workload& workload : folder.workloads) {
        table.add({oneLine(workload.name), oneLine(workload.policy), formatCount(qint64(workload.rows.size())),
                      orUnknown(workload.declaredRows), orUnknown(workload.gpus), orUnknown(workload.tensorParallel),
                      orUnknown(workload.pipelineParallel), orUnknown(workload.expertParallel),
                      orUnknown(workload.dataParallel()), orUnknown(workload.microbatches),
                      formatDuration(workload.computeNs())},
            {0, 1});
    }
    return heading(QStringLiteral("Workloads")) + table.text();
}

QString runLogsText(const RunFolder& folder)
{
    TextTable table({QStringLiteral("run log"), QStringLiteral("kind"), QStringLiteral("steps"),
        QStringLiteral("stages"), QStringLiteral("stage blocks"), QStringLiteral("layer records"),
        QStringLiteral("loss points"), QStringLiteral("median step"), QStringLiteral("loss")});
    QString stages;
    for (const RunLog& log : folder.runLogs) {
        QString loss = unknownText();
        for (const LogStep& step : log.steps) {
            if (step.loss) {
                loss = formatNumber(*step.loss);
                break;
            }
        }
        for (auto step = log.steps.rbegin(); step != log.steps.rend(); ++step) {
            if (step->loss) {
                loss += QStringLiteral(" → ") + formatNumber(*step->loss);
                break;
            }
        }
        const std::optional<double> median = log.medianStepMs();
        table.add(
            {oneLine(log.name), QString::fromLatin1(runLogKindName(log.kind)), formatCount(log.stepCount()),
                log.stageCount() > 0 ? formatCount(log.stageCount()) : unknownText(),
                formatCount(qint64(log.blocks.size())), formatCount(qint64(log.layerRecords)),
                formatCount(qint64(log.lossPoints())), median ? formatDuration(*median * 1e6) : unknownText(), loss},
            {0, 1, 8});
        const std::vector<double> forward = log.stageForwardMsPerMicrobatch();
        if (forward.empty())
            continue;
        stages += QStringLiteral("  forward per microbatch and stage of %1:").arg(oneLine(log.name));
        for (const double ms : forward)
            stages += QStringLiteral("  ") + formatFixed(ms, 2);
        stages += QStringLiteral(" ms\n");
    }
    return heading(QStringLiteral("Run logs")) + table.text() + stages;
}

QString hangsText(const RunFolder& folder)
{
    QString text = heading(QStringLiteral("Hangs"));
    for (const std::span<const FlightDump> hang : hangsAmong(folder.flightDumps)) {
        const std::string where = hangFolder(hang);
        const auto empty = size_t(
            std::count_if(hang.begin(), hang.end(), [](const FlightDump& dump) { return dump.operations == 0; }));
        QString what = QStringLiteral("`bubblescope hang` says who hangs");
        if (empty == hang.size())
            what = QStringLiteral("valid, but no operation was recorded");
        else if (empty > 0)
            what += QStringLiteral("; %1 of them without an operation").arg(empty);
        text += QStringLiteral("  %1%2 of NCCL's flight recorder: %3\n")
                    .arg(where.empty() ? QString() : oneLine(where) + QStringLiteral(": "),
                        QString::fromStdString(counted(hang.size(), "dump")), what);
    }
    return text;
}

QString jobsText(const RunFolder& folder)
{
    TextTable table({QStringLiteral("described job"), QStringLiteral("format"), QStringLiteral("parameters"),
        QStringLiteral("layers"), QStringLiteral("GPUs"), QStringLiteral("sequence")});
    for (const JobDescription& job : folder.jobs) {
        table.add({oneLine(job.name), oneLine(job.format),
                      QStringLiteral("%1 B").arg(formatFixed(job.model.parameters() / 1e9, 2)),
                      formatCount(job.model.layers), orUnknown(job.layout.gpus), orUnknown(job.layout.sequence)},
            {0, 1});
    }
    return heading(QStringLiteral("Described jobs")) + table.text();
}

QString bandwidthCurvesText(const RunFolder& folder)
{
    TextTable table({QStringLiteral("bandwidth curve"), QStringLiteral("operation"), QStringLiteral("GPUs"),
        QStringLiteral("per node"), QStringLiteral("sizes"), QStringLiteral("from"), QStringLiteral("to")});
    for (const BandwidthCurve& curve : folder.bandwidthCurves) {
        table.add({oneLine(curve.name), toText(operationName(curve.operation)), formatCount(curve.ranks),
                      formatCount(curve.ranksPerNode), formatCount(qint64(curve.points.size())),
                      formatBytes(curve.points.front().bytes), formatBytes(curve.points.back().bytes)},
            {0, 1});
    }
    return heading(QStringLiteral("Bandwidth curves")) + table.text();
}

/// The formats, in lines that fit a terminal.
QString openableText()
{
    constexpr qsizetype widest = 100;
    QString text = heading(QStringLiteral("What can be opened, plain or compressed"));
    QString line;
    const auto importers = ImporterRegistry::builtin().importers();
    for (const std::unique_ptr<Importer>& importer : importers) {
        QString name = toText(importer->displayName());
        if (&importer != &importers.back())
            name += QLatin1Char(',');
        if (line.size() + name.size() > widest) {
            text += line + QLatin1Char('\n');
            line.clear();
        }
        line += (line.isEmpty() ? QStringLiteral("  ") : QStringLiteral(" ")) + name;
    }
    return text + line + QLatin1Char('\n');
}
} // namespace

QString issuesText(std::span<const Issue> issues, const QString& title)
{
    struct Kind {
        const Issue* first = nullptr;
        uint64_t count = 0;
        qint64 files = 0;
    };
    std::vector<IssueKind> order;
    std::array<Kind, issueKindCount> kinds;
    for (const Issue& issue : issues) {
        Kind& kind = kinds[size_t(issue.kind)];
        if (!kind.first) {
            kind.first = &issue;
            order.push_back(issue.kind);
        }
        kind.count += issue.count;
        kind.files += issue.file.empty() ? 0 : 1;
    }
    QString text = heading(title);
    const QString indent(16, QLatin1Char(' '));
    for (const IssueKind id : order) {
        const Kind& kind = kinds[size_t(id)];
        const IssueInfo& info = issueInfo(id);
        text += QStringLiteral("  %1 %2  %3")
                    .arg(formatCount(qint64(kind.count)).rightJustified(5),
                        severityText(info.severity).leftJustified(7), toText(info.id));
        if (kind.files > 1)
            text += QStringLiteral(", %1 files; first: ").arg(formatCount(kind.files)) + oneLine(kind.first->file);
        else if (kind.files == 1)
            text += QStringLiteral(": ") + oneLine(kind.first->file);
        text += QLatin1Char('\n');
        if (!kind.first->first.empty()) {
            const IssueInstance& instance = kind.first->first.front();
            const int longest = id == IssueKind::ConvertFirst ? 4000 : 200; // a command is to be copied whole
            text += indent + (instance.offset ? offsetText(*instance.offset) + QStringLiteral(": ") : QString())
                + elideMiddle(toText(instance.message.text()).simplified(), longest) + QLatin1Char('\n');
        }
        text += indent + QStringLiteral("→ ") + adviceText(*kind.first) + QLatin1Char('\n');
    }
    return text;
}

std::string inspectText(const RunFolder& folder, const InspectOptions& options)
{
    QString text = wholeLine(folder.path) + QLatin1Char('\n');
    if (!folder.runs.empty())
        text += runsText(folder);
    if (!folder.layerTables.empty())
        text += layerTablesText(folder, options);
    if (!folder.workloads.empty())
        text += workloadsText(folder);
    if (!folder.runLogs.empty())
        text += runLogsText(folder);
    if (!folder.flightDumps.empty())
        text += hangsText(folder);
    if (!folder.bandwidthCurves.empty())
        text += bandwidthCurvesText(folder);
    text += measuredMemoryText(folder);
    if (const QString network = networkText(folder); !network.isEmpty())
        text += QLatin1Char('\n') + network;
    if (!folder.jobs.empty())
        text += jobsText(folder);
    const bool isUnknown = folder.isEmpty() && folder.flightDumps.empty();
    if (isUnknown)
        text += heading(QStringLiteral("Nothing that this program can open was found."));
    if (!folder.report.isEmpty())
        text += issuesText(folder.report.issues(), QStringLiteral("Issues"));
    if (!folder.unrecognised.empty()) {
        text += heading(QStringLiteral("Not recognised"));
        constexpr size_t shown = 20;
        const std::vector<Message> lines = linesOfFiles(folder.unrecognised);
        for (size_t i = 0; i < std::min(shown, lines.size()); ++i)
            text += QStringLiteral("  ") + oneLine(lines[i].text()) + QLatin1Char('\n');
        if (lines.size() > shown)
            text += QStringLiteral("  and %1 more\n").arg(lines.size() - shown);
    }
    if (isUnknown)
        text += openableText();
    const LoadStatistics& load = folder.statistics;
    text
        += QStringLiteral("\n%1, %2, %3 spans in %4%5; at most %6 of memory\n")
               .arg(load.files == 1 ? QStringLiteral("1 file") : formatCount(qint64(load.files)) + QStringLiteral(" files"),
                   formatBytes(double(load.bytes)), formatCount(qint64(load.spans)),
                   formatDuration(load.seconds * 1e9), load.fromCache ? QStringLiteral(" (from the cache)") : QString(),
                   formatBytes(double(options.peakRssBytes)));
    return text.toStdString();
}

} // namespace bubblescope
