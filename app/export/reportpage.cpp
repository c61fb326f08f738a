// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reportpage.h"

#include "exportsource.h"
#include "findingtext.h"
#include "formatting.h"
#include "headline.h"
#include "issuemodel.h"
#include "keptwhatifs.h"
#include "notebook.h"
#include "partsbar.h"
#include "picturefile.h"
#include "ranktablemodel.h"
#include "tabletexts.h"
#include "typicalstep.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double pageWidth = 1040; // of a picture, in logical pixels
constexpr int shownRows = 64;

QString tr(const char* text) { return QCoreApplication::translate("Report", text); }

QString html(const QString& text) { return text.toHtmlEscaped(); }
QString html(const std::string& text) { return toText(text).toHtmlEscaped(); }
QString html(const Message& message) { return messageText(message).toHtmlEscaped(); }

const char* const style = R"css(
:root { color-scheme: light; --text: #1b1f24; --muted: #57606a; --line: #d8dee4; --accent: #0b5cad; }
@media screen { body { max-width: 1080px; margin: 0 auto; padding: 24px 20px 60px; } }
body { font: 14px/1.5 system-ui, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; color: var(--text);
  background: #fff; }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 17px; margin: 30px 0 8px; border-bottom: 1px solid var(--line); padding-bottom: 4px;
  break-after: avoid; }
h3 { font-size: 14px; margin: 18px 0 6px; color: var(--muted); break-after: avoid; }
p { margin: 6px 0; } .muted { color: var(--muted); }
ol.findings { padding-left: 22px; } ol.findings li { margin: 0 0 12px; break-inside: avoid; }
.cost { font-weight: 600; color: var(--accent); white-space: nowrap; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 12.5px; }
th, td { text-align: left; padding: 3px 10px 3px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th.number, td.number { text-align: right; padding: 3px 12px 3px 0; white-space: nowrap; }
thead { display: table-header-group; } tr { break-inside: avoid; }
figure { margin: 12px 0; break-inside: avoid; } figure svg { width: 100%; height: auto; display: block;
  border: 1px solid var(--line); }
.parts { display: flex; height: 14px; border: 1px solid var(--line); margin: 8px 0 4px;
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.parts-names { font-size: 12.5px; } .parts-names i { display: inline-block; width: 10px; height: 10px;
  margin-right: 4px; border: 1px solid var(--line); }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 12.5px; }
@page { margin: 14mm; }
@media print { body { font-size: 10.5pt; } a { color: inherit; } figure svg { max-height: 240mm; } }
)css";

QString section(const QString& title, const QString& body)
{
    return body.isEmpty() ? QString() : QStringLiteral("<section>\n<h2>%1</h2>\n%2</section>\n").arg(html(title), body);
}

QString tableOf(const TableModel& model)
{
    if (model.rowCount() == 0)
        return {};
    QString text = QStringLiteral("<table>\n<thead><tr>");
    const auto cell = [&](const char* tag, int column, const QString& content) {
        const int alignment = model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        text += QStringLiteral("<%1%2>%3</%1>")
                    .arg(QLatin1String(tag),
                        alignment & Qt::AlignRight ? QStringLiteral(" class=\"number\"") : QString(), html(content));
    };
    for (int column = 0; column < model.columnCount(); ++column)
        cell("th", column, model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    text += QStringLiteral("</tr></thead>\n<tbody>\n");
    for (int row = 0; row < std::min(shownRows, model.rowCount()); ++row) {
        text += QStringLiteral("<tr>");
        for (int column = 0; column < model.columnCount(); ++column)
            cell("td", column, model.index(row, column).data().toString());
        text += QStringLiteral("</tr>\n");
    }
    text += QStringLiteral("</tbody>\n</table>\n");
    if (model.rowCount() > shownRows)
        text += QStringLiteral("<p class=\"muted\">%1</p>\n")
                    .arg(html(tr("%1 more rows are left out.").arg(formatCount(model.rowCount() - shownRows))));
    return text;
}

QString groupTitle(const Findings& findings, Finding::Kind kind)
{
    switch (kind) {
    case Finding::Kind::Fault:
        return tr("Faults");
    case Finding::Kind::Shape:
        return std::ranges::any_of(findings.list, &isOfMissingRanks) ? tr("Inherent to the configuration, or not recorded")
                                                                 : tr("Inherent to the configuration");
    case Finding::Kind::Caveat:
        break;
    }
    return tr("Caveats");
}

QString findingsList(const Findings& findings, bool isRecording)
{
    QString text = QStringLiteral("<p>%1</p>\n").arg(html(findings.verdict));
    if (findings.list.empty())
        return text;
    // By cost within each group; the numbers count on.
    const bool hasGroups = findings.list.front().kind != findings.list.back().kind;
    for (size_t i = 0; i < findings.list.size(); ++i) {
        const Finding& finding = findings.list[i];
        if (i == 0 || finding.kind != findings.list[i - 1].kind) {
            text += i > 0 ? QStringLiteral("</ol>\n") : QString();
            if (hasGroups)
                text += QStringLiteral("<h3>%1</h3>\n").arg(html(groupTitle(findings, finding.kind)));
            text += QStringLiteral("<ol class=\"findings\" start=\"%1\">\n").arg(i + 1);
        }
        text += QStringLiteral("<li><strong>%1</strong>").arg(html(finding.title));
        if (finding.costNs > 0)
            text += QStringLiteral(" <span class=\"cost\">%1 · %2</span> <span class=\"muted\">(%3)</span>")
                        .arg(html(formatDuration(finding.costNs)),
                            html((isRecording                    ? tr("%1 of the recording")
                                      : finding.isOfMeanStep() ? tr("%1 of the mean step")
                                                               : tr("%1 of the step"))
                                     .arg(formatShare(finding.share))),
                            html(originText(finding.costOrigin)));
        text += QStringLiteral("<p>%1</p>\n").arg(html(finding.sentence));
        if (!finding.suggestion.empty())
            text += QStringLiteral("<p>→ %1</p>\n").arg(html(finding.suggestion));
        QStringList knobs;
        for (const auto& [knob, value] : finding.tryKnobs)
            knobs << QStringLiteral("<code>%1=%2</code>").arg(html(knob), html(value));
        if (!knobs.isEmpty())
            text += QStringLiteral("<p class=\"muted\">%1 %2</p>\n").arg(html(tr("Try:")), knobs.join(QLatin1Char(' ')));
        if (!finding.howComputed.empty())
            text += QStringLiteral("<p class=\"muted\">%1</p>\n").arg(html(finding.howComputed));
        text += QStringLiteral("</li>\n");
    }
    return text + QStringLiteral("</ol>\n");
}

QString viewTitle(ExportView view)
{
    switch (view) {
    case ExportView::Stages:
        return tr("Stages");
    case ExportView::Steps:
        return tr("Steps");
    case ExportView::Layers:
        return tr("Layers");
    case ExportView::Loss:
        return tr("Loss");
    case ExportView::Roofline:
        return tr("Roofline");
    default:
        return tr("Timeline");
    }
}

/// As CSS: the colour or pattern that the timeline has.
QString partBackground(const PartPiece& piece, const Palette& palette)
{
    const QString ground = partColor(piece, palette).name();
    return piece.part == TimePart::Waiting ? QStringLiteral("repeating-linear-gradient(135deg,%1 0 1px,%2 1px 5px)")
                                                 .arg(palette.waitingLines.name(), ground)
        : piece.part == TimePart::Bubble
        ? QStringLiteral("radial-gradient(%1 1px,%2 1px) 0 0/6px 6px").arg(palette.bubbleDots.name(), ground)
        : ground;
}

/// One bar whose parts add up to ranks x step, and their names below.
QString partsOf(const RunSummary& summary)
{
    const TimeParts parts = summary.parts();
    const Palette palette = Palette::light();
    QString bar;
    QStringList names;
    std::optional<TimePart> named;
    for (const PartPiece& piece : partPieces(parts, summary.split)) {
        const QString title
            = QStringLiteral("%1 %2").arg(timePartText(piece.part), formatShare(parts.share(piece.part)));
        const QString background = partBackground(piece, palette);
        bar += QStringLiteral("<span style=\"width:%1%;background:%2\" title=\"%3\"></span>")
                   .arg(QString::number(100 * (piece.end - piece.begin), 'f', 3), background, html(title));
        if (named != piece.part)
            names << QStringLiteral("<i style=\"background:%1\"></i>%2").arg(background, html(title));
        named = piece.part;
    }
    return names.isEmpty() ? QString()
                           : QStringLiteral("<div class=\"parts\">%1</div>\n<p class=\"parts-names muted\">%2</p>\n")
                                 .arg(bar, names.join(QStringLiteral(" · ")));
}

/// Inline SVG, without the XML prologue of a file.
QString figureOf(ExportSource& source, ExportRequest request, ExportView view, ExportSubject subject,
    const QString& heading = QString())
{
    request.view = view;
    request.subject = subject;
    request.size.pixels = QSizeF(pageWidth, 0);
    request.isDark = false;
    const Result<std::unique_ptr<Picture>> picture = source.picture(request);
    if (!picture)
        return {};
    QByteArray svg = svgPicture(**picture, request.size);
    svg.remove(0, std::max<qsizetype>(0, svg.indexOf("<svg ")));
    const QString above = heading.isEmpty() ? QString() : QStringLiteral("<h3>%1</h3>\n").arg(html(heading));
    return QStringLiteral("<figure>\n%1%2</figure>\n").arg(above, QString::fromUtf8(svg));
}

QString simulationWords(const ShownSimulation& shown)
{
    QString text = QStringLiteral("<p>%1</p>\n")
                       .arg(html(tr("Modelled step: %1").arg(formatDuration(shown.step.figures.stepNs))));
    QString rows;
    for (const KnobInfo& info : knobTable()) {
        const std::string value = knobText(shown.knobs, info.key);
        if (!value.empty())
            rows += QStringLiteral("<tr><td><code>%1</code></td><td>%2</td><td class=\"muted\">%3</td></tr>\n")
                        .arg(html(std::string(info.key)), html(value), html(tableText(info.help)));
    }
    text += rows.isEmpty() ? QStringLiteral("<p class=\"muted\">%1</p>\n").arg(html(tr("No knob was moved.")))
                           : QStringLiteral("<table><tbody>\n%1</tbody></table>\n").arg(rows);
    for (const MeasuredStep& measured : shown.step.measured)
        text += QStringLiteral("<p>%1</p>\n").arg(html(messageText(measuredText(measured))));
    if (!shown.step.assumptions.empty()) {
        text += QStringLiteral("<p>%1</p>\n<ul>\n").arg(html(tr("What was assumed:")));
        for (const Message& sentence : shown.step.assumptions)
            text += QStringLiteral("<li>%1</li>\n").arg(html(messageText(sentence)));
        text += QStringLiteral("</ul>\n");
    }
    return text;
}

/// Tokens and MFU of its step, where they are known.
QString throughputOf(const SummaryInput& input)
{
    return input.throughput ? QStringLiteral("<p>%1</p>\n<p class=\"muted\">%2</p>\n")
                                  .arg(Headline::throughputText(*input.throughput),
                                      html(Headline::throughputExplanation(*input.throughput))
                                          .replace(QLatin1Char('\n'), QLatin1String("<br>")))
                            : QString();
}

} // namespace

Result<QByteArray> reportPage(
    ExportSource& source, const ExportRequest& request, const std::vector<SummaryInput>& inputs)
{
    Workspace& workspace = source.measured();
    if (!workspace.document.folder() || workspace.document.folder()->isEmpty())
        return Error {say("Nothing was found to report on."), say("`bubblescope inspect` says what is there."), {}};
    const SummaryInput* main = inputs.empty() ? nullptr : &inputs.front();
    for (const SummaryInput& input : inputs) {
        if (workspace.document.openedRun() && input.run && input.run->name == workspace.document.openedRun()->name)
            main = &input;
    }
    const QString title
        = !request.title.isEmpty() ? request.title : main ? toText(main->name).simplified() : tr("Training run");

    // All of it is about the step that the findings are about.
    if (const Run* run = workspace.document.openedRun(); run && !request.range && !workspace.window.step()) {
        const int step = main && main->analysis ? main->analysis->step : typicalStep(*run->trace);
        if (windowOfStep(*run->trace, step))
            workspace.window.setStep(run->trace->steps()[size_t(step)].number);
    }

    QString body;
    if (main) {
        QString words = QStringLiteral("%1 · %2").arg(html(main->kind), html(originText(main->origin)));
        if (main->run && !layoutText(main->run->layout).isEmpty())
            words += QStringLiteral(" · ") + html(layoutText(main->run->layout));
        body += QStringLiteral("<p class=\"muted\">%1</p>\n").arg(words);
        if (main->run && main->analysis)
            body += QStringLiteral("<p>%1</p>\n").arg(Headline::summaryText(*main->run, main->analysis->summary))
                + (main->run->kind == Run::Kind::Scaling ? QString() : partsOf(main->analysis->summary));
        body += throughputOf(*main);
        body += section(tr("Findings"), findingsList(main->findings, main->isRecording));
    }
    QString figures;
    if (workspace.document.openedRun())
        figures += figureOf(
            source, request, ExportView::Timeline, ExportSubject::Measured, viewTitle(ExportView::Timeline));
    for (const ExportView view : {ExportView::Stages, ExportView::Steps, ExportView::Layers, ExportView::Roofline,
             ExportView::Loss})
        figures += figureOf(source, request, view, ExportSubject::Measured, viewTitle(view));
    body += section(tr("Pictures"), figures);
    if (source.simulation()) {
        const ExportSubject subject = workspace.document.openedRun() ? ExportSubject::Both : ExportSubject::Simulated;
        body += section(tr("Simulated"),
            simulationWords(*source.simulation()) + figureOf(source, request, ExportView::Timeline, subject));
    }
    KeptWhatIfs kept;
    kept.setKept(source.keptWhatIfs());
    body += section(tr("Kept what-ifs"), tableOf(kept));
    QString notes;
    for (const Annotation& note : workspace.document.notes().notes()) {
        notes += QStringLiteral("<li>%1 <span class=\"muted\">(%2%3)</span></li>\n")
                     .arg(html(note.text), html(note.subject.run),
                         note.subject.knobs ? QStringLiteral(", ") + html(*note.subject.knobs) : QString());
    }
    body += section(tr("Notes"), notes.isEmpty() ? QString() : QStringLiteral("<ul>\n%1</ul>\n").arg(notes));
    RankTableModel ranks;
    const std::shared_ptr<const RunSummary> part = workspace.figures.ofPart();
    const bool knowsOnlyTheRun = part && part->isOverview && main && main->analysis;
    ranks.setSummary(knowsOnlyTheRun ? std::make_shared<const RunSummary>(main->analysis->summary) : part);
    body += section(tr("Where the time of each rank goes"), tableOf(ranks));
    IssueModel issues;
    issues.setFolder(workspace.document.opened());
    body += section(tr("What the import found wrong"), tableOf(issues));

    QString page
        = QStringLiteral("<!DOCTYPE html>\n<html lang=\"%4\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                         "<meta name=\"generator\" content=\"Bubblescope %1\">\n<title>%2</title>\n"
                         "<style>%3</style>\n</head>\n<body>\n<h1>%2</h1>\n")
              .arg(QStringLiteral(BUBBLESCOPE_VERSION), html(title), QLatin1String(style), QLocale().bcp47Name());
    page += body + QStringLiteral("</body>\n</html>\n");
    return page.toUtf8();
}

} // namespace bubblescope
