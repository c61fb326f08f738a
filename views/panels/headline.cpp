// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headline.h"

#include "formatting.h"
#include "hangingrun.h"
#include "hoststep.h"
#include "measuredthroughput.h"
#include "roundedtime.h"
#include "tabletexts.h"
#include "wholerecording.h"

#include <QTextDocument>
#include <QTextDocumentFragment>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

namespace {

/// A figure of the line, and its share of the time.
struct HeadlinePart {
    QString text;
    double share = 0;
};

QString joinedParts(const std::vector<HeadlinePart>& parts, bool isStated)
{
    QString line = parts.front().text;
    for (size_t i = 1; i < parts.size(); ++i) {
        line += QStringLiteral(" · ");
        line += isStated && i == 1 ? Headline::tr("modelled: %1").arg(parts[i].text) : parts[i].text;
    }
    return line;
}

/// What the time is of.
QString headlineName(const Run& run, Figures::Extent extent, int64_t step, const ModelledStep& ofModel, bool isShort)
{
    if (extent == Figures::Extent::Range)
        return Headline::tr("range");
    if (extent == Figures::Extent::Step)
        return Headline::tr("step %1:").arg(step);
    if (ofModel.isStated) // as the Simulate pane calls it
        return isShort ? Headline::tr("measured") : Headline::tr("measured step");
    if (run.origin == Origin::Modelled)
        return isShort ? Headline::tr("modelled") : Headline::tr("modelled step");
    // What is analysed and simulated is one of them, which may last a little longer or less.
    if (run.trace->steps().size() > 1 && !isShort)
        return Headline::tr("median of %1 steps").arg(run.trace->steps().size());
    return isWholeRecording(*run.trace) ? Headline::tr("whole recording") : Headline::tr("step");
}

/// How long the step is on the hosts of a profiler's run, in ns, where that is not about as long as on their devices.
std::optional<double> otherStepOfHost(const Run& run, Figures::Extent extent, int64_t number)
{
    const auto steps = run.trace ? run.trace->steps() : std::span<const Step>();
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const Step& candidate) {
        return extent == Figures::Extent::Step ? candidate.number == number : steps.size() == 1;
    });
    if (extent == Figures::Extent::Range || step == steps.end())
        return {};
    const std::optional<HostStep> host = hostStepOf(*run.trace, size_t(step - steps.begin()));
    return host && host->differs() ? std::optional(host->hostNs) : std::nullopt;
}

std::vector<HeadlinePart> headlineParts(const Run& run, const RunSummary& summary, Figures::Extent extent, int64_t step,
    const ModelledStep& ofModel, Headline::Length length)
{
    const auto bold = [](const QString& figure) {
        return QStringLiteral("<b>%1</b>").arg(figure.toHtmlEscaped()); // "< 0.1 %" is no tag
    };
    // Like the bar below: of the whole step, of which the model may leave a part unexplained.
    const double explained = ofModel.wholeNs > 0 ? ofModel.explained : 1;
    const auto share = [&](const QString& text, double ofExplained) {
        return HeadlinePart {text.arg(bold(formatShare(ofExplained * explained))), ofExplained * explained};
    };
    const HeadlinePart busy = share(Headline::tr("busy %1"), summary.busyShare());
    const double exposed = summary.exposedCommunicationShare();
    if (run.kind == Run::Kind::Scaling) // ranks played in turn: there is no step, and no bubble between ranks
        return {busy, share(Headline::tr("communication %1"), exposed)};
    const QString name = headlineName(run, extent, step, ofModel, length == Headline::Length::Short);
    const double time = ofModel.wholeNs > 0 ? ofModel.wholeNs
        : summary.part                      ? double(summary.part->duration())
                                            : double(summary.stepTime);
    QString whole = Headline::tr("%1 %2").arg(name, bold(formatDuration(time)));
    if (const std::optional<double> host = otherStepOfHost(run, extent, step);
        host && length != Headline::Length::Short)
        whole = Headline::tr("%1 (of the host %2)").arg(whole, formatDuration(*host));
    std::vector<HeadlinePart> parts {{whole}, busy};
    if (summary.hasPipeline())
        parts.push_back(share(Headline::tr("bubble %1"), summary.bubbleShare()));
    parts.push_back(share(Headline::tr("waiting %1"), summary.waitingShare()));
    parts.push_back(share(
        length == Headline::Length::Full ? Headline::tr("exposed comm %1") : Headline::tr("exposed %1"), exposed));
    if (explained < 1)
        parts.push_back({Headline::tr("not explained %1").arg(bold(formatShare(1 - explained))), 1 - explained});
    return parts;
}

/// The log that the shown timeline is modelled of, as it is: no knob is moved.
const RunLog* modelledLog(const Workspace& workspace)
{
    const Document& document = workspace.document;
    const std::optional<SimulationSource>& source = workspace.inputs.modelled();
    const bool isLog = source && source->kind == SimulationSource::Kind::RunLog && document.folder()
        && source->index < document.folder()->runLogs.size() && !document.openedRun() && document.simulation()
        && document.simulation()->knobs == Knobs();
    return isLog ? &document.folder()->runLogs[source->index] : nullptr;
}

/// Of an input without a timeline of its own, whose model is shown as a whole.
ModelledStep ofModelOf(const Workspace& workspace, const RunSummary& summary)
{
    const Run* run = workspace.document.run();
    const ShownSimulationPtr& shown = workspace.document.simulation();
    if (!shown || workspace.document.openedRun() || run->origin != Origin::Modelled
        || workspace.figures.extent() != Figures::Extent::Run || summary.part)
        return {};
    const StepFigures& figures = shown->step.figures;
    const double whole = figures.parts().whole();
    const RunLog* log = modelledLog(workspace);
    // A model that takes longer than was measured does so in every part.
    return {figures.wholeStepNs(), whole > 0 ? std::min(figures.charged.whole() / whole, 1.0) : 1,
        log && log->medianStepMs().value_or(0) > 0};
}

/// Of the step that is shown, where it was measured and its model is known.
std::optional<MeasuredThroughput> throughputOf(const Workspace& workspace, const RunSummary& summary)
{
    const Document& document = workspace.document;
    const Figures::Extent extent = workspace.figures.extent();
    if (!document.folder() || extent == Figures::Extent::Range)
        return {};
    if (const Run* opened = document.openedRun()) {
        const TimeNs time = summary.part ? summary.part->duration() : summary.stepTime;
        return opened == document.run() ? measuredThroughput(*document.folder(), *opened, double(time)) : std::nullopt;
    }
    // What is modelled of a log is as long as its steps, until a knob is moved.
    const RunLog* log = modelledLog(workspace);
    return log ? measuredThroughput(*log, log->medianStepMs().value_or(0) * nsPerMs) : std::nullopt;
}

void addThroughput(std::vector<HeadlinePart>& parts, const MeasuredThroughput& throughput)
{
    const StepThroughput& step = throughput.step;
    const auto bold = [](const QString& figure) { return QStringLiteral("<b>%1</b>").arg(figure.toHtmlEscaped()); };
    parts.push_back({Headline::tr("%1 tokens/s").arg(bold(formatNumber(step.tokensPerSecond))), 0});
    if (step.mfu > 0)
        parts.push_back({Headline::tr("MFU %1").arg(bold(formatShare(step.mfu))), step.mfu});
}

} // namespace

Headline::Headline(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setAccessibleName(tr("Headline"));
}

void Headline::showFigures(const Workspace& workspace)
{
    const Run* run = workspace.document.run();
    const auto figures = workspace.figures.ofPart();
    const bool isKnown = run && figures && run->kind != Run::Kind::Plan && !isHangingRun(workspace.document);
    const ModelledStep ofModel = isKnown ? ofModelOf(workspace, *figures) : ModelledStep();
    m_texts.clear();
    std::vector<HeadlinePart> parts;
    const std::optional<MeasuredThroughput> throughput
        = isKnown ? throughputOf(workspace, *figures) : std::nullopt;
    if (isKnown) {
        for (const Length length : {Length::Full, Length::ShortShares, Length::Short}) {
            parts = headlineParts(
                *run, *figures, workspace.figures.extent(), workspace.window.step().value_or(0), ofModel, length);
            if (throughput)
                addThroughput(parts, *throughput);
            m_texts += joinedParts(parts, ofModel.isStated);
        }
    }
    // Without room for all, what takes least goes first; the step and its busy share stay longest.
    const auto isLess = [](const HeadlinePart& a, const HeadlinePart& b) { return a.share < b.share; };
    while (parts.size() > 1) {
        parts.erase(parts.size() > 2 ? std::min_element(parts.begin() + 2, parts.end(), isLess) : parts.end() - 1);
        m_texts += joinedParts(parts, ofModel.isStated);
    }
    if (isKnown && run->kind != Run::Kind::Scaling) // a time needs no name
        m_texts += m_texts.back().section(QStringLiteral("<b>"), 1).prepend(QStringLiteral("<b>"));
    m_texts += QString(); // a number that is cut reads as another one
    chooseText();
    const QString whole = QTextDocumentFragment::fromHtml(m_texts.front()).toPlainText();
    const QString missing = ofModel.wholeNs > 0 && ofModel.explained < 1
        ? tr("The stated step takes longer than what the model explains: optimizer, host and data are not in it.")
            + QLatin1Char('\n')
        : QString();
    setToolTip((whole.isEmpty() ? whole : whole + QLatin1Char('\n')) + missing
        + tr(
            "Shares of the time of all ranks, %1.\nBusy: computing, without the communication inside it.\n"
            "Bubble: without work, waiting for the pipeline.\nWaiting: in communication whose last member is not there "
            "yet.\nExposed: communication that no compute hides.")
              .arg(workspace.figures.extentText())
        + (throughput ? QLatin1Char('\n') + throughputExplanation(*throughput) : QString()));
}

QString Headline::summaryText(
    const Run& run, const RunSummary& summary, Figures::Extent extent, int64_t step, const ModelledStep& ofModel,
    Length length)
{
    return joinedParts(headlineParts(run, summary, extent, step, ofModel, length), ofModel.isStated);
}

QString Headline::throughputText(const MeasuredThroughput& throughput)
{
    std::vector<HeadlinePart> parts;
    addThroughput(parts, throughput);
    return joinedParts(parts, false);
}

QString Headline::throughputExplanation(const MeasuredThroughput& throughput)
{
    const StepThroughput& step = throughput.step;
    const auto tera = [](double perSecond) { return formatNumber(perSecond / 1e12); };
    QString text = tr("A GPU takes %1 tokens/s; at %2 GFLOP a token these are %3 TFLOP/s.")
                       .arg(formatNumber(step.tokensPerSecondPerGpu), formatFixed(step.flopsPerToken / 1e9, 2),
                           tera(step.flopsPerSecondPerGpu()));
    if (step.mfu > 0)
        text += QLatin1Char('\n')
            + tr("MFU: of the %1 TFLOP/s of half precision of its GPU, without what is computed again.")
                  .arg(formatNumber(throughput.hardware->teraflops()));
    if (!throughput.printedFlopsPerSecond && !throughput.printedMfu)
        return text;
    const QString printed = throughput.printedFlopsPerSecond
        ? QStringLiteral("%1 TFLOP/s").arg(tera(*throughput.printedFlopsPerSecond))
        : formatShare(*throughput.printedMfu);
    QStringList counts;
    for (const ExtraFlops extra : throughput.printedCounts)
        counts << messageText(extraFlopsText(extra));
    text += QLatin1Char('\n');
    if (!counts.isEmpty())
        return text + tr("The log prints %1: it counts %2.").arg(printed, counts.join(QStringLiteral(", ")));
    return text
        + (throughput.printedDiffers ? tr("The log prints %1: it counts otherwise.")
                                     : tr("The log prints %1."))
              .arg(printed);
}

void Headline::chooseText()
{
    const auto fits = [this](const QString& text) {
        QTextDocument document;
        document.setDefaultFont(font());
        document.setDocumentMargin(0);
        document.setHtml(text);
        return document.idealWidth() <= width();
    };
    const auto chosen = std::find_if(m_texts.begin(), m_texts.end(), fits);
    setText(chosen != m_texts.end() ? *chosen : m_texts.isEmpty() ? QString() : m_texts.back());
}

void Headline::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    chooseText();
}

QSize Headline::minimumSizeHint() const { return {40, QLabel::minimumSizeHint().height()}; }

} // namespace bubblescope
